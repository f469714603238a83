using System.Text;
using Lanewise.Cli.Report;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Serving;

namespace Lanewise.Cli.Fleet;

/// <summary>
/// Writes the files of an audit page. Each folder is a line with the numbers of its files, and opens to show their names.
/// </summary>
internal sealed class AuditFolders
{
    // Folders whose files are all named are open until this many names are visible, so that a page with few names needs no
    // click.
    private const int MostVisible = 20;

    // Shorter names fit on one line of a narrow screen.
    private const int LongName = 24;

    // Shorter beginnings of names are not worth a line of their own.
    private const int ShortestBeginning = 10;

    private readonly IReadOnlyList<ItemFolder> folders, shown;
    private readonly bool isDone;
    private readonly string? anchors;
    private readonly string beginning;

    /// <summary>Creates an object that writes folders.</summary>
    /// <param name="folders">The folders, in the order in which the page shows them.</param>
    /// <param name="isDone">Whether the run that found the files is done.</param>
    /// <param name="anchors">The beginning of the anchors to which figures link, or null if there are none.</param>
    public AuditFolders(IEnumerable<ItemFolder> folders, bool isDone, string? anchors = null)
    {
        (this.folders, this.isDone, this.anchors) = ([.. folders], isDone, anchors);
        shown = [.. ItemFolders.Shown(this.folders)];
        beginning = Beginning([.. this.folders.SelectMany(folder => (string[])[folder.Name, folder.MovedFrom ?? folder.Name])]);
    }

    public bool IsEmpty => folders.Count == 0;

    /// <summary>Returns the anchor of the first folder that has items of a kind, or null if no folder has such items.</summary>
    public string? AnchorOf(ItemStatus status) =>
        anchors is not null && folders.Any(folder => folder.Counts.Any(kind => kind.Status == status)) ? anchors + status : null;

    /// <summary>Returns a note with the number of named items of a kind, or an empty string if all of them are named.</summary>
    public string Rest(ItemStatus status, string word, long count, string where)
    {
        long named = shown.Sum(folder => folder.Items.LongCount(item => item.Status == status));
        return named >= count ? ""
            : Invariant($"<p class=\"note\">{named:N0} of {count:N0} files ({word}) are named{Html(where)}.</p>\n");
    }

    /// <summary>Returns the folders as HTML.</summary>
    public string Table()
    {
        StringBuilder html = new();
        if (beginning.Length > 0) html.Append($"<p class=\"note\">All folders are in {Shown(beginning)}.</p>\n");
        int visible = 0;
        HashSet<ItemStatus> seen = [];
        foreach (ItemFolder folder in shown)
        {
            bool isOpen = folder.Others == 0 && visible + folder.Items.Count <= MostVisible;
            if (isOpen) visible += folder.Items.Count;
            Add(html, folder, isOpen, seen);
        }

        ItemFolder[] rest = [.. folders.Except(shown)];
        if (rest.Length > 0)
        {
            html.Append(Invariant(
                $"<p class=\"note\">{rest.Length:N0} other {(rest.Length == 1 ? "folder" : "folders")}: "));
            html.Append(Counts(rest.SelectMany(folder => folder.Counts), seen)).Append(".</p>\n");
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

    // Returns the folder that contains all other folders, or an empty string if its name is short.
    private static string Beginning(string[] names)
    {
        if (names.Distinct().Count() < 2) return "";

        string first = names[0];
        int length = names.Min(name => name.AsSpan().CommonPrefixLength(first));
        // No folder may be left without a name.
        if (names.Any(name => name.Length == length)) length--;
        length = first.LastIndexOf('/', Math.Max(0, length - 1)) + 1;
        return length < ShortestBeginning ? "" : first.Substring(0, length);
    }

    // Shows a name without the beginning that all folders share.
    private string Below(string name) =>
        Shown(name.StartsWith(beginning, StringComparison.Ordinal) ? name.Substring(beginning.Length) : name);

    private void Add(StringBuilder html, ItemFolder folder, bool isOpen, HashSet<ItemStatus> seen)
    {
        // The live page recognizes a folder by its whole name.
        html.Append($"<details class=\"folder\" data-name=\"{Html($"{folder.MovedFrom} {folder.Name}")}\"");
        html.Append($"{(isOpen ? " open" : "")}>\n<summary>");
        html.Append(folder.Name.Length == 0 ? "(no folder)" : Below(folder.Name));
        html.Append($" <span class=\"count\">{Counts(folder.Counts, seen)}</span>");
        html.Append(folder.MovedFrom is null ? "" : $" from {Below(folder.MovedFrom)}").Append("</summary>\n");
        if (folder.Items.Count > 0)
        {
            // All folders have the same columns, so that the results are in one line.
            html.Append("<table>\n<thead><tr><th scope=\"col\">File</th><th scope=\"col\">Result</th>");
            html.Append("<th scope=\"col\">Note</th></tr></thead>\n<tbody>\n");
            foreach (FleetItem item in folder.Items)
            {
                html.Append($"<tr><th scope=\"row\" class=\"name\">{Shown(item.Name.Substring(folder.Name.Length))}</th>");
                string kind = $"text {ClassOf(item.Status)}".TrimEnd();
                html.Append($"<td class=\"{kind}\">{ItemText.WordOf(item.Status, isDone)}</td>");
                // The line of the folder says where files that moved together were.
                FleetItem shown = folder.MovedFrom is null ? item : item with { MovedFrom = null };
                string note = ItemText.NoteOf(shown, isDone, Below, text => Html(FileNames.Visible(text)));
                html.Append($"<td class=\"text\">{note}</td></tr>\n");
            }

            html.Append("</tbody></table>\n");
        }

        if (folder.Others > 0) html.Append(Invariant($"<p class=\"note\">{folder.Others:N0} more, which are not named.</p>\n"));
        html.Append("</details>\n");
    }

    // Returns the numbers of a folder. The first number of each kind has an anchor.
    private string Counts(IEnumerable<(ItemStatus Status, long Count)> counts, HashSet<ItemStatus> seen) => string.Join(
        ", ", counts.GroupBy(one => one.Status, one => one.Count).Select(kind =>
        {
            string id = anchors is not null && seen.Add(kind.Key) ? $" id=\"{anchors}{kind.Key}\"" : "";
            string word = ItemText.WordOf(kind.Key, isDone).ToLowerInvariant();
            string tone = ClassOf(kind.Key) is { Length: > 0 } name ? $" class=\"{name}\"" : "";
            return Invariant($"<span{tone}{id}>{kind.Sum():N0} {word}</span>");
        }));

    private string ClassOf(ItemStatus status) => AuditHtml.ToneClass(ItemText.ToneOf(status, isDone));

    private static string Html(string text) => HtmlPage.E(text);
}
