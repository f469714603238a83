using System.Buffers.Binary;
using System.Numerics;

namespace Lanewise.Tests;

/// <summary>SM3, implemented literally from GB/T 32905-2016, section by section, without optimization.</summary>
internal static class PlainSm3
{
    public static byte[] Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, int hashBytes)
    {
        if (!key.IsEmpty || hashBytes != 32) throw new ArgumentException("SM3 has no key, and digests of 32 bytes.", nameof(key));

        // The padding is a 1 bit, zeros up to 448 modulo 512, and the length in bits, high-order byte first (section 5.2).
        List<byte> padded = [.. message, 0x80];
        while (padded.Count % 64 != 56) padded.Add(0);
        for (int shift = 56; shift >= 0; shift -= 8) padded.Add((byte)((ulong)message.Length * 8 >> shift));

        // The initial value (section 4.1).
        uint[] v = [0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e];
        byte[] bytes = [.. padded];
        for (int block = 0; block < bytes.Length; block += 64) v = Compressed(v, bytes.AsSpan(block, 64));

        byte[] digest = new byte[32];
        for (int i = 0; i < 8; i++) BinaryPrimitives.WriteUInt32BigEndian(digest.AsSpan(4 * i), v[i]);
        return digest;
    }

    // The compression function (section 5.3.3).
    private static uint[] Compressed(uint[] v, ReadOnlySpan<byte> block)
    {
        // There are 68 words W and 64 words W' (section 5.3.2).
        uint[] w = new uint[68];
        for (int j = 0; j < 16; j++) w[j] = BinaryPrimitives.ReadUInt32BigEndian(block.Slice(4 * j));
        for (int j = 16; j < 68; j++)
        {
            uint x = w[j - 16] ^ w[j - 9] ^ BitOperations.RotateLeft(w[j - 3], 15);
            uint p1 = x ^ BitOperations.RotateLeft(x, 15) ^ BitOperations.RotateLeft(x, 23);
            w[j] = p1 ^ BitOperations.RotateLeft(w[j - 13], 7) ^ w[j - 6];
        }

        (uint a, uint b, uint c, uint d) = (v[0], v[1], v[2], v[3]);
        (uint e, uint f, uint g, uint h) = (v[4], v[5], v[6], v[7]);
        for (int j = 0; j < 64; j++)
        {
            uint t = j < 16 ? 0x79cc4519u : 0x7a879d8au;
            uint ss1 = BitOperations.RotateLeft(BitOperations.RotateLeft(a, 12) + e + BitOperations.RotateLeft(t, j % 32), 7);
            uint ss2 = ss1 ^ BitOperations.RotateLeft(a, 12);
            uint ff = j < 16 ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
            uint gg = j < 16 ? e ^ f ^ g : (e & f) | (~e & g);
            uint tt1 = ff + d + ss2 + (w[j] ^ w[j + 4]);
            uint tt2 = gg + h + ss1 + w[j];
            (d, c, b, a) = (c, BitOperations.RotateLeft(b, 9), a, tt1);
            uint p0 = tt2 ^ BitOperations.RotateLeft(tt2, 9) ^ BitOperations.RotateLeft(tt2, 17);
            (h, g, f, e) = (g, BitOperations.RotateLeft(f, 19), e, p0);
        }

        return [a ^ v[0], b ^ v[1], c ^ v[2], d ^ v[3], e ^ v[4], f ^ v[5], g ^ v[6], h ^ v[7]];
    }
}
