using System.Numerics;

namespace Lanewise.Tests;

/// <summary>
/// MD5, implemented literally from RFC 1321, section by section, with bitwise padding, a computed sine table, and no
/// optimization.
/// </summary>
internal static class PlainMd5
{
    // Section 3.4, Step 4: T[i] is the integer part of 4294967296 times abs(sin(i)), i in radians.
    private static readonly uint[] T = [.. Enumerable.Range(1, 64).Select(i => (uint)(4294967296.0 * Math.Abs(Math.Sin(i))))];

    private static readonly int[][] Shifts = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

    /// <param name="message">The message, or the last part of it.</param>
    /// <param name="state">
    /// The four words of an intermediate state, or null if <paramref name="message"/> is a whole message.
    /// </param>
    /// <param name="before">The number of bytes that precede this part.</param>
    public static byte[] Hash(ReadOnlySpan<byte> message, uint[]? state = null, UInt128 before = default)
    {
        // Steps 1 and 2 append a 1 bit, zeros up to 448 modulo 512, and the length in bits modulo 2^64, low-order word first.
        List<byte> padded = [.. message, 0x80];
        while (padded.Count % 64 != 56) padded.Add(0);
        UInt128 bits = (before + (UInt128)message.Length) * 8;
        for (int i = 0; i < 8; i++) padded.Add((byte)(bits >> (8 * i)));

        // Step 3 initializes A, B, C and D.
        uint[] abcd = state is null ? [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476] : (uint[])state.Clone();
        for (int block = 0; block < padded.Count; block += 64) Compress(abcd, padded, block);

        // Step 5 outputs the words in order, low-order byte first.
        return [.. abcd.SelectMany(word => new[] { (byte)word, (byte)(word >> 8), (byte)(word >> 16), (byte)(word >> 24) })];
    }

    // RFC 1321, section 3.4, step 4: processes a 16-word block.
    private static void Compress(uint[] abcd, List<byte> bytes, int offset)
    {
        uint[] x = new uint[16];
        for (int i = 0; i < 64; i++) x[i / 4] |= (uint)bytes[offset + i] << (8 * (i % 4));

        (uint a, uint b, uint c, uint d) = (abcd[0], abcd[1], abcd[2], abcd[3]);
        for (int i = 0; i < 64; i++)
        {
            int round = i / 16;
            (uint f, int k) = round switch
            {
                0 => ((b & c) | (~b & d), i),
                1 => ((b & d) | (c & ~d), (1 + (5 * i)) % 16),
                2 => (b ^ c ^ d, (5 + (3 * i)) % 16),
                _ => (c ^ (b | ~d), 7 * i % 16),
            };
            uint sum = b + BitOperations.RotateLeft(a + f + x[k] + T[i], Shifts[round][i % 4]);
            (a, b, c, d) = (d, sum, b, c);
        }

        abcd[0] += a;
        abcd[1] += b;
        abcd[2] += c;
        abcd[3] += d;
    }
}
