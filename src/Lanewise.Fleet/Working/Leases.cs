using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Working;

/// <summary>
/// Renews the leases of this worker by sending a heartbeat every third of the lease time. If the heartbeats fail, other workers
/// take over its ranges. The worker detects a takeover when it renews a lease, or at the latest when it commits.
/// </summary>
internal sealed class Leases : IDisposable
{
    private readonly FleetCatalogue catalogue;
    private readonly Worker worker;
    private readonly CancellationTokenSource ended = new();
    private readonly Dictionary<(long Job, long Id), RangeRun> held = [];
    private readonly Thread thread;
    private bool isEnded;

    public Leases(FleetCatalogue catalogue, Worker worker)
    {
        this.catalogue = catalogue;
        this.worker = worker;
        Beat();
        thread = new(Run) { IsBackground = true, Name = "leases" };
        thread.Start();
    }

    /// <summary>The ranges that this worker holds.</summary>
    public IReadOnlyList<RangeRun> Held
    {
        get
        {
            lock (held) return [.. held.Values];
        }
    }

    /// <summary>Sends heartbeats for a range. If this worker was suspended and has taken over its own range, the earlier run is
    /// lost.</summary>
    public void Add(RangeRun range)
    {
        lock (held)
        {
            if (held.TryGetValue(KeyOf(range), out RangeRun? earlier)) earlier.IsLost = true;
            held[KeyOf(range)] = range;
        }
    }

    /// <summary>Ends the heartbeats for a range, unless a later run of this range has replaced it.</summary>
    public void Remove(RangeRun range)
    {
        lock (held)
        {
            if (held.GetValueOrDefault(KeyOf(range)) == range) held.Remove(KeyOf(range));
        }
    }

    public void Dispose()
    {
        if (isEnded) return;

        isEnded = true;
        ended.Cancel();
        thread.Join();
        ended.Dispose();
    }

    private static (long Job, long Id) KeyOf(RangeRun range) => (range.Lease.Job, range.Lease.Id);

    private void Run()
    {
        while (!ended.Token.WaitHandle.WaitOne(worker.Lease / 3))
        {
            try
            {
                Beat();
            }
            catch (OperationCanceledException)
            {
                return;
            }
            catch (FleetException)
            {
                // The catalogue is unavailable. The next commit detects and reports this.
            }
        }
    }

    private void Beat()
    {
        IReadOnlyList<RangeRun> ranges = Held;
        IReadOnlyList<RangeLease> lost = catalogue.Ranges.Renew(
            worker.Job.Id, [.. ranges.Select(range => range.Lease)], worker.Name, (long)worker.Lease.TotalMilliseconds,
            worker.Done, ended.Token);
        foreach (RangeRun range in ranges)
        {
            if (lost.Contains(range.Lease)) range.IsLost = true;
        }

        worker.Share(catalogue.Ranges.Workers(worker.Job.Id, (long)worker.Lease.TotalMilliseconds, ended.Token));
    }
}
