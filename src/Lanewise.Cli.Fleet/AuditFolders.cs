using System.Text;
using Lanewise.Cli.Report;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Serving;

namespace Lanewise.Cli.Fleet;

/// <summary>
/// Writes the files of an audit page. Each folder is a line with the numbers of its files, and opens to show their names.
/// </summary>
/// <param name="folders">The folders.</param>
internal sealed class AuditFolders(IReadOnlyList<ItemFolder> folders)
{
    // Folders whose files are all named are open until this many names are visible, so that a page with few names needs no
    // click.
    private const int MostVisible = 20;

    // Shorter names fit on one line of a narrow screen.
    private const int LongName = 24;

    public bool IsEmpty => folders.Count == 0;

    /// <summary>Returns a note with the number of named items of a kind, or an empty string if all of them are named.</summary>
    public string Rest(ItemStatus status, string word, long count, string where)
    {
        long named = folders.Sum(folder => folder.Items.LongCount(item => item.Status == status));
        return named >= count ? ""
            : Invariant($"<p class=\"note\">{named:N0} of {count:N0} {word} are named{Html(where)}.</p>\n");
    }

    /// <summary>Returns the folders as HTML.</summary>
    public string Table(bool isSorted)
    {
        StringBuilder html = new();
        IEnumerable<ItemFolder> all = isSorted ? folders.OrderBy(folder => folder.Name, StringComparer.Ordinal) : folders;
        int visible = 0;
        foreach (ItemFolder folder in all.Take(ItemFolders.MostFolders))
        {
            bool isOpen = folder.Others == 0 && visible + folder.Items.Count <= MostVisible;
            if (isOpen) visible += folder.Items.Count;
            Add(html, folder, isOpen);
        }

        ItemFolder[] rest = [.. all.Skip(ItemFolders.MostFolders)];
        if (rest.Length > 0)
        {
            html.Append(Invariant($"<p class=\"note\">{rest.Length:N0} other folders: "));
            html.Append(Counts(rest.SelectMany(folder => folder.Counts))).Append(".</p>\n");
        }

        return html.ToString();
    }

    /// <summary>
    /// Returns a file name as HTML. A right-to-left name does not change the direction of the text around it. A long name is
    /// wrapped at its separators.
    /// </summary>
    public static string Shown(string name) => $"<bdi>{Divided(FileNames.Shown(name))}</bdi>";

    /// <summary>Returns text as HTML. Long text may be wrapped after separators.</summary>
    public static string Divided(string text)
    {
        const string Separators = "/_-.";
        if (text.Length < LongName) return Html(text);

        StringBuilder html = new();
        for (int start = 0; start < text.Length;)
        {
            int length = text.AsSpan(start).IndexOfAny(Separators) + 1;
            if (length == 0) length = text.Length - start;
            html.Append(Html(text.Substring(start, length))).Append(start + length < text.Length ? "<wbr>" : "");
            start += length;
        }

        return html.ToString();
    }

    private static void Add(StringBuilder html, ItemFolder folder, bool isOpen)
    {
        html.Append($"<details class=\"folder\"{(isOpen ? " open" : "")}>\n<summary>");
        html.Append(folder.Name.Length == 0 ? "(no folder)" : Shown(folder.Name));
        html.Append($" <span class=\"count\">{Counts(folder.Counts)}</span></summary>\n");
        if (folder.Items.Count > 0)
        {
            // All folders have the same columns, so that the results are in one line.
            html.Append("<table>\n<thead><tr><th scope=\"col\">File</th><th scope=\"col\">Result</th>");
            html.Append("<th scope=\"col\">Note</th></tr></thead>\n<tbody>\n");
            foreach (FleetItem item in folder.Items)
            {
                html.Append($"<tr><th scope=\"row\" class=\"name\">{Shown(item.Name.Substring(folder.Name.Length))}</th>");
                html.Append($"<td class=\"text {ClassOf(item.Status)}\">{FleetReportCommand.WordOf(item.Status)}</td>");
                string note = FleetReportCommand.NoteOf(item, Shown, text => Html(FileNames.Visible(text)));
                html.Append($"<td class=\"text\">{note}</td></tr>\n");
            }

            html.Append("</tbody></table>\n");
        }

        if (folder.Others > 0) html.Append(Invariant($"<p class=\"note\">{folder.Others:N0} more, which are not named.</p>\n"));
        html.Append("</details>\n");
    }

    private static string Counts(IEnumerable<(ItemStatus Status, long Count)> counts) => string.Join(
        ", ", counts.GroupBy(one => one.Status, one => one.Count).Select(
            kind => Invariant($"<span class=\"{ClassOf(kind.Key)}\">{kind.Sum():N0} {WordOf(kind.Key)}</span>")));

    private static string WordOf(ItemStatus status) => FleetReportCommand.WordOf(status).ToLowerInvariant();

    private static string ClassOf(ItemStatus status) =>
        status is ItemStatus.New or ItemStatus.Moved or ItemStatus.Special ? "new" : "bad";

    private static string Html(string text) => HtmlPage.E(text);
}
