namespace Lanewise.MerkleDamgard;

/// <summary>
/// Defines the rounds of a hash with eight big-endian state words and blocks of sixteen words (SHA-2, SM3).
/// </summary>
internal interface IBlockRounds<TWord>
    where TWord : unmanaged
{
    /// <summary>
    /// Computes all rounds of one block. The parameters a to h are the state, and m0 to m15 are the message words.
    /// <paramref name="t"/> and <paramref name="u"/> are scratch variables.
    /// </summary>
    static abstract void Compress<TLanes, TWords>(
        ref TLanes a, ref TLanes b, ref TLanes c, ref TLanes d, ref TLanes e, ref TLanes f, ref TLanes g, ref TLanes h,
        ref TLanes m0, ref TLanes m1, ref TLanes m2, ref TLanes m3, ref TLanes m4, ref TLanes m5, ref TLanes m6, ref TLanes m7,
        ref TLanes m8, ref TLanes m9, ref TLanes m10, ref TLanes m11,
        ref TLanes m12, ref TLanes m13, ref TLanes m14, ref TLanes m15, ref TLanes t, ref TLanes u)
        where TLanes : struct, ILanes<TLanes, TWord>
        where TWords : struct, IMessageWords;

    /// <summary>Combines a state word's values from before and after the block.</summary>
    static abstract void Combine<TLanes>(ref TLanes before, in TLanes after)
        where TLanes : struct, ILanes<TLanes, TWord>;
}

/// <summary>
/// Compresses consecutive blocks, one message per SIMD lane. <typeparamref name="TWord"/> selects 32-bit or 64-bit words.
/// <typeparamref name="TLanes"/> selects the vector width and the number of interleaved vectors. The message words are held in
/// registers or in memory (<see cref="Blocks{TWord, TLanes, TRounds}"/>), or have already been added to the round constants.
/// </summary>
internal static class BlockKernel<TWord, TLanes, TRounds, TWords>
    where TWord : unmanaged
    where TLanes : struct, ILanes<TLanes, TWord>
    where TRounds : struct, IBlockRounds<TWord>
    where TWords : struct, IMessageWords
{
    /// <summary>
    /// Compresses consecutive blocks into each lane's state. <paramref name="blocks"/> is the number of blocks per lane. The
    /// state is the chaining value: eight words in the byte order of the digest. The words of a state are
    /// <paramref name="stride"/> words apart, because words of other lanes may be stored between them. Message words that do not
    /// fit in registers are stored in the sixteen words after the states.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, int stride)
    {
        if (typeof(TWords) == typeof(InConstants))
        {
            // The lanes are adjacent in memory, so the stride is the lane count, a JIT-time constant that determines all sizes.
            stride = TLanes.Count;
            states = states.Slice(0, 8 * stride);
        }

        Span<TLanes> w = typeof(TWords) == typeof(InMemory)
            ? MemoryMarshal.Cast<TWord, TLanes>(states.Slice(8 * stride, 16 * TLanes.Count)).Slice(0, 16) : default;
        TLanes h0 = default, h1 = default, h2 = default, h3 = default, h4 = default, h5 = default, h6 = default, h7 = default;
        h0.Read(states); h1.Read(states.Slice(stride)); h2.Read(states.Slice(2 * stride)); h3.Read(states.Slice(3 * stride));
        h4.Read(states.Slice(4 * stride)); h5.Read(states.Slice(5 * stride));
        h6.Read(states.Slice(6 * stride)); h7.Read(states.Slice(7 * stride));
        h0.SwapBytes(); h1.SwapBytes(); h2.SwapBytes(); h3.SwapBytes();
        h4.SwapBytes(); h5.SwapBytes(); h6.SwapBytes(); h7.SwapBytes();
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        TLanes m8 = default, m9 = default, m10 = default, m11 = default,
            m12 = default, m13 = default, m14 = default, m15 = default, t = default, u = default;

        for (int n = 0, o = 0; n < blocks; n++, o += 16 * Word<TWord>.Bytes)
        {
            TLanes a = h0, b = h1, c = h2, d = h3, e = h4, f = h5, g = h6, h = h7;
            // The condition must be a type test: the JIT evaluates type tests early, and then does not import the branch that is
            // not taken.
            if (typeof(TWords) == typeof(InMemory))
            {
                Compress(source, offsets, o, ref a, ref b, ref c, ref d, ref e, ref f, ref g, ref h,
                    ref w[0], ref w[1], ref w[2], ref w[3], ref w[4], ref w[5], ref w[6], ref w[7],
                    ref w[8], ref w[9], ref w[10], ref w[11], ref w[12], ref w[13], ref w[14], ref w[15], ref t, ref u);
            }
            else
            {
                Compress(source, offsets, o, ref a, ref b, ref c, ref d, ref e, ref f, ref g, ref h,
                    ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
                    ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, ref t, ref u);
            }

            TRounds.Combine(ref h0, a); TRounds.Combine(ref h1, b); TRounds.Combine(ref h2, c); TRounds.Combine(ref h3, d);
            TRounds.Combine(ref h4, e); TRounds.Combine(ref h5, f); TRounds.Combine(ref h6, g); TRounds.Combine(ref h7, h);
        }

        h0.SwapBytes(); h1.SwapBytes(); h2.SwapBytes(); h3.SwapBytes();
        h4.SwapBytes(); h5.SwapBytes(); h6.SwapBytes(); h7.SwapBytes();
        h0.Write(states); h1.Write(states.Slice(stride));
        h2.Write(states.Slice(2 * stride)); h3.Write(states.Slice(3 * stride));
        h4.Write(states.Slice(4 * stride)); h5.Write(states.Slice(5 * stride));
        h6.Write(states.Slice(6 * stride)); h7.Write(states.Slice(7 * stride));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Compress(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref TLanes a, ref TLanes b, ref TLanes c, ref TLanes d, ref TLanes e, ref TLanes f, ref TLanes g, ref TLanes h,
        ref TLanes m0, ref TLanes m1, ref TLanes m2, ref TLanes m3, ref TLanes m4, ref TLanes m5, ref TLanes m6, ref TLanes m7,
        ref TLanes m8, ref TLanes m9, ref TLanes m10, ref TLanes m11,
        ref TLanes m12, ref TLanes m13, ref TLanes m14, ref TLanes m15, ref TLanes t, ref TLanes u)
    {
        if (typeof(TWords) != typeof(InConstants))
        {
            TLanes.Load16(source, offsets, offset,
                ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
                ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
            m0.SwapBytes(); m1.SwapBytes(); m2.SwapBytes(); m3.SwapBytes();
            m4.SwapBytes(); m5.SwapBytes(); m6.SwapBytes(); m7.SwapBytes();
            m8.SwapBytes(); m9.SwapBytes(); m10.SwapBytes(); m11.SwapBytes();
            m12.SwapBytes(); m13.SwapBytes(); m14.SwapBytes(); m15.SwapBytes();
        }

        TRounds.Compress<TLanes, TWords>(ref a, ref b, ref c, ref d, ref e, ref f, ref g, ref h,
            ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
            ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, ref t, ref u);
    }
}

/// <summary>
/// Selects, by vector type, either the kernel that keeps message words in registers or the one that keeps them in memory.
/// </summary>
internal static class Blocks<TWord, TLanes, TRounds>
    where TWord : unmanaged
    where TLanes : struct, ILanes<TLanes, TWord>
    where TRounds : struct, IBlockRounds<TWord>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks) =>
        Run(states, source, offsets, blocks, TLanes.Count);

    /// <summary>Compresses blocks into states whose words are interleaved with words of other lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, int stride)
    {
        if (TLanes.HoldsBlock) BlockKernel<TWord, TLanes, TRounds, InRegisters>.Run(states, source, offsets, blocks, stride);
        else BlockKernel<TWord, TLanes, TRounds, InMemory>.Run(states, source, offsets, blocks, stride);
    }
}
