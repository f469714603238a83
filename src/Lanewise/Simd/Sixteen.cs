namespace Lanewise.Simd;

/// <summary>Stores the sixteen words of each lane's message block in adjacent memory.</summary>
[InlineArray(16)]
internal struct Sixteen<TLanes>
{
    private TLanes first;
}

internal static class Sixteen
{
    /// <summary>Loads consecutive blocks into one of the vectors that make up <typeparamref name="TAll"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void LoadBlocks<TWord, TLanes, TAll>(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<TAll> m, int vector, int blocks)
        where TWord : unmanaged
        where TLanes : struct, ILanes<TLanes, TWord>
        where TAll : struct, ILanes<TAll, TWord>
    {
        // The JIT treats this value and the distances between the words as constants.
        int step = TAll.Count / TLanes.Count;
        for (int b = 0; b < blocks; b++, offset += 16 * Word<TWord>.Bytes)
        {
            scoped Span<TLanes> w = MemoryMarshal.Cast<TAll, TLanes>(m.Slice(16 * b, 16)).Slice(vector, (15 * step) + 1);
            TLanes.Load16(source, offsets, offset,
                ref w[0], ref w[step], ref w[2 * step], ref w[3 * step], ref w[4 * step], ref w[5 * step], ref w[6 * step],
                ref w[7 * step], ref w[8 * step], ref w[9 * step], ref w[10 * step], ref w[11 * step], ref w[12 * step],
                ref w[13 * step], ref w[14 * step], ref w[15 * step]);
        }
    }
}
