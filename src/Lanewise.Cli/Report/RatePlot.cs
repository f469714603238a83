using Lanewise.Icc.Charts;

namespace Lanewise.Cli.Report;

/// <summary>Draws a chart of the rate over time, with linear axes. The rate axis starts at zero.</summary>
internal static class RatePlot
{
    private static readonly (double Seconds, double Unit, string Name)[] Steps =
    [
        (1, 1, "s"), (2, 1, "s"), (5, 1, "s"), (10, 1, "s"), (20, 1, "s"), (60, 60, "min"), (120, 60, "min"), (300, 60, "min"),
        (600, 60, "min"), (1200, 60, "min"), (3600, 3600, "h"), (7200, 3600, "h"), (4 * 3600, 3600, "h"), (12 * 3600, 3600, "h"),
        (86_400, 86_400, "d"), (2 * 86_400, 86_400, "d"), (7 * 86_400, 86_400, "d"), (28 * 86_400, 86_400, "d"),
        (84 * 86_400, 86_400, "d"), (365 * 86_400, 86_400, "d"),
    ];

    /// <summary>Draws the chart.</summary>
    /// <param name="title">The title.</param>
    /// <param name="from">The start time as text.</param>
    /// <param name="step">The length of a step in seconds.</param>
    /// <param name="seconds">The total time in seconds. The last step may be shorter than the others.</param>
    /// <param name="amounts">The amount in each step.</param>
    /// <param name="text">Formats a rate.</param>
    public static string Draw(
        string title, string from, double step, double seconds, IReadOnlyList<double> amounts, Func<double, string> text) =>
        Chart(title, from, step, seconds, amounts, text).Inline(Invariant($"data-points=\"{amounts.Count}\""));

    public static LineChart Chart(
        string title, string from, double step, double seconds, IReadOnlyList<double> amounts, Func<double, string> text)
    {
        List<ChartPoint> points = [];
        double start = 0;
        for (int i = 0; i < amounts.Count; i++)
        {
            double end = Math.Min((i + 1) * step, seconds), length = end - (i * step);
            // The rate in a short last step is not meaningful, so this step is omitted.
            if (length < step / 2 && i > 0) continue;

            double rate = amounts[i] / Math.Max(length, 0.001);
            points.AddRange([new(start, rate), new(end, rate)]);
            start = end;
        }

        if (points.Count == 0) points.Add(new(0, 0));
        const int Most = 6;
        (double tick, double unit, string name) = Steps.FirstOrDefault(one => seconds / one.Seconds <= Most);
        if (name is null) (tick, unit, name) = (ChartAxis.Round(seconds / Most / 86_400, up: true) * 86_400, 86_400, "d");
        return new(
            title, new(from, IsLog: false, x => Invariant($"{x / unit:0.##} {name}"), tick), new("", IsLog: false, text),
            [new("", points) { HasMarks = false, IsArea = true }]);
    }
}
