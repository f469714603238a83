namespace Lanewise.Fleet;

/// <summary>How far a job is.</summary>
public enum FleetJobState
{
    /// <summary>Its sources are still listed; what was found is hashed meanwhile.</summary>
    Planning,

    /// <summary>All its files are known.</summary>
    Planned,

    /// <summary>Every range of it is done or given up.</summary>
    Done,
}

/// <summary>An audit of some sources, or a list that others are compared with.</summary>
/// <param name="Id">Its number, in the order of their making.</param>
/// <param name="Name">The name that it shares with those before and after it of the same sources.</param>
/// <param name="IsList">Whether it is a list that was read, and nothing to work on.</param>
/// <param name="State">How far it is.</param>
/// <param name="Algorithm">The algorithm, as <see cref="LanewiseOperations"/> names it.</param>
/// <param name="Baseline">The job that it is compared with; null where there is none.</param>
/// <param name="Settings">How it was planned.</param>
/// <param name="Created">When its planning began, by the catalogue's clock.</param>
/// <param name="Planned">When all its files were known; null before that.</param>
/// <param name="Ended">When it was done; null before that.</param>
public sealed record FleetJob(
    long Id, string Name, bool IsList, FleetJobState State, string Algorithm, long? Baseline, FleetPlanSettings Settings,
    DateTimeOffset Created, DateTimeOffset? Planned, DateTimeOffset? Ended);

/// <summary>A folder or a bucket that a job goes through.</summary>
/// <param name="Id">Its number in the job, from 0 on.</param>
/// <param name="Root">A path, of <see cref="Files.PathText"/>; or <c>s3://bucket/prefix</c>.</param>
/// <param name="BytesPerSecond">What may be read of it in a second by all workers together; 0 for as much as there is.</param>
public sealed record FleetSource(int Id, string Root, long BytesPerSecond = 0);

/// <summary>How a job is cut into ranges, and when one of them is given up.</summary>
public sealed record FleetPlanSettings
{
    /// <summary>The files of a range, at most; a worker takes a range at a time, and does again what was not committed.</summary>
    public int RangeFiles { get; init; } = 1000;

    /// <summary>The bytes of a range, at most, unless it is one file.</summary>
    public long RangeBytes { get; init; } = 1L << 30;

    /// <summary>
    /// Files of more bytes than this are hashed in parts of so many by several workers, by BLAKE3 only; a power of two, at least
    /// 1 MiB.
    /// </summary>
    public long SegmentBytes { get; init; } = 1L << 30;

    /// <summary>
    /// How often a range is begun that no worker brings to its end, before it is cut into smaller ones, and in the end a file is
    /// given up.
    /// </summary>
    public int MostTries { get; init; } = 3;

    /// <summary>A job of the same name begins again after so many days; 0 for never.</summary>
    public int EveryDays { get; init; }

    /// <summary>
    /// Files of folders that are planned; all where there are none. As <see cref="Files.FileGlob"/> reads them.
    /// </summary>
    public IReadOnlyList<string> Include { get; init; } = [];

    /// <summary>Files and folders that are left out.</summary>
    public IReadOnlyList<string> Exclude { get; init; } = [];

    /// <summary>Checks them.</summary>
    /// <exception cref="FleetException">One of them is out of range.</exception>
    internal void Check()
    {
        Require(RangeFiles is >= 1 and <= 1_000_000, $"A range has 1 to 1,000,000 files, not {RangeFiles}.");
        Require(RangeBytes >= 1, $"A range has at least 1 byte, not {RangeBytes}.");
        Require(
            SegmentBytes >= 1 << 20 && long.IsPow2(SegmentBytes),
            $"A part of a large file has a power of two of bytes, at least {1 << 20}, not {SegmentBytes}.");
        Require(MostTries is >= 1 and <= 1000, $"A range is tried 1 to 1000 times, not {MostTries}.");
        Require(EveryDays is >= 0 and <= 36_500, $"Audits begin again after 0 to 36,500 days, not {EveryDays}.");
        // A catalogue keeps one in a line.
        foreach (string glob in Include.Concat(Exclude))
            Require(!glob.Contains('\n', StringComparison.Ordinal), $"A glob of an audit has one line: '{glob}'.");
    }

    private static void Require(bool isGood, FormattableString message)
    {
        if (!isGood) throw new FleetException(FormattableString.Invariant(message));
    }
}
