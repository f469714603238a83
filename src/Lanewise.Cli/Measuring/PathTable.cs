using System.Globalization;
using Lanewise.Cli.Terminal;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Cli.Measuring;

/// <summary>Time, speedup over scalar code and efficiency (speedup per lane) of every path of an algorithm.</summary>
internal static class PathTable
{
    private const int MessageBytes = 4096, Messages = 256, RunBytes = 64 * 1024;

    public static void WriteHead(StandardOutput output, bool hashes, bool ciphers)
    {
        if (hashes)
        {
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"Hashes: {Messages} messages of {MessageBytes} B on one core; one message of 64 KiB"));
        }
        if (ciphers)
        {
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"Ciphers: {RunBytes / 1024} KiB in ECB mode on one core; the time is that of a block"));
        }
        output.WriteLine("  algorithm      path              lanes        ns    MB/s  speedup  efficiency");
    }

    public static void Write(HashRow row, StandardOutput output)
    {
        byte[] source = new byte[MessageBytes * Messages], digests = new byte[Messages * row.DefaultHashBytes];
        new Random(1).NextBytes(source);
        Entrant[] shapes =
        [
            .. row.Shapes.Select(shape => Entrant.Of(shape.ToString(), source.Length, () => row.HashMany(
                Lanewise.Messages.Packed(source, MessageBytes), default, digests, row.DefaultHashBytes, shape))),
        ];
        WriteShapes(row.Name, row.Shapes, row.ChosenShape, row.WordBits, shapes, MessageBytes, output);

        byte[] message = new byte[64 * 1024], digest = new byte[row.DefaultHashBytes];
        IReadOnlyList<SingleKernel> kernels = row.SingleKernels;
        RoundTimes times = InterleavedRounds.Short.Measure(
            [.. kernels.Select(k => Entrant.Of(k.Name, message.Length, () => k.Hash(message, digest)))]);
        for (int i = 0; i < kernels.Count; i++)
        {
            Line(row.Name, kernels[i].IsChosen, "one, " + kernels[i].Name, times, i, 0, message.Length, output);
        }
    }

    public static void Write(CipherRow row, StandardOutput output)
    {
        byte[] key = new byte[row.KeyBytes], source = new byte[RunBytes], destination = new byte[RunBytes];
        new Random(1).NextBytes(key);
        new Random(2).NextBytes(source);
        Entrant[] shapes = [.. row.Shapes.Select(
            shape => Entrant.Of(shape.ToString(), RunBytes, () => row.Encrypt(key, source, destination, shape)))];
        WriteShapes(row.Name, row.Shapes, row.ChosenShape, row.WordBits, shapes, row.BlockBytes, output);
    }

    private static void WriteShapes(
        string name, IReadOnlyList<LaneShape> shapes, LaneShape chosen, int wordBits, Entrant[] entrants, int unitBytes,
        StandardOutput output)
    {
        RoundTimes times = InterleavedRounds.Short.Measure(entrants);
        for (int i = 0; i < entrants.Length; i++)
        {
            Line(name, shapes[i] == chosen, entrants[i].Name, times, i, shapes[i].Lanes(wordBits), unitBytes, output);
        }
    }

    /// <summary>One path, of times per byte, against the first one.</summary>
    private static void Line(
        string name, bool isChosen, string path, RoundTimes times, int index, int lanes, int unitBytes, StandardOutput output)
    {
        double speedup = times.Ratio(0, index), nanoseconds = times.Nanoseconds(index) * unitBytes;
        string efficiency = lanes == 0 ? "" : (speedup / lanes).ToString("0.00", CultureInfo.InvariantCulture);
        string lanesText = lanes == 0 ? "" : lanes.ToString(CultureInfo.InvariantCulture);
        string time = nanoseconds.ToString(nanoseconds < 100 ? "0.0" : "0", CultureInfo.InvariantCulture);
        string speed = KernelBench.Figure(1e3 / times.Nanoseconds(index));
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{(isChosen ? "*" : " ")} {name,-14} {path,-20}{lanesText,3}{time,10}{speed,8}{speedup,9:0.00}{efficiency,12}")
            .TrimEnd());
        output.Flush();
    }
}
