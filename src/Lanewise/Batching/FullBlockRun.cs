namespace Lanewise.Batching;

/// <summary>
/// Processes the full blocks of messages of any length, longest message first. When a lane has finished its message, it
/// continues with the next one. Each kernel call processes as many blocks as remain in the lane with the fewest blocks. The
/// result is one state per message.
/// </summary>
internal ref struct FullBlockRun<TWord, TFullBlocks, THash>
    where TWord : unmanaged
    where TFullBlocks : struct, ILaneFullBlocks<TWord>, allows ref struct
    where THash : struct, ILaneHash<TWord>, allows ref struct
{
    // The number of messages per lane in a window. A large value reduces the time that is lost to idle lanes at the end of a
    // window.
    private const int PerLane = 64;

    // The message index and the number of readable blocks of an idle lane. The number of blocks is set to the maximum so that an
    // idle lane never limits the number of blocks in a kernel call.
    private const int Idle = -1, Unlimited = int.MaxValue;

    private readonly BatchMessages messages;
    private readonly TFullBlocks hash;
    private readonly int? stageAbove;
    private readonly LaneShape shape;
    private readonly int lanes, fewest, capacity;

    // The indexes of all added messages (sorted, and in the order in which they were added), their block counts, and their
    // states after the full blocks.
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
        // Rented arrays are wiped, so the capacity is no larger than needed.
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
    /// Returns how many full blocks of a message are still unprocessed, because too few messages were left to fill the lanes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly int BlocksLeft(int index) => blockCounts[index];

    /// <summary>Processes a message's remaining full blocks, if any.</summary>
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

    /// <summary>Processes the full blocks of all added messages.</summary>
    /// <param name="states">
    /// Memory for the states of all lanes (<see cref="LaneKernel{TWord, THash}.Words"/> returns the number of words). The
    /// caller wipes this memory.
    /// </param>
    /// <param name="one">Memory for one state. The caller wipes this memory.</param>
    [MethodImpl(CompileOptions.AtOnce)]
    public readonly void Run(Span<TWord> states, Span<TWord> one)
    {
        if (Count == 0) return;

        // Sorting is not needed if all messages start at the same time.
        if (Count > lanes) LongestFirst.Sort(blockCounts.Slice(0, Count), arrived, sorted);
        else arrived.Slice(0, Count).CopyTo(sorted);

        // For each lane, these arrays contain the index of its message, the number of blocks that can be read one after another
        // from its offset, the number of blocks that follow them in the message, and the offset.
        Span<int> indexes = stackalloc int[lanes], ready = stackalloc int[lanes], later = stackalloc int[lanes],
            offsets = stackalloc int[lanes];
        indexes.Fill(Idle);
        ready.Fill(Unlimited);
        offsets.Clear();

        // Long messages and scattered messages are copied piece by piece.
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

        // Too few messages remain to fill the lanes. The original block counts are no longer needed, so the array is reused for
        // the numbers of remaining blocks.
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

    /// <summary>
    /// Makes a lane's next blocks readable, in place (all blocks of the message) or as a copy (the next piece).
    /// </summary>
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
