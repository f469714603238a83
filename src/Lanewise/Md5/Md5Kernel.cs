using System.Runtime.CompilerServices;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>MD5's compression of a run of blocks (RFC 1321, section 3.4), one message per lane.</summary>
/// <remarks>
/// The operations stand in this one method, not in helpers F, G, H and I: with four streams helpers exceed the JIT's
/// inlining budget and the kernel becomes five times slower. The constant and the message word are added as one sum, and
/// the term that is ready last is added last: that order is worth a third of the speed of a single message.
/// </remarks>
internal static class Md5Kernel<TLanes>
    where TLanes : struct, ILanes<TLanes, uint>
{
    /// <summary>Compresses <paramref name="blocks"/> blocks of 64 bytes of each lane into its four words of state.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static void Run(Span<uint> state, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        int lanes = TLanes.Count;
        TLanes h0 = default, h1 = default, h2 = default, h3 = default;
        h0.Read(state); h1.Read(state.Slice(lanes)); h2.Read(state.Slice(2 * lanes)); h3.Read(state.Slice(3 * lanes));
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        TLanes m8 = default, m9 = default, m10 = default, m11 = default, m12 = default, m13 = default, m14 = default, m15 = default;
        for (int n = 0, o = 0; n < blocks; n++, o += Md5Spec.BlockBytes)
        {
            TLanes.Load16(source, offsets, o,
                ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
                ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
            TLanes a = h0, b = h1, c = h2, d = h3;

            // Round 1: F(b, c, d) = b ? c : d
            a.Add(m0, 0xd76aa478); a.AddChoose(b, c, d); a.RotateLeft(7); a += b;
            d.Add(m1, 0xe8c7b756); d.AddChoose(a, b, c); d.RotateLeft(12); d += a;
            c.Add(m2, 0x242070db); c.AddChoose(d, a, b); c.RotateLeft(17); c += d;
            b.Add(m3, 0xc1bdceee); b.AddChoose(c, d, a); b.RotateLeft(22); b += c;
            a.Add(m4, 0xf57c0faf); a.AddChoose(b, c, d); a.RotateLeft(7); a += b;
            d.Add(m5, 0x4787c62a); d.AddChoose(a, b, c); d.RotateLeft(12); d += a;
            c.Add(m6, 0xa8304613); c.AddChoose(d, a, b); c.RotateLeft(17); c += d;
            b.Add(m7, 0xfd469501); b.AddChoose(c, d, a); b.RotateLeft(22); b += c;
            a.Add(m8, 0x698098d8); a.AddChoose(b, c, d); a.RotateLeft(7); a += b;
            d.Add(m9, 0x8b44f7af); d.AddChoose(a, b, c); d.RotateLeft(12); d += a;
            c.Add(m10, 0xffff5bb1); c.AddChoose(d, a, b); c.RotateLeft(17); c += d;
            b.Add(m11, 0x895cd7be); b.AddChoose(c, d, a); b.RotateLeft(22); b += c;
            a.Add(m12, 0x6b901122); a.AddChoose(b, c, d); a.RotateLeft(7); a += b;
            d.Add(m13, 0xfd987193); d.AddChoose(a, b, c); d.RotateLeft(12); d += a;
            c.Add(m14, 0xa679438e); c.AddChoose(d, a, b); c.RotateLeft(17); c += d;
            b.Add(m15, 0x49b40821); b.AddChoose(c, d, a); b.RotateLeft(22); b += c;
            // Round 2: G(b, c, d) = d ? b : c
            a.Add(m1, 0xf61e2562); a.AddChooseLate(d, b, c); a.RotateLeft(5); a += b;
            d.Add(m6, 0xc040b340); d.AddChooseLate(c, a, b); d.RotateLeft(9); d += a;
            c.Add(m11, 0x265e5a51); c.AddChooseLate(b, d, a); c.RotateLeft(14); c += d;
            b.Add(m0, 0xe9b6c7aa); b.AddChooseLate(a, c, d); b.RotateLeft(20); b += c;
            a.Add(m5, 0xd62f105d); a.AddChooseLate(d, b, c); a.RotateLeft(5); a += b;
            d.Add(m10, 0x02441453); d.AddChooseLate(c, a, b); d.RotateLeft(9); d += a;
            c.Add(m15, 0xd8a1e681); c.AddChooseLate(b, d, a); c.RotateLeft(14); c += d;
            b.Add(m4, 0xe7d3fbc8); b.AddChooseLate(a, c, d); b.RotateLeft(20); b += c;
            a.Add(m9, 0x21e1cde6); a.AddChooseLate(d, b, c); a.RotateLeft(5); a += b;
            d.Add(m14, 0xc33707d6); d.AddChooseLate(c, a, b); d.RotateLeft(9); d += a;
            c.Add(m3, 0xf4d50d87); c.AddChooseLate(b, d, a); c.RotateLeft(14); c += d;
            b.Add(m8, 0x455a14ed); b.AddChooseLate(a, c, d); b.RotateLeft(20); b += c;
            a.Add(m13, 0xa9e3e905); a.AddChooseLate(d, b, c); a.RotateLeft(5); a += b;
            d.Add(m2, 0xfcefa3f8); d.AddChooseLate(c, a, b); d.RotateLeft(9); d += a;
            c.Add(m7, 0x676f02d9); c.AddChooseLate(b, d, a); c.RotateLeft(14); c += d;
            b.Add(m12, 0x8d2a4c8a); b.AddChooseLate(a, c, d); b.RotateLeft(20); b += c;
            // Round 3: H(b, c, d) = b ^ c ^ d
            a.Add(m5, 0xfffa3942); a.AddXor(b, c, d); a.RotateLeft(4); a += b;
            d.Add(m8, 0x8771f681); d.AddXor(a, b, c); d.RotateLeft(11); d += a;
            c.Add(m11, 0x6d9d6122); c.AddXor(d, a, b); c.RotateLeft(16); c += d;
            b.Add(m14, 0xfde5380c); b.AddXor(c, d, a); b.RotateLeft(23); b += c;
            a.Add(m1, 0xa4beea44); a.AddXor(b, c, d); a.RotateLeft(4); a += b;
            d.Add(m4, 0x4bdecfa9); d.AddXor(a, b, c); d.RotateLeft(11); d += a;
            c.Add(m7, 0xf6bb4b60); c.AddXor(d, a, b); c.RotateLeft(16); c += d;
            b.Add(m10, 0xbebfbc70); b.AddXor(c, d, a); b.RotateLeft(23); b += c;
            a.Add(m13, 0x289b7ec6); a.AddXor(b, c, d); a.RotateLeft(4); a += b;
            d.Add(m0, 0xeaa127fa); d.AddXor(a, b, c); d.RotateLeft(11); d += a;
            c.Add(m3, 0xd4ef3085); c.AddXor(d, a, b); c.RotateLeft(16); c += d;
            b.Add(m6, 0x04881d05); b.AddXor(c, d, a); b.RotateLeft(23); b += c;
            a.Add(m9, 0xd9d4d039); a.AddXor(b, c, d); a.RotateLeft(4); a += b;
            d.Add(m12, 0xe6db99e5); d.AddXor(a, b, c); d.RotateLeft(11); d += a;
            c.Add(m15, 0x1fa27cf8); c.AddXor(d, a, b); c.RotateLeft(16); c += d;
            b.Add(m2, 0xc4ac5665); b.AddXor(c, d, a); b.RotateLeft(23); b += c;
            // Round 4: I(b, c, d) = c ^ (b | ~d)
            a.Add(m0, 0xf4292244); a.AddXorOrNot(b, c, d); a.RotateLeft(6); a += b;
            d.Add(m7, 0x432aff97); d.AddXorOrNot(a, b, c); d.RotateLeft(10); d += a;
            c.Add(m14, 0xab9423a7); c.AddXorOrNot(d, a, b); c.RotateLeft(15); c += d;
            b.Add(m5, 0xfc93a039); b.AddXorOrNot(c, d, a); b.RotateLeft(21); b += c;
            a.Add(m12, 0x655b59c3); a.AddXorOrNot(b, c, d); a.RotateLeft(6); a += b;
            d.Add(m3, 0x8f0ccc92); d.AddXorOrNot(a, b, c); d.RotateLeft(10); d += a;
            c.Add(m10, 0xffeff47d); c.AddXorOrNot(d, a, b); c.RotateLeft(15); c += d;
            b.Add(m1, 0x85845dd1); b.AddXorOrNot(c, d, a); b.RotateLeft(21); b += c;
            a.Add(m8, 0x6fa87e4f); a.AddXorOrNot(b, c, d); a.RotateLeft(6); a += b;
            d.Add(m15, 0xfe2ce6e0); d.AddXorOrNot(a, b, c); d.RotateLeft(10); d += a;
            c.Add(m6, 0xa3014314); c.AddXorOrNot(d, a, b); c.RotateLeft(15); c += d;
            b.Add(m13, 0x4e0811a1); b.AddXorOrNot(c, d, a); b.RotateLeft(21); b += c;
            a.Add(m4, 0xf7537e82); a.AddXorOrNot(b, c, d); a.RotateLeft(6); a += b;
            d.Add(m11, 0xbd3af235); d.AddXorOrNot(a, b, c); d.RotateLeft(10); d += a;
            c.Add(m2, 0x2ad7d2bb); c.AddXorOrNot(d, a, b); c.RotateLeft(15); c += d;
            b.Add(m9, 0xeb86d391); b.AddXorOrNot(c, d, a); b.RotateLeft(21); b += c;

            h0 += a; h1 += b; h2 += c; h3 += d;
        }

        h0.Write(state); h1.Write(state.Slice(lanes)); h2.Write(state.Slice(2 * lanes)); h3.Write(state.Slice(3 * lanes));
    }
}
