using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Report;

/// <summary>What was done in each second over time, as SVG: both axes even, the rate from nothing on.</summary>
internal sealed class RatePlot : Plot
{
    private const int MostTicksX = 6, MostTicksY = 5;

    private static readonly (double Seconds, string Name)[] Steps =
    [
        (1, "s"), (2, "s"), (5, "s"), (10, "s"), (20, "s"), (60, "min"), (120, "min"), (300, "min"), (600, "min"), (1200, "min"),
        (3600, "h"), (7200, "h"), (4 * 3600, "h"), (12 * 3600, "h"), (86_400, "d"), (2 * 86_400, "d"), (7 * 86_400, "d"),
        (28 * 86_400, "d"), (84 * 86_400, "d"), (365 * 86_400, "d"),
    ];

    private readonly double seconds, tickY, most;

    private RatePlot(double seconds, double tickY, double most) =>
        (this.seconds, this.tickY, this.most) = (seconds, tickY, most);

    /// <summary>Draws one.</summary>
    /// <param name="title">What it shows.</param>
    /// <param name="from">When it begins, for people.</param>
    /// <param name="step">Seconds that each amount took.</param>
    /// <param name="seconds">How long it went on: the last step may be cut short.</param>
    /// <param name="amounts">What was done in each step.</param>
    /// <param name="text">A rate in words.</param>
    public static string Draw(
        string title, string from, double step, double seconds, IReadOnlyList<double> amounts, Func<double, string> text)
    {
        List<(double End, double Rate)> rates = [];
        for (int i = 0; i < amounts.Count; i++)
        {
            double end = Math.Min((i + 1) * step, seconds), length = end - (i * step);
            // A piece of a step is no rate.
            if (length >= step / 2 || i == 0) rates.Add((end, amounts[i] / Math.Max(length, 0.001)));
        }

        double top = rates.Count == 0 ? 0 : rates.Max(rate => rate.Rate), tick = top > 0 ? Round(top / MostTicksY, up: true) : 1;
        RatePlot plot = new(Math.Max(seconds, 1), tick, Math.Max(1, Math.Ceiling(top / tick)) * tick);
        return plot.Draw(title, from, rates, text);
    }

    private string Draw(string title, string from, List<(double End, double Rate)> rates, Func<double, string> text)
    {
        Begin(title, Invariant($"data-points=\"{rates.Count}\""));
        (double stepX, string unit) = Steps.FirstOrDefault(step => seconds / step.Seconds <= MostTicksX);
        if (unit is null) (stepX, unit) = (Round(seconds / MostTicksX / 86_400, up: true) * 86_400, "d");
        double of = unit switch { "s" => 1, "min" => 60, "h" => 3600, _ => 86_400 };
        for (double x = 0; x <= seconds; x += stepX) Tick(X(x), null, Invariant($"{x / of:0.##} {unit}"));
        for (double y = 0; y <= most * 1.001; y += tickY) Tick(null, Y(y), E(text(y)));
        NameX(E(from));
        List<string> points = [];
        double start = 0;
        foreach ((double end, double rate) in rates)
        {
            points.Add(Invariant($"{X(start):0.#},{Y(rate):0.#} {X(end):0.#},{Y(rate):0.#}"));
            start = end;
        }

        string line = string.Join(' ', points);
        if (rates.Count > 0)
        {
            Svg.Append(Invariant(
                $"<polygon points=\"{X(0):0.#},{Y(0):0.#} {line} {X(start):0.#},{Y(0):0.#}\" fill-opacity=\"0.15\"/>"));
            Svg.Append($"<polyline points=\"{line}\"/>\n");
        }

        return End();
    }

    private double X(double value) => Left + (value / seconds * (Width - Left - Right));

    private double Y(double value) => Height - Bottom - (value / most * (Height - Top - Bottom));
}
