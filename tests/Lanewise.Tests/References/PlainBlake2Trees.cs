namespace Lanewise.Tests;

/// <summary>BLAKE2bp, BLAKE2sp, BLAKE2Xb and BLAKE2Xs, implemented node by node from their papers.</summary>
internal static class PlainBlake2Trees
{
    /// <summary>Implements BLAKE2bp and BLAKE2sp (BLAKE2 paper, section 3). Block i belongs to leaf i modulo the number of
    /// leaves.</summary>
    public static byte[] Parallel(PlainBlake2 hash, int leaves, ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, int hashBytes)
    {
        // The parameters of the leaves and of the root contain the requested digest length and the key length. However, the
        // leaves return full-length digests, and only their input starts with the key.
        PlainBlake2Parameters parameters = new() { Fanout = leaves, MaxDepth = 2, InnerLength = hash.MaxBytes };
        List<byte> digests = [];
        for (int leaf = 0; leaf < leaves; leaf++)
        {
            List<byte> part = [];
            for (int at = leaf * hash.BlockBytes; at < message.Length; at += leaves * hash.BlockBytes)
            {
                part.AddRange(message.Slice(at, Math.Min(hash.BlockBytes, message.Length - at)));
            }

            digests.AddRange(hash.Node(key, key.Length, part.ToArray(), hashBytes, hash.MaxBytes,
                parameters with { NodeOffset = (ulong)leaf, IsLastNode = leaf == leaves - 1 }));
        }

        return hash.Node(default, key.Length, digests.ToArray(), hashBytes, hashBytes,
            parameters with { NodeDepth = 1, IsLastNode = true });
    }

    /// <summary>
    /// Implements BLAKE2X (BLAKE2X paper, section 2). The upper half of the node offset contains the output length.
    /// </summary>
    public static byte[] Extended(PlainBlake2 hash, ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, uint length,
        ulong position, int count)
    {
        int full = hash.MaxBytes;
        bool isKnown = length != (full == 64 ? uint.MaxValue : ushort.MaxValue);
        byte[] root = hash.Hash(key, message, full, new PlainBlake2Parameters { NodeOffset = (ulong)length << 32 });
        byte[] output = new byte[count];
        for (int i = 0; i < count; i++)
        {
            ulong at = position + (ulong)i, block = at / (ulong)full;
            int own = isKnown ? (int)Math.Min((ulong)full, length - (block * (ulong)full)) : full;
            byte[] bytes = hash.Node(default, 0, root, own, own, new PlainBlake2Parameters
            {
                Fanout = 0, MaxDepth = 0, LeafLength = (uint)full, NodeOffset = block | ((ulong)length << 32), InnerLength = full,
            });
            for (; i < count && (position + (ulong)i) / (ulong)full == block; i++)
            {
                output[i] = bytes[(int)((position + (ulong)i) % (ulong)full)];
            }
            i--;
        }

        return output;
    }
}
