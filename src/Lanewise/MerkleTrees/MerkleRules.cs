using Lanewise.KeccakFamily;
using Lanewise.MerkleDamgard;
using Lanewise.Sha2Family;

namespace Lanewise.MerkleTrees;

/// <summary>A hash of pairs of nodes, many at once.</summary>
internal interface IMerkleNodes
{
    /// <summary>Writes the parent of each pair of nodes, somewhere else.</summary>
    static abstract void Pairs(ReadOnlySpan<byte> nodes, Span<byte> parents);
}

/// <summary>What a last node of a level gets that has no neighbour.</summary>
internal enum WhenAlone
{
    /// <summary>None: it rises as it is, and proofs have nothing for it.</summary>
    Rises,

    /// <summary>Itself.</summary>
    Twice,

    /// <summary>The root of as many levels of zeros.</summary>
    Zeros,
}

/// <summary>A tree's rule.</summary>
internal interface IMerkleRule : IMerkleNodes
{
    static abstract WhenAlone WhenAlone { get; }
}

internal readonly struct Sha256Nodes : IMerkleNodes
{
    public static void Pairs(ReadOnlySpan<byte> nodes, Span<byte> parents) => Sha256Pairs.Hash(nodes, parents);
}

internal readonly struct DoubleSha256Nodes : IMerkleNodes
{
    public static void Pairs(ReadOnlySpan<byte> nodes, Span<byte> parents)
    {
        Sha256Pairs.Hash(nodes, parents);
        Sha256Many.Hash(parents, MerkleLevels.NodeBytes, parents);
    }
}

internal readonly struct Keccak256Nodes : IMerkleNodes
{
    public static void Pairs(ReadOnlySpan<byte> nodes, Span<byte> parents) => SpongeEngine<Keccak256Spec, NoParameters>.HashMany(
        Messages.Packed(nodes, MerkleLevels.PairBytes), default, parents, MerkleLevels.NodeBytes);
}

internal readonly struct BitcoinRule : IMerkleRule
{
    public static WhenAlone WhenAlone => WhenAlone.Twice;

    public static void Pairs(ReadOnlySpan<byte> nodes, Span<byte> parents) => DoubleSha256Nodes.Pairs(nodes, parents);
}

internal readonly struct SszRule : IMerkleRule
{
    public static WhenAlone WhenAlone => WhenAlone.Zeros;

    public static void Pairs(ReadOnlySpan<byte> nodes, Span<byte> parents) => Sha256Nodes.Pairs(nodes, parents);

    /// <summary>The root of a tree of zeros of so many levels.</summary>
    public static ReadOnlySpan<byte> Zero(int level) => Zeros.Of(level);

    private static class Zeros
    {
        private static readonly byte[] Nodes = Make();

        public static ReadOnlySpan<byte> Of(int level) => Nodes.AsSpan(level * MerkleLevels.NodeBytes, MerkleLevels.NodeBytes);

        private static byte[] Make()
        {
            byte[] nodes = new byte[(MerkleLevels.MostLevels + 1) * MerkleLevels.NodeBytes];
            Span<byte> pair = stackalloc byte[MerkleLevels.PairBytes];
            for (int at = 0; at < nodes.Length - MerkleLevels.NodeBytes; at += MerkleLevels.NodeBytes)
            {
                ReadOnlySpan<byte> node = nodes.AsSpan(at, MerkleLevels.NodeBytes);
                node.CopyTo(pair);
                node.CopyTo(pair.Slice(MerkleLevels.NodeBytes));
                Pairs(pair, nodes.AsSpan(at + MerkleLevels.NodeBytes, MerkleLevels.NodeBytes));
            }

            return nodes;
        }
    }
}

/// <summary>RFC 6962, section 2.1: a byte says whether a leaf or a node follows, so that none passes for the other.</summary>
internal readonly struct Rfc6962Rule : IMerkleRule
{
    private const byte LeafPrefix = 0, NodePrefix = 1;

    // Nodes, or bytes of leaves, that are put together at once: they stay in the first or second cache.
    private const int NodesAtOnce = 256, LeafBytesAtOnce = 32 * 1024, LeavesAtOnce = 256;

    public static WhenAlone WhenAlone => WhenAlone.Rises;

    public static void Pairs(ReadOnlySpan<byte> nodes, Span<byte> parents)
    {
        const int RowBytes = 1 + MerkleLevels.PairBytes;
        int count = parents.Length / MerkleLevels.NodeBytes;
        using Rented<byte> room = new(Math.Min(count, NodesAtOnce) * RowBytes);
        for (int first = 0, n; first < count; first += n)
        {
            n = Math.Min(NodesAtOnce, count - first);
            Span<byte> rows = room.Span.Slice(0, n * RowBytes);
            for (int i = 0; i < n; i++)
            {
                rows[i * RowBytes] = NodePrefix;
                nodes.Slice((first + i) * MerkleLevels.PairBytes, MerkleLevels.PairBytes).CopyTo(rows.Slice((i * RowBytes) + 1));
            }

            Sha256Many.Hash(rows, RowBytes, parents.Slice(first * MerkleLevels.NodeBytes, n * MerkleLevels.NodeBytes));
        }
    }

    /// <summary>The leaves of data: the sizes have been checked, and no hash is written over data.</summary>
    public static void Leaves(in Messages data, Span<byte> hashes)
    {
        int count = hashes.Length / MerkleLevels.NodeBytes, longest = 0;
        for (int i = 0; i < count; i++) longest = Math.Max(longest, data.Length(i));
        using Rented<byte> room = new((int)Math.Min(Array.MaxLength, Math.Max(LeafBytesAtOnce, 1L + longest)));
        Span<int> lengths = stackalloc int[LeavesAtOnce];
        int start = 0;
        for (int first = 0, n; first < count; first += n)
        {
            int used = 0;
            for (n = 0; n < LeavesAtOnce && first + n < count; n++)
            {
                int length = data.Length(first + n);
                if (length >= room.Span.Length - used) break;

                room.Span[used] = LeafPrefix;
                data.At(first + n, start).CopyTo(room.Span.Slice(used + 1));
                lengths[n] = 1 + length;
                used += 1 + length;
                start += length;
            }

            Sha256Many.Hash(
                Messages.Packed(room.Span.Slice(0, used), lengths.Slice(0, n)),
                hashes.Slice(first * MerkleLevels.NodeBytes, n * MerkleLevels.NodeBytes));
        }
    }
}

/// <summary>Many messages of SHA-256.</summary>
internal static class Sha256Many
{
    public static void Hash(ReadOnlySpan<byte> source, int length, Span<byte> digests) =>
        Hash(Messages.Packed(source, length), digests);

    public static void Hash(in Messages messages, Span<byte> digests) =>
        MdEngine<uint, Sha256Spec>.HashMany(messages, default, digests, MerkleLevels.NodeBytes);
}
