namespace Lanewise.Batching;

/// <summary>
/// Contains methods for the states of many lanes that are stored in one array. Words with the same index in each lane are
/// adjacent: word <c>i</c> of lane <c>j</c> is at index <c>i * lanes + j</c>.
/// </summary>
internal static class LaneStates
{
    /// <summary>Writes a state, or the first words of a state, into every lane.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Broadcast<TWord, TLanes>(ReadOnlySpan<TWord> state, Span<TWord> states)
        where TWord : unmanaged
        where TLanes : struct, ILanes<TLanes, TWord>
    {
        for (int w = 0; w < state.Length; w++)
        {
            TLanes word = default;
            word.BroadcastFrom(state, w);
            word.Write(states.Slice(w * TLanes.Count));
        }
    }

    /// <summary>Writes a state, or the first words of a state, into a lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Scatter<TWord>(ReadOnlySpan<TWord> state, Span<TWord> states, int lanes, int lane)
    {
        for (int w = 0; w < state.Length; w++) states[(w * lanes) + lane] = state[w];
    }

    /// <summary>Reads a state, or the first words of a state, from a lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Gather<TWord>(ReadOnlySpan<TWord> states, int lanes, int lane, Span<TWord> state)
    {
        for (int w = 0; w < state.Length; w++) state[w] = states[(w * lanes) + lane];
    }

    /// <summary>
    /// Returns how many of the given blocks one kernel call can process. The kernels count bytes only in the counter's low
    /// word. Therefore, a kernel call ends before the block in which the low word overflows, and this block is processed
    /// separately.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Room<TWord>(Span<TWord> low, Span<TWord> high, int blockBytes, int blocks)
        where TWord : unmanaged
    {
        ulong room = (Word<TWord>.ToUInt64(Word<TWord>.AllOnes) - Word<TWord>.ToUInt64(low[0])) / (uint)blockBytes;
        if (room > 0) return (int)Math.Min((ulong)blocks, room);

        high.Fill(Word<TWord>.From(Word<TWord>.ToUInt64(high[0]) + 1));
        return 1;
    }

    /// <summary>
    /// Writes the first words of each of the first lanes as a value, either to the given indexes or, if there are none, to
    /// adjacent indexes. Values with adjacent indexes are <paramref name="stride"/> bytes apart. <paramref name="apart"/> is
    /// temporary memory for one value per lane, rounded up to a multiple of four words. It is needed if the length of a value is
    /// not a multiple of four words, or if some lanes are unused.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void StoreValues<TWord, TLanes>(
        ReadOnlySpan<TWord> states, int count, Span<byte> values, int valueBytes, int stride, Span<byte> apart,
        ReadOnlySpan<int> indexes = default)
        where TWord : unmanaged
        where TLanes : struct, ILanes<TLanes, TWord>
    {
        int row = RowBytes<TWord>(valueBytes), quads = row / (4 * Word<TWord>.Bytes), first = indexes.IsEmpty ? 0 : indexes[0];
        bool follow = count == TLanes.Count && row == valueBytes
            && (indexes.IsEmpty || indexes[count - 1] == first + count - 1);
        for (int l = 1; follow && l < indexes.Length; l++) follow = indexes[l] == first + l;
        if (follow)
        {
            Store<TWord, TLanes>(states, values.Slice(first * stride), stride, quads);
            return;
        }

        Store<TWord, TLanes>(states, apart, row, quads);
        for (int l = 0; l < count; l++)
        {
            int index = indexes.IsEmpty ? l : indexes[l];
            apart.Slice(l * row, valueBytes).CopyTo(values.Slice(index * stride, valueBytes));
        }
    }

    /// <summary>Returns the given length, rounded up to a multiple of four words.</summary>
    public static int RowBytes<TWord>(int bytes)
        where TWord : unmanaged => (bytes + (4 * Word<TWord>.Bytes) - 1) / (4 * Word<TWord>.Bytes) * 4 * Word<TWord>.Bytes;

    /// <summary>
    /// Writes the digests in the order of the lanes, <paramref name="stride"/> bytes apart. The length of a digest is a
    /// multiple of four words.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Store<TWord, TLanes>(ReadOnlySpan<TWord> states, Span<byte> destination, int stride, int quads)
        where TWord : unmanaged
        where TLanes : struct, ILanes<TLanes, TWord>
    {
        int lanes = TLanes.Count;
        for (int q = 0; q < quads; q++)
        {
            ReadOnlySpan<TWord> words = states.Slice(4 * q * lanes, 4 * lanes);
            TLanes w0 = default, w1 = default, w2 = default, w3 = default;
            w0.Read(words);
            w1.Read(words.Slice(lanes));
            w2.Read(words.Slice(2 * lanes));
            w3.Read(words.Slice(3 * lanes));
            TLanes.Store4(destination.Slice(q * 4 * Word<TWord>.Bytes), stride, w0, w1, w2, w3);
        }
    }
}
