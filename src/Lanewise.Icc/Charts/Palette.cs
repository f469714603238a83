using System.Globalization;

namespace Lanewise.Icc.Charts;

/// <summary>The theme of the page on which a chart is shown.</summary>
internal enum ChartTheme
{
    Light,
    Dark,

    /// <summary>The chart contains both themes and follows the reader's setting.</summary>
    Both,
}

/// <summary>The meaning of a color, which is the same in all charts and pictures.</summary>
internal enum ChartInk
{
    /// <summary>Blue: the subject of the chart. Examples: many messages at once, a device, a bar that shows that Lanewise is
    /// faster, the error that a fit minimizes, a highlighted box.</summary>
    Main,

    /// <summary>
    /// Purple: another variant of the subject. Examples: single messages, scalar code, one core, the RMS error.
    /// </summary>
    Second,

    /// <summary>
    /// Black, green or magenta (white instead of black on a dark page): the alternatives that Lanewise is compared with.
    /// Examples: another library, other vector widths, all cores of the CPU. The three colors only distinguish lines from each
    /// other.
    /// </summary>
    Compared,

    /// <summary>Orange: a bar with an arrowhead that shows that Lanewise is slower.</summary>
    Slower,

    /// <summary>
    /// Gray: no difference, or a reference. Examples: a bar whose value is equal to the baseline, the theoretical maximum, MD5 in
    /// a chart of another hash, a broken hash.
    /// </summary>
    Reference,
}

/// <summary>
/// The colors of all charts. <see cref="ChartInk"/> defines the meaning of each color. The colors also differ in lightness, so
/// readers can distinguish them in grayscale and with deuteranopia or protanopia. Charts do not use <see cref="Good"/>,
/// <see cref="Warning"/> and <see cref="Bad"/>, which are reserved for verdicts on files in pages.
/// </summary>
/// <param name="Text">The color of titles and values.</param>
/// <param name="Soft">The color of all other text, and of <see cref="ChartInk.Reference"/>.</param>
/// <param name="Grid">The color of grid lines.</param>
/// <param name="Page">The background color.</param>
/// <param name="Main">The color of <see cref="ChartInk.Main"/>.</param>
/// <param name="Second">The color of <see cref="ChartInk.Second"/>.</param>
/// <param name="Compared">The colors of <see cref="ChartInk.Compared"/>.</param>
/// <param name="Slower">The color of <see cref="ChartInk.Slower"/>.</param>
/// <param name="Good">The color of words that report success.</param>
/// <param name="Warning">The color of words that report neither success nor a failure, but need attention.</param>
/// <param name="Bad">The color of words that report a failure.</param>
internal sealed record Palette(
    string Text, string Soft, string Grid, string Page, string Main, string Second, IReadOnlyList<string> Compared,
    string Slower, string Good, string Warning, string Bad)
{
    public static Palette Light { get; } = new(
        "#1b1b1b", "#5a5a5a", "#e2e2e2", "#ffffff", "#0a5ebf", "#521e78", ["#181818", "#0f865e", "#921a4c"],
        "#de6a0c", "#00694c", "#8a5a00", "#a02020");

    public static Palette Dark { get; } = new(
        "#e8e8e8", "#a9adb3", "#34373b", "#151618", "#68a6fa", "#a860cd", ["#f6f6f6", "#3bce9d", "#e462b0"],
        "#f8cf7c", "#2fd3a4", "#f8cf7c", "#ff8a80");

    /// <summary>Returns the CSS class of a color.</summary>
    /// <param name="ink">The meaning.</param>
    /// <param name="index">The index of the line among the lines with the same meaning.</param>
    public static string Class(ChartInk ink, int index = 0) => ink switch
    {
        ChartInk.Main => "main",
        ChartInk.Second => "second",
        ChartInk.Slower => "slower",
        ChartInk.Reference => "soft",
        _ => "compared" + (index % Light.Compared.Count).ToString(CultureInfo.InvariantCulture),
    };

    /// <summary>Returns the style sheet for a single chart or for a page with charts.</summary>
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
        .chart .lead, .chart .leader { stroke: currentColor; stroke-opacity: .8; }
        .chart .area { fill: currentColor; fill-opacity: .15; }
        .chart .mark { fill: currentColor; stroke: currentColor; }
        .chart .bar { fill: currentColor; }
        .chart .dashed polyline { stroke-dasharray: 6 4; }
        .chart .dotted polyline { stroke-dasharray: 1 5; stroke-linecap: round; }
        .chart .point { outline: none; }
        .chart .note-words { font-weight: 600; }
        .chart .note-words, .chart .strong, .chart .clear, .chart circle.bar { paint-order: stroke; stroke-width: 4px; }
        .chart text.line-words { fill: currentColor; }
        .chart .tip { display: none; }
        .chart .point:hover .tip, .chart .point:focus .tip { display: inline; }
        .chart:has(.point:hover, .point:focus) .point:not(:hover, :focus) .mark { opacity: .2; }
        .chart .point:hover .mark, .chart .point:focus .mark { stroke-width: 5; }

        """;

    private string Rules() => $$"""
        .chart text { fill: {{Soft}}; }
        .chart .title, .chart .strong, .chart .name, .chart .note-words, .chart .tip text { fill: {{Text}}; }
        .chart .tip rect { fill: {{Page}}; stroke: {{Soft}}; }
        .chart .grid { stroke: {{Grid}}; }
        .chart .base { stroke: {{Text}}; stroke-dasharray: 5 4; }
        .chart .ring { fill: none; stroke: {{Text}}; stroke-width: 1.5; }
        .chart .page { fill: {{Page}}; }
        .chart .soft { color: {{Soft}}; }
        .chart .doubtful .mark { fill: {{Page}}; }
        .chart .note-words, .chart .strong, .chart .clear, .chart circle.bar { stroke: {{Page}}; }

        .chart .main { color: {{Main}}; }
        .chart .second { color: {{Second}}; }
        .chart .slower { color: {{Slower}}; }

        """ + string.Concat(Compared.Select((color, i) => $".chart .{Class(ChartInk.Compared, i)} {{ color: {color}; }}\n"));
}
