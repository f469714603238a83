using System.Globalization;
using System.Net;
using System.Text;
using Lanewise.Icc.Charts;

namespace Lanewise.Benchmarks;

/// <summary>The colors of a picture. The charts use the same colors.</summary>
internal sealed record Theme(string Name, Palette Colors)
{
    public static Theme Light { get; } = new("light", Palette.Light);

    public static Theme Dark { get; } = new("dark", Palette.Dark);
}

/// <summary>A picture as SVG text: boxes, arrows and lines of text on a transparent background.</summary>
internal sealed class Drawing
{
    private const string Font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

    private readonly StringBuilder svg = new();

    public Drawing(Theme theme, int width, int height, string description)
    {
        Theme = theme;
        svg.Append(CultureInfo.InvariantCulture, $"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
            <title>{Escape(description)}</title>
            <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path d="M0 0 L8 4 L0 8 z" fill="{theme.Colors.Soft}"/></marker></defs>

            """);
    }

    public Theme Theme { get; }

    /// <summary>Adds a box that is filled with a light tint of its border color.</summary>
    public void Box(
        double x, double y, double width, double height, ChartInk ink = ChartInk.Reference, bool isDashed = false)
    {
        bool isSoft = ink == ChartInk.Reference;
        string color = isSoft ? Theme.Colors.Soft : ink == ChartInk.Main ? Theme.Colors.Main : Theme.Colors.Second;
        string tint = isSoft ? ".06" : ".2", edge = isSoft ? " stroke-opacity=\".6\"" : "", style = Dashes(isDashed);
        Add($"""
            <rect x="{x}" y="{y}" width="{width}" height="{height}" rx="5" fill="{color}" fill-opacity="{tint}"
            stroke="{color}"{edge}{style}/>
            """);
    }

    /// <summary>Adds a box with centred lines of text. The first line is bold.</summary>
    public void Box(double x, double y, double width, double height, ChartInk ink, params ReadOnlySpan<string> lines)
    {
        Box(x, y, width, height, ink);
        double top = y + ((height - ((lines.Length - 1) * 18)) / 2) + 5;
        for (int i = 0; i < lines.Length; i++)
        {
            Text(x + (width / 2), top + (i * 18), lines[i], 14, isBold: i == 0, isMuted: i > 0, anchor: "middle");
        }
    }

    public void Line(double x1, double y1, double x2, double y2, bool isArrow = false, bool isDashed = false)
    {
        string style = Dashes(isDashed) + (isArrow ? " marker-end='url(#head)'" : "");
        Add($"""<path d="M{x1:0.#} {y1} L{x2:0.#} {y2}" fill="none" stroke="{Theme.Colors.Soft}" stroke-width="1.5"{style}/>""");
    }

    public void Text(double x, double y, string text, int size = 14, bool isBold = false, bool isMuted = false,
        string anchor = "start")
    {
        string fill = isMuted ? Theme.Colors.Soft : Theme.Colors.Text, weight = isBold ? "600" : "400";
        Add($"""
            <text x="{x:0.#}" y="{y}" font-family="{Font}" font-size="{size}" font-weight="{weight}" fill="{fill}"
            text-anchor="{anchor}">{Escape(text)}</text>
            """);
    }

    public override string ToString() => svg + "</svg>\n";

    private static string Dashes(bool isDashed) => isDashed ? " stroke-dasharray='5 4'" : "";

    private void Add(FormattableString element) => svg.Append(element.ToString(CultureInfo.InvariantCulture)).Append('\n');

    private static string Escape(string text) => WebUtility.HtmlEncode(text);
}
