namespace Lanewise.Batching;

/// <summary>
/// Hashes messages of different lengths. Lanes process the full blocks, longest message first. A lane that has finished its
/// message continues with the next one. Final blocks are collected until they fill the lanes
/// (<see cref="LaneScheduler{TWord, THash}"/> describes both phases).
/// </summary>
/// <remarks>
/// The methods that contain loops over messages are not inlined, because the JIT inlines only a limited amount of code into a
/// method. If a method with a loop were inlined, the short methods in the loop would not be inlined.
/// </remarks>
internal ref struct RaggedRun<TWord, THash>
    where TWord : unmanaged
    where THash : struct, ILaneHash<TWord>, allows ref struct
{
    // The state index that indicates a message without full blocks.
    private const int NoState = -1;

    private readonly BatchMessages messages;
    private readonly THash hash;
    private readonly Span<byte> destination;
    private readonly HashLanes<TWord> kernel;
    private readonly int lanes, fewest, longest;

    // Buffers for final blocks, which are collected until they fill the lanes. Messages with different numbers of final blocks
    // are collected in separate groups.
    private readonly int fewestFinalBlocks;
    private readonly Staging lastBlocks;
    private readonly Rented<int> lists;
    private readonly Span<int> waiting, stateIndexes, waitingCounts;

    private FullBlockRun<TWord> fullBlocks;

    private readonly Rented<TWord> scratch;

    public RaggedRun(in BatchMessages messages, in THash hash, Span<byte> destination, LaneRunOptions options)
    {
        this.messages = messages;
        this.hash = hash;
        this.destination = destination;
        kernel = HashLanes<TWord>.Of<THash>(options.Shape);
        lanes = kernel.Lanes;
        (fewest, longest) = (options.Fewest, options.Longest);
        int kinds = THash.FinalBlockCounts;
        fewestFinalBlocks = hash.FinalBlocks(0);
        lastBlocks = new Staging(lanes * kinds, (fewestFinalBlocks + kinds - 1) * THash.BlockBytes);
        lastBlocks.Bytes.Clear();
        lists = new(kinds * ((2 * lanes) + 1));
        waiting = lists.Span.Slice(kinds, kinds * lanes);
        stateIndexes = lists.Span.Slice(kinds + (kinds * lanes));
        waitingCounts = lists.Span.Slice(0, kinds);
        waitingCounts.Clear();
        int apartWords = lanes * LaneStates.RowBytes<TWord>(hash.HashBytes) / Word<TWord>.Bytes;
        scratch = new(((lanes + 2) * StateWords) + kernel.LaneWords + apartWords);
        fullBlocks = new(messages, kernel, options);

        Span<TWord> state = One;
        hash.Start(0, 1, state);
        kernel.Broadcast(state, Fresh);
    }

    private static int StateWords => THash.StateWords;
    private readonly Span<TWord> Fresh => scratch.Span.Slice(0, StateWords * lanes);
    private readonly Span<TWord> One => scratch.Span.Slice(StateWords * lanes, StateWords);
    private readonly Span<TWord> FinalWords => scratch.Span.Slice((lanes + 1) * StateWords, StateWords - THash.ChainingWords);
    private readonly Span<TWord> States => scratch.Span.Slice((lanes + 2) * StateWords, kernel.LaneWords);
    private readonly Span<byte> Apart => MemoryMarshal.AsBytes(scratch.Span.Slice(((lanes + 2) * StateWords) + kernel.LaneWords));

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public void Run(int first)
    {
        for (int i = first; i < messages.Count; i++)
        {
            int length = messages.Length(i), blocks = hash.FullBlocks(length);
            if (length > longest && TryHashAlone(i, length, blocks)) continue;

            if (blocks == 0)
            {
                AddFinalBlocks(i, length, 0, NoState);
                continue;
            }

            hash.Start(i, length, fullBlocks.Add(i, blocks));
            if (fullBlocks.IsFull) RunFullBlocks();
        }

        RunWaiting();
        RunFullBlocks();
    }

    public readonly void Dispose()
    {
        lastBlocks.Dispose();
        lists.Dispose();
        fullBlocks.Dispose();
        // The chaining values of keyed hashes are secret, and digests may be used as keys.
        scratch.Dispose();
    }

    // ---- full blocks ----

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private void RunFullBlocks()
    {
        fullBlocks.Run(States);
        for (int i = 0; i < fullBlocks.Count; i++)
        {
            int message = fullBlocks.Message(i), length = messages.Length(message), blocks = hash.FullBlocks(length);
            if (fullBlocks.BlocksLeft(i) is > 0 and int left && TryHashAlone(message, length, left)) continue;

            fullBlocks.Finish(i);
            AddFinalBlocks(message, length, blocks, i);
        }

        RunWaiting();
        fullBlocks.Clear();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool TryHashAlone(int message, int length, int blocks) => hash.TryHashAlone(
        messages.Slice(message, 0, length), blocks, destination.Slice(message * hash.HashBytes, hash.HashBytes));

    // ---- final blocks ----

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void AddFinalBlocks(int message, int length, int done, int stateIndex)
    {
        int blocks = hash.FinalBlocks(length), kind = blocks - fewestFinalBlocks, n = waitingCounts[kind],
            row = (kind * lanes) + n;
        int start = done * THash.BlockBytes, rest = length - start;
        Span<byte> final = lastBlocks.Row(row, blocks * THash.BlockBytes);
        messages.CopyTo(message, start, rest, final);
        hash.Pad(message, length, rest, final);
        waiting[row] = message;
        stateIndexes[row] = stateIndex;
        waitingCounts[kind] = n + 1;
        if (n + 1 == lanes) RunWaiting(kind);
    }

    private readonly void RunWaiting()
    {
        for (int kind = 0; kind < THash.FinalBlockCounts; kind++)
        {
            if (waitingCounts[kind] > 0) RunWaiting(kind);
        }
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunWaiting(int kind)
    {
        int first = kind * lanes, count = waitingCounts[kind], blocks = kind + fewestFinalBlocks;
        waitingCounts[kind] = 0;
        if (count >= fewest) RunFinalBlocks(first, count, blocks);
        else for (int row = first; row < first + count; row++) RunFinalBlocksAlone(row, blocks);

        // The rows must be cleared, because the hash writes only parts of the final blocks.
        lastBlocks.Bytes.Slice(first * lastBlocks.Stride, lanes * lastBlocks.Stride).Clear();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunFinalBlocks(int first, int count, int blocks)
    {
        Span<TWord> states = States;
        Fresh.CopyTo(states);
        Span<int> offsets = stackalloc int[lanes];
        int chaining = THash.ChainingWords;
        for (int l = 0; l < lanes; l++)
        {
            // Unused lanes read the first row. The digests of unused lanes are not stored.
            offsets[l] = (first + (l < count ? l : 0)) * lastBlocks.Stride;
            if (l >= count) continue;

            int message = waiting[first + l], stateIndex = stateIndexes[first + l];
            if (stateIndex != NoState)
            {
                LaneStates.Scatter(fullBlocks.State(stateIndex).Slice(0, chaining), states, lanes, l);
            }
            else if (hash.HasOwnStart(message, messages.Length(message)))
            {
                hash.Start(message, messages.Length(message), One);
                LaneStates.Scatter(One.Slice(0, chaining), states, lanes, l);
            }

            if (StateWords > chaining)
            {
                hash.SetFinalWords(messages.Length(message), FinalWords);
                LaneStates.Scatter(FinalWords, states.Slice(chaining * lanes), lanes, l);
            }
        }

        kernel.Run(states, lastBlocks.Bytes, offsets, blocks);
        kernel.StoreValues(states, count, destination, hash.HashBytes, Apart, waiting.Slice(first, count));
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunFinalBlocksAlone(int row, int blocks)
    {
        int message = waiting[row], stateIndex = stateIndexes[row], length = messages.Length(message),
            chaining = THash.ChainingWords;
        Span<TWord> state = One;
        if (stateIndex != NoState) fullBlocks.State(stateIndex).Slice(0, chaining).CopyTo(state);
        else hash.Start(message, length, state);
        if (StateWords > chaining) hash.SetFinalWords(length, state.Slice(chaining));
        THash.RunOne(state, lastBlocks.Bytes, row * lastBlocks.Stride, blocks);
        LaneStates.StoreValues<TWord, ScalarLane<TWord>>(
            state, 1, destination, hash.HashBytes, hash.HashBytes, Apart, waiting.Slice(row, 1));
    }
}
