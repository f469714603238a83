using Lanewise.Files.Reading;

namespace Lanewise.Files;

/// <summary>A file or a stream to be hashed, and what came of it.</summary>
/// <remarks>A class of the caller's own may be derived from it, with whatever belongs to the file.</remarks>
public class HashedFile
{
    /// <summary>A file.</summary>
    /// <param name="path">The path, of <see cref="PathText"/>.</param>
    /// <param name="hash">The hash.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public HashedFile(string path, FileHash hash)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(hash);
        Path = path;
        Hash = hash;
    }

    /// <summary>A stream, from its position to its end; it is not closed.</summary>
    /// <param name="stream">
    /// The stream. It is read on a thread of the run, and where it waits, files in lanes beside it wait too.
    /// </param>
    /// <param name="hash">The hash.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be read.</exception>
    public HashedFile(Stream stream, FileHash hash)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(hash);
        if (!stream.CanRead) throw new ArgumentException("The stream cannot be read.", nameof(stream));

        Path = "";
        Stream = stream;
        Hash = hash;
    }

    /// <summary>The path; empty for a stream.</summary>
    public string Path { get; }

    /// <summary>The stream; null for a file.</summary>
    public Stream? Stream { get; }

    /// <summary>
    /// Whether it is read by itself: what waits for a writer would hold up the others, and a stream that is given twice is read
    /// one after the other.
    /// </summary>
    public bool IsAlone { get; init; }

    /// <summary>The hash.</summary>
    public FileHash Hash { get; }

    /// <summary>The digest, of several hashes one after the other; empty where there is an error.</summary>
    public byte[] Digest { get; private set; } = [];

    /// <summary>The bytes that were hashed.</summary>
    public long Bytes { get; private set; }

    /// <summary>Why it could not be read; null where it was.</summary>
    public Exception? Error { get; internal set; }

    /// <summary>The digest by one of several hashes.</summary>
    /// <param name="part">One of the <see cref="FileHash.Parts"/> of <see cref="Hash"/>.</param>
    /// <returns>The digest; empty where there is an error.</returns>
    /// <exception cref="ArgumentException">It is none of them.</exception>
    public ReadOnlySpan<byte> DigestOf(FileHash part)
    {
        int start = 0;
        foreach (FileHash one in Hash.Parts)
        {
            if (ReferenceEquals(one, part)) return Digest.Length == 0 ? [] : Digest.AsSpan(start, one.HashSizeInBytes);

            start += one.HashSizeInBytes;
        }

        throw new ArgumentException("The file was not hashed by it.", nameof(part));
    }

    /// <summary>
    /// Whether it is refused if it is a pipe or a device by now, or says that it is empty and has content, as files of the kernel
    /// do, of which some have no end.
    /// </summary>
    internal bool IsRegular { get; init; }

    internal virtual InputFile? Open(out Exception? error) => InputFile.Open(Path, out error, IsRegular);

    /// <summary>Whether it waits for those before it, or was handed back.</summary>
    internal bool IsDone { get; set; }

    internal void Set(byte[] digest, long bytes) => (Digest, Bytes) = (digest, bytes);
}
