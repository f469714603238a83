namespace Lanewise.Fleet.Catalogue;

/// <summary>The tables of a catalogue. Times are milliseconds since 1970, by the database's clock.</summary>
/// <remarks>
/// The result of each item is a row that is written once, at the end of its range. Counts are stored with the ranges, so a query
/// for a job's progress reads only about a thousandth of the rows. While a worker processes a range, its heartbeats store the
/// number of bytes read so far, and when they were read (done_bytes, read_from, read_to).
/// </remarks>
internal static class Schema
{
    /// <summary>The version of the tables. Catalogues of other versions are rejected.</summary>
    public const long Version = 5;

    /// <summary>Tables that are partitioned by job, if the database supports it.</summary>
    public static readonly string[] PartitionedTables = ["item", "result"];

    /// <summary>The tables whose rows belong to a job.</summary>
    public static readonly string[] Tables =
        ["item", "result", "range", "place", "part", "worker", "event", "missing", "source", "job"];

    public static IEnumerable<string> Statements(Dialect dialect) =>
    [
        .. dialect.Marks,
        // Job numbers are never reused, so that a worker of a removed job cannot write into another job.
        "create table lanewise (version bigint not null, next_job bigint not null)",
        $"insert into lanewise values ({Version}, 1)",
        """
        create table job (
          id bigint primary key, name text not null, run bigint not null, kind bigint not null, state bigint not null, algorithm text not null,
          baseline bigint, range_files bigint not null, range_bytes bigint not null, segment_bytes bigint not null,
          most_tries bigint not null, every_days bigint not null, filters text not null, next_item bigint not null,
          next_range bigint not null, created bigint not null, planned bigint, ended bigint)
        """,
        $"""
        create table source (
          job bigint not null, id bigint not null, root {dialect.Bytes} not null, rate bigint not null, primary key (job, id))
        """,
        // Directories and key prefixes that no planner has listed yet. The path is null if it equals the key.
        $"""
        create table place (
          job bigint not null, source bigint not null, key {dialect.Bytes} not null, path {dialect.Bytes},
          is_included bigint not null, cursor {dialect.Bytes}, epoch bigint not null, lease bigint not null,
          primary key (job, source, key))
        """,
        """
        create table range (
          job bigint not null, id bigint not null, source bigint not null, state bigint not null, epoch bigint not null,
          tries bigint not null, worker text, lease bigint not null, first bigint not null, count bigint not null,
          part bigint not null, files bigint not null, bytes bigint not null, good bigint not null, changed bigint not null,
          fresh bigint not null, unreadable bigint not null, done_bytes bigint not null, begun bigint, read_from bigint,
          read_to bigint, ended bigint, primary key (job, id))
        """,
        "create index range_open on range (job, id) where state < 2",
        $"""
        create table item (
          job bigint not null, id bigint not null, source bigint not null, name {dialect.Bytes} not null,
          key bigint not null, bytes bigint not null, mark text, primary key (job, id)){dialect.ByJob}
        """,
        "create index item_key on item (job, key)",
        $"""
        create table result (
          job bigint not null, item bigint not null, status bigint not null, digest {dialect.Bytes}, bytes bigint not null,
          note text, primary key (job, item)){dialect.ByJob}
        """,
        // The chaining values stored so far for the parts of large files.
        $"""
        create table part (
          job bigint not null, item bigint not null, part bigint not null, value {dialect.Bytes}, stamp text, note text,
          primary key (job, item, part))
        """,
        """
        create table worker (
          job bigint not null, id text not null, begun bigint not null, seen bigint not null, files bigint not null,
          bytes bigint not null, lease bigint not null, ended bigint, primary key (job, id))
        """,
        """
        create table event (
          job bigint not null, at bigint not null, kind text not null, worker text, range bigint, note text)
        """,
        "create index event_job on event (job, at)",
        // The number of missing items per source, for completed runs. The source numbers below 0 are defined in Results.
        "create table missing (job bigint not null, source bigint not null, count bigint not null, primary key (job, source))",
    ];
}
