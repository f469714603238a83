using System.Buffers.Binary;
using System.Numerics;

namespace Lanewise.Tests;

/// <summary>Threefish, implemented literally from section 3.3 of the Skein paper, version 1.3. Subkeys are computed one by one,
/// and words are moved in memory after each round. The code is not optimized.</summary>
internal sealed class PlainThreefish
{
    // The rotation constants R(d mod 8, j) from table 4 in the Skein paper.
    public static readonly PlainThreefish T256 = new(72, [0, 3, 2, 1],
    [
        [14, 16], [52, 57], [23, 40], [5, 37], [25, 33], [46, 12], [58, 22], [32, 32],
    ]);

    public static readonly PlainThreefish T512 = new(72, [2, 1, 4, 7, 6, 5, 0, 3],
    [
        [46, 36, 19, 37], [33, 27, 14, 42], [17, 49, 36, 39], [44, 9, 54, 56],
        [39, 30, 34, 24], [13, 50, 10, 17], [25, 29, 39, 43], [8, 35, 56, 22],
    ]);

    public static readonly PlainThreefish T1024 = new(80, [0, 9, 2, 13, 6, 11, 4, 15, 10, 7, 12, 3, 14, 5, 8, 1],
    [
        [24, 13, 8, 47, 8, 17, 22, 37], [38, 19, 10, 55, 49, 18, 23, 52], [33, 4, 51, 13, 34, 41, 59, 17],
        [5, 20, 48, 41, 47, 28, 16, 25],
        [41, 9, 37, 31, 12, 47, 44, 30], [16, 34, 56, 51, 4, 53, 42, 41], [31, 44, 47, 46, 19, 42, 44, 25],
        [9, 48, 35, 52, 23, 31, 37, 20],
    ]);

    private readonly int rounds;
    private readonly int[] permutation;
    private readonly int[][] rotations;

    private PlainThreefish(int rounds, int[] permutation, int[][] rotations)
    {
        this.rounds = rounds;
        this.permutation = permutation;
        this.rotations = rotations;
    }

    public int BlockBytes => 8 * permutation.Length;

    public static PlainThreefish OfBits(int bits) => bits switch { 256 => T256, 512 => T512, _ => T1024 };

    public byte[] Encrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak, ReadOnlySpan<byte> block)
    {
        int n = permutation.Length;
        ulong[] k = Words(key), t = Words(tweak), v = Words(block);
        for (int d = 0; d < rounds; d++)
        {
            if (d % 4 == 0) AddSubkey(v, k, t, d / 4);
            ulong[] f = new ulong[n];
            for (int j = 0; j < n / 2; j++)
            {
                f[2 * j] = v[2 * j] + v[(2 * j) + 1];
                f[(2 * j) + 1] = BitOperations.RotateLeft(v[(2 * j) + 1], rotations[d % 8][j]) ^ f[2 * j];
            }

            for (int i = 0; i < n; i++) v[i] = f[permutation[i]];
        }

        AddSubkey(v, k, t, rounds / 4);
        return Bytes(v);
    }

    /// <summary>Encrypts each block independently.</summary>
    public byte[] EncryptBlocks(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak, ReadOnlySpan<byte> blocks)
    {
        byte[] result = new byte[blocks.Length];
        for (int o = 0; o < blocks.Length; o += BlockBytes) Encrypt(key, tweak, blocks.Slice(o, BlockBytes)).CopyTo(result, o);
        return result;
    }

    // The key schedule (Skein paper, section 3.3.2).
    private static void AddSubkey(ulong[] v, ulong[] k, ulong[] t, int s)
    {
        int n = v.Length;
        ulong parity = 0x1BD11BDAA9FC1A22;
        foreach (ulong word in k) parity ^= word;
        ulong[] keys = [.. k, parity], tweaks = [t[0], t[1], t[0] ^ t[1]];
        for (int i = 0; i < n; i++)
        {
            v[i] += keys[(s + i) % (n + 1)];
            if (i == n - 3) v[i] += tweaks[s % 3];
            if (i == n - 2) v[i] += tweaks[(s + 1) % 3];
            if (i == n - 1) v[i] += (ulong)s;
        }
    }

    private static ulong[] Words(ReadOnlySpan<byte> bytes)
    {
        ulong[] words = new ulong[bytes.Length / 8];
        for (int i = 0; i < words.Length; i++) words[i] = BinaryPrimitives.ReadUInt64LittleEndian(bytes.Slice(8 * i));
        return words;
    }

    private static byte[] Bytes(ulong[] words)
    {
        byte[] bytes = new byte[8 * words.Length];
        for (int i = 0; i < words.Length; i++) BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan(8 * i), words[i]);
        return bytes;
    }
}
