namespace Lanewise.SkeinFamily;

/// <summary>Skein for the scheduler: unkeyed, with one key, or with one key per message.</summary>
/// <remarks>
/// The final blocks are the last block of the message and the first of the output: the kernel changes the tweak in between. For
/// longer digests, there is only the last block of the message, and the results are chaining values, from which the blocks of
/// all outputs are computed side by side.
/// </remarks>
/// <param name="hashBytes">The length of a digest.</param>
/// <param name="starts">The initial chaining value, one for all or one per message.</param>
internal readonly ref struct SkeinMany<TSpec>(int hashBytes, ReadOnlySpan<ulong> starts) : ILanePieces<ulong>
    where TSpec : struct, ISkeinSpec
{
    // The scheduler processes longer messages, because it considers memory.
    private const int LongestInOnePass = 4096;

    private readonly ReadOnlySpan<ulong> starts = starts;

    public static LaneTable Table => TSpec.Table;
    public static int BlockBytes => 8 * TSpec.Words;
    public static int TailSizes => 1;
    public static int ChainingWords => TSpec.Words;
    public static int RecordWords => TSpec.Words + SkeinRecord.Closing;
    public static int MessageWords => 0;
    public static bool TakesTransposed => false;
    public static bool HoldsLast => true;
    public static int CountWord => TSpec.Words + SkeinRecord.T0;
    public int HashBytes => Math.Min(hashBytes, BlockBytes);
    private bool IsLong => hashBytes > BlockBytes;
    private bool IsOne => starts.Length == TSpec.Words;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => SkeinOne<TSpec>.BodyBlocks(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TailBlocks(int length) => IsLong ? 1 : 2;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail) => rest.CopyTo(tail);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => !IsOne;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(int message, int length, scoped Span<ulong> record)
    {
        starts.Slice(IsOne ? 0 : message * TSpec.Words, TSpec.Words).CopyTo(record);
        SkeinOne<TSpec>.Open(record.Slice(TSpec.Words), SkeinTweak.Message);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Close(int length, scoped Span<ulong> rest)
    {
        if (IsLong) SkeinOne<TSpec>.Close(rest, SkeinTweak.Message, (uint)length, BodyBlocks(length) == 0);
        else
        {
            SkeinOne<TSpec>.CloseThen(
                rest, SkeinTweak.Message, (uint)length, BodyBlocks(length) == 0, SkeinTweak.Output,
                SkeinOutputBlocks<TSpec>.CounterBytes);
        }
    }

    public bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<ulong> records, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong> => TSpec.Run<TLanes>(records, source, offsets, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<ulong> record, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        SkeinOne<TSpec>.Run(record, source, offset, blocks);

    // ---- preparing a batch ----

    /// <summary>A batch: the chaining values after the keys, the messages, and output of more than one block.</summary>
    internal readonly struct Messages(SkeinParameters parameters, int hashBytes, LaneShape? shape) : IBatch
    {
        public int HashBytes => hashBytes;

        public void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
            where TMessages : struct, IMessages, allows ref struct
        {
            int count = messages.Count, length = messages.Length(0);
            bool inOnePass = typeof(TMessages) == typeof(EqualMessages) && keys.ArePerMessage && hashBytes <= BlockBytes
                && length <= LongestInOnePass;
            using Rented<ulong> starts = new(inOnePass ? 0 : TSpec.Words * (keys.ArePerMessage ? count : 1));
            if (keys.ArePerMessage)
            {
                KeyJob job = new(
                    parameters, keys, count, hashBytes, starts.Span, inOnePass ? messages.Source : default, length, digests);
                LaneDispatch.Run<ulong, KeyJob, UpToFour>(shape ?? Table.ChooseFor(count, 64), ref job);
                if (inOnePass) return;
            }
            else
            {
                SkeinOne<TSpec>.Start(starts.Span, parameters, keys.Bytes, 8L * hashBytes);
            }

            // Room for chaining values if the outputs are longer.
            using Rented<byte> chains = new(hashBytes <= BlockBytes ? 0 : count * BlockBytes);
            new LaneScheduler<ulong, SkeinMany<TSpec>>(new(hashBytes, starts.Span), shape)
                .Run(messages, default, chains.Span.IsEmpty ? digests : chains.Span);
            if (!chains.Span.IsEmpty) SkeinOutputBlocks<TSpec>.Read(chains.Span, 0, digests, shape);
        }
    }

    /// <summary>
    /// The chaining values after the keys, one after the other; without room for them, the digests of messages of one length.
    /// </summary>
    private readonly ref struct KeyJob(
        SkeinParameters parameters, Keys keys, int count, int hashBytes, Span<ulong> starts, ReadOnlySpan<byte> source,
        int length, Span<byte> digests) : ILaneJob<ulong>
    {
        private readonly Keys keys = keys;
        private readonly Span<ulong> starts = starts;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> digests = digests;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, words = TSpec.Words;
            Span<ulong> records = stackalloc ulong[RecordWords * lanes];
            Span<byte> ends = stackalloc byte[2 * BlockBytes * lanes];
            SkeinStages<TSpec, TLanes> stages = new(records, stackalloc int[lanes], ends);
            for (int first = 0; first < count; first += lanes)
            {
                int n = Math.Min(lanes, count - first);
                stages.Place(first, count, keys.SizeInBytes);
                stages.Start(parameters, keys.Bytes, keys.SizeInBytes, 8L * hashBytes);
                if (!starts.IsEmpty)
                {
                    for (int l = 0; l < n; l++) LaneRecords.Gather(records, lanes, l, starts.Slice((first + l) * words, words));
                    continue;
                }

                stages.Place(first, count, length);
                stages.Run(source, length, SkeinTweak.Message, SkeinTweak.Output, SkeinOutputBlocks<TSpec>.CounterBytes);
                LaneRecords.StoreValues<ulong, TLanes>(records, n, digests.Slice(first * hashBytes), hashBytes, ends);
            }

            stages.Wipe();
        }
    }
}
