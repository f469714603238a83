using System.Net;
using Lanewise.Icc.Charts;

namespace Lanewise.Cli.Report;

/// <summary>
/// The common parts of the pages that the tool writes: the head, and a style for light and dark themes, print, and narrow and
/// wide screens. The pages load no external files.
/// </summary>
internal static class HtmlPage
{
    /// <summary>The style of text, tables and plots.</summary>
    public static string Style { get; } = $$"""
        :root { color-scheme: light dark; {{Colors(Palette.Light)}} }
        @media screen and (prefers-color-scheme: dark) {
          :root { {{Colors(Palette.Dark)}} }
        }
        @media print { :root { color-scheme: light; } }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; padding: 16px; max-width: 1600px;
          background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif;
        }
        h1 { font-size: 1.5em; }
        h2 { font-size: 1.25em; margin: 1.6em 0 .4em; }
        h3 { font-size: 1em; margin: 2.4em 0 .4em; }
        p { max-width: 75ch; }
        a { color: inherit; }
        summary { cursor: pointer; font-size: 13px; }
        .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 16px 28px; }
        figure { margin: 0; min-width: 0; break-inside: avoid; }
        figcaption { font-weight: 600; }
        svg { width: 100%; height: auto; display: block; max-width: 640px; }
        .note { margin: 2px 0; font-size: 13px; color: var(--soft); }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
        th, td { padding: 2px 10px 2px 0; text-align: right; vertical-align: top; border-bottom: 1px solid var(--grid); }
        th:first-child, td:first-child { text-align: left; }
        td { white-space: nowrap; }
        @media print { body { font-size: 11px; } }

        """ + Palette.Css(ChartTheme.Both);

    /// <summary>The head of a page up to its title.</summary>
    public static string Begin(string title) =>
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + $"<title>{E(title)}</title>\n";

    private static string Colors(Palette of) =>
        $"--text: {of.Text}; --page: {of.Page}; --grid: {of.Grid}; --soft: {of.Soft}; --line: {of.Main}; "
        + $"--good: {of.Good}; --warning: {of.Warning}; --bad: {of.Bad};";

    /// <summary>Escapes text for use between tags and in quoted attribute values.</summary>
    public static string E(string text) => WebUtility.HtmlEncode(text);
}
