namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>
    /// Hashes the leaves of one or more messages, one leaf per lane. The full blocks are read in place, and then the last block
    /// of each leaf is copied and hashed. If there are fewer lanes than leaves, the lanes process groups of leaves one after
    /// another. If there are more lanes than leaves, the surplus lanes repeat a leaf.
    /// </summary>
    /// <remarks>
    /// Leaf i of message m has the index m * L + i, where L is the number of leaves per message. Digests and states are stored in
    /// the order of these indexes. If the messages are not adjacent in one span, no leaf may have full blocks.
    /// </remarks>
    /// <param name="messages">The messages.</param>
    /// <param name="leaves">The indexes of the leaves to hash.</param>
    /// <param name="states">The states of the leaves.</param>
    /// <param name="areShared">True if all messages share one set of states.</param>
    /// <param name="digests">Receives the digests of the leaves.</param>
    /// <param name="isLast">
    /// True to hash the messages to their ends; false to compress only whole stripes of one message into the states.
    /// </param>
    internal readonly ref struct Blake2LeafRun(
        BatchMessages messages, ReadOnlySpan<int> leaves, Span<TWord> states, bool areShared, Span<byte> digests, bool isLast)
        : ILaneJob<TWord>
    {
        private readonly BatchMessages messages = messages;
        private readonly ReadOnlySpan<int> leaves = leaves;
        private readonly Span<TWord> states = states;
        private readonly Span<byte> digests = digests;

        public static int MostStreams => Blake2Batch.MostStreams;

        private static int Leaves => Blake2Leaves.Count;
        private static int StripeBytes => Blake2Leaves.StripeBytes;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count;
            Span<TWord> group = stackalloc TWord[(Blake2State.Words + Blake2State.MessageWords) * lanes];
            Span<int> offsets = stackalloc int[lanes], fullBlocks = stackalloc int[lanes], ends = stackalloc int[lanes];
            Span<byte> blocks = stackalloc byte[lanes * TSpec.BlockBytes];
            for (int first = 0; first < leaves.Length; first += lanes)
            {
                ReadOnlySpan<int> numbers = leaves.Slice(first, Math.Min(lanes, leaves.Length - first));
                int longest = 0;
                group.Slice(Blake2State.F0 * lanes, 2 * lanes).Clear();
                for (int l = 0; l < lanes; l++)
                {
                    int number = numbers[Math.Min(l, numbers.Length - 1)], message = Message(number),
                        start = Leaf(number) * TSpec.BlockBytes, length = messages.Length(message);
                    // At the end of a message, the last block of each leaf is left for the next step, even if it is empty.
                    fullBlocks[l] = (isLast ? Math.Max(0, length - start - 1) : length) / StripeBytes;
                    longest = Math.Max(longest, fullBlocks[l]);
                    ends[l] = start + (fullBlocks[l] * StripeBytes);
                    offsets[l] = messages.Offset(message) + start;
                    LaneStates.Scatter<TWord>(State(number), group, lanes, l);
                }

                if (longest > 0) RunFullBlocks<TLanes>(group, fullBlocks, offsets);
                if (isLast) RunLastBlocks<TLanes>(group, numbers, blocks, ends);
                else for (int l = 0; l < numbers.Length; l++) LaneStates.Gather<TWord>(group, lanes, l, State(numbers[l]));
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(group));
            CryptographicOperations.ZeroMemory(blocks);
        }

        // All lanes process the same number of blocks. A lane that has no blocks left repeats another lane's blocks, and then its
        // state is restored.
        [MethodImpl(CompileOptions.AtOnce)]
        private void RunFullBlocks<TLanes>(scoped Span<TWord> group, scoped Span<int> fullBlocks, scoped Span<int> offsets)
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count;
            Span<TWord> kept = stackalloc TWord[Blake2State.Words * lanes];
            while (true)
            {
                int run = int.MaxValue, busy = -1;
                bool areAllBusy = true;
                for (int l = 0; l < lanes; l++)
                {
                    areAllBusy &= fullBlocks[l] > 0;
                    if (fullBlocks[l] == 0) continue;

                    run = Math.Min(run, fullBlocks[l]);
                    busy = l;
                }

                if (busy < 0) break;

                if (!areAllBusy)
                {
                    group.Slice(0, kept.Length).CopyTo(kept);
                    for (int l = 0; l < lanes; l++) offsets[l] = offsets[fullBlocks[l] > 0 ? l : busy];
                }

                run = LaneStates.Room(
                    group.Slice(Blake2State.T0 * lanes, lanes), group.Slice(Blake2State.T1 * lanes, lanes), TSpec.BlockBytes,
                    run);
                Blake2Kernel<TLanes, TWord, TSpec>.Compress(group, messages.Source, offsets, run, StripeBytes);
                for (int l = 0; l < lanes; l++)
                {
                    offsets[l] += run * StripeBytes;
                    if (fullBlocks[l] > 0) fullBlocks[l] -= run;
                    else for (int w = 0; w < Blake2State.Words; w++) group[(w * lanes) + l] = kept[(w * lanes) + l];
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(kept));
        }

        // Compresses each leaf's last block with that leaf's counter and flags.
        [MethodImpl(CompileOptions.AtOnce)]
        private void RunLastBlocks<TLanes>(
            scoped Span<TWord> group, ReadOnlySpan<int> numbers, scoped Span<byte> blocks, scoped Span<int> ends)
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count, block = TSpec.BlockBytes, full = TSpec.MaxHashBytes;
            Span<TWord> low = group.Slice(Blake2State.T0 * lanes, lanes), high = group.Slice(Blake2State.T1 * lanes, lanes);
            group.Slice(Blake2State.F0 * lanes, lanes).Fill(Word<TWord>.AllOnes);
            for (int l = 0; l < lanes; l++)
            {
                int number = numbers[Math.Min(l, numbers.Length - 1)], message = Message(number),
                    bytes = Math.Max(0, Math.Min(block, messages.Length(message) - ends[l]));
                Span<byte> row = blocks.Slice(l * block, block);
                if (bytes > 0) messages.Slice(message, ends[l], bytes).CopyTo(row);
                row.Slice(bytes).Clear();
                ends[l] = l * block;

                // Before compressing, the kernel adds the block length to the low word.
                ulong before = Word<TWord>.ToUInt64(low[l]), all = Word<TWord>.ToUInt64(Word<TWord>.From(before + (uint)bytes));
                if (all < before) high[l] = Word<TWord>.From(Word<TWord>.ToUInt64(high[l]) + 1);
                low[l] = Word<TWord>.From(all - (uint)block);
                if (Leaf(number) == Leaves - 1) group[(Blake2State.F1 * lanes) + l] = Word<TWord>.AllOnes;
            }

            Blake2Kernel<TLanes, TWord, TSpec>.Compress(group, blocks, ends, 1, block);
            LaneStates.StoreValues<TWord, TLanes>(group, numbers.Length, digests, full, full, blocks, numbers);
        }

        // With unsigned operands, the JIT turns the division and the remainder into a shift and a mask.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int Message(int number) => (int)((uint)number / (uint)Leaves);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int Leaf(int number) => (int)((uint)number % (uint)Leaves);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private readonly Span<TWord> State(int number) => states.Slice(
            (areShared ? Leaf(number) : number) * Blake2State.Words, Blake2State.F0);
    }
}
