namespace Lanewise.Icc.Charts;

/// <summary>A bar of a bar chart, which shows a value relative to the baseline.</summary>
/// <param name="Label">The text before the bar.</param>
/// <param name="Value">The value.</param>
/// <param name="Words">The text after the bar.</param>
/// <param name="IsEqual">
/// True if the difference from the baseline is negligible. On a logarithmic axis, the bar is then replaced with a gray dot on
/// the baseline, because a bar would suggest a difference.
/// </param>
/// <param name="Href">The link target of the label, or null if there is no link.</param>
/// <param name="IsEmpty">True if only the label and the text after the bar are shown; the value is then not used.</param>
/// <param name="IsMinor">True if the bar is gray, because it should not distract from the other bars.</param>
internal sealed record ChartBar(
    string Label, double Value, string Words, bool IsEqual = false, string? Href = null, bool IsEmpty = false,
    bool IsMinor = false);

/// <summary>A group of bars.</summary>
/// <param name="Heading">The heading, which names the baseline if the chart has no common name for it, or an empty
/// string.</param>
/// <param name="Bars">The bars from top to bottom.</param>
internal sealed record ChartBars(string Heading, IReadOnlyList<ChartBar> Bars);

/// <summary>
/// Draws bars with labels, and a line at the value 1, which is the baseline of all bars. A bar below 1 extends to the left and
/// ends in an arrowhead. It is as long as the bar of the inverse value. Therefore, a slowdown is as visible as a speedup by the
/// same factor.
/// </summary>
internal sealed class BarChart : Chart
{
    private const int Row = 20, MostLabel = 150, Head = 10, Dot = 4;
    private const double Bold = 1.12;

    // The ratios between ticks for a small and for a large range. The ticks are evenly spaced, and 1 is one of them.
    private static readonly double[] Steps = [2, 4, 10, 100], LargeSteps = [10, 100, 1000, 1e6];

    private readonly IReadOnlyList<ChartBars> groups;
    private readonly string baseline;
    private readonly bool isLog;
    private readonly int foot;
    private readonly double left, right, least, most;

    /// <param name="title">The title of the chart.</param>
    /// <param name="baseline">The name of the common baseline, or an empty string if the headings of the groups name
    /// it.</param>
    /// <param name="isLog">
    /// True if the axis is logarithmic. On a linear axis, the length of a bar is the factor minus 1, to the right for a speedup
    /// and to the left for a slowdown.
    /// </param>
    /// <param name="groups">The groups from top to bottom.</param>
    public BarChart(string title, string baseline, bool isLog, params IReadOnlyList<ChartBars> groups)
        : this(title, baseline, isLog, [], groups)
    {
    }

    /// <param name="title">The title of the chart.</param>
    /// <param name="baseline">The name of the common baseline, or an empty string.</param>
    /// <param name="isLog">True if the axis is logarithmic.</param>
    /// <param name="beside">
    /// The bars of other charts that are shown beside this chart. Charts with the same bars beside them have the same scale.
    /// </param>
    /// <param name="groups">The groups from top to bottom.</param>
    public BarChart(
        string title, string baseline, bool isLog, IReadOnlyList<ChartBar> beside, IReadOnlyList<ChartBars> groups)
        : base(title)
    {
        (this.baseline, this.isLog, this.groups) = (baseline, isLog, groups);
        ChartBar[] all = [.. groups.SelectMany(group => group.Bars), .. beside], bars = [.. all.Where(bar => !bar.IsEmpty)];
        left = Math.Min(MostLabel, all.Max(bar => WidthOf(bar.Label))) + 8
            + (bars.Any(bar => bar.Value < 1) ? Head + 2 : 0);
        right = (Bold * bars.Max(bar => WidthOf(bar.Words))) + 12;
        (least, most) = (Math.Min(1, bars.Min(bar => bar.Value)), Math.Max(1.1, bars.Max(bar => bar.Value)));
        foot = (baseline.Length > 0 ? 22 : 0) + (isLog ? LineHeight : 0);
    }

    // The width, which determines the lines of a heading, is known only after the constructor.
    protected override int Height => foot + groups.Sum(HeightOf);

    protected override void Draw()
    {
        Axis();
        double y = 0;
        foreach (ChartBars group in groups)
        {
            double top = y + HeadingOf(group), line = y + 15;
            // The baseline is behind the bars and dots. It does not cross a heading, nor a text without a bar.
            int drawn = group.Bars.Select((bar, i) => bar.IsEmpty ? 0 : i + 1).DefaultIfEmpty(0).Max();
            Rule(X(1), top, X(1), top + (drawn * Row), "base");
            foreach (string part in LinesOf(group))
            {
                Words(0, line, part, kind: "clear");
                line += LineHeight;
            }

            foreach (ChartBar bar in group.Bars)
            {
                string label = Text($"<text class=\"name\" x=\"0\" y=\"{top + 14.5:0.#}\">{Escape(bar.Label)}</text>");
                // The label links are excluded from the tab order, because the page has a list of its sections.
                Add($"{(bar.Href is null ? label : $"<a href=\"{bar.Href}\" tabindex=\"-1\">{label}</a>")}");
                if (!bar.IsEmpty) Add($"<g class=\"{Palette.Class(InkOf(bar))}\">{Shape(bar, top)}</g>");
                double start = bar.IsEmpty ? BesideBase(bar.Words)
                    : IsDot(bar) ? X(1) + Dot + 4 : Math.Max(X(bar.Value), X(1)) + 6;
                Words(start, top + 14.5, bar.Words, kind: bar.IsEmpty || bar.IsEqual ? "clear" : "strong");
                top += Row;
            }

            y += HeightOf(group);
        }
    }

    // If all bars extend to the left, there may be no room for the text to the right of the baseline.
    private double BesideBase(string words)
    {
        double start = X(1) + 6, width = WidthOf(words);
        return start + width <= Width ? start : Math.Max(left, X(1) - 6 - width);
    }

    private static ChartInk InkOf(ChartBar bar) =>
        bar.IsEqual || bar.IsMinor ? ChartInk.Reference : bar.Value >= 1 ? ChartInk.Main : ChartInk.Slower;

    private bool IsDot(ChartBar bar) => isLog && bar.IsEqual;

    private string Shape(ChartBar bar, double top)
    {
        if (IsDot(bar)) return Text($"<circle class=\"bar\" cx=\"{X(1):0.#}\" cy=\"{top + 10:0.#}\" r=\"{Dot}\"/>");

        double at = X(bar.Value), from = X(1);
        if (at >= from || bar.IsEqual)
        {
            double width = Math.Max(2, Math.Abs(at - from));
            return Text($"<rect class=\"bar\" x=\"{Math.Min(at, from):0.#}\" y=\"{top + 3:0.#}\" width=\"{width:0.#}\" ")
                + "height=\"14\" rx=\"2\"/>";
        }

        double tip = Math.Min(at, from - Head), neck = tip + Head;
        return Text($"<polygon class=\"bar\" points=\"{tip:0.#},{top + 10:0.#} {neck:0.#},{top + 1:0.#} ")
            + Text($"{neck:0.#},{top + 3:0.#} {from:0.#},{top + 3:0.#} ")
            + Text($"{from:0.#},{top + 17:0.#} {neck:0.#},{top + 17:0.#} {neck:0.#},{top + 19:0.#}\"/>");
    }

    // A logarithmic axis needs ticks, because the bar lengths are not proportional to the values.
    private void Axis()
    {
        double bottom = Height - foot;
        IReadOnlyList<(double Value, string Words)> ticks = isLog ? Ticks() : [];
        foreach ((double value, string words) in ticks)
        {
            // The lines must not run through the headings of the groups.
            double y = 0;
            foreach (ChartBars group in groups)
            {
                Rule(X(value), y + HeadingOf(group), X(value), y + HeightOf(group));
                y += HeightOf(group);
            }

            Words(X(value), bottom + 14, words, "middle");
        }

        if (baseline.Length == 0) return;

        double half = WidthOf(baseline) / 2;
        Words(Math.Clamp(X(1), half, Width - half), Height - 6, baseline, "middle");
    }

    // Returns the ticks with the smallest ratio for which no label touches another one.
    private IReadOnlyList<(double Value, string Words)> Ticks()
    {
        const double Large = 100;
        foreach (double step in most / least > Large ? LargeSteps : Steps)
        {
            ChartAxis axis = new("", IsLog: true, value => ChartAxis.Short(value) + "×", step);
            IReadOnlyList<(double Value, string Words)> ticks = axis.Ticks(least, most, 0);
            bool areApart = ticks.Zip(ticks.Skip(1)).All(two =>
                X(two.Second.Value) - X(two.First.Value) > ((WidthOf(two.First.Words) + WidthOf(two.Second.Words)) / 2) + 6);
            if (areApart) return ticks;
        }

        return [];
    }

    private IReadOnlyList<string> LinesOf(ChartBars group) => group.Heading.Length > 0 ? Balanced(group.Heading, Width) : [];

    private int HeadingOf(ChartBars group) =>
        group.Heading.Length > 0 ? Row + 4 + ((LinesOf(group).Count - 1) * LineHeight) : 0;

    private int HeightOf(ChartBars group) => HeadingOf(group) + (group.Bars.Count * Row) + 4;

    private double X(double value)
    {
        double start = Along(least);
        return left + ((Along(value) - start) / (Along(most) - start) * (Width - left - right));
    }

    private double Along(double value) => isLog ? Math.Log(value) : value >= 1 ? value - 1 : 1 - (1 / value);
}
