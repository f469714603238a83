namespace Lanewise.Ciphers;

/// <summary>
/// Processes independent blocks of any cipher in SIMD lanes, one block per lane. Full groups of blocks are processed without a
/// copy. The remaining blocks are processed in the narrowest vectors that have enough lanes.
/// </summary>
internal static class BlockRun
{
    /// <summary>
    /// Transforms a run of blocks. The source and the destination must have the same length, and must either be the same buffer
    /// or not overlap. In CTR mode, the last block may be truncated.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TWord, TBlocks>(
        in TBlocks blocks, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        // For a single block, no lanes are selected, because setting up another stack frame would take a third as long as
        // processing the block.
        if (source.Length == TBlocks.BlockBytes) blocks.Run<ScalarLane<TWord>>(0, source, destination);
        else RunSeveral<TWord, TBlocks>(blocks, source, destination, shape);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static void RunSeveral<TWord, TBlocks>(
        in TBlocks blocks, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape)
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        int blockBytes = TBlocks.BlockBytes;
        LaneShape full = shape ?? TBlocks.Table.Choose();
        int groupBytes = full.Lanes(8 * Word<TWord>.Bytes) * blockBytes;
        int whole = source.Length - (source.Length % groupBytes);
        if (whole > 0) Groups<TWord, TBlocks>(full, blocks, 0, source.Slice(0, whole), destination.Slice(0, whole));
        if (whole == source.Length) return;

        source = source.Slice(whole);
        Rest<TWord, TBlocks>(full, blocks, whole / blockBytes, source, destination.Slice(whole, source.Length));
    }

    /// <summary>
    /// Processes the remaining blocks in the narrowest vectors that have enough lanes. There are fewer remaining blocks than
    /// lanes.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    private static void Rest<TWord, TBlocks>(
        LaneShape full, in TBlocks blocks, int first, ReadOnlySpan<byte> source, Span<byte> destination)
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        int blockBytes = TBlocks.BlockBytes, wordBits = 8 * Word<TWord>.Bytes,
            count = (source.Length + blockBytes - 1) / blockBytes;
        LaneShape narrow = full with { Streams = 1 };
        // In a short kernel, loading wide lanes is a large part of the total time.
        while (TBlocks.AreShort && LaneDispatch.HasNarrower(narrow.Bits) && narrow.Lanes(wordBits) >= 2 * count)
        {
            narrow = narrow with { Bits = narrow.Bits / 2 };
        }

        while (narrow.Lanes(wordBits) < count) narrow = narrow with { Streams = 2 * narrow.Streams };
        if (!full.IsScalar && count < TBlocks.FewestForVectors(narrow.Lanes(wordBits)))
        {
            narrow = LaneShape.Scalar;
            int most = TBlocks.Table.At(0).Streams;
            while (narrow.Streams < count && narrow.Streams < most) narrow = narrow with { Streams = 2 * narrow.Streams };
        }

        int groupBytes = narrow.Lanes(wordBits) * blockBytes, padded = (source.Length + groupBytes - 1) / groupBytes * groupBytes;
        if (source.Length == padded) Groups<TWord, TBlocks>(narrow, blocks, first, source, destination);
        else Padded<TWord, TBlocks>(narrow, padded, blocks, first, source, destination);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static void Padded<TWord, TBlocks>(
        LaneShape shape, int paddedBytes, in TBlocks blocks, int first, ReadOnlySpan<byte> source, Span<byte> destination)
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        Span<byte> group = stackalloc byte[paddedBytes];
        source.CopyTo(group);
        Groups<TWord, TBlocks>(shape, blocks, first, group, group);
        group.Slice(0, source.Length).CopyTo(destination);
        CryptographicOperations.ZeroMemory(group);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Groups<TWord, TBlocks>(
        LaneShape shape, in TBlocks blocks, int first, ReadOnlySpan<byte> source, Span<byte> destination)
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        Job<TWord, TBlocks> job = new(blocks, first, source, destination);
        LaneDispatch.Run<TWord, Job<TWord, TBlocks>>(shape, ref job);
    }

    private ref struct Job<TWord, TBlocks>(
        TBlocks blocks, int first, ReadOnlySpan<byte> source, Span<byte> destination) : ILaneJob<TWord>
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        private readonly TBlocks blocks = blocks;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> destination = destination;

        public static int MostStreams => TBlocks.MostStreams;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord> => blocks.Run<TLanes>(first, source, destination);
    }
}
