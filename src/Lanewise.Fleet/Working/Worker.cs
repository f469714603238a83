using System.Collections.Concurrent;
using System.Diagnostics;
using System.Security.Cryptography;
using Lanewise.Files;
using Lanewise.Files.Reading;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Planning;
using Lanewise.Fleet.Queues;
using Lanewise.Fleet.Sources;

namespace Lanewise.Fleet.Working;

/// <summary>Works on a job. A worker takes ranges in advance, hashes their files in one run of the file engine, and commits
/// each range when its last file is done. Separate threads take, hash and commit ranges, so the database and the disk do not
/// wait for each other.</summary>
internal sealed class Worker : IProgress<FileHashProgress>
{
    // The maximum number of ranges that wait to be hashed, and the maximum number that wait to be committed. The memory that the
    // worker needs depends on these numbers and on the ranges that are being hashed.
    private const int Ahead = 2, Behind = 4;

    // How long a worker may take to finish its ranges after a stop request, and how long to return unfinished ranges.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(4), GivingBack = TimeSpan.FromSeconds(4);

    // The minimum and maximum pause between queries for work. The pause is short while the last ranges are being finished.
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(5), LongestPause = TimeSpan.FromSeconds(1);

    // A planner is treated as dead if it holds no lease for this long. A running planner is without a lease for only a few
    // milliseconds.
    private static readonly TimeSpan PlannerPause = TimeSpan.FromSeconds(2);

    private readonly FleetCatalogue catalogue;
    private readonly WorkQueue queue;
    private readonly JobEnd jobEnd;
    private readonly FleetAlgorithm algorithm;
    private readonly Dictionary<int, AuditSource> sources;
    private readonly Dictionary<int, (Throttle Throttle, long Rate)> rates;
    private readonly Throttle own = new();
    private long files, bytes, settled, storedFiles, storedBytes;

    // The number of bytes that were hashed before the current call of FileHasher.Run, and the number of bytes read so far.
    private long bytesBefore, bytesReached;

    // The range whose files the engine is reading, and the index of its next file.
    private RangeRun? current;
    private int next;

    // The time at which a partly planned run lost its planner, or null if it has a planner.
    private long? alone;
    private Action? resume;

    // Indicates whether the last query found no work.
    private volatile bool isIdle;
    private volatile Leases? inUse;

    public Worker(FleetCatalogue catalogue, FleetJob job, WorkQueue queue, string name)
    {
        this.catalogue = catalogue;
        this.queue = queue;
        jobEnd = new(catalogue, job.Id);
        Job = job;
        Name = name;
        try
        {
            algorithm = new(job.Algorithm);
        }
        catch (CryptographicException e)
        {
            throw new FleetException($"{catalogue.Place}: the job uses an algorithm that this program does not support", e);
        }

        IReadOnlyList<FleetSource> all = catalogue.Jobs.Sources(job.Id);
        sources = all.ToDictionary(source => source.Id, source => AuditSource.Of(source, job.Settings, catalogue.OwnFiles));
        rates = all.ToDictionary(
            source => source.Id, source => (new Throttle { BytesPerSecond = source.BytesPerSecond }, source.BytesPerSecond));
    }

    public FleetJob Job { get; }

    public string Name { get; }

    /// <summary>The time after the last heartbeat during which a range still belongs to this worker.</summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The number of cores to use. -1 means all cores.</summary>
    public int Cores { get; init; } = -1;

    /// <summary>The maximum number of bytes that this worker reads per second. 0 means unlimited.</summary>
    public long BytesPerSecond
    {
        get => own.BytesPerSecond;
        init => own.BytesPerSecond = value;
    }

    /// <summary>The numbers of files and bytes that this worker has hashed.</summary>
    public (long Files, long Bytes) Done => (Volatile.Read(ref files), Volatile.Read(ref bytes));

    /// <summary>The numbers of files and bytes whose results this worker has stored in the catalogue.</summary>
    public (long Files, long Bytes) Stored => (Volatile.Read(ref storedFiles), Volatile.Read(ref storedBytes));

    /// <summary>The number of bytes that this worker has read, including bytes of unfinished files.</summary>
    public long ReadBytes => Math.Max(Volatile.Read(ref bytes), Volatile.Read(ref bytesReached));

    /// <summary>The number of bytes of the ranges that this worker has committed or lost.</summary>
    public long SettledBytes => Volatile.Read(ref settled);

    /// <summary>The number of bytes that were read from unfinished files.</summary>
    public long UnfinishedBytes => Math.Max(0, Volatile.Read(ref bytesReached) - Volatile.Read(ref bytes));

    /// <summary>Indicates whether the worker holds no range and has found none to take.</summary>
    public bool IsWaiting => isIdle && inUse is { Held.Count: 0 };

    /// <summary>A callback for each committed range.</summary>
    public Action? Progress { get; init; }

    /// <summary>A callback for each file that could not be read, with the reason.</summary>
    public Action<string, string>? Failure { get; init; }

    /// <summary>A callback that is invoked when the worker takes over the planning from a dead planner.</summary>
    public Action? Resumed { get; init; }

    /// <summary>The metrics, or null if there is no listener.</summary>
    public WorkerMetrics? Metrics { get; init; }

    /// <summary>Works until the job is done, or until no range is left to start.</summary>
    /// <param name="leave">Ends the worker normally. The worker finishes its current work within seconds, or returns it to the
    /// catalogue.</param>
    /// <param name="stop">Ends the worker immediately. Other workers take over its ranges when the leases expire.</param>
    public void Run(CancellationToken leave, CancellationToken stop)
    {
        if (Metrics is not null) catalogue.Retried = Metrics.Retry;
        using Leases leases = new(catalogue, this);
        inUse = leases;
        using BlockingCollection<RangeRun> ready = new(Ahead), ended = new(Behind);
        using CancellationTokenSource hurry = new();
        using CancellationTokenRegistration left = leave.Register(() => hurry.CancelAfter(Grace));
        using CancellationTokenSource failed = CancellationTokenSource.CreateLinkedTokenSource(stop, hurry.Token);
        using CancellationTokenSource over = CancellationTokenSource.CreateLinkedTokenSource(leave, failed.Token);
        WorkerThreads threads = new(failed);
        Thread taker = threads.Start(() => Take(ready, leases, over.Token, failed.Token));
        Thread writer = threads.Start(() => Write(ended, leases, over, failed.Token));
        Thread? planner = null;
        resume = () => planner ??= threads.Start(() => Plan(over.Token));
        try
        {
            threads.Run(() => Hash(ready, ended, leases, leave, failed.Token));
            over.Cancel();
            taker.Join();
            // Return the ranges that the worker took while hashing its last range.
            foreach (RangeRun range in ready.GetConsumingEnumerable()) Return(range, leases);
            ended.CompleteAdding();
            writer.Join();
        }
        finally
        {
            planner?.Join();
            // The worker sends no more heartbeats.
            leases.Dispose();
            if (!stop.IsCancellationRequested && !threads.HaveFailed) Leave(leases);
            foreach (AuditSource source in sources.Values) source.Dispose();
        }

        stop.ThrowIfCancellationRequested();
        threads.ThrowFirst();
        jobEnd.CountMissing();
    }

    /// <summary>Sets the number of workers that share the rate limit of each source.</summary>
    internal void Share(int workers)
    {
        foreach ((Throttle throttle, long rate) in rates.Values) throttle.BytesPerSecond = ShareOf(rate, workers);
    }

    /// <summary>
    /// Returns a worker's share of a rate limit. Because 0 means unlimited, the share is 0 only if the limit is 0.
    /// </summary>
    internal static long ShareOf(long rate, int workers) => rate == 0 ? 0 : Math.Max(1, rate / Math.Max(1, workers));

    /// <summary>Compares the digest of an item with the known values and returns the result.</summary>
    internal static ItemResult Compared(
        FleetJob job, WorkItem item, byte[] digest, long bytes, SourceVerdict verdict = default)
    {
        ItemStatus status = item.Expected is { } expected
            ? expected.AsSpan().SequenceEqual(digest) ? ItemStatus.Same : ItemStatus.Changed
            : job.Baseline is null || item.IsKnown ? ItemStatus.Hashed : ItemStatus.New;
        string? sizes = status == ItemStatus.Changed ? Sizes(item.ExpectedBytes, bytes) : null;
        string? note = sizes is null ? verdict.Note : verdict.Note is null ? sizes : $"{sizes}; {verdict.Note}";
        return new(item.Id, verdict.IsContradicted ? ItemStatus.Changed : status, digest, bytes, note);
    }

    // If the size is the same, the content was probably damaged and not edited.
    private static string? Sizes(long before, long now) => before <= 0 ? null
        : before == now ? "same size" : FormattableString.Invariant($"the size was {before:N0} B, and is {now:N0} B");

    // ---- taking ranges ----

    private void Take(BlockingCollection<RangeRun> ready, Leases leases, CancellationToken over, CancellationToken failed)
    {
        try
        {
            TimeSpan pause = ShortestPause;
            while (!over.IsCancellationRequested)
            {
                IReadOnlyList<RangeLease> taken = queue.Take(Job, 1, Name, (long)Lease.TotalMilliseconds, pause, over);
                isIdle = taken.Count == 0;
                if (isIdle && jobEnd.TryEnd(over)) break;
                if (isIdle) LookAfterPlanning(over);

                pause = taken.Count > 0 ? ShortestPause : pause * 2 < LongestPause ? pause * 2 : LongestPause;

                foreach (RangeLease lease in taken)
                {
                    RangeRun range = new(lease, catalogue.Ranges.Items(Job, lease, failed));
                    Check(range);
                    leases.Add(range);
                    sources[lease.Source].Expect(range.Items);
                    try
                    {
                        ready.Add(range, over);
                    }
                    catch (OperationCanceledException)
                    {
                        Return(range, leases);
                        throw;
                    }
                }
            }
        }
        catch (OperationCanceledException) when (over.IsCancellationRequested)
        {
            // The worker does not start another range.
        }
        finally
        {
            ready.CompleteAdding();
        }
    }

    // Continues the planning if the planner of the run was killed. Otherwise, the run would never end.
    private void LookAfterPlanning(CancellationToken over)
    {
        long now = Environment.TickCount64;
        if (!catalogue.Jobs.IsAbandoned(Job.Id, (long)Planner.Lease.TotalMilliseconds, over)) alone = null;
        else if (now - (alone ??= now) > PlannerPause.TotalMilliseconds) resume!();
    }

    private void Plan(CancellationToken over)
    {
        Resumed?.Invoke();
        try
        {
            new Planner(catalogue, Job with { State = FleetJobState.Planning }, queue) { Failure = Failure }.Run(1, over);
        }
        catch (OperationCanceledException) when (over.IsCancellationRequested)
        {
            // Committed results are kept.
        }
    }

    // Anyone with write access to the catalogue may have stored any values.
    private void Check(RangeRun range)
    {
        if (sources.ContainsKey(range.Lease.Source) && range.IsValid(Job.Settings.SegmentBytes)) return;

        throw new FleetException(catalogue.Jobs.Find(Job.Id) is null
            ? $"{catalogue.Place}: job '{Job.Name}' was forgotten while a worker processed it"
            : $"{catalogue.Place}: range {range.Lease.Id} is not valid for its job");
    }

    private void Return(RangeRun range, Leases leases)
    {
        sources[range.Lease.Source].Forget(range.Items);
        using CancellationTokenSource end = new(GivingBack);
        leases.Remove(range);
        try
        {
            queue.Return(range.Lease, end.Token);
        }
        catch (OperationCanceledException)
        {
            // The range need not be returned, because its lease will expire.
        }
    }

    // The worker does not wait for an unavailable catalogue, because other workers take over the ranges when the leases expire.
    private void Leave(Leases leases)
    {
        using CancellationTokenSource end = new(GivingBack);
        try
        {
            foreach (RangeRun range in leases.Held) queue.Return(range.Lease, end.Token);
            catalogue.Ranges.Leave(Job.Id, Name, Stored, end.Token);
        }
        catch (OperationCanceledException)
        {
            // Ranges that were not returned become free when their leases expire.
        }
    }

    // ---- hashing files ----

    private void Hash(
        BlockingCollection<RangeRun> ready, BlockingCollection<RangeRun> ended, Leases leases, CancellationToken leave,
        CancellationToken failed)
    {
        FileHashOptions options = new()
        {
            Parallel = new() { MaxDegreeOfParallelism = Cores, CancellationToken = failed },
            ExpectedFiles = Job.Settings.RangeFiles,
            Progress = this,
        };
        while (current is not null || (!leave.IsCancellationRequested && ready.TryTake(out current, Timeout.Infinite, failed)))
        {
            if (current.Lease.Part >= 0)
            {
                RangeRun part = current;
                current.Begin();
                current.Part = LargeFile.Hash(
                    current.Lease, current.Items[0], Job.Settings.SegmentBytes, Cores > 0 ? Cores : Environment.ProcessorCount,
                    Throttles(current),
                    done =>
                    {
                        Interlocked.Add(ref bytes, done);
                        part.Add(done);
                    },
                    failed);
                current.End();
                ended.Add(current, failed);
                current = null;
                continue;
            }

            // While ranges are available and the rate limit permits reading, the lanes stay full from one range to the next.
            foreach (Throttle throttle in Throttles(current)) throttle.Wait(failed);
            Volatile.Write(ref bytesBefore, Volatile.Read(ref bytes));
            FileHasher.Run(Files(ready, leases, leave, failed), file => Add(file, ended, failed), options);
        }
    }

    void IProgress<FileHashProgress>.Report(FileHashProgress value) =>
        Volatile.Write(ref bytesReached, Volatile.Read(ref bytesBefore) + value.Bytes);

    private IEnumerable<WorkFile> Files(
        BlockingCollection<RangeRun> ready, Leases leases, CancellationToken leave, CancellationToken failed)
    {
        while (current is { Lease.Part: < 0 } range)
        {
            Throttle[] throttles = Throttles(range);
            for (; next < range.Items.Count && !range.IsLost; next++)
            {
                // Files that are already in lanes must not wait for files that the rate limit delays.
                if (Array.Exists(throttles, throttle => !throttle.IsFree)) yield break;

                WorkItem item = range.Items[next];
                range.Begin();
                WorkFile file = sources[range.Lease.Source].Open(item, algorithm.Hash, new(throttles, failed));
                file.Range = range;
                yield return file;
            }

            if (next < range.Items.Count)
            {
                // The new owner of the range reads the whole range.
                sources[range.Lease.Source].Forget(range.Items.Skip(next));
                leases.Remove(range);
                queue.Done(range.Lease);
            }

            // Files that are already in lanes must not wait for ranges that may never arrive.
            current = !leave.IsCancellationRequested && ready.TryTake(out RangeRun? other, 0, failed) ? other : null;
            next = 0;
        }
    }

    private Throttle[] Throttles(RangeRun range) => [own, rates[range.Lease.Source].Throttle];

    private void Add(WorkFile file, BlockingCollection<RangeRun> ended, CancellationToken failed)
    {
        RangeRun range = file.Range!;
        WorkItem item = file.Item;
        if (file.Error is { } error)
        {
            string reason = ReadErrors.Reason(error, item.Name);
            Failure?.Invoke(item.Name, reason);
            range.Results.Add(new(item.Id, ItemStatus.Unreadable, item.Expected, 0, reason));
        }
        else
        {
            AuditSource source = sources[range.Lease.Source];
            range.Results.Add(Compared(
                Job, item, file.DigestOf(algorithm.Hash).ToArray(), file.Bytes, source.Judge(file)));
            Interlocked.Increment(ref files);
            Interlocked.Add(ref bytes, file.Bytes);
            range.Add(file.Bytes);
        }

        if (!range.IsComplete) return;

        range.End();
        ended.Add(range, failed);
    }

    // ---- committing ranges ----

    private void Write(
        BlockingCollection<RangeRun> ended, Leases leases, CancellationTokenSource over, CancellationToken failed)
    {
        foreach (RangeRun range in ended.GetConsumingEnumerable(failed))
        {
            long commit = Stopwatch.GetTimestamp();
            // The range is removed from the queue even if it no longer belongs to this worker.
            if (range.Part is { } part)
            {
                ItemResult[] merged = [];
                bool isDone = catalogue.Ranges.Complete(
                    range.Lease, part, range.Times, parts => (merged = [LargeFile.Merge(Job, range.Items[0], parts)])[0], Name,
                    failed);
                int whole = part.Part == 0 ? 1 : 0;
                Interlocked.Add(ref files, whole);
                Metrics?.Add(range, isDone, merged, range.Lease.Bytes, commit);
                Settle(isDone, whole, range.Lease.Bytes);
            }
            else
            {
                bool isDone = catalogue.Ranges.Complete(range.Lease, range.Results, range.Times, Name, failed);
                long read = range.Results.Sum(result => result.Bytes);
                Metrics?.Add(range, isDone, range.Results, read, commit);
                Settle(isDone, range.Results.Count(result => result.Status != ItemStatus.Unreadable), read);
            }

            leases.Remove(range);
            queue.Done(range.Lease);
            Progress?.Invoke();
            // After the last range of the job, this call stops the thread that waits for more ranges.
            if (isIdle && jobEnd.TryEnd(failed)) over.Cancel();
        }
    }

    // The results of a range that another worker has taken over are not stored.
    private void Settle(bool isStored, long rangeFiles, long rangeBytes)
    {
        Interlocked.Add(ref settled, rangeBytes);
        if (!isStored) return;

        Interlocked.Add(ref storedFiles, rangeFiles);
        Interlocked.Add(ref storedBytes, rangeBytes);
    }
}
