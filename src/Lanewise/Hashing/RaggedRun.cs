namespace Lanewise.Hashing;

/// <summary>
/// Messages of any lengths: bodies with refilled lanes, longest first, and tails gathered (see
/// <see cref="LaneScheduler{TWord, THash}"/>).
/// </summary>
internal ref struct RaggedRun<TWord, TMessages, THash, TLanes>
    where TWord : unmanaged
    where TMessages : struct, IMessages, allows ref struct
    where THash : struct, ILaneHash<TWord>, allows ref struct
    where TLanes : struct, ILanes<TLanes, TWord>
{
    private readonly TMessages messages;
    private readonly THash hash;
    private readonly Span<byte> destination;
    private readonly int lanes = TLanes.Count;
    private readonly int fewest, longest;

    // Tails waiting, a group per number of blocks.
    private readonly int fewestTailBlocks;
    private readonly Staging tails;
    private readonly Rented<int> lists;
    private readonly Span<int> waiting;
    private readonly Span<int> waitingCounts;

    private BodyRun<TWord, TMessages, THash, TLanes> bodies;

    private readonly Rented<TWord> scratch;

    public RaggedRun(in TMessages messages, in THash hash, Span<byte> destination, LaneRunOptions options)
    {
        this.messages = messages;
        this.hash = hash;
        this.destination = destination;
        (fewest, longest) = (options.Fewest, options.Longest);
        int kinds = THash.TailSizes;
        fewestTailBlocks = hash.TailBlocks(0);
        tails = new Staging(lanes * kinds, (fewestTailBlocks + kinds - 1) * THash.BlockBytes);
        tails.Bytes.Clear();
        lists = new(kinds * ((2 * lanes) + 1));
        waiting = lists.Span.Slice(kinds);
        waitingCounts = lists.Span.Slice(0, kinds);
        waitingCounts.Clear();
        scratch = new(ScratchWords);
        bodies = new BodyRun<TWord, TMessages, THash, TLanes>(messages, hash, options);

        Span<TWord> record = One;
        hash.Start(0, 1, record);
        LaneRecords.Broadcast(record, Fresh);
    }

    private static int RecordWords => THash.RecordWords;
    private readonly int ScratchWords =>
        (RecordWords * lanes) + (2 * RecordWords) + BodyRun<TWord, TMessages, THash, TLanes>.LaneWords;
    private readonly Span<TWord> Fresh => scratch.Span.Slice(0, RecordWords * lanes);
    private readonly Span<TWord> One => scratch.Span.Slice(RecordWords * lanes, RecordWords);
    private readonly Span<TWord> Closing => scratch.Span.Slice((lanes + 1) * RecordWords, RecordWords - THash.ChainingWords);
    private readonly Span<TWord> Records =>
        scratch.Span.Slice((lanes + 2) * RecordWords, BodyRun<TWord, TMessages, THash, TLanes>.LaneWords);

    [MethodImpl(CompileOptions.AtOnce)]
    public void Run(int first)
    {
        for (int i = first; i < messages.Count; i++)
        {
            int length = messages.Length(i), blocks = hash.BodyBlocks(length);
            if (length > longest && TryHashAlone(i, length, blocks)) continue;

            if (blocks == 0)
            {
                AddTail(i, length, 0, -1);
                continue;
            }

            bodies.Add(i, blocks);
            if (bodies.IsFull) RunBodies();
        }

        FlushTails();
        RunBodies();
    }

    public readonly void Dispose()
    {
        tails.Dispose();
        lists.Dispose();
        bodies.Dispose();
        // Chaining values of keyed hashes are secret.
        scratch.Dispose();
    }

    // ---- bodies ----

    [MethodImpl(CompileOptions.AtOnce)]
    private void RunBodies()
    {
        bodies.Run(Records, One);
        for (int i = 0; i < bodies.Count; i++)
        {
            int message = bodies.Message(i), length = messages.Length(message), blocks = hash.BodyBlocks(length);
            if (bodies.BlocksLeft(i) is > 0 and int left && TryHashAlone(message, length, left)) continue;

            bodies.Finish(i);
            AddTail(message, length, blocks, i);
        }

        FlushTails();
        bodies.Clear();
    }

    private readonly bool TryHashAlone(int message, int length, int blocks) => hash.TryHashAlone(
        messages.Slice(message, 0, length), blocks, destination.Slice(message * hash.HashBytes, hash.HashBytes));

    // ---- tails ----

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void AddTail(int message, int length, int body, int middle)
    {
        int blocks = hash.TailBlocks(length), kind = blocks - fewestTailBlocks, n = waitingCounts[kind];
        int bytes = blocks * THash.BlockBytes, start = body * THash.BlockBytes;
        hash.WriteTail(message, length, messages.Slice(message, start, length - start), tails.Row((kind * lanes) + n, bytes));
        waiting[2 * ((kind * lanes) + n)] = message;
        waiting[(2 * ((kind * lanes) + n)) + 1] = middle;
        waitingCounts[kind] = n + 1;
        if (n + 1 == lanes) FlushTails(kind);
    }

    private readonly void FlushTails()
    {
        for (int kind = 0; kind < THash.TailSizes; kind++)
        {
            if (waitingCounts[kind] > 0) FlushTails(kind);
        }
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void FlushTails(int kind)
    {
        int count = waitingCounts[kind], blocks = kind + fewestTailBlocks;
        ReadOnlySpan<int> group = waiting.Slice(2 * kind * lanes, 2 * count);
        waitingCounts[kind] = 0;
        if (count < fewest)
        {
            for (int l = 0; l < count; l++)
            {
                RunTail(group[2 * l], group[(2 * l) + 1], ((kind * lanes) + l) * tails.Stride, blocks);
            }
        }
        else
        {
            RunTails(kind, group, blocks);
        }

        // The hash writes tails on zeros.
        tails.Bytes.Slice(kind * lanes * tails.Stride, lanes * tails.Stride).Clear();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunTails(int kind, ReadOnlySpan<int> group, int blocks)
    {
        Span<TWord> records = Records;
        Fresh.CopyTo(records);
        Span<int> offsets = stackalloc int[lanes];
        int chaining = THash.ChainingWords, count = group.Length / 2, first = kind * lanes * tails.Stride;
        bool neighbours = count == lanes;
        for (int l = 0; l < lanes; l++)
        {
            // Idle lanes repeat the first row; their digests are not stored.
            offsets[l] = first + (l < count ? l * tails.Stride : 0);
            if (l >= count) continue;

            int message = group[2 * l], middle = group[(2 * l) + 1];
            neighbours &= message == group[0] + l;
            if (middle >= 0)
            {
                LaneRecords.Scatter(bodies.Record(middle).Slice(0, chaining), records, lanes, l);
            }
            else if (hash.HasOwnStart(message, messages.Length(message)))
            {
                hash.Start(message, messages.Length(message), One);
                LaneRecords.Scatter(One.Slice(0, chaining), records, lanes, l);
            }

            if (RecordWords > chaining)
            {
                hash.Close(messages.Length(message), Closing);
                LaneRecords.Scatter(Closing, records.Slice(chaining * lanes), lanes, l);
            }
        }

        THash.Run<TLanes>(records, tails.Bytes, offsets, blocks);

        int hashBytes = hash.HashBytes, quadBytes = 4 * Word<TWord>.Bytes, quads = (hashBytes + quadBytes - 1) / quadBytes;
        if (neighbours && quads * quadBytes == hashBytes)
        {
            // Their digests lie one after the other.
            LaneRecords.Store<TWord, TLanes>(
                records, destination.Slice(group[0] * hashBytes, lanes * hashBytes), hashBytes, quads);
            return;
        }

        Span<byte> digests = stackalloc byte[lanes * quads * quadBytes];
        LaneRecords.Store<TWord, TLanes>(records, digests, quads * quadBytes, quads);
        for (int l = 0; l < count; l++)
        {
            digests.Slice(l * quads * quadBytes, hashBytes).CopyTo(destination.Slice(group[2 * l] * hashBytes, hashBytes));
        }

        // They may be keys, or what is made of them.
        digests.Clear();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunTail(int message, int middle, int offset, int blocks)
    {
        int length = messages.Length(message), chaining = THash.ChainingWords;
        Span<TWord> record = One;
        if (middle >= 0) bodies.Record(middle).Slice(0, chaining).CopyTo(record);
        else hash.Start(message, length, record);
        if (RecordWords > chaining) hash.Close(length, record.Slice(chaining));
        THash.RunOne(record, tails.Bytes, offset, blocks);

        int hashBytes = hash.HashBytes, quadBytes = 4 * Word<TWord>.Bytes, quads = (hashBytes + quadBytes - 1) / quadBytes;
        Span<byte> digest = stackalloc byte[quads * quadBytes];
        LaneRecords.Store<TWord, ScalarLane<TWord>>(record, digest, quads * quadBytes, quads);
        digest.Slice(0, hashBytes).CopyTo(destination.Slice(message * hashBytes, hashBytes));
        digest.Clear();
    }
}
