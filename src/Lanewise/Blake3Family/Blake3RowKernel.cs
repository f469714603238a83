using Lanewise.Blake2Family;

namespace Lanewise.Blake3Family;

/// <summary>
/// Implements BLAKE3's compression function with SIMD within one block. The state consists of four rows of four words, and each
/// G processes all four columns at once. The row kernel is faster than scalar code on CPUs whose vector operations take one
/// cycle (see <see cref="CpuProfile"/>). The round function is shared with BLAKE2s.
/// </summary>
internal static class Blake3RowKernel<TRow>
    where TRow : struct, IRow<TRow, uint>
{
    /// <summary>
    /// Compresses blocks into the state of one lane (<see cref="Blake3State"/>). The result is the same as that of the lane
    /// kernel.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<uint> state, ReadOnlySpan<byte> source, int offset, int blocks)
    {
        state = state.Slice(0, Blake3State.Words);
        TRow a = default, b = default, t = default, later = default, last = default, iv = default;
        a.Read(state);
        b.Read(state.Slice(4));
        t.Read(state.Slice(Blake3State.T0));
        later.Read([state[Blake3State.T0], state[Blake3State.T1], state[Blake3State.Length],
            state[Blake3State.LaterFlags]]);
        // The flags are loaded as a vector only if they are not zero. A vector load that follows four separate stores of its
        // words must wait for the store buffer.
        bool hasLast = state[Blake3State.LastFlags] != 0;
        if (hasLast) last.Read([0, 0, 0, state[Blake3State.LastFlags]]);
        iv.Read(Blake3Spec.Iv);
        for (int n = 0; n < blocks; n++, offset += Blake3Spec.BlockBytes)
        {
            ReadOnlySpan<uint> m = MemoryMarshal.Cast<byte, uint>(source.Slice(offset, Blake3Spec.BlockBytes)).Slice(0, 16);
            TRow c = iv, d = t;
            if (hasLast && n == blocks - 1) d ^= last;

            for (int r = 0; r < 16 * Blake3Spec.Rounds; r += 16)
            {
                Blake2RowKernel<TRow, uint, Blake2sSpec>.Round(ref a, ref b, ref c, ref d, m, Blake3Spec.Schedule.Slice(r, 16));
            }

            a ^= c;
            b ^= d;
            t = later;
        }

        a.Write(state);
        b.Write(state.Slice(4));
        t.Write(state.Slice(Blake3State.T0));
    }
}
