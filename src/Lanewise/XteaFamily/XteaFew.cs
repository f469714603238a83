using Lanewise.Ciphers;

namespace Lanewise.XteaFamily;

/// <summary>
/// Processes a few blocks in one pass. If <see cref="BlockRun"/> were used instead, its stack frames and branches would take a
/// fifth of the time.
/// </summary>
internal static class XteaFew
{
    /// <summary>The maximum length in bytes: one block for each lane of a 256-bit vector.</summary>
    public const int MostBytes = 8 * XteaSpec.BlockBytes;

    /// <summary>
    /// Processes whole blocks: at least two blocks, and at most <see cref="MostBytes"/> bytes. Source and destination may be the
    /// same buffer.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run<TBlocks>(in TBlocks blocks, ReadOnlySpan<byte> source, Span<byte> destination)
        where TBlocks : struct, ILaneBlocks<uint>, allows ref struct
    {
        int count = source.Length / XteaSpec.BlockBytes, lanes = count <= 2 ? 2 : count <= 4 ? 4 : 8;
        if (count == lanes)
        {
            Group(blocks, lanes, count, source, destination);
            return;
        }

        // The code uses an inline array, because a method with stackalloc copies its span arguments as protection against buffer
        // overruns.
        Scratch buffer = default;
        Span<byte> group = MemoryMarshal.AsBytes((Span<ulong>)buffer).Slice(0, lanes * XteaSpec.BlockBytes);
        source.CopyTo(group);
        Group(blocks, lanes, count, group, group);
        group.Slice(0, source.Length).CopyTo(destination);
        group.Clear();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Group<TBlocks>(in TBlocks blocks, int lanes, int count, ReadOnlySpan<byte> source, Span<byte> destination)
        where TBlocks : struct, ILaneBlocks<uint>, allows ref struct
    {
        int widest = LaneDispatch.Widest();
        bool isScalar = widest == 0 || count < TBlocks.FewestForVectors(lanes);
        if (lanes == 2) blocks.Run<Interleaved<ScalarLane<uint>, uint>>(0, source, destination);
        else if (isScalar) blocks.Run<Interleaved<Interleaved<ScalarLane<uint>, uint>, uint>>(0, source, destination);
        else if (lanes == 4) blocks.Run<Lanes128<uint>>(0, source, destination);
        else if (widest == 128) blocks.Run<Interleaved<Lanes128<uint>, uint>>(0, source, destination);
        else blocks.Run<Lanes256<uint>>(0, source, destination);
    }

    [InlineArray(MostBytes / sizeof(ulong))]
    private struct Scratch
    {
        private ulong block;
    }
}
