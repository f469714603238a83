using System.Security.Cryptography;

namespace Lanewise.Samples;

/// <summary>Contains the code that docs/algorithms/sha3.md and shake.md quote.</summary>
internal static class Sha3Examples
{
    public static void Run()
    {
        // Computes the SHA3-256 digests of ten thousand 64-byte Merkle tree
        // leaves, side by side in SIMD lanes.
        byte[] leaves = new byte[10_000 * 64];
        byte[] nodes = new byte[10_000 * Sha3_256.HashSizeInBytes];
        Sha3_256.HashMany(leaves, 64, nodes);

        // An Ethereum address is the last 20 bytes of the public key's Keccak-256 digest.
        byte[] publicKey = new byte[64];
        byte[] address = Keccak256.HashData(publicKey)[^20..];

        // Expands each of a thousand seeds to a kilobyte, side by side in lanes.
        byte[] seeds = new byte[1000 * 34], expanded = new byte[1000 * 1024];
        Shake128.HashMany(seeds, 34, expanded, 1024);

        // Two uses of the same input have unrelated outputs.
        CShakeParameters encryption =
            new() { Customization = "example.com encryption"u8.ToArray() };
        byte[] derived = new byte[32];
        CShake128.HashData(encryption, publicKey, derived);

        byte[] key = RandomNumberGenerator.GetBytes(32), ticket = "seat 12"u8.ToArray();

        // Only the holder of the key can create this ticket, which is valid only for this use.
        KmacParameters tickets = new() { Customization = "example.com tickets"u8.ToArray() };
        byte[] code = new byte[Kmac128.HashSizeInBytes];
        Kmac128.HashData(tickets, key, ticket, code);

        // An application-specific byte separates its digests from those of other applications.
        byte[] turbo = new byte[32];
        TurboShake128.HashData(new TurboShakeParameters { DomainSeparation = 0x2A }, publicKey, turbo);

        // Hashes one long message, with its chunks side by side in SIMD lanes.
        KangarooTwelveParameters archive = new() { Customization = "example.com archive"u8.ToArray() };
        byte[] image = new byte[1 << 20], fingerprint = new byte[32];
        KangarooTwelve.HashData(archive, image, fingerprint);

        Console.WriteLine($"SHA3-256 of 10,000 leaves: {nodes.Length} bytes; an address: {address.Length} bytes");
    }
}
