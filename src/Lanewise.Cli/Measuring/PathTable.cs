using System.Globalization;
using Lanewise.Cli.Terminal;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Cli.Measuring;

/// <summary>The time of a path of an algorithm.</summary>
/// <param name="Algorithm">The algorithm.</param>
/// <param name="Path">The path: a shape, or a kernel for one message.</param>
/// <param name="IsChosen">Whether this machine takes it.</param>
/// <param name="Lanes">Messages or blocks side by side; 0 for a kernel for one message.</param>
/// <param name="Nanoseconds">The time of a message or block.</param>
/// <param name="UnitBytes">The length of a message or block.</param>
/// <param name="Speedup">Over scalar code, in the same rounds.</param>
/// <param name="Reason">Why rounds disagree, where they do.</param>
internal sealed record PathTime(
    string Algorithm, string Path, bool IsChosen, int Lanes, Reading Nanoseconds, int UnitBytes, Reading Speedup, string Reason)
{
    /// <summary>The speedup of each lane.</summary>
    public Reading Efficiency => Speedup.Times(1.0 / Lanes);

    /// <summary>In MB/s.</summary>
    public Reading Throughput => Nanoseconds.Per(1e3 * UnitBytes);
}

/// <summary>Time, speedup over scalar code and efficiency of every path of an algorithm.</summary>
internal static class PathTable
{
    private const int MessageBytes = 4096, Messages = 256, RunBytes = 64 * 1024;

    /// <summary>Many messages at every shape, then one message with every kernel.</summary>
    public static IReadOnlyList<PathTime> Take(HashRow row)
    {
        byte[] source = new byte[MessageBytes * Messages], digests = new byte[Messages * row.DefaultHashBytes];
        new Random(1).NextBytes(source);
        List<PathTime> times = Shapes(row.Name, row.Shapes, row.ChosenShape, row.WordBits, MessageBytes, source.Length, shape =>
            row.HashMany(Lanewise.Messages.Packed(source, MessageBytes), default, digests, row.DefaultHashBytes, shape));

        byte[] message = new byte[RunBytes], digest = new byte[row.DefaultHashBytes];
        IReadOnlyList<SingleKernel> kernels = row.SingleKernels;
        RoundTimes single = InterleavedRounds.Short.Measure(
            [.. kernels.Select(k => Entrant.Of(k.Name, message.Length, () => k.Hash(message, digest)))]);
        times.AddRange(kernels.Select((kernel, i) =>
            Of(row.Name, "one, " + kernel.Name, kernel.IsChosen, 0, single, i, message.Length)));
        return times;
    }

    /// <summary>Blocks in ECB mode at every shape.</summary>
    public static IReadOnlyList<PathTime> Take(CipherRow row)
    {
        byte[] key = new byte[row.KeyBytes], source = new byte[RunBytes], destination = new byte[RunBytes];
        new Random(1).NextBytes(key);
        new Random(2).NextBytes(source);
        return Shapes(row.Name, row.Shapes, row.ChosenShape, row.WordBits, row.BlockBytes, RunBytes, shape =>
            row.Encrypt(key, source, destination, shape));
    }

    public static void WriteHead(StandardOutput output, bool hashes, bool ciphers)
    {
        if (hashes)
        {
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"Hashes: {Messages} messages of {MessageBytes} B on one core; one message of {RunBytes / 1024} KiB"));
        }
        if (ciphers)
        {
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"Ciphers: {RunBytes / 1024} KiB in ECB mode on one core; the time is that of a block"));
        }
        output.WriteLine("  algorithm      path              lanes       ns   MB/s speedup per lane spread");
    }

    /// <summary>A line for each, at most 80 columns wide.</summary>
    public static void Write(IReadOnlyList<PathTime> times, StandardOutput output)
    {
        foreach (PathTime time in times)
        {
            bool isMany = time.Lanes > 0;
            string nanoseconds = time.Nanoseconds.Text(time.Nanoseconds < 100 ? "0.0" : "0");
            string speed = time.Nanoseconds.IsNoise ? "" : KernelBench.Figure(time.Throughput);
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(time.IsChosen ? "*" : " ")} {time.Algorithm,-14} {time.Path,-20}{(isMany ? time.Lanes : ""),3}{nanoseconds,9}"
                + $"{speed,7}{time.Speedup.Text("0.00"),8}{(isMany ? time.Efficiency.Text("0.00") : ""),9}"
                + $"{time.Nanoseconds.Spread,7:P0}"));
        }

        output.Flush();
    }

    /// <summary>What the columns mean, and why some figures are none.</summary>
    public static void WriteFoot(IEnumerable<PathTime> times, StandardOutput output)
    {
        output.WriteLine("* chosen on this machine; per lane: the speedup of each lane;");
        output.WriteLine("spread: the middle half of the rounds, as a part of their median");
        if (times.FirstOrDefault(t => t.Nanoseconds.IsNoise || t.Speedup.IsNoise) is not { } noisy) return;

        foreach (string line in Proof.MeasuredTableText.Wrapped($"{Reading.NoisyMeans} ({noisy.Reason})")) output.WriteLine(line);
    }

    private static List<PathTime> Shapes(
        string name, IReadOnlyList<LaneShape> shapes, LaneShape chosen, int wordBits, int unitBytes, int bytes,
        Action<LaneShape> run)
    {
        RoundTimes times = InterleavedRounds.Short.Measure(
            [.. shapes.Select(shape => Entrant.Of(shape.ToString(), bytes, () => run(shape)))]);
        return
        [
            .. shapes.Select((shape, i) =>
                Of(name, shape.ToString(), shape == chosen, shape.Lanes(wordBits), times, i, unitBytes)),
        ];
    }

    // Times are per byte; the first path is scalar code.
    private static PathTime Of(
        string name, string path, bool isChosen, int lanes, RoundTimes times, int index, int unitBytes) =>
        new(name, path, isChosen, lanes, times.Nanoseconds(index).Times(unitBytes), unitBytes, times.Ratio(0, index), times.Reason);
}
