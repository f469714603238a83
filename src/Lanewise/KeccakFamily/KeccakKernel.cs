namespace Lanewise.KeccakFamily;

/// <summary>
/// Absorbs consecutive blocks (FIPS 202, section 4), one message per lane. The same code is used for all rates.
/// </summary>
internal static class KeccakKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Absorbs consecutive blocks into the 25-word state of each lane. <paramref name="blocks"/> is the number of blocks per
    /// lane. A block consists of <paramref name="rate"/> words. The permutation starts with round <paramref name="firstRound"/>.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(
        Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, int rate, int firstRound)
    {
        // The kernel works directly in the caller's memory, so the caller can wipe the state later.
        Span<TLanes> state = MemoryMarshal.Cast<ulong, TLanes>(states.Slice(0, KeccakSpec.StateWords * TLanes.Count));
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        for (int n = 0, o = 0; n < blocks; n++, o += 8 * rate)
        {
            Span<TLanes> s = state.Slice(0, rate);
            int at = o;
            for (; s.Length >= 8; s = s.Slice(8), at += 64)
            {
                TLanes.Load8(source, offsets, at, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
                s[0] ^= m0; s[1] ^= m1; s[2] ^= m2; s[3] ^= m3; s[4] ^= m4; s[5] ^= m5; s[6] ^= m6; s[7] ^= m7;
            }

            if (s.Length >= 4)
            {
                TLanes.Load4(source, offsets, at, ref m0, ref m1, ref m2, ref m3);
                s[0] ^= m0; s[1] ^= m1; s[2] ^= m2; s[3] ^= m3;
                s = s.Slice(4);
            }

            // The last one or two words are loaded together with the preceding words, because a load of four words must not
            // extend beyond the block.
            TLanes.Load4(source, offsets, o + (8 * rate) - 32, ref m0, ref m1, ref m2, ref m3);
            s[^1] ^= m3;
            if (s.Length > 1) s[^2] ^= m2;
            KeccakRoundsKernel<TLanes>.Run(state, firstRound);
        }
    }
}

/// <summary>The permutation Keccak-p[1600] (FIPS 202, section 3).</summary>
/// <remarks>
/// The rounds are computed in a separate method. If absorption and the rounds were in the same method, the JIT would leave 245
/// to 315 calls uninlined. Two rounds are unrolled. The steps rho and pi are implemented by renaming variables instead of moving
/// words.
/// </remarks>
internal static class KeccakRoundsKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Computes the rounds from <paramref name="first"/> (an even number) to the last round.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> s, int first)
    {
        s = s.Slice(0, KeccakSpec.StateWords);
        TLanes a0 = s[0], a1 = s[1], a2 = s[2], a3 = s[3], a4 = s[4], a5 = s[5], a6 = s[6], a7 = s[7], a8 = s[8], a9 = s[9],
            a10 = s[10], a11 = s[11], a12 = s[12], a13 = s[13], a14 = s[14], a15 = s[15], a16 = s[16], a17 = s[17], a18 = s[18],
            a19 = s[19], a20 = s[20], a21 = s[21], a22 = s[22], a23 = s[23], a24 = s[24];
        TLanes e0 = default, e1 = default, e2 = default, e3 = default, e4 = default, e5 = default, e6 = default, e7 = default,
            e8 = default, e9 = default, e10 = default, e11 = default, e12 = default, e13 = default, e14 = default,
            e15 = default, e16 = default, e17 = default, e18 = default, e19 = default, e20 = default, e21 = default,
            e22 = default, e23 = default, e24 = default;
        TLanes b0 = default, b1 = default, b2 = default, b3 = default, b4 = default, c0 = default, c1 = default, c2 = default,
            c3 = default, c4 = default, d0 = default, d1 = default, d2 = default, d3 = default, d4 = default, z = default;
        for (int r = first; r < KeccakSpec.Rounds; r += 2)
        {
            ReadOnlySpan<ulong> constants = KeccakSpec.RoundConstants.Slice(r, 2);
            c0 = a0; c0.Xor3(a5, a10); c0.Xor3(a15, a20);
            c1 = a1; c1.Xor3(a6, a11); c1.Xor3(a16, a21);
            c2 = a2; c2.Xor3(a7, a12); c2.Xor3(a17, a22);
            c3 = a3; c3.Xor3(a8, a13); c3.Xor3(a18, a23);
            c4 = a4; c4.Xor3(a9, a14); c4.Xor3(a19, a24);
            d0.XorRotatedByOne(c4, c1); d1.XorRotatedByOne(c0, c2); d2.XorRotatedByOne(c1, c3);
            d3.XorRotatedByOne(c2, c4); d4.XorRotatedByOne(c3, c0);
            b0.RotateLeftOfXor(a0, d0, 0); b1.RotateLeftOfXor(a6, d1, 44); b2.RotateLeftOfXor(a12, d2, 43);
            b3.RotateLeftOfXor(a18, d3, 21); b4.RotateLeftOfXor(a24, d4, 14);
            e0.XorAndNot(b0, b1, b2); e1.XorAndNot(b1, b2, b3); e2.XorAndNot(b2, b3, b4);
            e3.XorAndNot(b3, b4, b0); e4.XorAndNot(b4, b0, b1); z.BroadcastFrom(constants, 0); e0 ^= z;
            b0.RotateLeftOfXor(a3, d3, 28); b1.RotateLeftOfXor(a9, d4, 20); b2.RotateLeftOfXor(a10, d0, 3);
            b3.RotateLeftOfXor(a16, d1, 45); b4.RotateLeftOfXor(a22, d2, 61);
            e5.XorAndNot(b0, b1, b2); e6.XorAndNot(b1, b2, b3); e7.XorAndNot(b2, b3, b4);
            e8.XorAndNot(b3, b4, b0); e9.XorAndNot(b4, b0, b1);
            b0.RotateLeftOfXor(a1, d1, 1); b1.RotateLeftOfXor(a7, d2, 6); b2.RotateLeftOfXor(a13, d3, 25);
            b3.RotateLeftOfXor(a19, d4, 8); b4.RotateLeftOfXor(a20, d0, 18);
            e10.XorAndNot(b0, b1, b2); e11.XorAndNot(b1, b2, b3); e12.XorAndNot(b2, b3, b4);
            e13.XorAndNot(b3, b4, b0); e14.XorAndNot(b4, b0, b1);
            b0.RotateLeftOfXor(a4, d4, 27); b1.RotateLeftOfXor(a5, d0, 36); b2.RotateLeftOfXor(a11, d1, 10);
            b3.RotateLeftOfXor(a17, d2, 15); b4.RotateLeftOfXor(a23, d3, 56);
            e15.XorAndNot(b0, b1, b2); e16.XorAndNot(b1, b2, b3); e17.XorAndNot(b2, b3, b4);
            e18.XorAndNot(b3, b4, b0); e19.XorAndNot(b4, b0, b1);
            b0.RotateLeftOfXor(a2, d2, 62); b1.RotateLeftOfXor(a8, d3, 55); b2.RotateLeftOfXor(a14, d4, 39);
            b3.RotateLeftOfXor(a15, d0, 41); b4.RotateLeftOfXor(a21, d1, 2);
            e20.XorAndNot(b0, b1, b2); e21.XorAndNot(b1, b2, b3); e22.XorAndNot(b2, b3, b4);
            e23.XorAndNot(b3, b4, b0); e24.XorAndNot(b4, b0, b1);

            c0 = e0; c0.Xor3(e5, e10); c0.Xor3(e15, e20);
            c1 = e1; c1.Xor3(e6, e11); c1.Xor3(e16, e21);
            c2 = e2; c2.Xor3(e7, e12); c2.Xor3(e17, e22);
            c3 = e3; c3.Xor3(e8, e13); c3.Xor3(e18, e23);
            c4 = e4; c4.Xor3(e9, e14); c4.Xor3(e19, e24);
            d0.XorRotatedByOne(c4, c1); d1.XorRotatedByOne(c0, c2); d2.XorRotatedByOne(c1, c3);
            d3.XorRotatedByOne(c2, c4); d4.XorRotatedByOne(c3, c0);
            b0.RotateLeftOfXor(e0, d0, 0); b1.RotateLeftOfXor(e6, d1, 44); b2.RotateLeftOfXor(e12, d2, 43);
            b3.RotateLeftOfXor(e18, d3, 21); b4.RotateLeftOfXor(e24, d4, 14);
            a0.XorAndNot(b0, b1, b2); a1.XorAndNot(b1, b2, b3); a2.XorAndNot(b2, b3, b4);
            a3.XorAndNot(b3, b4, b0); a4.XorAndNot(b4, b0, b1); z.BroadcastFrom(constants, 1); a0 ^= z;
            b0.RotateLeftOfXor(e3, d3, 28); b1.RotateLeftOfXor(e9, d4, 20); b2.RotateLeftOfXor(e10, d0, 3);
            b3.RotateLeftOfXor(e16, d1, 45); b4.RotateLeftOfXor(e22, d2, 61);
            a5.XorAndNot(b0, b1, b2); a6.XorAndNot(b1, b2, b3); a7.XorAndNot(b2, b3, b4);
            a8.XorAndNot(b3, b4, b0); a9.XorAndNot(b4, b0, b1);
            b0.RotateLeftOfXor(e1, d1, 1); b1.RotateLeftOfXor(e7, d2, 6); b2.RotateLeftOfXor(e13, d3, 25);
            b3.RotateLeftOfXor(e19, d4, 8); b4.RotateLeftOfXor(e20, d0, 18);
            a10.XorAndNot(b0, b1, b2); a11.XorAndNot(b1, b2, b3); a12.XorAndNot(b2, b3, b4);
            a13.XorAndNot(b3, b4, b0); a14.XorAndNot(b4, b0, b1);
            b0.RotateLeftOfXor(e4, d4, 27); b1.RotateLeftOfXor(e5, d0, 36); b2.RotateLeftOfXor(e11, d1, 10);
            b3.RotateLeftOfXor(e17, d2, 15); b4.RotateLeftOfXor(e23, d3, 56);
            a15.XorAndNot(b0, b1, b2); a16.XorAndNot(b1, b2, b3); a17.XorAndNot(b2, b3, b4);
            a18.XorAndNot(b3, b4, b0); a19.XorAndNot(b4, b0, b1);
            b0.RotateLeftOfXor(e2, d2, 62); b1.RotateLeftOfXor(e8, d3, 55); b2.RotateLeftOfXor(e14, d4, 39);
            b3.RotateLeftOfXor(e15, d0, 41); b4.RotateLeftOfXor(e21, d1, 2);
            a20.XorAndNot(b0, b1, b2); a21.XorAndNot(b1, b2, b3); a22.XorAndNot(b2, b3, b4);
            a23.XorAndNot(b3, b4, b0); a24.XorAndNot(b4, b0, b1);
        }

        s[0] = a0; s[1] = a1; s[2] = a2; s[3] = a3; s[4] = a4; s[5] = a5; s[6] = a6; s[7] = a7; s[8] = a8; s[9] = a9;
        s[10] = a10; s[11] = a11; s[12] = a12; s[13] = a13; s[14] = a14; s[15] = a15; s[16] = a16; s[17] = a17; s[18] = a18;
        s[19] = a19; s[20] = a20; s[21] = a21; s[22] = a22; s[23] = a23; s[24] = a24;
    }
}
