using System.Globalization;
using System.Net;
using System.Text;

namespace Lanewise.Icc.Charts;

/// <summary>
/// A chart as SVG. The default width is 440 units, so text is at least 10 pixels high on a page that is 400 pixels wide. A chart
/// loads no external files, not even a font. The colors come from <see cref="Palette"/>.
/// </summary>
internal abstract class Chart(string title)
{
    private const int Margin = 8;

    /// <summary>The width to which a chart in a document is enlarged if the page is wide enough. At this width, its text is 14
    /// pixels high, as in the drawings of the documentation.</summary>
    private const int DocumentWidth = 474;

    /// <summary>The width of a chart for a page that is 400 pixels wide.</summary>
    public const int NarrowWidth = 440;

    /// <summary>The width of the chart in SVG units.</summary>
    public int Width { get; init; } = NarrowWidth;

    /// <summary>The height of a line of text in SVG units.</summary>
    protected const int LineHeight = 17;

    private readonly StringBuilder svg = new();

    /// <summary>The title of the chart, which is also available to screen readers.</summary>
    public string Title { get; } = title;

    /// <summary>The height of the chart, which is known only after the layout.</summary>
    protected abstract int Height { get; }

    protected abstract void Draw();

    /// <summary>Returns the chart for use in a page that includes <see cref="Palette.Css"/>.</summary>
    /// <param name="attributes">Additional SVG attributes for programs to read.</param>
    public string Inline(string attributes = "")
    {
        string body = Body();
        return Text($"<svg class=\"chart\" viewBox=\"0 0 {Width} {Height}\" role=\"group\" aria-label=\"{Escape(Title)}\" ")
            + $"{attributes}>\n{body}</svg>\n";
    }

    /// <summary>Returns a document with several charts, one below the other.</summary>
    /// <param name="theme">The theme of the page.</param>
    /// <param name="heading">The title of the document, followed by the lines below it. The list may be empty.</param>
    /// <param name="charts">The charts from top to bottom. The document is as wide as the widest chart.</param>
    public static string Document(ChartTheme theme, IReadOnlyList<string> heading, params IReadOnlyList<Chart> charts)
    {
        int width = charts.Max(chart => chart.Width);
        StringBuilder body = new();
        double y = heading.Count > 0 ? 4 : 0;
        for (int i = 0; i < heading.Count; i++)
        {
            foreach (string line in Wrapped(heading[i], width, i == 0 ? 15 : 13))
            {
                y += i == 0 ? 20 : LineHeight;
                body.Append(Text($"<text class=\"{(i == 0 ? "title" : "")}\" x=\"0\" y=\"{y:0.#}\">{Escape(line)}</text>\n"));
            }
        }

        y += heading.Count > 0 ? 8 : 0;
        foreach (Chart chart in charts)
        {
            string drawn = chart.Body();
            body.Append(Text($"<g transform=\"translate(0 {y:0.#})\">\n")).Append(drawn).Append("</g>\n");
            y += chart.Height;
        }

        string description = string.Join("; ", charts.Select(chart => chart.Title));
        // A chart for both themes must draw its own background, because the page may use either theme.
        int full = theme == ChartTheme.Both ? width + (2 * Margin) : width;
        int shown = Math.Max(DocumentWidth, full);
        string ground = theme == ChartTheme.Both
            ? Text($"<rect class=\"page\" x=\"{-Margin}\" width=\"{full}\" height=\"100%\"/>\n") : "";
        string box = theme == ChartTheme.Both ? Text($"{-Margin} 0 {full} {y:0}") : Text($"0 0 {full} {y:0}");
        return Text($"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"{box}\" ")
            + Text($"width=\"{shown}\" height=\"{y * shown / full:0}\" role=\"img\">\n")
            + $"<title>{Escape(description)}</title>\n<style>\n{Palette.Css(theme)}</style>\n{ground}{body}</svg>\n";
    }

    private string Body()
    {
        svg.Clear();
        Draw();
        return svg.ToString();
    }

    // ---- elements of charts ----

    protected void Add(FormattableString element) => svg.Append(element.ToString(CultureInfo.InvariantCulture)).Append('\n');

    protected void Words(double x, double y, string text, string anchor = "start", string kind = "") =>
        Add($"<text class=\"{kind}\" x=\"{x:0.#}\" y=\"{y:0.#}\" text-anchor=\"{anchor}\">{Escape(text)}</text>");

    protected void Rule(double x1, double y1, double x2, double y2, string kind = "grid") =>
        Add($"<line class=\"{kind}\" x1=\"{x1:0.#}\" x2=\"{x2:0.#}\" y1=\"{y1:0.#}\" y2=\"{y2:0.#}\"/>");

    /// <summary>Returns the estimated maximum width of the text, including a margin for wider fonts.</summary>
    public static double WidthOf(string text, double size = 13) => text.Sum(c => c is 'm' or 'M' or 'W' or '%' ? 0.9
        : c is 'i' or 'l' or 'j' or 't' or 'f' or 'r' or '.' or ',' or '\'' or ' ' or ':' or '|' ? 0.4
        : char.IsUpper(c) ? 0.74 : 0.64) * size;

    /// <summary>Wraps text into lines of at most the given width, without splitting words.</summary>
    public static IReadOnlyList<string> Wrapped(string text, double width, double size = 13)
    {
        List<string> lines = [];
        foreach (string word in text.Split(' '))
        {
            if (lines.Count > 0 && WidthOf($"{lines[^1]} {word}", size) <= width) lines[^1] += " " + word;
            else lines.Add(word);
        }

        return lines;
    }

    /// <summary>Wraps text into as few lines as <see cref="Wrapped"/>, but makes the line lengths as equal as possible.</summary>
    protected static IReadOnlyList<string> Balanced(string text, double width)
    {
        int lines = Wrapped(text, width).Count;
        for (double less = width / 2; less < width; less += 4)
        {
            IReadOnlyList<string> wrapped = Wrapped(text, less);
            if (wrapped.Count == lines && wrapped.All(line => WidthOf(line) <= width)) return wrapped;
        }

        return Wrapped(text, width);
    }

    public static string Escape(string text) => WebUtility.HtmlEncode(text);

    protected static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
