namespace Lanewise.Sha1Family;

/// <summary>
/// Compresses consecutive blocks with SHA-1 (FIPS 180-4, section 6.1), one message per SIMD lane.
/// <see cref="Sha1Blocks{TLanes}"/> decides whether the message words are held in registers or in memory.
/// </summary>
internal static class Sha1Kernel<TLanes, TWords>
    where TLanes : struct, ILanes<TLanes, uint>
    where TWords : struct, IMessageWords
{
    /// <summary>
    /// Compresses consecutive 64-byte blocks of each lane into the lane's state. <paramref name="blocks"/> is the number of
    /// blocks per lane. The state consists of five words of chaining value, in the digest's byte order, and three words of
    /// padding. Message words that do not fit in registers are stored in the sixteen words after the states.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<uint> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        int lanes = TLanes.Count;
        Span<TLanes> w = typeof(TWords) == typeof(InMemory)
            ? MemoryMarshal.Cast<uint, TLanes>(states.Slice(Sha1Spec.StateWords * lanes, 16 * lanes)).Slice(0, 16) : default;
        states = states.Slice(0, Sha1Spec.StateWords * lanes);
        TLanes h0 = default, h1 = default, h2 = default, h3 = default, h4 = default;
        h0.Read(states); h1.Read(states.Slice(lanes)); h2.Read(states.Slice(2 * lanes)); h3.Read(states.Slice(3 * lanes));
        h4.Read(states.Slice(4 * lanes));
        h0.SwapBytes(); h1.SwapBytes(); h2.SwapBytes(); h3.SwapBytes(); h4.SwapBytes();
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        TLanes m8 = default, m9 = default, m10 = default, m11 = default,
            m12 = default, m13 = default, m14 = default, m15 = default, t = default;

        for (int n = 0, o = 0; n < blocks; n++, o += Sha1Spec.BlockBytes)
        {
            TLanes a = h0, b = h1, c = h2, d = h3, e = h4;
            // The condition must be a type test: the JIT evaluates type tests early, and then does not import the branch that is
            // not taken.
            if (typeof(TWords) == typeof(InMemory))
            {
                Compress(source, offsets, o, ref a, ref b, ref c, ref d, ref e,
                    ref w[0], ref w[1], ref w[2], ref w[3], ref w[4], ref w[5], ref w[6], ref w[7],
                    ref w[8], ref w[9], ref w[10], ref w[11], ref w[12], ref w[13], ref w[14], ref w[15], ref t);
            }
            else
            {
                Compress(source, offsets, o, ref a, ref b, ref c, ref d, ref e,
                    ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
                    ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, ref t);
            }

            h0 += a; h1 += b; h2 += c; h3 += d; h4 += e;
        }

        h0.SwapBytes(); h1.SwapBytes(); h2.SwapBytes(); h3.SwapBytes(); h4.SwapBytes();
        h0.Write(states); h1.Write(states.Slice(lanes)); h2.Write(states.Slice(2 * lanes)); h3.Write(states.Slice(3 * lanes));
        h4.Write(states.Slice(4 * lanes));
    }

    /// <summary>Computes all 80 rounds for one block (FIPS 180-4, section 6.1.2, steps 1 to 3).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Compress(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref TLanes a, ref TLanes b, ref TLanes c, ref TLanes d, ref TLanes e,
        ref TLanes m0, ref TLanes m1, ref TLanes m2, ref TLanes m3, ref TLanes m4, ref TLanes m5, ref TLanes m6, ref TLanes m7,
        ref TLanes m8, ref TLanes m9, ref TLanes m10, ref TLanes m11,
        ref TLanes m12, ref TLanes m13, ref TLanes m14, ref TLanes m15, ref TLanes t)
    {
        TLanes.Load16(source, offsets, offset,
            ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
            ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
        m0.SwapBytes(); m1.SwapBytes(); m2.SwapBytes(); m3.SwapBytes();
        m4.SwapBytes(); m5.SwapBytes(); m6.SwapBytes(); m7.SwapBytes();
        m8.SwapBytes(); m9.SwapBytes(); m10.SwapBytes(); m11.SwapBytes();
        m12.SwapBytes(); m13.SwapBytes(); m14.SwapBytes(); m15.SwapBytes();

        Sixteen(ref a, ref b, ref c, ref d, ref e, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6,
            ref m7, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, 0, ref t);
        Sixteen(ref e, ref a, ref b, ref c, ref d, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6,
            ref m7, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, 16, ref t);
        Sixteen(ref d, ref e, ref a, ref b, ref c, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6,
            ref m7, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, 32, ref t);
        Sixteen(ref c, ref d, ref e, ref a, ref b, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6,
            ref m7, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, 48, ref t);
        Sixteen(ref b, ref c, ref d, ref e, ref a, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6,
            ref m7, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15, 64, ref t);
    }

    /// <summary>
    /// Computes sixteen rounds, starting with the given round. The state words change roles in each round.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Sixteen(
        ref TLanes a, ref TLanes b, ref TLanes c, ref TLanes d, ref TLanes e,
        ref TLanes m0, ref TLanes m1, ref TLanes m2, ref TLanes m3, ref TLanes m4, ref TLanes m5, ref TLanes m6, ref TLanes m7,
        ref TLanes m8, ref TLanes m9, ref TLanes m10, ref TLanes m11,
        ref TLanes m12, ref TLanes m13, ref TLanes m14, ref TLanes m15, int first, ref TLanes t)
    {
        Round(a, ref b, c, d, ref e, ref m0, m2, m8, m13, first, ref t);
        Round(e, ref a, b, c, ref d, ref m1, m3, m9, m14, first + 1, ref t);
        Round(d, ref e, a, b, ref c, ref m2, m4, m10, m15, first + 2, ref t);
        Round(c, ref d, e, a, ref b, ref m3, m5, m11, m0, first + 3, ref t);
        Round(b, ref c, d, e, ref a, ref m4, m6, m12, m1, first + 4, ref t);
        Round(a, ref b, c, d, ref e, ref m5, m7, m13, m2, first + 5, ref t);
        Round(e, ref a, b, c, ref d, ref m6, m8, m14, m3, first + 6, ref t);
        Round(d, ref e, a, b, ref c, ref m7, m9, m15, m4, first + 7, ref t);
        Round(c, ref d, e, a, ref b, ref m8, m10, m0, m5, first + 8, ref t);
        Round(b, ref c, d, e, ref a, ref m9, m11, m1, m6, first + 9, ref t);
        Round(a, ref b, c, d, ref e, ref m10, m12, m2, m7, first + 10, ref t);
        Round(e, ref a, b, c, ref d, ref m11, m13, m3, m8, first + 11, ref t);
        Round(d, ref e, a, b, ref c, ref m12, m14, m4, m9, first + 12, ref t);
        Round(c, ref d, e, a, ref b, ref m13, m15, m5, m10, first + 13, ref t);
        Round(b, ref c, d, e, ref a, ref m14, m0, m6, m11, first + 14, ref t);
        Round(a, ref b, c, d, ref e, ref m15, m1, m7, m12, first + 15, ref t);
    }

    // From round 16 on, the first term is computed from earlier schedule words (FIPS 180-4, section 6.1.2, step 1). The next
    // terms are the round constant and the round function (sections 4.2.1 and 4.1.1). The term that depends on the previous round
    // is added last.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round(
        in TLanes a, ref TLanes b, in TLanes c, in TLanes d, ref TLanes e,
        ref TLanes w, in TLanes x, in TLanes y, in TLanes z, int round, ref TLanes t)
    {
        // The temporary variable avoids a load and a store for each operation on words in memory.
        t = w;
        if (round >= 16)
        {
            t ^= z; t ^= y; t ^= x; t.RotateLeft(1);
            w = t;
        }

        if (round < 20)
        {
            e.Add(t, 0x5a827999); e.AddChoose(b, c, d);
        }
        else if (round < 40)
        {
            e.Add(t, 0x6ed9eba1); e.AddXor(b, c, d);
        }
        else if (round < 60)
        {
            e.Add(t, 0x8f1bbcdc); t.Majority(b, c, d); e += t;
        }
        else
        {
            e.Add(t, 0xca62c1d6); e.AddXor(b, c, d);
        }

        t = a; t.RotateLeft(5); e += t;
        b.RotateLeft(30);
    }
}

/// <summary>
/// Selects, by vector type, either the SHA-1 kernel that keeps message words in registers or the one that keeps them in memory.
/// </summary>
internal static class Sha1Blocks<TLanes>
    where TLanes : struct, ILanes<TLanes, uint>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<uint> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        if (TLanes.HoldsBlock) Sha1Kernel<TLanes, InRegisters>.Run(states, source, offsets, blocks);
        else Sha1Kernel<TLanes, InMemory>.Run(states, source, offsets, blocks);
    }
}
