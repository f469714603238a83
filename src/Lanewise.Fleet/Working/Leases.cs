using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Working;

/// <summary>
/// Renews the leases of this worker by sending a heartbeat at least every third of the lease time. If the heartbeats fail, other
/// workers take over its ranges. The worker detects a takeover when it renews a lease, or at the latest when it commits. A
/// heartbeat also stores the progress of the ranges. At first, heartbeats are sent more frequently, so that the progress is known
/// early.
/// </summary>
internal sealed class Leases : IDisposable
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);

    private readonly FleetCatalogue catalogue;
    private readonly Worker worker;
    private readonly CancellationTokenSource ended = new();
    private readonly Dictionary<(long Job, long Id), RangeRun> held = [];
    private readonly Thread thread;
    private readonly long begun = Environment.TickCount64;
    private long counted;
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

    /// <summary>
    /// Sends heartbeats for a range. If this worker was suspended and then took over its own range, the earlier run of the range
    /// is treated as lost.
    /// </summary>
    public void Add(RangeRun range)
    {
        lock (held)
        {
            if (held.TryGetValue(KeyOf(range), out RangeRun? earlier)) earlier.IsLost = true;
            held[KeyOf(range)] = range;
        }
    }

    /// <summary>Ends the heartbeats for a run of a range, unless a later run of the same range has replaced it.</summary>
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
        CountRead();
    }

    private static (long Job, long Id) KeyOf(RangeRun range) => (range.Lease.Job, range.Lease.Id);

    private void Run()
    {
        while (!ended.Token.WaitHandle.WaitOne(Pause()))
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
                // The next commit detects and reports that the catalogue is unavailable.
            }
        }
    }

    private TimeSpan Pause()
    {
        TimeSpan most = worker.Lease / 3, quarter = TimeSpan.FromMilliseconds((Environment.TickCount64 - begun) / 4.0);
        TimeSpan pause = quarter < ShortestPause ? ShortestPause : quarter;
        return pause < most ? pause : most;
    }

    private void Beat()
    {
        CountRead();
        IReadOnlyList<RangeRun> ranges = Held;
        IReadOnlyList<RangeLease> lost = catalogue.Ranges.Renew(
            worker.Job.Id, Progress(ranges, worker.UnfinishedBytes), worker.Name, (long)worker.Lease.TotalMilliseconds,
            (worker.Done.Files, worker.ReadBytes), ended.Token);
        foreach (RangeRun range in ranges)
        {
            if (lost.Contains(range.Lease)) range.IsLost = true;
        }

        worker.Share(catalogue.Ranges.Workers(worker.Job.Id, (long)worker.Lease.TotalMilliseconds, ended.Token));
    }

    private void CountRead()
    {
        long read = worker.ReadBytes;
        worker.Metrics?.Read(Math.Max(0, read - counted));
        counted = Math.Max(counted, read);
    }

    /// <summary>Returns the progress of ranges. A worker reads its ranges in sequence, so the unfinished bytes belong to the
    /// ranges that it began first.</summary>
    internal static IReadOnlyList<RangeProgress> Progress(IEnumerable<RangeRun> ranges, long unfinished)
    {
        List<RangeProgress> all = [];
        foreach ((RangeRun range, ReadTimes times) in ranges.Select(range => (range, range.Times))
            .OrderBy(one => one.Item2.First == 0).ThenBy(one => one.Item2.First))
        {
            long read = Math.Min(range.ReadBytes, range.Lease.Bytes);
            long more = times is { First: > 0, Last: 0 } ? Math.Min(unfinished, range.Lease.Bytes - read) : 0;
            unfinished -= more;
            all.Add(new(range.Lease, read + more, times));
        }

        return all;
    }
}
