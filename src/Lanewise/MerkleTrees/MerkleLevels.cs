using System.Numerics;

namespace Lanewise.MerkleTrees;

/// <summary>
/// Computes a tree level by level, with one node per SIMD lane. The nodes are divided into windows that fit in the cache, and
/// six levels of a window are computed in one step. Only the nodes of the sixth level (1/64 as many as in the window) are stored.
/// </summary>
internal static class MerkleLevels
{
    public const int NodeBytes = 32;
    public const int PairBytes = 2 * NodeBytes;

    /// <summary>The maximum number of levels, which is the number of bits in an index.</summary>
    public const int MostLevels = 63;

    // A window is reduced to 16 nodes, so every level of a window has enough nodes to fill the lanes.
    private const int LevelsAtOnce = 6;
    private const int WindowNodes = 1024;
    private const int WindowBytes = WindowNodes * NodeBytes;

    // Two buffers are used alternately. The first buffer has room for half of a window's nodes, and the second for a quarter.
    private const int BufferBytes = WindowBytes / 2 + WindowBytes / 4;

    /// <summary>Returns the number of levels above the given number of leaves.</summary>
    public static int Depth(long leaves) => leaves <= 1 ? 0 : 64 - BitOperations.LeadingZeroCount((ulong)leaves - 1);

    /// <summary>
    /// Computes the single node that is <paramref name="levels"/> levels above the given nodes. There is at least one node, and
    /// at most 2 to the power of <paramref name="levels"/>. Leaves have level 0.
    /// </summary>
    public static void Reduce(MerkleRule rule, ReadOnlySpan<byte> nodes, int level, int levels, Span<byte> root)
    {
        if (nodes.Length > WindowBytes)
        {
            using Rented<byte> above = new(AboveBytes(nodes.Length));
            Windows(rule, nodes, level, above.Span);
            Reduce(rule, above.Span, level + LevelsAtOnce, levels - LevelsAtOnce, root);
            return;
        }

        using Rented<byte> buffer = new(BufferBytes);
        Window(rule, nodes, level, levels, buffer.Span, root);
    }

    /// <summary>
    /// Computes the single node that is <paramref name="levels"/> levels above the given nodes, on several cores.
    /// </summary>
    public static void Reduce(
        MerkleRule rule, ReadOnlyMemory<byte> nodes, int level, int levels, Span<byte> root, ParallelOptions parallelOptions)
    {
        if (nodes.Length <= WindowBytes)
        {
            parallelOptions.CancellationToken.ThrowIfCancellationRequested();
            Reduce(rule, nodes.Span, level, levels, root);
            return;
        }

        byte[] above = ArrayPool<byte>.Shared.Rent(AboveBytes(nodes.Length));
        try
        {
            int windows = ((nodes.Length - 1) / WindowBytes) + 1;
            List<Piece> pieces = Partitioning.Split(windows, _ => WindowBytes, 0, 2 * WindowBytes, parallelOptions);
            Partitioning.Run(pieces.Count, parallelOptions, p =>
            {
                int from = pieces[p].First * WindowBytes, to = (int)Math.Min(nodes.Length, from + pieces[p].Length);
                Windows(
                    rule, nodes.Span.Slice(from, to - from), level,
                    above.AsSpan(from >> LevelsAtOnce, AboveBytes(to - from)));
            });
            Reduce(
                rule, above.AsMemory(0, AboveBytes(nodes.Length)), level + LevelsAtOnce, levels - LevelsAtOnce, root,
                parallelOptions);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(above);
        }
    }

    /// <summary>Computes nodes from items on several cores.</summary>
    public static void OverCores(
        Memory<byte> nodes, bool areOver, Func<int, int> itemBytes, ParallelOptions parallelOptions, PieceWriter write) =>
        Partitioning.Write(nodes, NodeBytes, areOver, itemBytes, NodeBytes, 2 * WindowBytes, parallelOptions, write);

    private static int AboveBytes(int bytes) =>
        (int)(((long)(bytes / NodeBytes) + (1 << LevelsAtOnce) - 1) >> LevelsAtOnce) * NodeBytes;

    private static void Windows(MerkleRule rule, ReadOnlySpan<byte> nodes, int level, Span<byte> above)
    {
        using Rented<byte> buffer = new(BufferBytes);
        for (; nodes.Length > 0; nodes = nodes.Slice(Math.Min(WindowBytes, nodes.Length)))
        {
            ReadOnlySpan<byte> window = nodes.Slice(0, Math.Min(WindowBytes, nodes.Length));
            int bytes = AboveBytes(window.Length);
            Window(rule, window, level, LevelsAtOnce, buffer.Span, above.Slice(0, bytes));
            above = above.Slice(bytes);
        }
    }

    private static void Window(
        MerkleRule rule, ReadOnlySpan<byte> nodes, int level, int levels, Span<byte> buffer, Span<byte> above)
    {
        Span<byte> target = buffer.Slice(0, WindowBytes / 2), other = buffer.Slice(WindowBytes / 2);
        for (int top = level + levels; level < top; level++)
        {
            int pairs = nodes.Length / PairBytes;
            Span<byte> parents = target.Slice(0, (nodes.Length + PairBytes - 1) / PairBytes * NodeBytes);
            if (pairs > 0) rule.Pairs(nodes.Slice(0, pairs * PairBytes), parents.Slice(0, pairs * NodeBytes));
            if (parents.Length > pairs * NodeBytes)
            {
                Alone(rule, nodes.Slice(pairs * PairBytes), level, parents.Slice(pairs * NodeBytes));
            }

            nodes = parents;
            Span<byte> read = target;
            target = other;
            other = read;
        }

        nodes.CopyTo(above);
    }

    /// <summary>Computes the parent of a node without a sibling.</summary>
    private static void Alone(MerkleRule rule, ReadOnlySpan<byte> node, int level, Span<byte> parent)
    {
        if (rule.WhenAlone == WhenAlone.Promoted)
        {
            node.CopyTo(parent);
            return;
        }

        Span<byte> pair = stackalloc byte[PairBytes];
        node.CopyTo(pair);
        rule.Sibling(node, level).CopyTo(pair.Slice(NodeBytes));
        rule.Pairs(pair, parent);
    }
}
