namespace Lanewise.Batching;

/// <summary>
/// Represents the roots of long outputs. Compressing a root with block number <c>i</c> produces block <c>i</c> of the root's
/// output.
/// </summary>
internal interface IOutputRoots<TWord>
    where TWord : unmanaged
{
    /// <summary>The fastest number of streams for each vector width.</summary>
    static abstract LaneTable Table { get; }

    /// <inheritdoc cref="ILaneJob{TWord}.MostStreams"/>
    static abstract int MostStreams { get; }

    /// <summary>The length of an output block in bytes, which is a multiple of four words.</summary>
    static abstract int OutputBytes { get; }

    /// <summary>The length of the input block of the compression, in bytes.</summary>
    static abstract int BlockBytes { get; }

    static abstract int StateWords { get; }

    /// <inheritdoc cref="ILaneHash{TWord}.ScratchWords"/>
    static abstract int ScratchWords { get; }

    /// <summary>The number of words, at the start of a state, that differ between roots.</summary>
    static abstract int OwnWords { get; }

    /// <summary>Indicates whether the input block, rather than the state, contains the number of the output block.</summary>
    static abstract bool CountsInBlock { get; }

    /// <summary>
    /// The index of the first output word in a state. The kernel does not change the words before this index.
    /// </summary>
    static abstract int OutputWord { get; }

    int Count { get; }

    /// <summary>Returns the offset of the first output byte to read.</summary>
    ulong Position(int root);

    /// <summary>Returns the index of a root's output in the destination.</summary>
    int ValueIndex(int root);

    /// <summary>Writes the values that all roots share into a zeroed state.</summary>
    void Start(scoped Span<TWord> state);

    /// <summary>Writes the values that are specific to a root into a state, and writes the root's input block.</summary>
    void Set(int root, scoped Span<TWord> state, scoped Span<byte> block);

    /// <summary>Sets the number of the output block for each lane.</summary>
    void Number(scoped ReadOnlySpan<ulong> numbers, scoped Span<TWord> states, scoped Span<byte> blocks);

    static abstract void Run<TLanes>(
        scoped Span<TWord> states, scoped ReadOnlySpan<byte> blocks, scoped ReadOnlySpan<int> offsets)
        where TLanes : struct, ILanes<TLanes, TWord>;
}

/// <summary>Computes output of any length, starting at any position, with one output block per lane.</summary>
internal static class OutputBlocks
{
    /// <summary>Computes the given number of output bytes for each root. The caller has checked the ranges.</summary>
    public static void Read<TWord, TRoots>(in TRoots roots, Span<byte> destination, int bytes, LaneShape? shape = null)
        where TWord : unmanaged
        where TRoots : struct, IOutputRoots<TWord>, allows ref struct
    {
        if (bytes == 0 || roots.Count == 0) return;

        long blocks =
            ((long)(roots.Position(0) % (uint)TRoots.OutputBytes) + bytes + TRoots.OutputBytes - 1) / TRoots.OutputBytes;
        Job<TWord, TRoots> job = new(roots, destination, bytes);
        LaneDispatch.Run<TWord, Job<TWord, TRoots>>(
            TRoots.Table.ChooseFor<TWord>(roots.Count * blocks, shape), ref job);
    }

    private ref struct Job<TWord, TRoots>(TRoots roots, Span<byte> destination, int bytes) : ILaneJob<TWord>
        where TWord : unmanaged
        where TRoots : struct, IOutputRoots<TWord>, allows ref struct
    {
        // This field is not readonly, because each method call on a readonly field would copy the struct.
        private TRoots roots = roots;
        private readonly Span<byte> destination = destination;

        public static int MostStreams => TRoots.MostStreams;

        // Indicates whether the kernel preserves the words from which the next kernel call starts.
        private static bool KeepsStart => TRoots.OutputWord > 0;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count, size = TRoots.OutputBytes, groupBytes = lanes * size,
                quads = size / (4 * Word<TWord>.Bytes);
            Span<TWord> states = stackalloc TWord[(TRoots.StateWords + TRoots.ScratchWords) * lanes];
            Span<TWord> state = stackalloc TWord[KeepsStart ? TRoots.OutputWord : TRoots.StateWords];
            Span<TWord> start = KeepsStart ? states.Slice(0, state.Length * lanes) : stackalloc TWord[state.Length * lanes];
            // If only the state distinguishes the blocks of one root, all lanes read the same input block.
            int rows = roots.Count > 1 || TRoots.CountsInBlock ? lanes : 1;
            Span<byte> blocks = stackalloc byte[rows * TRoots.BlockBytes], output = stackalloc byte[groupBytes];
            Span<int> offsets = stackalloc int[lanes], skips = stackalloc int[Math.Min(lanes, roots.Count)];
            Span<ulong> numbers = stackalloc ulong[lanes], begins = stackalloc ulong[skips.Length];
            roots.Start(state);
            if (roots.Count > 1) LaneStates.Broadcast<TWord, TLanes>(state, start);
            for (int l = 0; l < rows; l++) offsets[l] = l * TRoots.BlockBytes;
            for (int first = 0, count; first < roots.Count; first += count)
            {
                count = Math.Min(lanes, roots.Count - first);
                int index = roots.ValueIndex(first), most = 0;
                bool isAligned = roots.ValueIndex(first + count - 1) - index == count - 1;
                for (int r = 0; r < count; r++)
                {
                    ulong position = roots.Position(first + r);
                    begins[r] = position / (uint)size;
                    skips[r] = (int)(position % (uint)size);
                    isAligned &= skips[r] == 0;
                    most = Math.Max(most, (int)(((long)skips[r] + bytes + size - 1) / size));
                }

                if (count == 1 || (count < lanes && most >= lanes))
                {
                    // The output blocks of one root fill all lanes, so the root is copied into all lanes once.
                    count = 1;
                    roots.Set(first, state, blocks);
                    LaneStates.Broadcast<TWord, TLanes>(state, start);
                    for (int l = 1; l < rows; l++) blocks.Slice(0, TRoots.BlockBytes).CopyTo(blocks.Slice(offsets[l]));
                    Span<byte> target = destination.Slice(index * bytes, bytes);
                    ulong begin = begins[0];
                    for (int done = 0, skip = skips[0]; done < bytes; skip = 0)
                    {
                        for (int l = 0; l < numbers.Length; l++) numbers[l] = begin++;
                        roots.Number(numbers, start, blocks);
                        Compress<TLanes>(start, states, blocks, offsets);
                        int n = Math.Min(groupBytes - skip, bytes - done);
                        ReadOnlySpan<TWord> words = states.Slice(TRoots.OutputWord * lanes);
                        LaneStates.Store<TWord, TLanes>(words, n == groupBytes ? target.Slice(done) : output, size, quads);
                        if (n < groupBytes) output.Slice(skip, n).CopyTo(target.Slice(done));
                        done += n;
                    }

                    continue;
                }

                // If there are as many roots as lanes, each root stays in the same lane for all blocks. If there are fewer
                // roots, the lanes process the blocks of one root after the blocks of the previous root.
                bool stay = count == lanes;
                int root = 0, block = 0;
                for (int left = count * most; left > 0; left -= lanes)
                {
                    int n = Math.Min(lanes, left), firstRoot = root, firstBlock = block;
                    for (int l = 0; l < n; l++)
                    {
                        if (!stay || block == 0)
                        {
                            roots.Set(first + root, state, blocks.Slice(l * TRoots.BlockBytes, TRoots.BlockBytes));
                            LaneStates.Scatter(state.Slice(0, TRoots.OwnWords), start, lanes, l);
                        }

                        numbers[l] = begins[root] + (uint)block;
                        Next(ref root, ref block, count, most, stay);
                    }

                    roots.Number(numbers, start, blocks);
                    Compress<TLanes>(start, states, blocks, offsets);
                    ReadOnlySpan<TWord> words = states.Slice(TRoots.OutputWord * lanes);
                    if (stay && isAligned && (firstBlock + 1) * size <= bytes)
                    {
                        LaneStates.Store<TWord, TLanes>(
                            words, destination.Slice((index * bytes) + (firstBlock * size)), bytes, quads);
                        continue;
                    }

                    LaneStates.Store<TWord, TLanes>(words, output, size, quads);
                    for (int l = 0, r = firstRoot, b = firstBlock; l < n; l++)
                    {
                        // The first block may start before the requested output, and the last block may end after the requested
                        // output.
                        int from = (b * size) - skips[r], cut = Math.Max(0, -from), part = Math.Min(size, bytes - from) - cut;
                        Span<byte> target = destination.Slice(roots.ValueIndex(first + r) * bytes, bytes);
                        if (part > 0) output.Slice((l * size) + cut, part).CopyTo(target.Slice(from + cut));
                        Next(ref r, ref b, count, most, stay);
                    }
                }
            }

            if (!KeepsStart) CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start));
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(states));
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(state));
            CryptographicOperations.ZeroMemory(blocks);
            CryptographicOperations.ZeroMemory(output);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Compress<TLanes>(
            scoped ReadOnlySpan<TWord> start, scoped Span<TWord> states, scoped ReadOnlySpan<byte> blocks,
            scoped ReadOnlySpan<int> offsets)
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            if (!KeepsStart) start.CopyTo(states);
            TRoots.Run<TLanes>(states, blocks, offsets);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Next(ref int root, ref int block, int count, int most, bool stay)
        {
            if (stay)
            {
                if (++root < count) return;

                root = 0;
                block++;
            }
            else
            {
                if (++block < most) return;

                block = 0;
                root++;
            }
        }
    }
}
