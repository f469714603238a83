using System.Globalization;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Measuring;

/// <summary>
/// Prints a <see cref="KernelTable"/> with every path, and reports whether the chosen path is the fastest on this machine.
/// </summary>
internal static class KernelBench
{
    public static string Figure(double megabytes) =>
        megabytes.ToString(megabytes < 9.95 ? "0.00" : megabytes < 99.5 ? "0.0" : "0", CultureInfo.InvariantCulture);

    public static void Write(KernelTable table, StandardOutput output)
    {
        output.WriteLine("");
        output.WriteLine($"{table.Title}, {table.Job}: MB/s (part of the best)");
        output.WriteLine("  " + "".PadRight(11) + string.Concat(table.Sizes.Select(s => s.PadLeft(16))));
        bool isNoisy = false;
        for (int p = 0; p < table.Paths.Count; p++)
        {
            string line = (p == table.Chosen ? "* " : "  ") + table.Paths[p].PadRight(11);
            for (int s = 0; s < table.Sizes.Count; s++)
            {
                Reading time = table.Times[s].Nanoseconds(p), part = table.Times[s].Ratio(table.Best(s), p);
                isNoisy |= time.IsNoise || part.IsNoise;
                line += $"{(time.IsNoise ? Reading.Noisy : Figure(1e3 / time)),9} ({part.Text("0.00")})".PadLeft(16);
            }

            output.WriteLine(line);
        }

        string[] lost = [.. table.Lost];
        output.WriteLine(table.Chosen < 0 ? "  The chosen path is not in this table."
            : lost.Length == 0 ? $"  The chosen path, {table.Paths[table.Chosen]}, is within 5 % of the best at all sizes."
            : $"  The chosen path, {table.Paths[table.Chosen]}, is more than 5 % below the best at {string.Join(", ", lost)}.");
        if (isNoisy)
        {
            foreach (string line in MeasuredTableText.Wrapped($"  {Reading.NoisyMeans} ({table.Times[0].Reason})", 2))
            {
                output.WriteLine(line);
            }
        }

        output.Flush();
    }
}
