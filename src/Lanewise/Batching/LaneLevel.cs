namespace Lanewise.Batching;

/// <summary>Defines the nodes of one tree level, which can be computed independently: chunks, leaves or parents.</summary>
internal interface ILaneNodes<TWord>
    where TWord : unmanaged
{
    /// <inheritdoc cref="ILaneJob{TWord}.MostStreams"/>
    static abstract int MostStreams { get; }

    static abstract int StateWords { get; }

    /// <inheritdoc cref="ILaneHash{TWord}.ScratchWords"/>
    static abstract int ScratchWords { get; }

    /// <summary>The length in bytes of a node's value, rounded up to a multiple of four words.</summary>
    static abstract int ValueBytes { get; }

    int Count { get; }

    /// <summary>Returns the index of a node's value within the level.</summary>
    int ValueIndex(int node);

    /// <summary>Writes the initial state that all nodes share.</summary>
    void Start(scoped Span<TWord> state);

    /// <summary>Writes a node's specific values into a lane, and returns the offset of the node's input.</summary>
    int Set(int node, scoped Span<TWord> states, int lanes, int lane);

    void Run<TLanes>(scoped Span<TWord> states, scoped Span<int> offsets)
        where TLanes : struct, ILanes<TLanes, TWord>;

    /// <summary>
    /// Computes the value of a single node. This method is called if too few nodes are left to fill the lanes.
    /// </summary>
    void RunOne(int node, scoped Span<byte> value);
}

/// <summary>
/// Computes the nodes of a tree level, one node per lane. In an incomplete last group, the unused lanes compute the last node
/// again.
/// </summary>
/// <remarks>
/// The input of a group of nodes is read before the group's values are written. Therefore, the values can overwrite input that
/// has already been read.
/// </remarks>
internal readonly ref struct LaneLevel<TWord, TLanes>
    where TWord : unmanaged
    where TLanes : struct, ILanes<TLanes, TWord>
{
    private readonly Span<TWord> start;
    private readonly Span<TWord> states;
    private readonly Span<int> offsets;
    private readonly Span<byte> output;

    /// <summary>
    /// Creates an instance that uses the caller's memory: the initial states of all lanes, the states with the scratch words, and
    /// an offset and a value per lane.
    /// </summary>
    public LaneLevel(Span<TWord> start, Span<TWord> states, Span<int> offsets, Span<byte> output)
    {
        this.start = start;
        this.states = states;
        this.offsets = offsets;
        this.output = output;
    }

    private static int Fewest
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => LaneTable.FewestForLanes(TLanes.Count);
    }

    /// <summary>
    /// Sets the initial state that all nodes share in subsequent calls to <see cref="Run"/>. If there are too few nodes to fill
    /// the lanes, this method does nothing.
    /// </summary>
    public void Start<TNodes>(in TNodes nodes)
        where TNodes : struct, ILaneNodes<TWord>, allows ref struct
    {
        if (nodes.Count < Fewest) return;

        Span<TWord> state = stackalloc TWord[TNodes.StateWords];
        nodes.Start(state);
        LaneStates.Broadcast<TWord, TLanes>(state, start);
        state.Clear();
    }

    /// <summary>Computes all nodes, and writes each node's value at its index.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Run<TNodes>(TNodes nodes, Span<byte> values, int valueBytes)
        where TNodes : struct, ILaneNodes<TWord>, allows ref struct
    {
        int lanes = TLanes.Count, count = nodes.Count, i = 0;
        for (int n; count - i >= Fewest; i += n)
        {
            n = Math.Min(lanes, count - i);
            start.CopyTo(states);
            for (int l = 0; l < offsets.Length; l++) offsets[l] = nodes.Set(i + Math.Min(l, n - 1), states, lanes, l);
            nodes.Run<TLanes>(states, offsets);
            int index = nodes.ValueIndex(i);
            if (nodes.ValueIndex(i + n - 1) - index == n - 1)
            {
                LaneStates.StoreValues<TWord, TLanes>(states, n, values.Slice(index * valueBytes), valueBytes, output);
                continue;
            }

            for (int l = 0; l < n; l++) offsets[l] = nodes.ValueIndex(i + l);
            LaneStates.StoreValues<TWord, TLanes>(states, n, values, valueBytes, output, offsets.Slice(0, n));
        }

        for (; i < count; i++) nodes.RunOne(i, values.Slice(nodes.ValueIndex(i) * valueBytes, valueBytes));
    }

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(states));
        CryptographicOperations.ZeroMemory(output);
    }
}

/// <summary>Computes the nodes of a tree level with the given vector width and number of streams.</summary>
internal static class LaneLevel
{
    public static void Run<TWord, TNodes>(in TNodes nodes, Span<byte> values, int valueBytes, LaneShape shape)
        where TWord : unmanaged
        where TNodes : struct, ILaneNodes<TWord>, allows ref struct
    {
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

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            LaneLevel<TWord, TLanes> level = new(
                stackalloc TWord[TNodes.StateWords * TLanes.Count],
                stackalloc TWord[(TNodes.StateWords + TNodes.ScratchWords) * TLanes.Count], stackalloc int[TLanes.Count],
                stackalloc byte[TNodes.ValueBytes * TLanes.Count]);
            level.Start(nodes);
            level.Run(nodes, values, valueBytes);
            level.Wipe();
        }
    }
}
