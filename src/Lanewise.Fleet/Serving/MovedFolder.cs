namespace Lanewise.Fleet.Serving;

/// <summary>Many moved items whose names have changed in the same way, usually because their folder was renamed.</summary>
/// <param name="from">The beginning of the earlier names, with a slash at the end.</param>
/// <param name="to">The beginning of the names, with a slash at the end.</param>
internal sealed class MovedFolder(string from, string to)
{
    /// <summary>The smallest number of items for which a report has a single line.</summary>
    public const int Fewest = 5;

    // Limits the memory if very many items were renamed one by one. Further items are returned one by one.
    private const int MostGroups = 10_000, Spare = 20;

    private readonly List<FleetItem> items = [];

    /// <summary>The beginning of the earlier names, with a slash at the end.</summary>
    public string From => from;

    /// <summary>The beginning of the names, with a slash at the end.</summary>
    public string To => to;

    /// <summary>The number of items.</summary>
    public long Count { get; private set; }

    /// <summary>The first items.</summary>
    public IReadOnlyList<FleetItem> Items => items;

    /// <summary>Combines moved items. All other items, and the items of small groups, are returned one by one.</summary>
    /// <param name="items">The items. Moved items must be consecutive.</param>
    /// <param name="most">The maximum number of items that a group keeps.</param>
    public static IEnumerable<(FleetItem? Item, MovedFolder? Folder)> Combine(IEnumerable<FleetItem> items, int most)
    {
        Dictionary<(string From, string To), MovedFolder> folders = [];
        List<MovedFolder> ordered = [];
        long kept = 0;
        foreach (FleetItem item in items)
        {
            if (item.MovedFrom is { } from)
            {
                (string From, string To) change = Change(from, item.Name);
                if (!folders.TryGetValue(change, out MovedFolder? folder))
                {
                    if (ordered.Count == MostGroups)
                    {
                        yield return (item, null);
                        continue;
                    }

                    folders.Add(change, folder = new(change.From, change.To));
                    ordered.Add(folder);
                }

                folder.Count++;
                if (folder.items.Count >= Fewest && (folder.items.Count >= most || kept >= (long)Spare * most)) continue;

                folder.items.Add(item);
                kept++;
                continue;
            }

            foreach ((FleetItem?, MovedFolder?) line in Lines(ordered)) yield return line;
            (folders, ordered) = ([], []);
            yield return (item, null);
        }

        foreach ((FleetItem?, MovedFolder?) line in Lines(ordered)) yield return line;
    }

    private static IEnumerable<(FleetItem? Item, MovedFolder? Folder)> Lines(List<MovedFolder> folders) =>
        folders.SelectMany(folder => folder.Count >= Fewest ? [(null, folder)]
            : folder.items.Select(item => ((FleetItem?)item, (MovedFolder?)null)));

    // Returns the beginnings of two names, up to the folders and the name that both have in common at the end. If they have none
    // in common, returns the whole names.
    private static (string From, string To) Change(string from, string to)
    {
        int shared = 0;
        for (int i = 1; i < Math.Min(from.Length, to.Length) && from[^i] == to[^i]; i++)
        {
            if (from[^(i + 1)] == '/' && to[^(i + 1)] == '/') shared = i;
        }

        return (from.Substring(0, from.Length - shared), to.Substring(0, to.Length - shared));
    }
}
