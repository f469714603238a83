namespace Lanewise.Icc.Charts;

/// <summary>A bar: a value as a multiple of what it is compared with.</summary>
/// <param name="Label">Before it.</param>
/// <param name="Value">The length of the file in bytes.</param>
/// <param name="Words">After it.</param>
/// <param name="IsSoft">Whether it is there for comparison alone.</param>
/// <param name="Href">Where its label leads; null for nowhere.</param>
internal sealed record ChartBar(string Label, double Value, string Words, bool IsSoft = false, string? Href = null);

/// <summary>Bars under a heading, which may be empty.</summary>
internal sealed record ChartBars(string Heading, IReadOnlyList<ChartBar> Bars);

/// <summary>Bars with their labels, and a line at 1, the thing that all are compared with.</summary>
internal sealed class BarChart : Chart
{
    private const int Row = 20, Foot = 22, MostLabel = 150;

    private readonly IReadOnlyList<ChartBars> groups;
    private readonly string one;
    private readonly bool isLog;
    private readonly double left, right, least, most;

    /// <param name="title">What it shows.</param>
    /// <param name="one">What has the value 1.</param>
    /// <param name="isLog">Whether lengths go in powers: bars below 1 then go to the left.</param>
    /// <param name="groups">From the top down.</param>
    public BarChart(string title, string one, bool isLog, params IReadOnlyList<ChartBars> groups)
        : base(title)
    {
        (this.one, this.isLog, this.groups) = (one, isLog, groups);
        ChartBar[] bars = [.. groups.SelectMany(group => group.Bars)];
        left = Math.Min(MostLabel, bars.Max(bar => WidthOf(bar.Label))) + 8;
        right = bars.Max(bar => WidthOf(bar.Words)) + 12;
        (least, most) = isLog ? (Math.Min(1, bars.Min(bar => bar.Value)), Math.Max(1.1, bars.Max(bar => bar.Value)))
            : (0, bars.Max(bar => bar.Value));
        Height = Foot + groups.Sum(group => (group.Heading.Length > 0 ? Row + 4 : 0) + (group.Bars.Count * Row) + 4);
    }

    protected override int Height { get; }

    protected override void Draw()
    {
        double y = 0;
        foreach (ChartBars group in groups)
        {
            if (group.Heading.Length > 0)
            {
                Words(0, y + 15, group.Heading);
                y += Row + 4;
            }

            foreach (ChartBar bar in group.Bars)
            {
                double from = X(Math.Min(bar.Value, isLog ? 1 : 0)), to = X(isLog ? Math.Max(bar.Value, 1) : bar.Value);
                string kind = bar.IsSoft ? "soft" : bar.Value >= 1 ? "c0" : "c1";
                string label = Text($"<text class=\"name\" x=\"0\" y=\"{y + 14.5:0.#}\">{Escape(bar.Label)}</text>");
                Add($"{(bar.Href is null ? label : $"<a href=\"{bar.Href}\">{label}</a>")}");
                string box = Text($"x=\"{from:0.#}\" y=\"{y + 3:0.#}\" width=\"{Math.Max(1, to - from):0.#}\" height=\"14\"");
                Add($"<g class=\"{kind}\"><rect class=\"bar\" {box} rx=\"2\"/></g>");
                Words(to + 6, y + 14.5, bar.Words, kind: bar.IsSoft ? "" : "strong");
                y += Row;
            }

            y += 4;
        }

        // The line crosses the bars, not the headings between them.
        y = 0;
        foreach (ChartBars group in groups)
        {
            y += group.Heading.Length > 0 ? Row + 4 : 0;
            Rule(X(1), y, X(1), y + (group.Bars.Count * Row), "base");
            y += (group.Bars.Count * Row) + 4;
        }

        double half = WidthOf(one) / 2;
        Words(Math.Clamp(X(1), half, Width - half), Height - 6, one, "middle");
    }

    private double X(double value)
    {
        double part = isLog ? Math.Log(value / least) / Math.Log(most / least) : value / most;
        return left + (part * (Width - left - right));
    }
}
