using System.Text;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Report;

/// <summary>
/// The frame of a plot as SVG: ticks with their grid, and words. Written here, because nothing but lines and words is needed;
/// colours are the page's.
/// </summary>
internal abstract class Plot
{
    protected const int Width = 480, Height = 300, Left = 62, Right = 14, Top = 12, Bottom = 44;

    protected StringBuilder Svg { get; } = new();

    /// <summary>Begins it.</summary>
    /// <param name="label">What it shows, for those who do not see it.</param>
    /// <param name="attributes">What programs know it by.</param>
    protected void Begin(string label, string attributes)
    {
        Svg.Append(Invariant($"<svg viewBox=\"0 0 {Width} {Height}\" role=\"img\" "));
        Svg.Append(Invariant($"aria-label=\"{E(label)}\" {attributes}>\n"));
    }

    protected string End() => Svg.Append("</svg>\n").ToString();

    protected void NameX(string name)
    {
        int middle = (Left + Width - Right) / 2;
        Svg.Append(Invariant($"<text x=\"{middle}\" y=\"{Height - 8}\" text-anchor=\"middle\">{name}</text>\n"));
    }

    protected void Tick(double? x, double? y, string text)
    {
        Svg.Append(x is double at
            ? Invariant($"<line class=\"grid\" x1=\"{at:0.#}\" x2=\"{at:0.#}\" y1=\"{Top}\" y2=\"{Height - Bottom}\"/>")
            : Invariant($"<line class=\"grid\" x1=\"{Left}\" x2=\"{Width - Right}\" y1=\"{y:0.#}\" y2=\"{y:0.#}\"/>"));
        Svg.Append(x is not null
            ? Invariant($"<text x=\"{x:0.#}\" y=\"{Height - Bottom + 16}\" text-anchor=\"middle\">{text}</text>\n")
            : Invariant($"<text x=\"{Left - 6}\" y=\"{y + 4:0.#}\" text-anchor=\"end\">{text}</text>\n"));
    }

    /// <summary>To the next of 1, 2, 5, 10 and so on.</summary>
    protected static double Round(double value, bool up)
    {
        double power = Math.Pow(10, Math.Floor(Math.Log10(value)));
        double[] ticks = [power, 2 * power, 5 * power, 10 * power];
        return up ? ticks.First(tick => tick >= value * 0.999) : ticks.Last(tick => tick <= value * 1.001);
    }
}
