namespace Lanewise.Fleet;

/// <summary>A worker of a job.</summary>
/// <param name="Id">Its name.</param>
/// <param name="Begun">When it was first seen, by the catalogue's clock.</param>
/// <param name="Seen">The time of the last heartbeat.</param>
/// <param name="Files">Files that it has done.</param>
/// <param name="Bytes">Bytes that it has done.</param>
/// <param name="Ended">When it left in good order; null before that.</param>
/// <param name="SilentMilliseconds">The time since the last heartbeat.</param>
/// <param name="LeaseMilliseconds">After how long others take over what it has.</param>
public sealed record WorkerStatus(
    string Id, DateTimeOffset Begun, DateTimeOffset Seen, long Files, long Bytes, DateTimeOffset? Ended, long SilentMilliseconds,
    long LeaseMilliseconds)
{
    /// <summary>Without a heartbeat for so long that other workers take over its ranges.</summary>
    public bool IsSilent => Ended is null && SilentMilliseconds > LeaseMilliseconds;
}

/// <summary>A source of a job, or all of them together: what was found in it, and what is done.</summary>
/// <param name="Root">Its root; empty for all together.</param>
/// <param name="Files">Files that were found so far.</param>
/// <param name="Bytes">Their bytes.</param>
/// <param name="DoneFiles">Files that are done, or given up.</param>
/// <param name="DoneBytes">Bytes that were hashed.</param>
/// <param name="Good">Files without a difference.</param>
/// <param name="Changed">Files with another content.</param>
/// <param name="New">Files that were not known.</param>
/// <param name="Unreadable">Files that could not be read.</param>
/// <param name="Ranges">Ranges that they are cut into.</param>
/// <param name="DoneRanges">Those that are done.</param>
/// <param name="TakenRanges">Those that a worker has.</param>
public sealed record SourceStatus(
    string Root, long Files, long Bytes, long DoneFiles, long DoneBytes, long Good, long Changed, long New, long Unreadable,
    long Ranges, long DoneRanges, long TakenRanges);

/// <summary>How far a job is.</summary>
/// <param name="Job">The job.</param>
/// <param name="Sources">Its sources.</param>
/// <param name="Workers">Those that work on it, and did.</param>
/// <param name="Now">The time by the catalogue's clock.</param>
/// <param name="FilesPerSecond">Files done in a second, over the last minute.</param>
/// <param name="BytesPerSecond">Bytes done in a second, over the last minute.</param>
public sealed record FleetStatus(
    FleetJob Job, IReadOnlyList<SourceStatus> Sources, IReadOnlyList<WorkerStatus> Workers, DateTimeOffset Now,
    double FilesPerSecond, double BytesPerSecond)
{
    /// <summary>All sources together.</summary>
    public SourceStatus Total { get; } = new(
        "", Sources.Sum(s => s.Files), Sources.Sum(s => s.Bytes), Sources.Sum(s => s.DoneFiles), Sources.Sum(s => s.DoneBytes),
        Sources.Sum(s => s.Good), Sources.Sum(s => s.Changed), Sources.Sum(s => s.New), Sources.Sum(s => s.Unreadable),
        Sources.Sum(s => s.Ranges), Sources.Sum(s => s.DoneRanges), Sources.Sum(s => s.TakenRanges));

    /// <summary>
    /// How long it will take at the rate of the last minute, by files or by bytes, whichever is longer; null if unknown.
    /// </summary>
    public TimeSpan? Left
    {
        get
        {
            if (Job.State == FleetJobState.Done) return TimeSpan.Zero;

            double seconds = Math.Max(
                SecondsFor(Total.Files - Total.DoneFiles, FilesPerSecond),
                SecondsFor(Total.Bytes - Total.DoneBytes, BytesPerSecond));
            return seconds < TimeSpan.MaxValue.TotalSeconds / 2 ? TimeSpan.FromSeconds(seconds) : null;
        }
    }

    private static double SecondsFor(long amount, double rate) =>
        amount <= 0 ? 0 : rate <= 0 ? double.PositiveInfinity : amount / rate;
}
