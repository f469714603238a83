using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// BLAKE3's tree over one message (BLAKE3 paper, sections 2.1 and 5.1): chunks in lanes, then parents in lanes, level by
/// level, and a stack of the subtrees that are complete.
/// </summary>
internal static class Blake3Tree
{
    /// <summary>Chunks whose chaining values are held at once.</summary>
    public const int WindowChunks = 256;

    private const int ValueBytes = Blake3Spec.HashBytes;

    /// <summary>Bytes of a stack; one value more than levels, because the newest lies on top before it is merged.</summary>
    public const int StackBytes = (Blake3Spec.MaxDepth + 2) * ValueBytes;

    // The subtrees of an int of bytes.
    private const int SpanStackBytes = 24 * ValueBytes;

    /// <summary>The shape for one message of so many chunks.</summary>
    public static LaneShape Shape(long chunks)
    {
        LaneShape shape = Blake3Many.Table.ChooseFor(chunks, 32);
        // More streams hide latency, but only if there is a chunk for each lane.
        return chunks <= shape.Lanes(32) / shape.Streams ? shape with { Streams = 1 } : shape;
    }

    /// <summary>A message of more than one chunk.</summary>
    public static void Hash(ReadOnlySpan<uint> key, uint mode, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        Span<byte> stack = stackalloc byte[SpanStackBytes];
        int depth = 0;
        Finish(key, mode, stack, ref depth, 0, source, shape);
        WriteRoot(key, mode, stack, 0, destination);
        if (mode != 0) stack.Clear();
    }

    /// <summary>Output of the root whose children are the two values at the bottom of the stack.</summary>
    public static void WriteRoot(ReadOnlySpan<uint> key, uint mode, ReadOnlySpan<byte> children, ulong position, Span<byte> destination)
    {
        Span<uint> record = stackalloc uint[Blake3Record.Words];
        Blake3One.Parent(record, key, mode);
        Blake3One.Root(record, children.Slice(0, Blake3Spec.BlockBytes), position, destination);
    }

    /// <summary>
    /// Takes the last chunks of a message, the last of them perhaps not whole, and merges everything up to the root, whose
    /// two children are then the bottom of the stack. There must be more than one chunk in all.
    /// </summary>
    public static void Finish(
        ReadOnlySpan<uint> key, uint mode, Span<byte> stack, ref int depth, ulong counter, ReadOnlySpan<byte> source, LaneShape? shape = null)
    {
        Debug.Assert(depth > 0 || source.Length > Blake3Spec.ChunkBytes, "One chunk has no parents.");
        Run(key, mode, stack, ref depth, 0, counter, source, true, shape);
    }

    /// <summary>Takes whole chunks that are not the last of the message.</summary>
    public static void Append(
        ReadOnlySpan<uint> key, uint mode, Span<byte> stack, ref int depth, ulong counter, ReadOnlySpan<byte> source, LaneShape? shape = null)
    {
        Debug.Assert(source.Length % Blake3Spec.ChunkBytes == 0, "Only whole chunks.");
        if (!source.IsEmpty) Run(key, mode, stack, ref depth, 0, counter, source, false, shape);
    }

    /// <summary>The chaining value of a subtree that is not the root.</summary>
    public static void SubtreeValue(ReadOnlySpan<uint> key, uint mode, ulong counter, ReadOnlySpan<byte> source, Span<byte> value, LaneShape? shape = null)
    {
        if (source.Length <= Blake3Spec.ChunkBytes)
        {
            Blake3One.ChunkValue(key, mode, counter, source, value);
            return;
        }

        Span<byte> stack = stackalloc byte[SpanStackBytes];
        int depth = 0;
        // Its own tree begins at its first chunk, wherever that lies in the message.
        Run(key, mode, stack, ref depth, counter, counter, source, true, shape);
        Blake3One.ParentValue(key, mode, stack.Slice(0, Blake3Spec.BlockBytes), value);
        if (mode != 0) stack.Clear();
    }

    /// <summary>
    /// Puts the value of a subtree on the stack and merges what is complete: <paramref name="size"/> chunks, a power of two,
    /// after <paramref name="counter"/> others, a multiple of it.
    /// </summary>
    public static void Push(ReadOnlySpan<uint> key, uint mode, Span<byte> stack, ref int depth, ulong counter, ulong size, ReadOnlySpan<byte> value)
    {
        Debug.Assert(BitOperations.IsPow2(size) && counter % size == 0, "Only subtrees of the tree.");
        value.Slice(0, ValueBytes).CopyTo(stack.Slice(depth++ * ValueBytes));
        int merges = BitOperations.TrailingZeroCount(counter + size) - BitOperations.TrailingZeroCount(size);
        for (; merges > 0 && depth > 1; merges--)
        {
            depth--;
            Span<byte> children = stack.Slice((depth - 1) * ValueBytes, Blake3Spec.BlockBytes);
            Blake3One.ParentValue(key, mode, children, children);
        }
    }

    /// <summary>
    /// Reduces values of subtrees of one size, the last perhaps smaller, level by level, to the two children of their root.
    /// </summary>
    public static void Reduce(ReadOnlySpan<uint> key, uint mode, Span<byte> values, int count)
    {
        ReduceJob job = new(key, mode, values, count);
        LaneDispatch.Run<uint, ReduceJob>(Shape(count / 2), ref job);
    }

    // The tree begins at chunk origin: 0, or the first of a subtree.
    private static void Run(
        ReadOnlySpan<uint> key, uint mode, Span<byte> stack, ref int depth, ulong origin, ulong counter, ReadOnlySpan<byte> source, bool isLast, LaneShape? shape)
    {
        LaneShape chosen = shape ?? Shape(((long)source.Length + Blake3Spec.ChunkBytes - 1) / Blake3Spec.ChunkBytes);
        if (shape is null && chosen == LaneShape.Scalar)
        {
            OneByOne(key, mode, stack, ref depth, origin, counter, source, isLast);
            return;
        }

        TreeJob job = new(key, mode, stack, depth, origin, counter, source, isLast);
        LaneDispatch.Run<uint, TreeJob>(chosen, ref job);
        depth = job.Depth;
    }

    /// <summary>
    /// Chunks too few for lanes, one after the other with the kernel for one message: what most messages end with, without the
    /// generic code for a lane, which a process would have to compile for it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void OneByOne(
        ReadOnlySpan<uint> key, uint mode, Span<byte> stack, ref int depth, ulong origin, ulong counter, ReadOnlySpan<byte> source, bool isLast)
    {
        Span<byte> value = stackalloc byte[ValueBytes];
        while (source.Length > 0)
        {
            ReadOnlySpan<byte> chunk = source.Slice(0, Math.Min(source.Length, Blake3Spec.ChunkBytes));
            source = source.Slice(chunk.Length);
            Blake3One.ChunkValue(key, mode, counter, chunk, value);
            if (!isLast || source.Length > 0)
            {
                Push(key, mode, stack, ref depth, counter++ - origin, 1, value);
                continue;
            }

            // The right edge of the tree: what is on the stack are its left siblings, lowest on top.
            value.CopyTo(stack.Slice(depth++ * ValueBytes));
            for (; depth > 2; depth--)
            {
                Span<byte> children = stack.Slice((depth - 2) * ValueBytes, Blake3Spec.BlockBytes);
                Blake3One.ParentValue(key, mode, children, children);
            }
        }

        if (mode != 0) value.Clear();
    }

    private readonly ref struct ReduceJob(ReadOnlySpan<uint> key, uint mode, Span<byte> values, int count) : ILaneJob<uint>
    {
        private readonly ReadOnlySpan<uint> key = key;
        private readonly Span<byte> values = values;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            Passes<TLanes> passes = new(
                key, mode, stackalloc uint[2 * Blake3Record.Words * TLanes.Count], stackalloc int[TLanes.Count], stackalloc byte[TLanes.Count * ValueBytes]);
            passes.Reduce(values, count, 2);
            passes.Wipe();
        }
    }

    private ref struct TreeJob(
        ReadOnlySpan<uint> key, uint mode, Span<byte> stack, int depth, ulong origin, ulong counter, ReadOnlySpan<byte> source, bool isLast) : ILaneJob<uint>
    {
        private readonly ReadOnlySpan<uint> key = key;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> stack = stack;

        public int Depth { get; private set; } = depth;

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            int lanes = TLanes.Count;
            long total = ((long)source.Length + Blake3Spec.ChunkBytes - 1) / Blake3Spec.ChunkBytes;
            Span<byte> values = stackalloc byte[(int)Math.Min(total, WindowChunks) * ValueBytes];
            Passes<TLanes> passes = new(
                key, mode, stackalloc uint[2 * Blake3Record.Words * lanes], stackalloc int[lanes], stackalloc byte[lanes * ValueBytes]);
            int level = Depth;
            ulong before = counter - origin;
            for (long at = 0; at < total;)
            {
                int chunks = (int)Math.Min(total - at, WindowChunks);
                bool ends = isLast && at + chunks == total;
                int start = (int)(at * Blake3Spec.ChunkBytes);
                passes.Chunks(source.Slice(start, Math.Min(chunks * Blake3Spec.ChunkBytes, source.Length - start)), origin + before, values);
                for (int done = 0; done < chunks;)
                {
                    int left = chunks - done;
                    ulong aligned = before == 0 ? WindowChunks : before & (0 - before);
                    Span<byte> rest = values.Slice(done * ValueBytes, left * ValueBytes);
                    if (ends && BitOperations.RoundUpToPowerOf2((uint)left) <= aligned)
                    {
                        // The right edge of the tree: what is on the stack are its left siblings, lowest on top.
                        int reduced = passes.Reduce(rest, left, level == 0 ? 2 : 1);
                        rest.Slice(0, reduced * ValueBytes).CopyTo(stack.Slice(level * ValueBytes));
                        level += reduced;
                        for (; level > 2; level--)
                        {
                            Span<byte> children = stack.Slice((level - 2) * ValueBytes, Blake3Spec.BlockBytes);
                            Blake3One.ParentValue(key, mode, children, children);
                        }

                        done = chunks;
                        before += (uint)left;
                    }
                    else
                    {
                        // Never the last chunk of the message: a complete subtree, which has a sibling or a parent to come.
                        int size = (int)Math.Min(aligned, 1u << BitOperations.Log2((uint)left));
                        passes.Reduce(rest, size, 1);
                        Push(key, mode, stack, ref level, before, (uint)size, rest);
                        done += size;
                        before += (uint)size;
                    }
                }

                at += chunks;
            }

            Depth = level;
            if (mode != 0) values.Clear();
            passes.Wipe();
        }
    }

    /// <summary>Passes of the kernel over groups of chunks or parents; a group that is not full repeats its last lane.</summary>
    internal readonly ref struct Passes<TLanes>
        where TLanes : struct, ILanes<TLanes, uint>
    {
        // So short a message is likely to lie in a near cache.
        private const int CachedChunks = 128;

        private readonly ReadOnlySpan<uint> key;
        private readonly uint mode;
        private readonly Span<uint> template;
        private readonly Span<uint> records;
        private readonly Span<int> offsets;
        private readonly Span<byte> digests;

        public Passes(ReadOnlySpan<uint> key, uint mode, Span<uint> scratch, Span<int> offsets, Span<byte> digests)
        {
            this.key = key;
            this.mode = mode;
            template = scratch.Slice(0, scratch.Length / 2);
            records = scratch.Slice(scratch.Length / 2);
            this.offsets = offsets;
            this.digests = digests;
        }

        private static int Lanes
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => TLanes.Count;
        }

        private static int Fewest
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => LaneTable.FewestForLanes(TLanes.Count);
        }

        /// <summary>The chaining values of chunks, the last of which need not be whole.</summary>
        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public void Chunks(ReadOnlySpan<byte> source, ulong counter, Span<byte> values)
        {
            int whole = source.Length / Blake3Spec.ChunkBytes, i = 0;
            if (whole >= Fewest)
            {
                Span<uint> record = stackalloc uint[Blake3Record.Words];
                Blake3One.Start(record, key, mode, 0);
                record[Blake3Record.LastFlags] = Blake3Spec.ChunkEnd;
                LaneRecords.Broadcast(record, template);
                record.Clear();
            }

            while (whole - i >= Fewest)
            {
                int n = Math.Min(Lanes, whole - i);
                template.CopyTo(records);
                for (int l = 0; l < offsets.Length; l++)
                {
                    int chunk = i + Math.Min(l, n - 1);
                    ulong t = counter + (uint)chunk;
                    records[(Blake3Record.T0 * Lanes) + l] = (uint)t;
                    records[(Blake3Record.T1 * Lanes) + l] = (uint)(t >> 32);
                    offsets[l] = chunk * Blake3Spec.ChunkBytes;
                }

                if (whole > CachedChunks) LongMessages.Touch(source.Slice(i * Blake3Spec.ChunkBytes, n * Blake3Spec.ChunkBytes));
                Blake3Kernel<TLanes, ChainingOutput>.Run(records, source, offsets, Blake3Spec.BlocksPerChunk);
                Store(values.Slice(i * ValueBytes), n);
                i += n;
            }

            for (int at = i * Blake3Spec.ChunkBytes; at < source.Length; at += Blake3Spec.ChunkBytes, i++)
            {
                Blake3One.ChunkValue(
                    key, mode, counter + (uint)i, source.Slice(at, Math.Min(Blake3Spec.ChunkBytes, source.Length - at)), values.Slice(i * ValueBytes));
            }
        }

        /// <summary>Merges neighbours level by level, in place, until at most so many values are left; an odd one moves up.</summary>
        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public int Reduce(Span<byte> values, int count, int target)
        {
            if (count <= target) return count;

            if (count / 2 >= Fewest)
            {
                Span<uint> record = stackalloc uint[Blake3Record.Words];
                Blake3One.Parent(record, key, mode);
                LaneRecords.Broadcast(record, template);
                record.Clear();
            }

            while (count > target)
            {
                int parents = count / 2, i = 0;
                while (parents - i >= Fewest)
                {
                    int n = Math.Min(Lanes, parents - i);
                    template.CopyTo(records);
                    for (int l = 0; l < offsets.Length; l++) offsets[l] = (i + Math.Min(l, n - 1)) * Blake3Spec.BlockBytes;
                    Blake3Kernel<TLanes, ChainingOutput>.Run(records, values, offsets, 1);
                    Store(values.Slice(i * ValueBytes), n);
                    i += n;
                }

                for (; i < parents; i++)
                {
                    Blake3One.ParentValue(key, mode, values.Slice(i * Blake3Spec.BlockBytes, Blake3Spec.BlockBytes), values.Slice(i * ValueBytes));
                }

                if (count % 2 != 0) values.Slice((count - 1) * ValueBytes, ValueBytes).CopyTo(values.Slice(parents * ValueBytes));
                count -= parents;
            }

            return count;
        }

        public void Wipe()
        {
            if (mode == 0) return;

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(template));
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(digests);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void Store(Span<byte> values, int n)
        {
            if (n == Lanes)
            {
                LaneRecords.Store<uint, TLanes>(records, values.Slice(0, n * ValueBytes), ValueBytes, 2);
                return;
            }

            LaneRecords.Store<uint, TLanes>(records, digests, ValueBytes, 2);
            digests.Slice(0, n * ValueBytes).CopyTo(values);
        }
    }
}
