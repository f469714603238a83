using Lanewise.Icc.Charts;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>Draws a sweep as a chart with logarithmic axes. Each point shows the figure and its spread.</summary>
internal static class LogPlot
{
    private const string Logarithmic = " (logarithmic)";

    public static LineChart Chart(
        Sweep sweep, bool areLabelsInside = false, int height = LineChart.UsualHeight, bool hasTips = true) => new(
        $"{sweep.Algorithm}: {sweep.Title}",
        new(Name(sweep.X) + Logarithmic, IsLog: true, x => Text(sweep.X, x),
            sweep.X switch { Quantity.Bytes => 16, Quantity.Messages => 4, _ => 2 }),
        new(Name(sweep.Y) + Logarithmic, IsLog: true, y => Text(sweep.Y, y)),
        [.. Shown(sweep.Lines).Select(line => Line(sweep, line))],
        height: height, areLabelsInside: areLabelsInside) { HasTips = hasTips };

    /// <summary>Formats a value with the unit of an axis.</summary>
    public static string Text(Quantity quantity, double value) => Text(quantity, value, ChartAxis.Short);

    /// <summary>Formats a measured value to three digits, with its unit.</summary>
    public static string Figure(Quantity quantity, double value) => Text(quantity, value, ChartAxis.Three);

    private static string Text(Quantity quantity, double value, Func<double, string> number) => quantity switch
    {
        Quantity.Bytes => SweepRun.Size((long)value),
        Quantity.MegabytesPerSecond => value < 1000 ? number(value) + " MB/s" : number(value / 1000) + " GB/s",
        Quantity.NanosecondsPerMessage => value < 1000 ? number(value) + " ns" : number(value / 1000) + " µs",
        Quantity.Times => number(value) + "×",
        _ => ChartAxis.Short(value),
    };

    /// <summary>Returns the name of a quantity for use in an axis title.</summary>
    public static string Name(Quantity quantity) => quantity switch
    {
        Quantity.Bytes => "length",
        Quantity.Messages => "messages in a call",
        Quantity.Lanes => "lanes",
        Quantity.Cores => "cores",
        Quantity.MegabytesPerSecond => "throughput",
        Quantity.NanosecondsPerMessage => "time per message",
        _ => "speedup",
    };

    // If the first line hides another line, the label at the end of the first line also contains the other line's name.
    private static IEnumerable<SweepLine> Shown(IReadOnlyList<SweepLine> lines)
    {
        SweepLine[] hidden =
            [.. lines.Skip(1).Where(line => line.Kind == LineKind.OtherLibrary && IsEqual(line.Points, lines[0].Points))];
        return lines.Except(hidden).Select(line => line != lines[0] || hidden.Length == 0 ? line
            : line with { Name = $"{line.Name}, {string.Join(", ", hidden.Select(other => other.Name))}" });

        static bool IsEqual(IReadOnlyList<SweepPoint> a, IReadOnlyList<SweepPoint> b) =>
            a.Count == b.Count && a.Zip(b).All(both => both.First.X == both.Second.X
                && Math.Abs(Math.Log(both.First.Y.Value / both.Second.Y.Value)) < Math.Log(Reading.Equal));
    }

    private static ChartLine Line(Sweep sweep, SweepLine line) =>
        new(line.Name, [.. line.Points.Select(point => Point(sweep, line.Name, point))])
        {
            Stroke = line.Kind switch
            {
                LineKind.Ideal => ChartStroke.Dotted,
                LineKind.OtherLibrary => ChartStroke.Dashed,
                _ => ChartStroke.Solid,
            },
            HasMarks = line.Kind != LineKind.Ideal,
            Ink = InkOf(line),
        };

    private static ChartInk InkOf(SweepLine line) => line.Kind switch
    {
        LineKind.Ideal => ChartInk.Reference,
        LineKind.OtherLibrary => line.Name == SweepRun.Yardstick ? ChartInk.Reference : ChartInk.Compared,
        _ when SweepRun.IsOneAtATime(line.Name) => ChartInk.Second,
        LineKind.Chosen => ChartInk.Main,
        _ => SweepRun.IsAtOnce(line.Name) ? ChartInk.Main : ChartInk.Compared,
    };

    private static ChartPoint Point(Sweep sweep, string name, SweepPoint point) =>
        new(point.X, point.Y.Value, $"{name}, {Text(sweep.X, point.X)}: {Value(sweep, point.Y)}", point.Y.IsNoise);

    /// <summary>Formats the value of a point with its spread.</summary>
    public static string Value(Sweep sweep, Reading value) => value.IsNoise
        ? $"{Marked(sweep.Y, value)}, {Reading.TooNoisy}"
        : Invariant($"{Text(sweep.Y, value.Value)}, spread {value.Spread:P0}");

    /// <summary>Formats a measured value to three digits. A value that is noise is marked with its range.</summary>
    public static string Marked(Quantity quantity, Reading value) =>
        Figure(quantity, value.Value) + (value.IsNoise ? $" {value.Range}" : "");
}
