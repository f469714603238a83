using System.Diagnostics;
using System.Numerics;

namespace Lanewise.Blake3Family;

/// <summary>
/// Computes the BLAKE3 tree of one message (BLAKE3 paper, sections 2.1 and 5.1). The chunks are hashed in lanes, and then the
/// parents are hashed in lanes, level by level. Complete subtrees are kept on a stack.
/// </summary>
internal static class Blake3Tree
{
    // The number of chunks whose chaining values are in memory at the same time.
    private const int WindowChunks = 256;

    private const int ValueBytes = Blake3Spec.HashBytes;

    /// <summary>
    /// The size of a stack in bytes. The stack has space for one value more than the number of levels, because the newest value
    /// is pushed before it is merged.
    /// </summary>
    public const int StackBytes = (Blake3Spec.MaxDepth + 2) * ValueBytes;

    /// <summary>The size of a stack for a message of at most 2^31 bytes.</summary>
    public const int SpanStackBytes = 24 * ValueBytes;

    /// <summary>Hashes a message of more than one chunk.</summary>
    public static void Hash(
        ReadOnlySpan<uint> key, uint mode, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        Span<byte> stack = stackalloc byte[SpanStackBytes];
        Append(key, mode, stack, 0, source, isLast: true, shape);
        Blake3OneShot.ParentValue(key, mode, stack, destination, Blake3Spec.Root);
        if (mode != Blake3Spec.Unkeyed) stack.Clear();
    }

    /// <summary>
    /// Processes chunks of a tree that starts at chunk <paramref name="origin"/>, which is 0 or the first chunk of a subtree.
    /// All chunks must be whole, except the last chunk if it ends the tree. At the end of the tree, all values are merged until
    /// only the root's two children remain, at the bottom of the stack. The tree must have more than one chunk.
    /// </summary>
    public static void Append(
        ReadOnlySpan<uint> key, uint mode, Span<byte> stack, ulong counter, ReadOnlySpan<byte> source, bool isLast,
        LaneShape? shape = null, ulong origin = 0)
    {
        Debug.Assert(!isLast || counter > origin || source.Length > Blake3Spec.ChunkBytes, "One chunk has no parents.");
        Debug.Assert(isLast || source.Length % Blake3Spec.ChunkBytes == 0, "Only whole chunks.");
        LaneShape chosen = Blake3ChunkHash.Table.ChooseFor<uint>((long)Blake3Spec.Chunks((uint)source.Length), shape);
        if (shape is null && chosen.IsScalar)
        {
            OneByOne(key, mode, stack, origin, counter, source, isLast);
            return;
        }

        TreeJob job = new(key, mode, stack, origin, counter, source, isLast);
        LaneDispatch.Run<uint, TreeJob>(chosen, ref job);
    }

    /// <summary>Computes the chaining value of a subtree that is not the root.</summary>
    public static void SubtreeValue(
        ReadOnlySpan<uint> key, uint mode, ulong counter, ReadOnlySpan<byte> source, Span<byte> value, LaneShape? shape = null)
    {
        if (source.Length <= Blake3Spec.ChunkBytes)
        {
            Blake3OneShot.ChunkValue(key, mode, counter, source, value);
            return;
        }

        Span<byte> stack = stackalloc byte[SpanStackBytes];
        // The subtree's tree shape starts at the first chunk of the source, regardless of that chunk's index in the message.
        Append(key, mode, stack, counter, source, isLast: true, shape, origin: counter);
        Blake3OneShot.ParentValue(key, mode, stack, value);
        if (mode != Blake3Spec.Unkeyed) stack.Clear();
    }

    /// <summary>
    /// Returns the number of complete subtrees on the stack after the given number of chunks. There is one subtree for each set
    /// bit of that number.
    /// </summary>
    public static int Depth(ulong chunks) => BitOperations.PopCount(chunks);

    /// <summary>
    /// Pushes the value of a subtree on the stack, and merges complete subtrees. The subtree has <paramref name="size"/>
    /// chunks, a power of two. The number of preceding chunks, <paramref name="before"/>, is a multiple of
    /// <paramref name="size"/>. The last subtree may have any size. If the last subtree is the whole tree, its two children are
    /// pushed instead. After the last subtree, all values are merged until only the root's two children remain.
    /// </summary>
    public static void Push(
        ReadOnlySpan<uint> key, uint mode, Span<byte> stack, ulong before, ulong size, ReadOnlySpan<byte> values,
        bool isLast = false)
    {
        Debug.Assert(isLast || (BitOperations.IsPow2(size) && before % size == 0), "Only subtrees of the tree.");
        int depth = Depth(before), least = isLast ? 2 : Depth(before + size);
        values.CopyTo(stack.Slice(depth * ValueBytes));
        for (depth += values.Length / ValueBytes; depth > least; depth--)
        {
            Span<byte> children = stack.Slice((depth - 2) * ValueBytes, Blake3Spec.BlockBytes);
            Blake3OneShot.ParentValue(key, mode, children, children.Slice(0, ValueBytes));
        }
    }

    /// <summary>
    /// Hashes chunks one after another with the kernel for one message, if there are too few chunks for lanes. Most messages
    /// end with a few chunks. Without this method, the JIT would also have to compile the generic lane code for a single lane.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    private static void OneByOne(
        ReadOnlySpan<uint> key, uint mode, Span<byte> stack, ulong origin, ulong counter, ReadOnlySpan<byte> source, bool isLast)
    {
        Span<byte> value = stackalloc byte[ValueBytes];
        while (source.Length > 0)
        {
            ReadOnlySpan<byte> chunk = source.Slice(0, Math.Min(source.Length, Blake3Spec.ChunkBytes));
            source = source.Slice(chunk.Length);
            Blake3OneShot.ChunkValue(key, mode, counter, chunk, value);
            Push(key, mode, stack, counter++ - origin, 1, value, isLast && source.IsEmpty);
        }

        if (mode != Blake3Spec.Unkeyed) value.Clear();
    }

    /// <summary>Computes the chaining values of chunks. The last chunk may be partial.</summary>
    public static void Chunks<TLanes>(
        ReadOnlySpan<uint> key, uint mode, LaneLevel<uint, TLanes> level, ulong counter, ReadOnlySpan<byte> source,
        Span<byte> values)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        Blake3Chunks nodes = new(
            new BatchMessages(source, source.Length, 1), new Blake3Keys(key, mode), counter, default,
            source.Length / Blake3Spec.ChunkBytes, default);
        level.Start(nodes);
        level.Run(nodes, values, ValueBytes);
        int whole = nodes.Count, at = whole * Blake3Spec.ChunkBytes;
        if (at < source.Length)
        {
            Span<byte> last = values.Slice(whole * ValueBytes, ValueBytes);
            Blake3OneShot.ChunkValue(key, mode, counter + (uint)whole, source.Slice(at), last);
        }
    }

    /// <summary>
    /// Merges siblings level by level, in place, until at most <paramref name="target"/> values remain. A value without a
    /// sibling is promoted to the next level.
    /// </summary>
    public static int Reduce<TLanes>(
        ReadOnlySpan<uint> key, uint mode, LaneLevel<uint, TLanes> level, Span<byte> values, int count, int target)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        bool isFirst = true;
        for (int parents = count / 2; count > target; count -= parents, parents = count / 2)
        {
            Blake3Parents nodes = new(new Blake3Keys(key, mode), values, default, parents);
            if (isFirst) level.Start(nodes);
            isFirst = false;
            level.Run(nodes, values, ValueBytes);
            if (count % 2 != 0) values.Slice((count - 1) * ValueBytes, ValueBytes).CopyTo(values.Slice(parents * ValueBytes));
        }

        return count;
    }

    private ref struct TreeJob(
        ReadOnlySpan<uint> key, uint mode, Span<byte> stack, ulong origin, ulong counter, ReadOnlySpan<byte> source, bool isLast)
        : ILaneJob<uint>
    {
        private readonly ReadOnlySpan<uint> key = key;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> stack = stack;

        public static int MostStreams => Blake3ChunkHash.MostStreams;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            int lanes = TLanes.Count;
            long total = (long)Blake3Spec.Chunks((uint)source.Length);
            Span<byte> values = stackalloc byte[(int)Math.Min(total, WindowChunks) * ValueBytes];
            LaneLevel<uint, TLanes> level = new(
                Blake3State.Words, ValueBytes, stackalloc uint[(Blake3State.WideWords * lanes) + Blake3State.Words],
                stackalloc int[2 * lanes], stackalloc byte[lanes * ValueBytes]);
            ulong before = counter - origin;
            for (long at = 0, chunks; at < total; at += chunks)
            {
                chunks = Math.Min(total - at, WindowChunks);
                int start = (int)(at * Blake3Spec.ChunkBytes);
                ReadOnlySpan<byte> window = source.Slice(
                    start, (int)Math.Min(chunks * Blake3Spec.ChunkBytes, source.Length - start));
                Chunks(key, mode, level, origin + before, window, values);
                bool ends = isLast && at + chunks == total;
                Span<byte> rest = values;
                for (int left = (int)chunks, size; left > 0; left -= size)
                {
                    // Each iteration adds the largest subtree that can start at this chunk index. The last iteration adds the
                    // remainder of the tree.
                    ulong aligned = before == 0 ? WindowChunks : before & (0 - before);
                    bool isEnd = ends && BitOperations.RoundUpToPowerOf2((uint)left) <= aligned;
                    size = isEnd ? left : (int)Math.Min(aligned, 1u << BitOperations.Log2((uint)left));
                    int reduced = Reduce(key, mode, level, rest, size, isEnd && before == 0 ? 2 : 1);
                    Push(key, mode, stack, before, (uint)size, rest.Slice(0, reduced * ValueBytes), isEnd);
                    before += (uint)size;
                    rest = rest.Slice(size * ValueBytes);
                }
            }

            if (mode == Blake3Spec.Unkeyed) return;

            values.Clear();
            level.Wipe();
        }
    }
}
