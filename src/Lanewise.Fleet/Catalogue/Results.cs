using System.Collections.Concurrent;
using System.Data.Common;
using System.Text;
using Lanewise.Fleet.Sources;

namespace Lanewise.Fleet.Catalogue;

/// <summary>Reads the results of jobs.</summary>
internal sealed class Results(FleetCatalogue catalogue)
{
    // Numbers that are stored in place of a source: for missing items without a source, and for the moved items in source 0. The
    // numbers for the moved items in the sources 1, 2 and so on are -3, -4 and so on.
    private const long NoSource = -1, MovedSource = -2;

    // The current rate is the average over this period.
    private const long RecentMilliseconds = 60_000;

    // Runs that are done do not change, so what was found for a run is kept.
    private readonly ConcurrentDictionary<long, NotReported?> damaged = new();

    /// <summary>
    /// Returns the counts of a job, computed only from its ranges. For unfinished ranges, the bytes that their workers had read
    /// at the last heartbeat are counted.
    /// </summary>
    /// <param name="job">The job.</param>
    /// <param name="except">A worker whose unfinished ranges are not counted, because the caller knows their progress.</param>
    /// <param name="token">Cancels the query.</param>
    public FleetStatus Status(FleetJob job, string except = "", CancellationToken token = default) => catalogue.Read(session =>
    {
        long now = session.Number("select NOW()");
        List<SourceStatus> sources = session.Query(
            $"""
            select s.id, s.root, coalesce(sum(r.files), 0), coalesce(sum(r.bytes), 0),
              coalesce(sum(case when r.state = 2 then r.files else 0 end), 0),
              coalesce(sum(case when r.state = 2 or {IsCounted} then r.done_bytes else 0 end), 0),
              coalesce(sum(r.good), 0), coalesce(sum(r.changed), 0), coalesce(sum(r.fresh), 0), coalesce(sum(r.unreadable), 0),
              coalesce(sum(case when {IsPlanned} then r.files - r.good - r.unreadable else 0 end), 0), count(r.id),
              coalesce(sum(case when r.state = 2 then 1 else 0 end), 0),
              coalesce(sum(case when r.state = 1 then 1 else 0 end), 0),
              coalesce(sum(case when r.state = 2 then r.bytes when {IsCounted} then r.done_bytes else 0 end), 0),
              coalesce(sum(case when {IsCounted} and r.bytes > 0 then {Rates.ReadFiles} else 0 end), 0)
            from source s left join range r on r.job = s.job and r.source = s.id where s.job = @job group by s.id, s.root
            order by s.id
            """,
            row => new SourceStatus(
                Files.PathText.FromBytes(row.GetFieldValue<byte[]>(1)), Number(row, 2), Number(row, 3), Number(row, 4),
                Number(row, 5), Number(row, 6), Number(row, 7), Number(row, 8), Number(row, 9), Number(row, 10), Number(row, 11),
                Number(row, 12), Number(row, 13))
            {
                PassedBytes = Number(row, 14), PassedFiles = Number(row, 4) + Rates.Real(row, 15),
            },
            ("job", job.Id), ("now", now), ("except", except));
        List<WorkerStatus> workers = session.Query(
            """
            select id, begun, seen, files, bytes, ended, NOW(), lease from worker where job = @job
            order by ended is not null, id limit 1000
            """,
            row => new WorkerStatus(
                row.GetString(0), Jobs.Time(row.GetInt64(1))!.Value, Jobs.Time(row.GetInt64(2))!.Value, row.GetInt64(3),
                row.GetInt64(4), Jobs.Time(row.NumberOrNull(5)), Math.Max(0, row.GetInt64(6) - row.GetInt64(2)), row.GetInt64(7)),
            ("job", job.Id));
        (double Files, double Bytes)? rate = Rates.Recent(session, job, now, RecentMilliseconds);
        return new FleetStatus(job, sources, workers, Jobs.Time(now)!.Value, rate?.Files ?? 0, rate?.Bytes ?? 0)
        {
            IsRateKnown = rate is not null,
        };
    }, token);

    // Whether the planner completed the range, because its only item is unreadable or is skipped.
    private const string IsPlanned = "(r.state = 2 and r.worker is null)";

    // Whether a worker is processing the range. The progress of a worker that sends no heartbeats is not counted.
    private const string IsCounted = "(r.state = 1 and r.lease >= @now and r.worker <> @except)";

    /// <summary>
    /// Returns the items of a job with the given statuses, or all items if none is given, sorted by source and name.
    /// </summary>
    public IEnumerable<FleetItem> Items(FleetJob job, params ItemStatus[] statuses)
    {
        string wanted = statuses.Length == 0 ? "" : $" and r.status in ({string.Join(", ", statuses.Select(s => (long)s))})";
        return Follow(
            $"""
            select i.name, r.status, r.digest, r.bytes, r.note, i.source, i.id
            from result r join item i on i.job = r.job and i.id = r.item where r.job = @job{wanted}
            """,
            "i.source, i.name, i.id", "@source, @name, @id", ("job", job.Id));
    }

    // Each row starts with the name and ends with the source and the item number. The rows are strictly ordered by these three
    // columns.
    private IEnumerable<FleetItem> Follow(
        string select, string order, string values, params (string Name, object? Value)[] parameters) =>
        catalogue.Stream<ItemRow>(
            last => last is null ? ($"{select} order by {order}", parameters)
                : ($"{select} and ({order}) > ({values}) order by {order}",
                    [.. parameters, ("source", last.Source), ("name", last.Name), ("id", last.Id)]),
            row => new(Item(row), Number(row, 5), row.GetFieldValue<byte[]>(0), Number(row, 6))).Select(row => row.Item);

    /// <summary>
    /// The results that a report lists and counts, in their order: damage comes first. Skipped items are not differences, but a
    /// report lists them, because nobody has checked them.
    /// </summary>
    public static IReadOnlyList<ItemStatus> Listed { get; } =
    [
        ItemStatus.Changed, ItemStatus.Missing, ItemStatus.Unreadable, ItemStatus.Moved, ItemStatus.New, ItemStatus.Special,
    ];

    /// <summary>
    /// Returns the items that differ or were skipped, in the order of <see cref="Listed"/>. Items of the same kind are sorted by
    /// source and then by name, except missing items, which are sorted by name and then by source.
    /// </summary>
    public IEnumerable<FleetItem> Differences(FleetJob job) => Differences(job, Listed);

    /// <summary>Returns the items of some kinds, in the given order.</summary>
    public IEnumerable<FleetItem> Differences(FleetJob job, params IReadOnlyList<ItemStatus> kinds)
    {
        MovedItems moved = MovedItems.Of(this, job);
        return kinds.SelectMany(kind => kind switch
        {
            ItemStatus.Missing => moved.Missing(Gone(job)),
            ItemStatus.Moved when moved.Count == 0 => [],
            ItemStatus.Moved or ItemStatus.New => moved.Marked(Items(job, ItemStatus.New)).Where(item => item.Status == kind),
            _ => Items(job, kind),
        });
    }

    /// <summary>Returns all items, followed by the missing items.</summary>
    public IEnumerable<FleetItem> All(FleetJob job)
    {
        MovedItems moved = MovedItems.Of(this, job);
        return moved.Marked(Items(job)).Concat(moved.Missing(Gone(job)));
    }

    // An item that was not read in the baseline has a digest if an earlier run or the list has its digest. While the sources are
    // being listed (state 0), no item is treated as missing.
    private const string GoneRows = """
        from item b join result r on r.job = b.job and r.item = b.id where b.job = @baseline
          and (r.status < 4 or r.digest is not null)
          and (select state from job where id = @job) > 0
          and not exists (select 1 from item i BYKEY where i.job = @job and i.key = b.key and i.name = b.name)
        """;

    /// <summary>Returns the items of the baseline that this run did not find under their names: the missing items, and the
    /// earlier names of moved items. The result is empty while the sources of the run are being listed.</summary>
    public IEnumerable<FleetItem> Gone(FleetJob job) => job.Baseline is not long baseline ? [] : Follow(
        $"select b.name, 6, r.digest, r.bytes, null, b.source, b.id {GoneRows}", "b.name, b.source, b.id",
        "@name, @source, @id", ("baseline", baseline), ("job", job.Id));

    // The rows of new items that have the content of an item that the run did not find. Empty items are ignored.
    private const string MovedRows = $"""
        from result n where n.job = @job and n.status = 3 and n.bytes > 0 and n.digest in (select r.digest {GoneRows})
        """;

    /// <summary>Returns the content that new items share with items that the run did not find under their names, and the number
    /// of new items with each content.</summary>
    public IEnumerable<SharedContent> SharedContent(FleetJob job)
    {
        (string, object?)[] values = [("baseline", job.Baseline!.Value), ("job", job.Id)];
        const string Order = "group by n.digest order by n.digest";
        return catalogue.Stream<SharedContent>(
            last => last is null ? ($"select n.digest, count(*) {MovedRows} {Order}", values)
                : ($"select n.digest, count(*) {MovedRows} and n.digest > @last {Order}", [.. values, ("last", last.Digest)]),
            row => new(row.GetFieldValue<byte[]>(0), Number(row, 1)));
    }

    /// <summary>Compares a job with its baseline. Returns only the results that the job's status does not contain.</summary>
    public Comparison Compare(FleetJob job) => new(CountMissing(job), NotReportedAgain(job));

    /// <summary>
    /// Returns the newest earlier run in which items were changed or missing. Each run is compared with the items as the previous
    /// run found them, so the job does not report these items again. Returns null if there is no such run.
    /// </summary>
    public NotReported? NotReportedAgain(FleetJob job)
    {
        List<long> passed = [];
        NotReported? found = null;
        // A baseline is older than its job. In a damaged catalogue, the numbers might form a cycle.
        for (FleetJob? run = job; found is null && run is { Baseline: long id } && id < run.Id;)
        {
            if (damaged.TryGetValue(id, out found)) break;

            passed.Add(id);
            run = catalogue.Jobs.Find(id) is { IsList: false } baseline ? baseline : null;
            found = run is null ? null : Damage(run);
        }

        foreach (long id in passed) damaged[id] = found;
        return found;
    }

    // Returns null if nothing was changed or missing in the run.
    private NotReported? Damage(FleetJob run)
    {
        NotReported all = new(run, Status(run).Total.Changed, CountMissing(run).Total);
        return all.Changed + all.Missing > 0 ? all : null;
    }

    /// <summary>Returns the stored number of missing items or, if none is stored, counts the items.</summary>
    public MissingCounts CountMissing(FleetJob job) =>
        job.Baseline is null ? new([], []) : StoredMissing(job.Id) ?? CountMissingNow(job);

    /// <summary>
    /// Stores the number of missing items of a job that is done, because counting reads all items of two runs. If the number may
    /// still change, this method does nothing.
    /// </summary>
    public void StoreMissing(long id)
    {
        if (catalogue.Jobs.Find(id) is not { State: FleetJobState.Done, Baseline: long baseline } job
            || catalogue.Jobs.Find(baseline) is not { State: FleetJobState.Done }) return;

        MissingCounts counts = CountMissingNow(job);
        catalogue.Run(session =>
        {
            // The row for items without a source is always stored, to mark the job as counted.
            (long Source, long Count)[] rows =
            [
                .. counts.Sources.Where(one => one.Source is not null).Select(one => (one.Source!.Value, one.Count)),
                (NoSource, counts.Sources.Where(one => one.Source is null).Sum(one => one.Count)),
                .. counts.Moved.Select(one => (MovedSource - one.Source, one.Count)),
            ];
            foreach ((long source, long count) in rows)
            {
                session.Execute(
                    "insert into missing (job, source, count) values (@job, @source, @count) on conflict do nothing",
                    ("job", id), ("source", source), ("count", count));
            }
        });
    }

    private MissingCounts? StoredMissing(long job)
    {
        List<(long Source, long Count)> rows = catalogue.Read(session => session.Query(
            "select source, count from missing where job = @job", row => (row.GetInt64(0), Bounded(Number(row, 1))),
            ("job", job)));
        return rows.Count == 0 ? null
            : new(
                [.. rows.Where(row => row.Source > MovedSource).Select(
                    row => (row.Source < 0 ? (long?)null : row.Source, row.Count))],
                [.. rows.Where(row => row.Source <= MovedSource).Select(row => (MovedSource - row.Source, row.Count))]);

        // Counts outside these bounds, which Lanewise never writes, are rejected because their sum might overflow.
        static long Bounded(long count) => count is >= 0 and <= 1L << 40 ? count : throw new OverflowException();
    }

    private MissingCounts CountMissingNow(FleetJob job)
    {
        (string, object?)[] values =
        [
            ("baseline", job.Baseline!.Value), ("job", job.Id), ("slash", "/"u8.ToArray()), ("end", Array.Empty<byte>()),
            ("store", Encoding.ASCII.GetBytes(S3Source.Scheme)), ("none", NoSource),
        ];
        // Assigns each item to the source whose root is a prefix of the item's name.
        string gone = $"""
            (select (
              select s.id from source s where s.job = @job and substr(b.name, 1, length(s.root)) = s.root
                and (substr(s.root, length(s.root), 1) = @slash or substr(s.root, 1, 5) = @store
                  or substr(b.name, length(s.root) + 1, 1) in (@slash, @end))
              order by length(s.root) desc, s.id limit 1) as source, r.digest as digest,
              b.name as name, b.source as listed, b.id as id {GoneRows}) gone
            """;
        List<(long? Source, long Count)> missing = catalogue.Read(session => session.Query(
            $"select source, count(*) from {gone} group by source", row => (row.NumberOrNull(0), Number(row, 1)), values));
        if (missing.Count == 0) return new([], []);

        MovedItems moved = MovedItems.Of(this, job);
        if (moved.Count == 0) return new(missing, []);

        return catalogue.Read(session =>
        {
            // Moved items are neither missing nor new. Both queries have the order of the listed items (Gone and Items), so that
            // the same items count as moved.
            Dictionary<long, long> from = moved.BySource(session.Stream(
                $"""
                select coalesce(source, @none), digest, 1 from {gone}
                where digest in (select n.digest {MovedRows}) order by name, listed, id
                """,
                Content, values));
            Dictionary<long, long> to = moved.BySource(session.Stream(
                $"""
                select i.source, n.digest, count(*) from item i join (select n.item, n.digest {MovedRows}) n on i.id = n.item
                where i.job = @job group by i.source, n.digest order by 1
                """,
                Content, values[..2]));
            return new MissingCounts(
                [.. missing.Select(one => (one.Source, one.Count - from.GetValueOrDefault(one.Source ?? NoSource)))],
                [.. to.Select(one => (one.Key, one.Value))]);
        });

        static (long, byte[], long) Content(DbDataReader row) =>
            (Number(row, 0), row.GetFieldValue<byte[]>(1), Number(row, 2));
    }

    /// <summary>
    /// Returns the results of an item in all runs of a job, oldest first. A run that is compared with a run that contains the
    /// item, but does not contain it, has a missing item, or a moved item with a note that contains the new name.
    /// </summary>
    public IEnumerable<(FleetJob Run, FleetItem Item)> History(string name, string job)
    {
        byte[] bytes = Files.PathText.ToBytes(name);
        List<(long Job, FleetItem Item)> results = catalogue.Read(session => session.Query(
            """
            select i.name, r.status, r.digest, r.bytes, r.note, j.id from job j
            join item i BYKEY on i.job = j.id and i.key = @key and i.name = @name
            join result r on r.job = i.job and r.item = i.id where j.name = @job order by j.id
            """,
            row => (row.GetInt64(5), Item(row)), ("key", Keys.Of(bytes)), ("name", bytes), ("job", job)));
        // Several sources or lines of a list can have the same name.
        ILookup<long, FleetItem> found = results.ToLookup(one => one.Job, one => one.Item);
        foreach (FleetJob run in catalogue.Jobs.All(job).OrderBy(run => run.Id))
        {
            foreach (FleetItem item in found[run.Id])
            {
                FleetItem? moved = item.Status == ItemStatus.New && item.Bytes > 0
                    ? Differences(run, ItemStatus.Moved).FirstOrDefault(one => one.Name == name) : null;
                yield return (run, moved ?? item);
            }

            bool isGone = !found.Contains(run.Id) && run.Baseline is long baseline && found.Contains(baseline);
            if (isGone && run.State == FleetJobState.Done)
            {
                FleetItem? moved = Differences(run, ItemStatus.Moved).FirstOrDefault(one => one.MovedFrom == name);
                yield return (run, moved is null ? new(name, ItemStatus.Missing, null, 0, null)
                    : new(name, ItemStatus.Moved, null, 0, "to " + moved.Name));
            }
        }
    }

    /// <summary>Returns the newest events, for example range takeovers, late results and skipped files.</summary>
    public IReadOnlyList<FleetEvent> Events(FleetJob job, int most) => catalogue.Read(session => session.Query(
        "select at, kind, worker, range, note from event where job = @job order by at desc limit @most",
        row => new FleetEvent(
            Jobs.Time(row.GetInt64(0))!.Value, row.GetString(1), row.TextOrNull(2), row.NumberOrNull(3), row.TextOrNull(4)),
        ("job", job.Id), ("most", (long)most)));

    public IReadOnlyList<(string Kind, long Count)> CountEvents(FleetJob job) => catalogue.Read(session => session.Query(
        "select kind, count(*) from event where job = @job group by kind order by kind",
        row => (row.GetString(0), Number(row, 1)), ("job", job.Id)));

    /// <summary>Returns the ranges with the longest time between the first and the last byte.</summary>
    public IReadOnlyList<FleetRange> Slowest(FleetJob job, int most) => catalogue.Read(session => session.Query(
        """
        select r.id, r.worker, r.read_from, r.read_to, r.files, r.done_bytes, i.name from range r
        join item i on i.job = r.job and i.id = r.first
        where r.job = @job and r.state = 2 and r.read_from is not null and r.read_to is not null
        order by r.read_to - r.read_from desc, r.id limit @most
        """,
        row => new FleetRange(
            row.GetInt64(0), row.TextOrNull(1), Jobs.Time(row.GetInt64(2))!.Value, Jobs.Time(row.GetInt64(3))!.Value,
            row.GetInt64(4), row.GetInt64(5), Files.PathText.FromBytes(row.GetFieldValue<byte[]>(6))),
        ("job", job.Id), ("most", (long)most)));

    /// <summary>
    /// Returns the numbers of files and bytes read in each of several equal time steps, starting when the first byte was read.
    /// </summary>
    /// <param name="job">The job.</param>
    /// <param name="steps">The maximum number of steps.</param>
    public FleetThroughput Throughput(FleetJob job, int steps) =>
        catalogue.Read(session => Rates.Throughput(session, job, steps));

    /// <summary>Returns at most the given number of changed and unreadable items, from the ranges that ended last.</summary>
    public List<FleetItem> NewestFailures(FleetJob job, int most) => catalogue.Read(session =>
    {
        List<FleetItem> items = [];
        foreach ((long first, long count) in session.Query(
            """
            select first, count from range where job = @job and state = 2 and changed + unreadable > 0
            group by first, count order by max(ended) desc, first limit @most
            """,
            row => (Number(row, 0), Number(row, 1)), ("job", job.Id), ("most", (long)most)))
        {
            items.AddRange(session.Query(
                """
                select i.name, r.status, r.digest, r.bytes, r.note from result r join item i on i.job = r.job and i.id = r.item
                where r.job = @job and r.item >= @first and r.item < @end and r.status in (2, 4) order by r.item limit @most
                """,
                Item, ("job", job.Id), ("first", first), ("end", first + count), ("most", (long)most - items.Count)));
            if (items.Count >= most) break;
        }

        return items;
    });

    private static FleetItem Item(DbDataReader row)
    {
        ItemStatus status = (ItemStatus)Number(row, 1);
        // If an item was not read, its row contains the last known digest, which is meant only for the next run.
        FleetItem item = new(
            Files.PathText.FromBytes(row.GetFieldValue<byte[]>(0)), status,
            status is ItemStatus.Unreadable or ItemStatus.Special ? null : row.BytesOrNull(2), Number(row, 3), row.TextOrNull(4));
        return item is { Status: >= ItemStatus.Hashed and <= ItemStatus.New, Digest: null }
            ? throw new FormatException("an item was hashed and has no digest") : item;
    }

    // SQLite and PostgreSQL return sums as different types.
    internal static long Number(DbDataReader row, int column) =>
        Convert.ToInt64(row.GetValue(column), System.Globalization.CultureInfo.InvariantCulture);
}

/// <summary>The digest of the content that new items share with items that the run did not find, and the number of new items
/// with this content.</summary>
internal sealed record SharedContent(byte[] Digest, long Count);

/// <summary>An item and its position in the order of a report.</summary>
internal sealed record ItemRow(FleetItem Item, long Source, byte[] Name, long Id);

/// <summary>
/// The numbers of missing and moved files by source. A moved file is neither missing nor new. Moved files are known only when the
/// run is done; before that, they count as missing and as new.
/// </summary>
/// <param name="Sources">The numbers of missing files. A null source stands for files that are not in any source of the
/// run.</param>
/// <param name="Moved">The numbers of moved files. A moved file belongs to the source that contains it now.</param>
internal sealed record MissingCounts(
    IReadOnlyList<(long? Source, long Count)> Sources, IReadOnlyList<(long Source, long Count)> Moved)
{
    public long Total => Sources.Sum(one => one.Count);

    /// <summary>Returns the number of missing files in the source with the given index in the run.</summary>
    public long Of(int source) => Sources.Where(one => one.Source == source).Sum(one => one.Count);
}

/// <summary>The results of comparing a job with its baseline, except the results that the job's status contains.</summary>
/// <param name="Missing">The numbers of missing and moved files.</param>
/// <param name="Earlier">The newest earlier run in which files were changed or missing, or null if there is none.</param>
internal sealed record Comparison(MissingCounts Missing, NotReported? Earlier)
{
    /// <summary>The number of moved files.</summary>
    public long Moved => Missing.Moved.Sum(one => one.Count);

    /// <summary>The comparison of a job that has no baseline.</summary>
    public static Comparison None { get; } = new(new([], []), null);

    /// <summary>Returns the number of moved files in the source with the given index in the run.</summary>
    public long MovedTo(int source) => Missing.Moved.Where(one => one.Source == source).Sum(one => one.Count);
}

/// <summary>An earlier run, and its numbers of changed and missing files, which later runs do not report again.</summary>
internal sealed record NotReported(FleetJob Run, long Changed, long Missing);

/// <summary>An event that a report shows.</summary>
internal sealed record FleetEvent(DateTimeOffset At, string Kind, string? Worker, long? Range, string? Note);

/// <summary>A completed range, with the times when its first and last bytes were read.</summary>
internal sealed record FleetRange(
    long Id, string? Worker, DateTimeOffset From, DateTimeOffset To, long Files, long Bytes, string FirstName);

/// <summary>The numbers of files and bytes read in each of several equal time steps.</summary>
internal sealed record FleetThroughput(
    DateTimeOffset First, DateTimeOffset Last, TimeSpan Step, IReadOnlyList<(long Files, long Bytes)> Done);
