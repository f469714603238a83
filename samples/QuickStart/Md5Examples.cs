using System.Security.Cryptography;
using System.Text;

namespace Lanewise.Samples;

/// <summary>Contains the code that docs/algorithms/md5.md quotes.</summary>
internal static class Md5Examples
{
    public static void Run()
    {
        byte[] message = "The quick brown fox jumps over the lazy dog"u8.ToArray();

        // Hashes one message and writes the digest to your own memory,
        // without allocating.
        Span<byte> digest = stackalloc byte[Md5.HashSizeInBytes];
        Md5.HashData(message, digest);
        Print(digest, "MD5");

        // Hashes messages of any length that are adjacent in one buffer.
        byte[] packed = Encoding.UTF8.GetBytes("abcdefghij");
        int[] lengths = [1, 0, 3, 6];
        byte[] digests = new byte[lengths.Length * Md5.HashSizeInBytes];
        Md5.HashMany(packed, lengths, digests);
        Print(digests.AsSpan(0, 16), "MD5 of 'a', the first of four messages");

        // Hashes messages anywhere in memory, on all cores.
        ReadOnlyMemory<byte>[] sources = [message, packed, message.AsMemory(4, 5)];
        byte[] three = new byte[sources.Length * Md5.HashSizeInBytes];
        Md5.HashMany(sources, three, new ParallelOptions());
        Print(three.AsSpan(32, 16), "MD5 of 'quick', the last of three messages");

        // Verifies an HMAC-MD5 in constant time.
        byte[] key = "key"u8.ToArray();
        byte[] expected = HMACMD5.HashData(key, message);
        Console.WriteLine($"HMAC-MD5 equals that of .NET: {HmacMd5.Verify(key, message, expected)}");
    }

    private static void Print(ReadOnlySpan<byte> digest, string what) =>
        Console.WriteLine($"{Convert.ToHexStringLower(digest)}  {what}");
}
