using System.Security.Cryptography;
using Lanewise;
using Lanewise.Hazmat;

internal static class SkeinExamples
{
    public static void Run()
    {
        byte[] message = "a message"u8.ToArray(), key = RandomNumberGenerator.GetBytes(64);

        // The output is as long as the destination, which may be longer than the state.
        byte[] output = new byte[200];
        Skein512.HashData(message, output);

        // A keyed hash is a MAC. The strings separate different uses.
        SkeinParameters parameters = new() { Personalization = "20260101 mail@example.org invoices"u8.ToArray() };
        byte[] tag = new byte[32];
        Skein512Mac.HashData(parameters, key, message, tag);

        // Hashes many messages with one key, one after another or in pieces. The key is hashed only once.
        using Skein512Mac mac = new(key, hashSizeInBytes: 32);
        mac.AppendData(message);
        byte[] code = mac.GetHashAndReset();
        bool unchanged = Skein512Mac.Verify(key, message, code);

        // Hashes a 13-bit message.
        byte[] bits = [0xAB, 0xC8], digest = new byte[32];
        SkeinBits.HashData(512, SkeinParameters.Default, default, bits, 13, digest, 256);

        // Hashes a tree with leaves of 2^6 blocks and nodes of 2^6 children. Lanes and cores share the leaves.
        SkeinParameters tree = new() { LeafExponent = 6, NodeExponent = 6, MaxLevel = 255 };
        byte[] file = new byte[1 << 20], root = new byte[64];
        SkeinBits.HashTree(512, tree, default, file, root, new ParallelOptions());

        // Hashes many messages at once.
        byte[] records = new byte[1000 * 128], digests = new byte[1000 * 64];
        Skein512.HashMany(records, 128, digests, 64);

        // Encrypts blocks in place under one key and tweak.
        using Threefish512 cipher = new(key);
        byte[] tweak = new byte[ThreefishCipher.TweakSizeInBytes], block = new byte[Threefish512.BlockSizeInBytes];
        cipher.EncryptEcb(block, block, PaddingMode.None, tweak);
        cipher.DecryptEcb(block, block, PaddingMode.None, tweak);

        // Encrypts disk sectors, starting with number 1000.
        byte[] sectors = new byte[8 * 4096];
        cipher.EncryptSectors(sectors, sectors, sectorSizeInBytes: 4096, firstSector: 1000);

        // Encrypts many adjacent packets with one key and one tweak per packet.
        int[] packetLengths = [64, 128, 64];
        byte[] packets = new byte[256], tweaks = RandomNumberGenerator.GetBytes(3 * ThreefishCipher.TweakSizeInBytes);
        cipher.EncryptMany(Messages.Packed(packets, packetLengths), packets, tweaks: tweaks);

        // Encrypts many adjacent packets with one key per packet.
        byte[] packetKeys = RandomNumberGenerator.GetBytes(3 * Threefish512.BlockSizeInBytes);
        CipherKeys keys = Threefish512.KeyPerPacket(packetKeys);
        Threefish512.EncryptMany(keys, Messages.Packed(packets, packetLengths), packets, tweaks: tweaks);
        Threefish512.DecryptMany(keys, Messages.Packed(packets, packetLengths), packets, tweaks: tweaks);

        // Use this for CryptoStream and other .NET code: ECB and CBC with one tweak.
        using ThreefishAlgorithm algorithm = new(512) { Key = key, Tweak = tweak };
        byte[] chained = algorithm.EncryptCbc(message, algorithm.IV);

        // Counter mode: never use a counter twice with the same key and tweak.
        byte[] counter = RandomNumberGenerator.GetBytes(Threefish512.BlockSizeInBytes);
        cipher.TransformCtr(message, counter, message);

        // From one key, derives a separate key for each use.
        byte[] fileKey = Skein512.DeriveKey(key, "files", 64);

        // Creates a seekable keystream. Never use a nonce twice with the same key.
        using SkeinOutput keystream = Skein512.CreateKeystream(fileKey, nonce: RandomNumberGenerator.GetBytes(24));
        keystream.Position = 1UL << 40;
        keystream.Transform(message, message);

        // Generates pseudorandom bytes. Earlier output cannot be computed from the state.
        using SkeinRandom random = new(RandomNumberGenerator.GetBytes(64));
        random.GetBytes(digest);

        // Authenticated encryption: never use a nonce twice with the same key.
        using ThreefishSkein aead = new(key, tagSizeInBytes: 32);
        byte[] nonce = RandomNumberGenerator.GetBytes(24), sealedText = new byte[message.Length], aeadTag = new byte[32];
        aead.Encrypt(nonce, message, sealedText, aeadTag, associatedData: "header"u8);
        aead.Decrypt(nonce, sealedText, aeadTag, message, associatedData: "header"u8);

        Console.WriteLine($"{Convert.ToHexStringLower(output.AsSpan(0, 16))}  the first bytes of 200 of Skein-512");
        Console.WriteLine($"{Convert.ToHexStringLower(root.AsSpan(0, 16))}  the first bytes of a tree's root");
    }
}
