using Lanewise.MerkleDamgard;

namespace Lanewise.Sm3Family;

/// <summary>Computes the rounds of SM3 (GB/T 32905-2016, section 5.3).</summary>
/// <remarks>
/// The critical path of an SM3 round runs from E through SS1 and P0 to the next E. Therefore, all other terms are added before
/// SS1.
/// </remarks>
internal readonly struct Sm3Rounds : IBlockRounds<uint>
{
    // The constant T of each round (GB/T 32905-2016, section 4.2), already rotated left by the round number.
    public static ReadOnlySpan<uint> K =>
    [
        0x79cc4519, 0xf3988a32, 0xe7311465, 0xce6228cb, 0x9cc45197, 0x3988a32f, 0x7311465e, 0xe6228cbc,
        0xcc451979, 0x988a32f3, 0x311465e7, 0x6228cbce, 0xc451979c, 0x88a32f39, 0x11465e73, 0x228cbce6,
        0x9d8a7a87, 0x3b14f50f, 0x7629ea1e, 0xec53d43c, 0xd8a7a879, 0xb14f50f3, 0x629ea1e7, 0xc53d43ce,
        0x8a7a879d, 0x14f50f3b, 0x29ea1e76, 0x53d43cec, 0xa7a879d8, 0x4f50f3b1, 0x9ea1e762, 0x3d43cec5,
        0x7a879d8a, 0xf50f3b14, 0xea1e7629, 0xd43cec53, 0xa879d8a7, 0x50f3b14f, 0xa1e7629e, 0x43cec53d,
        0x879d8a7a, 0x0f3b14f5, 0x1e7629ea, 0x3cec53d4, 0x79d8a7a8, 0xf3b14f50, 0xe7629ea1, 0xcec53d43,
        0x9d8a7a87, 0x3b14f50f, 0x7629ea1e, 0xec53d43c, 0xd8a7a879, 0xb14f50f3, 0x629ea1e7, 0xc53d43ce,
        0x8a7a879d, 0x14f50f3b, 0x29ea1e76, 0x53d43cec, 0xa7a879d8, 0x4f50f3b1, 0x9ea1e762, 0x3d43cec5,
    ];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Combine<TLanes>(ref TLanes before, in TLanes after)
        where TLanes : struct, ILanes<TLanes, uint> => before ^= after;

    /// <summary>Computes all rounds of one block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Compress<TLanes, TWords>(
        ref TLanes a, ref TLanes b, ref TLanes c, ref TLanes d, ref TLanes e, ref TLanes f, ref TLanes g, ref TLanes h,
        ref TLanes m0, ref TLanes m1, ref TLanes m2, ref TLanes m3, ref TLanes m4, ref TLanes m5, ref TLanes m6, ref TLanes m7,
        ref TLanes m8, ref TLanes m9, ref TLanes m10, ref TLanes m11,
        ref TLanes m12, ref TLanes m13, ref TLanes m14, ref TLanes m15, ref TLanes t, ref TLanes u)
        where TLanes : struct, ILanes<TLanes, uint>
        where TWords : struct, IMessageWords
    {
        ReadOnlySpan<uint> k = K.Slice(0, 16);
        First(ref a, ref b, ref c, ref d, ref e, ref f, ref g, ref h,
            ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
            ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, ref t, ref u, k);
        for (int r = 16; r < K.Length; r += 16)
        {
            k = K.Slice(r, 16);
            Next(ref a, ref b, ref c, ref d, ref e, ref f, ref g, ref h,
                ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
                ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, ref t, ref u, k);
        }
    }

    /// <summary>
    /// Computes rounds 0 to 15. In these rounds, both Boolean functions are XOR. The first twelve rounds need only message words.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void First<TLanes>(
        ref TLanes a, ref TLanes b, ref TLanes c, ref TLanes d, ref TLanes e, ref TLanes f, ref TLanes g, ref TLanes h,
        ref TLanes m0, ref TLanes m1, ref TLanes m2, ref TLanes m3, ref TLanes m4, ref TLanes m5, ref TLanes m6, ref TLanes m7,
        ref TLanes m8, ref TLanes m9, ref TLanes m10, ref TLanes m11,
        ref TLanes m12, ref TLanes m13, ref TLanes m14, ref TLanes m15, ref TLanes t, ref TLanes u, in ReadOnlySpan<uint> k)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        Round(ref a, ref b, c, ref d, e, ref f, g, ref h, m0, m4, k, 0, true, ref t, ref u);
        Round(ref d, ref a, b, ref c, h, ref e, f, ref g, m1, m5, k, 1, true, ref t, ref u);
        Round(ref c, ref d, a, ref b, g, ref h, e, ref f, m2, m6, k, 2, true, ref t, ref u);
        Round(ref b, ref c, d, ref a, f, ref g, h, ref e, m3, m7, k, 3, true, ref t, ref u);
        Round(ref a, ref b, c, ref d, e, ref f, g, ref h, m4, m8, k, 4, true, ref t, ref u);
        Round(ref d, ref a, b, ref c, h, ref e, f, ref g, m5, m9, k, 5, true, ref t, ref u);
        Round(ref c, ref d, a, ref b, g, ref h, e, ref f, m6, m10, k, 6, true, ref t, ref u);
        Round(ref b, ref c, d, ref a, f, ref g, h, ref e, m7, m11, k, 7, true, ref t, ref u);
        Round(ref a, ref b, c, ref d, e, ref f, g, ref h, m8, m12, k, 8, true, ref t, ref u);
        Round(ref d, ref a, b, ref c, h, ref e, f, ref g, m9, m13, k, 9, true, ref t, ref u);
        Round(ref c, ref d, a, ref b, g, ref h, e, ref f, m10, m14, k, 10, true, ref t, ref u);
        Round(ref b, ref c, d, ref a, f, ref g, h, ref e, m11, m15, k, 11, true, ref t, ref u);
        Expand(ref m0, m13, m3, m7, m10, ref t, ref u);
        Round(ref a, ref b, c, ref d, e, ref f, g, ref h, m12, m0, k, 12, true, ref t, ref u);
        Expand(ref m1, m14, m4, m8, m11, ref t, ref u);
        Round(ref d, ref a, b, ref c, h, ref e, f, ref g, m13, m1, k, 13, true, ref t, ref u);
        Expand(ref m2, m15, m5, m9, m12, ref t, ref u);
        Round(ref c, ref d, a, ref b, g, ref h, e, ref f, m14, m2, k, 14, true, ref t, ref u);
        Expand(ref m3, m0, m6, m10, m13, ref t, ref u);
        Round(ref b, ref c, d, ref a, f, ref g, h, ref e, m15, m3, k, 15, true, ref t, ref u);
    }

    /// <summary>Computes sixteen consecutive rounds from the range 16 to 63.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Next<TLanes>(
        ref TLanes a, ref TLanes b, ref TLanes c, ref TLanes d, ref TLanes e, ref TLanes f, ref TLanes g, ref TLanes h,
        ref TLanes m0, ref TLanes m1, ref TLanes m2, ref TLanes m3, ref TLanes m4, ref TLanes m5, ref TLanes m6, ref TLanes m7,
        ref TLanes m8, ref TLanes m9, ref TLanes m10, ref TLanes m11,
        ref TLanes m12, ref TLanes m13, ref TLanes m14, ref TLanes m15, ref TLanes t, ref TLanes u, in ReadOnlySpan<uint> k)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        Expand(ref m4, m1, m7, m11, m14, ref t, ref u);
        Round(ref a, ref b, c, ref d, e, ref f, g, ref h, m0, m4, k, 0, false, ref t, ref u);
        Expand(ref m5, m2, m8, m12, m15, ref t, ref u);
        Round(ref d, ref a, b, ref c, h, ref e, f, ref g, m1, m5, k, 1, false, ref t, ref u);
        Expand(ref m6, m3, m9, m13, m0, ref t, ref u);
        Round(ref c, ref d, a, ref b, g, ref h, e, ref f, m2, m6, k, 2, false, ref t, ref u);
        Expand(ref m7, m4, m10, m14, m1, ref t, ref u);
        Round(ref b, ref c, d, ref a, f, ref g, h, ref e, m3, m7, k, 3, false, ref t, ref u);
        Expand(ref m8, m5, m11, m15, m2, ref t, ref u);
        Round(ref a, ref b, c, ref d, e, ref f, g, ref h, m4, m8, k, 4, false, ref t, ref u);
        Expand(ref m9, m6, m12, m0, m3, ref t, ref u);
        Round(ref d, ref a, b, ref c, h, ref e, f, ref g, m5, m9, k, 5, false, ref t, ref u);
        Expand(ref m10, m7, m13, m1, m4, ref t, ref u);
        Round(ref c, ref d, a, ref b, g, ref h, e, ref f, m6, m10, k, 6, false, ref t, ref u);
        Expand(ref m11, m8, m14, m2, m5, ref t, ref u);
        Round(ref b, ref c, d, ref a, f, ref g, h, ref e, m7, m11, k, 7, false, ref t, ref u);
        Expand(ref m12, m9, m15, m3, m6, ref t, ref u);
        Round(ref a, ref b, c, ref d, e, ref f, g, ref h, m8, m12, k, 8, false, ref t, ref u);
        Expand(ref m13, m10, m0, m4, m7, ref t, ref u);
        Round(ref d, ref a, b, ref c, h, ref e, f, ref g, m9, m13, k, 9, false, ref t, ref u);
        Expand(ref m14, m11, m1, m5, m8, ref t, ref u);
        Round(ref c, ref d, a, ref b, g, ref h, e, ref f, m10, m14, k, 10, false, ref t, ref u);
        Expand(ref m15, m12, m2, m6, m9, ref t, ref u);
        Round(ref b, ref c, d, ref a, f, ref g, h, ref e, m11, m15, k, 11, false, ref t, ref u);
        Expand(ref m0, m13, m3, m7, m10, ref t, ref u);
        Round(ref a, ref b, c, ref d, e, ref f, g, ref h, m12, m0, k, 12, false, ref t, ref u);
        Expand(ref m1, m14, m4, m8, m11, ref t, ref u);
        Round(ref d, ref a, b, ref c, h, ref e, f, ref g, m13, m1, k, 13, false, ref t, ref u);
        Expand(ref m2, m15, m5, m9, m12, ref t, ref u);
        Round(ref c, ref d, a, ref b, g, ref h, e, ref f, m14, m2, k, 14, false, ref t, ref u);
        Expand(ref m3, m0, m6, m10, m13, ref t, ref u);
        Round(ref b, ref c, d, ref a, f, ref g, h, ref e, m15, m3, k, 15, false, ref t, ref u);
    }

    /// <summary>Computes one round: d becomes the next A, and h becomes the next E.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round<TLanes>(
        ref TLanes a, ref TLanes b, in TLanes c, ref TLanes d, in TLanes e, ref TLanes f, in TLanes g, ref TLanes h,
        in TLanes w, in TLanes w4, in ReadOnlySpan<uint> k, int i, bool isFirst, ref TLanes t, ref TLanes u)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        t = w; t ^= w4; d += t;
        h += w;
        if (isFirst)
        {
            d.AddXor(a, b, c);
            h.AddXor(e, f, g);
        }
        else
        {
            t.Majority(a, b, c); d += t;
            h.AddChoose(e, f, g);
        }

        // In terms of the specification, u is SS1 and t is SS2.
        t = a; t.RotateLeft(12);
        u.BroadcastFrom(k, i); u += t; u += e; u.RotateLeft(7);
        h += u;
        t ^= u; d += t;
        // This operation is the function P0: a shift by 0 leaves the third operand unchanged.
        h.XorRotationsAndShift(h, 23, 15, 0);
        b.RotateLeft(9);
        f.RotateLeft(19);
    }

    /// <summary>
    /// Computes the schedule word that is needed four rounds later. The new word replaces the word that was needed twelve
    /// rounds ago (GB/T 32905-2016, section 5.3.2).
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Expand<TLanes>(
        ref TLanes w16, in TLanes w3, in TLanes w13, in TLanes w9, in TLanes w6, ref TLanes t, ref TLanes u)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        // The temporary variable avoids a load and a store for each operation on words in memory.
        u = w3; u.RotateLeft(15); u ^= w16; u ^= w9;
        // P1
        t.XorRotationsAndShift(u, 17, 9, 0);
        u = w13; u.RotateLeft(7); t ^= u; t ^= w6;
        w16 = t;
    }
}
