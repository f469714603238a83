namespace Lanewise.Batching;

/// <summary>
/// Calls a hash's kernel for a vector width and a number of streams. Because of this class, the scheduling code is compiled
/// only once per hash; only the kernels are compiled for each vector width and number of streams.
/// </summary>
internal static class LaneKernel<TWord, THash>
    where TWord : unmanaged
    where THash : struct, ILaneHash<TWord>, allows ref struct
{
    /// <summary>Returns the number of words that <see cref="Run"/> needs for the states of the given number of lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Words(int lanes) => (THash.StateWords + THash.MessageWords) * lanes;

    /// <summary>Compresses consecutive blocks of each lane's message into the lane's state.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(
        in LaneShape shape, Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        RunJob job = new(states, source, offsets, blocks);
        LaneDispatch.RunInline<TWord, RunJob>(shape, ref job);
    }

    /// <summary>
    /// Compresses each lane's final blocks into the lane's state, and writes the digests of the first lanes at the given
    /// indexes (<see cref="LaneStates.StoreValues"/>).
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void RunFinalBlocks(
        in LaneShape shape, Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks,
        Span<byte> digests, int hashBytes, Span<byte> apart, ReadOnlySpan<int> indexes)
    {
        FinalJob job = new(states, source, offsets, blocks, digests, hashBytes, apart, indexes);
        LaneDispatch.RunInline<TWord, FinalJob>(shape, ref job);
    }

    private readonly ref struct RunJob(
        Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks) : ILaneJob<TWord>
    {
        private readonly Span<TWord> states = states;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly ReadOnlySpan<int> offsets = offsets;

        public static int MostStreams => THash.MostStreams;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord> => THash.Run<TLanes>(states, source, offsets, blocks);
    }

    private readonly ref struct FinalJob(
        Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, Span<byte> digests, int hashBytes,
        Span<byte> apart, ReadOnlySpan<int> indexes) : ILaneJob<TWord>
    {
        private readonly Span<TWord> states = states;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly ReadOnlySpan<int> offsets = offsets;
        private readonly Span<byte> digests = digests;
        private readonly Span<byte> apart = apart;
        private readonly ReadOnlySpan<int> indexes = indexes;

        public static int MostStreams => THash.MostStreams;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            THash.Run<TLanes>(states, source, offsets, blocks);
            LaneStates.StoreValues<TWord, TLanes>(states, indexes.Length, digests, hashBytes, apart, indexes);
        }
    }
}
