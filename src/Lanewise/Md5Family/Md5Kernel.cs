namespace Lanewise.Md5Family;

/// <summary>
/// Compresses consecutive blocks with MD5 (RFC 1321, section 3.4), one message per SIMD lane. Blocks of long messages may be
/// transposed in advance. <typeparamref name="TBlocks"/> selects a separate kernel for transposed blocks, so the kernel for
/// short messages contains no code for transposed blocks.
/// </summary>
/// <remarks>
/// The kernel contains all operations in one method instead of calling helper methods F, G, H and I. With four interleaved
/// vectors, helper methods would exceed the JIT's inlining budget, and the kernel would take five times as long. The term that
/// becomes available last is added last. With this order of additions, hashing a single message is a third faster. The steps are
/// in loops, because unrolled steps are not faster and take longer to compile (docs/kernels.md).
/// </remarks>
internal static class Md5Kernel<TLanes, TBlocks>
    where TLanes : struct, ILanes<TLanes, uint>
    where TBlocks : struct, IBlocks
{
    /// <summary>
    /// Compresses consecutive 64-byte blocks of each lane into the lane's state of four words. <paramref name="blocks"/> is the
    /// number of blocks per lane. Except with a scalar lane, the sixteen words after the states hold the message words
    /// (<see cref="Batching.ILaneHash{TWord}.ScratchWords"/>). Transposed blocks have no offsets.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<uint> state, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        int lanes = TLanes.Count;
        // A scalar lane reads the block in place, because no buffer follows its state.
        Span<TLanes> words = typeof(TBlocks) == typeof(TransposedBlocks) ? default
            : typeof(TLanes) != typeof(ScalarLane<uint>)
            ? MemoryMarshal.Cast<uint, TLanes>(state.Slice(Md5Spec.StateWords * lanes, 16 * lanes))
            : BitConverter.IsLittleEndian ? default : new TLanes[16];
        TLanes h0 = default, h1 = default, h2 = default, h3 = default;
        h0.Read(state); h1.Read(state.Slice(lanes)); h2.Read(state.Slice(2 * lanes)); h3.Read(state.Slice(3 * lanes));
        for (int n = 0, o = 0; n < blocks; n++, o += Md5Spec.BlockBytes)
        {
            scoped ReadOnlySpan<TLanes> m;
            if (typeof(TBlocks) == typeof(TransposedBlocks))
            {
                m = MemoryMarshal.Cast<byte, TLanes>(source.Slice(o * lanes, Md5Spec.BlockBytes * lanes));
            }
            else if (typeof(TLanes) == typeof(ScalarLane<uint>) && BitConverter.IsLittleEndian)
            {
                m = MemoryMarshal.Cast<byte, TLanes>(source.Slice(offsets[0] + o, Md5Spec.BlockBytes));
            }
            else
            {
                TLanes.Load16Into(source, offsets, o, words);
                m = words;
            }

            m = m.Slice(0, 16);
            TLanes a = h0, b = h1, c = h2, d = h3;

            // Each iteration computes four steps. The comment on a round says which message word its step i adds.
            // Round 1: F(b, c, d) = b ? c : d, word i
            ReadOnlySpan<uint> k = Md5Spec.K.Slice(0, 16);
            for (int i = 0; i < 16; i += 4)
            {
                a += m[i]; a.AddWord(k[i]); a.AddChoose(b, c, d); a.RotateLeft(7); a += b;
                d += m[i + 1]; d.AddWord(k[i + 1]); d.AddChoose(a, b, c); d.RotateLeft(12); d += a;
                c += m[i + 2]; c.AddWord(k[i + 2]); c.AddChoose(d, a, b); c.RotateLeft(17); c += d;
                b += m[i + 3]; b.AddWord(k[i + 3]); b.AddChoose(c, d, a); b.RotateLeft(22); b += c;
            }

            // Round 2: G(b, c, d) = d ? b : c, word (5 * i + 1) % 16
            k = Md5Spec.K.Slice(16, 16);
            for (int i = 0; i < 16; i += 4)
            {
                a += m[i + 1]; a.AddWord(k[i]); a.AddChooseLate(d, b, c); a.RotateLeft(5); a += b;
                d += m[(i + 6) & 15]; d.AddWord(k[i + 1]); d.AddChooseLate(c, a, b); d.RotateLeft(9); d += a;
                c += m[(i + 11) & 15]; c.AddWord(k[i + 2]); c.AddChooseLate(b, d, a); c.RotateLeft(14); c += d;
                b += m[i]; b.AddWord(k[i + 3]); b.AddChooseLate(a, c, d); b.RotateLeft(20); b += c;
            }

            // Round 3: H(b, c, d) = b ^ c ^ d, word (3 * i + 5) % 16
            k = Md5Spec.K.Slice(32, 16);
            for (int i = 0; i < 16; i += 4)
            {
                a += m[(5 - i) & 15]; a.AddWord(k[i]); a.AddXor(b, c, d); a.RotateLeft(4); a += b;
                d += m[(8 - i) & 15]; d.AddWord(k[i + 1]); d.AddXor(a, b, c); d.RotateLeft(11); d += a;
                c += m[(11 - i) & 15]; c.AddWord(k[i + 2]); c.AddXor(d, a, b); c.RotateLeft(16); c += d;
                b += m[(14 - i) & 15]; b.AddWord(k[i + 3]); b.AddXor(c, d, a); b.RotateLeft(23); b += c;
            }

            // Round 4: I(b, c, d) = c ^ (b | ~d), word 7 * i % 16
            k = Md5Spec.K.Slice(48, 16);
            for (int i = 0; i < 16; i += 4)
            {
                a += m[-i & 15]; a.AddWord(k[i]); a.AddXorOrNot(b, c, d); a.RotateLeft(6); a += b;
                d += m[(7 - i) & 15]; d.AddWord(k[i + 1]); d.AddXorOrNot(a, b, c); d.RotateLeft(10); d += a;
                c += m[(14 - i) & 15]; c.AddWord(k[i + 2]); c.AddXorOrNot(d, a, b); c.RotateLeft(15); c += d;
                b += m[(21 - i) & 15]; b.AddWord(k[i + 3]); b.AddXorOrNot(c, d, a); b.RotateLeft(21); b += c;
            }

            h0 += a; h1 += b; h2 += c; h3 += d;
        }

        h0.Write(state); h1.Write(state.Slice(lanes)); h2.Write(state.Slice(2 * lanes)); h3.Write(state.Slice(3 * lanes));
    }
}
