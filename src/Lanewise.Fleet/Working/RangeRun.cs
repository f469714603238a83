using System.Diagnostics;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Working;

/// <summary>A range that this process is working on.</summary>
internal sealed class RangeRun(RangeLease lease, IReadOnlyList<WorkItem> items)
{
    private volatile bool isLost;
    private long readBytes;

    public RangeLease Lease => lease;

    /// <summary>The period in which the range was read, excluding the wait before the first read.</summary>
    public ReadTimes Times { get; private set; }

    /// <summary>The number of bytes of finished files, or the number of bytes read if the range is a part of a large
    /// file.</summary>
    public long ReadBytes => Volatile.Read(ref readBytes);

    public IReadOnlyList<WorkItem> Items => items;

    public List<ItemResult> Results { get; } = new(items.Count);

    /// <summary>The result if the range is a part of a large file, or null until this part is hashed.</summary>
    public PartValue? Part { get; set; }

    public bool IsComplete => Results.Count == items.Count;

    /// <summary>
    /// Indicates whether another worker now holds the range. If true, this worker need not read the rest of the range.
    /// </summary>
    public bool IsLost
    {
        get => isLost;
        set => isLost = value;
    }

    /// <summary>Returns whether the range has items and, if it is a part of a large file, lies within this file.</summary>
    public bool IsValid(long segmentBytes) => lease.Part < 0
        ? items.Count > 0
        : items.Count == 1 && lease.Bytes > 0 && ((Int128)lease.Part * segmentBytes) + lease.Bytes <= items[0].Bytes;

    /// <summary>Adds a number of bytes to <see cref="ReadBytes"/>.</summary>
    public void Add(long bytes) => Interlocked.Add(ref readBytes, bytes);

    /// <summary>Records the start time at the first file. Later calls have no effect.</summary>
    public void Begin()
    {
        if (Times.First == 0) Times = new(Stopwatch.GetTimestamp(), 0);
    }

    /// <summary>Records the time at which the last byte of the range was read.</summary>
    public void End() => Times = Times with { Last = Stopwatch.GetTimestamp() };
}
