namespace Lanewise.Batching;

/// <summary>
/// A hash's kernel for one vector width and number of streams. All methods are virtual. Therefore, the code that assigns messages
/// to lanes is compiled only once per word size, and only the kernels are compiled for each hash, vector width and number of
/// streams.
/// </summary>
internal abstract class HashLanes<TWord>
    where TWord : unmanaged
{
    /// <summary>The number of lanes, including all streams.</summary>
    public int Lanes { get; protected init; }

    /// <inheritdoc cref="ILaneHash{TWord}.BlockBytes"/>
    public int BlockBytes { get; protected init; }

    /// <inheritdoc cref="ILaneHash{TWord}.StateWords"/>
    public int StateWords { get; protected init; }

    /// <summary>
    /// The number of words that <see cref="Run"/> needs for the states of all lanes and for the message blocks.
    /// </summary>
    public int LaneWords { get; protected init; }

    /// <inheritdoc cref="ILaneHash{TWord}.TakesTransposed"/>
    public bool TakesTransposed { get; protected init; }

    /// <summary>Returns the kernel of a hash for the given vector width and number of streams.</summary>
    public static HashLanes<TWord> Of<THash>(in LaneShape shape)
        where THash : struct, ILaneHash<TWord>, allows ref struct
    {
        Choice<THash> choice = default;
        LaneDispatch.Run<TWord, Choice<THash>>(shape, ref choice);
        return choice.Kernel;
    }

    /// <inheritdoc cref="ILaneHash{TWord}.Run"/>
    public abstract void Run(Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks);

    /// <summary>
    /// Transposes as many blocks at once as <paramref name="room"/> can hold, and then compresses them into each lane's state.
    /// </summary>
    public abstract void RunTransposed(
        Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, Span<TWord> room);

    /// <inheritdoc cref="ILaneHash{TWord}.RunOne"/>
    public abstract void RunOne(Span<TWord> state, ReadOnlySpan<byte> source, int offset, int blocks);

    /// <inheritdoc cref="LaneStates.Broadcast{TWord, TLanes}"/>
    public abstract void Broadcast(ReadOnlySpan<TWord> state, Span<TWord> states);

    /// <inheritdoc cref="LaneStates.StoreValues"/>
    public abstract void StoreValues(
        ReadOnlySpan<TWord> states, int count, Span<byte> values, int valueBytes, Span<byte> apart,
        ReadOnlySpan<int> indexes = default);

    private struct Choice<THash> : ILaneJob<TWord>
        where THash : struct, ILaneHash<TWord>, allows ref struct
    {
        public HashLanes<TWord> Kernel;

        public static int MostStreams => THash.MostStreams;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord> => Kernel = OfLanes<TLanes>.Instance;

        /// <summary>The kernel of one hash for one lane type.</summary>
        private sealed class OfLanes<TLanes> : HashLanes<TWord>
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            public static readonly OfLanes<TLanes> Instance = new();

            private OfLanes()
            {
                Lanes = TLanes.Count;
                BlockBytes = THash.BlockBytes;
                StateWords = THash.StateWords;
                LaneWords = (THash.StateWords + THash.ScratchWords) * TLanes.Count;
                TakesTransposed = THash.TakesTransposed;
            }

            [MethodImpl(CompileOptions.AtOnce)]
            public override void Run(Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks) =>
                THash.Run<TLanes>(states, source, offsets, blocks);

            // Final blocks are also transposed first so that the first call compiles only one kernel.
            [MethodImpl(CompileOptions.AtOnce)]
            public override void RunTransposed(
                Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, Span<TWord> room)
            {
                if (!THash.TakesTransposed) throw new NotSupportedException();

                int blockWords = THash.BlockBytes / Word<TWord>.Bytes * TLanes.Count, most = room.Length / blockWords;
                for (int b = 0; b < blocks; b += most)
                {
                    int n = Math.Min(most, blocks - b);
                    TLanes.LoadBlocks(source, offsets, b * THash.BlockBytes, MemoryMarshal.Cast<TWord, TLanes>(room), 0, n);
                    THash.Run<TLanes>(states, MemoryMarshal.AsBytes(room.Slice(0, n * blockWords)), default, n);
                }
            }

            public override void RunOne(Span<TWord> state, ReadOnlySpan<byte> source, int offset, int blocks) =>
                THash.RunOne(state, source, offset, blocks);

            public override void Broadcast(ReadOnlySpan<TWord> state, Span<TWord> states) =>
                LaneStates.Broadcast<TWord, TLanes>(state, states);

            [MethodImpl(CompileOptions.AtOnce)]
            public override void StoreValues(
                ReadOnlySpan<TWord> states, int count, Span<byte> values, int valueBytes, Span<byte> apart,
                ReadOnlySpan<int> indexes = default) =>
                LaneStates.StoreValues<TWord, TLanes>(states, count, values, valueBytes, valueBytes, apart, indexes);
        }
    }
}
