namespace Lanewise.Fleet.Catalogue;

/// <summary>
/// The moved items of a run that is done. Each of them pairs a new item with a missing item that has the same content. Before the
/// run is done, all items remain new and missing. So do the items of further pairs if there are more pairs than fit in memory.
/// </summary>
internal sealed class MovedItems
{
    // The maximum number of different contents for which items are paired, and the maximum number of pairs.
    private const int Most = 1_000_000;

    // The earlier names of the moved items by the digest of their content.
    private readonly Dictionary<string, List<string>> names = [];

    private MovedItems()
    {
    }

    /// <summary>The number of moved items.</summary>
    public int Count { get; private set; }

    /// <summary>Finds the moved items of a run.</summary>
    /// <param name="results">The results in the catalogue.</param>
    /// <param name="job">The run.</param>
    /// <param name="most">The maximum number of moved items. All other items remain new and missing.</param>
    public static MovedItems Of(Results results, FleetJob job, int most = Most)
    {
        MovedItems moved = new();
        if (job is not { State: FleetJobState.Done, Baseline: not null } || results.Status(job).Total.New == 0) return moved;

        Dictionary<string, long> counts = results.SharedContent(job).Take(most)
            .ToDictionary(one => Convert.ToHexString(one.Digest), one => one.Count);
        if (counts.Count == 0) return moved;

        foreach (FleetItem item in results.Gone(job))
        {
            if (moved.Count == most) break;
            if (item.Digest is null) continue;

            string digest = Convert.ToHexString(item.Digest);
            if (!counts.TryGetValue(digest, out long count)) continue;

            if (!moved.names.TryGetValue(digest, out List<string>? ofContent)) moved.names.Add(digest, ofContent = []);
            if (ofContent.Count == count) continue;

            ofContent.Add(item.Name);
            moved.Count++;
        }

        return moved;
    }

    /// <summary>Returns the items that are missing, among the items that the run did not find under their names.</summary>
    public IEnumerable<FleetItem> Missing(IEnumerable<FleetItem> gone)
    {
        Dictionary<string, int> passed = [];
        return gone.Where(item => Next(item, passed) is null);
    }

    /// <summary>Marks the moved items among new items. Other items are returned unchanged.</summary>
    public IEnumerable<FleetItem> Marked(IEnumerable<FleetItem> items)
    {
        Dictionary<string, int> passed = [];
        return items.Select(item => item.Status == ItemStatus.New && item.Bytes > 0 && Next(item, passed) is { } from
            ? item with { Status = ItemStatus.Moved, MovedFrom = from } : item);
    }

    /// <summary>Returns the number of moved items in each source.</summary>
    /// <param name="items">The numbers of new items, or of items that the run did not find, by source and content.</param>
    public Dictionary<long, long> BySource(IEnumerable<(long Source, byte[] Digest, long Count)> items)
    {
        Dictionary<string, long> left = names.ToDictionary(one => one.Key, one => (long)one.Value.Count);
        Dictionary<long, long> moved = [];
        foreach ((long source, byte[] digest, long count) in items)
        {
            string content = Convert.ToHexString(digest);
            long taken = Math.Min(count, left.GetValueOrDefault(content));
            if (taken == 0) continue;

            left[content] -= taken;
            moved[source] = moved.GetValueOrDefault(source) + taken;
        }

        return moved;
    }

    // Returns the earlier name of the next moved item with the same content, or null if all of them have passed.
    private string? Next(FleetItem item, Dictionary<string, int> passed)
    {
        if (names.Count == 0 || item.Digest is null) return null;

        string digest = Convert.ToHexString(item.Digest);
        int index = passed.GetValueOrDefault(digest);
        if (!names.TryGetValue(digest, out List<string>? ofContent) || index == ofContent.Count) return null;

        passed[digest] = index + 1;
        return ofContent[index];
    }
}
