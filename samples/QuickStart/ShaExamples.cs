using System.Security.Cryptography;
using System.Text;

namespace Lanewise.Samples;

/// <summary>Contains the code that docs/algorithms/sha1.md and sha2.md quote.</summary>
internal static class ShaExamples
{
    public static void Run()
    {
        // Git names a file by the SHA-1 digest of a header and the content.
        byte[] content = "what is up, doc?"u8.ToArray();
        using Sha1 git = new();
        git.AppendData(Encoding.UTF8.GetBytes($"blob {content.Length}\0"));
        git.AppendData(content);
        Console.WriteLine(Convert.ToHexStringLower(git.GetHashAndReset()));
        // prints bd9dbf5aae1a3862dd1526723246b20206e5fc37

        // Hashes messages of any length side by side in SIMD lanes.
        byte[][] parts = [new byte[100_000], new byte[100_000], new byte[5]];
        byte[][] digests = Sha256.HashMany(parts);
        Console.WriteLine(Convert.ToHexStringLower(digests[2]));
        // prints 8855508aade16ec573d21e6a485dfd0a7624085c1a14b5ecdd6485de0c6839a4

        // Signs requests: computes one MAC per request, with one key.
        byte[] key = "secret"u8.ToArray();
        byte[][] tags = HmacSha256.HashMany(key, parts);
        Console.WriteLine(HmacSha256.Verify(key, parts[2], tags[2]));
        // prints True

        // Derives a key from each of three passwords, each with its own salt.
        ReadOnlyMemory<byte>[] passwords =
            ["one"u8.ToArray(), "two"u8.ToArray(), "three"u8.ToArray()];
        ReadOnlyMemory<byte>[] salts =
            ["salt one"u8.ToArray(), "salt two"u8.ToArray(), "salt three"u8.ToArray()];
        byte[] derived = new byte[3 * 32];
        Pbkdf2.DeriveMany(
            HashAlgorithmName.SHA256, passwords, salts, iterations: 10_000, derived,
            keySizeInBytes: 32);
        Console.WriteLine(Convert.ToHexStringLower(derived.AsSpan(0, 32)));
        // prints b4f756c89b6bb0adde0b481d407a66fb9c29b651b0f6d470b6a62917a313038b

        // Hashes a thousand files of a package in one call.
        byte[] files = new byte[1000 * 4096];
        byte[] manifest = new byte[1000 * Sha512.HashSizeInBytes];
        Sha512.HashMany(files, 4096, manifest);
        Console.WriteLine(Convert.ToBase64String(manifest.AsSpan(0, 64)));
        // prints LSORPTdZ7wFwSoa0vuOsiikAIxPsyYp0JEJaeBcPIZV3gi/XfkrpYxNUdpatfVlJtY4S1QY+8u4GO1lXQKOhLQ==
    }
}
