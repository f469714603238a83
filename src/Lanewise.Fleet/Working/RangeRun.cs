using System.Diagnostics;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Working;

/// <summary>A range that this process is working on.</summary>
internal sealed class RangeRun(RangeLease lease, IReadOnlyList<WorkItem> items)
{
    private volatile bool isLost;

    public RangeLease Lease => lease;

    /// <summary>When it was read; what it waited for before that does not count.</summary>
    public ReadTimes Times { get; private set; }

    public IReadOnlyList<WorkItem> Items => items;

    public List<ItemResult> Results { get; } = new(items.Count);

    /// <summary>The result, if it is a part of a large file.</summary>
    public PartValue? Part { get; set; }

    public bool IsComplete => Results.Count == items.Count;

    /// <summary>Another worker has it, so the rest of it need not be read.</summary>
    public bool IsLost
    {
        get => isLost;
        set => isLost = value;
    }

    /// <summary>Its first file is opened now, unless that was before.</summary>
    public void Begin()
    {
        if (Times.First == 0) Times = new(Stopwatch.GetTimestamp(), 0);
    }

    /// <summary>All of it was read.</summary>
    public void End() => Times = Times with { Last = Stopwatch.GetTimestamp() };
}
