using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Files.Reading;
using Lanewise.Files.Running;

namespace Lanewise.Files;

/// <summary>
/// Computes the ETag of objects that were uploaded in parts to S3 or a compatible service. The ETag consists of the MD5 digest
/// of the parts' MD5 digests, a hyphen, and the number of parts. The parts of a file are hashed independently, so a single large
/// file fills the lanes.
/// </summary>
/// <remarks>
/// If the service encrypts an object with a KMS key or a customer-provided key, it returns a different ETag. MD5 is broken, so
/// an ETag detects accidental changes, but not attacks.
/// </remarks>
public static class MultipartETag
{
    /// <summary>The default part size of many clients: 8 MiB.</summary>
    public const long DefaultPartSizeInBytes = 8L << 20;

    /// <summary>The maximum number of parts of an upload.</summary>
    internal const int MostParts = 10_000;

    // The number of part sizes in whole MiB to try after those of known clients.
    private const int MostTries = 64;

    private static readonly FileHash Hash = FileHash.Of(HashAlgorithmName.MD5);

    // Sizes are in MiB. aws and boto use 8, the SDKs and rclone use 5, and s3cmd uses 15. MinIO uses 16 and 128, and the AWS
    // console uses slightly more than 16.
    private static ReadOnlySpan<int> KnownMebibytes =>
        [8, 5, 15, 16, 64, 100, 6, 7, 10, 20, 25, 32, 50, 128, 200, 250, 256, 500, 512, 1000, 1024, 2048, 4096, 5120];

    private static ReadOnlySpan<long> KnownBytes =>
        [17_179_870, 5_000_000, 8_000_000, 10_000_000, 15_000_000, 16_000_000, 50_000_000, 64_000_000, 100_000_000];

    /// <summary>
    /// Returns the part size that clients usually choose for an object of a given length: 8 MiB, doubled until there are at most
    /// 10,000 parts.
    /// </summary>
    /// <param name="length">The length of the object in bytes.</param>
    /// <returns>The part size in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative.</exception>
    public static long UsualPartSize(long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        long size = DefaultPartSizeInBytes;
        while (Parts(length, size) > MostParts) size *= 2;
        return size;
    }

    /// <summary>Computes the ETag of a file.</summary>
    /// <param name="path">The path, in the format of <see cref="PathText"/>.</param>
    /// <param name="partSize">The part size in bytes, at least 1. The last part may be shorter.</param>
    /// <param name="options">The number of cores and the cancellation token, or null to use all cores.</param>
    /// <returns>The ETag without quotes: 32 hexadecimal digits, a hyphen, and the number of parts.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="partSize"/> is not positive.</exception>
    /// <exception cref="IOException">The file cannot be read, or it shrank during the call.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file was denied.</exception>
    /// <exception cref="OperationCanceledException">The cancellation token was cancelled.</exception>
    public static string Compute(string path, long partSize, ParallelOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(partSize);
        return Compute(path, _ => partSize, int.MaxValue, options);
    }

    /// <summary>Computes the ETag of a file whose length determines the part size.</summary>
    /// <param name="path">The path.</param>
    /// <param name="partSizeOf">
    /// Returns the part size for a given length. The length is null for a pipe or any other input that is read to its end.
    /// </param>
    /// <param name="mostParts">The maximum number of parts if the length of the input is unknown.</param>
    /// <param name="options">The number of cores and the cancellation token.</param>
    internal static string Compute(string path, Func<long?, long> partSizeOf, int mostParts, ParallelOptions? options)
    {
        using InputFile first = Open(path);
        long partSize = partSizeOf(first.Length);
        if (first.Length is not long length)
        {
            // A pipe can be opened and read only once.
            using InputStream stream = InputStream.Of(first);
            return Compute(stream, partSize, mostParts);
        }

        int cores = options?.MaxDegreeOfParallelism is > 0 and int given ? given : Math.Min(Environment.ProcessorCount, 64);
        // On a hard disk, alternating between distant parts would cause a seek for each read.
        bool inOrder = Device.IsHardDisk(first.Device) && !ReadGate.IsFast(first, length);
        return Compute(length, partSize, () => Open(path), cores, inOrder, options?.CancellationToken ?? default);
    }

    /// <summary>
    /// Computes the ETag of a stream from its current position to the end. If the stream supports seeking, its parts are hashed
    /// in lanes; otherwise, they are hashed one after another.
    /// </summary>
    /// <param name="stream">The stream, which remains open.</param>
    /// <param name="partSize">The part size in bytes, at least 1.</param>
    /// <returns>The ETag without quotes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> does not support reading.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="partSize"/> is not positive.</exception>
    public static string Compute(Stream stream, long partSize)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(partSize);
        if (!stream.CanRead) throw new ArgumentException("The stream cannot be read.", nameof(stream));

        return Compute(stream, partSize, int.MaxValue);
    }

    /// <exception cref="IOException">The stream has more than the allowed number of parts, or cannot be read.</exception>
    internal static string Compute(Stream stream, long partSize, int mostParts)
    {
        Int128 mostBytes = (Int128)partSize * mostParts;
        if (stream.CanSeek)
        {
            long start = stream.Position, length = Math.Max(0, stream.Length - start);
            if (length > mostBytes) throw TooManyParts(mostParts, partSize);

            string etag = Compute(length, partSize, () => InputFile.From(stream, start), 1, inOrder: false, default);
            stream.Position = start + length;
            return etag;
        }

        byte[] buffer = new byte[256 * 1024];
        using RunningETags etags = new(partSize);
        long bytes = 0;
        for (int read; (read = stream.Read(buffer)) > 0;)
        {
            bytes += read;
            if (bytes > mostBytes) throw TooManyParts(mostParts, partSize);

            etags.Append(buffer.AsMemory(0, read));
        }

        return etags.Finish()[0];
    }

    /// <summary>Checks whether a file has the given ETag, and determines the part size of its upload.</summary>
    /// <param name="path">The path, in the format of <see cref="PathText"/>.</param>
    /// <param name="etag">
    /// The ETag, with or without quotes. An ETag consists of 32 hexadecimal digits, followed by a hyphen and the number of parts
    /// if the object was uploaded in parts.
    /// </param>
    /// <param name="partSize">
    /// The part size in bytes, or 0 if the object was not uploaded in parts or no part size matches.
    /// </param>
    /// <param name="options">The number of cores and the cancellation token, or null to use all cores.</param>
    /// <returns>
    /// True if the file matches the ETag. The method first tries the part sizes that clients use, and then sizes in whole MiB
    /// that result in the given number of parts. S3 allows at most 10,000 parts, so an ETag with more parts matches no file.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="path"/> or <paramref name="etag"/> is null.</exception>
    /// <exception cref="FormatException"><paramref name="etag"/> is not a valid ETag.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file was denied.</exception>
    /// <exception cref="OperationCanceledException">The cancellation token was cancelled.</exception>
    public static bool TryFindPartSize(string path, string etag, out long partSize, ParallelOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(path);
        string wanted = Normalize(etag);
        long length;
        using (InputFile file = Open(path))
        {
            length = file.Length ?? throw new IOException("The file does not support reads at any offset");
        }

        partSize = 0;
        int hyphen = wanted.IndexOf('-', StringComparison.Ordinal);
        if (hyphen < 0)
        {
            using InputStream stream = InputStream.Open(path);
            return Convert.ToHexStringLower(Md5.HashData(stream)) == wanted;
        }

        foreach (long size in Candidates(length, int.Parse(wanted.AsSpan(hyphen + 1), CultureInfo.InvariantCulture)))
        {
            if (Compute(path, size, options) != wanted) continue;

            partSize = size;
            return true;
        }

        return false;
    }

    /// <summary>Converts an ETag to lowercase and removes its quotes.</summary>
    /// <param name="etag">The ETag.</param>
    /// <returns>The ETag in the format that <see cref="Compute(string, long, ParallelOptions?)"/> returns.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="etag"/> is null.</exception>
    /// <exception cref="FormatException"><paramref name="etag"/> is not a valid ETag.</exception>
    public static string Normalize(string etag)
    {
        ArgumentNullException.ThrowIfNull(etag);
        string text = etag.Length >= 2 && etag[0] == '"' && etag[^1] == '"' ? etag.Substring(1, etag.Length - 2) : etag;
        int digits = 2 * Md5.HashSizeInBytes;
        bool isGood = text.Length >= digits && text.Take(digits).All(char.IsAsciiHexDigit)
            && (text.Length == digits
                || (text[digits] == '-' && int.TryParse(
                    text.AsSpan(digits + 1), NumberStyles.None, CultureInfo.InvariantCulture, out int parts) && parts > 0));
        return isGood
            ? text.ToLowerInvariant()
            : throw new FormatException(
                $"'{etag}' is not an ETag: it needs {digits} hexadecimal digits and, for an upload in parts, a hyphen and a "
                + "number.");
    }

    /// <summary>Returns the part sizes that result in the given number of parts, with the most likely sizes first.</summary>
    internal static IEnumerable<long> Candidates(long length, int parts)
    {
        // The ETag comes from the object store, so it may specify any number of parts. Each part requires a hash computation.
        if (parts > MostParts) yield break;

        HashSet<long> seen = [];
        List<long> sizes = [.. KnownMebibytes.ToArray().Select(size => (long)size << 20), .. KnownBytes];
        // Tries the smallest possible size, and then every larger size in whole MiB.
        long least = Math.Max(1, (length + parts - 1) / parts);
        sizes.Add(least);
        for (long size = (least + (1 << 20) - 1) >> 20, i = 0; i < MostTries; i++) sizes.Add((size + i) << 20);
        foreach (long size in sizes)
        {
            if (Parts(length, size) != parts || !seen.Add(size)) continue;

            yield return size;
            // If there is only one part, the ETag is the same for all part sizes.
            if (parts == 1) yield break;
        }
    }

    private static IOException TooManyParts(int mostParts, long partSize) =>
        new(Invariant($"has more than {mostParts} parts of {partSize} bytes"));

    internal static long Parts(long length, long partSize) => Math.Max(1, (length / partSize) + (length % partSize == 0 ? 0 : 1));

    private static InputFile Open(string path) => InputFile.Open(path, out Exception? error) ?? throw error!;

    private static string Compute(
        long length, long partSize, Func<InputFile> open, int cores, bool inOrder, CancellationToken token)
    {
        long count = Parts(length, partSize);
        if (count > Array.MaxLength / Md5.HashSizeInBytes)
        {
            throw new ArgumentOutOfRangeException(
                nameof(partSize), partSize,
                Invariant($"There would be {count} parts; S3 allows {MostParts}."));
        }

        byte[] digests = new byte[count * Md5.HashSizeInBytes];
        bool inLanes = !inOrder && LaneChoice.PaysFor(Hash, (int)Math.Min(count, int.MaxValue), length);
        // Hashing takes as long with a partly filled vector as with a full one.
        int least = inLanes ? Hash.LanesOfOneStream : 1;
        int threads = (int)Math.Min(inOrder ? 1 : cores, (count + least - 1) / least);
        long lanes = inLanes ? Math.Min(Hash.Lanes, (count + threads - 1) / threads) : 1, next = -1;
        if (threads == 1) Work();
        else
        {
            Parallel.For(0, threads, new ParallelOptions { MaxDegreeOfParallelism = threads, CancellationToken = token }, _ =>
                Work());
        }

        return Text(Md5.HashData(digests), count);

        void Work() => new LaneSet((int)lanes, NextPart, _ => token.ThrowIfCancellationRequested())
            .Run(readsAhead: cores > threads);

        Section? NextPart()
        {
            long part = Interlocked.Increment(ref next);
            if (part >= count) return null;

            long start = part * partSize, end = Math.Min(length, start + partSize);
            // The file is opened separately for each part, so that the operating system reads ahead in all of them.
            InputFile input = open();
            IncrementalFileHash hash = Hash.Start();
            return new Section(input, start, end, hash, section =>
            {
                using (input)
                using (hash)
                {
                    if (section.Error is { } error) throw error;
                    if (section.Bytes != end - start)
                    {
                        throw new EndOfStreamException("The file became shorter while it was read.");
                    }

                    hash.Finish().CopyTo(digests.AsSpan((int)part * Md5.HashSizeInBytes));
                }
            });
        }
    }

    internal static string Text(byte[] digest, long parts) =>
        Invariant($"{Convert.ToHexStringLower(digest)}-{parts}");
}
