using System.Globalization;

namespace Lanewise.Cli.Terminal;

/// <summary>Formats the progress line.</summary>
internal sealed partial class Progress
{
    /// <summary>Formats the line for the available width.</summary>
    /// <param name="done">The number of bytes processed so far.</param>
    /// <param name="total">The total number of bytes, or a negative number if it is unknown.</param>
    /// <param name="elapsed">The elapsed time.</param>
    /// <param name="columns">The number of available columns.</param>
    /// <param name="first">The number of bytes that were processed before this run.</param>
    public static string Line(long done, long total, TimeSpan elapsed, int columns, long first = 0)
    {
        double rate = Math.Max(0, done - first) / Math.Max(0.001, elapsed.TotalSeconds);
        List<string> parts = [];
        if (total > 0 && done <= total)
        {
            parts.Add(PercentOf(done, total));
            // Until the first byte has been processed, there is no rate, so the remaining time is unknown.
            if (done == total) parts.Add("finishing");
            else if (rate > 0) parts.Add($"{TimeText.Of((total - done) / rate)} left");
            if (rate > 0) parts.Add($"{BytesOf(rate)}/s");
            string all = string.Join(
                "  ", [parts[0], $"{BytesOf(done)} of {BytesOf(total)}", .. parts.Skip(1).Reverse()]);
            // If there is not enough room, only the most important parts are shown.
            if (all.Length <= columns) return all;
        }
        else
        {
            parts.Add(BytesOf(done));
            parts.Add($"{BytesOf(rate)}/s");
        }

        string line = string.Join("  ", parts);
        for (; parts.Count > 1 && line.Length > columns; line = string.Join("  ", parts)) parts.RemoveAt(parts.Count - 1);
        return line.Length <= columns ? line : "";
    }

    /// <summary>Formats the share that is done. Rounding never shows unfinished work as finished.</summary>
    public static string PercentOf(long done, long total) =>
        Invariant($"{(done < total ? Math.Min(99, 100.0 * done / total) : 100),3:0} %");

    public static string BytesOf(double bytes)
    {
        string[] units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
        int unit = 0;
        for (; bytes >= 999.5 && unit < units.Length - 1; unit++) bytes /= 1000;
        return bytes.ToString(unit == 0 || bytes >= 99.95 ? "0" : "0.0", CultureInfo.InvariantCulture) + " " + units[unit];
    }
}
