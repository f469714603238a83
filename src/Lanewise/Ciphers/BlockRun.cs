using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Lanewise.Lanes;

namespace Lanewise.Ciphers;

/// <summary>
/// Runs independent blocks through lanes, a block per lane: whole groups where they lie, the rest in the narrowest lanes
/// that hold it. It knows no cipher.
/// </summary>
internal static class BlockRun
{
    /// <summary>
    /// Transforms a run of blocks. The last one may be cut short (a stream mode); of it as much is written as was read.
    /// Source and destination are the same place or do not overlap.
    /// </summary>
    /// <remarks>What runs the blocks is optimised at the first call: a process on one core would run it unoptimised for two seconds.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TWord, TBlocks>(in TBlocks blocks, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        // A single block leaves nothing to choose, and a frame for all the choices costs a third of its time.
        if (source.Length == TBlocks.BlockBytes) blocks.Run<ScalarLane<TWord>>(0, source, destination);
        else RunSeveral<TWord, TBlocks>(blocks, source, destination, shape);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void RunSeveral<TWord, TBlocks>(in TBlocks blocks, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape)
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        int blockBytes = TBlocks.BlockBytes;
        LaneShape full = shape ?? TBlocks.Table.Choose();
        int groupBytes = full.Lanes(8 * Word<TWord>.Bytes) * blockBytes;
        int whole = source.Length - (source.Length % groupBytes);
        if (whole > 0) Groups<TWord, TBlocks>(full, blocks, 0, source.Slice(0, whole), destination.Slice(0, whole));
        if (whole < source.Length) Rest<TWord, TBlocks>(full, blocks, whole / blockBytes, source.Slice(whole), destination.Slice(whole, source.Length - whole));
    }

    /// <summary>Fewer blocks than the lanes hold: in the narrowest lanes that hold them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Rest<TWord, TBlocks>(LaneShape full, in TBlocks blocks, int first, ReadOnlySpan<byte> source, Span<byte> destination)
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        int blockBytes = TBlocks.BlockBytes, wordBits = 8 * Word<TWord>.Bytes, count = (source.Length + blockBytes - 1) / blockBytes;
        LaneShape narrow = Narrow(full, count, wordBits, TBlocks.FewestForVectors, TBlocks.Table.At(0).Streams);
        int narrowBytes = narrow.Lanes(wordBits) * blockBytes;
        if (source.Length == narrowBytes) Groups<TWord, TBlocks>(narrow, blocks, first, source, destination);
        else Padded<TWord, TBlocks>(narrow, narrowBytes, blocks, first, source, destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Padded<TWord, TBlocks>(
        LaneShape shape, int groupBytes, in TBlocks blocks, int first, ReadOnlySpan<byte> source, Span<byte> destination)
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        Span<byte> group = stackalloc byte[groupBytes];
        source.CopyTo(group);
        Groups<TWord, TBlocks>(shape, blocks, first, group, group);
        group.Slice(0, source.Length).CopyTo(destination);
        CryptographicOperations.ZeroMemory(group);
    }

    /// <summary>Lanes for fewer blocks than <paramref name="full"/> holds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static LaneShape Narrow(LaneShape full, int count, int wordBits, int fewestForVectors, int streamsScalar)
    {
        if (full.Bits == 0 || count < fewestForVectors)
        {
            int most = full.Bits == 0 ? full.Streams : streamsScalar, streams = 1;
            while (streams < count && streams < most) streams *= 2;
            if (streams >= count) return new LaneShape(0, streams);
        }

        LaneShape narrow = full with { Streams = 1 };
        while (narrow.Lanes(wordBits) < count) narrow = narrow with { Streams = 2 * narrow.Streams };
        return narrow;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Groups<TWord, TBlocks>(
        LaneShape shape, in TBlocks blocks, int first, ReadOnlySpan<byte> source, Span<byte> destination)
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        Job<TWord, TBlocks> job = new(blocks, first, source, destination);
        LaneDispatch.RunUpToEight<TWord, Job<TWord, TBlocks>>(shape, ref job);
    }

    private ref struct Job<TWord, TBlocks>(TBlocks blocks, int first, ReadOnlySpan<byte> source, Span<byte> destination) : ILaneJob<TWord>
        where TWord : unmanaged
        where TBlocks : struct, ILaneBlocks<TWord>, allows ref struct
    {
        private readonly TBlocks blocks = blocks;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> destination = destination;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord> => blocks.Run<TLanes>(first, source, destination);
    }
}
