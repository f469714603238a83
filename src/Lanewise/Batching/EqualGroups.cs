using System.Diagnostics;

namespace Lanewise.Batching;

/// <summary>
/// Hashes messages of equal length in lockstep. Each group consists of one message per lane, and no branch depends on a lane's
/// data. In an incomplete last group, the unused lanes hash the last message again.
/// </summary>
internal static class EqualGroups<TWord, THash, TLanes>
    where TWord : unmanaged
    where THash : struct, ILaneHash<TWord>, allows ref struct
    where TLanes : struct, ILanes<TLanes, TWord>
{
    /// <summary>
    /// Hashes all full groups, and the incomplete last group if it has enough messages. Returns the number of hashed messages.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static int Run(in BatchMessages messages, in THash hash, Span<byte> destination, LaneRunOptions options)
    {
        int lanes = TLanes.Count, blockBytes = THash.BlockBytes, length = messages.Length(0);
        int fullBlocks = hash.FullBlocks(length), finalBlocks = hash.FinalBlocks(length);
        int restStart = fullBlocks * blockBytes, restBytes = length - restStart, finalBytes = finalBlocks * blockBytes;
        int rest = messages.Count % lanes, groups = (messages.Count / lanes) + (rest >= options.Fewest ? 1 : 0);

        // All groups start from the same state, and use the same counters and flags for the final blocks.
        Span<TWord> start = stackalloc TWord[THash.StateWords * lanes];
        Span<TWord> states = stackalloc TWord[(THash.StateWords + THash.MessageWords) * lanes];
        int finalWordCount = THash.StateWords - THash.ChainingWords;
        Span<TWord> finalWords = stackalloc TWord[finalWordCount * lanes];
        Span<TWord> state = stackalloc TWord[THash.StateWords];
        hash.Start(0, length, state);
        LaneStates.Broadcast(state, start);
        if (finalWordCount > 0)
        {
            hash.SetFinalWords(length, state.Slice(0, finalWordCount));
            LaneStates.Broadcast(state.Slice(0, finalWordCount), finalWords);
        }

        // There are three kinds of final blocks: blocks that are read directly from the message, blocks that contain only padding
        // (the same for all messages), and blocks that contain the rest of the message and padding.
        bool isRestInPlace = restBytes == finalBytes, isRestEmpty = restBytes == 0;
        Staging lastBlocks = new(lanes, finalBytes);
        lastBlocks.Bytes.Clear();
        Span<int> offsets = stackalloc int[lanes], lastOffsets = stackalloc int[lanes];
        for (int l = 0; l < lanes; l++)
        {
            // The final blocks of the first message are written to the rows of all lanes. Each group then replaces the message
            // bytes in these blocks with the bytes of its messages.
            hash.WriteFinalBlocks(0, length, messages.Slice(0, restStart, restBytes), lastBlocks.Row(l, finalBytes));
            lastOffsets[l] = isRestEmpty ? 0 : l * lastBlocks.Stride;
        }

        bool ahead = THash.TakesTransposed && (options.Shape.StageAbove is { } above ? restStart > above
            : restStart > CpuProfile.Here.StageEqualAbove && lanes >= CpuProfile.Here.StageRows);
        int room = Math.Min(LongMessages.TransposedAtOnce, Math.Max(fullBlocks, finalBlocks));
        Rented<TWord> blocks = new(ahead ? room * blockBytes / Word<TWord>.Bytes * lanes : 0);

        int hashBytes = hash.HashBytes, row = LaneStates.RowBytes<TWord>(hashBytes);
        Span<byte> apart = stackalloc byte[row == hashBytes && messages.Count >= groups * lanes ? 0 : lanes * row];
        ReadOnlySpan<byte> source = messages.Source;
        Debug.Assert(source.Length == (long)messages.Count * length,
            "The entrance has checked the lengths, so nothing below throws.");
        for (int l = 0; l < Math.Min(lanes, messages.Count); l++) offsets[l] = l * length;
        // Without full blocks, the first block is already a final block.
        if (fullBlocks == 0) finalWords.CopyTo(start.Slice(THash.ChainingWords * lanes));
        for (int g = 0; g < groups; g++)
        {
            int first = g * lanes, n = Math.Min(lanes, messages.Count - first);
            start.CopyTo(states);
            offsets.Slice(n).Fill(offsets[n - 1]);
            ReadOnlySpan<byte> group = source.Slice(first * length);
            if (fullBlocks > 0)
            {
                Run(states, group, offsets, fullBlocks, blocks.Span);
                finalWords.CopyTo(states.Slice(THash.ChainingWords * lanes));
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

            LaneStates.StoreValues<TWord, TLanes>(states, n, destination.Slice(first * hashBytes), hashBytes, apart);
        }

        // The buffers may contain secrets if there is a key, or if the hashed message is itself a key.
        apart.Clear();
        start.Clear();
        states.Clear();
        state.Clear();
        lastBlocks.Dispose();
        blocks.Dispose();
        return Math.Min(groups * lanes, messages.Count);
    }

    // Without a buffer for transposed blocks, the kernel reads the messages directly.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Run(
        Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, Span<TWord> room)
    {
        if (THash.TakesTransposed && !room.IsEmpty) RunTransposed(states, source, offsets, blocks, room);
        else THash.Run<TLanes>(states, source, offsets, blocks);
    }

    // Final blocks are also transposed first so that the first call compiles only one kernel.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static void RunTransposed(
        Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, Span<TWord> room)
    {
        int blockWords = THash.BlockBytes / Word<TWord>.Bytes * TLanes.Count, most = room.Length / blockWords;
        for (int b = 0; b < blocks; b += most)
        {
            int n = Math.Min(most, blocks - b);
            TLanes.LoadBlocks(source, offsets, b * THash.BlockBytes, MemoryMarshal.Cast<TWord, TLanes>(room), 0, n);
            THash.Run<TLanes>(states, MemoryMarshal.AsBytes(room.Slice(0, n * blockWords)), default, n);
        }
    }
}
