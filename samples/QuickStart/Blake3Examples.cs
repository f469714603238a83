namespace Lanewise.Samples;

/// <summary>
/// Contains the code that docs/algorithms/blake3.md quotes, and the code for BLAKE2bp, BLAKE2sp and BLAKE2X in blake2.md.
/// </summary>
internal static class Blake3Examples
{
    public static async Task RunAsync()
    {
        // A message, a stream, and a large array hashed on all cores
        // give the same digest.
        byte[] message = new byte[10_000_000];
        byte[] digest = Blake3.HashData(message);
        using MemoryStream stream = new(message);
        byte[] ofStream = await Blake3.HashDataAsync(stream);
        Blake3.HashData(message, digest, new ParallelOptions());
        Console.WriteLine(digest.AsSpan().SequenceEqual(ofStream));
        // prints True

        // Verifies a MAC in constant time with a 32-byte key. Then derives a key
        // for one purpose from another key.
        byte[] key = Blake3.DeriveKey(
            "example.com 2026-11-22 invoices v1", keyMaterial: new byte[32],
            keySizeInBytes: 32);
        byte[] tag = Blake3Mac.HashData(key, message);
        Console.WriteLine(Blake3Mac.Verify(key, message, tag));
        // prints True

        // Reads output of any length, sequentially or from any position.
        using Blake3 hash = new();
        hash.AppendData("seed"u8);
        using Blake3Output output = hash.GetOutput();
        Console.WriteLine(Convert.ToHexStringLower(output.Read(16)));
        // prints 606ec154e4634e71c6bc67b661441719

        // Hashes ten thousand records of 100 bytes, side by side in SIMD lanes.
        byte[] records = new byte[10_000 * 100];
        byte[] digests = new byte[10_000 * Blake3.HashSizeInBytes];
        Blake3.HashMany(records, 100, digests);
        Console.WriteLine(Convert.ToHexStringLower(digests.AsSpan(^16)));
        // prints fe3f7cafd5fa916f9b722032f6059ed9

        Blake2Trees();
    }

    private static void Blake2Trees()
    {
        // The message has four leaves, one per lane. The digest differs from BLAKE2b's.
        byte[] image = new byte[1_000_000];
        byte[] digest = Blake2bp.HashData(image, hashSizeInBytes: 32);
        Console.WriteLine(Convert.ToHexStringLower(digest));
        // prints 42e3d887582c02ca0b4783f712250e36af56885fdf69ae8e44bcf715f728de4a

        // This keyed message has eight leaves, one per lane.
        byte[] tag = Blake2spMac.HashData(
            "a key of up to 32 bytes"u8, image, hashSizeInBytes: 16);
        Console.WriteLine(Convert.ToHexStringLower(tag));
        // prints 463d32429bb8af9373952d5df81e7519

        // Expands a seed to 1 KiB, one block per lane. The length is a parameter,
        // so an output of 1,000 bytes would differ.
        byte[] expanded = Blake2xb.HashData("seed"u8, hashSizeInBytes: 1024);
        Console.WriteLine(Convert.ToHexStringLower(expanded.AsSpan(0, 16)));
        // prints cf2234ab23b2af0b0267e24f0b64495d

        // Expands each of a thousand seeds to 100 bytes.
        byte[] seeds = new byte[1000 * 16], outputs = new byte[1000 * 100];
        Blake2xs.HashMany(seeds, 16, outputs, hashSizeInBytes: 100);
        Console.WriteLine(Convert.ToHexStringLower(outputs.AsSpan(0, 16)));
        // prints 4af75a142fa37ead66b177537c53f8b0
    }
}
