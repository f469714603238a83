using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Files;

/// <summary>A file to hash, and its result.</summary>
internal sealed class FileJob : HashedFile
{
    /// <summary>The name that stands for standard input.</summary>
    public const string StandardInput = "-";

    // All jobs for standard input share one stream object, so they read the stream one after another.
    private static Stream? input;

    private FileJob(Stream standardInput, FileAlgorithm algorithm)
        : base(standardInput, algorithm.Hash)
    {
        Name = StandardInput;
        Algorithm = algorithm;
        IsAlone = true;
    }

    private FileJob(string name, string path, FileAlgorithm algorithm)
        : base(path, algorithm.Hash)
    {
        Name = name;
        Algorithm = algorithm;
    }

    /// <summary>The name as the user entered it, which is printed unchanged.</summary>
    public string Name { get; }

    public FileAlgorithm Algorithm { get; }

    /// <summary>The expected digest from a list, or an empty array for <c>sum</c>.</summary>
    public byte[] Expected { get; init; } = [];

    /// <summary>The expected length from a list, or null.</summary>
    public long? ExpectedBytes { get; init; }

    /// <summary>The object that records the result, or null if the result is not recorded.</summary>
    private IKnownFiles? Known { get; init; }

    /// <summary>
    /// The version of the file before it was read, or null if it is not a regular file or its result is not recorded.
    /// </summary>
    private FileVersion? Stamp { get; init; }

    /// <summary>Indicates whether the digest was already known, in which case the file was not read.</summary>
    public bool WasKnown { get; private init; }

    /// <summary>Indicates whether the digest was looked up among the known digests.</summary>
    public bool WasLookedUp => Known is not null && Stamp is not null;

    /// <summary>Indicates whether the list specifies no algorithm for this file.</summary>
    public bool IsUntagged { get; init; }

    /// <summary>Indicates whether the digest in the list has a form that no tool writes.</summary>
    public bool IsUnwritable { get; set; }

    /// <summary>
    /// Indicates whether this entry is a remark among the results rather than an error, for example about a skipped file or a
    /// malformed line.
    /// </summary>
    public bool IsSkipped { get; private init; }

    /// <summary>The reason why the file could not be read, or null if there was no error.</summary>
    public string? Reason => Error is null ? null : ReadErrors.Reason(Error, Path);

    /// <summary>Indicates whether the file is missing.</summary>
    public bool IsMissing => Error is not null && ReadErrors.IsMissing(Error, Path);

    public bool IsStandardInput => Stream is not null;

    /// <summary>Creates a job for a file or standard input. An unchanged file with a known digest is not read.</summary>
    /// <param name="name">The name to print.</param>
    /// <param name="path">The path to open.</param>
    /// <param name="algorithm">The hash.</param>
    /// <param name="known">Looks up and records the digest; null if known digests are not used.</param>
    /// <param name="expected">The expected digest from a list.</param>
    /// <param name="isUntagged">Whether the list specifies no algorithm for this file.</param>
    /// <param name="expectedBytes">The expected length from a list.</param>
    public static FileJob Of(
        string name, string path, FileAlgorithm algorithm, IKnownFiles? known = null, byte[]? expected = null,
        bool isUntagged = false, long? expectedBytes = null)
    {
        Exception? error = null;
        if (path == StandardInput)
        {
            try
            {
                return new(input ??= StandardStreams.Input(), algorithm)
                {
                    Expected = expected ?? [], IsUntagged = isUntagged, ExpectedBytes = expectedBytes,
                };
            }
            catch (IOException e)
            {
                error = e;
            }
        }

        FileVersion? stamp = known is null || error is not null ? null : FileVersion.Of(path);
        byte[] digest = [];
        FileJob job = new(name, path, algorithm)
        {
            Expected = expected ?? [], IsUntagged = isUntagged, ExpectedBytes = expectedBytes, Error = error, Known = known,
            Stamp = stamp, WasKnown = stamp is { } now && known!.TryGet(name, algorithm, now, out digest),
        };
        if (job.WasKnown) job.Set(digest, stamp!.Value.Bytes);
        return job;
    }

    /// <summary>
    /// Returns a job for the same file with another algorithm. The file has not yet been hashed with that algorithm.
    /// </summary>
    public FileJob By(FileAlgorithm algorithm) => new(Name, Path, algorithm) { Error = Error, IsSkipped = IsSkipped };

    /// <summary>Returns a finished job for the same file with the digest of another algorithm.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <param name="digest">The digest, or an empty array if the file could not be read.</param>
    /// <param name="expected">The expected digest from a list.</param>
    /// <param name="known">The object that records the digest.</param>
    /// <param name="stamp">The version of the file before it was read, or null if nothing is to be recorded.</param>
    public FileJob As(FileAlgorithm algorithm, byte[] digest, byte[] expected, IKnownFiles? known, FileVersion? stamp)
    {
        FileJob job = new(Name, Path, algorithm)
        {
            Expected = expected, IsUntagged = true, Error = Error, Known = known, Stamp = stamp,
        };
        if (digest.Length > 0) job.Set(digest, Bytes);
        return job;
    }

    /// <summary>Records that the file has been processed.</summary>
    public void Note() => Known?.Add(Name, Algorithm, Stamp, Digest, WasKnown);

    /// <summary>Creates an entry for a file that cannot be read.</summary>
    public static FileJob Failed(string path, FileAlgorithm algorithm, Exception error) =>
        new(path, path, algorithm) { Error = error };

    /// <summary>Creates a remark that keeps its position among the files.</summary>
    public static FileJob Remark(string name, FileAlgorithm algorithm, string text) =>
        new(name, name, algorithm) { Error = new IOException(text), IsSkipped = true };
}
