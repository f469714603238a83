using System.Reflection;
using System.Text;
using Lanewise.Cli.Report;
using Lanewise.Fleet.Serving;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Fleet;

/// <summary>Shows an audit as an HTML page. A small script updates the live page. The report is an HTML file without external
/// references.</summary>
internal static class AuditPage
{
    /// <summary>The Content-Security-Policy of the live page. The page may load only its own style, script and events.</summary>
    public const string Policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'";

    /// <summary>The style of the live page and of the report.</summary>
    public static string Style { get; } = HtmlPage.Style + """
        section, #state { margin: 0 0 32px; }
        /* On the live page, a section appears as soon as it has something to show. */
        section:has(> [data-live]:empty) { display: none; }
        h1 { margin: 0 0 .2em; overflow-wrap: anywhere; }
        h2 { margin: 0 0 .4em; }
        .said { font-size: 1.25em; line-height: 1.35; margin: 0; max-width: none; overflow-wrap: anywhere; }
        .said strong { font-weight: 600; }
        progress { width: 100%; height: 14px; margin: 10px 0 0; accent-color: var(--line); }
        dl {
          display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 210px), 1fr)); gap: 10px 20px;
          margin: 10px 0 0;
        }
        dl > div { min-width: 0; }
        dt { font-size: 13px; color: var(--soft); }
        dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
        .now th, .now td { font-weight: 600; }
        /* A row for each group of numbers. All columns have the same width, in all rows. */
        .facts { margin-top: 18px; }
        .big { grid-template-columns: none; grid-auto-flow: column; grid-auto-columns: minmax(0, 160px); justify-content: start; }
        .big dd { font-size: 1.35em; line-height: 1.25; }
        .big small { display: block; font-size: 13px; font-weight: 400; color: var(--soft); }
        summary :target { outline: 2px solid var(--line); outline-offset: 3px; }
        figure { color: var(--line); }
        figcaption { color: var(--text); }
        polygon { fill: currentColor; }
        .sections table { width: 100%; }
        thead th { white-space: nowrap; color: var(--soft); font-weight: 600; }
        tbody th { font-weight: 400; }
        th, td { padding: 4px 20px 4px 0; }
        th:last-child, td:last-child { padding-right: 0; }
        .name, .text, .id { text-align: left; white-space: normal; overflow-wrap: anywhere; }
        .name { min-width: 14ch; }
        .text { min-width: 11ch; }
        .when { white-space: nowrap; }
        .word { display: inline-block; max-width: 100%; }
        .id { min-width: 15ch; }
        #workers .id, #workers .text { min-width: 0; }
        footer { margin-top: 24px; }
        /* A folder is a line with numbers, which opens to show the names. All folders have the same columns. */
        .folder { border-bottom: 1px solid var(--grid); padding: 5px 0; }
        .folder summary { font-size: 14px; overflow-wrap: anywhere; }
        .folder summary bdi { font-weight: 600; margin-right: 8px; }
        .folder .count { white-space: nowrap; font-variant-numeric: tabular-nums; }
        .sections .folder table { margin: 2px 0 4px 14px; width: calc(100% - 14px); table-layout: fixed; }
        .folder tr > * { border: 0; padding: 2px 20px 2px 0; }
        .folder .note { margin-left: 14px; }
        .folder thead th { padding-top: 0; padding-bottom: 0; line-height: 0; font-size: 0; }
        .folder thead th:nth-child(1) { width: 45%; }
        .folder thead th:nth-child(2) { width: 140px; }
        .folder td.bad, .folder td.new { white-space: nowrap; }
        .wide:focus-visible { outline: 2px solid var(--line); outline-offset: 2px; }
        .bad { color: var(--bad); font-weight: 600; }
        .good { color: var(--good); font-weight: 600; }
        .warning { color: var(--warning); font-weight: 600; }
        /* A new file is neither damaged nor verified. */
        .new { color: var(--line); font-weight: 600; }
        .trouble:not(:empty) { border: 2px solid var(--bad); border-radius: 4px; padding: 8px 12px; margin: 0 0 14px; }
        .trouble p { margin: 0; max-width: none; overflow-wrap: anywhere; }
        @media (max-width: 900px) {
          .big {
            grid-auto-flow: row; grid-template-columns: repeat(auto-fill, minmax(min(100%, 140px), 1fr)); justify-content: normal;
          }
          .big dd { font-size: 1.2em; }
        }
        @media (max-width: 600px) {
          th, td { padding-right: 12px; }
          /* A name and its value share a line. */
          dl, .big { grid-template-columns: 1fr; gap: 4px; }
          dl > div { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; }
          dd { text-align: right; }
          .big dd { font-size: 1em; }
          /* A file is a line with its name, and a line with its result. */
          .sections .folder table, .folder tbody, .folder tr, .folder tbody th { display: block; width: auto; }
          .folder thead { display: none; }
          .folder tr { padding: 2px 0; }
          .folder tr > * { padding: 0; }
          .folder td { display: inline; padding-right: 8px; white-space: normal; }
        }
        @media (min-width: 1001px) {
          /* The columns of numbers have the same width. */
          #sources table { table-layout: fixed; }
          #sources thead th:first-child { width: 24%; }
        }
        @media (min-width: 1200px) {
          .big { grid-auto-columns: minmax(0, 200px); }
          .plots { grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); }
        }
        @media (min-width: 1500px) {
          /* The sections fill two columns of equal height. A long list of files has a column of its own. */
          .sections { columns: 2; column-gap: 48px; }
          .sections section { break-inside: avoid; }
          .both { column-span: all; grid-column: 1 / -1; }
          .sections:has(details:nth-of-type(6)) { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
          #workers tr > :not(:last-child) { padding-right: 14px; }
        }
        @media print {
          body { padding: 0; }
          dt, table, .note, .folder summary { font-size: 10px; }
          .big { grid-auto-flow: column; grid-template-columns: none; grid-auto-columns: minmax(0, 1fr); gap: 10px; }
          .plots { grid-template-columns: repeat(2, minmax(0, 1fr)); }
          tr, summary { break-inside: avoid; }
          h2 { break-after: avoid; }
          /* Names in closed folders are printed, too. */
          details::details-content { content-visibility: visible; block-size: auto; }
        }

        """ + Flow("flow", 600) + Flow("many", 1000);

    // On a narrow screen, each row of a table is text, in which the title of a column precedes its value.
    private static string Flow(string kind, int pixels) => $$"""
        @media (max-width: {{pixels}}px) {
          .{{kind}} { position: relative; }
          .{{kind}} table, .{{kind}} tbody, .{{kind}} tr, .{{kind}} tbody th { display: block; }
          .{{kind}} thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          .{{kind}} tr { border-bottom: 1px solid var(--grid); padding: 4px 0; }
          .{{kind}} tbody th, .{{kind}} td { border: 0; padding: 0; min-width: 0; }
          .{{kind}} tbody th { font-weight: 600; }
          .{{kind}} td { display: inline-block; margin-right: 14px; white-space: normal; }
          .{{kind}} td::before { content: attr(data-title) " "; color: var(--soft); font-weight: 400; }
          .{{kind}} td:empty { display: none; }
        }

        """;

    /// <summary>Returns the page in its current state. The page's script inserts later changes.</summary>
    public static string Live(AuditParts parts)
    {
        StringBuilder page = new(Begin(parts.Title));
        page.Append("<link rel=\"stylesheet\" href=\"page.css\">\n<link rel=\"icon\" href=\"data:,\">\n");
        page.Append("<noscript><meta http-equiv=\"refresh\" content=\"10\"></noscript>\n");
        page.Append("<script src=\"page.js\" defer></script>\n");
        page.Append("</head>\n<body>\n<div class=\"trouble\" id=\"link\" role=\"status\"></div>\n");
        return End(page, parts, "", "The same for programs: <a href=\"status.jsonl\">status.jsonl</a>.");
    }

    /// <summary>Returns the page of a run that the list of runs links to. This page has no script.</summary>
    public static string OfRun(AuditParts parts, bool isDone)
    {
        StringBuilder page = new(Begin(parts.Title));
        page.Append("<link rel=\"stylesheet\" href=\"../page.css\">\n<link rel=\"icon\" href=\"data:,\">\n");
        if (!isDone) page.Append("<meta http-equiv=\"refresh\" content=\"10\">\n");
        return End(
            page.Append("</head>\n<body>\n"), WithContent(parts), "", "<a href=\"../\">The page that follows the work</a>.");
    }

    /// <summary>Returns the report as a file, which also contains the numbers in machine-readable form.</summary>
    public static string File(AuditParts parts)
    {
        string hash = Convert.ToBase64String(Sha256.HashData(Encoding.UTF8.GetBytes(Style)));
        StringBuilder page = new(Begin(parts.Title));
        page.Append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
        page.Append($"style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'\">\n");
        page.Append($"<style>{Style}</style>\n</head>\n<body>\n");
        // The browser does not execute a script element of this type. The data contains no "<", so it cannot end the element.
        string numbers = $"<script type=\"application/jsonl\" id=\"numbers\">\n{parts.Lines}</script>\n";
        string written = Invariant($"Written {parts.Taken:yyyy-MM-dd HH:mm:ss} UTC by lanewise {E(Version)}");
        return End(
            page, WithContent(parts), numbers,
            $"{written}; programs can read the numbers in the element \"numbers\", one JSON object per line.");
    }

    /// <summary>The script of the live page.</summary>
    public static byte[] Script()
    {
        using Stream stream = typeof(AuditPage).Assembly.GetManifestResourceStream("Fleet/page.js")!;
        using MemoryStream bytes = new();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    private static string Version => typeof(AuditPage).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    private static AuditParts WithContent(AuditParts parts) =>
        parts with { All = [.. parts.All.Where(part => part.Heading is null || part.Html.Length > 0)] };

    private static string End(StringBuilder page, AuditParts parts, string more, string foot)
    {
        page.Append("<main>\n");
        foreach (AuditPart part in parts.All.Where(part => part.Heading is null)) Add(page, part);
        page.Append("<div class=\"sections\">\n");
        foreach (IGrouping<string, AuditPart> column in parts.All.Where(part => part.Heading is not null).GroupBy(ColumnOf))
        {
            page.Append($"<div class=\"{column.Key}\">\n");
            foreach (AuditPart part in column) Add(page, part);
            page.Append("</div>\n");
        }

        return page.Append($"</div>\n</main>\n{more}<footer><p class=\"note\">{foot}</p></footer>\n</body>\n</html>\n")
            .ToString();
    }

    // On a wide screen, the files are in the first column, and the work is in the second column.
    private static string ColumnOf(AuditPart part) =>
        part.Id switch { "sources" => "both", "items" or "earlier" => "first", _ => "second" };

    private static void Add(StringBuilder page, AuditPart part)
    {
        if (part.Heading is null)
        {
            page.Append($"<div id=\"{part.Id}\" data-live{part.Attributes}>{part.Html}</div>\n");
            return;
        }

        page.Append($"<section aria-labelledby=\"{part.Id}-heading\">\n");
        page.Append($"<h2 id=\"{part.HeadingId}\" data-live>{E(part.Heading)}</h2>\n");
        page.Append($"<div id=\"{part.Id}\" data-live{part.Attributes}>{part.Html}</div>\n</section>\n");
    }
}

/// <summary>A part of the page that is updated separately.</summary>
/// <param name="Id">The element's id, by which the script finds it.</param>
/// <param name="Heading">The heading above the part, or null for the part at the top.</param>
/// <param name="Html">The content of the part.</param>
internal sealed record AuditPart(string Id, string? Heading, string Html)
{
    /// <summary>Attributes of the enclosing element.</summary>
    public string Attributes { get; init; } = "";

    /// <summary>The id of the heading.</summary>
    public string HeadingId => $"{Id}-heading";

    /// <summary>The elements that the page's script updates, with their content.</summary>
    public IEnumerable<(string Id, string Html)> Elements =>
        Heading is null ? [(Id, Html)] : [(HeadingId, E(Heading)), (Id, Html)];
}

/// <summary>The whole content of a page at one moment.</summary>
/// <param name="Title">The title of the page.</param>
/// <param name="All">The parts, in their order on the page.</param>
/// <param name="Lines">The same data in machine-readable form, with one JSON object per line.</param>
/// <param name="View">The view that the page shows, or null if there is no job yet.</param>
/// <param name="Taken">The time of the view, by the catalogue's clock.</param>
internal sealed record AuditParts(
    string Title, IReadOnlyList<AuditPart> All, string Lines, AuditView? View, DateTimeOffset Taken);
