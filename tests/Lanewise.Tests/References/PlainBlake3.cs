using System.Buffers.Binary;
using System.Numerics;

namespace Lanewise.Tests;

/// <summary>BLAKE3, implemented literally from section 2 of the BLAKE3 paper, recursively and block by block.</summary>
internal static class PlainBlake3
{
    private static readonly int[] Permutation = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];

    private static uint[] Iv => [.. PlainBlake2.S.Iv.Select(w => (uint)w)];

    /// <summary>Returns the unkeyed or keyed output, starting at a byte position.</summary>
    public static byte[] Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, int count) => Hash(key, message, count, 0);

    public static byte[] Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, int count, ulong position) =>
        key.IsEmpty
            ? Output(Tree(Iv, 0, 0, message), position, count)
            : Output(Tree(Words(key), 16, 0, message), position, count);

    /// <summary>Derives a key from a context (BLAKE3 paper, section 2.4).</summary>
    public static byte[] DeriveKey(ReadOnlySpan<byte> context, ReadOnlySpan<byte> material, int count) =>
        Output(Tree(Words(Output(Tree(Iv, 32, 0, context), 0, 32)), 64, 0, material), 0, count);

    /// <summary>Returns the chaining value of a subtree that is not the whole tree.</summary>
    public static byte[] Subtree(ReadOnlySpan<byte> key, ulong counter, ReadOnlySpan<byte> message) =>
        Bytes(Compress(Tree(key.IsEmpty ? Iv : Words(key), key.IsEmpty ? 0u : 16, counter, message)).AsSpan(0, 8));

    private static Node Tree(uint[] key, uint mode, ulong counter, ReadOnlySpan<byte> message)
    {
        if (message.Length <= 1024)
        {
            uint[] h = key;
            uint start = 1;
            for (; message.Length > 64; message = message.Slice(64), start = 0)
            {
                h = Compress(new Node(h, Words(message.Slice(0, 64)), counter, 64, mode | start))[..8];
            }

            byte[] last = new byte[64];
            message.CopyTo(last);
            return new Node(h, Words(last), counter, (uint)message.Length, mode | start | 2);
        }

        // Section 2.1: the number of chunks in the left subtree is the largest power of two that leaves at least one byte for the
        // right subtree.
        int left = 1024;
        while (2 * left < message.Length) left *= 2;
        uint[] values =
        [
            .. Compress(Tree(key, mode, counter, message.Slice(0, left)))[..8],
            .. Compress(Tree(key, mode, counter + ((ulong)left / 1024), message.Slice(left)))[..8],
        ];
        return new Node(key, values, 0, 64, mode | 4);
    }

    // BLAKE3 paper, section 2.6: extended output.
    private static byte[] Output(Node root, ulong position, int count)
    {
        byte[] output = new byte[count];
        byte[] block = [];
        for (int i = 0; i < count; i++)
        {
            ulong at = position + (ulong)i;
            if (i == 0 || at % 64 == 0) block = Bytes(Compress(root with { Counter = at / 64, Flags = root.Flags | 8 }));
            output[i] = block[at % 64];
        }

        return output;
    }

    // BLAKE3 paper, section 2.2: the compression function.
    private static uint[] Compress(Node n)
    {
        uint[] v = [.. n.H, .. Iv.AsSpan(0, 4), (uint)n.Counter, (uint)(n.Counter >> 32), n.Length, n.Flags], m = n.M;
        for (int round = 0; round < 7; round++)
        {
            for (int i = 0; i < 4; i++) G(v, i, 4 + i, 8 + i, 12 + i, m[2 * i], m[(2 * i) + 1]);
            for (int i = 0; i < 4; i++)
            {
                G(v, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), m[8 + (2 * i)], m[9 + (2 * i)]);
            }
            uint[] before = m;
            m = [.. Permutation.Select(p => before[p])];
        }

        for (int i = 0; i < 8; i++)
        {
            v[i] ^= v[i + 8];
            v[i + 8] ^= n.H[i];
        }

        return v;
    }

    private static void G(uint[] v, int a, int b, int c, int d, uint x, uint y)
    {
        v[a] = v[a] + v[b] + x;
        v[d] = BitOperations.RotateRight(v[d] ^ v[a], 16);
        v[c] += v[d];
        v[b] = BitOperations.RotateRight(v[b] ^ v[c], 12);
        v[a] = v[a] + v[b] + y;
        v[d] = BitOperations.RotateRight(v[d] ^ v[a], 8);
        v[c] += v[d];
        v[b] = BitOperations.RotateRight(v[b] ^ v[c], 7);
    }

    private static uint[] Words(ReadOnlySpan<byte> bytes)
    {
        uint[] words = new uint[bytes.Length / 4];
        for (int i = 0; i < words.Length; i++) words[i] = BinaryPrimitives.ReadUInt32LittleEndian(bytes.Slice(4 * i));
        return words;
    }

    private static byte[] Bytes(ReadOnlySpan<uint> words)
    {
        byte[] bytes = new byte[4 * words.Length];
        for (int i = 0; i < words.Length; i++) BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(4 * i), words[i]);
        return bytes;
    }

    private sealed record Node(uint[] H, uint[] M, ulong Counter, uint Length, uint Flags);
}
