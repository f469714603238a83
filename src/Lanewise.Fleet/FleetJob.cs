namespace Lanewise.Fleet;

/// <summary>The state of a job.</summary>
public enum FleetJobState
{
    /// <summary>The sources are still being listed. Workers can already hash the files that have been found so far.</summary>
    Planning,

    /// <summary>All files are known, but not all of them are finished.</summary>
    Planned,

    /// <summary>Every file was hashed, or was skipped after repeated failures.</summary>
    Done,
}

/// <summary>A run of an audit, or an imported list with which runs are compared.</summary>
/// <param name="Id">The number of the run or list in the catalogue. The number is never assigned to another run or list.</param>
/// <param name="Name">The name that all runs of the job share.</param>
/// <param name="Run">The number of the run among the runs with this name, starting with 1, or 0 for a list.</param>
/// <param name="IsList">Whether the job is an imported list, which needs no work.</param>
/// <param name="State">The state of the job.</param>
/// <param name="Algorithm">The name of the algorithm, as in <see cref="LanewiseOperations"/>.</param>
/// <param name="Baseline">The number of the job with which this job is compared, or null if it is not compared.</param>
/// <param name="Settings">The options with which the job was planned.</param>
/// <param name="Created">The time when the planning began, by the catalogue's clock.</param>
/// <param name="Planned">The time when the planning ended, or null if it has not ended yet.</param>
/// <param name="Ended">The time when the last file was finished, or null if the job is not done yet.</param>
public sealed record FleetJob(
    long Id, string Name, long Run, bool IsList, FleetJobState State, string Algorithm, long? Baseline,
    FleetPlanSettings Settings,
    DateTimeOffset Created, DateTimeOffset? Planned, DateTimeOffset? Ended);

/// <summary>A directory or bucket that a job reads.</summary>
/// <param name="Id">The zero-based index of the source in the job.</param>
/// <param name="Root">A path, in the form of <see cref="Files.PathText"/>, or <c>s3://bucket/prefix</c>.</param>
/// <param name="BytesPerSecond">The maximum rate, in bytes per second, at which all workers together read the source. 0 means
/// unlimited.</param>
public sealed record FleetSource(int Id, string Root, long BytesPerSecond = 0);

/// <summary>
/// The settings of a job, which determine which files are hashed, how they are grouped into ranges (units of work), and when a
/// failing range is abandoned.
/// </summary>
public sealed record FleetPlanSettings
{
    /// <summary>
    /// The maximum number of files in a range. A worker takes whole ranges. If a worker dies, its uncommitted ranges are hashed
    /// again. The first ranges of a run are smaller, so that the first results are known soon.
    /// </summary>
    public int RangeFiles { get; init; } = 1000;

    /// <summary>The maximum number of bytes in a range. A range with a single file may exceed this limit.</summary>
    public long RangeBytes { get; init; } = 1L << 30;

    /// <summary>
    /// The part size for large files in bytes: a power of two, at least 1 MiB. With BLAKE3, several workers hash the parts of a
    /// file that is larger than one part.
    /// </summary>
    public long SegmentBytes { get; init; } = 1L << 30;

    /// <summary>
    /// The number of workers that must fail on a range before the range is split. If a range with a single file fails this many
    /// times, the file is skipped permanently.
    /// </summary>
    public int MostTries { get; init; } = 3;

    /// <summary>The number of days after which the job is due again. 0 means that the job is never due again.</summary>
    public int EveryDays { get; init; }

    /// <summary>
    /// The patterns for the files to include, in the syntax of <see cref="Files.FileGlob"/>. An empty list means all files.
    /// </summary>
    public IReadOnlyList<string> Include { get; init; } = [];

    /// <summary>The patterns for the files and directories to exclude.</summary>
    public IReadOnlyList<string> Exclude { get; init; } = [];

    /// <summary>Validates the settings.</summary>
    /// <exception cref="FleetException">A setting is out of range.</exception>
    internal void Check()
    {
        Require(RangeFiles is >= 1 and <= 1_000_000, $"A range must have 1 to 1,000,000 files, not {RangeFiles}.");
        Require(RangeBytes >= 1, $"A range must have at least 1 byte, not {RangeBytes}.");
        Require(
            SegmentBytes >= 1 << 20 && long.IsPow2(SegmentBytes),
            $"The part size of large files must be a power of two and at least {1 << 20} bytes, not {SegmentBytes}.");
        Require(MostTries is >= 1 and <= 1000, $"The number of tries of a range must be 1 to 1000, not {MostTries}.");
        Require(EveryDays is >= 0 and <= 36_500, $"Audits must begin again after 0 to 36,500 days, not {EveryDays}.");
        // A catalogue stores each pattern as one line.
        foreach (string glob in Include.Concat(Exclude))
        {
            Require(!glob.Contains('\n', StringComparison.Ordinal), $"A glob of an audit must be one line: '{glob}'.");
            Require(!Files.PathText.HasRawBytes(glob), $"A glob of an audit must be UTF-8: '{glob}'.");
        }
    }

    /// <summary>Returns whether two objects have the same values. The record's equality compares lists by reference.</summary>
    internal bool HasSameValues(FleetPlanSettings other) =>
        this with { Include = other.Include, Exclude = other.Exclude } == other && HasSameFilters(other);

    /// <summary>Returns whether two objects select the same files.</summary>
    internal bool HasSameFilters(FleetPlanSettings other) =>
        Include.SequenceEqual(other.Include) && Exclude.SequenceEqual(other.Exclude);

    private static void Require(bool isGood, FormattableString message)
    {
        if (!isGood) throw new FleetException(FormattableString.Invariant(message));
    }
}
