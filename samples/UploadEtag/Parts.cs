using System.Diagnostics;
using System.Security.Cryptography;

namespace Lanewise.Samples;

/// <summary>Computes the MD5 digest of each part of a file. The measured time includes hashing but not reading.</summary>
internal static class Parts
{
    /// <summary>
    /// Repeatedly reads one part for each lane and hashes these parts in one call. Only the current parts are in memory.
    /// </summary>
    public static (byte[] Digests, TimeSpan Time) HashInLanes(Stream stream, int partBytes)
    {
        int most = (int)Math.Clamp(
            (stream.Length + partBytes - 1) / partBytes, 1, Math.Min(Md5.PreferredBatchSize, Array.MaxLength / partBytes));
        byte[] buffer = GC.AllocateUninitializedArray<byte>(most * partBytes);
        List<byte> digests = [];
        Stopwatch watch = new();
        int read;
        while ((read = stream.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false)) > 0)
        {
            int[] lengths = new int[(read + partBytes - 1) / partBytes];
            Array.Fill(lengths, partBytes);
            lengths[^1] = read - ((lengths.Length - 1) * partBytes);

            byte[] batch = new byte[lengths.Length * Md5.HashSizeInBytes];
            watch.Start();
            Md5.HashMany(buffer.AsSpan(0, read), lengths, batch);
            watch.Stop();
            digests.AddRange(batch);
        }

        // An empty file consists of one empty part.
        return (digests.Count > 0 ? [.. digests] : Md5.HashData([]), watch.Elapsed);
    }

    /// <summary>Computes the same digests with .NET, one part after another.</summary>
    public static (byte[] Digests, TimeSpan Time) HashOneByOne(Stream stream, int partBytes)
    {
        byte[] part = GC.AllocateUninitializedArray<byte>(partBytes);
        List<byte> digests = [];
        Stopwatch watch = new();
        int read;
        while ((read = stream.ReadAtLeast(part, part.Length, throwOnEndOfStream: false)) > 0)
        {
            watch.Start();
            digests.AddRange(MD5.HashData(part.AsSpan(0, read)));
            watch.Stop();
        }

        return (digests.Count > 0 ? [.. digests] : MD5.HashData([]), watch.Elapsed);
    }

    /// <summary>Returns S3's ETag of a multipart upload: the MD5 digest of the parts' digests, and the number of parts.</summary>
    public static string Etag(byte[] digests) =>
        $"{Convert.ToHexStringLower(Md5.HashData(digests))}-{digests.Length / Md5.HashSizeInBytes}";
}
