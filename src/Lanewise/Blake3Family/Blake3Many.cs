namespace Lanewise.Blake3Family;

/// <summary>
/// Chunks for the scheduler: messages of at most one chunk, or the last chunks of longer ones, which have a counter. Without
/// a key, with one, or with a key per message.
/// </summary>
internal readonly ref struct Blake3Many(
    ReadOnlySpan<uint> keys, uint mode, uint last, ReadOnlySpan<uint> counters, int hashBytes) : ILaneHash<uint>
{
    // Eight words: one key, or one per message. Flags of all blocks (mode) and those that the last block has beside them: the end
    // of the chunk, if it is that, and the root. The number of each chunk within its message, where they are not all the first.
    private readonly ReadOnlySpan<uint> keys = keys;
    private readonly ReadOnlySpan<uint> counters = counters;

    public static LaneTable Table => Make.Here.Blake3Streams;
    public static int BlockBytes => Blake3Spec.BlockBytes;
    public static int TailSizes => 1;

    // The counter belongs to the message, not to its length, so it travels with the chaining value.
    public static int ChainingWords => Blake3Record.Length;

    public static int RecordWords => Blake3Record.Words;
    public static int MessageWords => 0;
    public int HashBytes => hashBytes;
    private bool OneKey => keys.Length == Blake3Record.ChainingWords;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => Blake3One.BodyBlocks(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TailBlocks(int length) => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail) => rest.CopyTo(tail);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => !OneKey || !counters.IsEmpty;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(int message, int length, scoped Span<uint> record) => Blake3One.Start(
        record, OneKey ? keys : keys.Slice(message * Blake3Record.ChainingWords), mode, counters.IsEmpty ? 0 : counters[message]);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Close(int length, scoped Span<uint> rest)
    {
        int body = Blake3One.BodyBlocks(length);
        uint flags = mode | last | (body == 0 ? Blake3Spec.ChunkStart : 0);
        rest[0] = (uint)(length - (body * Blake3Spec.BlockBytes));
        rest[Blake3Record.FirstFlags - Blake3Record.Length] = flags;
        rest[Blake3Record.LaterFlags - Blake3Record.Length] = flags;
        rest[Blake3Record.LastFlags - Blake3Record.Length] = 0;
    }

    public bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<uint> records, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, uint> => Blake3Lanes<TLanes, ChainingOutput>.Run(records, source, offsets, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<uint> record, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        Blake3Single.Run(record, source, offset, blocks);
}
