using System.Globalization;

namespace Lanewise.Benchmarks.Compare;

/// <summary>Formats figures and lengths for the tables, and writes Markdown rows.</summary>
internal static class Text
{
    /// <summary>The usual unit: the throughput as a multiple of .NET's MD5 throughput.</summary>
    public const string Yardstick = "times .NET's MD5 of 1 MiB";

    public static string Bytes(int length) => length switch
    {
        >= 1024 * 1024 when length % (1024 * 1024) == 0 => FormattableString.Invariant($"{length / (1024 * 1024)} MiB"),
        >= 1024 when length % 1024 == 0 => FormattableString.Invariant($"{length / 1024} KiB"),
        _ => FormattableString.Invariant($"{length} B"),
    };

    public static string Figure(double value, Measure measure) => double.IsNaN(value) ? "-" : measure switch
    {
        Measure.X => Number(value) + "x",
        Measure.Nanoseconds => Number(value) + " ns",
        Measure.Times => Number(value) + " times",
        _ => value.ToString("0.000", CultureInfo.InvariantCulture),
    };

    /// <summary>Formats a measured figure, or returns "noisy" if the rounds differ too much.</summary>
    public static string Figure(Reading reading, Measure measure) => reading.IsNoise
        ? Reading.Noisy
        : Figure(reading.Value, measure);

    public static string Number(double value) =>
        value.ToString(value < 10 ? "0.00" : value < 100 ? "0.0" : "0", CultureInfo.InvariantCulture);

    public static string Bar(Bar bar, Measure measure)
    {
        if (double.IsNaN(bar.Target)) return "-";

        string target = Figure(bar.Target, measure);
        return double.IsNaN(bar.Stretch) ? target : $"{target} ({Figure(bar.Stretch, measure)})";
    }

    /// <summary>Whether a figure reaches a target. For times, smaller is better.</summary>
    public static string Reached(Reading reading, Bar bar, Measure measure)
    {
        double value = reading.Value;
        if (double.IsNaN(bar.Target)) return "-";
        if (reading.IsNoise) return Reading.Noisy;

        bool less = measure is Measure.Part or Measure.Nanoseconds;
        double part = less ? bar.Target / value : value / bar.Target;
        if (!double.IsNaN(bar.Stretch) && (less ? value <= bar.Stretch : value >= bar.Stretch)) return "stretch";

        return part >= 1 ? "yes" : FormattableString.Invariant($"no: {part:P0} of it");
    }

    /// <summary>Writes a Markdown table with padded columns so that it is readable in a terminal.</summary>
    public static void WriteTable(TextWriter writer, IReadOnlyList<string> head, IReadOnlyList<IReadOnlyList<string>> rows)
    {
        int[] widths = [.. head.Select((h, i) => rows.Select(r => r[i].Length).Append(h.Length).Append(3).Max())];
        Line(head);
        writer.WriteLine("|" + string.Join("|", widths.Select(w => new string('-', w + 2))) + "|");
        foreach (IReadOnlyList<string> row in rows) Line(row);
        writer.WriteLine();

        void Line(IReadOnlyList<string> cells) =>
            writer.WriteLine("| " + string.Join(" | ", cells.Select((c, i) => c.PadRight(widths[i]))) + " |");
    }
}
