namespace Lanewise.Icc.Charts;

/// <summary>The theme of the page on which a chart is shown.</summary>
internal enum ChartTheme
{
    Light,
    Dark,

    /// <summary>The chart supports both themes and follows the reader's setting.</summary>
    Both,
}

/// <summary>The colours of all charts. The lines also differ in lightness, so that readers can distinguish them in grey and
/// with deuteranopia or protanopia.</summary>
/// <param name="Text">The colour of titles and values.</param>
/// <param name="Soft">The colour of all other text.</param>
/// <param name="Grid">The colour of grid lines.</param>
/// <param name="Page">The background.</param>
/// <param name="Lines">The colours of lines and bars. The first colour is for the most important line.</param>
internal sealed record Palette(string Text, string Soft, string Grid, string Page, IReadOnlyList<string> Lines)
{
    public static Palette Light { get; } = new(
        "#1b1b1b", "#5a5a5a", "#e2e2e2", "#ffffff", ["#0a5ebf", "#de6a0c", "#181818", "#521e78", "#0f865e", "#921a4c"]);

    public static Palette Dark { get; } = new(
        "#e8e8e8", "#a9adb3", "#34373b", "#151618", ["#57a3fb", "#f8cf7c", "#f6f6f6", "#a158d5", "#3bce9d", "#ec5594"]);

    /// <summary>The style sheet for a single chart or for a page with charts.</summary>
    public static string Css(ChartTheme theme) => Shapes + theme switch
    {
        ChartTheme.Light => Light.Rules(),
        ChartTheme.Dark => Dark.Rules(),
        _ => $"{Light.Rules()}@media screen and (prefers-color-scheme: dark) {{\n{Dark.Rules()}}}\n",
    };

    private const string Shapes = """
        .chart text { font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; font-size: 13px; }
        .chart .title { font-size: 15px; font-weight: 600; }
        .chart .strong { font-weight: 600; }
        .chart polyline { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
        .chart .lead { stroke: currentColor; stroke-opacity: .5; }
        .chart .area { fill: currentColor; fill-opacity: .15; }
        .chart .mark { fill: currentColor; stroke: currentColor; }
        .chart .bar { fill: currentColor; }
        .chart .dashed polyline { stroke-dasharray: 6 4; }
        .chart .dotted polyline { stroke-dasharray: 1 5; stroke-linecap: round; }
        .chart .point { outline: none; }
        .chart .note-words { font-weight: 600; paint-order: stroke; stroke-width: 4px; }
        .chart .point text { display: none; paint-order: stroke; stroke-width: 4px; }
        .chart .point:hover text, .chart .point:focus text { display: inline; }
        .chart .point:hover .mark, .chart .point:focus .mark { stroke-width: 5; }

        """;

    private string Rules() => $$"""
        .chart text { fill: {{Soft}}; }
        .chart .title, .chart .strong, .chart .name, .chart .note-words, .chart .point text { fill: {{Text}}; }
        .chart .grid { stroke: {{Grid}}; }
        .chart .base { stroke: {{Soft}}; stroke-dasharray: 5 4; }
        .chart .ring { fill: none; stroke: {{Text}}; stroke-width: 1.5; }
        .chart .page { fill: {{Page}}; }
        .chart .soft { color: {{Soft}}; }
        .chart .doubtful .mark { fill: {{Page}}; }
        .chart .point text, .chart .note-words { stroke: {{Page}}; }

        """ + string.Concat(Lines.Select((color, i) => $".chart .c{i} {{ color: {color}; }}\n"));
}
