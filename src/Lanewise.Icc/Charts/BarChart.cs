namespace Lanewise.Icc.Charts;

/// <summary>A bar that shows a value relative to the baseline.</summary>
/// <param name="Label">The text before the bar.</param>
/// <param name="Value">The value.</param>
/// <param name="Words">The text after the bar.</param>
/// <param name="IsSoft">True if the bar serves only for comparison.</param>
/// <param name="Href">The link target of the label. Null means no link.</param>
internal sealed record ChartBar(string Label, double Value, string Words, bool IsSoft = false, string? Href = null);

/// <summary>A group of bars with a heading, which may be empty.</summary>
internal sealed record ChartBars(string Heading, IReadOnlyList<ChartBar> Bars);

/// <summary>Draws bars with labels, and a line at 1, which is the baseline for all bars.</summary>
internal sealed class BarChart : Chart
{
    private const int Row = 20, Foot = 22, MostLabel = 150;
    private const double Bold = 1.12;

    private readonly IReadOnlyList<ChartBars> groups;
    private readonly string one;
    private readonly bool isLog;
    private readonly double left, right, least, most;

    /// <param name="title">The title.</param>
    /// <param name="one">The name of the baseline.</param>
    /// <param name="isLog">True if the axis is logarithmic. On a logarithmic axis, bars below 1 extend to the left.</param>
    /// <param name="groups">The groups from top to bottom.</param>
    public BarChart(string title, string one, bool isLog, params IReadOnlyList<ChartBars> groups)
        : base(title)
    {
        (this.one, this.isLog, this.groups) = (one, isLog, groups);
        ChartBar[] bars = [.. groups.SelectMany(group => group.Bars)];
        left = Math.Min(MostLabel, bars.Max(bar => WidthOf(bar.Label))) + 8;
        right = (Bold * bars.Max(bar => WidthOf(bar.Words))) + 12;
        (least, most) = isLog ? (Math.Min(1, bars.Min(bar => bar.Value)), Math.Max(1.1, bars.Max(bar => bar.Value)))
            : (0, Math.Max(1, Limit([.. bars.Select(bar => bar.Value).OrderDescending()])));
        Height = Foot + groups.Sum(group => (group.Heading.Length > 0 ? Row + 4 : 0) + (group.Bars.Count * Row) + 4);
    }

    /// <summary>Indicates whether a bar is longer than the axis. Such a bar is drawn with a gap.</summary>
    public bool HasGaps { get; private set; }

    protected override int Height { get; }

    // If a few bars are ten times as long as all other bars, the other bars would be too short for a comparison. So the axis ends
    // after the longest of the other bars.
    private double Limit(double[] values)
    {
        int outliers = Enumerable.Range(0, values.Length / 4).LastOrDefault(i => values[i] > 10 * values[i + 1], -1) + 1;
        HasGaps = outliers > 0;
        return outliers > 0 ? 1.25 * values[outliers] : values[0];
    }

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
                double value = Math.Min(bar.Value, most);
                double from = X(Math.Min(value, isLog ? 1 : 0)), to = X(isLog ? Math.Max(value, 1) : value);
                string kind = bar.IsSoft ? "soft" : bar.Value >= 1 ? "c0" : "c1";
                string label = Text($"<text class=\"name\" x=\"0\" y=\"{y + 14.5:0.#}\">{Escape(bar.Label)}</text>");
                Add($"{(bar.Href is null ? label : $"<a href=\"{bar.Href}\">{label}</a>")}");
                string box = Text($"x=\"{from:0.#}\" y=\"{y + 3:0.#}\" width=\"{Math.Max(1, to - from):0.#}\" height=\"14\"");
                Add($"<g class=\"{kind}\"><rect class=\"bar\" {box} rx=\"2\"/></g>");
                if (value < bar.Value)
                {
                    double gap = to - 16;
                    string start = Text($"{gap:0.#},{y + 19:0.#} {gap + 6:0.#},{y + 1:0.#}");
                    string end = Text($"{gap + 11:0.#},{y + 1:0.#} {gap + 5:0.#},{y + 19:0.#}");
                    Add($"<polygon class=\"page\" points=\"{start} {end}\"/>");
                }

                Words(Math.Max(to, X(1)) + 6, y + 14.5, bar.Words, kind: bar.IsSoft ? "" : "strong");
                y += Row;
            }

            y += 4;
        }

        // The line crosses the bars, but not the headings between them.
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
