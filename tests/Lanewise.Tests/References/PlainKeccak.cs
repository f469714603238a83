using System.Buffers.Binary;
using System.Numerics;

namespace Lanewise.Tests;

/// <summary>
/// Keccak, implemented literally from FIPS 202, step by step over 64-bit lanes (section 3.1.3). Offsets and round constants are
/// computed, and no steps are combined.
/// </summary>
internal static class PlainKeccak
{
    private static readonly ulong[] RoundConstants = [.. Enumerable.Range(0, 24).Select(RoundConstant)];

    /// <summary>Algorithm 8 with pad10*1 (algorithm 9): SPONGE[Keccak-p[1600, rounds], pad10*1, 1600 - capacity].</summary>
    /// <param name="capacity">The capacity in bits.</param>
    /// <param name="message">The message.</param>
    /// <param name="suffix">The bits that follow the message, first bit first: 01 for SHA-3, 1111 for SHAKE.</param>
    /// <param name="outputBytes">The number of output bytes.</param>
    /// <param name="rounds">The number of rounds. If there are fewer than 24, the last ones of the 24 are used.</param>
    public static byte[] Sponge(int capacity, ReadOnlySpan<byte> message, string suffix, int outputBytes, int rounds = 24)
    {
        int rate = (1600 - capacity) / 8;
        List<byte> p = [.. message];
        // The lowest bit of a byte comes first (FIPS 202, section B.1). The message is followed by the suffix, a 1 bit, zeros
        // and a 1 bit.
        string bits = suffix + "1";
        p.Add((byte)Enumerable.Range(0, bits.Length).Sum(i => (bits[i] - '0') << i));
        while (p.Count % rate != 0) p.Add(0);
        p[^1] |= 0x80;

        byte[] s = new byte[200];
        for (int block = 0; block < p.Count; block += rate)
        {
            for (int i = 0; i < rate; i++) s[i] ^= p[block + i];
            Permute(s, rounds);
        }

        List<byte> z = [];
        while (true)
        {
            z.AddRange(s.AsSpan(0, rate));
            if (z.Count >= outputBytes) return [.. z.Take(outputBytes)];

            Permute(s, rounds);
        }
    }

    /// <summary>cSHAKE (NIST SP 800-185, section 3.3).</summary>
    public static byte[] CShake(
        int capacity, ReadOnlySpan<byte> functionName, ReadOnlySpan<byte> customization, ReadOnlySpan<byte> message,
        int outputBytes)
    {
        if (functionName.IsEmpty && customization.IsEmpty) return Sponge(capacity, message, "1111", outputBytes);

        byte[] padded = BytePad([.. EncodeString(functionName), .. EncodeString(customization)], (1600 - capacity) / 8);
        return Sponge(capacity, [.. padded, .. message], "00", outputBytes);
    }

    /// <summary>KMAC, and KMACXOF (NIST SP 800-185, section 4.3).</summary>
    public static byte[] Kmac(
        int capacity, ReadOnlySpan<byte> key, ReadOnlySpan<byte> customization, ReadOnlySpan<byte> message, int outputBytes,
        bool isXof = false)
    {
        byte[] length = LeftEncode(isXof ? 0 : 8 * (UInt128)outputBytes);
        byte[] newX = [.. BytePad(EncodeString(key), (1600 - capacity) / 8), .. message, .. length.Skip(1), length[0]];
        return CShake(capacity, "KMAC"u8, customization, newX, outputBytes);
    }

    /// <summary>
    /// TurboSHAKE (RFC 9861, section 2): D contains the bits that follow the message and the first padding bit.
    /// </summary>
    public static byte[] TurboShake(int capacity, byte d, ReadOnlySpan<byte> message, int outputBytes)
    {
        string bits = string.Concat(Enumerable.Range(0, 8).Select(i => (d >> i) & 1)).TrimEnd('0');
        return Sponge(capacity, message, bits[..^1], outputBytes, 12);
    }

    /// <summary>KT128 (RFC 9861, section 3).</summary>
    public static byte[] Kangaroo(ReadOnlySpan<byte> customization, ReadOnlySpan<byte> message, int outputBytes)
    {
        const int Chunk = 8192;
        byte[] s = [.. message, .. customization, .. LengthEncode(customization.Length)];
        if (s.Length <= Chunk) return TurboShake(256, 0x07, s, outputBytes);

        List<byte> node = [.. s.AsSpan(0, Chunk), 3, 0, 0, 0, 0, 0, 0, 0];
        int values = 0;
        for (int at = Chunk; at < s.Length; at += Chunk, values++)
        {
            node.AddRange(TurboShake(256, 0x0B, s.AsSpan(at, Math.Min(Chunk, s.Length - at)), 32));
        }

        return TurboShake(256, 0x06, [.. node, .. LengthEncode(values), 0xFF, 0xFF], outputBytes);
    }

    // The function length_encode of RFC 9861, section 3.3.
    private static byte[] LengthEncode(int x)
    {
        List<byte> bytes = [];
        for (; x > 0; x /= 256) bytes.Insert(0, (byte)(x % 256));
        return [.. bytes, (byte)bytes.Count];
    }

    // The function left_encode of NIST SP 800-185, section 2.3.
    private static byte[] LeftEncode(UInt128 x)
    {
        List<byte> bytes = [];
        for (UInt128 left = x; left > 0 || bytes.Count == 0; left >>= 8) bytes.Insert(0, (byte)left);
        return [(byte)bytes.Count, .. bytes];
    }

    private static byte[] EncodeString(ReadOnlySpan<byte> s) => [.. LeftEncode(8 * (UInt128)s.Length), .. s];

    private static byte[] BytePad(byte[] x, int w)
    {
        List<byte> z = [.. LeftEncode((UInt128)w), .. x];
        while (z.Count % w != 0) z.Add(0);
        return [.. z];
    }

    // FIPS 202, algorithm 7: Rnd(A, ir) for ir from 12 + 2l - nr to 12 + 2l - 1, where l is 6.
    private static void Permute(byte[] s, int rounds)
    {
        Span<ulong> a = stackalloc ulong[25], b = stackalloc ulong[25];
        for (int i = 0; i < 25; i++) a[i] = BinaryPrimitives.ReadUInt64LittleEndian(s.AsSpan(8 * i));
        for (int ir = 24 - rounds; ir < 24; ir++)
        {
            Theta(a);
            Rho(a);
            Pi(a, b);
            Chi(b, a);
            a[0] ^= RoundConstants[ir]; // Iota, algorithm 6.
        }

        for (int i = 0; i < 25; i++) BinaryPrimitives.WriteUInt64LittleEndian(s.AsSpan(8 * i), a[i]);
    }

    // Returns the index of lane (x, y). Coordinates are modulo 5 (FIPS 202, section 3.1.2).
    private static int At(int x, int y) => (5 * (y % 5)) + (x % 5);

    // FIPS 202, algorithm 1 (theta). C[x, (z - 1) mod w] is a bit of the lane after a rotation to the left by one.
    private static void Theta(Span<ulong> a)
    {
        Span<ulong> c = stackalloc ulong[5];
        for (int x = 0; x < 5; x++) c[x] = a[At(x, 0)] ^ a[At(x, 1)] ^ a[At(x, 2)] ^ a[At(x, 3)] ^ a[At(x, 4)];
        for (int x = 0; x < 5; x++)
        {
            ulong d = c[(x + 4) % 5] ^ BitOperations.RotateLeft(c[(x + 1) % 5], 1);
            for (int y = 0; y < 5; y++) a[At(x, y)] ^= d;
        }
    }

    // FIPS 202, algorithm 2 (rho).
    private static void Rho(Span<ulong> a)
    {
        (int x, int y) = (1, 0);
        for (int t = 0; t < 24; t++)
        {
            a[At(x, y)] = BitOperations.RotateLeft(a[At(x, y)], (t + 1) * (t + 2) / 2 % 64);
            (x, y) = (y, ((2 * x) + (3 * y)) % 5);
        }
    }

    // FIPS 202, algorithm 3 (pi).
    private static void Pi(ReadOnlySpan<ulong> a, Span<ulong> result)
    {
        for (int x = 0; x < 5; x++)
        {
            for (int y = 0; y < 5; y++) result[At(x, y)] = a[At(x + (3 * y), x)];
        }
    }

    // FIPS 202, algorithm 4 (chi).
    private static void Chi(ReadOnlySpan<ulong> a, Span<ulong> result)
    {
        for (int x = 0; x < 5; x++)
        {
            for (int y = 0; y < 5; y++) result[At(x, y)] = a[At(x, y)] ^ (~a[At(x + 1, y)] & a[At(x + 2, y)]);
        }
    }

    private static ulong RoundConstant(int ir)
    {
        ulong rc = 0;
        for (int j = 0; j <= 6; j++) rc |= (Rc(j + (7 * ir)) ? 1UL : 0UL) << ((1 << j) - 1);
        return rc;
    }

    // FIPS 202, algorithm 5 (rc). Bit i of the number is R[i].
    private static bool Rc(int t)
    {
        int r = 1;
        for (int i = 1; i <= t % 255; i++)
        {
            r <<= 1;
            if ((r & 0x100) != 0) r ^= 0x171;
        }

        return (r & 1) != 0;
    }
}
