using Lanewise.Files.Reading;

namespace Lanewise.Files;

/// <summary>A file or a stream to be hashed, and its result.</summary>
/// <remarks>To attach your own data to a file, derive a class from <see cref="HashedFile"/>.</remarks>
public class HashedFile
{
    /// <summary>Creates an entry for a file.</summary>
    /// <param name="path">The path, in the format of <see cref="PathText"/>.</param>
    /// <param name="hash">The hash.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public HashedFile(string path, FileHash hash)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(hash);
        Path = path;
        Hash = hash;
    }

    /// <summary>
    /// Creates an entry for a stream. The stream is read from its current position to the end, and remains open.
    /// </summary>
    /// <param name="stream">
    /// The stream, which is read by a thread of the run. While a read blocks, the files in the other lanes also have to wait.
    /// </param>
    /// <param name="hash">The hash.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> does not support reading.</exception>
    public HashedFile(Stream stream, FileHash hash)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(hash);
        if (!stream.CanRead) throw new ArgumentException("The stream cannot be read.", nameof(stream));

        Path = "";
        Stream = stream;
        Hash = hash;
    }

    /// <summary>The path of the file, or an empty string for a stream.</summary>
    public string Path { get; }

    /// <summary>The stream, or null for a file.</summary>
    public Stream? Stream { get; }

    /// <summary>
    /// Indicates whether the stream is read separately, so that a slow stream does not block the other files. If several entries
    /// share a stream, the first entry reads it to the end.
    /// </summary>
    public bool IsAlone { get; init; }

    /// <summary>The hash.</summary>
    public FileHash Hash { get; }

    /// <summary>
    /// The digest, or the concatenated digests if the hash combines several hashes. Empty if the file could not be read.
    /// </summary>
    public byte[] Digest { get; private set; } = [];

    /// <summary>The number of bytes that were hashed.</summary>
    public long Bytes { get; private set; }

    /// <summary>The reason why the file could not be read, or null if there was no error.</summary>
    public Exception? Error { get; internal set; }

    /// <summary>Returns the digest of one of the combined hashes.</summary>
    /// <param name="part">One of the <see cref="FileHash.Parts"/> of <see cref="Hash"/>.</param>
    /// <returns>The digest, or an empty span if the file could not be read.</returns>
    /// <exception cref="ArgumentException"><paramref name="part"/> is not one of the parts of <see cref="Hash"/>.</exception>
    public ReadOnlySpan<byte> DigestOf(FileHash part)
    {
        int start = 0;
        foreach (FileHash hash in Hash.Parts)
        {
            if (ReferenceEquals(hash, part)) return Digest.Length == 0 ? [] : Digest.AsSpan(start, hash.HashSizeInBytes);

            start += hash.HashSizeInBytes;
        }

        throw new ArgumentException("The file was not hashed with this hash.", nameof(part));
    }

    /// <summary>
    /// Indicates whether the file is rejected if it has become a pipe or a device, or if it has content although it reports
    /// length 0. Some kernel files report length 0, although their content may be endless.
    /// </summary>
    internal bool IsRegular { get; init; }

    internal virtual InputFile? Open(out Exception? error) => InputFile.Open(Path, out error, IsRegular);

    /// <summary>The previous file with the same stream, or null.</summary>
    internal HashedFile? Before { get; set; }

    /// <summary>
    /// Indicates whether the file has been processed. The result of a processed file is waiting for the results of earlier
    /// files, or has already been returned.
    /// </summary>
    internal bool IsDone { get; set; }

    internal void Set(byte[] digest, long bytes) => (Digest, Bytes) = (digest, bytes);
}
