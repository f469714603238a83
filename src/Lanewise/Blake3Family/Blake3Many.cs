namespace Lanewise.Blake3Family;

/// <summary>
/// Chunks for the scheduler: messages of at most one chunk, or, with parts, those chunks of them. Unkeyed, with one key, or
/// with one key per message.
/// </summary>
/// <param name="keys">The keys of the messages.</param>
/// <param name="last">
/// The additional flags of the last block: the end of the chunk and the root, if they apply.
/// </param>
/// <param name="parts">The messages of the chunks, and their offsets: none, or all in the first chunk.</param>
/// <param name="hashBytes">The length of a digest in bytes.</param>
internal readonly ref struct Blake3Many(Blake3Keys keys, uint last, ReadOnlySpan<Blake3Part> parts, int hashBytes)
    : ILaneHash<uint>
{
    private readonly Blake3Keys keys = keys;
    private readonly ReadOnlySpan<Blake3Part> parts = parts;

    public static LaneTable Table => Make.Here.Blake3Streams;
    public static int BlockBytes => Blake3Spec.BlockBytes;
    public static int TailSizes => 1;

    // The counter belongs to the message, not to its length, so it is stored with the chaining value.
    public static int ChainingWords => Blake3Record.Length;

    public static int RecordWords => Blake3Record.Words;
    public static int MessageWords => 0;
    public static bool TakesTransposed => false;
    public int HashBytes => hashBytes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => Blake3One.BodyBlocks(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TailBlocks(int length) => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail) => rest.CopyTo(tail);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => keys.PerMessage || Counter(message) > 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(int message, int length, scoped Span<uint> record) => Blake3One.Start(
        record, keys.Of(parts.IsEmpty ? message : parts[message].Message), keys.Mode, Counter(message));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Close(int length, scoped Span<uint> rest)
    {
        int body = Blake3One.BodyBlocks(length);
        uint flags = keys.Mode | last | (body == 0 ? Blake3Spec.ChunkStart : 0);
        rest[0] = (uint)(length - (body * Blake3Spec.BlockBytes));
        rest[Blake3Record.FirstFlags - Blake3Record.Length] = flags;
        rest[Blake3Record.LaterFlags - Blake3Record.Length] = flags;
        rest[Blake3Record.LastFlags - Blake3Record.Length] = 0;
    }

    // The index of a chunk within its message.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint Counter(int message) => parts.IsEmpty ? 0 : (uint)parts[message].Start / Blake3Spec.ChunkBytes;

    public bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<uint> records, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, uint> => Blake3Lanes<TLanes, ChainingOutput>.Run(records, source, offsets, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<uint> record, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        Blake3Single.Run(record, source, offset, blocks);
}
