namespace Lanewise.Incremental;

/// <summary>
/// Appends slices to many incremental hashes in lanes. The buffered blocks are processed first, and then the full blocks of the
/// slices. Each lane contains the state of one hash.
/// </summary>
internal static class LaneSlices<TWord>
    where TWord : unmanaged
{
    public static void Append(in IncrementalSlices slices)
    {
        int count = slices.Count;
        bool alone = true;
        for (int i = 0; i < count && alone; i++) alone = !((IncrementalBlocks<TWord>)slices.Hash(i)).IsManaged;
        IncrementalBlocks<TWord> first = (IncrementalBlocks<TWord>)slices.Hash(0);
        LaneShape shape = first.Table.ChooseFor<TWord>(count, alone: alone);
        if (shape.IsScalar)
        {
            slices.AppendOneByOne();
            return;
        }

        IncrementalBlocks<TWord>[] hashes = ArrayPool<IncrementalBlocks<TWord>>.Shared.Rent(count);
        ReadOnlyMemory<byte>[] memories = ArrayPool<ReadOnlyMemory<byte>>.Shared.Rent(count);
        using Rented<int> rented = new(2 * count);
        Span<int> starts = rented.Span.Slice(0, count), lengths = rented.Span.Slice(count);
        for (int i = 0; i < count; i++) hashes[i] = (IncrementalBlocks<TWord>)slices.Hash(i);
        Run run = new(
            slices, hashes.AsSpan(0, count), memories.AsSpan(0, count), starts, lengths,
            LaneRunOptions.Of<TWord>(first.Table, shape, alone));
        run.Append();
        // The pool must not keep the hashes and the slices alive.
        ArrayPool<IncrementalBlocks<TWord>>.Shared.Return(hashes, clearArray: true);
        ArrayPool<ReadOnlyMemory<byte>>.Shared.Return(memories, clearArray: true);
    }

    private readonly ref struct Run(
        IncrementalSlices slices, ReadOnlySpan<IncrementalBlocks<TWord>> hashes, Span<ReadOnlyMemory<byte>> memories,
        Span<int> starts, Span<int> lengths, LaneRunOptions options)
    {
        private readonly IncrementalSlices slices = slices;
        private readonly ReadOnlySpan<IncrementalBlocks<TWord>> hashes = hashes;
        private readonly Span<ReadOnlyMemory<byte>> memories = memories;
        private readonly Span<int> starts = starts;
        private readonly Span<int> lengths = lengths;
        private readonly HashLanes<TWord> kernel = hashes[0].Lanes(options.Shape);

        public void Append()
        {
            // Sets the length of each buffered block: the block size if the block is now complete, otherwise 0.
            for (int i = 0; i < hashes.Length; i++)
            {
                ReadOnlySpan<byte> slice = slices.Slice(i);
                bool isWhole = false, fits = hashes[i].Fits(slice.Length);
                starts[i] = fits ? hashes[i].Fill(slice, out isWhole) : slice.Length;
                lengths[i] = isWhole ? kernel.BlockBytes : 0;
                if (!fits) hashes[i].Append(slice);
            }

            if (lengths.ContainsAnyExcept(0))
            {
                for (int i = 0; i < hashes.Length; i++) memories[i] = hashes[i].Block;
                RunBlocks(new BatchMessages(memories, lengths, default));
            }

            for (int i = 0; i < hashes.Length; i++)
            {
                lengths[i] = hashes[i].FullBlocks(slices.Slice(i).Length - starts[i]) * kernel.BlockBytes;
                // Lanes read contiguous slices in place.
                starts[i] += slices.Start(i);
                if (!slices.ArePacked) memories[i] = slices.Memory(i);
            }

            RunBlocks(slices.ArePacked ? new BatchMessages(slices.Source, lengths, starts)
                : new BatchMessages(memories, lengths, starts));

            for (int i = 0; i < hashes.Length; i++)
            {
                hashes[i].Keep(slices.Slice(i).Slice(starts[i] - slices.Start(i) + lengths[i]));
            }
        }

        [MethodImpl(CompileOptions.AtOnce)]
        private void RunBlocks(in BatchMessages blocks)
        {
            using Rented<TWord> laneStates = new(kernel.LaneWords);
            using FullBlockRun<TWord> run = new(blocks, kernel, options);
            for (int i = 0; i < hashes.Length; i++)
            {
                // The first state is the current state of the incremental hash.
                if (lengths[i] > 0) hashes[i].State.CopyTo(run.Add(i, lengths[i] / kernel.BlockBytes));
                if (run.Count == 0 || (!run.IsFull && i < hashes.Length - 1)) continue;

                run.Run(laneStates.Span);
                for (int b = 0; b < run.Count; b++)
                {
                    run.Finish(b);
                    run.State(b).CopyTo(hashes[run.Message(b)].State);
                }

                run.Clear();
            }
        }
    }
}
