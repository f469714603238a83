namespace Lanewise.Fleet;

/// <summary>A worker of a job.</summary>
/// <param name="Id">The name of the worker.</param>
/// <param name="Begun">The time when the worker was first seen, by the catalogue's clock.</param>
/// <param name="Seen">The time of the last heartbeat.</param>
/// <param name="Files">The number of files that the worker has finished.</param>
/// <param name="Bytes">The number of bytes that the worker has read.</param>
/// <param name="Ended">The time when the worker stopped normally, or null if it has not stopped normally.</param>
/// <param name="SilentMilliseconds">The time since the last heartbeat, in milliseconds.</param>
/// <param name="LeaseMilliseconds">The time in milliseconds without a heartbeat after which other workers take over this worker's
/// ranges.</param>
public sealed record WorkerStatus(
    string Id, DateTimeOffset Begun, DateTimeOffset Seen, long Files, long Bytes, DateTimeOffset? Ended, long SilentMilliseconds,
    long LeaseMilliseconds)
{
    /// <summary>Indicates whether the worker's last heartbeat was so long ago that other workers take over its ranges.</summary>
    public bool IsSilent => Ended is null && SilentMilliseconds > LeaseMilliseconds;
}

/// <summary>The counts of one source of a job, or of all sources together.</summary>
/// <param name="Root">The root of the source. The root is empty for all sources together.</param>
/// <param name="Files">The number of files found so far.</param>
/// <param name="Bytes">The total length of the files found so far, in bytes.</param>
/// <param name="DoneFiles">The number of files that were hashed or skipped.</param>
/// <param name="DoneBytes">The number of bytes hashed. For ranges that workers are processing, only the bytes read before the
/// last heartbeat are counted.</param>
/// <param name="Good">The number of files that were hashed and do not differ.</param>
/// <param name="Changed">The number of files with changed content.</param>
/// <param name="New">The number of new files, including moved files.</param>
/// <param name="Unreadable">The number of files that could not be read.</param>
/// <param name="Skipped">The number of pipes, sockets and devices, which are not read.</param>
/// <param name="Ranges">The number of ranges.</param>
/// <param name="DoneRanges">The number of ranges that are done.</param>
/// <param name="TakenRanges">The number of ranges that workers are processing.</param>
public sealed record SourceStatus(
    string Root, long Files, long Bytes, long DoneFiles, long DoneBytes, long Good, long Changed, long New, long Unreadable,
    long Skipped, long Ranges, long DoneRanges, long TakenRanges)
{
    /// <summary>
    /// The number of bytes that no longer need to be read: all bytes of finished ranges, including unreadable files, and the
    /// bytes already read from unfinished ranges.
    /// </summary>
    internal long PassedBytes { get; init; }

    /// <summary>The number of files that no longer need to be read. For unfinished ranges, the number is estimated.</summary>
    internal double PassedFiles { get; init; }

    /// <summary>
    /// The share of the bytes that no longer need to be read, in percent. If there are no bytes, the share of the files.
    /// </summary>
    internal double Percent
    {
        get
        {
            if (Files == 0) return 100;

            double percent = Bytes > 0 ? 100.0 * PassedBytes / Bytes : 100 * PassedFiles / Files;
            // Rounding must not show unfinished work as finished.
            return DoneRanges < Ranges ? Math.Min(percent, 99.9) : 100;
        }
    }
}

/// <summary>The progress of a job.</summary>
/// <param name="Job">The job.</param>
/// <param name="Sources">The sources of the job.</param>
/// <param name="Workers">The current and former workers of the job.</param>
/// <param name="Now">The current time by the catalogue's clock.</param>
/// <param name="FilesPerSecond">The average number of files hashed per second over the last minute.</param>
/// <param name="BytesPerSecond">The average number of bytes hashed per second over the last minute.</param>
public sealed record FleetStatus(
    FleetJob Job, IReadOnlyList<SourceStatus> Sources, IReadOnlyList<WorkerStatus> Workers, DateTimeOffset Now,
    double FilesPerSecond, double BytesPerSecond)
{
    /// <summary>The counts of all sources together.</summary>
    public SourceStatus Total { get; } = new(
        "", Sources.Sum(s => s.Files), Sources.Sum(s => s.Bytes), Sources.Sum(s => s.DoneFiles), Sources.Sum(s => s.DoneBytes),
        Sources.Sum(s => s.Good), Sources.Sum(s => s.Changed), Sources.Sum(s => s.New), Sources.Sum(s => s.Unreadable),
        Sources.Sum(s => s.Skipped), Sources.Sum(s => s.Ranges), Sources.Sum(s => s.DoneRanges), Sources.Sum(s => s.TakenRanges))
    {
        PassedBytes = Sources.Sum(s => s.PassedBytes), PassedFiles = Sources.Sum(s => s.PassedFiles),
    };

    /// <summary>Indicates whether the rates are known. Rates are unknown during the first seconds of work.</summary>
    internal bool IsRateKnown { get; init; }

    /// <summary>The number of workers that have not ended, but no longer send heartbeats.</summary>
    internal int Silent => Workers.Count(worker => worker.IsSilent);

    /// <summary>The number of workers that have not ended and send heartbeats.</summary>
    internal int Working => Workers.Count(worker => worker.Ended is null) - Silent;

    /// <summary>
    /// The estimated remaining time at the rate of the last minute, or null if unknown. The estimate is based on the remaining
    /// bytes. If only empty files remain, it is based on their number.
    /// </summary>
    public TimeSpan? Left
    {
        get
        {
            if (Job.State == FleetJobState.Done) return TimeSpan.Zero;

            // While a worker reads a large file, hardly any files are done, so their rate says nothing about the remaining time.
            long bytes = Total.Bytes - Total.PassedBytes;
            double seconds = bytes > 0 ? SecondsFor(bytes, BytesPerSecond)
                : SecondsFor(Total.Files - Total.PassedFiles, FilesPerSecond);
            return seconds < TimeSpan.MaxValue.TotalSeconds / 2 ? TimeSpan.FromSeconds(seconds) : null;
        }
    }

    private static double SecondsFor(double amount, double rate) =>
        amount <= 0 ? 0 : rate <= 0 ? double.PositiveInfinity : amount / rate;
}
