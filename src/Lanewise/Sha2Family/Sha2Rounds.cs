using Lanewise.MerkleDamgard;

namespace Lanewise.Sha2Family;

/// <summary>Computes the rounds of the SHA-2 hashes (FIPS 180-4, section 6), for 32-bit words and 64-bit words.</summary>
/// <remarks>
/// A loop computes sixteen rounds per iteration. After each iteration, the message words are back in their original positions.
/// If all rounds were unrolled, the JIT would inline everything, but would spill registers on the critical path. The spills
/// would halve the speed (Zen 5).
/// </remarks>
internal readonly struct Sha2Rounds<TWord, TConstants> : IBlockRounds<TWord>
    where TWord : unmanaged
    where TConstants : struct, ISha2Constants<TWord>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Combine<TLanes>(ref TLanes before, in TLanes after)
        where TLanes : struct, ILanes<TLanes, TWord> => before += after;

    /// <summary>Computes all rounds for one block (FIPS 180-4, section 6.2.2, steps 1 to 3).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Compress<TLanes, TWords>(
        ref TLanes a, ref TLanes b, ref TLanes c, ref TLanes d, ref TLanes e, ref TLanes f, ref TLanes g, ref TLanes h,
        ref TLanes m0, ref TLanes m1, ref TLanes m2, ref TLanes m3, ref TLanes m4, ref TLanes m5, ref TLanes m6, ref TLanes m7,
        ref TLanes m8, ref TLanes m9, ref TLanes m10, ref TLanes m11,
        ref TLanes m12, ref TLanes m13, ref TLanes m14, ref TLanes m15, ref TLanes t, ref TLanes u)
        where TLanes : struct, ILanes<TLanes, TWord>
        where TWords : struct, IMessageWords
    {
        // For a constant message block, the schedule words are already added to the constants. Therefore, the last sixteen
        // rounds do not differ from the others.
        ReadOnlySpan<TWord> k;
        for (int r = 0; r < TConstants.K.Length - (typeof(TWords) == typeof(InConstants) ? 0 : 16); r += 16)
        {
            k = TConstants.K.Slice(r, 16);
            Sixteen<TLanes, TWords>(ref a, ref b, ref c, ref d, ref e, ref f, ref g, ref h,
                ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7, ref m8, ref m9, ref m10, ref m11,
                ref m12, ref m13, ref m14, ref m15, ref t, ref u, k, typeof(TWords) != typeof(InConstants));
        }

        if (typeof(TWords) == typeof(InConstants)) return;

        k = TConstants.K.Slice(TConstants.K.Length - 16, 16);
        Sixteen<TLanes, TWords>(ref a, ref b, ref c, ref d, ref e, ref f, ref g, ref h,
            ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
            ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, ref t, ref u, k, false);
    }

    /// <summary>
    /// Computes sixteen rounds. Each round also computes the schedule word that is needed sixteen rounds later, if there is
    /// such a round.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Sixteen<TLanes, TWords>(
        ref TLanes a, ref TLanes b, ref TLanes c, ref TLanes d, ref TLanes e, ref TLanes f, ref TLanes g, ref TLanes h,
        ref TLanes m0, ref TLanes m1, ref TLanes m2, ref TLanes m3, ref TLanes m4, ref TLanes m5, ref TLanes m6, ref TLanes m7,
        ref TLanes m8, ref TLanes m9, ref TLanes m10, ref TLanes m11,
        ref TLanes m12, ref TLanes m13, ref TLanes m14, ref TLanes m15,
        ref TLanes t, ref TLanes u, in ReadOnlySpan<TWord> k, bool schedules)
        where TLanes : struct, ILanes<TLanes, TWord>
        where TWords : struct, IMessageWords
    {
        Round<TLanes, TWords>(a, b, c, ref d, e, f, g, ref h, ref m0, m1, m9, m14, k, 0, schedules, ref t, ref u);
        Round<TLanes, TWords>(d, a, b, ref c, h, e, f, ref g, ref m1, m2, m10, m15, k, 1, schedules, ref t, ref u);
        Round<TLanes, TWords>(c, d, a, ref b, g, h, e, ref f, ref m2, m3, m11, m0, k, 2, schedules, ref t, ref u);
        Round<TLanes, TWords>(b, c, d, ref a, f, g, h, ref e, ref m3, m4, m12, m1, k, 3, schedules, ref t, ref u);
        Round<TLanes, TWords>(a, b, c, ref d, e, f, g, ref h, ref m4, m5, m13, m2, k, 4, schedules, ref t, ref u);
        Round<TLanes, TWords>(d, a, b, ref c, h, e, f, ref g, ref m5, m6, m14, m3, k, 5, schedules, ref t, ref u);
        Round<TLanes, TWords>(c, d, a, ref b, g, h, e, ref f, ref m6, m7, m15, m4, k, 6, schedules, ref t, ref u);
        Round<TLanes, TWords>(b, c, d, ref a, f, g, h, ref e, ref m7, m8, m0, m5, k, 7, schedules, ref t, ref u);
        Round<TLanes, TWords>(a, b, c, ref d, e, f, g, ref h, ref m8, m9, m1, m6, k, 8, schedules, ref t, ref u);
        Round<TLanes, TWords>(d, a, b, ref c, h, e, f, ref g, ref m9, m10, m2, m7, k, 9, schedules, ref t, ref u);
        Round<TLanes, TWords>(c, d, a, ref b, g, h, e, ref f, ref m10, m11, m3, m8, k, 10, schedules, ref t, ref u);
        Round<TLanes, TWords>(b, c, d, ref a, f, g, h, ref e, ref m11, m12, m4, m9, k, 11, schedules, ref t, ref u);
        Round<TLanes, TWords>(a, b, c, ref d, e, f, g, ref h, ref m12, m13, m5, m10, k, 12, schedules, ref t, ref u);
        Round<TLanes, TWords>(d, a, b, ref c, h, e, f, ref g, ref m13, m14, m6, m11, k, 13, schedules, ref t, ref u);
        Round<TLanes, TWords>(c, d, a, ref b, g, h, e, ref f, ref m14, m15, m7, m12, k, 14, schedules, ref t, ref u);
        Round<TLanes, TWords>(b, c, d, ref a, f, g, h, ref e, ref m15, m0, m8, m13, k, 15, schedules, ref t, ref u);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round<TLanes, TWords>(
        in TLanes a, in TLanes b, in TLanes c, ref TLanes d, in TLanes e, in TLanes f, in TLanes g, ref TLanes h,
        ref TLanes w, in TLanes x, in TLanes y, in TLanes z, in ReadOnlySpan<TWord> k, int i, bool schedules,
        ref TLanes t, ref TLanes u)
        where TLanes : struct, ILanes<TLanes, TWord>
        where TWords : struct, IMessageWords
    {
        t.BroadcastFrom(k, i);
        if (typeof(TWords) == typeof(InConstants)) h += t;
        else h.AddSum(w, t);
        // The new e is stored in h, and the new a in d, so that the other words keep their names. Therefore, a = T1 + T2 is
        // computed as e - d + T2. The dependency chains from one e to the next, and from one a to the next, each have three
        // operations.
        h += d;
        t.Choose(e, f, g); h += t;
        if (typeof(TWord) == typeof(ulong)) t.XorRotations(e, 14, 18, 41); else t.XorRotations(e, 6, 11, 25);
        h += t;
        t.Majority(a, b, c); t -= d; t += h;
        if (typeof(TWord) == typeof(ulong)) d.XorRotations(a, 28, 34, 39); else d.XorRotations(a, 2, 13, 22);
        d += t;
        if (!schedules) return;

        // The temporary variable avoids a load and a store for each addition to words in memory.
        u = w; u += y;
        if (typeof(TWord) == typeof(ulong)) t.XorRotationsAndShift(x, 1, 8, 7); else t.XorRotationsAndShift(x, 7, 18, 3);
        u += t;
        if (typeof(TWord) == typeof(ulong)) t.XorRotationsAndShift(z, 19, 61, 6); else t.XorRotationsAndShift(z, 17, 19, 10);
        u += t; w = u;
    }
}
