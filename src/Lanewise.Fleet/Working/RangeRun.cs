using System.Diagnostics;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Working;

/// <summary>A range while this process works on it.</summary>
internal sealed class RangeRun(RangeLease lease, IReadOnlyList<WorkItem> items)
{
    private volatile bool isLost;

    public RangeLease Lease => lease;

    /// <summary>When it came, as <see cref="Stopwatch.GetTimestamp"/> has it.</summary>
    public long Taken { get; } = Stopwatch.GetTimestamp();

    public IReadOnlyList<WorkItem> Items => items;

    public List<ItemResult> Results { get; } = new(items.Count);

    /// <summary>What came of it where it is a part of a large file.</summary>
    public PartValue? Part { get; set; }

    public bool IsComplete => Results.Count == items.Count;

    /// <summary>Another worker has it: what is left of it need not be read.</summary>
    public bool IsLost
    {
        get => isLost;
        set => isLost = value;
    }
}
