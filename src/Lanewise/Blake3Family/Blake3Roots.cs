namespace Lanewise.Blake3Family;

/// <summary>Supplies the root nodes whose output is read (BLAKE3 paper, section 2.6).</summary>
internal interface IBlake3Roots
{
    int Count { get; }

    /// <summary>Returns the offset of the first byte to read.</summary>
    ulong Position(int root);

    /// <summary>Returns the index of the output in the destination.</summary>
    int ValueIndex(int root);

    /// <summary>Writes the node's state (without the root flag) and the node's block (padded with zeros).</summary>
    void Node(int root, scoped Span<uint> state, scoped Span<byte> block);
}

/// <summary>
/// Computes the output of root nodes. Each root is compressed once for each output block, with the block's index as the
/// counter.
/// </summary>
internal ref struct Blake3Roots<TNodes>(TNodes nodes) : IOutputRoots<uint>
    where TNodes : struct, IBlake3Roots, allows ref struct
{
    // This field is not readonly, because each method call on a readonly field would copy the struct.
    private TNodes nodes = nodes;

    public static LaneTable Table => Blake3ChunkHash.Table;
    public static int MostStreams => Blake3ChunkHash.MostStreams;
    public static int OutputBytes => Blake3Spec.BlockBytes;
    public static int BlockBytes => Blake3Spec.BlockBytes;
    public static int StateWords => Blake3State.WideWords;
    public static int ScratchWords => 0;
    public static bool CountsInBlock => false;
    public static int OwnWords => Blake3State.Words;
    public static int OutputWord => Blake3State.Output;
    public int Count => nodes.Count;

    public ulong Position(int root) => nodes.Position(root);

    public int ValueIndex(int root) => nodes.ValueIndex(root);

    public readonly void Start(scoped Span<uint> state)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Set(int root, scoped Span<uint> state, scoped Span<byte> block)
    {
        nodes.Node(root, state, block);
        state[Blake3State.FirstFlags] |= Blake3Spec.Root;
        state[Blake3State.LastFlags] = 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Number(scoped ReadOnlySpan<ulong> numbers, scoped Span<uint> states, scoped Span<byte> blocks)
    {
        int lanes = numbers.Length;
        Span<uint> low = states.Slice(Blake3State.T0 * lanes, lanes), high = states.Slice(Blake3State.T1 * lanes, lanes);
        for (int l = 0; l < lanes; l++)
        {
            low[l] = (uint)numbers[l];
            high[l] = (uint)(numbers[l] >> 32);
        }
    }

    public static void Run<TLanes>(
        scoped Span<uint> states, scoped ReadOnlySpan<byte> blocks, scoped ReadOnlySpan<int> offsets)
        where TLanes : struct, ILanes<TLanes, uint> => Blake3Lanes<TLanes, WideOutput>.Run(states, blocks, offsets, 1);
}

/// <summary>Represents a single root.</summary>
internal readonly ref struct Blake3Root(ReadOnlySpan<uint> root, ReadOnlySpan<byte> rootBlock, ulong position) : IBlake3Roots
{
    private readonly ReadOnlySpan<uint> root = root;
    private readonly ReadOnlySpan<byte> rootBlock = rootBlock;

    public int Count => 1;

    public ulong Position(int number) => position;

    public int ValueIndex(int number) => 0;

    public void Node(int number, scoped Span<uint> state, scoped Span<byte> block)
    {
        root.Slice(0, Blake3State.Words).CopyTo(state);
        rootBlock.Slice(0, Blake3Spec.BlockBytes).CopyTo(block);
    }

    /// <summary>Reads the output of the root. The destination may overlap the root's block.</summary>
    public void Read(Span<byte> destination, LaneShape? shape = null) =>
        OutputBlocks.Read<uint, Blake3Roots<Blake3Root>>(
            new Blake3Roots<Blake3Root>(this), destination, destination.Length, shape);
}
