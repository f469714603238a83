using Lanewise.Cli.Terminal;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Measuring;

/// <summary>Prints the time, the speedup over scalar code, and the efficiency of every path of an algorithm.</summary>
internal static class PathTable
{
    public static void WriteHead(StandardOutput output, bool hashes, bool ciphers)
    {
        if (hashes)
        {
            output.WriteLine(Invariant($"Hashes: {PathTime.Messages} messages of {PathTime.MessageBytes} B on one core; "
                + $"one message of {PathTime.RunBytes / 1024} KiB"));
        }
        if (ciphers)
        {
            output.WriteLine(Invariant(
                $"Ciphers: {PathTime.RunBytes / 1024} KiB in ECB mode on one core; the time is per block"));
        }
        output.WriteLine("  algorithm      path              lanes       ns   MB/s speedup per lane spread");
    }

    /// <summary>Writes an empty line, and then one line per path, at most 80 columns wide.</summary>
    public static void Write(IReadOnlyList<PathTime> times, StandardOutput output)
    {
        output.WriteLine("");
        foreach (PathTime time in times)
        {
            (string lanes, string efficiency) = time.Lanes > 0 ? ($"{time.Lanes}", time.Efficiency.Text("0.00")) : ("", "");
            string nanoseconds = time.Nanoseconds.Text(time.Nanoseconds < 100 ? "0.0" : "0");
            string speed = time.Nanoseconds.IsNoise ? "" : KernelBench.Figure(time.Throughput);
            output.WriteLine(Invariant(
                $"{(time.IsChosen ? "*" : " ")} {time.Algorithm,-14} {time.Path,-20}{lanes,3}{nanoseconds,9}"
                + $"{speed,7}{time.Speedup.Text("0.00"),8}{efficiency,9}"
                + $"{time.Nanoseconds.Spread,7:P0}"));
        }

        output.Flush();
    }

    /// <summary>Explains the columns, and gives the reason for missing figures.</summary>
    public static void WriteFoot(IReadOnlyList<PathTime> times, StandardOutput output)
    {
        output.WriteLine("");
        output.WriteLine("* chosen on this machine; per lane: the speedup of each lane;");
        output.WriteLine("spread: the middle half of the rounds, as a share of their median;");
        output.WriteLine(Invariant(
            $"times are processor time, {times.Min(t => t.Busy):P0} to {times.Max(t => t.Busy):P0} of the wall's"));
        if (times.FirstOrDefault(t => t.Nanoseconds.IsNoise || t.Speedup.IsNoise) is not { } noisy) return;

        foreach (string line in Proof.MeasuredTableText.Wrapped($"{Reading.NoisyMeans} ({noisy.Reason})")) output.WriteLine(line);
    }
}
