using Lanewise.Files.Running;

namespace Lanewise.Files;

/// <summary>
/// Hashes many files and streams at once, in lanes and on several cores. Small files are read completely and hashed together,
/// one file per lane. Large files are also hashed together: each step hashes one piece of every file. When a file ends, the next
/// file takes over its lane. With BLAKE3, which is a tree hash, all idle cores hash pieces of the same large file. Memory use is
/// bounded, regardless of the number and size of the files.
/// </summary>
public static class FileHasher
{
    /// <summary>Hashes files.</summary>
    /// <typeparam name="T">The type of the files: <see cref="HashedFile"/>, or a class derived from it.</typeparam>
    /// <param name="files">The files. The sequence is enumerated lazily during hashing, by one thread at a time.</param>
    /// <param name="done">
    /// The callback to call for each file. The calls are made in the order of the files, unless
    /// <see cref="FileHashOptions.AsTheyFinish"/> is set. The callback may run on any thread, but never on two threads at once.
    /// If a file could not be read, the callback is called with <see cref="HashedFile.Error"/> set.
    /// </param>
    /// <param name="options">The options, or null for the defaults.</param>
    /// <returns>The numbers of files, bytes, threads and lanes in the run.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="files"/> or <paramref name="done"/> is null.</exception>
    /// <exception cref="OperationCanceledException">
    /// The cancellation token in <paramref name="options"/> was cancelled. The results of finished files have already been
    /// passed to <paramref name="done"/>.
    /// </exception>
    /// <remarks>An exception from <paramref name="files"/> or <paramref name="done"/> ends the run and is rethrown.</remarks>
    public static FileHashSummary Run<T>(IEnumerable<T> files, Action<T> done, FileHashOptions? options = null)
        where T : HashedFile
    {
        ArgumentNullException.ThrowIfNull(files);
        ArgumentNullException.ThrowIfNull(done);
        options ??= new();
        int given = options.Parallel?.MaxDegreeOfParallelism ?? -1;
        int cores = given > 0 ? given : Math.Min(Environment.ProcessorCount, MostCores);
        return FileRun.Run(files, file => done((T)file), options, cores, followsDevice: given <= 0);
    }

    /// <summary>Hashes files, and returns the results after all files have been hashed.</summary>
    /// <param name="paths">The paths, in the format of <see cref="PathText"/>.</param>
    /// <param name="hash">The hash.</param>
    /// <param name="options">The options, or null for the defaults.</param>
    /// <returns>The results, one per path, in the order of the paths.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="paths"/> or <paramref name="hash"/> is null.</exception>
    /// <exception cref="OperationCanceledException">
    /// The cancellation token in <paramref name="options"/> was cancelled.
    /// </exception>
    public static IReadOnlyList<HashedFile> Run(IEnumerable<string> paths, FileHash hash, FileHashOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(paths);
        ArgumentNullException.ThrowIfNull(hash);
        List<HashedFile> results = [];
        Run(paths.Select(path => new HashedFile(path, hash)), results.Add, options);
        return results;
    }

    private const int MostCores = 64;
}
