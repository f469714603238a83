namespace Lanewise.Files;

/// <summary>How many files are hashed.</summary>
public sealed class FileHashOptions
{
    /// <summary>
    /// How many cores work, and what ends the run before its time. Without it as many as the machine has, at most 64; where the
    /// files are on a hard disk, one of them reads at a time unless a number was given.
    /// </summary>
    public ParallelOptions? Parallel { get; init; }

    /// <summary>Is told of files and bytes done so far, from any thread of the run, a few times for each MiB at most.</summary>
    public IProgress<FileHashProgress>? Progress { get; init; }

    /// <summary>Whether results come as files are done, and not in the order in which files came.</summary>
    public bool AsTheyFinish { get; init; }

    /// <summary>
    /// How many files there will be about, if that is known: kernels for lanes are compiled at the first use, which takes some
    /// tens of milliseconds and pays from some tens of MB on.
    /// </summary>
    public long? ExpectedFiles { get; init; }

    /// <summary>
    /// Called when results were handed back and the next may take a while: what was kept in a buffer can be written.
    /// </summary>
    public Action? Flush { get; init; }
}

/// <summary>How far a run is.</summary>
/// <param name="Files">Files done.</param>
/// <param name="Bytes">Bytes hashed.</param>
public readonly record struct FileHashProgress(long Files, long Bytes);

/// <summary>What a run did, and what it took.</summary>
/// <param name="Files">Files that were handed back.</param>
/// <param name="Bytes">Bytes that were hashed.</param>
/// <param name="Cores">Threads that hashed, at most at once.</param>
/// <param name="Lanes">
/// Files, or parts of one, that advanced side by side in vectors on each of them, at most; 1 where none did.
/// </param>
public readonly record struct FileHashSummary(long Files, long Bytes, int Cores, int Lanes);
