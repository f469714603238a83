using Lanewise.Cli.Terminal;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Measuring;

/// <summary>
/// Prints the time, the speedup over scalar code, and the efficiency of every path of an algorithm. In a narrow terminal, the
/// table contains only the time and the speedup.
/// </summary>
internal static class PathTable
{
    private const string Head = "  algorithm      path              lanes       ns   MB/s speedup per lane spread",
        NarrowHead = "  path                     ns    speedup";

    private static bool IsWide => StandardStreams.TextColumns >= Head.Length;

    public static void WriteHead(StandardOutput output, bool hashes, bool ciphers)
    {
        if (hashes)
        {
            output.WriteText(Invariant($"Hashes: {PathTime.Messages} messages of {PathTime.MessageBytes} B on one core; "
                + $"one message of {PathTime.RunBytes / 1024} KiB"));
        }
        if (ciphers)
        {
            output.WriteText(Invariant(
                $"Ciphers: {PathTime.RunBytes / 1024} KiB in ECB mode on one core; the time is per block"));
        }
        output.WriteLine(IsWide ? Head : NarrowHead);
    }

    /// <summary>Writes an empty line, and then one line per path.</summary>
    public static void Write(IReadOnlyList<PathTime> times, StandardOutput output)
    {
        output.WriteLine("");
        if (!IsWide) output.WriteLine(times[0].Algorithm);
        foreach (PathTime time in times)
        {
            (string lanes, string efficiency) = time.Lanes > 0 ? ($"{time.Lanes}", time.Efficiency.Text("0.00")) : ("", "");
            string nanoseconds = time.Nanoseconds.Text(time.Nanoseconds < 100 ? "0.0" : "0");
            string mark = time.IsChosen ? "*" : " ", speedup = time.Speedup.Text("0.00");
            if (!IsWide)
            {
                output.WriteLine($"{mark} {time.Path,-16}{nanoseconds,11}{speedup,11}");
                continue;
            }

            string speed = time.Nanoseconds.IsNoise ? "" : KernelBench.Figure(time.Throughput);
            output.WriteLine(Invariant(
                $"{mark} {time.Algorithm,-14} {time.Path,-20}{lanes,3}{nanoseconds,9}{speed,7}{speedup,8}{efficiency,9}"
                + $"{time.Nanoseconds.Spread,7:P0}"));
        }

        output.Flush();
    }

    /// <summary>Explains the columns, and gives the reason for missing figures.</summary>
    public static void WriteFoot(IReadOnlyList<PathTime> times, StandardOutput output)
    {
        output.WriteLine("");
        string columns = IsWide
            ? "per lane: the speedup of each lane; spread: the middle half of the rounds, as a share of their median; " : "";
        string text = "* chosen on this machine; ns: the time of a message or of a block; " + columns
            + Invariant($"times are processor time, {times.Min(t => t.Busy):P0} to {times.Max(t => t.Busy):P0} of the wall's");
        foreach (string line in Proof.MeasuredTableText.Wrapped(text)) output.WriteLine(line);
        if (times.FirstOrDefault(t => t.Nanoseconds.IsNoise || t.Speedup.IsNoise) is not { } noisy) return;

        foreach (string line in Proof.MeasuredTableText.Wrapped($"{Reading.NoisyMeans} ({noisy.Reason})")) output.WriteLine(line);
    }
}
