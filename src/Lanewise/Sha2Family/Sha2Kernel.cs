namespace Lanewise.Sha2Family;

/// <summary>
/// SHA-2's compression of a run of blocks (FIPS 180-4, section 6), one message per lane: words of 32 and of 64 bits by
/// <typeparamref name="TWord"/>, every width and number of streams by <typeparamref name="TLanes"/>, the words of the message in
/// registers or in memory (<see cref="Sha2Blocks{TWord, TLanes, TRounds}"/>), or in the constants.
/// </summary>
/// <remarks>
/// Rolled by sixteen, in which the words of the message come round to where they were. With all rounds unrolled nothing is
/// refused, but the JIT spills on the chain from round to round: half the speed (Zen 5).
/// </remarks>
internal static class Sha2Kernel<TWord, TLanes, TRounds, TWords>
    where TWord : unmanaged
    where TLanes : struct, ILanes<TLanes, TWord>
    where TRounds : struct, ISha2Rounds<TWord>
    where TWords : struct, IMessageWords
{
    /// <summary>
    /// Compresses <paramref name="blocks"/> blocks of each lane into its record: eight words of chaining value in the order of
    /// the digest's bytes, <paramref name="stride"/> words from one to the next, for there may be lanes of others between. Where
    /// the words of the message are kept in memory, sixteen behind the records are for those.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TWord> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, int stride)
    {
        if (typeof(TWords) == typeof(InConstants))
        {
            // No records of others lie between: sizes that the JIT knows.
            stride = TLanes.Count;
            records = records.Slice(0, 8 * stride);
        }

        Span<TLanes> w = typeof(TWords) == typeof(InMemory)
            ? MemoryMarshal.Cast<TWord, TLanes>(records.Slice(8 * stride, 16 * TLanes.Count)).Slice(0, 16) : default;
        TLanes h0 = default, h1 = default, h2 = default, h3 = default, h4 = default, h5 = default, h6 = default, h7 = default;
        h0.Read(records); h1.Read(records.Slice(stride)); h2.Read(records.Slice(2 * stride)); h3.Read(records.Slice(3 * stride));
        h4.Read(records.Slice(4 * stride)); h5.Read(records.Slice(5 * stride));
        h6.Read(records.Slice(6 * stride)); h7.Read(records.Slice(7 * stride));
        h0.SwapBytes(); h1.SwapBytes(); h2.SwapBytes(); h3.SwapBytes();
        h4.SwapBytes(); h5.SwapBytes(); h6.SwapBytes(); h7.SwapBytes();
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        TLanes m8 = default, m9 = default, m10 = default, m11 = default,
            m12 = default, m13 = default, m14 = default, m15 = default, t = default, u = default;

        for (int n = 0, o = 0; n < blocks; n++, o += 16 * Word<TWord>.Bytes)
        {
            TLanes a = h0, b = h1, c = h2, d = h3, e = h4, f = h5, g = h6, h = h7;
            // Asked by type, which is decided before the other form is read.
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

            h0 += a; h1 += b; h2 += c; h3 += d; h4 += e; h5 += f; h6 += g; h7 += h;
        }

        h0.SwapBytes(); h1.SwapBytes(); h2.SwapBytes(); h3.SwapBytes();
        h4.SwapBytes(); h5.SwapBytes(); h6.SwapBytes(); h7.SwapBytes();
        h0.Write(records); h1.Write(records.Slice(stride));
        h2.Write(records.Slice(2 * stride)); h3.Write(records.Slice(3 * stride));
        h4.Write(records.Slice(4 * stride)); h5.Write(records.Slice(5 * stride));
        h6.Write(records.Slice(6 * stride)); h7.Write(records.Slice(7 * stride));
    }

    /// <summary>All rounds of one block (section 6.2.2, steps 1 to 3).</summary>
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

        // Known words need no schedule: the last rounds are as the others.
        ReadOnlySpan<TWord> k;
        for (int r = 0; r < TRounds.K.Length - (typeof(TWords) == typeof(InConstants) ? 0 : 16); r += 16)
        {
            k = TRounds.K.Slice(r, 16);
            Sixteen(ref a, ref b, ref c, ref d, ref e, ref f, ref g, ref h,
                ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7, ref m8, ref m9, ref m10, ref m11,
                ref m12, ref m13, ref m14, ref m15, ref t, ref u, k, typeof(TWords) != typeof(InConstants));
        }

        if (typeof(TWords) == typeof(InConstants)) return;

        k = TRounds.K.Slice(TRounds.K.Length - 16, 16);
        Sixteen(ref a, ref b, ref c, ref d, ref e, ref f, ref g, ref h,
            ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
            ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, ref t, ref u, k, false);
    }

    /// <summary>Sixteen rounds, each followed by the word that it leaves for sixteen rounds later, if there is one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Sixteen(
        ref TLanes a, ref TLanes b, ref TLanes c, ref TLanes d, ref TLanes e, ref TLanes f, ref TLanes g, ref TLanes h,
        ref TLanes m0, ref TLanes m1, ref TLanes m2, ref TLanes m3, ref TLanes m4, ref TLanes m5, ref TLanes m6, ref TLanes m7,
        ref TLanes m8, ref TLanes m9, ref TLanes m10, ref TLanes m11,
        ref TLanes m12, ref TLanes m13, ref TLanes m14, ref TLanes m15,
        ref TLanes t, ref TLanes u, in ReadOnlySpan<TWord> k, bool schedules)
    {
        Round(a, b, c, ref d, e, f, g, ref h, ref m0, m1, m9, m14, k, 0, schedules, ref t, ref u);
        Round(d, a, b, ref c, h, e, f, ref g, ref m1, m2, m10, m15, k, 1, schedules, ref t, ref u);
        Round(c, d, a, ref b, g, h, e, ref f, ref m2, m3, m11, m0, k, 2, schedules, ref t, ref u);
        Round(b, c, d, ref a, f, g, h, ref e, ref m3, m4, m12, m1, k, 3, schedules, ref t, ref u);
        Round(a, b, c, ref d, e, f, g, ref h, ref m4, m5, m13, m2, k, 4, schedules, ref t, ref u);
        Round(d, a, b, ref c, h, e, f, ref g, ref m5, m6, m14, m3, k, 5, schedules, ref t, ref u);
        Round(c, d, a, ref b, g, h, e, ref f, ref m6, m7, m15, m4, k, 6, schedules, ref t, ref u);
        Round(b, c, d, ref a, f, g, h, ref e, ref m7, m8, m0, m5, k, 7, schedules, ref t, ref u);
        Round(a, b, c, ref d, e, f, g, ref h, ref m8, m9, m1, m6, k, 8, schedules, ref t, ref u);
        Round(d, a, b, ref c, h, e, f, ref g, ref m9, m10, m2, m7, k, 9, schedules, ref t, ref u);
        Round(c, d, a, ref b, g, h, e, ref f, ref m10, m11, m3, m8, k, 10, schedules, ref t, ref u);
        Round(b, c, d, ref a, f, g, h, ref e, ref m11, m12, m4, m9, k, 11, schedules, ref t, ref u);
        Round(a, b, c, ref d, e, f, g, ref h, ref m12, m13, m5, m10, k, 12, schedules, ref t, ref u);
        Round(d, a, b, ref c, h, e, f, ref g, ref m13, m14, m6, m11, k, 13, schedules, ref t, ref u);
        Round(c, d, a, ref b, g, h, e, ref f, ref m14, m15, m7, m12, k, 14, schedules, ref t, ref u);
        Round(b, c, d, ref a, f, g, h, ref e, ref m15, m0, m8, m13, k, 15, schedules, ref t, ref u);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round(
        in TLanes a, in TLanes b, in TLanes c, ref TLanes d, in TLanes e, in TLanes f, in TLanes g, ref TLanes h,
        ref TLanes w, in TLanes x, in TLanes y, in TLanes z, in ReadOnlySpan<TWord> k, int i, bool schedules,
        ref TLanes t, ref TLanes u)
    {
        t.BroadcastFrom(k, i);
        if (typeof(TWords) == typeof(InConstants)) h += t;
        else h.AddSum(w, t);
        // h becomes e and d becomes a, so the others keep their names: a = T1 + T2 is e - d + T2 here. Three operations lie
        // between e and the next e, and between a and the next a.
        h += d;
        t.Choose(e, f, g); h += t;
        if (typeof(TWord) == typeof(ulong)) t.Turned(e, 14, 18, 41); else t.Turned(e, 6, 11, 25);
        h += t;
        t.Majority(a, b, c); t -= d; t += h;
        if (typeof(TWord) == typeof(ulong)) d.Turned(a, 28, 34, 39); else d.Turned(a, 2, 13, 22);
        d += t;
        if (!schedules) return;

        // Not in place: where words are in memory, each sum would go there and back.
        u = w; u += y;
        if (typeof(TWord) == typeof(ulong)) t.TurnedShifted(x, 1, 8, 7); else t.TurnedShifted(x, 7, 18, 3);
        u += t;
        if (typeof(TWord) == typeof(ulong)) t.TurnedShifted(z, 19, 61, 6); else t.TurnedShifted(z, 17, 19, 10);
        u += t; w = u;
    }
}

/// <summary>SHA-2's kernel in the form that suits the lanes.</summary>
internal static class Sha2Blocks<TWord, TLanes, TRounds>
    where TWord : unmanaged
    where TLanes : struct, ILanes<TLanes, TWord>
    where TRounds : struct, ISha2Rounds<TWord>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<TWord> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks) =>
        Run(records, source, offsets, blocks, TLanes.Count);

    /// <summary>With records that lie between those of others.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<TWord> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, int stride)
    {
        if (TLanes.HoldsBlock) Sha2Kernel<TWord, TLanes, TRounds, InRegisters>.Run(records, source, offsets, blocks, stride);
        else Sha2Kernel<TWord, TLanes, TRounds, InMemory>.Run(records, source, offsets, blocks, stride);
    }
}
