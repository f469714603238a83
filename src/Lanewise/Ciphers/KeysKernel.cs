namespace Lanewise.Ciphers;

/// <summary>Loads the keys for a group of blocks into lanes, one key per block.</summary>
/// <remarks>
/// The method is not inlined, because the transposes would exceed the JIT's inlining budget and cause register spills in the
/// rounds that follow.
/// </remarks>
internal static class KeysKernel<TLanes, TWord>
    where TLanes : struct, ILanes<TLanes, TWord>
    where TWord : unmanaged
{
    /// <summary>
    /// For each lane <c>j</c>, reads a key of <paramref name="words"/> words (a multiple of four) at <c>keys[offsets[j]]</c>.
    /// Word <c>i</c> of all lanes is written to <c>keyWords</c>, starting at index <c>i * TLanes.Count</c>.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void LoadKeys(
        ReadOnlySpan<byte> keys, ReadOnlySpan<int> offsets, int words, Span<TWord> keyWords, bool bigEndian = false)
    {
        int lanes = TLanes.Count;
        TLanes k0 = default, k1 = default, k2 = default, k3 = default;
        for (int w = 0; w < words; w += 4)
        {
            TLanes.Load4(keys, offsets, w * Word<TWord>.Bytes, ref k0, ref k1, ref k2, ref k3);
            if (bigEndian) { k0.SwapBytes(); k1.SwapBytes(); k2.SwapBytes(); k3.SwapBytes(); }

            Span<TWord> four = keyWords.Slice(w * lanes, 4 * lanes);
            k0.Write(four);
            k1.Write(four.Slice(lanes));
            k2.Write(four.Slice(2 * lanes));
            k3.Write(four.Slice(3 * lanes));
        }
    }
}
