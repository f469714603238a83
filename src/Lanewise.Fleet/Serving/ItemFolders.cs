using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Serving;

/// <summary>A folder of a page: the number of its items by result, and the first few of these items.</summary>
/// <param name="name">The name of the folder with a slash at the end, or an empty string for items without a folder.</param>
internal sealed class ItemFolder(string name)
{
    private readonly Dictionary<ItemStatus, long> counts = [];
    private readonly Dictionary<ItemStatus, int> kept = [];
    private readonly List<FleetItem> items = [];

    /// <summary>The name of the folder with a slash at the end, or an empty string for items without a folder.</summary>
    public string Name => name;

    /// <summary>The beginning of the earlier names if the folder consists of items that moved together; otherwise null.</summary>
    public string? MovedFrom { get; private init; }

    /// <summary>The number of items in this folder and in the folders below it, in the order of <see cref="Results.Listed"/>.
    /// </summary>
    public IEnumerable<(ItemStatus Status, long Count)> Counts =>
        Results.Listed.Where(counts.ContainsKey).Select(status => (status, counts[status]));

    public IReadOnlyList<FleetItem> Items => items;

    /// <summary>The number of items that are counted, but not in <see cref="Items"/>.</summary>
    public long Others => counts.Values.Sum() - items.Count;

    /// <summary>Returns a folder of items that moved together, with its first items.</summary>
    internal static ItemFolder Of(MovedFolder moved)
    {
        ItemFolder folder = new(moved.To) { MovedFrom = moved.From };
        folder.Count(ItemStatus.Moved, moved.Count);
        folder.items.AddRange(moved.Items);
        return folder;
    }

    internal void Count(ItemStatus status, long count) => counts[status] = counts.GetValueOrDefault(status) + count;

    /// <summary>Adds an item to <see cref="Items"/> if fewer than <paramref name="most"/> items of its kind were added.</summary>
    internal bool Keep(FleetItem item, int most)
    {
        int before = kept.GetValueOrDefault(item.Status);
        if (before >= most) return false;

        kept[item.Status] = before + 1;
        items.Add(item);
        return true;
    }

    internal void Remove(Predicate<FleetItem> isExtra) => items.RemoveAll(isExtra);
}

/// <summary>
/// Groups the items of a page by folder, so that thousands of missing files take a few lines. The page names only the first items
/// of a folder, but counts all of them.
/// </summary>
/// <param name="mostItems">The maximum number of items of each kind that the page names.</param>
internal sealed class ItemFolders(int mostItems)
{
    /// <summary>The maximum number of folders of each kind of result on a page. If there are more folders, they are combined with
    /// the folders above them.</summary>
    public const int MostFolders = 20;

    // Each folder may have this share of the items of a kind that the page names, so that one folder does not take all of them.
    private const int Share = 4;

    // Items that moved together need no line of their own each, so their folder may have a larger share.
    private const int MovedShare = 2;

    // Folders may be combined later, so more items are kept at first, as a multiple of the items that the page names.
    private const long Spare = 20;

    // Combining folders must not leave fewer groups than this, because a single group would say nothing about the folders.
    private const int FewestFolders = 3;

    // More folders than this are not kept apart, so that a damaged tree of millions of folders fits in memory.
    private const int MostKept = 10_000;

    private readonly Dictionary<string, ItemFolder> folders = new(StringComparer.Ordinal);
    private readonly Dictionary<ItemStatus, long> kept = [];

    /// <summary>Groups items, in the order in which their folders first occur. Items that moved together follow.</summary>
    public static IReadOnlyList<ItemFolder> Of(IEnumerable<FleetItem> items, int mostItems)
    {
        ItemFolders all = new(mostItems);
        List<ItemFolder> moved = [];
        foreach ((FleetItem? item, MovedFolder? together) in MovedFolder.Combine(items, mostItems / MovedShare))
        {
            if (together is not null) moved.Add(ItemFolder.Of(together));
            else all.Add(item!);
        }

        IReadOnlyList<ItemFolder> folders = [.. all.Fold(), .. moved];
        Dictionary<ItemStatus, long> named = [];
        foreach (ItemFolder folder in folders)
        {
            folder.Remove(item =>
            {
                long before = named.GetValueOrDefault(item.Status);
                named[item.Status] = before + 1;
                return before >= mostItems;
            });
        }

        return folders;
    }

    /// <summary>Adds the folders of two groups. Folders that are in both are combined, except those of items that moved
    /// together.</summary>
    public static IReadOnlyList<ItemFolder> Join(IReadOnlyList<ItemFolder> first, IReadOnlyList<ItemFolder> second)
    {
        if (first.Count == 0 || second.Count == 0) return first.Count == 0 ? second : first;

        ItemFolders all = new(int.MaxValue);
        ILookup<bool, ItemFolder> both = first.Concat(second).ToLookup(folder => folder.MovedFrom is not null);
        foreach (ItemFolder folder in both[false]) all.Add(folder.Name, folder);
        return [.. all.Fold(), .. both[true]];
    }

    /// <summary>Returns the folders that the page shows. Each kind of result has its own limit, so that many folders of one kind
    /// do not hide the files of another kind.</summary>
    public static IEnumerable<ItemFolder> Shown(IEnumerable<ItemFolder> folders)
    {
        Dictionary<ItemStatus, int> shown = [];
        foreach (ItemFolder folder in folders)
        {
            ItemStatus[] kinds = [.. folder.Counts.Select(kind => kind.Status)];
            if (kinds.All(kind => shown.GetValueOrDefault(kind) >= MostFolders)) continue;

            foreach (ItemStatus kind in kinds) shown[kind] = shown.GetValueOrDefault(kind) + 1;
            yield return folder;
        }
    }

    private int MostInFolder => Math.Max(1, mostItems / Share);

    private void Add(FleetItem item)
    {
        string name = item.Name.Substring(0, item.Name.LastIndexOf('/') + 1);
        ItemFolder folder = FolderOf(folders.Count < MostKept || folders.ContainsKey(name) ? name : Above(name, 1));
        folder.Count(item.Status, 1);
        long before = kept.GetValueOrDefault(item.Status);
        if (before < Spare * mostItems && folder.Keep(item, MostInFolder)) kept[item.Status] = before + 1;
    }

    private void Add(string name, ItemFolder other)
    {
        ItemFolder folder = FolderOf(name);
        foreach ((ItemStatus status, long count) in other.Counts) folder.Count(status, count);
        foreach (FleetItem item in other.Items) folder.Keep(item, MostInFolder);
    }

    private ItemFolder FolderOf(string name)
    {
        if (!folders.TryGetValue(name, out ItemFolder? folder)) folders.Add(name, folder = new(name));
        return folder;
    }

    // Combines folders until the page can show all of them.
    private IReadOnlyList<ItemFolder> Fold()
    {
        IReadOnlyList<ItemFolder> all = [.. folders.Values];
        for (int depth = all.Count == 0 ? 0 : all.Max(folder => folder.Name.Count(c => c == '/')); all.Count > MostFolders;)
        {
            ItemFolders above = new(mostItems);
            depth--;
            foreach (ItemFolder folder in all) above.Add(Above(folder.Name, depth), folder);
            if (above.folders.Count < FewestFolders) break;

            all = [.. above.folders.Values];
        }

        return all;
    }

    // Returns the beginning of a name up to a slash with the given number, or the whole name if it has fewer slashes.
    private static string Above(string name, int depth)
    {
        int end = 0;
        for (int i = 0; i < depth; i++)
        {
            int slash = name.IndexOf('/', end);
            if (slash < 0) return name;

            end = slash + 1;
        }

        return name.Substring(0, end);
    }
}
