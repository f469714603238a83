using System.Security.Cryptography;

namespace Lanewise.Samples;

/// <summary>Contains the code that docs/tutorials/first-hashes.md and docs/records.md quote.</summary>
internal static class FirstHashes
{
    public static async Task RunAsync()
    {
        // Hashes one message.
        byte[] digest = Blake3.HashData("abc"u8);
        Console.WriteLine(Convert.ToHexStringLower(digest));
        // prints 6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85

        // Hashes a file or any other stream, without loading all of it into memory.
        string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        await File.WriteAllTextAsync(path, "abc");
        await using (FileStream file = File.OpenRead(path))
        {
            byte[] ofFile = await Blake3.HashDataAsync(file);
            Console.WriteLine(ofFile.AsSpan().SequenceEqual(digest));
            // prints True
        }

        File.Delete(path);

        // Hashes a message that arrives in pieces.
        using Blake3 hash = new();
        hash.AppendData("a"u8);
        hash.AppendData("bc"u8);
        Console.WriteLine(hash.GetHashAndReset().AsSpan().SequenceEqual(digest));
        // prints True

        // Hashes many messages, and returns one digest per message in the same order.
        byte[][] messages = ["one"u8.ToArray(), "two"u8.ToArray(), "three"u8.ToArray()];
        byte[][] digests = Blake3.HashMany(messages);
        Console.WriteLine(digests.Length);      // prints 3

        // Computes a MAC with a secret key, and verifies it in constant time.
        byte[] key = RandomNumberGenerator.GetBytes(32);
        byte[] tag = Blake3Mac.HashData(key, "abc"u8);
        Console.WriteLine(Blake3Mac.Verify(key, "abc"u8, tag));
        // prints True
        Console.WriteLine(Blake3Mac.Verify(key, "abd"u8, tag));
        // prints False

        Records();
    }

    private static void Records()
    {
        // Hashes records of equal length that are adjacent in a buffer.
        byte[] records = new byte[1_000 * 100], digests = new byte[1_000 * Sha256.HashSizeInBytes];
        Sha256.HashMany(records, 100, digests);

        // Hashes records of different lengths that are adjacent in a buffer.
        int[] lengths = [10, 0, 250, 99_740];
        Sha256.HashMany(records, lengths, digests.AsSpan(0, 4 * 32));
        Console.WriteLine(Convert.ToHexStringLower(digests.AsSpan(32, 8)));
        // prints e3b0c44298fc1c14

        // Hashes records anywhere in memory, into new arrays or into a buffer.
        List<byte[]> scattered = [new byte[10], [], new byte[250]];
        byte[][] arrays = Sha256.HashMany(scattered);
        ReadOnlyMemory<byte>[] slices = [records.AsMemory(0, 10), records.AsMemory(500, 250)];
        Sha256.HashMany(slices, digests.AsSpan(0, 2 * 32));

        // Uses all cores.
        Sha256.HashMany(MemoryMessages.Packed(records, 100), digests, new ParallelOptions());

        // Computes tags with one key for all records, or with one key per record.
        byte[] key = new byte[32], keys = new byte[1_000 * 32], tags = new byte[1_000 * 32];
        HmacSha256.HashMany(Messages.Packed(records, 100), tags, Keys.One(key));
        HmacSha256.HashMany(Messages.Packed(records, 100), tags, Keys.PerMessage(keys, 32));
        Console.WriteLine(arrays[1].AsSpan().SequenceEqual(digests.AsSpan(0, 32)));
        // prints False
    }
}
