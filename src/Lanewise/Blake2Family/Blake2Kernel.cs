namespace Lanewise.Blake2Family;

/// <summary>Selects whether a kernel's rounds are unrolled or computed in a loop.</summary>
internal interface IBlake2Rounds;

/// <summary>Unrolled rounds, in which all indexes are compile-time constants. Unrolled code takes longer to compile.</summary>
internal readonly struct UnrolledRounds : IBlake2Rounds;

/// <summary>
/// A loop over the rounds that looks up the message schedule, one sixth the size of the unrolled code.
/// </summary>
internal readonly struct RolledRounds : IBlake2Rounds;

/// <summary>
/// Applies BLAKE2's compression function F (RFC 7693, section 3.2) to consecutive blocks, one message per lane.
/// <typeparamref name="TSpec"/> selects BLAKE2b or BLAKE2s. <typeparamref name="TLanes"/> selects the vector width and the
/// number of interleaved streams. <typeparamref name="TRounds"/> selects unrolled rounds or a loop.
/// </summary>
internal static class Blake2Kernel<TLanes, TWord, TSpec, TRounds>
    where TLanes : struct, ILanes<TLanes, TWord>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
    where TRounds : struct, IBlake2Rounds
{
    /// <summary>
    /// Compresses consecutive blocks into the state of each lane (<see cref="Blake2State"/>). A state consists of the chaining
    /// value (eight words), the byte counter t, and the flags f0 and f1. <paramref name="blocks"/> is the number of blocks per
    /// lane. Before each compression, the kernel adds the block length to t. The high word of t does not change during a call.
    /// Within a lane, consecutive blocks are <paramref name="stride"/> bytes apart. The stride is one block, or more if a message
    /// is distributed over several lanes. Unrolled kernels ignore <paramref name="rounds"/> and always compute the number of
    /// rounds that BLAKE2 specifies.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(
        Span<TWord> state, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, int stride, uint rounds)
    {
        // This variable is declared first so that the JIT clears it once, in the prologue. A later declaration would need an
        // additional call to clear it. Only scalar lanes use it: the words of vectors are stored in the caller's memory, because
        // clearing them takes a tenth of the time of a call for one block.
        Sixteen<TLanes> words = default;
        int lanes = TLanes.Count;
        Span<TLanes> w = typeof(TRounds) != typeof(RolledRounds) ? default
            : typeof(TLanes) == typeof(ScalarLane<TWord>) ? words
            : MemoryMarshal.Cast<TWord, TLanes>(state.Slice(Blake2State.Words * lanes, Blake2State.MessageWords * lanes));
        // The exact length lets the JIT omit bounds checks.
        state = state.Slice(0, Blake2State.Words * lanes);
        TLanes h0 = default, h1 = default, h2 = default, h3 = default, h4 = default, h5 = default, h6 = default, h7 = default;
        h0.Read(state); h1.Read(state.Slice(lanes)); h2.Read(state.Slice(2 * lanes)); h3.Read(state.Slice(3 * lanes));
        h4.Read(state.Slice(4 * lanes)); h5.Read(state.Slice(5 * lanes));
        h6.Read(state.Slice(6 * lanes)); h7.Read(state.Slice(7 * lanes));
        TLanes t0 = default, t1 = default, f0 = default, f1 = default, step = default;
        t0.Read(state.Slice(8 * lanes)); t1.Read(state.Slice(9 * lanes));
        f0.Read(state.Slice(10 * lanes)); f1.Read(state.Slice(11 * lanes));
        step.Broadcast(Word<TWord>.From((uint)TSpec.BlockBytes));
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        TLanes m8 = default, m9 = default, m10 = default, m11 = default,
            m12 = default, m13 = default, m14 = default, m15 = default;
        if (typeof(TRounds) == typeof(RolledRounds)) w = w.Slice(0, 16);

        for (int n = 0, o = 0; n < blocks; n++, o += stride)
        {
            // The JIT evaluates a type test before it imports the branches, so it never imports the branch that is not taken. A
            // property would be evaluated too late.
            if (typeof(TRounds) == typeof(RolledRounds)) TLanes.Load16Into(source, offsets, o, w);
            else
            {
                TLanes.Load16(source, offsets, o,
                    ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
                    ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
            }

            t0 += step;
            TLanes v0 = h0, v1 = h1, v2 = h2, v3 = h3, v4 = h4, v5 = h5, v6 = h6, v7 = h7;
            TLanes v8 = default, v9 = default, v10 = default, v11 = default,
                v12 = default, v13 = default, v14 = default, v15 = default;
            v8.Broadcast(TSpec.Iv[0]); v9.Broadcast(TSpec.Iv[1]); v10.Broadcast(TSpec.Iv[2]); v11.Broadcast(TSpec.Iv[3]);
            v12.Broadcast(TSpec.Iv[4]); v13.Broadcast(TSpec.Iv[5]); v14.Broadcast(TSpec.Iv[6]); v15.Broadcast(TSpec.Iv[7]);
            v12 ^= t0; v13 ^= t1; v14 ^= f0; v15 ^= f1;

            if (typeof(TRounds) == typeof(RolledRounds))
            {
                Blake2Kernel<TLanes, TWord, TSpec>.Rounds(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    w, Blake2Sigma.Table, rounds);
            }
            else
            {
                // Registers cannot be indexed, so the arguments of each call spell out one row of the schedule sigma.
                Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15);
                Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m14, m10, m4, m8, m9, m15, m13, m6, m1, m12, m0, m2, m11, m7, m5, m3);
                Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m11, m8, m12, m0, m5, m2, m15, m13, m10, m14, m3, m6, m7, m1, m9, m4);
                Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m7, m9, m3, m1, m13, m12, m11, m14, m2, m6, m5, m10, m4, m0, m15, m8);
                Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m9, m0, m5, m7, m2, m4, m10, m15, m14, m1, m11, m12, m6, m8, m3, m13);
                Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m2, m12, m6, m10, m0, m11, m8, m3, m4, m13, m7, m5, m15, m14, m1, m9);
                Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m12, m5, m1, m15, m14, m13, m4, m10, m0, m7, m6, m3, m9, m2, m8, m11);
                Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m13, m11, m7, m14, m12, m1, m3, m9, m5, m0, m15, m4, m8, m6, m2, m10);
                Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m6, m15, m14, m9, m11, m3, m0, m8, m12, m2, m13, m7, m1, m4, m10, m5);
                Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m10, m2, m8, m4, m7, m6, m1, m5, m15, m11, m9, m14, m3, m12, m13, m0);
                if (TSpec.Rounds > 10)
                {
                    Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                        ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                        m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15);
                    Blake2Kernel<TLanes, TWord, TSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                        ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                        m14, m10, m4, m8, m9, m15, m13, m6, m1, m12, m0, m2, m11, m7, m5, m3);
                }
            }

            h0 ^= v0; h0 ^= v8; h1 ^= v1; h1 ^= v9; h2 ^= v2; h2 ^= v10; h3 ^= v3; h3 ^= v11;
            h4 ^= v4; h4 ^= v12; h5 ^= v5; h5 ^= v13; h6 ^= v6; h6 ^= v14; h7 ^= v7; h7 ^= v15;
        }

        h0.Write(state); h1.Write(state.Slice(lanes)); h2.Write(state.Slice(2 * lanes)); h3.Write(state.Slice(3 * lanes));
        h4.Write(state.Slice(4 * lanes)); h5.Write(state.Slice(5 * lanes));
        h6.Write(state.Slice(6 * lanes)); h7.Write(state.Slice(7 * lanes));
        t0.Write(state.Slice(8 * lanes));
    }
}

/// <summary>
/// Chooses between the kernel with a loop and the unrolled kernel (see <see cref="ColdStart"/>), and contains the round
/// function.
/// </summary>
internal static class Blake2Kernel<TLanes, TWord, TSpec>
    where TLanes : struct, ILanes<TLanes, TWord>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    /// <summary>
    /// The number of bytes per lane that the kernel with a loop has processed. Tests set this number to trigger the switch to
    /// the unrolled kernel.
    /// </summary>
    /// <remarks>The field has no initializer, because otherwise each call would have to check whether it has run.</remarks>
    internal static long Seen;

    /// <summary>
    /// Compresses each lane's blocks into that lane's state. Consecutive blocks of a lane are <paramref name="stride"/> bytes
    /// apart.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Compress(Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, int stride)
    {
        // For two interleaved streams, unrolled code is not faster than a loop, because the message words are in memory either
        // way. The unrolled code would be twice as large as for one stream: its 25 KiB would occupy a large part of the L1
        // cache.
        if (default(TLanes) is IInterleaved || ColdStart.Takes(ref Seen, (long)blocks * TSpec.BlockBytes))
        {
            Blake2Kernel<TLanes, TWord, TSpec, RolledRounds>.Run(states, source, offsets, blocks, stride, (uint)TSpec.Rounds);
        }
        else
        {
            Blake2Kernel<TLanes, TWord, TSpec, UnrolledRounds>.Run(states, source, offsets, blocks, stride, (uint)TSpec.Rounds);
        }
    }

    /// <summary>
    /// Computes the given number of rounds. After the last row of the schedule, the loop continues at the first.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Rounds(
        ref TLanes v0, ref TLanes v1, ref TLanes v2, ref TLanes v3, ref TLanes v4, ref TLanes v5, ref TLanes v6, ref TLanes v7,
        ref TLanes v8, ref TLanes v9, ref TLanes v10, ref TLanes v11,
        ref TLanes v12, ref TLanes v13, ref TLanes v14, ref TLanes v15,
        Span<TLanes> w, ReadOnlySpan<byte> schedule, uint rounds)
    {
        int next = 0;
        for (uint r = 0; r < rounds; r++)
        {
            ReadOnlySpan<byte> s = schedule.Slice(next, 16);
            Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                w[s[0] & 15], w[s[1] & 15], w[s[2] & 15], w[s[3] & 15], w[s[4] & 15], w[s[5] & 15], w[s[6] & 15], w[s[7] & 15],
                w[s[8] & 15], w[s[9] & 15], w[s[10] & 15], w[s[11] & 15],
                w[s[12] & 15], w[s[13] & 15], w[s[14] & 15], w[s[15] & 15]);
            next = next + 16 == schedule.Length ? 0 : next + 16;
        }
    }

    /// <summary>
    /// Computes a round: G on the four columns, then on the four diagonals. The method has 32 parameters, because the JIT does
    /// not inline methods with more.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Round(
        ref TLanes v0, ref TLanes v1, ref TLanes v2, ref TLanes v3, ref TLanes v4, ref TLanes v5, ref TLanes v6, ref TLanes v7,
        ref TLanes v8, ref TLanes v9, ref TLanes v10, ref TLanes v11,
        ref TLanes v12, ref TLanes v13, ref TLanes v14, ref TLanes v15,
        in TLanes m0, in TLanes m1, in TLanes m2, in TLanes m3, in TLanes m4, in TLanes m5, in TLanes m6, in TLanes m7,
        in TLanes m8, in TLanes m9, in TLanes m10, in TLanes m11, in TLanes m12, in TLanes m13, in TLanes m14, in TLanes m15)
    {
        do {
            Half(
                ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15, m0, m2, m4, m6, m1, m3, m5, m7);
        } while (Pieces.Again);
        do {
            Half(
                ref v0, ref v1, ref v2, ref v3, ref v5, ref v6, ref v7, ref v4,
                ref v10, ref v11, ref v8, ref v9, ref v15, ref v12, ref v13, ref v14, m8, m10, m12, m14, m9, m11, m13, m15);
        } while (Pieces.Again);
    }

    /// <summary>
    /// Computes four G functions (section 3.1) in parallel, and interleaves their operations. The interleaved order is 2 to 16
    /// % faster than computing one G after another.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Half(
        ref TLanes a0, ref TLanes a1, ref TLanes a2, ref TLanes a3,
        ref TLanes b0, ref TLanes b1, ref TLanes b2, ref TLanes b3,
        ref TLanes c0, ref TLanes c1, ref TLanes c2, ref TLanes c3,
        ref TLanes d0, ref TLanes d1, ref TLanes d2, ref TLanes d3,
        in TLanes x0, in TLanes x1, in TLanes x2, in TLanes x3,
        in TLanes y0, in TLanes y1, in TLanes y2, in TLanes y3)
    {
        a0 += x0; a1 += x1; a2 += x2; a3 += x3;
        a0 += b0; a1 += b1; a2 += b2; a3 += b3;
        d0 ^= a0; d0.RotateRight(TSpec.R1); d1 ^= a1; d1.RotateRight(TSpec.R1);
        d2 ^= a2; d2.RotateRight(TSpec.R1); d3 ^= a3; d3.RotateRight(TSpec.R1);
        c0 += d0; c1 += d1; c2 += d2; c3 += d3;
        b0 ^= c0; b0.RotateRight(TSpec.R2); b1 ^= c1; b1.RotateRight(TSpec.R2);
        b2 ^= c2; b2.RotateRight(TSpec.R2); b3 ^= c3; b3.RotateRight(TSpec.R2);
        a0 += y0; a1 += y1; a2 += y2; a3 += y3;
        a0 += b0; a1 += b1; a2 += b2; a3 += b3;
        d0 ^= a0; d0.RotateRight(TSpec.R3); d1 ^= a1; d1.RotateRight(TSpec.R3);
        d2 ^= a2; d2.RotateRight(TSpec.R3); d3 ^= a3; d3.RotateRight(TSpec.R3);
        c0 += d0; c1 += d1; c2 += d2; c3 += d3;
        b0 ^= c0; b0.RotateRight(TSpec.R4); b1 ^= c1; b1.RotateRight(TSpec.R4);
        b2 ^= c2; b2.RotateRight(TSpec.R4); b3 ^= c3; b3.RotateRight(TSpec.R4);
    }
}
