namespace Lanewise.Files;

/// <summary>Options for hashing files.</summary>
public sealed class FileHashOptions
{
    /// <summary>
    /// The number of threads, and cancellation. By default there is one thread per core, at most 64. If the files are on a hard
    /// disk and no number is set, only one thread reads at a time.
    /// </summary>
    public ParallelOptions? Parallel { get; init; }

    /// <summary>Receives the number of files and bytes done so far, from any thread of the run, at most a few times per
    /// MiB.</summary>
    public IProgress<FileHashProgress>? Progress { get; init; }

    /// <summary>Whether results are returned as files finish, instead of in the order of the files.</summary>
    public bool AsTheyFinish { get; init; }

    /// <summary>
    /// The approximate number of files, if known. Kernels for lanes are compiled at their first use. This takes a few tens of
    /// milliseconds, so lanes save time only from a few tens of MB on.
    /// </summary>
    public long? ExpectedFiles { get; init; }

    /// <summary>
    /// Called after results were returned, if the next result may take a while, so that buffered output can be written.
    /// </summary>
    public Action? Flush { get; init; }
}

/// <summary>The progress of a run.</summary>
/// <param name="Files">The number of files done.</param>
/// <param name="Bytes">The number of bytes hashed.</param>
public readonly record struct FileHashProgress(long Files, long Bytes);

/// <summary>The counts of a finished run.</summary>
/// <param name="Files">The number of files returned.</param>
/// <param name="Bytes">The number of bytes hashed.</param>
/// <param name="Cores">The maximum number of threads that hashed at the same time.</param>
/// <param name="Lanes">
/// The maximum number of files, or parts of one file, that a thread hashed side by side in vectors; 1 if lanes were not used.
/// </param>
public readonly record struct FileHashSummary(long Files, long Bytes, int Cores, int Lanes);
