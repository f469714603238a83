using System.Text;
using Lanewise.Proof.Sweeps;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Report;

/// <summary>
/// Writes a <see cref="BenchReport"/> as one self-contained page, without network access, for light and dark themes and for
/// print. Without scripts, the page lacks only the button that opens all sections.
/// </summary>
internal static class HtmlReport
{
    public static void Write(BenchReport report, Stream stream)
    {
        using StreamWriter page = ReportFiles.Writer(stream);
        page.Write(Page(report));
    }

    private static string Page(BenchReport report)
    {
        StringBuilder page = new();
        page.Append(HtmlPage.Begin($"Lanewise: {report.Machine}"));
        page.Append($"<style>\n{HtmlPage.Style}{ReadablePlot.Style}{Style}</style>\n</head>\n<body>\n");
        page.Append("<a class=\"skip screen\" href=\"#results\">Skip to results</a>\n");
        page.Append("<h1>How fast Lanewise is</h1>\n");
        page.Append(Verdict.Html(report));
        Results(report, page);
        page.Append("<div class=\"parts\">\n");
        foreach ((string kind, Sweep[][] algorithms) in Kinds(report))
        {
            if (kind.Length > 0) page.Append($"<h3 class=\"kind\">{kind}</h3>\n");
            foreach (Sweep[] algorithm in algorithms) Section(report, algorithm, page);
        }

        if (report.Published.Count > 0) Articles(report, page);
        page.Append("</div>\n<div class=\"about\">\n").Append(Verdict.Limits(report));
        page.Append("<section>\n<h2 id=\"reading\">How to read the plots</h2>\n");
        page.Append("<p>Times are processor time of one core; with several cores, wall time. A point is the median of its ");
        page.Append("rounds. <span class=\"screen\">Point at a plot or touch it to read its figures. With the keyboard, ");
        page.Append("select a plot with Tab, and read it with the arrow keys.</span> A hollow point is too noisy to judge. ");
        page.Append($"{E(Gains.NoiseIs)} An arrow at the edge is a value beyond the axis. ");
        page.Append("Solid lines are Lanewise, dashed lines are other libraries. ");
        page.Append($"{E(SweepRun.Yardstick)} is in the plots of all hashes, so that you can compare hashes across plots.</p>\n");
        return page.Append($"</section>\n</div>\n<script>\n{Script}</script>\n</body>\n</html>\n").ToString();
    }

    /// <summary>The headings of the two kinds of algorithms.</summary>
    public const string Hashes = "Hashes", Ciphers = "Ciphers";

    // Returns the sweeps of each hash, and then of each cipher. A report of only one kind has no headings.
    private static IEnumerable<(string Heading, Sweep[][] Algorithms)> Kinds(BenchReport report)
    {
        (bool IsCipher, Sweep[][] Algorithms)[] kinds =
        [
            .. report.Sweeps.GroupBy(sweep => sweep.Algorithm).GroupBy(algorithm => Gains.IsCipher(report, algorithm.Key))
                .Select(kind => (kind.Key, kind.Select(algorithm => algorithm.ToArray()).ToArray())),
        ];
        return kinds.Select(kind => (kinds.Length == 1 ? "" : kind.IsCipher ? Ciphers : Hashes, kind.Algorithms));
    }

    // Writes the heads of the columns above the sections. In print, a table with the same cells replaces the lines that open
    // the sections.
    private static void Results(BenchReport report, StringBuilder page)
    {
        page.Append("<h2 id=\"results\">Results by algorithm</h2>\n");
        page.Append("<p class=\"screen\">Select a line to open its plots. Open sections are also printed. ");
        page.Append("<button type=\"button\" id=\"all\" hidden></button></p>\n");
        page.Append("<p class=\"note\">Lanes / scalar code: a ratio of two of Lanewise's kernels; ");
        page.Append("one message may use another kernel or .NET's code.</p>\n");
        (string Title, string Name)[] columns = Columns(report);
        page.Append("<table class=\"print\">\n<thead><tr><th>algorithm</th>");
        foreach ((string title, _) in columns) page.Append($"<th>{title}</th>");
        page.Append("</tr></thead>\n");
        foreach ((_, Sweep[][] algorithms) in Kinds(report))
        {
            page.Append("<tbody>\n");
            foreach (Sweep[] algorithm in algorithms)
            {
                string title = algorithm[0].Algorithm, kind = Gains.IsBroken(title) ? " class=\"broken\"" : "";
                page.Append($"<tr><th{kind}>{E(Gains.Label(title))}</th>");
                foreach ((_, string name) in columns) page.Append($"<td>{Cell(report, algorithm, name)}</td>");
                page.Append("</tr>\n");
            }

            page.Append("</tbody>\n");
        }

        page.Append("</table>\n<div class=\"row heads\" aria-hidden=\"true\"><span>algorithm</span>");
        foreach ((string title, string name) in columns) page.Append($"<span{Key(name)}>{title}</span>");
        page.Append("</div>\n");
    }

    private static void Section(BenchReport report, Sweep[] sweeps, StringBuilder page)
    {
        // If the page has only one section, that section is open.
        string algorithm = sweeps[0].Algorithm;
        bool isSingle = report.Sweeps.All(sweep => sweep.Algorithm == algorithm);
        page.Append($"<details class=\"part\"{(isSingle ? " open" : "")}>\n<summary class=\"row\">");
        string kind = Gains.IsBroken(algorithm) ? "algorithm broken" : "algorithm";
        page.Append($"<span class=\"{kind}\">{E(Gains.Label(algorithm))}</span>");
        foreach ((string title, string name) in Columns(report))
            page.Append($"<span{Key(name)} data-title=\"{title}\">{Cell(report, sweeps, name)}</span>");
        page.Append($"</summary>\n{Anchor(Id(algorithm))}");
        // If the report covers a single algorithm, its result is at the top of the page.
        if (!isSingle) page.Append($"<p class=\"note\">{E(GainText.Of(report, algorithm))}</p>\n");
        page.Append("<div class=\"plots\">\n");
        foreach (Sweep sweep in sweeps.Where(IsPlot)) Figure(sweep, page);
        page.Append("</div>\n");
        foreach (Sweep sweep in sweeps.Where(sweep => !IsPlot(sweep)))
            page.Append($"<p class=\"note\">{E($"{sweep.Title}: {string.Join(' ', sweep.Notes)}")}</p>\n");
        foreach ((_, MeasuredTable table) in report.Tables)
        {
            if (table.Title.StartsWith(algorithm, StringComparison.Ordinal)) Table(table, page);
        }

        page.Append("</details>\n");
    }

    // Two points need a sentence, not a plot. The notes of a sweep contain the result.
    private static bool IsPlot(Sweep sweep) =>
        sweep.Notes.Count == 0 || sweep.Lines.SelectMany(line => line.Points).DistinctBy(point => point.X).Count() > 2;

    private static void Articles(BenchReport report, StringBuilder page)
    {
        page.Append("<details class=\"part\">\n<summary class=\"row\">");
        page.Append($"<span class=\"algorithm\">The articles behind Lanewise</span></summary>\n{Anchor("published")}");
        page.Append("<div class=\"plots\">\n");
        foreach (Sweep sweep in report.Published) Figure(sweep, page);
        page.Append("</div>\n<ul>\n");
        foreach (string source in PublishedFigures.Sources) page.Append($"<li>{E(source)}</li>\n");
        page.Append("</ul>\n</details>\n");
    }

    // A browser opens a section only if the target of a link is inside it. The style moves the target to the section's first
    // line.
    private static string Anchor(string id) => $"<span id=\"{id}\" class=\"anchor\"></span>\n";

    private const string OneByOne = "one by one", Many = "many", Ratio = "ratio", One = "one",
        Lanes = "lanes", Cores = "cores", FirstOne = "first one", FirstMany = "first many";

    // The columns contain the figures that most readers want. On a machine with one core, the table has no column for multiple
    // cores.
    private static (string Title, string Name)[] Columns(BenchReport report) =>
    [
        .. new[]
        {
            ($"one by one, {SweepRun.Size(Gains.Bytes)}", OneByOne), ($"many at once, {SweepRun.Size(Gains.Bytes)}", Many),
            ("many / one by one", Ratio), ($"one of {SweepRun.Size(Gains.OneBytes)}", One), ("lanes / scalar code", Lanes),
            ("all cores / one", Cores), ("first call of one, ms", FirstOne), ("first call of many, ms", FirstMany),
        }.Where(column => report.Sweeps.GroupBy(sweep => sweep.Algorithm)
            .Any(algorithm => Cell(report, [.. algorithm], column.Item2).Length > 0)),
    ];

    // Returns the CSS class for columns that are also visible on a narrow screen.
    private static string Key(string column) => column is Many or Ratio or One ? " class=\"key\"" : "";

    private static string Cell(BenchReport report, Sweep[] algorithm, string column)
    {
        Sweep size = algorithm.First(sweep => sweep.Name == "size");
        switch (column)
        {
            case One:
                return At(size, size.Lines[0], Gains.OneBytes);
            case OneByOne:
                return Gains.Many(size) is null ? "" : At(size, size.Lines[0], Gains.Bytes);
            case Many:
                return Gains.Many(size) is { } many ? At(size, many, Gains.Bytes) : "";
            case Ratio:
                Gain? gain = Gains.OverOne(report).FirstOrDefault(gain => gain.Algorithm == size.Algorithm);
                return gain is null ? "" : LogPlot.Marked(Quantity.Times, gain.Measured);
            case FirstOne or FirstMany:
                FirstCall? first = report.FirstCalls.FirstOrDefault(call => call.Algorithm == size.Algorithm);
                return first is null ? "" : Invariant($"{(column == FirstOne ? first.One : first.Many):0}");
            default:
                // The cell shows the figure for the code path that is selected on this machine, at the largest number of lanes
                // or cores.
                Sweep? sweep = algorithm.FirstOrDefault(sweep => sweep.Name == column);
                SweepLine? line = sweep?.Lines.FirstOrDefault(line => line.Kind == LineKind.Chosen);
                return line is null ? "" : At(sweep!, line, line.Points.Max(p => p.X));
        }

        static string At(Sweep sweep, SweepLine line, double x) => line.Points.FirstOrDefault(p => p.X == x) is { X: > 0 } point
            ? LogPlot.Marked(sweep.Y, point.Y) : "";
    }

    private static void Figure(Sweep sweep, StringBuilder page)
    {
        page.Append($"<figure data-algorithm=\"{E(sweep.Algorithm)}\">\n<figcaption>{E(sweep.Title)}</figcaption>\n");
        page.Append(ReadablePlot.Html(sweep));
        foreach (string note in sweep.Notes) page.Append($"<p class=\"note\">{E(note)}</p>\n");
        page.Append("<details><summary>Figures</summary><div class=\"wide\"><table>\n<tr><th></th>");
        double[] positions = [.. sweep.Lines.SelectMany(line => line.Points).Select(p => p.X).Distinct().Order()];
        foreach (double x in positions) page.Append($"<th>{LogPlot.Text(sweep.X, x)}</th>");
        page.Append("</tr>\n");
        foreach (SweepLine line in sweep.Lines.Where(line => line.Kind != LineKind.Ideal))
        {
            page.Append($"<tr><th>{E(line.Name)}</th>");
            foreach (double x in positions)
            {
                SweepPoint? point = line.Points.Where(p => p.X == x).Cast<SweepPoint?>().FirstOrDefault();
                page.Append($"<td>{(point is { Y: Reading y } ? LogPlot.Marked(sweep.Y, y) : "")}</td>");
            }

            page.Append("</tr>\n");
        }

        page.Append("</table></div></details>\n</figure>\n");
    }

    private static void Table(MeasuredTable table, StringBuilder page)
    {
        page.Append($"<h3>{E(table.Title)}</h3>\n<div class=\"wide\"><table>\n<tr>");
        foreach (string column in table.Columns) page.Append($"<th>{E(column)}</th>");
        page.Append("</tr>\n");
        foreach (IReadOnlyList<MeasuredCell> row in table.Rows)
        {
            IEnumerable<string> cells = row.Select((cell, c) => c == 0 ? $"<th>{E(cell.Text)}</th>" : $"<td>{E(cell.Text)}</td>");
            page.Append("<tr>" + string.Concat(cells) + "</tr>\n");
        }

        page.Append("</table></div>\n");
        foreach (string note in table.Notes) page.Append($"<p class=\"note\">{E(note)}</p>\n");
    }

    /// <summary>Returns the anchor name of a section.</summary>
    public static string Id(string title) => title.ToLowerInvariant().Replace('/', '-');

    // The button is hidden unless scripts are enabled.
    private const string Script = """
        const button = document.getElementById('all'), parts = [...document.querySelectorAll('.part')];
        const areOpen = () => parts.every(part => part.open);
        const show = () => { button.textContent = areOpen() ? 'Collapse all' : 'Expand all'; };
        button.hidden = parts.length < 2;
        button.onclick = () => { const open = !areOpen(); for (const part of parts) part.open = open; };
        document.addEventListener('toggle', show, true);
        show();

        """;

    // In print, the plots are arranged in three columns, so that all sections fit on 12 pages.
    private const string Style = """
        .headline { margin: 0; font-size: 1.5em; font-weight: 600; line-height: 1.3; }
        .headline span { display: block; margin: .2em 0 .3em; font-size: .65em; font-weight: 400; }
        .headline span::first-letter { text-transform: uppercase; }
        #all { font: inherit; color: inherit; background: none; border: 1px solid var(--soft); border-radius: 3px; }
        .kind { margin: 1.2em 0 .3em; }
        .origin { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 28px; margin: 4px 0 20px; }
        .origin p { margin: 0; max-width: none; }
        .verdict { grid-template-columns: minmax(0, 1fr); }
        .legend { margin-bottom: 16px; max-width: none; }
        /* Charts in a row begin at the same height, whatever the number of lines above them. */
        .verdict figure { display: grid; grid-row: span 4; grid-template-rows: subgrid; row-gap: 0; align-content: start; }
        @media screen {
          body { container-type: inline-size; }
          @container (min-width: 850px) {
            .about { display: grid; gap: 12px 28px; align-items: start; }
            .about, .verdict { grid-template-columns: repeat(2, minmax(0, 1fr)); }
          }
          @container (min-width: 1450px) { .verdict { grid-template-columns: repeat(4, minmax(0, 1fr)); } }
          .heads, .part .wide th:first-child { position: sticky; z-index: 2; background: var(--page); }
          .heads { top: 0; border-bottom: 1px solid var(--grid); }
          .part .wide th:first-child { left: 0; }
          .anchor { scroll-margin-top: 80px; }
        }
        /* All sections have the same columns, so that a chart has the same size whatever the number of charts beside it. */
        .part .plots {
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 440px), 1fr)); row-gap: 32px; margin-top: 20px;
        }
        .part th { white-space: nowrap; }
        /* An open table of figures has more columns than fit beside other plots. */
        .part figure:has(> details[open]) { grid-column: 1 / -1; }
        .skip { position: absolute; left: 16px; top: -100px; padding: 4px 8px; background: var(--page); }
        .skip:focus { top: 0; }
        .part { border-top: 1px solid var(--grid); padding: 6px 0; position: relative; }
        .anchor { position: absolute; top: 0; }
        .row {
          display: grid; grid-template-columns: minmax(150px, 2fr) repeat(8, minmax(0, 1fr)); gap: 4px 16px;
          font-size: 14px; font-variant-numeric: tabular-nums;
        }
        .print { display: none; }
        .heads { color: var(--soft); padding: 4px 0; align-items: end; }
        .row > span + span { text-align: right; }
        .algorithm { font-weight: 600; white-space: nowrap; }
        /* Broken hashes are gray, as in the charts. */
        .broken { color: var(--soft); font-weight: 400; }
        .algorithm::before { content: "\25b8"; display: inline-block; width: 1.2em; font-weight: 400; }
        .part[open] .algorithm::before { content: "\25be"; }
        .part[open] > .row { margin-bottom: 12px; }
        @media screen and (max-width: 700px) {
          .row { grid-template-columns: minmax(0, 1.7fr) repeat(3, minmax(0, 1fr)); gap: 0 8px; font-size: 13px; }
          .heads { font-size: 12px; }
          .row > span + span:not(.key) { display: none; }
        }
        @media print {
          @page { size: A4; margin: 10mm; }
          body { padding: 0; font-size: 10px; }
          .screen { display: none; }
          table.print { display: table; width: 100%; margin-bottom: 4mm; }
          table.print th { vertical-align: bottom; }
          table.print tr { break-inside: avoid; }
          #results, #results ~ .note { break-after: avoid; }
          .note { font-size: 9px; }
          /* A fourth chart would need another page, so only its headline is printed. */
          .verdict { margin-top: 8px; grid-template-columns: 1fr 1fr 1fr; gap: 12px; }
          .verdict > figure:first-child:nth-last-child(4) { grid-column: 1 / -1; }
          .verdict > figure:first-child:nth-last-child(4) > div:last-child { display: none; }
          .kind { display: none; }
          table.print tbody + tbody tr:first-child > * { border-top: 1px solid var(--soft); }
          table { font-size: 8px; }
          .parts { columns: 3; column-gap: 5mm; font-size: 8px; }
          .part { border: 0; padding: 0 0 1mm; }
          .row.heads, .part:not([open]), .row > [data-title] { display: none; }
          .part > .row { display: block; break-inside: avoid; break-after: avoid; margin: 0; }
          .row > .algorithm { font-size: 12px; }
          .part > .row > .algorithm::before { content: none; }
          .part > .note { display: none; }
          .part .plots { display: block; }
          .part figure { margin: 0 0 1mm; }
          .part ul { padding-left: 3mm; }
          .part .note { font-size: 7.5px; line-height: 1.15; margin: 0; }
          .part .wide { overflow: visible; }
          .part table { font-size: 6.5px; }
          .part th, .part td { padding: 0 1.5mm 0 0; }
          figure details { display: none; }
        }

        """;
}
