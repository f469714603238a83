using System.Data.Common;
using System.Diagnostics;

namespace Lanewise.Fleet.Catalogue;

/// <summary>A range that a worker holds until the lease ends or another worker takes over the range.</summary>
/// <param name="Job">The job.</param>
/// <param name="Id">The number of the range.</param>
/// <param name="Source">The number of the source that contains the files.</param>
/// <param name="Epoch">The number of times that workers have taken the range. A worker with an older epoch no longer owns the
/// range.</param>
/// <param name="First">The number of the first item in the range.</param>
/// <param name="Count">The number of items in the range, or 1 for a part of a large file.</param>
/// <param name="Part">The index of the part of a large file, or -1 if the range consists of files.</param>
/// <param name="Bytes">The sum of the items' lengths at planning time, in bytes.</param>
internal sealed record RangeLease(long Job, long Id, int Source, long Epoch, long First, int Count, int Part, long Bytes)
{
    /// <summary>The queue's handle for the range, or null if the queue needs none.</summary>
    public object? Ticket { get; init; }
}

/// <summary>The result of an attempt to take a range. If the range is already done, all values are empty.</summary>
/// <param name="Lease">The lease, if the range was taken.</param>
/// <param name="HeldFor">If another worker holds the range: the time in milliseconds without a heartbeat after which the range
/// becomes free.</param>
/// <param name="IsGivenUp">Whether the range was split or abandoned because too many workers failed on it.</param>
internal readonly record struct RangeClaim(RangeLease? Lease, long HeldFor, bool IsGivenUp);

/// <summary>
/// The times when the first and the last byte of a range were read, as <see cref="Stopwatch.GetTimestamp"/> values. The catalogue
/// converts the times from this machine's clock to its own.
/// </summary>
internal readonly record struct ReadTimes(long First, long Last);

/// <summary>The progress of a range that a worker holds, for a heartbeat.</summary>
/// <param name="Lease">The range.</param>
/// <param name="Bytes">The number of bytes of the range that were read.</param>
/// <param name="Times">The times when the first and the last byte of the range were read. A time is 0 if the byte has not been
/// read yet.</param>
internal readonly record struct RangeProgress(RangeLease Lease, long Bytes, ReadTimes Times);

/// <summary>An item to hash.</summary>
internal sealed record WorkItem(long Id, string Name, long Bytes, string? Mark, bool IsKnown, byte[]? Expected)
{
    /// <summary>The size in bytes of the content with the expected digest, or 0 if it is unknown.</summary>
    public long ExpectedBytes { get; init; }
}

/// <summary>The result of an item. If the item was not read, the digest is the item's last known digest, with which the next run
/// compares the item.</summary>
internal readonly record struct ItemResult(long Item, ItemStatus Status, byte[]? Digest, long Bytes, string? Note);

/// <summary>A worker that holds ranges.</summary>
/// <param name="Worker">The name of the worker.</param>
/// <param name="Ranges">The number of ranges that the worker holds.</param>
/// <param name="SilentMilliseconds">The time since the worker's last heartbeat, in milliseconds.</param>
/// <param name="LeaseMilliseconds">The time in milliseconds without a heartbeat after which other workers take over the
/// ranges.</param>
internal sealed record RangeHolder(string Worker, long Ranges, long SilentMilliseconds, long LeaseMilliseconds)
{
    // Heartbeats are sent three times per lease period, and at first every second. A heartbeat may be a little late.
    private const int BeatsPerLease = 3, LateMilliseconds = 2000;

    /// <summary>Indicates whether a heartbeat of the worker is overdue.</summary>
    public bool IsOverdue => SilentMilliseconds > (LeaseMilliseconds / BeatsPerLease) + LateMilliseconds;
}

/// <summary>Manages ranges and their leases. Only the worker with the newest epoch can complete a range.</summary>
internal sealed class Ranges(FleetCatalogue catalogue)
{
    private const string Columns = "id, source, epoch, first, count, part, bytes, state, tries";

    // If a lease ends later than any new lease would end, the clock must have been set back, so the lease is treated as expired.
    private const string IsOver = """
        (lease < NOW() or lease > NOW() + coalesce((select max(w.lease) from worker w where w.job = @job), 0))
        """;

    // The SQL that resets a range's progress, because the next worker reads the whole range again.
    private const string Unread = "done_bytes = 0, read_from = null, read_to = null";

    // The number of pieces into which a range is split if workers fail on it.
    private const int Pieces = 10;

    /// <summary>Takes ranges that no worker holds.</summary>
    public IReadOnlyList<RangeLease> Take(FleetJob job, int most, string worker, long lease, CancellationToken token) =>
        catalogue.Run(
            session =>
            {
                List<Row> rows = session.Query(
                    $"""
                    select {Columns} from range where job = @job and state < 2 and (state = 0 or {IsOver})
                    order by id limit @most{session.Dialect.SkipLocked}
                    """,
                    Read, ("job", job.Id), ("most", (long)most));
                return Take(session, job, rows, worker, lease);
            },
            token);

    /// <summary>Takes a range by its number, unless another worker holds it.</summary>
    public RangeClaim Take(FleetJob job, long id, string worker, long lease, CancellationToken token) => catalogue.Run(
        session =>
        {
            List<Row> rows = session.Query(
                $"select {Columns} from range where job = @job and id = @id and state < 2{session.Dialect.ForUpdate}",
                Read, ("job", job.Id), ("id", id));
            if (rows.Count == 0) return default;

            long left = rows[0].State == 0 ? 0 : session.Number(
                $"select case when {IsOver} then 0 else lease - NOW() end from range where job = @job and id = @id",
                ("job", job.Id), ("id", id));
            if (left > 0) return new(null, left, false);

            RangeLease? taken = Take(session, job, rows, worker, lease).FirstOrDefault();
            return new RangeClaim(taken, 0, taken is null);
        },
        token);

    /// <summary>
    /// Returns the items of a range, with the known result of each item. If overlapping sources cause a name to occur several
    /// times in the baseline run, the row from the same source is used.
    /// </summary>
    public IReadOnlyList<WorkItem> Items(FleetJob job, RangeLease range, CancellationToken token) => catalogue.Run(
        session => session.Query(
            """
            select i.id, i.name, i.bytes, i.mark, b.id, r.digest, case when r.status < 4 then r.bytes else 0 end from item i
            left join item b BYKEY on b.job = @baseline and b.key = i.key and b.name = i.name
            left join result r on r.job = @baseline and r.item = b.id
            where i.job = @job and i.id >= @first and i.id < @end
            order by i.id, case when b.source = i.source then 0 else 1 end, b.id
            """,
            row => new WorkItem(
                row.GetInt64(0), Files.PathText.FromBytes(row.GetFieldValue<byte[]>(1)), row.GetInt64(2), row.TextOrNull(3),
                !row.IsDBNull(4), row.BytesOrNull(5)) { ExpectedBytes = row.NumberOrNull(6) ?? 0 },
            ("baseline", job.Baseline ?? 0), ("job", job.Id), ("first", range.First), ("end", range.First + range.Count))
            .DistinctBy(item => item.Id).ToList(),
        token);

    /// <summary>Returns the worker that holds ranges and has been silent for the longest time, or null if no worker except the
    /// given one holds a range.</summary>
    public RangeHolder? Holder(FleetJob job, string except, CancellationToken token) => catalogue.Read(
        session => session.Query(
            """
            select w.id, count(*), NOW() - max(w.seen), max(w.lease) from range r
            join worker w on w.job = r.job and w.id = r.worker
            where r.job = @job and r.state = 1 and r.worker <> @except group by w.id order by max(w.seen), w.id limit 1
            """,
            row => new RangeHolder(
                row.GetString(0), Results.Number(row, 1), Math.Max(0, Results.Number(row, 2)), Results.Number(row, 3)),
            ("job", job.Id), ("except", except)).FirstOrDefault(),
        token);

    /// <summary>Renews the leases of ranges, and stores their progress.</summary>
    /// <returns>The ranges that another worker now holds.</returns>
    public IReadOnlyList<RangeLease> Renew(
        long job, IReadOnlyCollection<RangeProgress> ranges, string worker, long lease, (long Files, long Bytes) done,
        CancellationToken token) => catalogue.Run(
            session =>
            {
                session.Execute(
                    """
                    insert into worker (job, id, begun, seen, files, bytes, lease)
                    select id, @id, NOW(), NOW(), @files, @bytes, @lease from job where id = @job
                    on conflict (job, id) do update set
                      seen = NOW(), files = excluded.files, bytes = excluded.bytes, lease = excluded.lease, ended = null
                    """,
                    ("job", job), ("id", worker), ("files", done.Files), ("bytes", done.Bytes), ("lease", lease));
                List<RangeLease> lost = [];
                foreach ((RangeLease range, long bytes, ReadTimes times) in ranges)
                {
                    int rows = session.Execute(
                        """
                        update range set lease = NOW() + @lease, done_bytes = @bytes, read_from = NOW() - cast(@from as bigint),
                          read_to = NOW() - cast(@to as bigint)
                        where job = @job and id = @id and epoch = @epoch and state = 1
                        """,
                        ("lease", lease), ("bytes", bytes), ("from", times.First == 0 ? null : Milliseconds(times.First)),
                        ("to", times.First == 0 ? null : times.Last == 0 ? 0L : Milliseconds(times.Last)),
                        ("job", range.Job), ("id", range.Id), ("epoch", range.Epoch));
                    if (rows == 0) lost.Add(range);
                }

                return lost;
            },
            token);

    /// <summary>Returns how many of the job's workers have sent a heartbeat within the given time.</summary>
    public int Workers(long job, long milliseconds, CancellationToken token) => catalogue.Run(
        session => (int)session.Number(
            "select count(*) from worker where job = @job and ended is null and seen > NOW() - @time",
            ("job", job), ("time", milliseconds)),
        token);

    public void Leave(long job, string worker, (long Files, long Bytes) done, CancellationToken token) => catalogue.Run(
        session => session.Execute(
            "update worker set seen = NOW(), ended = NOW(), files = @files, bytes = @bytes where job = @job and id = @id",
            ("files", done.Files), ("bytes", done.Bytes), ("job", job), ("id", worker)),
        token);

    /// <summary>Releases an unfinished range that did not fail.</summary>
    public void Return(RangeLease range, CancellationToken token) => catalogue.Run(
        session => session.Execute(
            $"""
            update range set state = 0, tries = tries - 1, lease = 0, {Unread}
            where job = @job and id = @id and epoch = @epoch and state = 1
            """,
            ("job", range.Job), ("id", range.Id), ("epoch", range.Epoch)),
        token);

    /// <summary>Stores the results of a range and marks it as done, atomically.</summary>
    /// <returns>False if another worker holds the range. The results are then discarded.</returns>
    public bool Complete(
        RangeLease range, IReadOnlyList<ItemResult> results, ReadTimes times, string worker, CancellationToken token) =>
        catalogue.Run(
            session =>
            {
                if (!TryEnd(session, range, results, times, worker, out bool isDone)) return isDone;

                WriteResults(session, range.Job, results);
                return true;
            },
            token);

    /// <summary>Stores the value of a part of a file and, after the last part, the digest of the file.</summary>
    public bool Complete(
        RangeLease range, PartValue value, ReadTimes times, Func<IReadOnlyList<PartValue>, ItemResult> merge, string worker,
        CancellationToken token) => catalogue.Run(
            session =>
            {
                // Because this statement locks the row, all parts that earlier owners stored are visible.
                bool isThere = session.Number(
                    $"select id from item where job = @job and id = @item{session.Dialect.ForUpdate}",
                    ("job", range.Job), ("item", range.First)) > 0;
                if (!isThere) return false;

                session.Execute(
                    """
                    insert into part (job, item, part, value, stamp, note) values (@job, @item, @part, @value, @stamp, @note)
                    on conflict (job, item, part)
                      do update set value = excluded.value, stamp = excluded.stamp, note = excluded.note
                    """,
                    ("job", range.Job), ("item", range.First), ("part", (long)range.Part), ("value", value.Value),
                    ("stamp", value.Stamp), ("note", value.Note));
                List<PartValue> parts = session.Query(
                    "select part, value, stamp, note from part where job = @job and item = @item order by part",
                    row => new PartValue(row.Int(0), row.BytesOrNull(1), row.TextOrNull(2), row.TextOrNull(3)),
                    ("job", range.Job), ("item", range.First));
                long open = session.Number(
                    "select count(*) from range where job = @job and first = @item and part >= 0 and state < 2 and id <> @id",
                    ("job", range.Job), ("item", range.First), ("id", range.Id));
                // If a part of the file was given up, the result of the whole file is already stored.
                bool isKnown = session.Number(
                    "select count(*) from result where job = @job and item = @item",
                    ("job", range.Job), ("item", range.First)) > 0;
                IReadOnlyList<ItemResult> results = open == 0 && !isKnown ? [merge(parts)] : [];
                if (!TryEnd(session, range, results, times, worker, out bool isDone, range.Bytes)) return isDone;

                WriteResults(session, range.Job, results);
                if (open == 0)
                {
                    session.Execute(
                        "delete from part where job = @job and item = @item", ("job", range.Job), ("item", range.First));
                }

                return true;
            },
            token);

    /// <summary>Adds the last known digests to the results of unreadable or skipped items in a range.</summary>
    public static void KeepDigests(Session session, long job, long? baseline, long first, long count)
    {
        if (baseline is null) return;

        session.Execute(
            """
            update result set digest = (
              select r.digest from item i
              join item b BYKEY on b.job = @baseline and b.key = i.key and b.name = i.name
              join result r on r.job = @baseline and r.item = b.id
              where i.job = @job and i.id = result.item
              order by case when b.source = i.source then 0 else 1 end, b.id limit 1)
            where job = @job and item >= @first and item < @end and status in (4, 5) and digest is null
            """,
            ("baseline", baseline), ("job", job), ("first", first), ("end", first + count));
    }

    // ---- one range ----

    private static List<RangeLease> Take(Session session, FleetJob job, List<Row> rows, string worker, long lease)
    {
        List<RangeLease> taken = [];
        foreach (Row row in rows)
        {
            if (row.Tries >= job.Settings.MostTries)
            {
                GiveUp(session, job, row);
                continue;
            }

            session.Execute(
                $"""
                update range set state = 1, epoch = epoch + 1, tries = tries + 1, worker = @worker, lease = NOW() + @lease,
                  begun = coalesce(begun, NOW()), {Unread} where job = @job and id = @id
                """,
                ("worker", worker), ("lease", lease), ("job", job.Id), ("id", row.Id));
            if (row.State == 1) Note(session, job.Id, "taken over", worker, row.Id, "its worker sent no heartbeat");
            taken.Add(new(job.Id, row.Id, row.Source, row.Epoch + 1, row.First, row.Count, row.Part, row.Bytes));
        }

        return taken;
    }

    // One of the files may crash every worker that reads it, so the range is split to isolate this file.
    private static void GiveUp(Session session, FleetJob job, Row row)
    {
        (string, object?) jobId = ("job", job.Id), id = ("id", row.Id);
        if (row.Count > 1)
        {
            int size = (row.Count + Pieces - 1) / Pieces, pieces = (row.Count + size - 1) / size;
            long next = session.Query(
                "update job set next_range = next_range + @n where id = @job returning next_range - @n",
                r => r.GetInt64(0), ("n", (long)pieces), jobId)[0];
            for (int i = 0; i < pieces; i++)
            {
                session.Execute(
                    """
                    insert into range (job, id, source, state, epoch, tries, lease, first, count, part, files, bytes, good,
                      changed, fresh, unreadable, done_bytes)
                    select @job, @new, @source, 0, 0, 0, 0, @first, @count, -1, @count, coalesce(sum(bytes), 0), 0, 0, 0, 0, 0
                    from item where job = @job and id >= @first and id < @end
                    """,
                    jobId, ("new", next + i), ("source", (long)row.Source), ("first", row.First + (i * size)),
                    ("count", (long)Math.Min(size, row.Count - (i * size))),
                    ("end", row.First + Math.Min(row.Count, (i + 1) * size)));
            }

            session.Execute("delete from range where job = @job and id = @id", jobId, id);
            Note(session, job.Id, "cut", null, row.Id, FormattableString.Invariant(
                $"no worker completed it in {row.Tries} tries: split into {pieces} ranges"));
            return;
        }

        string note = FormattableString.Invariant($"given up: no worker completed it in {row.Tries} tries");
        // Each part of a large file can be given up separately, but the file is counted only once.
        int unreadable = session.Execute(
            """
            insert into result (job, item, status, bytes, note) values (@job, @item, 4, 0, @note)
            on conflict (job, item) do nothing
            """,
            jobId, ("item", row.First), ("note", note));
        session.Execute(
            $"update range set state = 2, unreadable = @unreadable, ended = NOW(), {Unread} where job = @job and id = @id",
            ("unreadable", (long)unreadable), jobId, id);
        KeepDigests(session, job.Id, job.Baseline, row.First, 1);
        Note(session, job.Id, "given up", null, row.Id, note);
    }

    private static bool TryEnd(
        Session session, RangeLease range, IReadOnlyList<ItemResult> results, ReadTimes times, string worker, out bool isDone,
        long? bytes = null)
    {
        int Count(ItemStatus status) => results.Count(result => result.Status == status);

        int rows = session.Execute(
            """
            update range set state = 2, ended = NOW(), good = @good, changed = @changed, fresh = @fresh, unreadable = @unreadable,
              done_bytes = @bytes, read_from = NOW() - @from, read_to = NOW() - @to
            where job = @job and id = @id and epoch = @epoch and state = 1
            """,
            ("good", (long)(Count(ItemStatus.Hashed) + Count(ItemStatus.Same))),
            ("changed", (long)Count(ItemStatus.Changed)), ("fresh", (long)Count(ItemStatus.New)),
            ("unreadable", (long)Count(ItemStatus.Unreadable)), ("bytes", bytes ?? results.Sum(result => result.Bytes)),
            ("from", Milliseconds(times.First)), ("to", Milliseconds(times.Last)),
            ("job", range.Job), ("id", range.Id), ("epoch", range.Epoch));
        if (rows == 1)
        {
            isDone = true;
            return true;
        }

        // This worker may have already committed the range without receiving the response.
        isDone = session.Number(
            "select count(*) from range where job = @job and id = @id and epoch = @epoch and state = 2",
            ("job", range.Job), ("id", range.Id), ("epoch", range.Epoch)) == 1;
        if (!isDone)
            Note(session, range.Job, "came too late", worker, range.Id, "another worker has taken it over; nothing was kept");

        return false;
    }

    private static long Milliseconds(long since) => (long)Stopwatch.GetElapsedTime(since).TotalMilliseconds;

    private static void WriteResults(Session session, long job, IReadOnlyList<ItemResult> results)
    {
        if (results.Count == 0) return;

        using BulkRows rows = session.Bulk("result", "job", "item", "status", "digest", "bytes", "note");
        foreach (ItemResult result in results)
        {
            rows.Begin();
            rows.Add(job);
            rows.Add(result.Item);
            rows.Add((long)result.Status);
            rows.Add(result.Digest);
            rows.Add(result.Bytes);
            rows.Add(result.Note);
        }

        rows.Complete();
    }

    private static void Note(Session session, long job, string kind, string? worker, long range, string note) => session.Execute(
        """
        insert into event (job, at, kind, worker, range, note)
        select id, NOW(), @kind, cast(@worker as text), @range, @note from job where id = @job
        """,
        ("job", job), ("kind", kind), ("worker", worker), ("range", range), ("note", note));

    private static Row Read(DbDataReader row) => new(
        row.GetInt64(0), row.Int(1), row.GetInt64(2), row.GetInt64(3), row.Int(4), row.Int(5),
        row.GetInt64(6), row.GetInt64(7), row.GetInt64(8));

    private sealed record Row(
        long Id, int Source, long Epoch, long First, int Count, int Part, long Bytes, long State, long Tries);
}

/// <summary>
/// The chaining value of a part of a large file, and a stamp that identifies the version of the file at that time.
/// </summary>
internal sealed record PartValue(int Part, byte[]? Value, string? Stamp, string? Note);
