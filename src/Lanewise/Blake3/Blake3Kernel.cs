using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>What a compression hands out: the chaining value, or all sixteen words.</summary>
internal interface IBlake3Output;

/// <summary>The first eight words become the chaining value.</summary>
internal readonly struct ChainingOutput : IBlake3Output;

/// <summary>Sixteen words of extended output beside the chaining value, which stays (section 2.6).</summary>
internal readonly struct WideOutput : IBlake3Output;

/// <summary>
/// BLAKE3's compression of a run of blocks (BLAKE3 paper, section 2.2): a chunk, a parent or an output block per lane. Its
/// round is that of BLAKE2s; only the order of the message words differs.
/// </summary>
internal static class Blake3Kernel<TLanes, TOutput, TRounds>
    where TLanes : struct, ILanes<TLanes, uint>
    where TOutput : struct, IBlake3Output
    where TRounds : struct, IBlake2Rounds
{
    /// <summary>Compresses <paramref name="blocks"/> blocks of each lane into its record (<see cref="Blake3Record"/>).</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static void Run(Span<uint> record, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        // First of all, so that the JIT clears it once: later on it would do so by a call as well.
        Sixteen words = default;
        int lanes = TLanes.Count;
        TLanes h0 = default, h1 = default, h2 = default, h3 = default, h4 = default, h5 = default, h6 = default, h7 = default;
        h0.Read(record); h1.Read(record.Slice(lanes)); h2.Read(record.Slice(2 * lanes)); h3.Read(record.Slice(3 * lanes));
        h4.Read(record.Slice(4 * lanes)); h5.Read(record.Slice(5 * lanes)); h6.Read(record.Slice(6 * lanes)); h7.Read(record.Slice(7 * lanes));
        TLanes t0 = default, t1 = default, length = default, flags = default, onTop = default;
        t0.Read(record.Slice(8 * lanes)); t1.Read(record.Slice(9 * lanes)); length.Read(record.Slice(10 * lanes)); flags.Read(record.Slice(11 * lanes));
        ReadOnlySpan<uint> laterFlags = record.Slice(12 * lanes, lanes), lastFlags = record.Slice(13 * lanes, lanes);
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        TLanes m8 = default, m9 = default, m10 = default, m11 = default, m12 = default, m13 = default, m14 = default, m15 = default;
        Span<TLanes> w = typeof(TRounds) == typeof(RolledRounds) && typeof(TLanes) == typeof(Interleaved<Lanes512<uint>, uint>) ? ((Span<TLanes>)words).Slice(0, 16) : default;
        for (int n = 0, o = 0; n < blocks; n++, o += Blake3Spec.BlockBytes)
        {
            // Asked by type, which is decided before the other form is read; a property is not.
            if (typeof(TRounds) == typeof(RolledRounds) && typeof(TLanes) == typeof(Interleaved<Lanes512<uint>, uint>)) TLanes.Load16Into(source, offsets, o, w);
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
            v8.Broadcast(Blake3Spec.Iv[0]); v9.Broadcast(Blake3Spec.Iv[1]); v10.Broadcast(Blake3Spec.Iv[2]); v11.Broadcast(Blake3Spec.Iv[3]);

            if (typeof(TRounds) == typeof(RolledRounds) && typeof(TLanes) == typeof(Interleaved<Lanes512<uint>, uint>))
            {
                // Words of two streams of 512 bits lie in memory anyway: to look them up costs less than to move them.
                for (int r = 0; r < 16 * Blake3Spec.Rounds; r += 16)
                {
                    ReadOnlySpan<byte> s = Schedule.Slice(r, 16);
                    Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(
                        ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7, ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                        w[s[0] & 15], w[s[2] & 15], w[s[4] & 15], w[s[6] & 15], w[s[1] & 15], w[s[3] & 15], w[s[5] & 15], w[s[7] & 15]);
                    Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(
                        ref v0, ref v1, ref v2, ref v3, ref v5, ref v6, ref v7, ref v4, ref v10, ref v11, ref v8, ref v9, ref v15, ref v12, ref v13, ref v14,
                        w[s[8] & 15], w[s[10] & 15], w[s[12] & 15], w[s[14] & 15], w[s[9] & 15], w[s[11] & 15], w[s[13] & 15], w[s[15] & 15]);
                }
            }
            else if (typeof(TRounds) == typeof(RolledRounds))
            {
                for (int r = 0; r < Blake3Spec.Rounds; r++)
                {
                    Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(
                        ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7, ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15,
                        m0, m2, m4, m6, m1, m3, m5, m7);
                    Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(
                        ref v0, ref v1, ref v2, ref v3, ref v5, ref v6, ref v7, ref v4, ref v10, ref v11, ref v8, ref v9, ref v15, ref v12, ref v13, ref v14,
                        m8, m10, m12, m14, m9, m11, m13, m15);

                    // The permutation is two cycles of eight words.
                    TLanes first = m0, second = m1;
                    m0 = m2; m2 = m3; m3 = m10; m10 = m12; m12 = m9; m9 = m11; m11 = m5; m5 = first;
                    m1 = m6; m6 = m4; m4 = m7; m7 = m13; m13 = m14; m14 = m15; m15 = m8; m8 = second;
                }
            }
            else
            {
                // Each line is half a round, as in BLAKE2s, with the permutation of the message written out.
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7, ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15, m0, m2, m4, m6, m1, m3, m5, m7);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v5, ref v6, ref v7, ref v4, ref v10, ref v11, ref v8, ref v9, ref v15, ref v12, ref v13, ref v14, m8, m10, m12, m14, m9, m11, m13, m15);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7, ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15, m2, m3, m7, m4, m6, m10, m0, m13);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v5, ref v6, ref v7, ref v4, ref v10, ref v11, ref v8, ref v9, ref v15, ref v12, ref v13, ref v14, m1, m12, m9, m15, m11, m5, m14, m8);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7, ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15, m3, m10, m13, m7, m4, m12, m2, m14);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v5, ref v6, ref v7, ref v4, ref v10, ref v11, ref v8, ref v9, ref v15, ref v12, ref v13, ref v14, m6, m9, m11, m8, m5, m0, m15, m1);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7, ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15, m10, m12, m14, m13, m7, m9, m3, m15);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v5, ref v6, ref v7, ref v4, ref v10, ref v11, ref v8, ref v9, ref v15, ref v12, ref v13, ref v14, m4, m11, m5, m1, m0, m2, m8, m6);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7, ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15, m12, m9, m15, m14, m13, m11, m10, m8);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v5, ref v6, ref v7, ref v4, ref v10, ref v11, ref v8, ref v9, ref v15, ref v12, ref v13, ref v14, m7, m5, m0, m6, m2, m3, m1, m4);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7, ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15, m9, m11, m8, m15, m14, m5, m12, m1);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v5, ref v6, ref v7, ref v4, ref v10, ref v11, ref v8, ref v9, ref v15, ref v12, ref v13, ref v14, m13, m0, m2, m4, m3, m10, m6, m7);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v4, ref v5, ref v6, ref v7, ref v8, ref v9, ref v10, ref v11, ref v12, ref v13, ref v14, ref v15, m11, m5, m1, m8, m15, m0, m9, m6);
                Blake2Kernel<TLanes, uint, Blake2sSpec>.Half(ref v0, ref v1, ref v2, ref v3, ref v5, ref v6, ref v7, ref v4, ref v10, ref v11, ref v8, ref v9, ref v15, ref v12, ref v13, ref v14, m14, m2, m3, m7, m10, m12, m4, m13);
            }

            if (typeof(TOutput) == typeof(WideOutput))
            {
                // As lanes, not as words: a Write of each would exceed the JIT's table of locals with two streams.
                Span<TLanes> output = MemoryMarshal.Cast<uint, TLanes>(record.Slice(Blake3Record.Output * lanes, 16 * lanes)).Slice(0, 16);
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

        h0.Write(record); h1.Write(record.Slice(lanes)); h2.Write(record.Slice(2 * lanes)); h3.Write(record.Slice(3 * lanes));
        h4.Write(record.Slice(4 * lanes)); h5.Write(record.Slice(5 * lanes)); h6.Write(record.Slice(6 * lanes)); h7.Write(record.Slice(7 * lanes));
        flags.Write(record.Slice(11 * lanes));
    }

    // The permutation of the message words, round by round.
    private static ReadOnlySpan<byte> Schedule =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8,
        3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1,
        10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6,
        12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4,
        9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7,
        11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13,
    ];

    [InlineArray(16)]
    private struct Sixteen
    {
        private TLanes first;
    }
}
