namespace Lanewise.MerkleTrees;

/// <summary>
/// Computes and verifies the inclusion proof of a leaf. For each level on the path from the leaf to the root, the proof
/// contains the sibling of the path's node.
/// </summary>
internal static class MerkleProof
{
    /// <summary>Returns the number of nodes in the proof.</summary>
    public static int Count(MerkleRule rule, long index, long leaves, int levels)
    {
        int count = 0;
        for (int level = 0; level < levels; level++, index >>= 1, leaves = Above(leaves))
        {
            if (rule.WhenAlone != WhenAlone.Promoted || !IsAlone(index, leaves)) count++;
        }

        return count;
    }

    /// <summary>Writes the proof. Each sibling is the root of a separate subtree, so every leaf is hashed only once.</summary>
    public static void Write(MerkleRule rule, ReadOnlySpan<byte> leaves, int index, int levels, Span<byte> proof)
    {
        long count = leaves.Length / MerkleLevels.NodeBytes, node = index;
        for (int level = 0; level < levels; level++, node >>= 1, count = Above(count))
        {
            bool isAlone = IsAlone(node, count);
            if (isAlone && rule.WhenAlone == WhenAlone.Promoted) continue;

            Span<byte> sibling = proof.Slice(0, MerkleLevels.NodeBytes);
            proof = proof.Slice(MerkleLevels.NodeBytes);
            if (isAlone && rule.WhenAlone == WhenAlone.Zeros) MerkleZeros.Root(level).CopyTo(sibling);
            else MerkleLevels.Reduce(rule, Below(leaves, isAlone ? node : node ^ 1, level), 0, level, sibling);
        }
    }

    /// <summary>Computes the root from a leaf and its proof. Returns false if the proof cannot belong to this tree.</summary>
    public static bool TryRoot(
        MerkleRule rule, ReadOnlySpan<byte> leaf, long index, long leaves, int levels, ReadOnlySpan<byte> proof, Span<byte> root)
    {
        Span<byte> pair = stackalloc byte[MerkleLevels.PairBytes];
        leaf.CopyTo(root);
        for (int level = 0; level < levels; level++, index >>= 1, leaves = Above(leaves))
        {
            bool isAlone = IsAlone(index, leaves);
            if (isAlone && rule.WhenAlone == WhenAlone.Promoted) continue;

            ReadOnlySpan<byte> given = proof.Slice(0, MerkleLevels.NodeBytes);
            proof = proof.Slice(MerkleLevels.NodeBytes);
            // If the given sibling is not the one that the rule requires, the proof belongs to a tree with more leaves.
            if (isAlone && !given.SequenceEqual(rule.Sibling(root, level))) return false;

            bool isRight = (index & 1) != 0;
            given.CopyTo(pair.Slice(isRight ? 0 : MerkleLevels.NodeBytes));
            root.CopyTo(pair.Slice(isRight ? MerkleLevels.NodeBytes : 0));
            rule.Pairs(pair, root);
        }

        return true;
    }

    private static bool IsAlone(long node, long nodes) => (node & 1) == 0 && node == nodes - 1;

    private static long Above(long nodes) => (nodes >> 1) + (nodes & 1);

    private static ReadOnlySpan<byte> Below(ReadOnlySpan<byte> leaves, long node, int level)
    {
        long first = node << level, end = Math.Min(first + (1L << level), leaves.Length / MerkleLevels.NodeBytes);
        return leaves.Slice((int)first * MerkleLevels.NodeBytes, (int)(end - first) * MerkleLevels.NodeBytes);
    }
}
