using Lanewise.Hazmat;

namespace Lanewise.Samples;

/// <summary>Contains the code for BLAKE2b and BLAKE2s that docs/algorithms/blake2.md quotes.</summary>
internal static class Blake2Examples
{
    public static void Run()
    {
        byte[] message = "abc"u8.ToArray();

        // The digest is as long as the destination. Its length is a parameter,
        // so a short digest is not a truncated one.
        Span<byte> digest = stackalloc byte[Blake2b.HashSizeInBytes];
        Blake2b.HashData(message, digest);
        Print(digest.Slice(0, 20), "BLAKE2b of 'abc' begins");

        // A keyed hash is a MAC. Salt and personalization separate different uses.
        byte[] key = "any key of up to 64 bytes"u8.ToArray();
        Blake2Parameters parameters =
            new() { Personalization = "invoices v1"u8.ToArray() };
        byte[] tag = new byte[32];
        Blake2bMac.HashData(parameters, key, message, tag);
        Print(tag, "keyed and personalized BLAKE2b-256");

        // Hashes many messages, each with its own key.
        byte[] keys = new byte[1000 * 32], packets = new byte[1000 * 200];
        byte[] tags = new byte[1000 * 16];
        Blake2bMac.HashMany(
            Messages.Packed(packets, 200), tags, HashKeys.PerMessage(keys, 32),
            hashSizeInBytes: 16);
        Print(tags.AsSpan(0, 16), "tag of the first of 1,000 packets");

        // Calls only the compression function, with any number of rounds (EIP-152).
        ulong[] h = new ulong[8], block = new ulong[16];
        Blake2Compression.CompressB(12, h, block, t0: 128, t1: 0, isLastBlock: true);
        Console.WriteLine($"{h[0]:x16}  first word of F");

        // BLAKE2s is designed for 32-bit machines and short digests.
        byte[] small = Blake2s.HashData(message, hashSizeInBytes: 16);
        Print(small, "BLAKE2s-128 of 'abc'");

        // A prefix that all messages share is hashed only once.
        using Blake2s prefix = new(hashSizeInBytes: 32);
        prefix.AppendData("common prefix "u8);
        using Blake2s copy = prefix.Clone();
        copy.AppendData(message);
        Print(copy.GetCurrentHash(), "BLAKE2s-256 of 'common prefix abc'");
    }

    private static void Print(ReadOnlySpan<byte> digest, string what) =>
        Console.WriteLine($"{Convert.ToHexStringLower(digest)}  {what}");
}
