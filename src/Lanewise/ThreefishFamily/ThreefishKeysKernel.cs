namespace Lanewise.ThreefishFamily;

/// <summary>Brings the keys of a group of blocks into lanes, where each block has its own.</summary>
internal static class ThreefishKeysKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Reads a key of 4, 8 or 16 <paramref name="words"/> for each lane from its offset, and writes the lanes of one word next
    /// to each other.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void LoadKeys(ReadOnlySpan<byte> keys, ReadOnlySpan<int> offsets, int words, Span<ulong> keyWords)
    {
        int lanes = TLanes.Count;
        TLanes k0 = default, k1 = default, k2 = default, k3 = default;
        for (int w = 0; w < words; w += 4)
        {
            TLanes.Load4(keys, offsets, 8 * w, ref k0, ref k1, ref k2, ref k3);
            Span<ulong> four = keyWords.Slice(w * lanes, 4 * lanes);
            k0.Write(four);
            k1.Write(four.Slice(lanes));
            k2.Write(four.Slice(2 * lanes));
            k3.Write(four.Slice(3 * lanes));
        }
    }
}
