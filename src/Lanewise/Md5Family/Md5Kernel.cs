namespace Lanewise.Md5Family;

/// <summary>
/// Compresses consecutive blocks with MD5 (RFC 1321, section 3.4), one message per SIMD lane. Blocks of long messages may be
/// transposed in advance. <typeparamref name="TBlocks"/> selects a separate kernel for transposed blocks, so the kernel for
/// short messages contains no code for transposed blocks.
/// </summary>
/// <remarks>
/// The kernel contains all operations in one method instead of calling helper methods F, G, H and I. With four interleaved
/// vectors, helper methods would exceed the JIT's inlining budget, and the kernel would take five times as long. The constant
/// and the message word are summed first, and the term that becomes available last is added last. With this order of
/// additions, hashing a single message is a third faster.
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

            // Round 1: F(b, c, d) = b ? c : d
            do {
                a.Add(m[0], 0xd76aa478); a.AddChoose(b, c, d); a.RotateLeft(7); a += b;
                d.Add(m[1], 0xe8c7b756); d.AddChoose(a, b, c); d.RotateLeft(12); d += a;
                c.Add(m[2], 0x242070db); c.AddChoose(d, a, b); c.RotateLeft(17); c += d;
                b.Add(m[3], 0xc1bdceee); b.AddChoose(c, d, a); b.RotateLeft(22); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[4], 0xf57c0faf); a.AddChoose(b, c, d); a.RotateLeft(7); a += b;
                d.Add(m[5], 0x4787c62a); d.AddChoose(a, b, c); d.RotateLeft(12); d += a;
                c.Add(m[6], 0xa8304613); c.AddChoose(d, a, b); c.RotateLeft(17); c += d;
                b.Add(m[7], 0xfd469501); b.AddChoose(c, d, a); b.RotateLeft(22); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[8], 0x698098d8); a.AddChoose(b, c, d); a.RotateLeft(7); a += b;
                d.Add(m[9], 0x8b44f7af); d.AddChoose(a, b, c); d.RotateLeft(12); d += a;
                c.Add(m[10], 0xffff5bb1); c.AddChoose(d, a, b); c.RotateLeft(17); c += d;
                b.Add(m[11], 0x895cd7be); b.AddChoose(c, d, a); b.RotateLeft(22); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[12], 0x6b901122); a.AddChoose(b, c, d); a.RotateLeft(7); a += b;
                d.Add(m[13], 0xfd987193); d.AddChoose(a, b, c); d.RotateLeft(12); d += a;
                c.Add(m[14], 0xa679438e); c.AddChoose(d, a, b); c.RotateLeft(17); c += d;
                b.Add(m[15], 0x49b40821); b.AddChoose(c, d, a); b.RotateLeft(22); b += c;
            } while (Pieces.Again);
            // Round 2: G(b, c, d) = d ? b : c
            do {
                a.Add(m[1], 0xf61e2562); a.AddChooseLate(d, b, c); a.RotateLeft(5); a += b;
                d.Add(m[6], 0xc040b340); d.AddChooseLate(c, a, b); d.RotateLeft(9); d += a;
                c.Add(m[11], 0x265e5a51); c.AddChooseLate(b, d, a); c.RotateLeft(14); c += d;
                b.Add(m[0], 0xe9b6c7aa); b.AddChooseLate(a, c, d); b.RotateLeft(20); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[5], 0xd62f105d); a.AddChooseLate(d, b, c); a.RotateLeft(5); a += b;
                d.Add(m[10], 0x02441453); d.AddChooseLate(c, a, b); d.RotateLeft(9); d += a;
                c.Add(m[15], 0xd8a1e681); c.AddChooseLate(b, d, a); c.RotateLeft(14); c += d;
                b.Add(m[4], 0xe7d3fbc8); b.AddChooseLate(a, c, d); b.RotateLeft(20); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[9], 0x21e1cde6); a.AddChooseLate(d, b, c); a.RotateLeft(5); a += b;
                d.Add(m[14], 0xc33707d6); d.AddChooseLate(c, a, b); d.RotateLeft(9); d += a;
                c.Add(m[3], 0xf4d50d87); c.AddChooseLate(b, d, a); c.RotateLeft(14); c += d;
                b.Add(m[8], 0x455a14ed); b.AddChooseLate(a, c, d); b.RotateLeft(20); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[13], 0xa9e3e905); a.AddChooseLate(d, b, c); a.RotateLeft(5); a += b;
                d.Add(m[2], 0xfcefa3f8); d.AddChooseLate(c, a, b); d.RotateLeft(9); d += a;
                c.Add(m[7], 0x676f02d9); c.AddChooseLate(b, d, a); c.RotateLeft(14); c += d;
                b.Add(m[12], 0x8d2a4c8a); b.AddChooseLate(a, c, d); b.RotateLeft(20); b += c;
            } while (Pieces.Again);
            // Round 3: H(b, c, d) = b ^ c ^ d
            do {
                a.Add(m[5], 0xfffa3942); a.AddXor(b, c, d); a.RotateLeft(4); a += b;
                d.Add(m[8], 0x8771f681); d.AddXor(a, b, c); d.RotateLeft(11); d += a;
                c.Add(m[11], 0x6d9d6122); c.AddXor(d, a, b); c.RotateLeft(16); c += d;
                b.Add(m[14], 0xfde5380c); b.AddXor(c, d, a); b.RotateLeft(23); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[1], 0xa4beea44); a.AddXor(b, c, d); a.RotateLeft(4); a += b;
                d.Add(m[4], 0x4bdecfa9); d.AddXor(a, b, c); d.RotateLeft(11); d += a;
                c.Add(m[7], 0xf6bb4b60); c.AddXor(d, a, b); c.RotateLeft(16); c += d;
                b.Add(m[10], 0xbebfbc70); b.AddXor(c, d, a); b.RotateLeft(23); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[13], 0x289b7ec6); a.AddXor(b, c, d); a.RotateLeft(4); a += b;
                d.Add(m[0], 0xeaa127fa); d.AddXor(a, b, c); d.RotateLeft(11); d += a;
                c.Add(m[3], 0xd4ef3085); c.AddXor(d, a, b); c.RotateLeft(16); c += d;
                b.Add(m[6], 0x04881d05); b.AddXor(c, d, a); b.RotateLeft(23); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[9], 0xd9d4d039); a.AddXor(b, c, d); a.RotateLeft(4); a += b;
                d.Add(m[12], 0xe6db99e5); d.AddXor(a, b, c); d.RotateLeft(11); d += a;
                c.Add(m[15], 0x1fa27cf8); c.AddXor(d, a, b); c.RotateLeft(16); c += d;
                b.Add(m[2], 0xc4ac5665); b.AddXor(c, d, a); b.RotateLeft(23); b += c;
            } while (Pieces.Again);
            // Round 4: I(b, c, d) = c ^ (b | ~d)
            do {
                a.Add(m[0], 0xf4292244); a.AddXorOrNot(b, c, d); a.RotateLeft(6); a += b;
                d.Add(m[7], 0x432aff97); d.AddXorOrNot(a, b, c); d.RotateLeft(10); d += a;
                c.Add(m[14], 0xab9423a7); c.AddXorOrNot(d, a, b); c.RotateLeft(15); c += d;
                b.Add(m[5], 0xfc93a039); b.AddXorOrNot(c, d, a); b.RotateLeft(21); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[12], 0x655b59c3); a.AddXorOrNot(b, c, d); a.RotateLeft(6); a += b;
                d.Add(m[3], 0x8f0ccc92); d.AddXorOrNot(a, b, c); d.RotateLeft(10); d += a;
                c.Add(m[10], 0xffeff47d); c.AddXorOrNot(d, a, b); c.RotateLeft(15); c += d;
                b.Add(m[1], 0x85845dd1); b.AddXorOrNot(c, d, a); b.RotateLeft(21); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[8], 0x6fa87e4f); a.AddXorOrNot(b, c, d); a.RotateLeft(6); a += b;
                d.Add(m[15], 0xfe2ce6e0); d.AddXorOrNot(a, b, c); d.RotateLeft(10); d += a;
                c.Add(m[6], 0xa3014314); c.AddXorOrNot(d, a, b); c.RotateLeft(15); c += d;
                b.Add(m[13], 0x4e0811a1); b.AddXorOrNot(c, d, a); b.RotateLeft(21); b += c;
            } while (Pieces.Again);
            do {
                a.Add(m[4], 0xf7537e82); a.AddXorOrNot(b, c, d); a.RotateLeft(6); a += b;
                d.Add(m[11], 0xbd3af235); d.AddXorOrNot(a, b, c); d.RotateLeft(10); d += a;
                c.Add(m[2], 0x2ad7d2bb); c.AddXorOrNot(d, a, b); c.RotateLeft(15); c += d;
                b.Add(m[9], 0xeb86d391); b.AddXorOrNot(c, d, a); b.RotateLeft(21); b += c;
            } while (Pieces.Again);

            h0 += a; h1 += b; h2 += c; h3 += d;
        }

        h0.Write(state); h1.Write(state.Slice(lanes)); h2.Write(state.Slice(2 * lanes)); h3.Write(state.Slice(3 * lanes));
    }
}
