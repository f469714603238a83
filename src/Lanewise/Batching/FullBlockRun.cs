namespace Lanewise.Batching;

/// <summary>
/// Processes the full blocks of messages of any length, longest message first. When a lane has finished its message, it takes the
/// next message. Each kernel run processes as many blocks as remain in the lane with the fewest blocks. The result is a state for
/// each message.
/// </summary>
internal ref struct FullBlockRun<TWord, TFullBlocks, THash>
    where TWord : unmanaged
    where TFullBlocks : struct, ILaneFullBlocks<TWord>, allows ref struct
    where THash : struct, ILaneHash<TWord>, allows ref struct
{
    // The number of messages per lane in a window. This number is large, so that idle lanes at the end of a window cost little
    // time.
    private const int PerLane = 64;

    // The index of an idle lane, and its number of readable blocks, so that it never limits a run.
    private const int Idle = -1, Unlimited = int.MaxValue;

    private readonly BatchMessages messages;
    private readonly TFullBlocks hash;
    private readonly int? stageAbove;
    private readonly LaneShape shape;
    private readonly int lanes, fewest, capacity;

    // The indexes of all added messages (sorted, and in order of arrival), their block counts, and their states.
    private Rented<int> lists;
    private Span<int> sorted, arrived, blockCounts;
    private Rented<TWord> after;
    private int longest;

    public FullBlockRun(in BatchMessages messages, in TFullBlocks hash, LaneRunOptions options)
    {
        this.messages = messages;
        this.hash = hash;
        shape = options.Shape;
        lanes = shape.Lanes(8 * Word<TWord>.Bytes);
        fewest = options.Fewest;
        stageAbove = shape.StageAbove ?? CpuProfile.Here.StageAbove;
        // Rented arrays are wiped, so they are no larger than needed.
        capacity = Math.Min(PerLane * lanes, messages.Count);
    }

    public int Count { get; private set; }

    public readonly bool IsFull => Count == capacity;

    private static int StateWords => THash.StateWords;

    [MethodImpl(CompileOptions.AtOnce)]
    public void Add(int message, int blocks)
    {
        if (lists.Span.IsEmpty)
        {
            lists = new(3 * capacity);
            sorted = lists.Span.Slice(0, capacity);
            arrived = lists.Span.Slice(capacity, capacity);
            blockCounts = lists.Span.Slice(2 * capacity);
            after = new(capacity * StateWords);
        }

        arrived[Count] = message;
        blockCounts[Count++] = blocks;
        longest = Math.Max(longest, blocks);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly int Message(int index) => sorted[index];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Span<TWord> State(int index) => after.Span.Slice(index * StateWords, StateWords);

    /// <summary>
    /// Returns the number of blocks of a message that remain because too few messages were left to fill the lanes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly int BlocksLeft(int index) => blockCounts[index];

    /// <summary>Processes the remaining blocks of a single message, if there are any.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Finish(int index)
    {
        if (blockCounts[index] > 0) RunOne(index, blockCounts[index]);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void RunOne(int index, int left)
    {
        int message = sorted[index], start = (hash.FullBlocks(messages.Length(message)) - left) * THash.BlockBytes;
        THash.RunOne(State(index), messages.Slice(message, start, left * THash.BlockBytes), 0, left);
    }

    public void Clear()
    {
        Count = 0;
        longest = 0;
    }

    public readonly void Dispose()
    {
        lists.Dispose();
        // Chaining values of keyed hashes are secret.
        after.Dispose();
    }

    /// <summary>Runs all added messages.</summary>
    /// <param name="states">
    /// The states of the lanes, with the number of words that <see cref="LaneKernel{TWord, THash}.Words"/> returns. The caller
    /// wipes them.
    /// </param>
    /// <param name="one">Memory for one state. The caller wipes it.</param>
    [MethodImpl(CompileOptions.AtOnce)]
    public readonly void Run(Span<TWord> states, Span<TWord> one)
    {
        if (Count == 0) return;

        // No sorting is needed if all messages start at the same time.
        if (Count > lanes) LongestFirst.Sort(blockCounts.Slice(0, Count), arrived, sorted);
        else arrived.Slice(0, Count).CopyTo(sorted);

        // These arrays contain, for each lane, its message, the number of readable blocks at its offset, and the number of blocks
        // after them.
        Span<int> indexes = stackalloc int[lanes], ready = stackalloc int[lanes], later = stackalloc int[lanes],
            offsets = stackalloc int[lanes];
        indexes.Fill(Idle);
        ready.Fill(Unlimited);
        offsets.Clear();

        // Long messages, and messages that are not in one span, are copied piece by piece.
        bool staged = !messages.ArePacked || longest > stageAbove / THash.BlockBytes;
        Staging pieces = staged ? new(lanes, LongMessages.PieceBytes) : default;
        ReadOnlySpan<byte> source = staged ? pieces.Bytes : messages.Source;
        int next = 0, active = 0;
        for (int l = 0; l < lanes && next < Count; l++, active++)
        {
            Feed(l, next++, indexes, later, states, one);
            Reach(l, indexes, ready, later, offsets, pieces, staged);
        }

        while (next < Count || active >= fewest)
        {
            int run = Unlimited;
            for (int l = 0; l < lanes; l++) run = Math.Min(run, ready[l]);
            LaneKernel<TWord, THash>.Run(shape, states, source, offsets, run);

            bool idle = false;
            int busy = 0;
            for (int l = 0; l < lanes; l++)
            {
                if (indexes[l] == Idle)
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
                    LaneStates.Gather(states, lanes, l, State(indexes[l]));
                    if (next == Count)
                    {
                        indexes[l] = Idle;
                        ready[l] = Unlimited;
                        active--;
                        idle = true;
                        continue;
                    }

                    Feed(l, next++, indexes, later, states, one);
                }

                Reach(l, indexes, ready, later, offsets, pieces, staged);
            }

            // An idle lane reads the same data as a busy lane.
            if (!idle || active == 0) continue;

            while (indexes[busy] == Idle) busy--;
            for (int l = 0; l < lanes; l++) offsets[l] = indexes[l] == Idle ? offsets[busy] : offsets[l];
        }

        // Too few messages remain to fill the lanes. The block counts are no longer needed.
        blockCounts.Slice(0, Count).Clear();
        for (int l = 0; l < lanes; l++)
        {
            if (indexes[l] == Idle) continue;

            LaneStates.Gather(states, lanes, l, State(indexes[l]));
            blockCounts[indexes[l]] = ready[l] + later[l];
        }

        pieces.Dispose();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void Feed(int lane, int index, Span<int> indexes, Span<int> later, Span<TWord> states, Span<TWord> one)
    {
        int message = sorted[index], length = messages.Length(message);
        indexes[lane] = index;
        later[lane] = hash.FullBlocks(length);
        hash.Start(message, length, one);
        LaneStates.Scatter(one, states, lanes, lane);
    }

    /// <summary>Makes the next blocks of a lane readable: either all blocks in place, or a copy of the next piece.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void Reach(
        int lane, Span<int> indexes, Span<int> ready, Span<int> later, Span<int> offsets, Staging pieces, bool staged)
    {
        int message = sorted[indexes[lane]];
        if (staged)
        {
            CopyPiece(message, lane, ready, later, offsets, pieces);
            return;
        }

        offsets[lane] = messages.Offset(message);
        ready[lane] = later[lane];
        later[lane] = 0;
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void CopyPiece(
        int message, int lane, Span<int> ready, Span<int> later, Span<int> offsets, Staging pieces)
    {
        int blocks = Math.Min(later[lane], LongMessages.PieceBytes / THash.BlockBytes), bytes = blocks * THash.BlockBytes;
        int start = (hash.FullBlocks(messages.Length(message)) - later[lane]) * THash.BlockBytes;
        messages.Slice(message, start, bytes).CopyTo(pieces.Row(lane, bytes));
        offsets[lane] = lane * pieces.Stride;
        ready[lane] = blocks;
        later[lane] -= blocks;
    }
}
