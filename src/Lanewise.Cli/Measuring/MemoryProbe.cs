using Lanewise.Api;
using Lanewise.Batching;
using Lanewise.Cli.Terminal;
using Lanewise.Simd;

namespace Lanewise.Cli.Measuring;

/// <summary>
/// Measures how best to read messages from memory: in place or copied piece by piece, and with or without first reading the
/// cache lines in order. A process makes each choice only once, so each candidate is measured in separate processes. The
/// processes for the different candidates alternate.
/// </summary>
internal static class MemoryProbe
{
    private const int Rounds = 5, EqualBytes = 64 * 1024, EqualMessages = 128, LongBytes = 10 << 20;

    /// <summary>The alternative value for each choice, and the job of the probe that this value affects.</summary>
    private static (string Entry, int Job)[] Others() =>
    [
        (CpuProfile.Here.StageEqualAbove is null ? "StageEqualAbove=3072" : Off("StageEqualAbove"), 0),
        (CpuProfile.Here.StageAbove is null ? "StageAbove=262144" : Off("StageAbove"), 1),
        (CpuProfile.Here.Touches ? "Touches=0" : "Touches=1", 2),
    ];

    /// <summary>Runs in a separate process. Returns the shortest time for each job in ns per byte.</summary>
    public static int Run()
    {
        HashRow md5 = Catalog.Hashes.Single(row => row.Name == "md5");
        HashRow blake3 = Catalog.Hashes.Single(row => row.Name == "blake3");
        // Each lane has one long message, and no two messages have the same length.
        int[] lengths = [.. Enumerable.Range(0, 64).Select(i => (400 << 10) - (997 * i))];
        byte[] source = RowJob.Data(lengths.Sum()), digests = new byte[EqualMessages * md5.DefaultHashBytes];
        byte[] message = RowJob.Data(LongBytes), digest = new byte[blake3.DefaultHashBytes];
        StandardOutput output = new();
        double equal = Least(EqualBytes * EqualMessages, () => md5.HashMany(
            Messages.Packed(source.AsSpan(0, EqualBytes * EqualMessages), EqualBytes),
            default,
            digests,
            md5.DefaultHashBytes));
        double ragged = Least(source.Length, () => md5.HashMany(
            Messages.Packed(source, lengths),
            default,
            digests.AsSpan(0, lengths.Length * md5.DefaultHashBytes),
            md5.DefaultHashBytes));
        double single = Least(LongBytes, () => blake3.Hash(default, message, digest));
        output.WriteLine(Invariant($"{equal} {ragged} {single}"));
        output.Flush();
        return ExitCode.Good;
    }

    /// <summary>Returns the settings that are faster than the current ones, with their speedups.</summary>
    public static IEnumerable<(string Entry, double Gain)> Better(IReadOnlyList<string> command)
    {
        string given = LanewiseSettings.Tuning() ?? "";
        (string Entry, int Job)[] others = Others();
        List<double>[] gains = [.. others.Select(_ => new List<double>())];
        for (int round = 0; round < Rounds; round++)
        {
            double[] chosen = OwnProcess.Ask(command);
            for (int o = 0; o < others.Length; o++)
            {
                double[] other = OwnProcess.Ask(command, $"{given};{others[o].Entry}");
                if (chosen.Length == 3 && other.Length == 3) gains[o].Add(chosen[others[o].Job] / other[others[o].Job]);
            }
        }

        for (int o = 0; o < others.Length; o++)
        {
            if (gains[o].Count < Rounds) continue;

            Reading gain = Reading.Of(gains[o], isRatio: true);
            if (!gain.IsNoise && gain > Reading.Equal) yield return (others[o].Entry, gain);
        }
    }

    private static double Least(int bytes, Action run)
    {
        ColdStart.Bytes = 0;
        double least = double.PositiveInfinity;
        for (int i = 0; i < 12; i++)
        {
            double start = Clock.Processor.Now();
            run();
            least = Math.Min(least, (Clock.Processor.Now() - start) / bytes);
        }

        return least;
    }

    private static string Off(string name) => Invariant($"{name}={int.MaxValue}");
}
