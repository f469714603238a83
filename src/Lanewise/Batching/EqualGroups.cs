using System.Diagnostics;

namespace Lanewise.Batching;

/// <summary>
/// Hashes messages of equal length in lockstep. Each group consists of one message per lane, and no branch depends on a lane's
/// data. In an incomplete last group, the unused lanes hash the last message again.
/// </summary>
internal readonly ref struct EqualGroups<TWord>
    where TWord : unmanaged
{
    private readonly HashLanes<TWord> kernel;
    private readonly int fullBlocks, finalBlocks, hashBytes;

    // The initial states of all lanes, and their counters and flags for the final blocks.
    private readonly Span<TWord> start;
    private readonly Span<TWord> finalWords;

    // One row per lane for the final blocks. The first row already contains the final blocks of the first message.
    private readonly Staging lastBlocks;

    private EqualGroups(
        HashLanes<TWord> kernel, int fullBlocks, int finalBlocks, int hashBytes, Span<TWord> start, Span<TWord> finalWords)
    {
        this.kernel = kernel;
        this.fullBlocks = fullBlocks;
        this.finalBlocks = finalBlocks;
        this.hashBytes = hashBytes;
        this.start = start;
        this.finalWords = finalWords;
        lastBlocks = new(kernel.Lanes, FinalBytes);
    }

    private int FinalBytes => finalBlocks * kernel.BlockBytes;

    /// <summary>
    /// Hashes all full groups, and the incomplete last group if it has enough messages. Returns the number of hashed messages.
    /// </summary>
    public static int Run<THash>(in BatchMessages messages, in THash hash, Span<byte> destination, in LaneRunOptions options)
        where THash : struct, ILaneHash<TWord>, allows ref struct
    {
        // All groups start from the same state, and use the same counters and flags for the final blocks. The final blocks of
        // the first message also contain the padding of all other messages.
        int length = messages.Length(0), fullBlocks = hash.FullBlocks(length), restStart = fullBlocks * THash.BlockBytes;
        HashLanes<TWord> kernel = HashLanes<TWord>.Of<THash>(options.Shape);
        Span<TWord> state = stackalloc TWord[THash.StateWords], words = state.Slice(0, THash.StateWords - THash.ChainingWords);
        Span<TWord> start = stackalloc TWord[state.Length * kernel.Lanes],
            finalWords = stackalloc TWord[words.Length * kernel.Lanes];
        hash.Start(0, length, state);
        kernel.Broadcast(state, start);
        if (!words.IsEmpty)
        {
            hash.SetFinalWords(length, words);
            kernel.Broadcast(words, finalWords);
        }

        using EqualGroups<TWord> groups = new(
            kernel, fullBlocks, hash.FinalBlocks(length), hash.HashBytes, start, finalWords);
        Span<byte> row = groups.lastBlocks.Row(0, groups.FinalBytes);
        row.Clear();
        messages.CopyTo(0, restStart, length - restStart, row);
        hash.Pad(0, length, length - restStart, row);
        int done = groups.Run(messages, destination, options);
        state.Clear();
        start.Clear();
        return done;
    }

    public void Dispose() => lastBlocks.Dispose();

    [MethodImpl(CompileOptions.AtOnce)]
    private int Run(in BatchMessages messages, Span<byte> destination, in LaneRunOptions options)
    {
        int lanes = kernel.Lanes, length = messages.Length(0), restStart = fullBlocks * kernel.BlockBytes,
            restBytes = length - restStart, finalBytes = FinalBytes, finalStart = start.Length - finalWords.Length;
        int rest = messages.Count % lanes, groups = (messages.Count / lanes) + (rest >= options.Fewest ? 1 : 0);
        Span<TWord> states = stackalloc TWord[kernel.LaneWords];

        // There are three kinds of final blocks: blocks that are read directly from the message, blocks that contain only padding
        // (the same for all messages), and blocks that contain the rest of the message and padding. In the blocks of the last
        // kind, each group replaces the message bytes.
        bool isRestInPlace = restBytes == finalBytes, isRestEmpty = restBytes == 0;
        Span<int> offsets = stackalloc int[lanes], lastOffsets = stackalloc int[lanes];
        for (int l = 0; l < Math.Min(lanes, messages.Count); l++) offsets[l] = l * length;
        if (!isRestEmpty && !isRestInPlace)
        {
            ReadOnlySpan<byte> first = lastBlocks.Row(0, finalBytes);
            for (int l = 1; l < lanes; l++)
            {
                first.CopyTo(lastBlocks.Row(l, finalBytes));
                lastOffsets[l] = l * lastBlocks.Stride;
            }
        }

        bool ahead = kernel.TakesTransposed && (options.Shape.StageAbove is { } above ? restStart > above
            : restStart > CpuProfile.Here.StageEqualAbove && lanes >= CpuProfile.Here.StageRows);
        int room = Math.Min(LongMessages.TransposedAtOnce, Math.Max(fullBlocks, finalBlocks));
        Rented<TWord> blocks = new(ahead ? room * kernel.BlockBytes / Word<TWord>.Bytes * lanes : 0);

        int row = LaneStates.RowBytes<TWord>(hashBytes);
        Span<byte> apart = stackalloc byte[row == hashBytes && messages.Count >= groups * lanes ? 0 : lanes * row];
        ReadOnlySpan<byte> source = messages.Source;
        Debug.Assert(source.Length == (long)messages.Count * length,
            "The entrance has checked the lengths, so nothing below throws.");
        // Without full blocks, the first block is already a final block.
        if (fullBlocks == 0) finalWords.CopyTo(start.Slice(finalStart));
        for (int g = 0; g < groups; g++)
        {
            int first = g * lanes, n = Math.Min(lanes, messages.Count - first);
            start.CopyTo(states);
            offsets.Slice(n).Fill(offsets[n - 1]);
            ReadOnlySpan<byte> group = source.Slice(first * length);
            if (fullBlocks > 0)
            {
                Run(states, group, offsets, fullBlocks, blocks.Span);
                finalWords.CopyTo(states.Slice(finalStart));
            }

            if (isRestInPlace) Run(states, group.Slice(restStart), offsets, finalBlocks, blocks.Span);
            else
            {
                if (!isRestEmpty)
                {
                    for (int l = 0; l < lanes; l++)
                    {
                        group.Slice(offsets[l] + restStart, restBytes).CopyTo(lastBlocks.Row(l, finalBytes));
                    }
                }

                Run(states, lastBlocks.Bytes, lastOffsets, finalBlocks, blocks.Span);
            }

            kernel.StoreValues(states, n, destination.Slice(first * hashBytes), hashBytes, apart);
        }

        // The buffers may contain secrets if there is a key, or if the hashed message is itself a key.
        apart.Clear();
        states.Clear();
        blocks.Dispose();
        return Math.Min(groups * lanes, messages.Count);
    }

    // Without a buffer for transposed blocks, the kernel reads the messages directly.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Run(
        Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, Span<TWord> room)
    {
        if (room.IsEmpty) kernel.Run(states, source, offsets, blocks);
        else kernel.RunTransposed(states, source, offsets, blocks, room);
    }
}
