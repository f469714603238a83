namespace Lanewise.Blake3Family;

/// <summary>
/// Selects scalar code or SIMD rows for consecutive blocks, depending on which was faster in measurements on this type of CPU.
/// </summary>
internal static class Blake3Single
{
    /// <summary>
    /// Four times the number of bytes hashed before the switch from row code to the code that is fastest on this CPU. Tests set
    /// this number to trigger the switch.
    /// </summary>
    internal static long Seen;

    /// <summary>
    /// Compresses blocks into the state of one lane. Compared with scalar code, row code compiles in a quarter of the time and
    /// runs at least half as fast. Therefore, every process starts with row code.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<uint> state, ReadOnlySpan<byte> source, int offset, int blocks)
    {
        bool rows = ColdStart.Takes(ref Seen, 4L * blocks * Blake3Spec.BlockBytes) && LaneDispatch.Widest() > 0;
        Run(rows ? SingleShape.Rows128 : Chosen, state, source, offset, blocks);
    }

    /// <summary>Compresses blocks with the given kernel.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(SingleShape shape, Span<uint> state, ReadOnlySpan<byte> source, int offset, int blocks)
    {
        if (shape == SingleShape.Scalar)
        {
            Blake3Lanes<ScalarLane<uint>, ChainingOutput>.Run(state, source, new ReadOnlySpan<int>(in offset), blocks);
        }
        else Blake3RowKernel<Lanes128<uint>>.Run(state, source, offset, blocks);
    }

    public static SingleShape Chosen
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => CpuProfile.Here.Blake3.Choose();
    }
}
