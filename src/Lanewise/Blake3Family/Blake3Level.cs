namespace Lanewise.Blake3Family;

/// <summary>
/// A part of a message: its offset, its length, and the index of its chaining value. For a tree, the same fields contain the
/// index of the first chaining value, the number of values, and the index for the merged value of a pair.
/// </summary>
internal readonly record struct Blake3Part(int Message, int Start, int Length, int ValueIndex);

/// <summary>
/// Represents whole chunks: either the given parts, or all chunks of one message. The message starts at chunk
/// <paramref name="counter"/> of a tree. If the messages are not in one span, each chunk is copied to its lane's row of a buffer.
/// </summary>
internal readonly ref struct Blake3Chunks(
    BatchMessages messages, Blake3Keys keys, ulong counter, ReadOnlySpan<Blake3Part> parts, int count, Staging pieces)
    : ILaneNodes<uint>
{
    // Messages up to this total size are probably in the cache already, so they are not prefetched.
    private const int CachedBytes = 128 * Blake3Spec.ChunkBytes;

    private readonly BatchMessages messages = messages;
    private readonly Blake3Keys keys = keys;
    private readonly ReadOnlySpan<Blake3Part> parts = parts;
    private readonly Staging pieces = pieces;

    public static int MostStreams => Blake3ChunkHash.MostStreams;
    public static int StateWords => Blake3State.Words;
    public static int ScratchWords => Blake3State.OutputWords;
    public static int BlockBytes => 0;
    public static int ValueBytes => Blake3Spec.HashBytes;
    public readonly int Count => count;

    public readonly int ValueIndex(int node) => Part(node).ValueIndex;

    public readonly void Start(scoped Span<uint> state)
    {
        Blake3OneShot.Start(state, keys.Of(0), keys.Mode, 0);
        state[Blake3State.LastFlags] = Blake3Spec.ChunkEnd;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Set(int node, scoped Span<uint> states, scoped Span<byte> blocks, int lanes, int lane)
    {
        (int message, int start, int length, _) = Part(node);
        ulong t = Counter(start);
        states[(Blake3State.T0 * lanes) + lane] = (uint)t;
        states[(Blake3State.T1 * lanes) + lane] = (uint)(t >> 32);
        if (keys.ArePerMessage) LaneStates.Scatter(keys.Of(message), states, lanes, lane);
        if (messages.ArePacked)
        {
            int at = messages.Offset(message) + start;
            if (messages.Source.Length > CachedBytes) LongMessages.Prefetch(messages.Source.Slice(at, length));
            return at;
        }

        messages.Slice(message, start, length).CopyTo(pieces.Row(lane, length));
        return lane * pieces.Stride;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Run<TLanes>(scoped Span<uint> states, scoped Span<int> offsets, scoped Span<byte> blocks, int part)
        where TLanes : struct, ILanes<TLanes, uint> => Blake3Lanes<TLanes, ChainingOutput>.Run(
            states, messages.ArePacked ? messages.Source : pieces.Bytes, offsets, Blake3Spec.BlocksPerChunk);

    public void RunOne(int node, scoped Span<byte> value)
    {
        (int message, int start, int length, _) = Part(node);
        Blake3OneShot.ChunkValue(keys.Of(message), keys.Mode, Counter(start), messages.Slice(message, start, length), value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ulong Counter(int start) => counter + ((uint)start / Blake3Spec.ChunkBytes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly Blake3Part Part(int node) =>
        parts.IsEmpty ? new(0, node * Blake3Spec.ChunkBytes, Blake3Spec.ChunkBytes, node) : parts[node];
}

/// <summary>
/// Represents parents or roots, each of which merges two child values. The parts define the pairs. Without parts, the pairs are
/// adjacent values, and the parents' values overwrite them.
/// </summary>
internal readonly ref struct Blake3Parents(
    Blake3Keys keys, ReadOnlySpan<byte> values, ReadOnlySpan<Blake3Part> parts, int count, uint root = 0)
    : ILaneNodes<uint>, IBlake3Roots
{
    private readonly Blake3Keys keys = keys;
    private readonly ReadOnlySpan<Blake3Part> parts = parts;
    private readonly ReadOnlySpan<byte> values = values;

    public static int MostStreams => Blake3ChunkHash.MostStreams;
    public static int StateWords => Blake3State.Words;
    public static int ScratchWords => Blake3State.OutputWords;
    public static int BlockBytes => 0;
    public static int ValueBytes => Blake3Spec.HashBytes;
    public int Count => count;

    public int ValueIndex(int node) => Part(node).ValueIndex;

    public void Start(scoped Span<uint> state) => Blake3OneShot.Parent(state, keys.Of(0), keys.Mode, root);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Set(int node, scoped Span<uint> states, scoped Span<byte> blocks, int lanes, int lane)
    {
        Blake3Part part = Part(node);
        if (keys.ArePerMessage) LaneStates.Scatter(keys.Of(part.Message), states, lanes, lane);
        return part.Start * ValueBytes;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Run<TLanes>(scoped Span<uint> states, scoped Span<int> offsets, scoped Span<byte> blocks, int part)
        where TLanes : struct, ILanes<TLanes, uint> => Blake3Lanes<TLanes, ChainingOutput>.Run(states, values, offsets, 1);

    public void RunOne(int node, scoped Span<byte> value) =>
        Blake3OneShot.ParentValue(keys.Of(Part(node).Message), keys.Mode, Children(node), value, root);

    public ulong Position(int node) => 0;

    public void Node(int node, scoped Span<uint> state, scoped Span<byte> block)
    {
        Blake3OneShot.Parent(state, keys.Of(Part(node).Message), keys.Mode);
        Children(node).CopyTo(block);
    }

    private ReadOnlySpan<byte> Children(int node) => values.Slice(Part(node).Start * ValueBytes, Blake3Spec.BlockBytes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Blake3Part Part(int node) => parts.IsEmpty ? new(0, 2 * node, 0, node) : parts[node];
}
