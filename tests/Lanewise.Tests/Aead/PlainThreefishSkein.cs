using System.Buffers.Binary;

namespace Lanewise.Tests;

/// <summary>An implementation of docs/threefish-skein.md, based on this test suite's plain Threefish and Skein.</summary>
internal static class PlainThreefishSkein
{
    /// <summary>Returns the ciphertext, followed by the tag.</summary>
    public static byte[] Encrypt(byte[] key, byte[] nonce, byte[] plaintext, byte[] associatedData, int tagBytes, bool tree)
    {
        string infix = tree ? "tree " : "";
        byte[] ciphertext = new byte[plaintext.Length], counter = new byte[64], keystream = new byte[64];
        byte[] cipherKey = Derive(key, $"{infix}encryption");
        nonce.CopyTo(counter, 0);
        counter[40] = (byte)nonce.Length;
        for (int i = 0; i < plaintext.Length; i++)
        {
            if (i % 64 == 0)
            {
                BinaryPrimitives.WriteInt64BigEndian(counter.AsSpan(56), i / 64);
                keystream = PlainThreefish.T512.Encrypt(cipherKey, new byte[16], counter);
            }

            ciphertext[i] = (byte)(plaintext[i] ^ keystream[i % 64]);
        }

        byte[] text = ciphertext;
        if (tree)
        {
            text = PlainSkein.S512.Hash(
                Derive(key, "tree leaves"), ciphertext, 64,
                new PlainSkeinParameters { LeafExponent = 6, NodeExponent = 4, MaxLevel = 255 });
        }

        byte[] header = new byte[64], filled = new byte[(associatedData.Length + 63) / 64 * 64];
        BinaryPrimitives.WriteInt64LittleEndian(header, associatedData.Length);
        BinaryPrimitives.WriteInt64LittleEndian(header.AsSpan(8), ciphertext.Length);
        BinaryPrimitives.WriteInt64LittleEndian(header.AsSpan(16), nonce.Length);
        nonce.CopyTo(header, 24);
        associatedData.CopyTo(filled, 0);
        return [.. ciphertext, .. PlainSkein.S512.Hash(Derive(key, $"{infix}authentication"),
            [.. header, .. filled, .. text], tagBytes)];
    }

    private static byte[] Derive(byte[] key, string use) => PlainSkein.S512.Hash(
        key, default, 64,
        new PlainSkeinParameters { KeyDerivationIdentifier = System.Text.Encoding.ASCII.GetBytes(
            $"Lanewise ThreefishSkein 1 {use}") });
}
