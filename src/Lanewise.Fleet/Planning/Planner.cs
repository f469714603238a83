using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Queues;
using Lanewise.Fleet.Sources;

namespace Lanewise.Fleet.Planning;

/// <summary>
/// Lists the sources of a job and groups the items into ranges. Directories that are not listed yet are rows in the catalogue, so
/// several planners can share them. If the listing of a directory was not committed, the directory is listed again.
/// </summary>
internal sealed class Planner(FleetCatalogue catalogue, FleetJob job, WorkQueue queue)
{
    // The approximate number of items per transaction. A transaction of this size takes a few tens of milliseconds.
    private const int PageItems = 10_000;

    // The maximum total length of a job: 1 EiB. A store can claim any length, and sums in the catalogue must not overflow.
    private const long MostJobBytes = 1L << 60;

    private const int FoldersAtOnce = 256;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly bool hasParts = new FleetAlgorithm(job.Algorithm).HasParts;
    private long items, bytes;

    /// <summary>The time after the last heartbeat during which a directory still belongs to its planner.</summary>
    public static TimeSpan Lease { get; } = TimeSpan.FromSeconds(30);

    /// <summary>A callback that receives the numbers of items and bytes found so far.</summary>
    public Action<long, long>? Progress { get; init; }

    /// <summary>A callback for each directory, object or source that cannot be listed, with the reason.</summary>
    public Action<string, string>? Failure { get; init; }

    /// <summary>Lists directories until no directory is left or the token is cancelled. Committed results are kept.</summary>
    public void Run(int threads, CancellationToken token)
    {
        if (job.State != FleetJobState.Planning) return;

        using CancellationTokenSource failed = CancellationTokenSource.CreateLinkedTokenSource(token);
        List<Exception> errors = [];
        Thread[] all = [.. Enumerable.Range(0, threads).Select(_ => new Thread(() =>
        {
            try
            {
                Work(failed.Token);
            }
#pragma warning disable CA1031 // The waiting thread rethrows the exception.
            catch (Exception e)
#pragma warning restore CA1031
            {
                lock (errors) errors.Add(e);
                failed.Cancel();
            }
        }))];
        foreach (Thread thread in all) thread.Start();
        foreach (Thread thread in all) thread.Join();
        token.ThrowIfCancellationRequested();
        if (errors.Count > 0) System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(errors[0]);
    }

    private void Work(CancellationToken token)
    {
        Dictionary<int, AuditSource> sources = [];
        try
        {
            while (true)
            {
                List<FolderLease> folders = catalogue.Jobs.Take(job.Id, FoldersAtOnce, (long)Lease.TotalMilliseconds, token);
                if (folders.Count > 0)
                {
                    int id = folders[0].Source;
                    if (!sources.TryGetValue(id, out AuditSource? source))
                    {
                        FleetSource row = catalogue.Jobs.Sources(job.Id).First(one => one.Id == id);
                        sources.Add(id, source = AuditSource.Of(row, job.Settings, catalogue.OwnFiles));
                    }

                    List(source, folders, token);
                }
                else if (catalogue.Jobs.EndPlanning(job.Id, token))
                {
                    return;
                }
                else
                {
                    // Other planners are still listing directories, which may contain more directories.
                    token.WaitHandle.WaitOne(Pause);
                }
            }
        }
        finally
        {
            foreach (AuditSource source in sources.Values) source.Dispose();
        }
    }

    private void List(AuditSource source, List<FolderLease> folders, CancellationToken token)
    {
        // Listing a directory with millions of files on a slow disk can take longer than any lease.
        using Timer beat = new(_ => Renew(folders, token), null, Lease / 3, Lease / 3);
        PageMaker page = new(job, hasParts && source.HasParts, Interlocked.Read(ref items));
        foreach (FolderLease folder in folders)
        {
            foreach (ListedPage listed in source.List(folder, token))
            {
                page.Add(folder, listed);
                bool isEnd = listed.Cursor is null;
                if (isEnd) page.Ended.Add(folder);
                if (page.Count < PageItems) continue;

                if (!Commit(page.Take(isEnd ? null : folder, listed.Cursor), token)) return;
            }
        }

        Commit(page.Take(null, null), token);
    }

    private void Renew(List<FolderLease> folders, CancellationToken token)
    {
        try
        {
            catalogue.Jobs.Renew(job.Id, folders, (long)Lease.TotalMilliseconds, token);
        }
        catch (Exception e) when (e is FleetException or OperationCanceledException)
        {
            // The next commit detects and reports this error.
        }
    }

    private bool Commit(PlannedPage page, CancellationToken token)
    {
        Int128 length = page.Items.Aggregate(Int128.Zero, (sum, item) => sum + item.Bytes);
        if (Interlocked.Read(ref bytes) + length > MostJobBytes)
        {
            throw new FleetException(FormattableString.Invariant(
                $"The lengths of the first {Interlocked.Read(ref items) + page.Items.Count} files and objects add up to ")
                + "more than 1 EiB. Plan fewer of them in one job.");
        }

        IReadOnlyList<long>? ranges = catalogue.Jobs.Commit(job.Id, page, (long)Lease.TotalMilliseconds, token);
        // This planner was too slow, so another planner lists these directories again.
        if (ranges is null) return false;

        if (ranges.Count > 0) queue.Publish(job, ranges, token);
        if (Failure is not null)
        {
            foreach (PlannedItem item in page.Items.Where(item => item.Status == ItemStatus.Unreadable))
                Failure(Files.PathText.FromBytes(item.Name), item.Note!);
        }

        // The numbers are also needed if there is no callback.
        long foundItems = Interlocked.Add(ref items, page.Items.Count), foundBytes = Interlocked.Add(ref bytes, (long)length);
        Progress?.Invoke(foundItems, foundBytes);
        return true;
    }
}
