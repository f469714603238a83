namespace Lanewise.Simd;

/// <summary>
/// Holds slices with the next bytes of up to sixteen messages, one per lane. Each message is sliced only once, because a bounds
/// check for each load would reduce the speed by 7 to 30 %. The JIT keeps the fields of this struct in registers.
/// </summary>
internal readonly ref struct LaneRows
{
    public readonly ReadOnlySpan<byte> R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13, R14, R15;

    /// <param name="source">The bytes that the lanes read.</param>
    /// <param name="offsets">The offset of each lane's message. The number of offsets must be a JIT-time constant.</param>
    /// <param name="offset">The offset within each message.</param>
    /// <param name="bytes">The number of bytes in each slice.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public LaneRows(ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, int bytes)
    {
        R0 = source.Slice(offsets[0] + offset, bytes);
        R1 = source.Slice(offsets[1] + offset, bytes);
        if (offsets.Length <= 2) return;

        R2 = source.Slice(offsets[2] + offset, bytes);
        R3 = source.Slice(offsets[3] + offset, bytes);
        if (offsets.Length <= 4) return;

        R4 = source.Slice(offsets[4] + offset, bytes);
        R5 = source.Slice(offsets[5] + offset, bytes);
        R6 = source.Slice(offsets[6] + offset, bytes);
        R7 = source.Slice(offsets[7] + offset, bytes);
        if (offsets.Length <= 8) return;

        R8 = source.Slice(offsets[8] + offset, bytes);
        R9 = source.Slice(offsets[9] + offset, bytes);
        R10 = source.Slice(offsets[10] + offset, bytes);
        R11 = source.Slice(offsets[11] + offset, bytes);
        R12 = source.Slice(offsets[12] + offset, bytes);
        R13 = source.Slice(offsets[13] + offset, bytes);
        R14 = source.Slice(offsets[14] + offset, bytes);
        R15 = source.Slice(offsets[15] + offset, bytes);
    }
}
