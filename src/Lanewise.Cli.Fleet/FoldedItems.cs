using Lanewise.Fleet;
using Lanewise.Fleet.Serving;

namespace Lanewise.Cli.Fleet;

/// <summary>A line of a report: an item, items of the same kind in a folder, or items that moved in the same way.</summary>
/// <param name="Item">The item, or null.</param>
/// <param name="Folder">The folder, or null.</param>
/// <param name="Moved">The moved items, or null.</param>
internal readonly record struct ReportLine(FleetItem? Item, FolderLine? Folder, MovedFolder? Moved);

/// <summary>Items of the same kind in a folder.</summary>
/// <param name="Name">The name of the folder with a slash at the end, or an empty string for items without a folder.</param>
/// <param name="Status">The result of the items.</param>
/// <param name="Count">The number of items.</param>
/// <param name="Others">The number of folders, if the line combines folders that have no line of their own; otherwise 0.</param>
internal sealed record FolderLine(string Name, ItemStatus Status, long Count, int Others = 0);

/// <summary>Combines the items of a report, so that a long list fits on a terminal.</summary>
internal static class FoldedItems
{
    /// <summary>The maximum number of items of a kind that are listed one by one.</summary>
    public const int MostListed = 10;

    // The number of items that remain on a line of their own, because their folders have only a few of them.
    private const int MostSingle = 20;

    /// <summary>Combines moved items. All other items are returned one by one.</summary>
    public static IEnumerable<ReportLine> Moved(IEnumerable<FleetItem> items) =>
        MovedFolder.Combine(items, most: 0).Select(one => new ReportLine(one.Item, null, one.Folder));

    /// <summary>Combines moved items. If there are many items of another kind, combines those in the same folder.</summary>
    /// <param name="items">The items. Items of the same kind must be consecutive.</param>
    public static IEnumerable<ReportLine> Of(IEnumerable<FleetItem> items)
    {
        using IEnumerator<FleetItem> all = items.GetEnumerator();
        bool isMore = all.MoveNext();
        while (isMore)
        {
            ItemStatus status = all.Current.Status;
            foreach (ReportLine line in status == ItemStatus.Moved ? Moved(OfKind(status)) : Folded(status, OfKind(status)))
                yield return line;
        }

        IEnumerable<FleetItem> OfKind(ItemStatus status)
        {
            for (; isMore && all.Current.Status == status; isMore = all.MoveNext()) yield return all.Current;
        }
    }

    private static IEnumerable<ReportLine> Folded(ItemStatus status, IEnumerable<FleetItem> items)
    {
        using IEnumerator<FleetItem> all = items.GetEnumerator();
        List<FleetItem> first = [];
        while (first.Count <= MostListed && all.MoveNext()) first.Add(all.Current);
        if (first.Count <= MostListed) return first.Select(item => new ReportLine(item, null, null));

        IReadOnlyList<ItemFolder> folders = ItemFolders.Of(first.Concat(Rest(all)), MostSingle);
        List<ReportLine> lines = [];
        foreach (ItemFolder folder in folders.Take(ItemFolders.MostFolders))
        {
            if (folder.Others == 0 && folder.Items.Count < MovedFolder.Fewest)
                lines.AddRange(folder.Items.Select(item => new ReportLine(item, null, null)));
            else lines.Add(new(null, new(folder.Name, status, CountOf(folder)), null));
        }

        ItemFolder[] others = [.. folders.Skip(ItemFolders.MostFolders)];
        if (others.Length > 0) lines.Add(new(null, new("", status, others.Sum(CountOf), others.Length), null));
        return lines;
    }

    private static long CountOf(ItemFolder folder) => folder.Items.Count + folder.Others;

    private static IEnumerable<FleetItem> Rest(IEnumerator<FleetItem> all)
    {
        while (all.MoveNext()) yield return all.Current;
    }
}
