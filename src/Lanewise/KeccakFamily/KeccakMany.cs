namespace Lanewise.KeccakFamily;

/// <summary>The size of a sponge's record.</summary>
internal interface IKeccakRecord
{
    static abstract int Words { get; }
}

/// <summary>The state.</summary>
internal readonly struct StateRecord : IKeccakRecord
{
    public static int Words => KeccakSpec.StateWords;
}

/// <summary>The state in whole groups of four words, as it leaves the lanes if more output follows.</summary>
internal readonly struct WholeStateRecord : IKeccakRecord
{
    public const int Bytes = 8 * 28;

    public static int Words => Bytes / 8;
}

/// <summary>A sponge for the scheduler: digests of at most a block, or whole states.</summary>
/// <param name="hashBytes">The length of a digest, or of a whole state.</param>
/// <param name="ending">
/// The ending of each message: a byte, or more if the ending varies (<see cref="KeccakOne{TSpec}.HasOwnEnding"/>). Empty if
/// messages of at least one byte are absorbed without an ending, padded with zeros to whole blocks.
/// </param>
/// <param name="start">The state before the messages; empty means zeros. For a MAC also whole states, one per message.</param>
internal readonly ref struct KeccakMany<TSpec, TRecord>(
    int hashBytes, ReadOnlySpan<byte> ending, ReadOnlySpan<ulong> start) : ILanePieces<ulong>
    where TSpec : struct, IKeccakSpec
    where TRecord : struct, IKeccakRecord
{
    private readonly ReadOnlySpan<byte> ending = ending;
    private readonly ReadOnlySpan<ulong> start = start;

    public static LaneTable Table => Make.Here.KeccakStreams;
    public static int BlockBytes => TSpec.RateBytes;
    public static int TailSizes => KeccakOne<TSpec>.HasOwnEnding ? 2 : 1;
    public static int ChainingWords => TRecord.Words;
    public static int RecordWords => TRecord.Words;
    public static int MessageWords => 0;
    public static bool TakesTransposed => false;
    public static bool HoldsLast => false;
    public static int CountWord => -1;
    public int HashBytes => hashBytes;
    private bool HasKeys => KeccakOne<TSpec>.HasOwnEnding && start.Length > WholeStateRecord.Bytes / 8;

    // The last block of a message without an ending is its final block, so there always is one.
    private int Held => KeccakOne<TSpec>.HasOwnEnding && ending.IsEmpty ? 1 : 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => (length - Held) / TSpec.RateBytes;

    // A single byte after the rest, which is less than a block, always fits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TailBlocks(int length) => !KeccakOne<TSpec>.HasOwnEnding ? 1
        : (length - (BodyBlocks(length) * TSpec.RateBytes) + ending.Length + TSpec.RateBytes - 1) / TSpec.RateBytes;

    // The last bit of the padding is at the end of the block.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail)
    {
        rest.CopyTo(tail);
        ending.CopyTo(tail.Slice(rest.Length));
        if (Held == 0) tail[^1] |= 0x80;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => HasKeys;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(int message, int length, scoped Span<ulong> record)
    {
        record.Clear();
        ReadOnlySpan<ulong> own = start.Slice(HasKeys ? message * WholeStateRecord.Bytes / 8 : 0);
        own.Slice(0, Math.Min(KeccakSpec.StateWords, own.Length)).CopyTo(record);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Close(int length, scoped Span<ulong> rest)
    {
        // There is no counter.
    }

    public bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<ulong> records, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        KeccakKernel<TLanes>.Run(records, source, offsets, blocks, TSpec.RateBytes / 8, TSpec.FirstRound);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<ulong> record, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        KeccakOne<TSpec>.Run(record, source, offset, blocks);
}
