using System.Text;
using Lanewise.Icc.Charts;
using Lanewise.Proof.Sweeps;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Report;

/// <summary>
/// Writes the chart of a sweep with its figures. Above the chart, each x value has a transparent column. A column shows the
/// figures of all lines at its x value if the pointer is on it, if it is touched, or if it is selected with the keyboard. The
/// columns are a group of radio buttons, so that the Tab key stops once at each chart, and the arrow keys move between columns.
/// </summary>
internal static class ReadablePlot
{
    public static string Html(Sweep sweep)
    {
        LineChart chart = LogPlot.Chart(sweep, hasTips: false);
        SweepLine[] lines = [.. sweep.Lines.Where(line => line.Kind != LineKind.Ideal)];
        double[] xs = [.. lines.SelectMany(line => line.Points).Select(point => point.X).Distinct().Order()];
        if (xs.Length == 0) return chart.Inline($"data-sweep=\"{E(sweep.Name)}\"");

        double[] positions = [.. xs.Select(chart.Across)];
        // A column reaches from the middle between two x values to the next middle.
        double margin = xs.Length == 1 ? 0.05 : Math.Min(positions[1] - positions[0], positions[^1] - positions[^2]) / 2;
        double[] edges =
        [
            positions[0] - margin, .. positions.Zip(positions.Skip(1), (one, next) => (one + next) / 2), positions[^1] + margin,
        ];
        string widths = string.Join(' ', edges.Zip(edges.Skip(1), (from, to) => Invariant($"{1000 * (to - from):0}fr")));
        StringBuilder html = new();
        html.Append($"<div class=\"readable\">\n{chart.Inline($"data-sweep=\"{E(sweep.Name)}\"")}");
        html.Append($"<div class=\"columns screen\" role=\"radiogroup\" aria-label=\"{E(LogPlot.Name(sweep.X))}\" style=\"");
        html.Append(Invariant($"left: {edges[0]:0.##%}; right: {1 - edges[^1]:0.##%}; grid-template-columns: {widths}\">\n"));
        string name = E($"{HtmlReport.Id(sweep.Algorithm)}-{sweep.Name}");
        foreach (double x in xs)
        {
            html.Append($"<label><input type=\"radio\" name=\"{name}\"><span><b>{LogPlot.Text(sweep.X, x)}</b>");
            foreach (SweepLine line in lines)
            {
                foreach (SweepPoint point in line.Points.Where(point => point.X == x))
                    html.Append($"<br>{E(line.Name)}: {E(LogPlot.Value(sweep, point.Y))}");
            }

            html.Append("</span></label>\n");
        }

        return html.Append("</div>\n</div>\n").ToString();
    }

    /// <summary>The style of the columns and their figures.</summary>
    public const string Style = """
        .readable { position: relative; max-width: 640px; }
        .columns { position: absolute; top: 6%; bottom: 14%; display: grid; }
        .columns label { cursor: crosshair; }
        .columns input { appearance: none; display: block; width: 100%; height: 100%; margin: 0; outline: none; cursor: inherit; }
        .columns label:hover, .columns label:focus-within { background: color-mix(in srgb, var(--soft) 22%, transparent); }
        /* The figures are below the chart, so that they do not cover the lines. */
        .columns span {
          position: absolute; top: 117%; left: 0; z-index: 1; width: max-content; max-width: 130%; padding: 4px 8px;
          opacity: 0; pointer-events: none; background: var(--page); border: 1px solid var(--soft); border-radius: 3px;
          font-size: 12px; line-height: 1.4;
        }
        .columns label:hover span, .columns input:focus + span { opacity: 1; }
        .columns:hover label:not(:hover) span { opacity: 0; }

        """;
}
