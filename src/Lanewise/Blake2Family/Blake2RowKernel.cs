namespace Lanewise.Blake2Family;

/// <summary>
/// Implements BLAKE2's compression function with SIMD within one message. The state consists of four rows of four words, and
/// each G processes all four columns at once. Published SSE4.1, AVX2 and AVX-512 implementations of BLAKE2 use the same layout.
/// </summary>
/// <remarks>
/// The row kernel's dependency chain is as long as that of scalar code, but each step has the latency of a vector operation. In
/// addition, rows are rotated between the steps. The row kernel is faster than scalar code on CPUs whose vector operations take
/// one cycle (Intel, Zen 3), and slower on CPUs whose vector operations take two cycles (Zen 5). <see cref="CpuProfile"/>
/// records the faster kernel.
/// </remarks>
internal static class Blake2RowKernel<TRow, TWord, TSpec>
    where TRow : struct, IRow<TRow, TWord>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    /// <summary>
    /// Compresses whole blocks into the state of one lane (<see cref="Blake2State"/>). The result is the same as that of the lane
    /// kernel.
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
            // Lanewise uses vectors only on little-endian machines, so the message words need no byte swap.
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
    /// Computes a round: G on the columns, then on the diagonals. Row b becomes available last, so row b stays in place, and the
    /// other three rows are rotated. The rotations determine the order s in which the message words are gathered. The gathers are
    /// not on the critical path, so they cost little time. On an Intel Xeon (Emerald Rapids), the loop reaches 1.0 to 1.16 times
    /// the speed of unrolled rounds for BLAKE2b, and 0.97 times their speed for BLAKE2s and BLAKE3.
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
