using System.Data.Common;
using System.Globalization;

namespace Lanewise.Fleet.Catalogue;

/// <summary>
/// Computes read rates. The bytes of a range are distributed evenly over the time during which it was read. Otherwise, the end of
/// each range would appear as a peak.
/// </summary>
internal static class Rates
{
    // The minimum time between two points of a plot, in milliseconds. At shorter intervals, a plot would show when ranges were
    // committed instead of the rate.
    private const long LeastStep = 1000;

    // The minimum time for computing a rate. The rate of the first small range would say nothing about the job.
    private const long LeastRecent = 5000;

    /// <summary>
    /// The SQL for the number of files read so far in an unfinished range, assuming that all its files have the same length.
    /// </summary>
    public const string ReadFiles = "cast(1 as double precision) * files * done_bytes / bytes";

    /// <summary>
    /// Returns the numbers of files and bytes per second in the last period, or null if they are not known yet. If only a part of
    /// a range was read in this period, only this part is counted. An unfinished range is assumed to continue at its own rate up
    /// to the current time.
    /// </summary>
    public static (double Files, double Bytes)? Recent(Session session, FleetJob job, long now, long milliseconds)
    {
        long since = now - milliseconds;
        (double files, double bytes, long from, long to) = session.Query(
            $"""
            select coalesce(sum(files * share), 0), coalesce(sum(done_bytes * share), 0), coalesce(min(read_from), 0),
              coalesce(max(read_end), 0)
            from (
              select files, done_bytes, read_from, read_end, cast(1 as double precision)
                * case when read_from = read_to then 1
                  else cast(1 as double precision) * (read_end - case when read_from < @since then @since else read_from end)
                    / (read_to - read_from) end as share
              from (
                select done_bytes, read_from, read_to, case when state = 2 then files else {ReadFiles} end as files,
                  case when state = 2 or done_bytes = bytes then read_to else @now end as read_end
                from range where job = @job and read_to > @since
                  and (state = 2 or (state = 1 and lease >= @now and bytes > 0 and read_from < read_to))) as work) as recent
            """,
            row => (Real(row, 0), Real(row, 1), Results.Number(row, 2), Results.Number(row, 3)),
            ("job", job.Id), ("since", since), ("now", now))[0];
        long time = to - Math.Max(from, since);
        return time < LeastRecent ? null : (1000 * files / time, 1000 * bytes / time);
    }

    /// <summary>
    /// Returns the numbers of files and bytes read in each of several equal time steps. <c>steps</c> is the maximum number of
    /// steps.
    /// </summary>
    public static FleetThroughput Throughput(Session session, FleetJob job, int steps)
    {
        (long first, long last, long now) = session.Query(
            """
            select coalesce(min(read_from), 0), coalesce(max(read_to), 0), NOW() from range
            where job = @job and state = 2 and read_from is not null
            """,
            row => (Results.Number(row, 0), Results.Number(row, 1), row.GetInt64(2)), ("job", job.Id))[0];
        if (first == 0) return new FleetThroughput(job.Created, job.Created, TimeSpan.FromMilliseconds(LeastStep), []);

        if (job.State != FleetJobState.Done) last = Known(session, job, now);
        // If the clock was set back, a range can end before it begins.
        last = Math.Max(first, last);
        long step = Math.Max(LeastStep, checked(last - first + steps) / steps);
        (double Files, double Bytes)[] read = new (double, double)[((last - first) / step) + 1];
        foreach (Group group in session.Query(
            """
            select a, b, sum(files), sum(done_bytes), sum(files * head), sum(done_bytes * head), sum(files * tail),
              sum(done_bytes * tail)
            from (
              select files, done_bytes, a, b,
                case when a = b then cast(1 as double precision) else cast(1 as double precision) * ((a + 1) * @step - x) / (y - x) end as head,
                case when a = b then 0 * cast(1 as double precision) else cast(1 as double precision) * (y - b * @step) / (y - x) end as tail
              from (
                select files, done_bytes, read_from - @first as x, read_to - @first as y, (read_from - @first) / @step as a,
                  (read_to - @first) / @step as b
                from range where job = @job and state = 2 and read_from is not null and read_to >= read_from) as times) as shares
            group by a, b
            """,
            row => new Group(
                Results.Number(row, 0), Results.Number(row, 1), (Real(row, 2), Real(row, 3)), (Real(row, 4), Real(row, 5)),
                (Real(row, 6), Real(row, 7))),
            ("first", first), ("step", step), ("job", job.Id)))
        {
            Spread(group, read);
        }

        return new FleetThroughput(
            Jobs.Time(first)!.Value, Jobs.Time(last)!.Value, TimeSpan.FromMilliseconds(step), Whole(read));
    }

    // Returns the latest time for which the data of all running workers is complete. A worker reads its ranges in sequence, so
    // its data is complete up to the end of its last finished range, or up to the time when it took its current ranges. Including
    // the time of its current, unfinished range would make the worker look slower.
    private static long Known(Session session, FleetJob job, long now) => session.Query(
        """
        select min(case when state = 1 and lease >= @now then begun end), max(case when state = 2 then read_to end) from range
        where job = @job and worker is not null group by worker
        """,
        row => (Taken: row.NumberOrNull(0), Read: row.NumberOrNull(1)), ("job", job.Id), ("now", now))
        .Where(worker => worker.Taken is not null).Select(worker => Math.Max(worker.Taken!.Value, worker.Read ?? 0))
        .Append(now).Min();

    private static void Spread(Group group, (double Files, double Bytes)[] read)
    {
        // After a failover, the clock of the new server may be slightly ahead.
        long a = Math.Clamp(group.A, 0, read.Length - 1), b = Math.Clamp(group.B, 0, read.Length - 1);
        Add(a, group.Head);
        if (a == b)
        {
            Add(a, (group.All.Files - group.Head.Files, group.All.Bytes - group.Head.Bytes));
            return;
        }

        Add(b, group.End);
        long between = b - a - 1;
        (double Files, double Bytes) rest = (
            group.All.Files - group.Head.Files - group.End.Files, group.All.Bytes - group.Head.Bytes - group.End.Bytes);
        if (between == 0) Add(b, rest);
        for (long i = a + 1; i < b; i++) Add(i, (rest.Files / between, rest.Bytes / between));

        void Add(long step, (double Files, double Bytes) amount) =>
            read[step] = (read[step].Files + amount.Files, read[step].Bytes + amount.Bytes);
    }

    // The rounding error of each step is carried over to the next step, so that the rounded numbers have the same total.
    private static (long Files, long Bytes)[] Whole((double Files, double Bytes)[] read)
    {
        (double files, double bytes) = (0, 0);
        (long Files, long Bytes) before = (0, 0);
        (long, long)[] whole = new (long, long)[read.Length];
        for (int i = 0; i < read.Length; i++)
        {
            (files, bytes) = (files + read[i].Files, bytes + read[i].Bytes);
            (long Files, long Bytes) now = checked(((long)Math.Round(files), (long)Math.Round(bytes)));
            whole[i] = (now.Files - before.Files, now.Bytes - before.Bytes);
            before = now;
        }

        return whole;
    }

    public static double Real(DbDataReader row, int column) =>
        Convert.ToDouble(row.GetValue(column), CultureInfo.InvariantCulture);

    // The totals of the ranges that begin in step A and end in step B, and the shares of these totals that belong to the steps A
    // and B.
    private readonly record struct Group(
        long A, long B, (double Files, double Bytes) All, (double Files, double Bytes) Head, (double Files, double Bytes) End);
}
