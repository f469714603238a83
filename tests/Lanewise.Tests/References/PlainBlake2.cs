using System.Numerics;

namespace Lanewise.Tests;

/// <summary>The parameters of BLAKE2 other than digest length and key length, for <see cref="PlainBlake2"/>.</summary>
internal sealed record PlainBlake2Parameters
{
    public byte[] Salt { get; init; } = [];

    public byte[] Personalization { get; init; } = [];

    public int Fanout { get; init; } = 1;

    public int MaxDepth { get; init; } = 1;

    public uint LeafLength { get; init; }

    public ulong NodeOffset { get; init; }

    public int NodeDepth { get; init; }

    public int InnerLength { get; init; }

    public bool IsLastNode { get; init; }
}

/// <summary>
/// BLAKE2b and BLAKE2s, implemented literally from RFC 7693 with arbitrary-precision integers modulo 2^w. The code is slow and
/// simple, and implements both hashes with the same source.
/// </summary>
internal sealed class PlainBlake2
{
    public static readonly PlainBlake2 B = new(64, 12, [32, 24, 16, 63]);
    public static readonly PlainBlake2 S = new(32, 10, [16, 12, 8, 7]);

    // The message schedule of RFC 7693, section 2.7. Rounds 10 and 11 use rows 0 and 1 again.
    public static readonly int[][] Sigma =
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ];

    private readonly int w;
    private readonly int rounds;
    private readonly int[] r;
    private readonly ulong mask;

    private PlainBlake2(int w, int rounds, int[] r)
    {
        this.w = w;
        this.rounds = rounds;
        this.r = r;
        mask = w == 64 ? ulong.MaxValue : uint.MaxValue;
        Iv = [.. new[] { 2, 3, 5, 7, 11, 13, 17, 19 }.Select(FractionOfRoot)];
    }

    /// <summary>The initialization vector of RFC 7693, section 2.6: floor(2^w * frac(sqrt(prime))).</summary>
    public ulong[] Iv { get; }

    public int BlockBytes => w * 2;

    public int MaxBytes => w;

    /// <param name="key">The key. An empty key means unkeyed.</param>
    /// <param name="message">The message without its first <paramref name="before"/> bytes.</param>
    /// <param name="hashBytes">The digest length in bytes.</param>
    /// <param name="p">The parameters.</param>
    /// <param name="before">
    /// The initial value of the byte counter. A value other than 0 is used to test the counter's carry. The initial chaining
    /// value does not depend on it.
    /// </param>
    public byte[] Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, int hashBytes, PlainBlake2Parameters? p = null,
        UInt128 before = default) =>
        Compute(Start(p ?? new PlainBlake2Parameters(), hashBytes, key.Length), key, message, hashBytes, p, before);

    private byte[] Compute(ulong[] h, ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, int hashBytes, PlainBlake2Parameters? p,
        UInt128 before)
    {
        List<byte> data = [];
        if (key.Length > 0)
        {
            data.AddRange(key);
            while (data.Count < BlockBytes) data.Add(0);
        }

        data.AddRange(message);
        UInt128 total = before + (UInt128)data.Count;
        while (data.Count == 0 || data.Count % BlockBytes != 0) data.Add(0);

        int blocks = data.Count / BlockBytes;
        for (int i = 0; i < blocks; i++)
        {
            bool last = i == blocks - 1;
            ulong[] m = new ulong[16];
            for (int j = 0; j < BlockBytes; j++) m[j / (w / 8)] |= (ulong)data[(i * BlockBytes) + j] << (8 * (j % (w / 8)));
            UInt128 t = last ? total : before + (UInt128)((i + 1) * BlockBytes);
            F(h, m, t, last, last && (p?.IsLastNode ?? false), rounds);
        }

        byte[] digest = new byte[hashBytes];
        for (int i = 0; i < hashBytes; i++) digest[i] = (byte)(h[i / (w / 8)] >> (8 * (i % (w / 8))));
        return digest;
    }

    /// <summary>Hashes a tree node. The output may be longer than the length in the parameter block, and the key may be absent
    /// even if the parameter block contains a key length.</summary>
    public byte[] Node(ReadOnlySpan<byte> key, int keyLength, ReadOnlySpan<byte> message, int hashBytes, int outputBytes,
        PlainBlake2Parameters p) =>
        Compute(Start(p, hashBytes, keyLength), key, message, outputBytes, p, default);

    /// <summary>The compression function F of RFC 7693, section 3.2, with any number of rounds (EIP-152).</summary>
    public void F(ulong[] h, ulong[] m, UInt128 t, bool lastBlock, bool lastNode, int rounds)
    {
        ulong[] v = [.. h, .. Iv];
        v[12] ^= (ulong)t & mask;
        v[13] ^= (ulong)(t >> w) & mask;
        if (lastBlock) v[14] ^= mask;
        if (lastNode) v[15] ^= mask;
        for (int i = 0; i < rounds; i++)
        {
            int[] s = Sigma[i % 10];
            G(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
            G(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
            G(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
            G(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
            G(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
            G(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
            G(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
            G(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
        }

        for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
    }

    // The mixing function G of RFC 7693, section 3.1.
    private void G(ulong[] v, int a, int b, int c, int d, ulong x, ulong y)
    {
        v[a] = (v[a] + v[b] + x) & mask;
        v[d] = Rotate(v[d] ^ v[a], r[0]);
        v[c] = (v[c] + v[d]) & mask;
        v[b] = Rotate(v[b] ^ v[c], r[1]);
        v[a] = (v[a] + v[b] + y) & mask;
        v[d] = Rotate(v[d] ^ v[a], r[2]);
        v[c] = (v[c] + v[d]) & mask;
        v[b] = Rotate(v[b] ^ v[c], r[3]);
    }

    private ulong Rotate(ulong x, int n) => ((x >> n) | (x << (w - n))) & mask;

    // The parameter block is a single long little-endian number (RFC 7693, section 2.5; BLAKE2 specification, section 2.8).
    private ulong[] Start(PlainBlake2Parameters p, int hashBytes, int keyBytes)
    {
        BigInteger block = 0;
        int bits = 0;
        Put((ulong)hashBytes, 8);
        Put((ulong)keyBytes, 8);
        Put((ulong)p.Fanout, 8);
        Put((ulong)p.MaxDepth, 8);
        Put(p.LeafLength, 32);
        Put(p.NodeOffset, w == 64 ? 64 : 48);
        Put((ulong)p.NodeDepth, 8);
        Put((ulong)p.InnerLength, 8);
        if (w == 64) bits += 14 * 8;
        foreach (byte[] field in new[] { p.Salt, p.Personalization })
        {
            for (int i = 0; i < w / 4; i++) Put(i < field.Length ? field[i] : 0u, 8);
        }

        if (bits != 8 * w) throw new InvalidOperationException("The parameter block has eight words.");
        return [.. Iv.Select((iv, i) => iv ^ (ulong)((block >> (i * w)) & mask))];

        void Put(ulong value, int width)
        {
            block |= (BigInteger)value << bits;
            bits += width;
        }
    }

    private ulong FractionOfRoot(int prime)
    {
        // The integer square root of prime * 2^2w is floor(2^w * sqrt(prime)). The fraction consists of its low w bits.
        BigInteger n = (BigInteger)prime << (2 * w), low = 0, high = n;
        while (low < high)
        {
            BigInteger middle = (low + high + 1) >> 1;
            if (middle * middle <= n) low = middle;
            else high = middle - 1;
        }

        return (ulong)(low & mask);
    }
}
