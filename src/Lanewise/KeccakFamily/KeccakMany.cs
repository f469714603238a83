using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.KeccakFamily;

/// <summary>A sponge for the scheduler: digests of at most a block; the record is the state.</summary>
internal readonly ref struct KeccakMany<TSpec>(int hashBytes) : ILaneHash<ulong>
    where TSpec : struct, IKeccakSpec
{
    public static LaneTable Table => Make.Here.KeccakStreams;
    public static int BlockBytes => TSpec.RateBytes;
    public static int MaxTailBlocks => 1;
    public static int ChainingWords => KeccakSpec.StateWords;
    public static int RecordWords => KeccakSpec.StateWords;
    public static int MessageWords => 0;
    public int HashBytes => hashBytes;
    public bool MessagesDiffer => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => length / TSpec.RateBytes;

    // The padding fits: what is left is less than a block.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TailBlocks(int length) => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail) =>
        KeccakOne<TSpec>.WriteTail(rest, tail);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(scoped Span<ulong> record) => record.Clear();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void OwnStart(int message, int length, scoped Span<ulong> record) => Start(record);

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
