namespace Lanewise.Files;

/// <summary>Options for hashing files.</summary>
public sealed class FileHashOptions
{
    /// <summary>
    /// The number of threads, and the cancellation token. By default, there is one thread per core, up to 64. If you do not set
    /// the number of threads and the files are stored on a hard disk, only one thread reads at a time.
    /// </summary>
    public ParallelOptions? Parallel { get; init; }

    /// <summary>
    /// Receives the numbers of files and bytes that have been hashed so far. Progress may be reported by any thread of the run,
    /// at most a few times per MiB.
    /// </summary>
    public IProgress<FileHashProgress>? Progress { get; init; }

    /// <summary>
    /// Indicates whether results are returned as files finish rather than in the order of the input.
    /// </summary>
    public bool AsTheyFinish { get; init; }

    /// <summary>
    /// The approximate number of files, if known. Lane kernels are compiled when they are first used, which takes a few tens of
    /// milliseconds, so lanes save time only if there are at least a few tens of MB to hash.
    /// </summary>
    public long? ExpectedFiles { get; init; }

    /// <summary>
    /// A callback that can write buffered output. The callback is called after results have been returned if the next result may
    /// take some time.
    /// </summary>
    public Action? Flush { get; init; }
}

/// <summary>The progress of a run.</summary>
/// <param name="Files">The number of files hashed so far.</param>
/// <param name="Bytes">The number of bytes hashed so far.</param>
public readonly record struct FileHashProgress(long Files, long Bytes);

/// <summary>The counts of a finished run.</summary>
/// <param name="Files">The number of files whose results were returned.</param>
/// <param name="Bytes">The number of bytes hashed.</param>
/// <param name="Cores">The maximum number of threads that were hashing at the same time.</param>
/// <param name="Lanes">
/// The maximum number of files, or parts of a file, that a thread hashed at once in SIMD lanes; 1 if no lanes were used.
/// </param>
public readonly record struct FileHashSummary(long Files, long Bytes, int Cores, int Lanes);
