namespace Lanewise.Samples;

/// <summary>Contains the code that docs/records.md quotes.</summary>
internal static class RecordExamples
{
    public static void Run()
    {
        // Hashes records of equal length that are adjacent in a buffer.
        byte[] records = new byte[1_000 * 100], digests = new byte[1_000 * Sha256.HashSizeInBytes];
        Sha256.HashMany(records, 100, digests);

        // Hashes records of different lengths that are adjacent in a buffer.
        int[] lengths = [10, 0, 250, 99_740];
        Sha256.HashMany(records, lengths, digests.AsSpan(0, 4 * 32));
        Console.WriteLine(Convert.ToHexStringLower(digests.AsSpan(32, 8)));
        // prints e3b0c44298fc1c14

        // Hashes records that can be anywhere in memory, and writes the digests to new arrays or to a buffer.
        List<byte[]> scattered = [new byte[10], [], new byte[250]];
        byte[][] arrays = Sha256.HashMany(scattered);
        ReadOnlyMemory<byte>[] slices = [records.AsMemory(0, 10), records.AsMemory(500, 250)];
        Sha256.HashMany(slices, digests.AsSpan(0, 2 * 32));

        // Uses all cores.
        Sha256.HashMany(MemoryMessages.Packed(records, 100), digests, new ParallelOptions());

        // Computes tags with one key for all records, or with one key per record.
        byte[] key = new byte[32], keys = new byte[1_000 * 32], tags = new byte[1_000 * 32];
        HmacSha256.HashMany(Messages.Packed(records, 100), tags, HashKeys.One(key));
        HmacSha256.HashMany(Messages.Packed(records, 100), tags, HashKeys.PerMessage(keys, 32));
        Console.WriteLine(arrays[1].AsSpan().SequenceEqual(digests.AsSpan(0, 32)));
        // prints False
    }
}
