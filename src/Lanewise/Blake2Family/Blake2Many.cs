namespace Lanewise.Blake2Family;

/// <summary>BLAKE2 for the scheduler: unkeyed, with one key, or with one key per message.</summary>
internal readonly ref struct Blake2Many<TWord, TSpec>(
    int hashBytes, bool isLastNode, ReadOnlySpan<TWord> start, ReadOnlySpan<TWord> afterKeys, Keys keys) : ILanePieces<TWord>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    // The initial state; with a key also the state after the key block, one for all or one per message.
    private readonly ReadOnlySpan<TWord> start = start;
    private readonly ReadOnlySpan<TWord> afterKeys = afterKeys;
    private readonly Keys keys = keys;

    public static LaneTable Table => Make.Here.Blake2Streams;
    public static int BlockBytes => TSpec.BlockBytes;
    public static int TailSizes => 1;
    public static int ChainingWords => Blake2Record.ChainingWords;
    public static int RecordWords => Blake2Record.Words;
    public static int MessageWords => 0;
    public static bool TakesTransposed => false;
    public static bool HoldsLast => true;
    public static int CountWord => Blake2Record.T0;
    public int HashBytes => hashBytes;
    private bool AreKeyed => keys.SizeInBytes > 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => Blake2One<TWord, TSpec>.BodyBlocks(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TailBlocks(int length) => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail)
    {
        // An empty message with a key: the key block is the last one.
        if (length == 0) rest = keys.Of(message);
        rest.CopyTo(tail);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => AreKeyed && (length == 0 || keys.ArePerMessage);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(int message, int length, scoped Span<TWord> record)
    {
        if (!AreKeyed || length == 0) start.CopyTo(record);
        else afterKeys.Slice(keys.ArePerMessage ? message * Blake2Record.Words : 0, Blake2Record.Words).CopyTo(record);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Close(int length, scoped Span<TWord> rest) =>
        Blake2One<TWord, TSpec>.Close(rest, (ulong)length + (AreKeyed ? (uint)TSpec.BlockBytes : 0), 0, isLastNode);

    public bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<TWord> records, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, TWord> =>
            Blake2Kernel<TLanes, TWord, TSpec>.Compress(records, source, offsets, blocks, TSpec.BlockBytes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<TWord> record, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        Blake2Single<TWord, TSpec>.Run(record, source, offset, blocks);

    /// <summary>A batch in the sequential mode, from the initial state.</summary>
    internal readonly ref struct Messages(
        ReadOnlySpan<TWord> start, bool isLastNode, int hashBytes, LaneShape? shape) : IBatch
    {
        private readonly ReadOnlySpan<TWord> start = start;

        public int HashBytes => hashBytes;

        public void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
            where TMessages : struct, IMessages, allows ref struct
        {
            int count = keys.Count(messages.Count);
            using Rented<TWord> afterKeys = new(count * Blake2Record.Words);
            if (count > 0)
            {
                KeyBlocks job = new(start, afterKeys.Span, keys, count);
                LaneDispatch.Run<TWord, KeyBlocks, UpToFour>(Batch.Shape<TWord, Blake2Many<TWord, TSpec>>(count), ref job);
            }

            Blake2Many<TWord, TSpec> hash = new(hashBytes, isLastNode, start, afterKeys.Span, keys);
            new LaneScheduler<TWord, Blake2Many<TWord, TSpec>>(hash, shape).Run(messages, default, digests);
        }
    }

    /// <summary>Computes the states after the key blocks of many messages, in lanes.</summary>
    private readonly ref struct KeyBlocks(
        ReadOnlySpan<TWord> start, Span<TWord> after, Keys keys, int count) : ILaneJob<TWord>
    {
        private readonly ReadOnlySpan<TWord> start = start;
        private readonly Span<TWord> after = after;
        private readonly Keys keys = keys;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count;
            Staging blocks = new(lanes, TSpec.BlockBytes);
            blocks.Bytes.Clear();
            Span<TWord> records = stackalloc TWord[Blake2Record.Words * lanes];
            Span<int> offsets = stackalloc int[lanes];
            for (int first = 0; first < count; first += lanes)
            {
                int n = Math.Min(lanes, count - first);
                for (int l = 0; l < lanes; l++)
                {
                    offsets[l] = (l < n ? l : 0) * blocks.Stride;
                    if (l < n) keys.Of(first + l).CopyTo(blocks.Row(l, keys.SizeInBytes));
                }

                LaneRecords.Broadcast(start, records);
                Blake2Kernel<TLanes, TWord, TSpec>.Compress(records, blocks.Bytes, offsets, 1, TSpec.BlockBytes);
                for (int l = 0; l < n; l++)
                {
                    LaneRecords.Gather(records, lanes, l, after.Slice((first + l) * Blake2Record.Words, Blake2Record.Words));
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            blocks.Dispose();
        }
    }
}
