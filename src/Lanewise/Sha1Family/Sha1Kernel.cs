namespace Lanewise.Sha1Family;

/// <summary>
/// SHA-1's compression of a run of blocks (FIPS 180-4, section 6.1), one message per lane, the words of the message in registers
/// or in memory (<see cref="Sha1Blocks{TLanes}"/>).
/// </summary>
internal static class Sha1Kernel<TLanes, TWords>
    where TLanes : struct, ILanes<TLanes, uint>
    where TWords : struct, IMessageWords
{
    /// <summary>
    /// Compresses <paramref name="blocks"/> blocks of 64 bytes of each lane into its record: five words of chaining value in the
    /// order of the digest's bytes, and three of padding. Where the words of the message are kept in memory, sixteen behind the
    /// records are for those.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<uint> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        int lanes = TLanes.Count;
        Span<TLanes> w = typeof(TWords) == typeof(InMemory)
            ? MemoryMarshal.Cast<uint, TLanes>(records.Slice(Sha1Spec.RecordWords * lanes, 16 * lanes)).Slice(0, 16) : default;
        records = records.Slice(0, Sha1Spec.RecordWords * lanes);
        TLanes h0 = default, h1 = default, h2 = default, h3 = default, h4 = default;
        h0.Read(records); h1.Read(records.Slice(lanes)); h2.Read(records.Slice(2 * lanes)); h3.Read(records.Slice(3 * lanes));
        h4.Read(records.Slice(4 * lanes));
        h0.SwapBytes(); h1.SwapBytes(); h2.SwapBytes(); h3.SwapBytes(); h4.SwapBytes();
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        TLanes m8 = default, m9 = default, m10 = default, m11 = default,
            m12 = default, m13 = default, m14 = default, m15 = default, t = default;

        for (int n = 0, o = 0; n < blocks; n++, o += Sha1Spec.BlockBytes)
        {
            TLanes a = h0, b = h1, c = h2, d = h3, e = h4;
            // Asked by type, which is decided before the other form is read.
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
        h0.Write(records); h1.Write(records.Slice(lanes)); h2.Write(records.Slice(2 * lanes)); h3.Write(records.Slice(3 * lanes));
        h4.Write(records.Slice(4 * lanes));
    }

    /// <summary>All rounds of one block (section 6.1.2, steps 1 to 3).</summary>
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

        // Rounds 0 to 19: b ? c : d
        Ch(a, ref b, c, d, ref e, m0, ref t);
        Ch(e, ref a, b, c, ref d, m1, ref t);
        Ch(d, ref e, a, b, ref c, m2, ref t);
        Ch(c, ref d, e, a, ref b, m3, ref t);
        Ch(b, ref c, d, e, ref a, m4, ref t);
        Ch(a, ref b, c, d, ref e, m5, ref t);
        Ch(e, ref a, b, c, ref d, m6, ref t);
        Ch(d, ref e, a, b, ref c, m7, ref t);
        Ch(c, ref d, e, a, ref b, m8, ref t);
        Ch(b, ref c, d, e, ref a, m9, ref t);
        Ch(a, ref b, c, d, ref e, m10, ref t);
        Ch(e, ref a, b, c, ref d, m11, ref t);
        Ch(d, ref e, a, b, ref c, m12, ref t);
        Ch(c, ref d, e, a, ref b, m13, ref t);
        Ch(b, ref c, d, e, ref a, m14, ref t);
        Ch(a, ref b, c, d, ref e, m15, ref t);
        Schedule(ref m0, m13, m8, m2, ref t); Ch(e, ref a, b, c, ref d, t, ref t);
        Schedule(ref m1, m14, m9, m3, ref t); Ch(d, ref e, a, b, ref c, t, ref t);
        Schedule(ref m2, m15, m10, m4, ref t); Ch(c, ref d, e, a, ref b, t, ref t);
        Schedule(ref m3, m0, m11, m5, ref t); Ch(b, ref c, d, e, ref a, t, ref t);
        // Rounds 20 to 39: b ^ c ^ d
        Schedule(ref m4, m1, m12, m6, ref t); Parity(a, ref b, c, d, ref e, t, 0x6ed9eba1, ref t);
        Schedule(ref m5, m2, m13, m7, ref t); Parity(e, ref a, b, c, ref d, t, 0x6ed9eba1, ref t);
        Schedule(ref m6, m3, m14, m8, ref t); Parity(d, ref e, a, b, ref c, t, 0x6ed9eba1, ref t);
        Schedule(ref m7, m4, m15, m9, ref t); Parity(c, ref d, e, a, ref b, t, 0x6ed9eba1, ref t);
        Schedule(ref m8, m5, m0, m10, ref t); Parity(b, ref c, d, e, ref a, t, 0x6ed9eba1, ref t);
        Schedule(ref m9, m6, m1, m11, ref t); Parity(a, ref b, c, d, ref e, t, 0x6ed9eba1, ref t);
        Schedule(ref m10, m7, m2, m12, ref t); Parity(e, ref a, b, c, ref d, t, 0x6ed9eba1, ref t);
        Schedule(ref m11, m8, m3, m13, ref t); Parity(d, ref e, a, b, ref c, t, 0x6ed9eba1, ref t);
        Schedule(ref m12, m9, m4, m14, ref t); Parity(c, ref d, e, a, ref b, t, 0x6ed9eba1, ref t);
        Schedule(ref m13, m10, m5, m15, ref t); Parity(b, ref c, d, e, ref a, t, 0x6ed9eba1, ref t);
        Schedule(ref m14, m11, m6, m0, ref t); Parity(a, ref b, c, d, ref e, t, 0x6ed9eba1, ref t);
        Schedule(ref m15, m12, m7, m1, ref t); Parity(e, ref a, b, c, ref d, t, 0x6ed9eba1, ref t);
        Schedule(ref m0, m13, m8, m2, ref t); Parity(d, ref e, a, b, ref c, t, 0x6ed9eba1, ref t);
        Schedule(ref m1, m14, m9, m3, ref t); Parity(c, ref d, e, a, ref b, t, 0x6ed9eba1, ref t);
        Schedule(ref m2, m15, m10, m4, ref t); Parity(b, ref c, d, e, ref a, t, 0x6ed9eba1, ref t);
        Schedule(ref m3, m0, m11, m5, ref t); Parity(a, ref b, c, d, ref e, t, 0x6ed9eba1, ref t);
        Schedule(ref m4, m1, m12, m6, ref t); Parity(e, ref a, b, c, ref d, t, 0x6ed9eba1, ref t);
        Schedule(ref m5, m2, m13, m7, ref t); Parity(d, ref e, a, b, ref c, t, 0x6ed9eba1, ref t);
        Schedule(ref m6, m3, m14, m8, ref t); Parity(c, ref d, e, a, ref b, t, 0x6ed9eba1, ref t);
        Schedule(ref m7, m4, m15, m9, ref t); Parity(b, ref c, d, e, ref a, t, 0x6ed9eba1, ref t);
        // Rounds 40 to 59: what two of b, c and d say
        Schedule(ref m8, m5, m0, m10, ref t); Maj(a, ref b, c, d, ref e, t, ref t);
        Schedule(ref m9, m6, m1, m11, ref t); Maj(e, ref a, b, c, ref d, t, ref t);
        Schedule(ref m10, m7, m2, m12, ref t); Maj(d, ref e, a, b, ref c, t, ref t);
        Schedule(ref m11, m8, m3, m13, ref t); Maj(c, ref d, e, a, ref b, t, ref t);
        Schedule(ref m12, m9, m4, m14, ref t); Maj(b, ref c, d, e, ref a, t, ref t);
        Schedule(ref m13, m10, m5, m15, ref t); Maj(a, ref b, c, d, ref e, t, ref t);
        Schedule(ref m14, m11, m6, m0, ref t); Maj(e, ref a, b, c, ref d, t, ref t);
        Schedule(ref m15, m12, m7, m1, ref t); Maj(d, ref e, a, b, ref c, t, ref t);
        Schedule(ref m0, m13, m8, m2, ref t); Maj(c, ref d, e, a, ref b, t, ref t);
        Schedule(ref m1, m14, m9, m3, ref t); Maj(b, ref c, d, e, ref a, t, ref t);
        Schedule(ref m2, m15, m10, m4, ref t); Maj(a, ref b, c, d, ref e, t, ref t);
        Schedule(ref m3, m0, m11, m5, ref t); Maj(e, ref a, b, c, ref d, t, ref t);
        Schedule(ref m4, m1, m12, m6, ref t); Maj(d, ref e, a, b, ref c, t, ref t);
        Schedule(ref m5, m2, m13, m7, ref t); Maj(c, ref d, e, a, ref b, t, ref t);
        Schedule(ref m6, m3, m14, m8, ref t); Maj(b, ref c, d, e, ref a, t, ref t);
        Schedule(ref m7, m4, m15, m9, ref t); Maj(a, ref b, c, d, ref e, t, ref t);
        Schedule(ref m8, m5, m0, m10, ref t); Maj(e, ref a, b, c, ref d, t, ref t);
        Schedule(ref m9, m6, m1, m11, ref t); Maj(d, ref e, a, b, ref c, t, ref t);
        Schedule(ref m10, m7, m2, m12, ref t); Maj(c, ref d, e, a, ref b, t, ref t);
        Schedule(ref m11, m8, m3, m13, ref t); Maj(b, ref c, d, e, ref a, t, ref t);
        // Rounds 60 to 79: b ^ c ^ d
        Schedule(ref m12, m9, m4, m14, ref t); Parity(a, ref b, c, d, ref e, t, 0xca62c1d6, ref t);
        Schedule(ref m13, m10, m5, m15, ref t); Parity(e, ref a, b, c, ref d, t, 0xca62c1d6, ref t);
        Schedule(ref m14, m11, m6, m0, ref t); Parity(d, ref e, a, b, ref c, t, 0xca62c1d6, ref t);
        Schedule(ref m15, m12, m7, m1, ref t); Parity(c, ref d, e, a, ref b, t, 0xca62c1d6, ref t);
        Schedule(ref m0, m13, m8, m2, ref t); Parity(b, ref c, d, e, ref a, t, 0xca62c1d6, ref t);
        Schedule(ref m1, m14, m9, m3, ref t); Parity(a, ref b, c, d, ref e, t, 0xca62c1d6, ref t);
        Schedule(ref m2, m15, m10, m4, ref t); Parity(e, ref a, b, c, ref d, t, 0xca62c1d6, ref t);
        Schedule(ref m3, m0, m11, m5, ref t); Parity(d, ref e, a, b, ref c, t, 0xca62c1d6, ref t);
        Schedule(ref m4, m1, m12, m6, ref t); Parity(c, ref d, e, a, ref b, t, 0xca62c1d6, ref t);
        Schedule(ref m5, m2, m13, m7, ref t); Parity(b, ref c, d, e, ref a, t, 0xca62c1d6, ref t);
        Schedule(ref m6, m3, m14, m8, ref t); Parity(a, ref b, c, d, ref e, t, 0xca62c1d6, ref t);
        Schedule(ref m7, m4, m15, m9, ref t); Parity(e, ref a, b, c, ref d, t, 0xca62c1d6, ref t);
        Schedule(ref m8, m5, m0, m10, ref t); Parity(d, ref e, a, b, ref c, t, 0xca62c1d6, ref t);
        Schedule(ref m9, m6, m1, m11, ref t); Parity(c, ref d, e, a, ref b, t, 0xca62c1d6, ref t);
        Schedule(ref m10, m7, m2, m12, ref t); Parity(b, ref c, d, e, ref a, t, 0xca62c1d6, ref t);
        Schedule(ref m11, m8, m3, m13, ref t); Parity(a, ref b, c, d, ref e, t, 0xca62c1d6, ref t);
        Schedule(ref m12, m9, m4, m14, ref t); Parity(e, ref a, b, c, ref d, t, 0xca62c1d6, ref t);
        Schedule(ref m13, m10, m5, m15, ref t); Parity(d, ref e, a, b, ref c, t, 0xca62c1d6, ref t);
        Schedule(ref m14, m11, m6, m0, ref t); Parity(c, ref d, e, a, ref b, t, 0xca62c1d6, ref t);
        Schedule(ref m15, m12, m7, m1, ref t); Parity(b, ref c, d, e, ref a, t, 0xca62c1d6, ref t);
    }

    // The words turn by names; what waits for the round before is added last.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Ch(in TLanes a, ref TLanes b, in TLanes c, in TLanes d, ref TLanes e, in TLanes w, ref TLanes t)
    {
        e.Add(w, 0x5a827999); e.AddChoose(b, c, d); t = a; t.RotateLeft(5); e += t; b.RotateLeft(30);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Parity(
        in TLanes a, ref TLanes b, in TLanes c, in TLanes d, ref TLanes e, in TLanes w, uint k, ref TLanes t)
    {
        e.Add(w, k); e.AddXor(b, c, d); t = a; t.RotateLeft(5); e += t; b.RotateLeft(30);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Maj(in TLanes a, ref TLanes b, in TLanes c, in TLanes d, ref TLanes e, in TLanes w, ref TLanes t)
    {
        e.Add(w, 0x8f1bbcdc); t.Majority(b, c, d); e += t; t = a; t.RotateLeft(5); e += t; b.RotateLeft(30);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Schedule(ref TLanes w, in TLanes x, in TLanes y, in TLanes z, ref TLanes t)
    {
        // Not in place: where words are in memory, each operation would go there and back.
        t = w; t ^= x; t ^= y; t ^= z; t.RotateLeft(1); w = t;
    }
}

/// <summary>SHA-1's kernel in the form that suits the lanes.</summary>
internal static class Sha1Blocks<TLanes>
    where TLanes : struct, ILanes<TLanes, uint>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<uint> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        if (TLanes.HoldsBlock) Sha1Kernel<TLanes, InRegisters>.Run(records, source, offsets, blocks);
        else Sha1Kernel<TLanes, InMemory>.Run(records, source, offsets, blocks);
    }
}
