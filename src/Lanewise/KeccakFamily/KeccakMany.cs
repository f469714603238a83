namespace Lanewise.KeccakFamily;

/// <summary>What the record of a sponge has room for.</summary>
internal interface IKeccakRecord
{
    static abstract int Words { get; }
}

/// <summary>The state.</summary>
internal readonly struct StateRecord : IKeccakRecord
{
    public static int Words => KeccakSpec.StateWords;
}

/// <summary>The state in whole groups of four words, as it leaves the lanes where more output follows.</summary>
internal readonly struct WholeStateRecord : IKeccakRecord
{
    public const int Bytes = 8 * 28;

    public static int Words => Bytes / 8;
}

/// <summary>A sponge for the scheduler: digests of at most a block, or whole states; the record is the state.</summary>
/// <param name="hashBytes">The length of a digest, or of a whole state.</param>
/// <param name="ending">What follows each message, one byte; more for a MAC, or none where blocks are absorbed bare.</param>
/// <param name="start">The state before the messages; empty for zeros. For a MAC also whole ones, one each.</param>
internal readonly ref struct KeccakMany<TSpec, TRecord>(
    int hashBytes, ReadOnlySpan<byte> ending, ReadOnlySpan<ulong> start) : ILanePieces<ulong>
    where TSpec : struct, IKeccakSpec
    where TRecord : struct, IKeccakRecord
{
    private readonly ReadOnlySpan<byte> ending = ending;
    private readonly ReadOnlySpan<ulong> start = start;

    public static LaneTable Table => Make.Here.KeccakStreams;
    public static int BlockBytes => TSpec.RateBytes;
    public static int MaxTailBlocks => KeccakOne<TSpec>.MaxTailBlocks;
    public static int ChainingWords => TRecord.Words;
    public static int RecordWords => TRecord.Words;
    public static int MessageWords => 0;
    public static bool HoldsLast => false;
    public static int CountWord => -1;
    public int HashBytes => hashBytes;
    private bool HasKeys => KeccakOne<TSpec>.IsMac && start.Length > WholeStateRecord.Bytes / 8;

    private bool IsBare => KeccakOne<TSpec>.IsMac && ending.IsEmpty;

    // The last of bare blocks is the tail: there is always one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => (length / TSpec.RateBytes) - (IsBare ? 1 : 0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TailBlocks(int length) => IsBare ? 1 : KeccakOne<TSpec>.TailBlocks(length % TSpec.RateBytes, ending);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail)
    {
        if (IsBare) rest.CopyTo(tail);
        else KeccakOne<TSpec>.WriteTail(rest, ending, tail);
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
        // Nothing is counted.
    }

    public bool IsFasterAlone(int length, int blocks) => false;

    public void HashAlone(scoped ReadOnlySpan<byte> message, scoped Span<byte> digest) => throw new NotSupportedException();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<ulong> records, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        KeccakKernel<TLanes>.Run(records, source, offsets, blocks, TSpec.RateBytes / 8, TSpec.FirstRound);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<ulong> record, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        KeccakOne<TSpec>.Run(record, source, offset, blocks);
}
