using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Lanes;

namespace Lanewise.Hashing;

/// <summary>Messages of any lengths: bodies with refilled lanes, longest first, and tails gathered (see <see cref="LaneScheduler"/>).</summary>
internal ref struct RaggedRun<TWord, TMessages, THash, TLanes>
    where TWord : unmanaged
    where TMessages : struct, IMessages, allows ref struct
    where THash : struct, ILaneHash<TWord>, allows ref struct
    where TLanes : struct, ILanes<TLanes, TWord>
{
    // Bodies waiting for lanes: enough that the few lanes left idle at the end of a window do not count.
    private const int BodiesPerLane = 64;

    private readonly TMessages messages;
    private readonly THash hash;
    private readonly Span<byte> destination;
    private readonly int stageAbove;
    private readonly int lanes = TLanes.Count;
    private readonly int fewest = LaneTable.FewestForLanes(TLanes.Count);

    // Tails waiting, a group per number of blocks.
    private readonly Staging tails;
    private readonly int[] waiting;
    private readonly int[] waitingCounts;

    // Bodies waiting and their records.
    private readonly int bodyCapacity;
    private int[]? bodies;
    private int[]? bodyBlocks;
    private TWord[]? middles;
    private int bodyCount;
    private int longestBody;

    private readonly TWord[] scratch;

    public RaggedRun(in TMessages messages, in THash hash, Span<byte> destination, int? stageAbove)
    {
        this.stageAbove = stageAbove ?? Make.Here.StageAbove;
        this.messages = messages;
        this.hash = hash;
        this.destination = destination;
        int kinds = THash.MaxTailBlocks;
        tails = new Staging(lanes * kinds, kinds * THash.BlockBytes);
        tails.Bytes.Clear();
        waiting = ArrayPool<int>.Shared.Rent(2 * kinds * lanes);
        waitingCounts = ArrayPool<int>.Shared.Rent(kinds);
        waitingCounts.AsSpan(0, kinds).Clear();
        scratch = ArrayPool<TWord>.Shared.Rent(ScratchWords);
        // What is rented is wiped, so no more than there can be.
        bodyCapacity = Math.Min(BodiesPerLane * lanes, messages.Count);

        Span<TWord> record = One;
        hash.Start(record);
        LaneRecords.Broadcast(record, Fresh);
    }

    private static int RecordWords => THash.RecordWords;

    private readonly int ScratchWords => (2 * RecordWords * lanes) + (2 * RecordWords) + (THash.MessageWords * lanes);

    private readonly Span<TWord> Fresh => scratch.AsSpan(0, RecordWords * lanes);

    private readonly Span<TWord> One => scratch.AsSpan(RecordWords * lanes, RecordWords);

    private readonly Span<TWord> Closing => scratch.AsSpan((lanes + 1) * RecordWords, RecordWords - THash.ChainingWords);

    private readonly Span<TWord> Records => scratch.AsSpan((lanes + 2) * RecordWords, (RecordWords + THash.MessageWords) * lanes);

    [MethodImpl(CompileOptions.AtOnce)]
    public void Run(int first)
    {
        for (int i = first; i < messages.Count; i++)
        {
            int length = messages.Length(i), blocks = hash.BodyBlocks(length);
            if (blocks == 0) AddTail(i, length, 0, -1);
            else AddBody(i, blocks);
        }

        FlushTails();
        if (bodyCount > 0) RunBodies();
    }

    public readonly void Dispose()
    {
        tails.Dispose();
        ArrayPool<int>.Shared.Return(waiting);
        ArrayPool<int>.Shared.Return(waitingCounts);
        Return(scratch, ScratchWords);
        if (bodies is not null) ArrayPool<int>.Shared.Return(bodies);
        if (bodyBlocks is not null) ArrayPool<int>.Shared.Return(bodyBlocks);
        if (middles is not null) Return(middles, bodyCapacity * RecordWords);
    }

    // Chaining values of keyed hashes are secret.
    private static void Return(TWord[] words, int used)
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(words.AsSpan(0, used)));
        ArrayPool<TWord>.Shared.Return(words);
    }

    // ---- tails ----

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void AddTail(int message, int length, int body, int middle)
    {
        int blocks = hash.TailBlocks(length), kind = blocks - 1, n = waitingCounts[kind];
        int bytes = blocks * THash.BlockBytes, start = body * THash.BlockBytes;
        hash.WriteTail(message, length, messages.Slice(message, start, length - start), tails.Row((kind * lanes) + n, bytes));
        waiting[2 * ((kind * lanes) + n)] = message;
        waiting[(2 * ((kind * lanes) + n)) + 1] = middle;
        waitingCounts[kind] = n + 1;
        if (n + 1 == lanes) FlushTails(kind);
    }

    private readonly void FlushTails()
    {
        for (int kind = 0; kind < THash.MaxTailBlocks; kind++)
        {
            if (waitingCounts[kind] > 0) FlushTails(kind);
        }
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void FlushTails(int kind)
    {
        int count = waitingCounts[kind], blocks = kind + 1;
        ReadOnlySpan<int> group = waiting.AsSpan(2 * kind * lanes, 2 * count);
        waitingCounts[kind] = 0;
        if (count < fewest)
        {
            for (int l = 0; l < count; l++) RunTail(group[2 * l], group[(2 * l) + 1], ((kind * lanes) + l) * tails.Stride, blocks);
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
                LaneRecords.Scatter(Middle(middle).Slice(0, chaining), records, lanes, l);
            }
            else if (hash.HasOwnStart(message, messages.Length(message)))
            {
                hash.OwnStart(message, messages.Length(message), One);
                LaneRecords.Scatter(One, records, lanes, l);
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
            LaneRecords.Store<TWord, TLanes>(records, destination.Slice(group[0] * hashBytes, lanes * hashBytes), hashBytes, quads);
            return;
        }

        Span<byte> digests = stackalloc byte[lanes * quads * quadBytes];
        LaneRecords.Store<TWord, TLanes>(records, digests, quads * quadBytes, quads);
        for (int l = 0; l < count; l++)
        {
            digests.Slice(l * quads * quadBytes, hashBytes).CopyTo(destination.Slice(group[2 * l] * hashBytes, hashBytes));
        }
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunTail(int message, int middle, int offset, int blocks)
    {
        int length = messages.Length(message), chaining = THash.ChainingWords;
        Span<TWord> record = One;
        if (middle >= 0) Middle(middle).Slice(0, chaining).CopyTo(record);
        else if (hash.HasOwnStart(message, length)) hash.OwnStart(message, length, record);
        else hash.Start(record);
        if (RecordWords > chaining) hash.Close(length, record.Slice(chaining));
        THash.RunOne(record, tails.Bytes, offset, blocks);

        int hashBytes = hash.HashBytes, quadBytes = 4 * Word<TWord>.Bytes, quads = (hashBytes + quadBytes - 1) / quadBytes;
        Span<byte> digest = stackalloc byte[quads * quadBytes];
        LaneRecords.Store<TWord, ScalarLane<TWord>>(record, digest, quads * quadBytes, quads);
        digest.Slice(0, hashBytes).CopyTo(destination.Slice(message * hashBytes, hashBytes));
    }

    // ---- bodies ----

    [MethodImpl(CompileOptions.AtOnce)]
    private void AddBody(int message, int blocks)
    {
        bodies ??= ArrayPool<int>.Shared.Rent(2 * bodyCapacity);
        bodyBlocks ??= ArrayPool<int>.Shared.Rent(bodyCapacity);
        middles ??= ArrayPool<TWord>.Shared.Rent(bodyCapacity * RecordWords);
        bodies[bodyCapacity + bodyCount] = message;
        bodyBlocks[bodyCount++] = blocks;
        longestBody = Math.Max(longestBody, blocks);
        if (bodyCount == bodyCapacity) RunBodies();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private void RunBodies()
    {
        // As many as there are lanes all begin at once.
        if (bodyCount > lanes) SortBodies();
        else bodies.AsSpan(bodyCapacity, bodyCount).CopyTo(bodies);

        // Per lane: its body, the blocks that can be read at its offset, and the blocks that come after them.
        Span<int> body = stackalloc int[lanes], ready = stackalloc int[lanes], later = stackalloc int[lanes], offsets = stackalloc int[lanes];
        Span<TWord> records = Records;
        body.Fill(-1);
        ready.Fill(int.MaxValue);
        offsets.Clear();

        // Messages that are not in one span are copied piece by piece, and so are long ones.
        bool staged = !TMessages.ArePacked || longestBody > stageAbove / THash.BlockBytes;
        Staging pieces = staged ? new(lanes, LongMessages.PieceBytes) : default;
        ReadOnlySpan<byte> source = staged ? pieces.Bytes : messages.Source;
        int next = 0, active = 0;
        for (int l = 0; l < lanes && next < bodyCount; l++, active++)
        {
            Feed(l, next++, body, later);
            Reach(l, body, ready, later, offsets, pieces, staged);
        }

        while (next < bodyCount || active >= fewest)
        {
            int run = int.MaxValue;
            for (int l = 0; l < lanes; l++) run = Math.Min(run, ready[l]);
            THash.Run<TLanes>(records, source, offsets, run);

            bool idle = false;
            int busy = 0;
            for (int l = 0; l < lanes; l++)
            {
                if (body[l] < 0)
                {
                    idle = true;
                    continue;
                }

                busy = l;
                ready[l] -= run;
                offsets[l] += run * THash.BlockBytes;
                if (ready[l] > 0) continue;

                if (later[l] == 0)
                {
                    LaneRecords.Gather(records, lanes, l, Middle(body[l]));
                    if (next == bodyCount)
                    {
                        body[l] = -1;
                        ready[l] = int.MaxValue;
                        active--;
                        idle = true;
                        continue;
                    }

                    Feed(l, next++, body, later);
                }

                Reach(l, body, ready, later, offsets, pieces, staged);
            }

            // A lane without work reads along with a busy one.
            if (!idle || active == 0) continue;

            while (body[busy] < 0) busy--;
            for (int l = 0; l < lanes; l++) offsets[l] = body[l] < 0 ? offsets[busy] : offsets[l];
        }

        // Too few for the lanes: one by one.
        for (int l = 0; l < lanes; l++)
        {
            if (body[l] < 0) continue;

            Span<TWord> record = Middle(body[l]);
            LaneRecords.Gather(records, lanes, l, record);
            int message = bodies![body[l]], left = ready[l] + later[l];
            int start = (hash.BodyBlocks(messages.Length(message)) - left) * THash.BlockBytes;
            THash.RunOne(record, messages.Slice(message, start, left * THash.BlockBytes), 0, left);
        }

        pieces.Dispose();
        int count = bodyCount;
        bodyCount = 0;
        longestBody = 0;
        for (int i = 0; i < count; i++)
        {
            int message = bodies![i], length = messages.Length(message);
            AddTail(message, length, hash.BodyBlocks(length), i);
        }

        FlushTails();
    }

    /// <summary>Gives a lane the next body.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void Feed(int lane, int index, Span<int> body, Span<int> later)
    {
        int message = bodies![index], length = messages.Length(message);
        body[lane] = index;
        later[lane] = hash.BodyBlocks(length);
        if (hash.HasOwnStart(message, length)) hash.OwnStart(message, length, One);
        else hash.Start(One);
        LaneRecords.Scatter(One, Records, lanes, lane);
    }

    /// <summary>Brings the next blocks of a lane's body in reach: all of them where they lie, or a piece of them copied.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void Reach(int lane, Span<int> body, Span<int> ready, Span<int> later, Span<int> offsets, Staging pieces, bool staged)
    {
        int message = bodies![body[lane]];
        if (!staged)
        {
            offsets[lane] = messages.Offset(message);
            ready[lane] = later[lane];
            later[lane] = 0;
            return;
        }

        int blocks = Math.Min(later[lane], LongMessages.PieceBytes / THash.BlockBytes), bytes = blocks * THash.BlockBytes;
        int start = (hash.BodyBlocks(messages.Length(message)) - later[lane]) * THash.BlockBytes;
        messages.Slice(message, start, bytes).CopyTo(pieces.Row(lane, bytes));
        offsets[lane] = lane * pieces.Stride;
        ready[lane] = blocks;
        later[lane] -= blocks;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly Span<TWord> Middle(int index) => middles.AsSpan(index * RecordWords, RecordWords);

    // Longest first, by counting: exact below 128 blocks, to one part in 64 above.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void SortBodies()
    {
        const int Buckets = 128 + (64 * 25);
        Span<int> starts = stackalloc int[Buckets];
        starts.Clear();
        Span<int> blocks = bodyBlocks.AsSpan(0, bodyCount);
        foreach (int b in blocks) starts[Buckets - 1 - Bucket(b)]++;
        int sum = 0;
        for (int i = 0; i < Buckets; i++)
        {
            int n = starts[i];
            starts[i] = sum;
            sum += n;
        }

        Span<int> sorted = bodies.AsSpan(0, bodyCount), arrived = bodies.AsSpan(bodyCapacity, bodyCount);
        for (int i = 0; i < blocks.Length; i++) sorted[starts[Buckets - 1 - Bucket(blocks[i])]++] = arrived[i];

        static int Bucket(int blocks)
        {
            if (blocks < 128) return blocks;

            int exponent = BitOperations.Log2((uint)blocks);
            return 128 + ((exponent - 7) * 64) + ((blocks >> (exponent - 6)) & 63);
        }
    }
}
