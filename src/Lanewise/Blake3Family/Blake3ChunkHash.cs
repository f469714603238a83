namespace Lanewise.Blake3Family;

/// <summary>
/// Describes chunks to the lane scheduler: messages of at most one chunk, or the given parts of messages. The messages are
/// unkeyed, share one key, or have one key each.
/// </summary>
/// <param name="keys">The keys of the messages.</param>
/// <param name="last">The additional flags for the last block: the chunk-end flag and, for a root, the root flag.</param>
/// <param name="parts">The chunks as parts of messages, or an empty span if each message is one chunk.</param>
/// <param name="hashBytes">The digest length in bytes.</param>
internal readonly ref struct Blake3ChunkHash(Blake3Keys keys, uint last, ReadOnlySpan<Blake3Part> parts, int hashBytes)
    : ILaneHash<uint>
{
    private readonly Blake3Keys keys = keys;
    private readonly ReadOnlySpan<Blake3Part> parts = parts;

    public static LaneTable Table => CpuProfile.Here.Blake3Streams;
    public static int MostStreams => StreamLimits.Blake3;
    public static int BlockBytes => Blake3Spec.BlockBytes;
    public static int FinalBlockCounts => 1;

    // The counter is the chunk's index, which does not follow from the length. Therefore, the counter is stored with the
    // chaining value.
    public static int ChainingWords => Blake3State.Length;

    public static int StateWords => Blake3State.Words;
    public static int ScratchWords => Blake3State.OutputWords;
    public static bool TakesTransposed => false;
    public int HashBytes => hashBytes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FullBlocks(int length) => Blake3OneShot.FullBlocks(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FinalBlocks(int length) => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Pad(int message, int length, int rest, scoped Span<byte> blocks)
    {
        // Nothing to do: the last block is padded with zeros.
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => keys.ArePerMessage || Counter(message) > 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(int message, int length, scoped Span<uint> state) => Blake3OneShot.Start(
        state, keys.Of(parts.IsEmpty ? message : parts[message].Message), keys.Mode, Counter(message));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetFinalWords(int length, scoped Span<uint> rest)
    {
        int fullBlocks = Blake3OneShot.FullBlocks(length);
        uint flags = keys.Mode | last | (fullBlocks == 0 ? Blake3Spec.ChunkStart : 0);
        rest[0] = (uint)(length - (fullBlocks * Blake3Spec.BlockBytes));
        rest[Blake3State.FirstFlags - Blake3State.Length] = flags;
        rest[Blake3State.LaterFlags - Blake3State.Length] = flags;
        rest[Blake3State.LastFlags - Blake3State.Length] = 0;
    }

    // Returns the index of a chunk within its message.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint Counter(int message) => parts.IsEmpty ? 0 : (uint)parts[message].Start / Blake3Spec.ChunkBytes;

    public bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<uint> states, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, uint> => Blake3Lanes<TLanes, ChainingOutput>.Run(states, source, offsets, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<uint> state, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        Blake3Single.Run(state, source, offset, blocks);
}
