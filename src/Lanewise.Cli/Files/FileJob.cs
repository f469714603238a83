using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Files;

/// <summary>A file to hash, and what came of it.</summary>
internal sealed class FileJob : HashedFile
{
    /// <summary>The name that stands for standard input.</summary>
    public const string StandardInput = "-";

    // One for all, so that those who name it twice read it one after the other.
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

    /// <summary>The name as it was given and is printed.</summary>
    public string Name { get; }

    public FileAlgorithm Algorithm { get; }

    /// <summary>The digest that a list promises; empty in a sum.</summary>
    public byte[] Expected { get; init; } = [];

    /// <summary>The length that a list promises; null where it promises none.</summary>
    public long? ExpectedBytes { get; init; }

    /// <summary>Where it is written down when it is done; null where nowhere.</summary>
    private IKnownFiles? Known { get; init; }

    /// <summary>What it was when its turn came; null for what is no regular file, and where nothing is written down.</summary>
    private FileVersion? Stamp { get; init; }

    /// <summary>Its digest was known, and it was not read.</summary>
    public bool WasKnown { get; private init; }

    /// <summary>It was looked for among the known ones.</summary>
    public bool WasLookedUp => Known is not null && Stamp is not null;

    /// <summary>The list names no algorithm for it.</summary>
    public bool IsUntagged { get; init; }

    /// <summary>A remark in its place among the files, not an error: something that was left out, a line that is none.</summary>
    public bool IsSkipped { get; private init; }

    /// <summary>Why it could not be read; null if it was.</summary>
    public string? Reason => Error is null ? null : ReadErrors.Reason(Error, Path);

    /// <summary>It does not exist.</summary>
    public bool IsMissing => Error is not null && ReadErrors.IsMissing(Error, Path);

    public bool IsStandardInput => Stream is not null;

    /// <summary>A file, or standard input; one that is known as it is now is not read.</summary>
    /// <param name="name">The name as it is printed.</param>
    /// <param name="path">What is opened.</param>
    /// <param name="algorithm">The hash.</param>
    /// <param name="known">Where it is looked up and written down; null where nowhere.</param>
    /// <param name="expected">The digest that a list promises.</param>
    /// <param name="isUntagged">The list names no algorithm for it.</param>
    /// <param name="expectedBytes">The length that a list promises.</param>
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

    /// <summary>The same file by another algorithm, not yet read.</summary>
    public FileJob By(FileAlgorithm algorithm) => new(Name, Path, algorithm) { Error = Error, IsSkipped = IsSkipped };

    /// <summary>The same file, whose digest by an algorithm is known meanwhile.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <param name="digest">The digest; empty where it could not be read.</param>
    /// <param name="expected">The digest that a list promises.</param>
    /// <param name="known">Where it is written down.</param>
    /// <param name="stamp">What it was before it was read; null where nothing is written down.</param>
    public FileJob As(FileAlgorithm algorithm, byte[] digest, byte[] expected, IKnownFiles? known, FileVersion? stamp)
    {
        FileJob job = new(Name, Path, algorithm)
        {
            Expected = expected, IsUntagged = true, Error = Error, Known = known, Stamp = stamp,
        };
        if (digest.Length > 0) job.Set(digest, Bytes);
        return job;
    }

    /// <summary>Writes down that it is done.</summary>
    public void Note() => Known?.Add(Name, Algorithm, Stamp, Digest, WasKnown);

    /// <summary>What cannot be read and has its place all the same.</summary>
    public static FileJob Failed(string path, FileAlgorithm algorithm, Exception error) =>
        new(path, path, algorithm) { Error = error };

    /// <summary>A remark in its place.</summary>
    public static FileJob Remark(string name, FileAlgorithm algorithm, string text) =>
        new(name, name, algorithm) { Error = new IOException(text), IsSkipped = true };
}
