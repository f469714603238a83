using System.Security.Cryptography;

namespace Lanewise.Samples;

/// <summary>Contains the code that docs/coming-from.md quotes.</summary>
internal static class ComingFrom
{
    public static void Run()
    {
        byte[] message = "abc"u8.ToArray(), key = new byte[32];

        // .NET: MD5.HashData(message), also in a loop.
        byte[] md5 = Md5.HashData(message);
        byte[][] messages = [message, message, message];
        byte[][] digests = Md5.HashMany(messages);
        Console.WriteLine(Convert.ToHexStringLower(md5));
        // prints 900150983cd24fb0d6963f7d28e17f72

        // Blake3.NET: Hasher.Hash(message), Hasher.New(), Hasher.NewKeyed(key), Hasher.NewDeriveKey(context).
        byte[] blake3 = Blake3.HashData(message);
        using Blake3 running = new(), derive = Blake3.CreateDeriveKey("example.com 2026 v1");
        using Blake3Mac keyed = new(key);
        running.AppendData(message);
        Console.WriteLine(running.GetCurrentHash().AsSpan().SequenceEqual(blake3));
        // prints True

        // Blake2Fast: Blake2b.ComputeHash(32, key, message), Blake2b.CreateIncrementalHasher(32).
        byte[] blake2b = Blake2bMac.HashData(key, message, hashSizeInBytes: 32);
        using Blake2b incremental = new(hashSizeInBytes: 32);
        Console.WriteLine(Convert.ToHexStringLower(blake2b));
        // prints bad705ff155af631f38dc6cafdda827a31595c802f3ff585c10691c58944d89b

        // BouncyCastle: new SkeinDigest(512, 256), BlockUpdate, DoFinal.
        using Skein512 skein = new(hashSizeInBytes: 32);
        skein.AppendData(message);
        byte[] digest = skein.GetHashAndReset();
        Console.WriteLine(Convert.ToHexStringLower(digest));
        // prints 0977b339c3c85927071805584d5460d8f20da8389bbe97c59b1cfac291fe9527

        // Konscious.Security.Cryptography: new HMACBlake2B(key, 512), a HashAlgorithm.
        using HashAlgorithm adapter = new LanewiseKeyedHashAlgorithm(key, k => new Blake2bMac(k, hashSizeInBytes: 64));
        Console.WriteLine(adapter.ComputeHash(message).Length);
        // prints 64
    }
}
