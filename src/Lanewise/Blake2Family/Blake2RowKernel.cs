namespace Lanewise.Blake2Family;

/// <summary>
/// BLAKE2's compression with SIMD within one message. The state consists of four rows of four words, and each G processes all
/// four columns at once. The published SSE4.1, AVX2 and AVX-512 code uses this layout.
/// </summary>
/// <remarks>
/// This kernel has the same chain of dependent operations as scalar code, but with the latency of vector operations. In addition,
/// rows are rotated between the steps. The kernel is faster than scalar code if vector operations take one cycle (Intel, Zen 3),
/// and slower if they take two cycles (Zen 5). <see cref="CpuProfile"/> records the faster kernel.
/// </remarks>
internal static class Blake2RowKernel<TRow, TWord, TSpec>
    where TRow : struct, IRow<TRow, TWord>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    /// <summary>
    /// Compresses whole blocks into the state of one lane (<see cref="Blake2State"/>), as the lane kernel does.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TWord> state, ReadOnlySpan<byte> source, int offset, int blocks)
    {
        state = state.Slice(0, Blake2State.Words);
        TRow h0 = default, h1 = default, t = default, step = default, iv0 = default, iv1 = default;
        h0.Read(state);
        h1.Read(state.Slice(4));
        t.Read(state.Slice(Blake2State.T0));
        step.Read([Word<TWord>.From((uint)TSpec.BlockBytes), default, default, default]);
        iv0.Read(TSpec.Iv);
        iv1.Read(TSpec.Iv.Slice(4));
        for (int n = 0; n < blocks; n++, offset += TSpec.BlockBytes)
        {
            // Vectors are used only on little-endian machines, so words need no conversion.
            ReadOnlySpan<TWord> m = MemoryMarshal.Cast<byte, TWord>(source.Slice(offset, TSpec.BlockBytes)).Slice(0, 16);
            t += step;
            TRow a = h0, b = h1, c = iv0, d = iv1;
            d ^= t;
            for (int r = 0, next = 0; r < TSpec.Rounds; r++)
            {
                Round(ref a, ref b, ref c, ref d, m, Blake2Sigma.Table.Slice(next, 16));
                next = next + 16 == Blake2Sigma.Table.Length ? 0 : next + 16;
            }

            h0 ^= a;
            h0 ^= c;
            h1 ^= b;
            h1 ^= d;
        }

        h0.Write(state);
        h1.Write(state.Slice(4));
        t.Write(state.Slice(Blake2State.T0));
    }

    /// <summary>
    /// A round: G on the columns, then on the diagonals. Row b is ready last. Therefore, it stays in place, and the other three
    /// rows are rotated. The message words are gathered one by one in the order s, which results from these rotations. The
    /// look-ups are not on the critical path, so they cost little. On the Xeon, the speed relative to unrolled rounds is 1.0 to
    /// 1.16 (BLAKE2b) and 0.97 (BLAKE2s and BLAKE3).
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Round(ref TRow a, ref TRow b, ref TRow c, ref TRow d, ReadOnlySpan<TWord> m, ReadOnlySpan<byte> s)
    {
        TRow x = default, y = default;
        x.Gather(m[s[0] & 15], m[s[2] & 15], m[s[4] & 15], m[s[6] & 15]);
        y.Gather(m[s[1] & 15], m[s[3] & 15], m[s[5] & 15], m[s[7] & 15]);
        G(ref a, ref b, ref c, ref d, x, y);
        a.Turn(3);
        c.Turn(1);
        d.Turn(2);
        x.Gather(m[s[14] & 15], m[s[8] & 15], m[s[10] & 15], m[s[12] & 15]);
        y.Gather(m[s[15] & 15], m[s[9] & 15], m[s[11] & 15], m[s[13] & 15]);
        G(ref a, ref b, ref c, ref d, x, y);
        a.Turn(1);
        c.Turn(3);
        d.Turn(2);
    }

    /// <summary>The mixing function G (RFC 7693, section 3.1) on four columns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void G(ref TRow a, ref TRow b, ref TRow c, ref TRow d, in TRow x, in TRow y)
    {
        a += x;
        a += b;
        d ^= a;
        d.RotateRight(TSpec.R1);
        c += d;
        b ^= c;
        b.RotateRight(TSpec.R2);
        a += y;
        a += b;
        d ^= a;
        d.RotateRight(TSpec.R3);
        c += d;
        b ^= c;
        b.RotateRight(TSpec.R4);
    }
}
