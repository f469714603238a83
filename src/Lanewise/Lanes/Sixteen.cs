namespace Lanewise.Lanes;

/// <summary>A message block as lanes, adjacent in memory.</summary>
[InlineArray(16)]
internal struct Sixteen<TLanes>
{
    private TLanes first;
}

internal static class Sixteen
{
    /// <summary>A block of each lane in memory, for lanes without a better way.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Load<TWord, TLanes>(ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<TLanes> m)
        where TWord : unmanaged
        where TLanes : struct, ILanes<TLanes, TWord>
    {
        m = m.Slice(0, 16);
        TLanes.Load16(source, offsets, offset, ref m[0], ref m[1], ref m[2], ref m[3], ref m[4], ref m[5], ref m[6], ref m[7],
            ref m[8], ref m[9], ref m[10], ref m[11], ref m[12], ref m[13], ref m[14], ref m[15]);
    }
}
