using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Md5Family;

/// <summary>
/// MD5 for the scheduler; HMAC starts from the states after key blocks, <paramref name="before"/> bytes: one, or one per message.
/// </summary>
internal readonly ref struct Md5Many(ReadOnlySpan<uint> starts, int before) : ILaneHash<uint>
{
    private readonly ReadOnlySpan<uint> starts = starts;

    /// <summary>Plain MD5.</summary>
    public static Md5Many Plain => new(Md5Spec.Iv, 0);

    public static LaneTable Table => Make.Here.Md5Streams;
    public static int BlockBytes => Md5Spec.BlockBytes;
    public static int MaxTailBlocks => 2;
    public static int ChainingWords => Md5Spec.StateWords;
    public static int RecordWords => Md5Spec.StateWords;
    public static int MessageWords => 16;
    public int HashBytes => Md5Spec.HashBytes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => length / Md5Spec.BlockBytes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TailBlocks(int length) => Md5One.TailBlocks(length % Md5Spec.BlockBytes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail) =>
        Md5One.WriteTail(rest, (ulong)before + (ulong)length, tail);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(scoped Span<uint> record) => OwnStart(0, 0, record);

    public bool MessagesDiffer => starts.Length > Md5Spec.StateWords;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => MessagesDiffer;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void OwnStart(int message, int length, scoped Span<uint> record) =>
        starts.Slice(message * Md5Spec.StateWords, Md5Spec.StateWords).CopyTo(record);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Close(int length, scoped Span<uint> rest)
    {
        // MD5 has no counter: the length is in the padding.
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<uint> records, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, uint> => Md5Kernel<TLanes>.Run(records, source, offsets, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<uint> record, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        Md5One.Run(record, source, offset, blocks);
}
