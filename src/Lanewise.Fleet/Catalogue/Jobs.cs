using System.Data.Common;

namespace Lanewise.Fleet.Catalogue;

/// <summary>Manages jobs, and the directories of their sources that are not listed yet.</summary>
internal sealed class Jobs(FleetCatalogue catalogue)
{
    private const string Selected = """
        select id, name, run, kind, state, algorithm, baseline, range_files, range_bytes, segment_bytes, most_tries, every_days,
          filters, created, planned, ended from job
        """;

    /// <summary>Returns a description of the job to create. Its number, state and times are not known yet.</summary>
    public static FleetJob Wanted(string name, string algorithm, FleetPlanSettings settings, long? baseline, bool isList) => new(
        0, name, 0, isList, FleetJobState.Planning, algorithm, baseline, settings, DateTimeOffset.UnixEpoch, null, null);

    /// <summary>
    /// Creates a job and the initial entries to list for each of its sources. If an unfinished run has the same plan, returns
    /// that run instead. The search and the creation are a single transaction, so planners that start at the same moment share a
    /// run.
    /// </summary>
    /// <param name="wanted">The job to create. Its number, state and times are ignored.</param>
    /// <param name="sources">The sources of the job.</param>
    /// <param name="seen">The number of the newest run that the caller has seen. A newer matching run is shared, regardless of
    /// its state.</param>
    /// <returns>The job.</returns>
    /// <exception cref="FleetException">A run with this name is still being planned with other sources or settings.</exception>
    public FleetJob Create(FleetJob wanted, IReadOnlyList<FleetSource> sources, long seen = long.MaxValue)
    {
        wanted.Settings.Check();
        return catalogue.Run(session =>
        {
            // Only one planner at a time runs this code, so that the numbers are consecutive.
            session.Number(session.Dialect.Alone);
            if (!wanted.IsList && Shared(session, wanted, sources, seen) is { } shared) return shared;

            long id = session.Query(
                "update lanewise set next_job = next_job + 1 returning next_job - 1", row => row.GetInt64(0))[0];
            foreach (string statement in session.Dialect.PartitionsFor(id)) session.Execute(statement);
            FleetPlanSettings settings = wanted.Settings;
            session.Execute(
                """
                insert into job (id, name, run, kind, state, algorithm, baseline, range_files, range_bytes, segment_bytes, most_tries,
                  every_days, filters, next_item, next_range, created)
                values (@id, @name,
                  case when @kind = 1 then 0 else (select coalesce(max(run), 0) + 1 from job where name = @name) end,
                  @kind, 0, @algorithm, cast(@baseline as bigint), @files, @bytes, @segment, @tries, @days,
                  @filters, 1, 1, NOW())
                """,
                ("id", id), ("name", wanted.Name), ("kind", wanted.IsList ? 1L : 0L), ("algorithm", wanted.Algorithm),
                ("baseline", wanted.Baseline), ("files", (long)settings.RangeFiles), ("bytes", settings.RangeBytes),
                ("segment", settings.SegmentBytes), ("tries", (long)settings.MostTries), ("days", (long)settings.EveryDays),
                ("filters", Filters(settings)));
            foreach (FleetSource source in sources)
            {
                byte[] root = Files.PathText.ToBytes(source.Root);
                session.Execute(
                    "insert into source (job, id, root, rate) values (@job, @id, @root, @rate)",
                    ("job", id), ("id", (long)source.Id), ("root", root), ("rate", source.BytesPerSecond));
                session.Execute(
                    """
                    insert into place (job, source, key, path, is_included, epoch, lease)
                    values (@job, @source, @key, @path, 0, 0, 0)
                    """,
                    ("job", id), ("source", (long)source.Id), ("key", Keys.OfPath(root)), ("path", root));
            }

            return session.Query(Selected + " where id = @id", Read, ("id", id))[0];
        });
    }

    /// <summary>Returns all jobs, newest first, or only those with the given name.</summary>
    public IReadOnlyList<FleetJob> All(string? name = null) => catalogue.Read(session => name is null
        ? session.Query(Selected + " order by id desc", Read)
        : session.Query(Selected + " where name = @name order by id desc", Read, ("name", name)));

    public FleetJob? Find(long id) => catalogue.Read(
        session => session.Query(Selected + " where id = @id", Read, ("id", id)).FirstOrDefault());

    public IReadOnlyList<FleetSource> Sources(long job) => catalogue.Read(session => Sources(session, job));

    /// <summary>
    /// Takes directories of one source that no planner is listing. Returns an empty list if there are currently no such
    /// directories. If a lease ends later than a new lease would end, the clock must have been set back, so the lease is treated
    /// as expired.
    /// </summary>
    public List<FolderLease> Take(long job, int most, long lease, CancellationToken token) => catalogue.Run(
        session =>
        {
            List<FolderLease> folders = session.Query(
                $"""
                select source, coalesce(path, key), is_included, cursor, epoch + 1, key from place
                where job = @job and (lease < NOW() or lease > NOW() + @lease)
                order by source, key limit @most{session.Dialect.SkipLocked}
                """,
                row => new FolderLease(
                    row.Int(0), row.GetFieldValue<byte[]>(1), row.GetInt64(2) != 0, row.BytesOrNull(3),
                    row.GetInt64(4)) { Key = row.GetFieldValue<byte[]>(5) },
                ("job", job), ("lease", lease), ("most", (long)most));
            folders.RemoveAll(folder => folder.Source != folders[0].Source);
            foreach (FolderLease folder in folders)
            {
                session.Execute(
                    """
                    update place set epoch = @epoch, lease = NOW() + @lease where job = @job and source = @source and key = @key
                    """,
                    ("epoch", folder.Epoch), ("lease", lease), ("job", job), ("source", (long)folder.Source),
                    ("key", folder.Key));
            }

            return folders;
        },
        token);

    /// <summary>Renews the leases that this planner still holds.</summary>
    public void Renew(long job, IReadOnlyList<FolderLease> folders, long lease, CancellationToken token) => catalogue.Run(
        session =>
        {
            foreach (FolderLease folder in folders)
            {
                session.Execute(
                    """
                    update place set lease = NOW() + @lease
                    where job = @job and source = @source and key = @key and epoch = @epoch
                    """,
                    ("lease", lease), ("job", job), ("source", (long)folder.Source), ("key", folder.Key),
                    ("epoch", folder.Epoch));
            }
        },
        token);

    /// <summary>Commits the content of directories: items in ranges, subdirectories, and the position of the listing. The
    /// commit is atomic.</summary>
    /// <returns>The numbers of the ranges, or null if another planner has taken over one of the directories.</returns>
    public IReadOnlyList<long>? Commit(long job, PlannedPage page, long lease, CancellationToken token)
    {
        // Each planner reserves a block of numbers, so that planners can write in parallel. Therefore, the numbers may have
        // gaps.
        List<(long Item, long Range)> numbers = catalogue.Run(
            session => session.Query(
                """
                update job set next_item = next_item + @items, next_range = next_range + @ranges where id = @job
                returning next_item - @items, next_range - @ranges
                """,
                row => (row.GetInt64(0), row.GetInt64(1)),
                ("items", (long)page.Items.Count), ("ranges", (long)page.Ranges.Count), ("job", job)),
            token);
        return numbers is [(long item, long range)]
            ? catalogue.Run(session => Write(session, job, page, lease, item, range), token)
            : throw new FleetException($"{catalogue.Place}: the job was forgotten while it was planned");
    }

    /// <summary>Ends the planning if no directory is left to list.</summary>
    /// <returns>True if the planning has ended or the job was removed.</returns>
    public bool EndPlanning(long job, CancellationToken token) => catalogue.Run(
        session =>
        {
            session.Execute(
                """
                update job set state = 1, planned = NOW()
                where id = @job and state = 0 and not exists (select 1 from place where job = @job)
                """,
                ("job", job));
            return session.Number("select count(*) from job where id = @job and state = 0", ("job", job)) == 0;
        },
        token);

    /// <summary>Ends a job if all its ranges are done.</summary>
    /// <returns>Whether the job has ended or was removed, and whether this call ended it.</returns>
    public (bool IsOver, bool IsByThis) End(long job, CancellationToken token) => catalogue.Run(
        session =>
        {
            int ended = session.Execute(
                """
                update job set state = 2, ended = NOW()
                where id = @job and state = 1 and not exists (select 1 from range where job = @job and state < 2)
                """,
                ("job", job));
            return (session.Number("select count(*) from job where id = @job and state < 2", ("job", job)) == 0, ended > 0);
        },
        token);

    /// <summary>Removes a run or a list, with all its results.</summary>
    public void Drop(long job) => catalogue.Run(session => Drop(session, job));

    /// <summary>Removes all runs of a job, and the lists they were compared with.</summary>
    /// <param name="name">The name of the job.</param>
    /// <param name="isForced">Whether to remove runs that workers are processing.</param>
    /// <returns>The number of runs that were removed.</returns>
    /// <exception cref="FleetException">No job has this name, workers are processing the job, or another job is compared with
    /// it.</exception>
    public int Forget(string name, bool isForced) => catalogue.Run(session =>
    {
        // This lock prevents a new run of the job from starting during the removal.
        session.Number(session.Dialect.Alone);
        List<FleetJob> jobs = session.Query(Selected + " where name = @name order by id", Read, ("name", name));
        if (jobs.TrueForAll(job => job.IsList))
            throw new FleetException($"{catalogue.Place}: there is no job '{name}'");

        foreach (FleetJob job in jobs)
        {
            List<(string Name, long Run)> others = session.Query(
                "select name, run from job where baseline = @job and name <> @name order by id limit 1",
                row => (row.GetString(0), row.GetInt64(1)), ("job", job.Id), ("name", name));
            if (others is [var other])
            {
                throw new FleetException(FormattableString.Invariant(
                    $"run {other.Run} of job '{other.Name}' is compared with job '{name}': forget that job first"));
            }

            if (!isForced && IsBusy(session, job.Id))
            {
                throw new FleetException(FormattableString.Invariant(
                    $"run {job.Run} of job '{name}' is being processed: end its workers and planners, or add --force"));
            }
        }

        foreach (FleetJob job in jobs) Drop(session, job.Id);
        return jobs.Count(job => !job.IsList);
    });

    /// <summary>
    /// Returns whether the planning was abandoned: the job is still being planned, but no planner holds a lease for any of its
    /// remaining directories.
    /// </summary>
    public bool IsAbandoned(long job, long lease, CancellationToken token) => catalogue.Run(
        session => session.Number(
            """
            select count(*) from job where id = @job and state = 0
              and not exists (select 1 from place where job = @job and lease >= NOW() and lease <= NOW() + @lease)
            """,
            ("job", job), ("lease", lease)) > 0,
        token);

    private static void Drop(Session session, long job)
    {
        foreach (string statement in session.Dialect.Without(job)) session.Execute(statement);
        foreach (string table in Schema.Tables)
        {
            session.Execute(
                table == "job" ? "delete from job where id = @job" : $"delete from {table} where job = @job", ("job", job));
        }
    }

    // This method checks the heartbeats of workers instead of their range leases, because there are far fewer workers than
    // ranges.
    private static bool IsBusy(Session session, long job) => session.Number(
        """
        select count(*) from job j where j.id = @job and j.state < 2
          and (exists (select 1 from worker where job = @job and ended is null and seen + lease >= NOW())
            or exists (select 1 from place where job = @job and lease >= NOW()))
        """,
        ("job", job)) > 0;

    // Returns the newest run with the same plan that is unfinished or newer than 'seen', or null if there is no such run.
    private static FleetJob? Shared(Session session, FleetJob wanted, IReadOnlyList<FleetSource> sources, long seen)
    {
        List<FleetJob> runs = session.Query(
            Selected + " where name = @name and kind = 0 and (state < 2 or id > @seen) order by id desc", Read,
            ("name", wanted.Name), ("seen", seen));
        FleetJob? same = runs.Find(run => run.Algorithm == wanted.Algorithm
            && run.Settings.HasSameValues(wanted.Settings)
            && Sources(session, run.Id).SequenceEqual(sources) && IsSameBaseline(session, run.Baseline, wanted.Baseline));
        if (same is null && runs.Find(run => run.State == FleetJobState.Planning) is { } other)
        {
            throw new FleetException(FormattableString.Invariant(
                $"run {other.Run} of job '{wanted.Name}' is still being planned, with other sources or settings; plan without ")
                + "a source and settings to continue it, or use another job name");
        }

        return same;
    }

    // If two planners are given the same list, each of them imports a copy.
    private static bool IsSameBaseline(Session session, long? first, long? second)
    {
        if (first == second) return true;
        if (first is null || second is null) return false;

        List<string> contents = session.Query(
            "select filters from job where kind = 1 and id in (@one, @other)", row => row.GetString(0),
            ("one", first), ("other", second));
        return contents.Count == 2 && contents[0].Length > 0 && contents[0] == contents[1];
    }

    private static List<FleetSource> Sources(Session session, long job) => session.Query(
        "select id, root, rate from source where job = @job order by id",
        row => new FleetSource(row.Int(0), Files.PathText.FromBytes(row.GetFieldValue<byte[]>(1)), row.GetInt64(2)),
        ("job", job));

    private static IReadOnlyList<long>? Write(Session session, long job, PlannedPage page, long lease, long item, long range)
    {
        foreach (FolderLease folder in page.Ended)
        {
            int rows = session.Execute(
                "delete from place where job = @job and source = @source and key = @key and epoch = @epoch",
                ("job", job), ("source", (long)folder.Source), ("key", folder.Key), ("epoch", folder.Epoch));
            if (rows != 1) return null;
        }

        if (page.Begun is { } begun)
        {
            int rows = session.Execute(
                """
                update place set cursor = @cursor, lease = NOW() + @lease
                where job = @job and source = @source and key = @key and epoch = @epoch
                """,
                ("cursor", page.Cursor), ("lease", lease), ("job", job), ("source", (long)begun.Source), ("key", begun.Key),
                ("epoch", begun.Epoch));
            if (rows != 1) return null;
        }

        using (BulkRows rows = session.Bulk("place", "job", "source", "key", "path", "is_included", "epoch", "lease"))
        {
            foreach (FolderLease folder in page.Folders)
            {
                rows.Begin();
                rows.Add(job);
                rows.Add((long)folder.Source);
                rows.Add(folder.Key);
                rows.Add(ReferenceEquals(folder.Key, folder.Path) ? null : folder.Path);
                rows.Add(folder.IsIncluded ? 1L : 0);
                rows.Add(0L);
                rows.Add(0L);
            }

            rows.Complete();
        }

        using (BulkRows rows = session.Bulk("item", "job", "id", "source", "name", "key", "bytes", "mark"))
        {
            foreach ((int i, PlannedItem planned) in page.Items.Index())
            {
                rows.Begin();
                rows.Add(job);
                rows.Add(item + i);
                rows.Add((long)page.Source);
                rows.Add(planned.Name);
                rows.Add(Keys.Of(planned.Name));
                rows.Add(planned.Bytes);
                rows.Add(planned.Mark);
            }

            rows.Complete();
        }

        WriteRanges(session, job, page, item, range);
        using (BulkRows rows = session.Bulk("result", "job", "item", "status", "digest", "bytes", "note"))
        {
            foreach ((int i, PlannedItem planned) in page.Items.Index())
            {
                if (planned.Status is not { } status) continue;

                rows.Begin();
                rows.Add(job);
                rows.Add(item + i);
                rows.Add((long)status);
                rows.Add(planned.Digest);
                rows.Add(planned.Bytes);
                rows.Add(planned.Note);
            }

            rows.Complete();
        }

        if (page.Items.Any(planned => planned.Status is ItemStatus.Unreadable or ItemStatus.Special))
        {
            long? baseline = session.Query(
                "select baseline from job where id = @job", row => row.NumberOrNull(0), ("job", job)).FirstOrDefault();
            Ranges.KeepDigests(session, job, baseline, item, page.Items.Count);
        }

        return [.. Enumerable.Range(0, page.Ranges.Count).Where(i => !page.Ranges[i].IsDone).Select(i => range + i)];
    }

    private static void WriteRanges(Session session, long job, PlannedPage page, long item, long range)
    {
        using BulkRows rows = session.Bulk(
            "range", "job", "id", "source", "state", "epoch", "tries", "lease", "first", "count", "part", "files", "bytes",
            "good", "changed", "fresh", "unreadable", "done_bytes");
        foreach ((int i, PlannedRange planned) in page.Ranges.Index())
        {
            rows.Begin();
            rows.Add(job);
            rows.Add(range + i);
            rows.Add((long)planned.Source);
            rows.Add(planned.IsDone ? 2L : 0);
            rows.Add(0L);
            rows.Add(0L);
            rows.Add(0L);
            rows.Add(item + planned.First);
            rows.Add((long)planned.Count);
            rows.Add((long)planned.Part);
            rows.Add((long)planned.Files);
            rows.Add(planned.Bytes);
            rows.Add(planned.IsDone ? (long)(planned.Count - planned.Unreadable - planned.Skipped) : 0);
            rows.Add(0L);
            rows.Add(0L);
            rows.Add((long)planned.Unreadable);
            rows.Add(planned.IsDone ? planned.Bytes : 0);
        }

        rows.Complete();
    }

    private static FleetJob Read(DbDataReader row)
    {
        string[] filters = row.GetString(12).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        FleetPlanSettings settings = new()
        {
            RangeFiles = row.Int(7), RangeBytes = row.GetInt64(8), SegmentBytes = row.GetInt64(9),
            MostTries = row.Int(10), EveryDays = row.Int(11),
            Include = [.. filters.Where(line => line[0] == '+').Select(line => line.Substring(1))],
            Exclude = [.. filters.Where(line => line[0] == '-').Select(line => line.Substring(1))],
        };
        settings.Check();
        return new(
            row.GetInt64(0), row.GetString(1), row.GetInt64(2), row.GetInt64(3) == 1, (FleetJobState)row.GetInt64(4),
            row.GetString(5), row.NumberOrNull(6), settings, Time(row.GetInt64(13))!.Value, Time(row.NumberOrNull(14)),
            Time(row.NumberOrNull(15)));
    }

    private static string Filters(FleetPlanSettings settings) => string.Join(
        '\n', settings.Include.Select(glob => "+" + glob).Concat(settings.Exclude.Select(glob => "-" + glob)));

    internal static DateTimeOffset? Time(long? milliseconds) =>
        milliseconds is long time ? DateTimeOffset.FromUnixTimeMilliseconds(time) : null;
}
