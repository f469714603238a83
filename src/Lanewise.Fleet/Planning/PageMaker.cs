using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Sources;

namespace Lanewise.Fleet.Planning;

/// <summary>Collects the items that a planner finds, and groups them into ranges.</summary>
/// <param name="job">The job.</param>
/// <param name="hasParts">Whether large files are split into parts.</param>
/// <param name="before">The number of items that the planner has found before.</param>
internal sealed class PageMaker(FleetJob job, bool hasParts, long before = 0)
{
    /// <summary>The maximum length of a planned file or object: 256 TiB. Without a limit, a sparse file or a store could claim
    /// any length.</summary>
    internal const long MostBytes = 1L << 48;

    /// <summary>The maximum number of parts of a file. A file with more parts becomes a single range.</summary>
    internal const int MostParts = 1 << 18;

    // The first ranges of a run are small: a range has at most an eighth of the items that were found before it, but at least
    // this number. Otherwise, a small run would be a single range, whose results would only be known at the end, and which only
    // one worker could hash.
    private const int FirstRangeFiles = 16, Share = 8;

    private List<PlannedItem> items = [];
    private List<PlannedRange> ranges = [];
    private List<FolderLease> folders = [];
    private int first;
    private long bytes;
    private int source;

    /// <summary>The directories whose listing has ended since the last page.</summary>
    public List<FolderLease> Ended { get; private set; } = [];

    public int Count => items.Count + folders.Count;

    public void Add(FolderLease folder, ListedPage listed)
    {
        source = folder.Source;
        folders.AddRange(listed.Folders);
        foreach (PlannedItem item in listed.Items) Add(item);
    }

    /// <summary>Returns all collected items. A range that is not full yet also ends here.</summary>
    public PlannedPage Take(FolderLease? begun, byte[]? cursor)
    {
        Cut();
        PlannedPage page = new(source, items, ranges, folders, Ended, begun, cursor);
        before += items.Count;
        (items, ranges, folders, Ended, first) = ([], [], [], [], 0);
        return page;
    }

    private void Add(PlannedItem item)
    {
        if (item.Bytes is < 0 or > MostBytes)
        {
            item = new(item.Name, 0)
            {
                Status = ItemStatus.Unreadable,
                Note = FormattableString.Invariant(
                    $"its length is given as {item.Bytes} bytes; an audit reads files of 0 to {MostBytes} bytes"),
            };
        }

        long size = job.Settings.SegmentBytes;
        bool isLarge = hasParts && item.Bytes > size && item.Bytes / size < MostParts;
        if (item.Status is not null || isLarge || items.Count - first >= MostFiles
            || (items.Count > first && bytes + item.Bytes > job.Settings.RangeBytes))
        {
            Cut();
        }

        items.Add(item);
        bytes += item.Bytes;
        if (item.Status is not null)
        {
            ranges.Add(new(source, first, 1, 0, Files: 1)
            {
                IsDone = true, Unreadable = item.Status == ItemStatus.Unreadable ? 1 : 0,
                Skipped = item.Status == ItemStatus.Special ? 1 : 0,
            });
            Begin();
        }
        else if (isLarge)
        {
            for (long part = 0, start = 0; start < item.Bytes; part++, start += size)
                ranges.Add(new(source, first, 1, Math.Min(size, item.Bytes - start), (int)part, Files: part == 0 ? 1 : 0));
            Begin();
        }
    }

    // The maximum number of items in the current range.
    private long MostFiles => Math.Min(job.Settings.RangeFiles, Math.Max(FirstRangeFiles, (before + first) / Share));

    private void Cut()
    {
        if (items.Count > first) ranges.Add(new(source, first, items.Count - first, bytes, Files: items.Count - first));
        Begin();
    }

    private void Begin()
    {
        first = items.Count;
        bytes = 0;
    }
}
