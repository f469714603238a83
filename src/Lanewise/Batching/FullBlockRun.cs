namespace Lanewise.Batching;

/// <summary>
/// Processes the full blocks of messages of any length, longest message first. When a lane has finished its message, it
/// continues with the next one. Each kernel call processes as many blocks as remain in the lane with the fewest blocks. The
/// result is one state per message.
/// </summary>
internal ref struct FullBlockRun<TWord>
    where TWord : unmanaged
{
    // The number of messages per lane in a window. A large value reduces the time that is lost to idle lanes at the end of a
    // window.
    private const int PerLane = 64;

    // The message index and the number of readable blocks of an idle lane. The number of blocks is set to the maximum so that an
    // idle lane never limits the number of blocks in a kernel call.
    private const int Idle = -1, Unlimited = int.MaxValue;

    private readonly BatchMessages messages;
    private readonly HashLanes<TWord> kernel;
    private readonly int? stageAbove;
    private readonly int fewest, capacity;

    // The added messages, their numbers of full blocks, and how many of these blocks are still unprocessed.
    private Rented<int> lists;
    private Span<int> added, blockCounts, left;

    // The order in which the messages are assigned to lanes.
    private Span<int> order;

    // The states of the added messages: first the initial states, then the states after the full blocks.
    private Rented<TWord> states;
    private int longest;

    public FullBlockRun(in BatchMessages messages, HashLanes<TWord> kernel, LaneRunOptions options)
    {
        this.messages = messages;
        this.kernel = kernel;
        fewest = options.Fewest;
        stageAbove = options.Shape.StageAbove ?? CpuProfile.Here.StageAbove;
        // Rented arrays are wiped, so the capacity is no larger than needed.
        capacity = Math.Min(PerLane * kernel.Lanes, messages.Count);
    }

    public int Count { get; private set; }

    public readonly bool IsFull => Count == capacity;

    /// <summary>
    /// Adds a message that has at least one full block, and returns the memory for its initial state, which the caller writes.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public Span<TWord> Add(int message, int blocks)
    {
        if (lists.Span.IsEmpty)
        {
            lists = new(4 * capacity);
            added = lists.Span.Slice(0, capacity);
            blockCounts = lists.Span.Slice(capacity, capacity);
            left = lists.Span.Slice(2 * capacity, capacity);
            order = lists.Span.Slice(3 * capacity);
            states = new(capacity * kernel.StateWords);
        }

        added[Count] = message;
        blockCounts[Count] = blocks;
        longest = Math.Max(longest, blocks);
        return State(Count++);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly int Message(int index) => added[index];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Span<TWord> State(int index) => states.Span.Slice(index * kernel.StateWords, kernel.StateWords);

    /// <summary>
    /// Returns how many full blocks of a message are still unprocessed, because too few messages were left to fill the lanes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly int BlocksLeft(int index) => left[index];

    /// <summary>Processes a message's remaining full blocks, if any.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Finish(int index)
    {
        if (left[index] > 0) RunOne(index);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void RunOne(int index)
    {
        int blocks = left[index], start = (blockCounts[index] - blocks) * kernel.BlockBytes;
        kernel.RunOne(State(index), messages.Slice(added[index], start, blocks * kernel.BlockBytes), 0, blocks);
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
        states.Dispose();
    }

    /// <summary>Processes the full blocks of all added messages.</summary>
    /// <param name="laneStates">
    /// Memory for the states of all lanes (<see cref="HashLanes{TWord}.LaneWords"/>). The caller wipes this memory.
    /// </param>
    [MethodImpl(CompileOptions.AtOnce)]
    public readonly void Run(Span<TWord> laneStates)
    {
        if (Count == 0) return;

        // Sorting is not needed if all messages start at the same time.
        int lanes = kernel.Lanes, blockBytes = kernel.BlockBytes;
        if (Count > lanes) LongestFirst.Sort(blockCounts.Slice(0, Count), order);
        else for (int i = 0; i < Count; i++) order[i] = i;
        left.Slice(0, Count).Clear();

        // For each lane, these arrays contain the index of its message, the number of blocks that can be read one after another
        // from its offset, the number of blocks that follow them in the message, and the offset.
        Span<int> indexes = stackalloc int[lanes], ready = stackalloc int[lanes], later = stackalloc int[lanes],
            offsets = stackalloc int[lanes];
        indexes.Fill(Idle);
        ready.Fill(Unlimited);
        offsets.Clear();

        // Long messages and scattered messages are copied piece by piece.
        bool staged = !messages.ArePacked || longest > stageAbove / blockBytes;
        Staging pieces = staged ? new(lanes, LongMessages.PieceBytes) : default;
        ReadOnlySpan<byte> source = staged ? pieces.Bytes : messages.Source;
        int next = 0, active = 0;
        for (int l = 0; l < lanes && next < Count; l++, active++)
        {
            Feed(l, order[next++], indexes, later, laneStates);
            Reach(l, indexes, ready, later, offsets, pieces, staged);
        }

        while (next < Count || active >= fewest)
        {
            int run = Unlimited;
            for (int l = 0; l < lanes; l++) run = Math.Min(run, ready[l]);
            kernel.Run(laneStates, source, offsets, run);

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
                offsets[l] += run * blockBytes;
                if (ready[l] > 0) continue;

                if (later[l] == 0)
                {
                    LaneStates.Gather(laneStates, lanes, l, State(indexes[l]));
                    if (next == Count)
                    {
                        indexes[l] = Idle;
                        ready[l] = Unlimited;
                        active--;
                        idle = true;
                        continue;
                    }

                    Feed(l, order[next++], indexes, later, laneStates);
                }

                Reach(l, indexes, ready, later, offsets, pieces, staged);
            }

            // An idle lane reads the same data as a busy lane.
            if (!idle || active == 0) continue;

            while (indexes[busy] == Idle) busy--;
            for (int l = 0; l < lanes; l++) offsets[l] = indexes[l] == Idle ? offsets[busy] : offsets[l];
        }

        // Too few messages remain to fill the lanes.
        for (int l = 0; l < lanes; l++)
        {
            if (indexes[l] == Idle) continue;

            LaneStates.Gather(laneStates, lanes, l, State(indexes[l]));
            left[indexes[l]] = ready[l] + later[l];
        }

        pieces.Dispose();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void Feed(int lane, int index, Span<int> indexes, Span<int> later, Span<TWord> laneStates)
    {
        indexes[lane] = index;
        later[lane] = blockCounts[index];
        LaneStates.Scatter(State(index), laneStates, kernel.Lanes, lane);
    }

    /// <summary>
    /// Makes a lane's next blocks readable, in place (all blocks of the message) or as a copy (the next piece).
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void Reach(
        int lane, Span<int> indexes, Span<int> ready, Span<int> later, Span<int> offsets, Staging pieces, bool staged)
    {
        int index = indexes[lane];
        if (staged)
        {
            CopyPiece(index, lane, ready, later, offsets, pieces);
            return;
        }

        offsets[lane] = messages.Offset(added[index]);
        ready[lane] = later[lane];
        later[lane] = 0;
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void CopyPiece(
        int index, int lane, Span<int> ready, Span<int> later, Span<int> offsets, Staging pieces)
    {
        int blockBytes = kernel.BlockBytes, blocks = Math.Min(later[lane], LongMessages.PieceBytes / blockBytes),
            bytes = blocks * blockBytes;
        int start = (blockCounts[index] - later[lane]) * blockBytes;
        messages.Slice(added[index], start, bytes).CopyTo(pieces.Row(lane, bytes));
        offsets[lane] = lane * pieces.Stride;
        ready[lane] = blocks;
        later[lane] -= blocks;
    }
}
