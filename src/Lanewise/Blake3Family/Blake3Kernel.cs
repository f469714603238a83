using Lanewise.Blake2Family;

namespace Lanewise.Blake3Family;

/// <summary>Selects the output of a compression: the chaining value, or all sixteen words.</summary>
internal interface IBlake3Output;

/// <summary>The first eight output words become the new chaining value.</summary>
internal readonly struct ChainingOutput : IBlake3Output;

/// <summary>
/// The compression produces sixteen words of output and does not change the chaining value (section 2.6).
/// </summary>
internal readonly struct WideOutput : IBlake3Output, IWide;

/// <summary>Selects the chaining value as output, and a kernel whose rounds look up the message words in a loop.</summary>
internal readonly struct LookedUpChaining : IBlake3Output, ILookedUp;

/// <inheritdoc cref="LookedUpChaining"/>
internal readonly struct LookedUpWide : IBlake3Output, IWide, ILookedUp;

internal interface IWide;

internal interface ILookedUp;

/// <summary>
/// Selects the kernel for the runtime. Browsers use a kernel with a loop (see <see cref="Pieces"/>); all other platforms use a
/// kernel that keeps the message words in local variables.
/// </summary>
internal static class Blake3Lanes<TLanes, TOutput>
    where TLanes : struct, ILanes<TLanes, uint>
    where TOutput : struct, IBlake3Output
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<uint> state, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        if (!OperatingSystem.IsBrowser()) Blake3Kernel<TLanes, TOutput>.Run(state, source, offsets, blocks);
        else if (default(TOutput) is IWide) Blake3Kernel<TLanes, LookedUpWide>.Run(state, source, offsets, blocks);
        else Blake3Kernel<TLanes, LookedUpChaining>.Run(state, source, offsets, blocks);
    }
}

/// <summary>
/// Applies the BLAKE3 compression function to consecutive blocks (BLAKE3 paper, section 2.2). Each lane processes one chunk,
/// parent or output block. BLAKE3's round is the same as that of BLAKE2s, except for the order of the message words.
/// </summary>
internal static class Blake3Kernel<TLanes, TOutput>
    where TLanes : struct, ILanes<TLanes, uint>
    where TOutput : struct, IBlake3Output
{
    /// <summary>
    /// Compresses consecutive blocks into the state of each lane (<see cref="Blake3State"/>). <paramref name="blocks"/> is the
    /// number of blocks per lane. Kernels with several streams, and kernels that look up the message words, store these words in
    /// the words for the output. A scalar state has no such words, so scalar lanes use a local variable.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<uint> state, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        // Only scalar lanes use this variable. The words of vectors are stored in the caller's memory, because the JIT would
        // clear a local buffer in each call.
        Sixteen<TLanes> words = default;
        int lanes = TLanes.Count;
        Span<TLanes> w = !(default(TLanes) is IInterleaved || default(TOutput) is ILookedUp) ? default
            : typeof(TLanes) == typeof(ScalarLane<uint>) ? words
            : MemoryMarshal.Cast<uint, TLanes>(state.Slice(Blake3State.Output * lanes, 16 * lanes)).Slice(0, 16);
        // The exact length lets the JIT omit bounds checks.
        state = state.Slice(0, (default(TOutput) is IWide ? Blake3State.WideWords : Blake3State.Words) * lanes);
        TLanes h0 = default, h1 = default, h2 = default, h3 = default, h4 = default, h5 = default, h6 = default, h7 = default;
        h0.Read(state); h1.Read(state.Slice(lanes)); h2.Read(state.Slice(2 * lanes)); h3.Read(state.Slice(3 * lanes));
        h4.Read(state.Slice(4 * lanes)); h5.Read(state.Slice(5 * lanes));
        h6.Read(state.Slice(6 * lanes)); h7.Read(state.Slice(7 * lanes));
        TLanes t0 = default, t1 = default, length = default, flags = default, onTop = default;
        t0.Read(state.Slice(8 * lanes)); t1.Read(state.Slice(9 * lanes));
        length.Read(state.Slice(10 * lanes)); flags.Read(state.Slice(11 * lanes));
        ReadOnlySpan<uint> laterFlags = state.Slice(12 * lanes, lanes), lastFlags = state.Slice(13 * lanes, lanes);
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        TLanes m8 = default, m9 = default, m10 = default, m11 = default,
            m12 = default, m13 = default, m14 = default, m15 = default;
        for (int n = 0, o = 0; n < blocks; n++, o += Blake3Spec.BlockBytes)
        {
            // With two interleaved streams, the message words are in memory in any case, so looking them up is faster than
            // permuting them.
            if (default(TLanes) is IInterleaved || default(TOutput) is ILookedUp) TLanes.Load16Into(source, offsets, o, w);
            else
            {
                TLanes.Load16(source, offsets, o,
                    ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
                    ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
            }

            if (n == blocks - 1)
            {
                onTop.Read(lastFlags);
                flags ^= onTop;
            }

            TLanes v0 = h0, v1 = h1, v2 = h2, v3 = h3, v4 = h4, v5 = h5, v6 = h6, v7 = h7;
            TLanes v8 = default, v9 = default, v10 = default, v11 = default, v12 = t0, v13 = t1, v14 = length, v15 = flags;
            v8.Broadcast(Blake3Spec.Iv[0]); v9.Broadcast(Blake3Spec.Iv[1]);
            v10.Broadcast(Blake3Spec.Iv[2]); v11.Broadcast(Blake3Spec.Iv[3]);

            if (default(TLanes) is IInterleaved || default(TOutput) is ILookedUp)
            {
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Rounds(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    w, Blake3Spec.Schedule, Blake3Spec.Rounds);
            }
            else if (typeof(TLanes) == typeof(ScalarLane<uint>))
            {
                // The arguments of these calls spell out the message schedule. For one message on Zen 5, permuting the words
                // instead makes the rounds 10 % slower.
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m2, m6, m3, m10, m7, m0, m4, m13, m1, m11, m12, m5, m9, m14, m15, m8);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m3, m4, m10, m12, m13, m2, m7, m14, m6, m5, m9, m0, m11, m15, m8, m1);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m10, m7, m12, m9, m14, m3, m13, m15, m4, m0, m11, m2, m5, m8, m1, m6);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m12, m13, m9, m11, m15, m10, m14, m8, m7, m2, m5, m3, m0, m1, m6, m4);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m9, m14, m11, m5, m8, m12, m15, m1, m13, m3, m0, m10, m2, m6, m4, m7);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                    ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                    m11, m15, m5, m0, m1, m9, m8, m6, m14, m10, m2, m12, m3, m4, m7, m13);
            }
            else
            {
                // Each iteration computes two rounds, so the words are permuted only once for every two rounds.
                for (int r = 1; ; r += 2)
                {
                    Blake2Kernel<TLanes, uint, Blake2sSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                        ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                        m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15);
                    if (r == Blake3Spec.Rounds) break;

                    Blake2Kernel<TLanes, uint, Blake2sSpec>.Round(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7,
                        ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                        m2, m6, m3, m10, m7, m0, m4, m13, m1, m11, m12, m5, m9, m14, m15, m8);

                    // Applying the permutation twice amounts to four cycles of four words each.
                    TLanes moved;
                    moved = m0; m0 = m3; m3 = m12; m12 = m11; m11 = moved;
                    moved = m1; m1 = m4; m4 = m13; m13 = m15; m15 = moved;
                    moved = m2; m2 = m10; m10 = m9; m9 = m5; m5 = moved;
                    moved = m6; m6 = m7; m7 = m14; m14 = m8; m8 = moved;
                }
            }

            if (default(TOutput) is IWide)
            {
                // The result is stored through a span of vectors. With two interleaved streams, calling Write for each word
                // would exceed the JIT's limit on tracked local variables.
                Span<TLanes> output = MemoryMarshal.Cast<uint, TLanes>(state.Slice(Blake3State.Output * lanes, 16 * lanes))
                    .Slice(0, 16);
                h0 ^= v8; output[8] = h0; h1 ^= v9; output[9] = h1; h2 ^= v10; output[10] = h2; h3 ^= v11; output[11] = h3;
                h4 ^= v12; output[12] = h4; h5 ^= v13; output[13] = h5; h6 ^= v14; output[14] = h6; h7 ^= v15; output[15] = h7;
                v0 ^= v8; output[0] = v0; v1 ^= v9; output[1] = v1; v2 ^= v10; output[2] = v2; v3 ^= v11; output[3] = v3;
                v4 ^= v12; output[4] = v4; v5 ^= v13; output[5] = v5; v6 ^= v14; output[6] = v6; v7 ^= v15; output[7] = v7;
                return;
            }

            h0 = v0; h0 ^= v8; h1 = v1; h1 ^= v9; h2 = v2; h2 ^= v10; h3 = v3; h3 ^= v11;
            h4 = v4; h4 ^= v12; h5 = v5; h5 ^= v13; h6 = v6; h6 ^= v14; h7 = v7; h7 ^= v15;
            flags.Read(laterFlags);
        }

        h0.Write(state); h1.Write(state.Slice(lanes)); h2.Write(state.Slice(2 * lanes)); h3.Write(state.Slice(3 * lanes));
        h4.Write(state.Slice(4 * lanes)); h5.Write(state.Slice(5 * lanes));
        h6.Write(state.Slice(6 * lanes)); h7.Write(state.Slice(7 * lanes));
        flags.Write(state.Slice(11 * lanes));
    }
}
