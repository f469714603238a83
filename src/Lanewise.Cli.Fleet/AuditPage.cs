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
        section, #state { margin: 0 0 28px; }
        /* On the live page, a section appears as soon as it has something to show. */
        section:has(> [data-live]:empty) { display: none; }
        h1 { margin: 0 0 .3em; overflow-wrap: anywhere; }
        h2 { margin: 0 0 .4em; }
        .said { font-size: 1.1em; margin: 0 0 .5em; }
        progress { width: 100%; height: 14px; accent-color: var(--line); }
        dl {
          display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 210px), 1fr)); gap: 10px 20px;
          margin: 10px 0 0;
        }
        dl > div { min-width: 0; }
        dt { font-size: 13px; color: var(--soft); }
        dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
        /* A row for each group of numbers. A column is as wide as its longest number, so that no number is wrapped. */
        .now th, .now td { font-weight: 600; }
        .facts { display: grid; grid-template-columns: repeat(6, auto); justify-content: space-between; gap: 0 20px; }
        .big { grid-column: 1 / -1; grid-template-columns: subgrid; }
        .big dd { font-size: 1.15em; }
        figure { color: var(--line); }
        figcaption { color: var(--text); }
        polygon { fill: currentColor; }
        .sections table { width: 100%; }
        thead th { white-space: nowrap; color: var(--soft); font-weight: 600; }
        tbody th { font-weight: 400; }
        th, td { padding-right: 20px; }
        th:last-child, td:last-child { padding-right: 0; }
        .name { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 14ch; }
        .text { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 11ch; }
        .when { white-space: nowrap; }
        .id { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 12ch; }
        /* A folder is a line with numbers, which opens to show the names. */
        .folder { border-bottom: 1px solid var(--grid); padding: 3px 0; }
        .folder summary { font-size: 14px; overflow-wrap: anywhere; }
        .folder summary bdi { font-weight: 600; margin-right: 8px; }
        .folder .count { white-space: nowrap; font-variant-numeric: tabular-nums; }
        .sections .folder table { margin: 2px 0 6px 14px; width: auto; }
        .folder .note { margin-left: 14px; }
        .folder thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .folder td.bad, .folder td.new { white-space: nowrap; }
        .wide:focus-visible { outline: 2px solid var(--line); outline-offset: 2px; }
        .bad { color: var(--bad); font-weight: 600; }
        .good { color: var(--good); }
        .warning { color: var(--warning); font-weight: 600; }
        /* A new file is neither damaged nor verified. */
        .new { color: var(--line); font-weight: 600; }
        .trouble:not(:empty) { border: 2px solid var(--bad); border-radius: 4px; padding: 8px 12px; margin: 0 0 14px; }
        .trouble p { margin: 0; max-width: none; overflow-wrap: anywhere; }
        @media (max-width: 900px) {
          /* A column for each group, with a name and its number in a line. */
          .facts { grid-template-columns: repeat(auto-fit, minmax(min(100%, 250px), 1fr)); justify-content: normal; gap: 0 32px; }
          .big { grid-column: auto; grid-template-columns: 1fr; gap: 4px; align-content: start; }
          .big > div { display: flex; justify-content: space-between; gap: 12px; }
          .big dd { font-size: 1em; text-align: right; }
        }
        @media (max-width: 600px) {
          th, td { padding-right: 12px; }
          dl { grid-template-columns: 1fr; gap: 4px; }
          dl > div { display: flex; justify-content: space-between; gap: 12px; }
          dd { text-align: right; }
        }
        @media (min-width: 1200px) {
          /* Wide tables take the whole width. Other sections share a row. */
          .sections { display: flex; flex-wrap: wrap; column-gap: 48px; align-items: flex-start; }
          .sections > section { flex: 1 1 40%; min-width: 0; }
          .sections > .whole { flex-basis: 100%; }
          /* Cells that are far apart would be hard to read. */
          .sections table { width: auto; }
          .plots { grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); }
          .plots svg { max-width: 440px; }
        }
        @media (min-width: 1500px) {
          /* These tables fit into half of the width. */
          .sections > section:has(> #workers, > #ranges) { flex-basis: 40%; }
          #workers th, #workers td { padding-right: 12px; }
          #workers th + .id, #workers th + .text { min-width: 0; }
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
        foreach (AuditPart part in parts.All.Where(part => part.Heading is not null)) Add(page, part);
        return page.Append($"</div>\n</main>\n{more}<footer><p class=\"note\">{foot}</p></footer>\n</body>\n</html>\n")
            .ToString();
    }

    private static void Add(StringBuilder page, AuditPart part)
    {
        if (part.Heading is null)
        {
            page.Append($"<div id=\"{part.Id}\" data-live{part.Attributes}>{part.Html}</div>\n");
            return;
        }

        page.Append($"<section aria-labelledby=\"{part.Id}-heading\"{(part.IsWide ? " class=\"whole\"" : "")}>\n");
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
    /// <summary>Indicates whether the part takes the whole width of a wide screen.</summary>
    public bool IsWide { get; init; }

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
