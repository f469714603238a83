using System.Diagnostics;
using System.Numerics;

namespace Lanewise.Blake3Family;

/// <summary>
/// Computes all parent nodes of a BLAKE3 subtree of at most <see cref="MaxChunks"/> chunks. The chunks are hashed in lanes, and
/// then the parents are hashed in lanes, level by level. The nodes are stored in pre-order.
/// </summary>
internal sealed class Blake3Group
{
    /// <summary>
    /// The maximum number of chunks in a group, a power of two. The number is large enough to fill the widest vectors, and small
    /// enough to keep the buffer small.
    /// </summary>
    public const int MaxChunks = 64;

    public const int MaxBytes = MaxChunks * Blake3Spec.ChunkBytes;

    private const int ValueBytes = Blake3Spec.HashBytes;
    private const int Levels = 7;

    // The levels are stored one after another. A value that is promoted is stored again on each level that it reaches.
    private readonly byte[] values = new byte[((2 * MaxChunks) + Levels) * ValueBytes];
    private readonly byte[] nodes = new byte[(MaxChunks - 1) * Blake3Spec.BlockBytes];

    /// <summary>A buffer for the chunks of one group.</summary>
    public byte[] Content => field ??= new byte[MaxBytes];

    /// <summary>A buffer for the nodes to be compared with the result of <see cref="Nodes"/>.</summary>
    public byte[] NodesRead => field ??= new byte[nodes.Length];

    /// <summary>
    /// Returns all parent nodes of a subtree of at least two chunks, in pre-order. The first node is the subtree's root. The
    /// returned nodes are valid until the next call.
    /// </summary>
    public ReadOnlySpan<byte> Nodes(ReadOnlySpan<byte> source, ulong counter)
    {
        int chunks = (int)Blake3Spec.Chunks((uint)source.Length);
        Debug.Assert(chunks is > 1 and <= MaxChunks, "A group has 2 to 64 chunks.");
        LevelsJob job = new(source, counter, chunks, values);
        LaneDispatch.Run<uint, LevelsJob>(Blake3ChunkHash.Table.ChooseFor<uint>(chunks), ref job);
        PreOrder(0, chunks, chunks, nodes);
        return nodes.AsSpan(0, (chunks - 1) * Blake3Spec.BlockBytes);
    }

    private void PreOrder(int first, int chunks, int all, Span<byte> nodes)
    {
        if (chunks == 1) return;

        // A node's two children are adjacent on the level of the left child.
        int left = (int)Blake3Spec.Left((uint)chunks), level = BitOperations.Log2((uint)left), at = first >> level;
        for (int l = 0, n = all; l < level; l++, n -= n / 2) at += n;
        values.AsSpan(at * ValueBytes, Blake3Spec.BlockBytes).CopyTo(nodes);
        PreOrder(first, left, all, nodes.Slice(Blake3Spec.BlockBytes));
        PreOrder(first + left, chunks - left, all, nodes.Slice(left * Blake3Spec.BlockBytes));
    }

    private readonly ref struct LevelsJob(
        ReadOnlySpan<byte> source, ulong counter, int chunks, Span<byte> values) : ILaneJob<uint>
    {
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> values = values;

        public static int MostStreams => Blake3ChunkHash.MostStreams;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            LaneLevel<uint, TLanes> lanes = new(
                Blake3State.Words, ValueBytes, stackalloc uint[(Blake3State.WideWords * TLanes.Count) + Blake3State.Words],
                stackalloc int[2 * TLanes.Count], stackalloc byte[TLanes.Count * ValueBytes]);
            Blake3Tree.Chunks(Blake3Spec.Iv, Blake3Spec.Unkeyed, lanes, counter, source, values);
            Span<byte> level = values;
            for (int n = chunks; n > 2;)
            {
                Span<byte> next = level.Slice(n * ValueBytes);
                level.Slice(0, n * ValueBytes).CopyTo(next);
                n = Blake3Tree.Reduce(Blake3Spec.Iv, Blake3Spec.Unkeyed, lanes, next, n, n - (n / 2));
                level = next;
            }
        }
    }
}
