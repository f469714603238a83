using System.Security;
using System.Text;
using Lanewise.Gpu.Offloading;
using Lanewise.Hashing;

namespace Lanewise.Cli.Gpu;

/// <summary>
/// Rate over size, both in powers, one panel per kind of work, as SVG: the processor's lines are broken, the device's are drawn
/// through, each with its name at its end. Written here, because nothing but lines and words is needed.
/// </summary>
internal static class CrossoverPlot
{
    private const int Width = 900, PanelHeight = 380, Head = 74, Left = 84, Right = 130, Top = 34, Bottom = 46, LabelGap = 15;

    // Told apart by those who see few colours too.
    private static readonly string[] Colors = ["#7a7a7a", "#000000", "#d55e00", "#e69f00", "#0072b2", "#009e73"];

    public static string Draw(string device, string processor, IReadOnlyList<CrossoverCurve> curves)
    {
        int height = Head + (curves.Count * PanelHeight);
        StringBuilder svg = new();
        Add(svg, $"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{Width}\" height=\"{height}\" ");
        Add(svg, $"viewBox=\"0 0 {Width} {height}\" ");
        Add(svg, $"font-family=\"sans-serif\" font-size=\"12\">\n");
        Add(svg, $"<rect width=\"{Width}\" height=\"{height}\" fill=\"#ffffff\"/>\n");
        Text(svg, 16, 26, "start", "From which size on does the device pay?", "font-size=\"17\" font-weight=\"bold\"");
        Text(svg, 16, 45, "start", $"Device: {device}", "");
        Text(svg, 16, 61, "start", $"Processor: {processor}", "");
        for (int i = 0; i < curves.Count; i++)
        {
            Add(svg, $"<g transform=\"translate(0 {Head + (i * PanelHeight)})\">\n");
            Panel(svg, curves[i]);
            svg.Append("</g>\n");
        }

        return svg.Append("</svg>\n").ToString();
    }

    private static void Panel(StringBuilder svg, CrossoverCurve curve)
    {
        double[][] rates = [.. curve.Points.Select(p => p.Seconds.Select(s => p.Bytes / s / 1e6).ToArray())];
        double leastX = Math.Log10(curve.Points[0].Bytes), mostX = Math.Max(leastX + 0.1, Math.Log10(curve.Points[^1].Bytes));
        double leastY = Math.Floor(Math.Log10(rates.Min(r => r.Min())));
        double mostY = Math.Max(leastY + 1, Math.Ceiling(Math.Log10(rates.Max(r => r.Max()))));
        double X(double bytes) => Left + ((Math.Log10(bytes) - leastX) / (mostX - leastX) * (Width - Left - Right));
        double Y(double rate) =>
            PanelHeight - Bottom - ((Math.Log10(rate) - leastY) / (mostY - leastY) * (PanelHeight - Top - Bottom));

        Text(svg, Left, Top - 12, "start", curve.Work.Title, "font-size=\"14\" font-weight=\"bold\"");
        IEnumerable<string> froms = GpuCrossover.Froms(curve, OffloadModel.PaysMargin);
        string pays = string.Join(", ", froms.Select((from, way) => $"{WorkPlaces.Names[way + WorkPlaces.AllCores + 1]} {from}"));
        Text(svg, Width - Right, Top - 12, "end", $"pays from: {pays}", "");
        for (double power = leastY; power <= mostY; power++)
        {
            double y = Y(Math.Pow(10, power));
            Add(svg, $"<line x1=\"{Left}\" x2=\"{Width - Right}\" y1=\"{y:0.#}\" y2=\"{y:0.#}\" stroke=\"#dddddd\"/>\n");
            string rate = power >= 3 ? Invariant(
                $"{Math.Pow(10, power - 3):0.###} GB/s") : Invariant($"{Math.Pow(10, power):0.###} MB/s");
            Text(svg, Left - 8, y + 4, "end", rate, "");
        }

        foreach ((long bytes, _, _) in curve.Points)
        {
            double x = X(bytes);
            Add(svg, $"<line x1=\"{x:0.#}\" x2=\"{x:0.#}\" y1=\"{Top}\" y2=\"{PanelHeight - Bottom}\" stroke=\"#eeeeee\"/>\n");
            Text(svg, x, PanelHeight - Bottom + 18, "middle", GpuCrossover.Size(bytes), "");
        }

        // Names side by side where lines end close together: from the top down, each at least a line below the one before.
        int last = curve.Points.Count - 1;
        (int Place, double Y)[] labels = [.. rates[last].Select((rate, place) => (place, Y(rate))).OrderBy(label => label.Item2)];
        for (int i = 1; i < labels.Length; i++) labels[i].Y = Math.Max(labels[i].Y, labels[i - 1].Y + LabelGap);
        double beyond = labels[^1].Y - (PanelHeight - Bottom);
        for (int i = labels.Length - 1; i >= 0 && beyond > 0; i--)
        {
            labels[i].Y = Math.Min(labels[i].Y, PanelHeight - Bottom - ((labels.Length - 1 - i) * LabelGap));
        }

        foreach ((int place, double labelY) in labels)
        {
            string color = Colors[place], dashes = place <= WorkPlaces.AllCores ? " stroke-dasharray=\"6 4\"" : "";
            string points = string.Join(' ', curve.Points.Select((p, i) => Invariant(
                $"{X(p.Bytes):0.#},{Y(rates[i][place]):0.#}")));
            Add(svg, $"<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dashes}/>\n");
            for (int i = 0; i <= last; i++)
            {
                double x = X(curve.Points[i].Bytes), y = Y(rates[i][place]);
                Add(svg, $"<circle cx=\"{x:0.#}\" cy=\"{y:0.#}\" r=\"3\" fill=\"{color}\"/>\n");
            }

            double endY = Y(rates[last][place]);
            Add(svg, $"<line x1=\"{Width - Right + 4}\" x2=\"{Width - Right + 18}\" y1=\"{endY:0.#}\" y2=\"{labelY:0.#}\" ");
            Add(svg, $"stroke=\"{color}\"/>\n");
            Text(svg, Width - Right + 22, labelY + 4, "start", WorkPlaces.Names[place], $"fill=\"{color}\"");
        }
    }

    private static void Text(StringBuilder svg, double x, double y, string anchor, string text, string style) =>
        Add(svg, $"<text x=\"{x:0.#}\" y=\"{y:0.#}\" text-anchor=\"{anchor}\" {style}>{SecurityElement.Escape(text)}</text>\n");

    private static void Add(StringBuilder svg, ref InvariantText text) => svg.Append(Invariant(ref text));
}
