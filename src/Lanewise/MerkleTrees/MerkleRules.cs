using Lanewise.KeccakFamily;
using Lanewise.MerkleDamgard;
using Lanewise.Sha2Family;

namespace Lanewise.MerkleTrees;

/// <summary>Writes the parent of each pair of nodes to a separate buffer.</summary>
internal delegate void HashPairs(ReadOnlySpan<byte> nodes, Span<byte> parents);

/// <summary>Specifies how a level's last node is treated if it has no sibling.</summary>
internal enum WhenAlone
{
    /// <summary>The node is promoted unchanged, and proofs do not contain a sibling for it.</summary>
    Promoted,

    /// <summary>The node is its own sibling.</summary>
    Twice,

    /// <summary>The sibling is the root of an all-zero tree of the same height.</summary>
    Zeros,
}

/// <summary>The rule of a tree: the treatment of nodes without a sibling, and the function that hashes pairs of nodes.</summary>
internal sealed record MerkleRule(WhenAlone WhenAlone, HashPairs Pairs)
{
    private static readonly MerkleRule Bitcoin = new(WhenAlone.Twice, PairHashes.DoubleSha256);
    private static readonly MerkleRule Rfc6962 = new(WhenAlone.Promoted, MerkleTrees.Rfc6962.Pairs);
    private static readonly MerkleRule Ssz = new(WhenAlone.Zeros, PairHashes.Sha256);

    public static MerkleRule Of(MerkleTreeRule rule) => rule switch
    {
        MerkleTreeRule.Bitcoin => Bitcoin,
        MerkleTreeRule.Rfc6962 => Rfc6962,
        MerkleTreeRule.Ssz => Ssz,
        _ => throw new ArgumentOutOfRangeException(nameof(rule), rule, "No such rule of trees."),
    };

    /// <summary>
    /// Returns the value that replaces a node's missing sibling. Promoted nodes do not need this value.
    /// </summary>
    public ReadOnlySpan<byte> Sibling(ReadOnlySpan<byte> node, int level) =>
        WhenAlone == WhenAlone.Twice ? node : MerkleZeros.Root(level);
}

/// <summary>The functions that hash pairs of nodes.</summary>
internal static class PairHashes
{
    public static HashPairs Of(MerkleNodeHash hash) => hash switch
    {
        MerkleNodeHash.Sha256 => Sha256,
        MerkleNodeHash.DoubleSha256 => DoubleSha256,
        MerkleNodeHash.Keccak256 => Keccak256,
        _ => throw new ArgumentOutOfRangeException(nameof(hash), hash, "No such hash of nodes."),
    };

    public static void Sha256(ReadOnlySpan<byte> nodes, Span<byte> parents) => Sha256Pairs.Hash(nodes, parents);

    public static void DoubleSha256(ReadOnlySpan<byte> nodes, Span<byte> parents)
    {
        Sha256Pairs.Hash(nodes, parents);
        Sha256Batch.Hash(parents, MerkleLevels.NodeBytes, parents);
    }

    private static void Keccak256(ReadOnlySpan<byte> nodes, Span<byte> parents) =>
        default(SpongeEngine<Keccak256Spec, NoParameters>).HashMany(
            Messages.Packed(nodes, MerkleLevels.PairBytes), default, parents, MerkleLevels.NodeBytes);
}

/// <summary>Contains the roots of all-zero trees, which SSZ uses as padding.</summary>
internal static class MerkleZeros
{
    private static readonly byte[] Nodes = Make();

    /// <summary>Returns the root of an all-zero tree with the given number of levels.</summary>
    public static ReadOnlySpan<byte> Root(int level) => Nodes.AsSpan(level * MerkleLevels.NodeBytes, MerkleLevels.NodeBytes);

    private static byte[] Make()
    {
        byte[] nodes = new byte[(MerkleLevels.MostLevels + 1) * MerkleLevels.NodeBytes];
        Span<byte> pair = stackalloc byte[MerkleLevels.PairBytes];
        for (int at = 0; at < nodes.Length - MerkleLevels.NodeBytes; at += MerkleLevels.NodeBytes)
        {
            ReadOnlySpan<byte> node = nodes.AsSpan(at, MerkleLevels.NodeBytes);
            node.CopyTo(pair);
            node.CopyTo(pair.Slice(MerkleLevels.NodeBytes));
            Sha256Pairs.Hash(pair, nodes.AsSpan(at + MerkleLevels.NodeBytes, MerkleLevels.NodeBytes));
        }

        return nodes;
    }
}

/// <summary>
/// Computes the hashes that are defined in RFC 6962, section 2.1. The first hashed byte distinguishes leaves from nodes.
/// </summary>
internal static class Rfc6962
{
    private const byte LeafPrefix = 0, NodePrefix = 1;

    // The maximum sizes of a group of nodes or leaves, chosen so that a group stays in the L1 or L2 cache.
    private const int NodesAtOnce = 256, LeafBytesAtOnce = 32 * 1024, LeavesAtOnce = 256;

    // The maximum length of a leaf that is copied into a buffer after its prefix byte. Longer leaves are hashed without being
    // copied.
    private const int LongestCopied = 1024 * 1024;

    public static void Pairs(ReadOnlySpan<byte> nodes, Span<byte> parents)
    {
        const int RowBytes = 1 + MerkleLevels.PairBytes;
        int count = parents.Length / MerkleLevels.NodeBytes;
        using Rented<byte> buffer = new(Math.Min(count, NodesAtOnce) * RowBytes);
        for (int first = 0, n; first < count; first += n)
        {
            n = Math.Min(NodesAtOnce, count - first);
            Span<byte> rows = buffer.Span.Slice(0, n * RowBytes);
            for (int i = 0; i < n; i++)
            {
                rows[i * RowBytes] = NodePrefix;
                nodes.Slice((first + i) * MerkleLevels.PairBytes, MerkleLevels.PairBytes).CopyTo(rows.Slice((i * RowBytes) + 1));
            }

            Sha256Batch.Hash(rows, RowBytes, parents.Slice(first * MerkleLevels.NodeBytes, n * MerkleLevels.NodeBytes));
        }
    }

    /// <summary>
    /// Hashes the data of leaves. The caller has checked the sizes. The hashes do not overwrite data that has not been read
    /// yet.
    /// </summary>
    public static void Leaves(in Messages data, Span<byte> hashes)
    {
        int count = hashes.Length / MerkleLevels.NodeBytes, longest = 0;
        for (int i = 0; i < count; i++) longest = Math.Max(longest, data.Length(i));
        using Rented<byte> buffer = new(Math.Clamp(longest, LeafBytesAtOnce, LongestCopied) + 1);
        Span<int> lengths = stackalloc int[LeavesAtOnce];
        int start = 0;
        for (int first = 0, n; first < count; first += n)
        {
            int used = 0;
            for (n = 0; n < LeavesAtOnce && first + n < count; n++)
            {
                int length = data.Length(first + n);
                if (length >= buffer.Span.Length - used) break;

                buffer.Span[used] = LeafPrefix;
                data.At(first + n, start).CopyTo(buffer.Span.Slice(used + 1));
                lengths[n] = 1 + length;
                used += 1 + length;
                start += length;
            }

            if (n == 0)
            {
                Leaf(data.At(first, start), hashes.Slice(first * MerkleLevels.NodeBytes));
                start += data.Length(first);
                n = 1;
                continue;
            }

            Sha256Batch.Hash(
                Messages.Packed(buffer.Span.Slice(0, used), lengths.Slice(0, n)),
                hashes.Slice(first * MerkleLevels.NodeBytes, n * MerkleLevels.NodeBytes));
        }
    }

    private static void Leaf(ReadOnlySpan<byte> data, Span<byte> hash)
    {
        using Sha256 incremental = new();
        incremental.AppendData([LeafPrefix]);
        incremental.AppendData(data);
        incremental.GetHashAndReset(hash);
    }
}

/// <summary>Hashes many messages with SHA-256.</summary>
internal static class Sha256Batch
{
    public static void Hash(ReadOnlySpan<byte> source, int length, Span<byte> digests) =>
        Hash(Messages.Packed(source, length), digests);

    public static void Hash(in Messages messages, Span<byte> digests) =>
        default(Md<uint, Sha256Spec>.MdEngine).HashMany(messages, default, digests, MerkleLevels.NodeBytes);
}
