namespace Lanewise.SkeinFamily;

/// <summary>Skein for the scheduler: without a key, with one, or with a key per message.</summary>
/// <remarks>
/// A tail is the last block of the message and the first of the output: the kernel changes the tweak in between. Where
/// digests are longer than that, the tail is the last block of the message alone and what comes out are chaining values, on
/// which the blocks of all outputs follow, side by side.
/// </remarks>
internal readonly ref struct SkeinMany<TSpec> : ILanePieces<ulong>
    where TSpec : struct, ISkeinSpec
{
    // Longer messages are the scheduler's, which knows what memory likes.
    private const int LongestInOnePass = 4096;

    // The chaining value with which messages start, one for all or one per message.
    private readonly ReadOnlySpan<ulong> starts;
    private readonly bool one;
    private readonly bool isLong;

    private SkeinMany(int hashBytes, ReadOnlySpan<ulong> starts, bool one)
    {
        isLong = hashBytes > BlockBytes;
        HashBytes = isLong ? BlockBytes : hashBytes;
        this.starts = starts;
        this.one = one;
    }

    public static LaneTable Table => TSpec.Table;
    public static int BlockBytes => 8 * TSpec.Words;
    public static int MaxTailBlocks => 2;
    public static int ChainingWords => TSpec.Words;
    public static int RecordWords => TSpec.Words + SkeinRecord.Closing;
    public static int MessageWords => 0;
    public static bool HoldsLast => true;
    public static int CountWord => TSpec.Words + SkeinRecord.T0;
    public int HashBytes { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => SkeinOne<TSpec>.BodyBlocks(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TailBlocks(int length) => isLong ? 1 : 2;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail) => rest.CopyTo(tail);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => !one;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(int message, int length, scoped Span<ulong> record)
    {
        starts.Slice(one ? 0 : message * TSpec.Words, TSpec.Words).CopyTo(record);
        SkeinOne<TSpec>.Open(record.Slice(TSpec.Words), SkeinTweak.Message);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Close(int length, scoped Span<ulong> rest)
    {
        if (isLong) SkeinOne<TSpec>.Close(rest, SkeinTweak.Message, (uint)length, BodyBlocks(length) == 0);
        else SkeinOne<TSpec>.CloseForOutput(rest, SkeinTweak.Message, (uint)length, BodyBlocks(length) == 0);
    }

    public bool IsFasterAlone(int length, int blocks) => false;

    public void HashAlone(scoped ReadOnlySpan<byte> message, scoped Span<byte> digest) => throw new NotSupportedException();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<ulong> records, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong> => TSpec.Run<TLanes>(records, source, offsets, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<ulong> record, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        SkeinOne<TSpec>.Run(record, source, offset, blocks);

    // ---- building one ----

    /// <summary>A batch: the chaining values after the keys, the messages, and what comes out beyond a block.</summary>
    internal readonly struct Messages(SkeinParameters parameters, int hashBytes, LaneShape? shape) : IBatch
    {
        public int HashBytes => hashBytes;

        public void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
            where TMessages : struct, IMessages<TMessages>, allows ref struct
        {
            int count = messages.Count;
            if (typeof(TMessages) == typeof(EqualMessages) && keys.ArePerMessage && hashBytes <= BlockBytes
                && messages.Length(0) <= LongestInOnePass)
            {
                EqualJob job = new(Stages(keys, count), messages.Source, messages.Length(0), digests);
                LaneDispatch.Run<ulong, EqualJob, UpToFour>(shape ?? Table.ChooseFor(count, 64), ref job);
                return;
            }

            using Rented<ulong> starts = new(TSpec.Words * (keys.ArePerMessage ? count : 1));
            if (keys.ArePerMessage)
            {
                KeyJob job = new(Stages(keys, count), starts.Span);
                LaneDispatch.Run<ulong, KeyJob, UpToFour>(Table.ChooseFor(count, 64), ref job);
            }
            else
            {
                SkeinOne<TSpec>.Start(starts.Span, parameters, keys.Bytes, 8L * hashBytes);
            }

            LaneScheduler<ulong, SkeinMany<TSpec>> batch = new(
                new SkeinMany<TSpec>(hashBytes, starts.Span, !keys.ArePerMessage), shape);
            if (hashBytes <= BlockBytes)
            {
                batch.Run(messages, default, digests);
                return;
            }

            // Room for the chaining values, on which outputs follow that are longer.
            using Rented<byte> chains = new(count * BlockBytes);
            batch.Run(messages, default, chains.Span);
            SkeinOutputBlocks<TSpec>.ReadMany(chains.Span, hashBytes, digests, shape);
        }

        private KeyStages Stages(in Keys keys, int count) => new(parameters, keys.Bytes, keys.SizeInBytes, count, hashBytes);
    }

    /// <summary>The stages before the message for many keys of one length, in lanes.</summary>
    private readonly ref struct KeyStages(
        SkeinParameters parameters, ReadOnlySpan<byte> keys, int keySize, int count, int hashBytes)
    {
        private readonly ReadOnlySpan<byte> keys = keys;

        public int Count => count;
        public int HashBytes => hashBytes;

        /// <summary>
        /// Sets the lanes of <paramref name="records"/> to the chaining values of the keys from number <paramref name="first"/>
        /// on; <paramref name="tails"/> is two blocks for each lane. Idle lanes repeat the last key.
        /// </summary>
        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>(int first, scoped Span<ulong> records, scoped Span<int> offsets, scoped Span<byte> tails)
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, body = SkeinOne<TSpec>.BodyBlocks(keySize) * BlockBytes, row = 2 * BlockBytes;
            Span<ulong> closing = stackalloc ulong[SkeinRecord.Closing];
            records.Clear();
            for (int l = 0; l < lanes; l++) offsets[l] = Math.Min(first + l, count - 1) * keySize;
            if (body > 0)
            {
                SkeinOne<TSpec>.Open(closing, SkeinTweak.Key);
                LaneRecords.Broadcast<ulong>(closing, records.Slice(TSpec.Words * lanes));
                TSpec.Run<TLanes>(records, keys, offsets, body / BlockBytes);
            }

            // The last block of the key and the configuration, which is always one block, go together.
            tails.Clear();
            for (int l = 0; l < lanes; l++)
            {
                Span<byte> blocks = tails.Slice(l * row, row);
                keys.Slice(offsets[l] + body, keySize - body).CopyTo(blocks);
                SkeinOne<TSpec>.Configure(
                    blocks.Slice(BlockBytes, SkeinOne<TSpec>.ConfigurationBytes), parameters, 8L * hashBytes);
                offsets[l] = l * row;
            }

            SkeinOne<TSpec>.CloseThen(
                closing, SkeinTweak.Key, (uint)keySize, body == 0, SkeinTweak.Configuration, SkeinOne<TSpec>.ConfigurationBytes);
            LaneRecords.Broadcast<ulong>(closing, records.Slice(TSpec.Words * lanes));
            TSpec.Run<TLanes>(records, tails, offsets, 2);
            for (int i = 0; parameters.HasTexts && i < SkeinParameters.Texts; i++)
            {
                Optional<TLanes>(records, parameters.Text(i), offsets, tails, SkeinTweak.Text(i));
            }
        }

        // One text for all lanes.
        private static void Optional<TLanes>(
            scoped Span<ulong> records, ReadOnlySpan<byte> text, scoped Span<int> offsets, scoped Span<byte> tails, ulong tweak)
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            if (text.IsEmpty) return;

            int lanes = TLanes.Count, blocks = SkeinOne<TSpec>.BodyBlocks(text.Length), body = blocks * BlockBytes;
            Span<ulong> closing = stackalloc ulong[SkeinRecord.Closing];
            offsets.Clear();
            if (blocks > 0)
            {
                SkeinOne<TSpec>.Open(closing, tweak);
                LaneRecords.Broadcast<ulong>(closing, records.Slice(TSpec.Words * lanes));
                TSpec.Run<TLanes>(records, text, offsets, blocks);
            }

            tails.Clear();
            text.Slice(body).CopyTo(tails);
            SkeinOne<TSpec>.Close(closing, tweak, (uint)text.Length, blocks == 0);
            LaneRecords.Broadcast<ulong>(closing, records.Slice(TSpec.Words * lanes));
            TSpec.Run<TLanes>(records, tails, offsets, 1);
        }
    }

    /// <summary>The chaining values after the keys, one after the other.</summary>
    private readonly ref struct KeyJob(KeyStages stages, Span<ulong> starts) : ILaneJob<ulong>
    {
        private readonly KeyStages stages = stages;
        private readonly Span<ulong> starts = starts;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, words = TSpec.Words;
            Span<ulong> records = stackalloc ulong[RecordWords * lanes];
            Span<byte> tails = stackalloc byte[2 * BlockBytes * lanes];
            Span<int> offsets = stackalloc int[lanes];
            for (int first = 0; first < stages.Count; first += lanes)
            {
                stages.Run<TLanes>(first, records, offsets, tails);
                int n = Math.Min(lanes, stages.Count - first);
                for (int l = 0; l < n; l++) LaneRecords.Gather(records, lanes, l, starts.Slice((first + l) * words, words));
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(tails);
        }
    }

    private readonly ref struct EqualJob(
        KeyStages stages, ReadOnlySpan<byte> source, int length, Span<byte> destination) : ILaneJob<ulong>
    {
        private readonly KeyStages stages = stages;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> destination = destination;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, hashBytes = stages.HashBytes, blocks = SkeinOne<TSpec>.BodyBlocks(length),
                body = blocks * BlockBytes, row = 2 * BlockBytes;
            Span<ulong> records = stackalloc ulong[RecordWords * lanes], open = stackalloc ulong[SkeinRecord.Closing],
                close = stackalloc ulong[SkeinRecord.Closing];
            Span<byte> tails = stackalloc byte[row * lanes];
            Span<int> offsets = stackalloc int[lanes];
            SkeinOne<TSpec>.Open(open, SkeinTweak.Message);
            SkeinOne<TSpec>.CloseForOutput(close, SkeinTweak.Message, (uint)length, blocks == 0);
            Span<ulong> closing = records.Slice(TSpec.Words * lanes);
            for (int first = 0; first < stages.Count; first += lanes)
            {
                stages.Run<TLanes>(first, records, offsets, tails);
                int n = Math.Min(lanes, stages.Count - first);
                for (int l = 0; l < lanes; l++) offsets[l] = (first + Math.Min(l, n - 1)) * length;
                if (blocks > 0)
                {
                    LaneRecords.Broadcast<ulong>(open, closing);
                    TSpec.Run<TLanes>(records, source, offsets, blocks);
                }

                // The rest of the message, and a counter of zero for the output.
                tails.Clear();
                for (int l = 0; l < lanes; l++)
                {
                    source.Slice(offsets[l] + body, length - body).CopyTo(tails.Slice(l * row));
                    offsets[l] = l * row;
                }

                LaneRecords.Broadcast<ulong>(close, closing);
                TSpec.Run<TLanes>(records, tails, offsets, 2);
                LaneRecords.Store<ulong, TLanes>(records, tails, row, TSpec.Words / 4);
                for (int l = 0; l < n; l++) tails.Slice(l * row, hashBytes).CopyTo(destination.Slice((first + l) * hashBytes));
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(tails);
        }
    }
}
