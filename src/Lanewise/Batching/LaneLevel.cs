namespace Lanewise.Batching;

/// <summary>
/// Defines nodes that start alike and can be computed independently: the chunks, leaves or parents of a tree level, the keys of a
/// batch, or messages with long outputs.
/// </summary>
internal interface ILaneNodes<TWord>
    where TWord : unmanaged
{
    /// <inheritdoc cref="ILaneJob{TWord}.MostStreams"/>
    static abstract int MostStreams { get; }

    static abstract int StateWords { get; }

    /// <inheritdoc cref="ILaneHash{TWord}.ScratchWords"/>
    static abstract int ScratchWords { get; }

    /// <summary>
    /// The length in bytes of a lane's block buffer, for input that the kernel cannot read in place. The buffers are zeroed
    /// before the first node. They keep their contents from one node to the next.
    /// </summary>
    static abstract int BlockBytes { get; }

    /// <summary>
    /// The number of value bytes at the start of a state. A longer value is computed in parts of this length.
    /// </summary>
    static abstract int ValueBytes { get; }

    int Count { get; }

    /// <summary>Returns the index of a node's value within the level.</summary>
    int ValueIndex(int node);

    /// <summary>Writes the initial state that all nodes share.</summary>
    void Start(scoped Span<TWord> state);

    /// <summary>
    /// Writes a node's specific values into a lane's state and block buffer, and returns the offset of the node's input.
    /// </summary>
    int Set(int node, scoped Span<TWord> states, scoped Span<byte> blocks, int lanes, int lane);

    /// <summary>Computes the given part of the values. The parts are computed in order, starting at part 0.</summary>
    void Run<TLanes>(scoped Span<TWord> states, scoped Span<int> offsets, scoped Span<byte> blocks, int part)
        where TLanes : struct, ILanes<TLanes, TWord>;

    /// <summary>
    /// Computes the value of a single node. This method is called if too few nodes are left to fill the lanes.
    /// </summary>
    void RunOne(int node, scoped Span<byte> value);
}

/// <summary>
/// Computes nodes, one node per lane. In an incomplete last group, the unused lanes compute the last node again.
/// </summary>
/// <remarks>
/// The input of a group of nodes is read before the first part of the group's values is written. Therefore, values that have only
/// one part can overwrite input that has already been read.
/// </remarks>
internal readonly ref struct LaneLevel<TWord, TLanes>
    where TWord : unmanaged
    where TLanes : struct, ILanes<TLanes, TWord>
{
    private readonly Span<TWord> words;
    private readonly Span<int> numbers;
    private readonly Span<byte> bytes;
    private readonly int stateWords, outputBytes;

    /// <summary>
    /// Creates an instance that uses the caller's zeroed memory: words for the states of all lanes with the scratch words, and
    /// for the initial state; two numbers per lane; bytes for a value per lane, rounded up to a multiple of four words, and for
    /// the block buffers.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public LaneLevel(int stateWords, int valueBytes, Span<TWord> words, Span<int> numbers, Span<byte> bytes)
    {
        this.stateWords = stateWords;
        outputBytes = LaneStates.RowBytes<TWord>(valueBytes) * TLanes.Count;
        this.words = words;
        this.numbers = numbers;
        this.bytes = bytes;
    }

    private Span<TWord> StartState => words.Slice(words.Length - stateWords);

    private static int Fewest
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => LaneTable.FewestForLanes(TLanes.Count);
    }

    /// <summary>
    /// Sets the initial state that all nodes share in subsequent calls to <see cref="Run"/>. If there are too few nodes to fill
    /// the lanes, this method does nothing.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start<TNodes>(in TNodes nodes)
        where TNodes : struct, ILaneNodes<TWord>, allows ref struct
    {
        if (nodes.Count >= Fewest) nodes.Start(StartState);
    }

    /// <summary>Computes all nodes, and writes each node's value at its index.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Run<TNodes>(TNodes nodes, Span<byte> values, int valueBytes)
        where TNodes : struct, ILaneNodes<TWord>, allows ref struct
    {
        int lanes = TLanes.Count, count = nodes.Count, i = 0;
        Span<TWord> states = words.Slice(0, words.Length - stateWords), start = StartState;
        Span<int> offsets = numbers.Slice(0, lanes), indexes = numbers.Slice(lanes);
        Span<byte> output = bytes.Slice(0, outputBytes), blocks = bytes.Slice(outputBytes);
        for (int n; count - i >= Fewest; i += n)
        {
            n = Math.Min(lanes, count - i);
            LaneStates.Broadcast<TWord, TLanes>(start, states);
            for (int l = 0; l < lanes; l++) offsets[l] = nodes.Set(i + Math.Min(l, n - 1), states, blocks, lanes, l);
            int index = nodes.ValueIndex(i);
            bool areAdjacent = nodes.ValueIndex(i + n - 1) - index == n - 1;
            for (int l = 0; !areAdjacent && l < n; l++) indexes[l] = nodes.ValueIndex(i + l);
            for (int at = 0, part = 0; at < valueBytes; at += TNodes.ValueBytes, part++)
            {
                nodes.Run<TLanes>(states, offsets, blocks, part);
                LaneStates.StoreValues<TWord, TLanes>(
                    states, n, values.Slice(areAdjacent ? (index * valueBytes) + at : at),
                    Math.Min(TNodes.ValueBytes, valueBytes - at), valueBytes, output,
                    areAdjacent ? default : indexes.Slice(0, n));
            }
        }

        for (; i < count; i++) nodes.RunOne(i, values.Slice(nodes.ValueIndex(i) * valueBytes, valueBytes));
    }

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(words));
        CryptographicOperations.ZeroMemory(bytes);
    }
}

/// <summary>Computes nodes with the given vector width and number of streams.</summary>
internal static class LaneLevel
{
    /// <summary>Computes values that consist of words. Each value has one part of the full length.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Run<TWord, TNodes>(in TNodes nodes, Span<TWord> values, LaneShape shape)
        where TWord : unmanaged
        where TNodes : struct, ILaneNodes<TWord>, allows ref struct
    {
        Run<TWord, TNodes>(nodes, MemoryMarshal.AsBytes(values), TNodes.ValueBytes, shape);
        Word<TWord>.FromLittleEndian(values);
    }

    [MethodImpl(CompileOptions.AtOnce)]
    public static void Run<TWord, TNodes>(in TNodes nodes, Span<byte> values, int valueBytes, LaneShape shape)
        where TWord : unmanaged
        where TNodes : struct, ILaneNodes<TWord>, allows ref struct
    {
        // A single node needs no lanes, so the code for lanes is not compiled.
        if (nodes.Count == 1)
        {
            nodes.RunOne(0, values.Slice(nodes.ValueIndex(0) * valueBytes, valueBytes));
            return;
        }

        Job<TWord, TNodes> job = new(nodes, values, valueBytes);
        LaneDispatch.Run<TWord, Job<TWord, TNodes>>(shape, ref job);
    }

    private ref struct Job<TWord, TNodes>(TNodes nodes, Span<byte> values, int valueBytes) : ILaneJob<TWord>
        where TWord : unmanaged
        where TNodes : struct, ILaneNodes<TWord>, allows ref struct
    {
        private readonly TNodes nodes = nodes;
        private readonly Span<byte> values = values;

        public static int MostStreams => TNodes.MostStreams;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            LaneLevel<TWord, TLanes> level = new(
                TNodes.StateWords, TNodes.ValueBytes,
                stackalloc TWord[((TNodes.StateWords + TNodes.ScratchWords) * TLanes.Count) + TNodes.StateWords],
                stackalloc int[2 * TLanes.Count],
                stackalloc byte[(LaneStates.RowBytes<TWord>(TNodes.ValueBytes) + TNodes.BlockBytes) * TLanes.Count]);
            level.Start(nodes);
            level.Run(nodes, values, valueBytes);
            level.Wipe();
        }
    }
}
