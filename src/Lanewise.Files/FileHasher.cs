using Lanewise.Files.Running;

namespace Lanewise.Files;

/// <summary>
/// Digests of many files and streams at once, in lanes and over cores. Small files are read whole and hashed many at once, one
/// per lane; large ones advance together, a piece of each, lanes refilled as files end; BLAKE3, which is a tree, hashes pieces of
/// one large file on all cores that have nothing else to do. Memory is bounded whatever the number and the sizes.
/// </summary>
public static class FileHasher
{
    /// <summary>Hashes files.</summary>
    /// <typeparam name="T">The files, or a class of the caller's that is derived from them.</typeparam>
    /// <param name="files">The files; asked for one by one while others are hashed, never by two threads at once.</param>
    /// <param name="done">
    /// Called for each file, in their order unless <see cref="FileHashOptions.AsTheyFinish"/>, on any thread of the run, never
    /// twice at once. A file that could not be read has its <see cref="HashedFile.Error"/>; none is left out.
    /// </param>
    /// <param name="options">How; the defaults where it is null.</param>
    /// <returns>What was done, and what it took.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="files"/> or <paramref name="done"/> is null.</exception>
    /// <exception cref="OperationCanceledException">
    /// The token of the options asked for it; files done were handed back.
    /// </exception>
    /// <remarks>What <paramref name="files"/> or <paramref name="done"/> throw ends the run and comes out of it.</remarks>
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

    /// <summary>Hashes files and returns them when all are done.</summary>
    /// <param name="paths">The paths, of <see cref="PathText"/>.</param>
    /// <param name="hash">The hash.</param>
    /// <param name="options">How; the defaults where it is null.</param>
    /// <returns>A result for each path, in their order.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="paths"/> or <paramref name="hash"/> is null.</exception>
    /// <exception cref="OperationCanceledException">The token of the options asked for it.</exception>
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
