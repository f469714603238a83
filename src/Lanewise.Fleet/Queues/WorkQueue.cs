using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Queues;

/// <summary>
/// How ranges reach workers. The catalogue is the source of truth, and a queue only says where to look: what it loses is found
/// there, what it brings twice is done once, because a range ends by its newest epoch alone.
/// </summary>
internal abstract class WorkQueue : IDisposable
{
    /// <summary>Planning has committed ranges.</summary>
    public virtual void Publish(FleetJob job, IReadOnlyList<long> ranges, CancellationToken token)
    {
    }

    /// <summary>Takes ranges to work on, waiting for some time where there are none.</summary>
    /// <returns>None where there is nothing to do now.</returns>
    public abstract IReadOnlyList<RangeLease> Take(
        FleetJob job, int most, string worker, long lease, TimeSpan wait, CancellationToken token);

    /// <summary>The results of a range are committed, by this worker or by another.</summary>
    public virtual void Done(RangeLease range)
    {
    }

    /// <summary>A range is put back, not begun.</summary>
    public abstract void Return(RangeLease range, CancellationToken token);

    public virtual void Dispose()
    {
    }
}

/// <summary>The catalogue as its own queue: of one process, or of as many as the database takes.</summary>
internal sealed class CatalogueQueue(FleetCatalogue catalogue) : WorkQueue
{
    public override IReadOnlyList<RangeLease> Take(
        FleetJob job, int most, string worker, long lease, TimeSpan wait, CancellationToken token)
    {
        IReadOnlyList<RangeLease> ranges = catalogue.Ranges.Take(job, most, worker, lease, token);
        if (ranges.Count == 0) token.WaitHandle.WaitOne(wait);
        return ranges;
    }

    public override void Return(RangeLease range, CancellationToken token) => catalogue.Ranges.Return(range, token);
}
