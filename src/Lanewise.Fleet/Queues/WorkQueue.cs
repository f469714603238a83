using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Queues;

/// <summary>
/// Distributes ranges to workers. The catalogue is the source of truth, and a queue only suggests ranges. If a queue loses
/// ranges, workers find them in the catalogue. If a queue delivers a range twice, only the worker with the newest epoch can
/// complete it.
/// </summary>
internal abstract class WorkQueue : IDisposable
{
    /// <summary>Publishes ranges that the planner has committed.</summary>
    public virtual void Publish(FleetJob job, IReadOnlyList<long> ranges, CancellationToken token)
    {
    }

    /// <summary>Takes ranges to work on. Waits for a while if no ranges are available.</summary>
    /// <returns>The ranges, or an empty list if there is currently nothing to do.</returns>
    public abstract IReadOnlyList<RangeLease> Take(
        FleetJob job, int most, string worker, long lease, TimeSpan wait, CancellationToken token);

    /// <summary>Removes a range from the queue after this or another worker has committed its results.</summary>
    public virtual void Done(RangeLease range)
    {
    }

    /// <summary>Puts a range that was not started back into the queue.</summary>
    public abstract void Return(RangeLease range, CancellationToken token);

    public virtual void Dispose()
    {
    }
}

/// <summary>Uses the catalogue as the queue. The speed of the database limits how many workers can be kept busy.</summary>
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
