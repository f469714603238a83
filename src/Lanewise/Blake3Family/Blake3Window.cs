namespace Lanewise.Blake3Family;

/// <summary>
/// Hashes a window of messages. The chunks of these messages are hashed in lanes, and then the parents are hashed in lanes,
/// level by level.
/// </summary>
internal ref struct Blake3Window(
    BatchMessages messages, Blake3Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape) : ILaneJob<uint>
{
    public static int MostStreams => Blake3ChunkHash.MostStreams;

    // A message with more chunks than this fills the lanes by itself.
    private const int LongMessageChunks = 64;

    // The number of chunks whose chaining values are in memory at the same time.
    private const int Chunks = 1024;

    private const int ValueBytes = Blake3Spec.HashBytes;

    private readonly BatchMessages messages = messages;
    private readonly Blake3Keys keys = keys;
    private readonly Span<byte> destination = destination;

    // The array has five parts: whole chunks, partial last chunks, trees, messages of one chunk, and messages of one block (for
    // long output only). After the chunks are hashed, the first part contains the pairs of values, and the second part contains
    // the roots.
    private readonly Blake3Part[] parts = ArrayPool<Blake3Part>.Shared.Rent(5 * Chunks);

    // The chaining values of the window. The second half temporarily contains the values of partial last chunks.
    private readonly byte[] values = ArrayPool<byte>.Shared.Rent(2 * Chunks * ValueBytes);

    // The number of bytes of 'values' that were used, which Dispose wipes.
    private int usedBytes;
    private int chunkCount;
    private int restCount;
    private int treeCount;

    public readonly void Dispose()
    {
        ArrayPool<Blake3Part>.Shared.Return(parts);
        // Even without a key, a digest may be a secret.
        CryptographicOperations.ZeroMemory(values.AsSpan(0, usedBytes));
        ArrayPool<byte>.Shared.Return(values);
    }

    private readonly Span<Blake3Part> Whole => parts.AsSpan(0, Chunks);
    private readonly Span<Blake3Part> Rests => parts.AsSpan(Chunks, Chunks);
    private readonly Span<Blake3Part> Trees => parts.AsSpan(2 * Chunks, Chunks);
    private readonly Span<Blake3Part> Singles => parts.AsSpan(3 * Chunks, Chunks);
    private readonly Span<Blake3Part> Blocks => parts.AsSpan(4 * Chunks, Chunks);

    // If outputs are longer than a chaining value, hashing only prepares the roots, and the outputs are then read block by
    // block.
    private readonly bool IsLong => hashBytes > ValueBytes;

    /// <summary>
    /// Hashes as many messages as fit in a window, starting at message <paramref name="first"/>. Returns the index of the next
    /// message.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public int Run(int first)
    {
        chunkCount = restCount = treeCount = 0;
        int singles = 0, blocks = 0, index = 0, next = first;
        for (; next < messages.Count; next++)
        {
            int length = messages.Length(next);
            if (length <= Blake3Spec.ChunkBytes)
            {
                if (singles == Chunks || blocks == Chunks) break;

                int fullBytes = Blake3OneShot.FullBlocks(length) * Blake3Spec.BlockBytes;
                if (!IsLong) Singles[singles++] = new(next, 0, length, 0);
                else if (fullBytes > 0) Singles[singles++] = new(next, 0, fullBytes, 0);
                else Blocks[blocks++] = new(next, 0, 0, 0);
                continue;
            }

            int count = (int)Blake3Spec.Chunks((uint)length);
            if (count > LongMessageChunks)
            {
                Blake3Tree.Hash(
                    keys.Of(next), keys.Mode, messages.Slice(next, 0, length), destination.Slice(next * hashBytes, hashBytes),
                    shape);
                continue;
            }

            if (index + count > Chunks) break;

            Trees[treeCount++] = new(next, index, count, 0);
            for (int at = 0; at < length; at += Blake3Spec.ChunkBytes, index++)
            {
                int left = length - at;
                if (left >= Blake3Spec.ChunkBytes) Whole[chunkCount++] = new(next, at, Blake3Spec.ChunkBytes, index);
                else Rests[restCount++] = new(next, at, left, index);
            }
        }

        usedBytes = Math.Max(usedBytes, (restCount > 0 ? Chunks + restCount : Math.Max(singles, index)) * ValueBytes);
        if (singles > 0) RunSingles(Singles.Slice(0, singles));
        if (blocks > 0) ReadChunks(Blocks.Slice(0, blocks));
        if (restCount > 0) RunRests(Rests.Slice(0, restCount));
        if (treeCount == 0) return next;

        Blake3Window job = this;
        LaneDispatch.Run<uint, Blake3Window>(Blake3ChunkHash.Table.ChooseFor<uint>(chunkCount, shape), ref job);
        return next;
    }

    /// <summary>Hashes the chunks and the parents of the window's trees.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Run<TLanes>()
        where TLanes : struct, ILanes<TLanes, uint>
    {
        int lanes = TLanes.Count;
        LaneLevel<uint, TLanes> level = new(
            Blake3State.Words, ValueBytes, stackalloc uint[(Blake3State.WideWords * lanes) + Blake3State.Words],
            stackalloc int[2 * lanes], stackalloc byte[lanes * ValueBytes]);
        Staging pieces = messages.ArePacked ? default : new(lanes, Blake3Spec.ChunkBytes);
        Blake3Chunks chunks = new(messages, keys, 0, Whole.Slice(0, chunkCount), chunkCount, pieces);
        level.Start(chunks);
        level.Run(chunks, values, ValueBytes);
        pieces.Dispose();

        // Each iteration processes one level: it merges the pairs of all trees in the window, and then computes the roots of
        // the trees that have only two values left.
        while (treeCount > 0)
        {
            int pairs = 0, roots = 0, left = 0;
            for (int t = 0; t < treeCount; t++)
            {
                (int message, int index, int count, _) = Trees[t];
                if (count == 2)
                {
                    Rests[roots++] = new(message, index, 0, message);
                    continue;
                }

                for (int p = 0; p < count / 2; p++) Whole[pairs++] = new(message, index + (2 * p), 0, index + p);
                Trees[left++] = new(message, index, count, 0);
            }

            Blake3Parents parents = new(keys, values, Whole.Slice(0, pairs), pairs);
            level.Start(parents);
            level.Run(parents, values, ValueBytes);
            Blake3Parents tops = new(keys, values, Rests.Slice(0, roots), roots, Blake3Spec.Root);
            if (IsLong)
            {
                OutputBlocks.Read<uint, Blake3Roots<Blake3Parents>>(
                    new Blake3Roots<Blake3Parents>(tops), destination, hashBytes, shape);
            }
            else
            {
                level.Start(tops);
                level.Run(tops, destination, hashBytes);
            }

            // A value without a sibling is promoted only after all pairs are merged, because a promotion overwrites values.
            treeCount = left;
            foreach (ref Blake3Part tree in Trees.Slice(0, treeCount))
            {
                (int message, int index, int count, _) = tree;
                if (count % 2 != 0) Value(index + count - 1).CopyTo(Value(index + (count / 2)));
                tree = new(message, index, (count + 1) / 2, 0);
            }
        }

        level.Wipe();
    }

    // Hashes messages of one chunk. The digests are first written to a separate buffer and then copied to their messages'
    // positions in the destination. For long output, the results are the chaining values before the last block.
    private void RunSingles(ReadOnlySpan<Blake3Part> singles)
    {
        int bytes = Math.Min(hashBytes, ValueBytes);
        RunParts(singles, IsLong ? 0 : Blake3Spec.ChunkEnd | Blake3Spec.Root, values.AsSpan(0, singles.Length * bytes), bytes);
        if (IsLong)
        {
            ReadChunks(singles);
            return;
        }

        for (int i = 0; i < singles.Length; i++)
        {
            values.AsSpan(i * bytes, bytes).CopyTo(destination.Slice(singles[i].Message * bytes, bytes));
        }
    }

    private void RunRests(ReadOnlySpan<Blake3Part> rests)
    {
        Span<byte> digests = values.AsSpan(Chunks * ValueBytes, rests.Length * ValueBytes);
        RunParts(rests, Blake3Spec.ChunkEnd, digests, ValueBytes);
        for (int i = 0; i < rests.Length; i++) digests.Slice(i * ValueBytes, ValueBytes).CopyTo(Value(rests[i].ValueIndex));
    }

    // Hashes the given parts as if each part were a whole message.
    private readonly void RunParts(ReadOnlySpan<Blake3Part> parts, uint last, Span<byte> digests, int bytes)
    {
        using Rented<int> rented = new(2 * parts.Length);
        Span<int> lengths = rented.Span.Slice(0, parts.Length), offsets = rented.Span.Slice(parts.Length);
        ReadOnlyMemory<byte>[] memories =
            messages.ArePacked ? [] : ArrayPool<ReadOnlyMemory<byte>>.Shared.Rent(parts.Length);
        for (int i = 0; i < parts.Length; i++)
        {
            (int message, int start, int length, _) = parts[i];
            (lengths[i], offsets[i]) = (length, messages.Offset(message) + start);
            if (!messages.ArePacked) memories[i] = messages.Memory(message);
        }

        new LaneScheduler<uint, Blake3ChunkHash>(new(keys, last, parts, bytes), shape).Run(
            messages.ArePacked ? new(messages.Source, lengths, offsets) : new(memories, lengths, offsets), default, digests);
        // The pool must not keep the messages alive.
        if (!messages.ArePacked) ArrayPool<ReadOnlyMemory<byte>>.Shared.Return(memories, clearArray: true);
    }

    private void ReadChunks(ReadOnlySpan<Blake3Part> parts) => OutputBlocks.Read<uint, Blake3Roots<ChunkRoots>>(
        new Blake3Roots<ChunkRoots>(new ChunkRoots(messages, keys, parts, values)), destination, hashBytes, shape);

    private readonly Span<byte> Value(int index) => values.AsSpan(index * ValueBytes, ValueBytes);

    /// <summary>
    /// Represents one-chunk messages as roots. Each root consists of the chaining value before the last block, and the last
    /// block.
    /// </summary>
    private readonly ref struct ChunkRoots(
        BatchMessages messages, Blake3Keys keys, ReadOnlySpan<Blake3Part> parts, ReadOnlySpan<byte> values) : IBlake3Roots
    {
        private readonly BatchMessages messages = messages;
        private readonly Blake3Keys keys = keys;
        private readonly ReadOnlySpan<Blake3Part> parts = parts;
        private readonly ReadOnlySpan<byte> values = values;

        public readonly int Count => parts.Length;

        public readonly ulong Position(int root) => 0;

        public readonly int ValueIndex(int root) => parts[root].Message;

        public void Node(int root, scoped Span<uint> state, scoped Span<byte> block)
        {
            (int message, _, int fullBytes, _) = parts[root];
            ReadOnlySpan<byte> rest = messages.Slice(message, fullBytes, messages.Length(message) - fullBytes);
            Blake3OneShot.Start(state, keys.Of(message), keys.Mode, 0);
            if (fullBytes > 0)
            {
                Word<uint>.ReadLittleEndian(values.Slice(root * ValueBytes), state.Slice(0, Blake3State.ChainingWords));
                state[Blake3State.FirstFlags] = keys.Mode;
            }

            state[Blake3State.FirstFlags] |= Blake3Spec.ChunkEnd;
            state[Blake3State.Length] = (uint)rest.Length;
            rest.CopyTo(block);
            block.Slice(rest.Length).Clear();
        }
    }
}
