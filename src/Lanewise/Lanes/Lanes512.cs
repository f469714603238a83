using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Lanes;

/// <summary>
/// 16 lanes of 32 bits or 8 lanes of 64 bits; needs AVX-512F (rotates and three-way logic are one instruction each).
/// </summary>
[OperationsOf(typeof(Lanes256<>))]
internal partial struct Lanes512<TWord> : ILanes<Lanes512<TWord>, TWord>
    where TWord : unmanaged
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Vector512<TWord> v;

    public static bool IsSupported => Avx512F.IsSupported && Vector512.IsHardwareAccelerated;

    [MethodImpl(Inline)]
    public void RotateLeft([ConstantExpected] int n)
    {
        if (typeof(TWord) == typeof(ulong)) v = Avx512F.RotateLeft(v.AsUInt64(), (byte)n).As<ulong, TWord>();
        else v = Avx512F.RotateLeft(v.AsUInt32(), (byte)n).As<uint, TWord>();
    }

    [MethodImpl(Inline)]
    public void RotateRight([ConstantExpected] int n)
    {
        if (typeof(TWord) == typeof(ulong)) v = Avx512F.RotateRight(v.AsUInt64(), (byte)n).As<ulong, TWord>();
        else v = Avx512F.RotateRight(v.AsUInt32(), (byte)n).As<uint, TWord>();
    }

    [MethodImpl(Inline)] public void Write(Span<TWord> words) => MemoryMarshal.Cast<TWord, Vector512<TWord>>(words)[0] = v;

    [MethodImpl(Inline)]
    public static void Load16(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes512<TWord> m0, ref Lanes512<TWord> m1, ref Lanes512<TWord> m2, ref Lanes512<TWord> m3,
        ref Lanes512<TWord> m4, ref Lanes512<TWord> m5, ref Lanes512<TWord> m6, ref Lanes512<TWord> m7,
        ref Lanes512<TWord> m8, ref Lanes512<TWord> m9, ref Lanes512<TWord> m10, ref Lanes512<TWord> m11,
        ref Lanes512<TWord> m12, ref Lanes512<TWord> m13, ref Lanes512<TWord> m14, ref Lanes512<TWord> m15)
    {
        // One bounds-checked span per row and block: a check per load costs 7 to 30 %.
        offsets = offsets.Slice(0, Count);
        if (typeof(TWord) == typeof(uint))
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 64), r1 = source.Slice(offsets[1] + offset, 64);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 64), r3 = source.Slice(offsets[3] + offset, 64);
            ReadOnlySpan<byte> r4 = source.Slice(offsets[4] + offset, 64), r5 = source.Slice(offsets[5] + offset, 64);
            ReadOnlySpan<byte> r6 = source.Slice(offsets[6] + offset, 64), r7 = source.Slice(offsets[7] + offset, 64);
            ReadOnlySpan<byte> r8 = source.Slice(offsets[8] + offset, 64), r9 = source.Slice(offsets[9] + offset, 64);
            ReadOnlySpan<byte> r10 = source.Slice(offsets[10] + offset, 64), r11 = source.Slice(offsets[11] + offset, 64);
            ReadOnlySpan<byte> r12 = source.Slice(offsets[12] + offset, 64), r13 = source.Slice(offsets[13] + offset, 64);
            ReadOnlySpan<byte> r14 = source.Slice(offsets[14] + offset, 64), r15 = source.Slice(offsets[15] + offset, 64);
            Tile32(r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15,
                0, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
            Tile32(r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15,
                32, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
        }
        else
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 128), r1 = source.Slice(offsets[1] + offset, 128);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 128), r3 = source.Slice(offsets[3] + offset, 128);
            ReadOnlySpan<byte> r4 = source.Slice(offsets[4] + offset, 128), r5 = source.Slice(offsets[5] + offset, 128);
            ReadOnlySpan<byte> r6 = source.Slice(offsets[6] + offset, 128), r7 = source.Slice(offsets[7] + offset, 128);
            Tile64(r0, r1, r2, r3, r4, r5, r6, r7, 0, ref m0, ref m1, ref m2, ref m3);
            Tile64(r0, r1, r2, r3, r4, r5, r6, r7, 32, ref m4, ref m5, ref m6, ref m7);
            Tile64(r0, r1, r2, r3, r4, r5, r6, r7, 64, ref m8, ref m9, ref m10, ref m11);
            Tile64(r0, r1, r2, r3, r4, r5, r6, r7, 96, ref m12, ref m13, ref m14, ref m15);
        }
    }

    [MethodImpl(Inline)]
    public static void Store4(
        Span<byte> destination, int stride, in Lanes512<TWord> w0, in Lanes512<TWord> w1, in Lanes512<TWord> w2,
        in Lanes512<TWord> w3)
    {
        if (typeof(TWord) == typeof(uint))
        {
            Vector512<TWord> a = UnpackLow32(w0.v, w1.v), b = UnpackHigh32(w0.v, w1.v), c = UnpackLow32(w2.v, w3.v),
                d = UnpackHigh32(w2.v, w3.v);
            Vector512<TWord> e = UnpackLow64(a, c), f = UnpackHigh64(a, c), g = UnpackLow64(b, d), h = UnpackHigh64(b, d);
            Put(destination, 0, stride, 0, e.GetLower().GetLower()); Put(destination, 1, stride, 0, f.GetLower().GetLower());
            Put(destination, 2, stride, 0, g.GetLower().GetLower()); Put(destination, 3, stride, 0, h.GetLower().GetLower());
            Put(destination, 4, stride, 0, e.GetLower().GetUpper()); Put(destination, 5, stride, 0, f.GetLower().GetUpper());
            Put(destination, 6, stride, 0, g.GetLower().GetUpper()); Put(destination, 7, stride, 0, h.GetLower().GetUpper());
            Put(destination, 8, stride, 0, e.GetUpper().GetLower()); Put(destination, 9, stride, 0, f.GetUpper().GetLower());
            Put(destination, 10, stride, 0, g.GetUpper().GetLower()); Put(destination, 11, stride, 0, h.GetUpper().GetLower());
            Put(destination, 12, stride, 0, e.GetUpper().GetUpper()); Put(destination, 13, stride, 0, f.GetUpper().GetUpper());
            Put(destination, 14, stride, 0, g.GetUpper().GetUpper()); Put(destination, 15, stride, 0, h.GetUpper().GetUpper());
        }
        else
        {
            // Rows of 32 bytes: half as many stores, and as locals of the JIT half as many as with 16.
            Vector512<TWord> a = UnpackLow64(w0.v, w1.v), b = UnpackHigh64(w0.v, w1.v), c = UnpackLow64(w2.v, w3.v),
                d = UnpackHigh64(w2.v, w3.v);
            Vector512<TWord> e = Pair128(a, c, 0), f = Pair128(b, d, 0), g = Pair128(a, c, 4), h = Pair128(b, d, 4);
            Put(destination, 0, stride, e.GetLower()); Put(destination, 1, stride, f.GetLower());
            Put(destination, 2, stride, e.GetUpper()); Put(destination, 3, stride, f.GetUpper());
            Put(destination, 4, stride, g.GetLower()); Put(destination, 5, stride, h.GetLower());
            Put(destination, 6, stride, g.GetUpper()); Put(destination, 7, stride, h.GetUpper());
        }
    }

    // Two rows per vector, straight from memory: the outermost stage of the transpose then leaves the shuffle port.
    [MethodImpl(Inline)]
    private static Vector512<TWord> Two(in ReadOnlySpan<byte> x, in ReadOnlySpan<byte> y, int o) =>
        Vector256.Create(x.Slice(o, 32)).ToVector512Unsafe().WithUpper(Vector256.Create(y.Slice(o, 32))).As<byte, TWord>();

    // Eight words of sixteen rows.
    [MethodImpl(Inline)]
    private static void Tile32(
        in ReadOnlySpan<byte> r0, in ReadOnlySpan<byte> r1, in ReadOnlySpan<byte> r2, in ReadOnlySpan<byte> r3,
        in ReadOnlySpan<byte> r4, in ReadOnlySpan<byte> r5, in ReadOnlySpan<byte> r6, in ReadOnlySpan<byte> r7,
        in ReadOnlySpan<byte> r8, in ReadOnlySpan<byte> r9, in ReadOnlySpan<byte> r10, in ReadOnlySpan<byte> r11,
        in ReadOnlySpan<byte> r12, in ReadOnlySpan<byte> r13, in ReadOnlySpan<byte> r14, in ReadOnlySpan<byte> r15, int o,
        ref Lanes512<TWord> m0, ref Lanes512<TWord> m1, ref Lanes512<TWord> m2, ref Lanes512<TWord> m3,
        ref Lanes512<TWord> m4, ref Lanes512<TWord> m5, ref Lanes512<TWord> m6, ref Lanes512<TWord> m7)
    {
        Vector512<TWord> a0 = Two(r0, r4, o), a1 = Two(r1, r5, o), a2 = Two(r2, r6, o), a3 = Two(r3, r7, o);
        Vector512<TWord> b0 = Two(r8, r12, o), b1 = Two(r9, r13, o), b2 = Two(r10, r14, o), b3 = Two(r11, r15, o);
        Vector512<TWord> a4 = UnpackLow32(a0, a1), a5 = UnpackHigh32(a0, a1), a6 = UnpackLow32(a2, a3), a7 = UnpackHigh32(a2, a3);
        a0 = UnpackLow64(a4, a6); a1 = UnpackHigh64(a4, a6); a2 = UnpackLow64(a5, a7); a3 = UnpackHigh64(a5, a7);
        Vector512<TWord> b4 = UnpackLow32(b0, b1), b5 = UnpackHigh32(b0, b1), b6 = UnpackLow32(b2, b3), b7 = UnpackHigh32(b2, b3);
        b0 = UnpackLow64(b4, b6); b1 = UnpackHigh64(b4, b6); b2 = UnpackLow64(b5, b7); b3 = UnpackHigh64(b5, b7);
        m0.v = Shuffle128(a0, b0, 0x88); m1.v = Shuffle128(a1, b1, 0x88); m2.v = Shuffle128(a2, b2, 0x88);
        m3.v = Shuffle128(a3, b3, 0x88); m4.v = Shuffle128(a0, b0, 0xDD); m5.v = Shuffle128(a1, b1, 0xDD);
        m6.v = Shuffle128(a2, b2, 0xDD); m7.v = Shuffle128(a3, b3, 0xDD);
    }

    // Four words of eight rows.
    [MethodImpl(Inline)]
    private static void Tile64(
        in ReadOnlySpan<byte> r0, in ReadOnlySpan<byte> r1, in ReadOnlySpan<byte> r2, in ReadOnlySpan<byte> r3,
        in ReadOnlySpan<byte> r4, in ReadOnlySpan<byte> r5, in ReadOnlySpan<byte> r6, in ReadOnlySpan<byte> r7, int o,
        ref Lanes512<TWord> m0, ref Lanes512<TWord> m1, ref Lanes512<TWord> m2, ref Lanes512<TWord> m3)
    {
        Vector512<TWord> a = Two(r0, r2, o), b = Two(r1, r3, o), c = Two(r4, r6, o), d = Two(r5, r7, o);
        Vector512<TWord> e = UnpackLow64(a, b), f = UnpackHigh64(a, b), g = UnpackLow64(c, d), h = UnpackHigh64(c, d);
        m0.v = Shuffle128(e, g, 0x88); m2.v = Shuffle128(e, g, 0xDD); m1.v = Shuffle128(f, h, 0x88);
        m3.v = Shuffle128(f, h, 0xDD);
    }

    [MethodImpl(Inline)]
    private static Vector512<TWord> Shuffle128(Vector512<TWord> a, Vector512<TWord> b, [ConstantExpected] byte control) =>
        Avx512F.Shuffle4x128(a.AsUInt32(), b.AsUInt32(), control).As<uint, TWord>();

    [MethodImpl(Inline)]
    private static Vector512<TWord> UnpackLow32(Vector512<TWord> a, Vector512<TWord> b) =>
        Avx512F.UnpackLow(a.AsUInt32(), b.AsUInt32()).As<uint, TWord>();

    [MethodImpl(Inline)]
    private static Vector512<TWord> UnpackHigh32(Vector512<TWord> a, Vector512<TWord> b) =>
        Avx512F.UnpackHigh(a.AsUInt32(), b.AsUInt32()).As<uint, TWord>();

    [MethodImpl(Inline)]
    private static Vector512<TWord> UnpackLow64(Vector512<TWord> a, Vector512<TWord> b) =>
        Avx512F.UnpackLow(a.AsUInt64(), b.AsUInt64()).As<ulong, TWord>();

    [MethodImpl(Inline)]
    private static Vector512<TWord> UnpackHigh64(Vector512<TWord> a, Vector512<TWord> b) =>
        Avx512F.UnpackHigh(a.AsUInt64(), b.AsUInt64()).As<ulong, TWord>();

    [MethodImpl(Inline)]
    private static void Put(Span<byte> destination, int lane, int stride, int offset, Vector128<TWord> words) =>
        words.AsByte().CopyTo(destination.Slice(lane * stride + offset, 16));

    [MethodImpl(Inline)]
    private static void Put(Span<byte> destination, int lane, int stride, Vector256<TWord> words) =>
        words.AsByte().CopyTo(destination.Slice(lane * stride, 32));

    // 128 bits of a, the same of b, the next of a, the next of b.
    [MethodImpl(Inline)]
    private static Vector512<TWord> Pair128(Vector512<TWord> a, Vector512<TWord> b, [ConstantExpected] ulong first) =>
        Avx512F.PermuteVar8x64x2(
            a.AsUInt64(),
            Vector512.Create(first, first + 1, first + 8, first + 9, first + 2, first + 3, first + 10, first + 11),
            b.AsUInt64()).As<ulong, TWord>();

    [MethodImpl(Inline)]
    public static void Load4(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes512<TWord> m0, ref Lanes512<TWord> m1, ref Lanes512<TWord> m2, ref Lanes512<TWord> m3)
    {
        offsets = offsets.Slice(0, Count);
        if (typeof(TWord) == typeof(uint))
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 16), r1 = source.Slice(offsets[1] + offset, 16);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 16), r3 = source.Slice(offsets[3] + offset, 16);
            ReadOnlySpan<byte> r4 = source.Slice(offsets[4] + offset, 16), r5 = source.Slice(offsets[5] + offset, 16);
            ReadOnlySpan<byte> r6 = source.Slice(offsets[6] + offset, 16), r7 = source.Slice(offsets[7] + offset, 16);
            ReadOnlySpan<byte> r8 = source.Slice(offsets[8] + offset, 16), r9 = source.Slice(offsets[9] + offset, 16);
            ReadOnlySpan<byte> r10 = source.Slice(offsets[10] + offset, 16), r11 = source.Slice(offsets[11] + offset, 16);
            ReadOnlySpan<byte> r12 = source.Slice(offsets[12] + offset, 16), r13 = source.Slice(offsets[13] + offset, 16);
            ReadOnlySpan<byte> r14 = source.Slice(offsets[14] + offset, 16), r15 = source.Slice(offsets[15] + offset, 16);
            Vector512<TWord> a = Four(r0, r4, r8, r12), b = Four(r1, r5, r9, r13), c = Four(r2, r6, r10, r14),
                d = Four(r3, r7, r11, r15);
            Vector512<TWord> e = UnpackLow32(a, b), f = UnpackHigh32(a, b), g = UnpackLow32(c, d), h = UnpackHigh32(c, d);
            m0.v = UnpackLow64(e, g); m1.v = UnpackHigh64(e, g); m2.v = UnpackLow64(f, h); m3.v = UnpackHigh64(f, h);
        }
        else
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 32), r1 = source.Slice(offsets[1] + offset, 32);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 32), r3 = source.Slice(offsets[3] + offset, 32);
            ReadOnlySpan<byte> r4 = source.Slice(offsets[4] + offset, 32), r5 = source.Slice(offsets[5] + offset, 32);
            ReadOnlySpan<byte> r6 = source.Slice(offsets[6] + offset, 32), r7 = source.Slice(offsets[7] + offset, 32);
            Tile64(r0, r1, r2, r3, r4, r5, r6, r7, 0, ref m0, ref m1, ref m2, ref m3);
        }
    }

    [MethodImpl(Inline)]
    public static void Load8(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes512<TWord> m0, ref Lanes512<TWord> m1, ref Lanes512<TWord> m2, ref Lanes512<TWord> m3, ref Lanes512<TWord> m4,
        ref Lanes512<TWord> m5, ref Lanes512<TWord> m6, ref Lanes512<TWord> m7)
    {
        offsets = offsets.Slice(0, Count);
        if (typeof(TWord) == typeof(uint))
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 32), r1 = source.Slice(offsets[1] + offset, 32);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 32), r3 = source.Slice(offsets[3] + offset, 32);
            ReadOnlySpan<byte> r4 = source.Slice(offsets[4] + offset, 32), r5 = source.Slice(offsets[5] + offset, 32);
            ReadOnlySpan<byte> r6 = source.Slice(offsets[6] + offset, 32), r7 = source.Slice(offsets[7] + offset, 32);
            ReadOnlySpan<byte> r8 = source.Slice(offsets[8] + offset, 32), r9 = source.Slice(offsets[9] + offset, 32);
            ReadOnlySpan<byte> r10 = source.Slice(offsets[10] + offset, 32), r11 = source.Slice(offsets[11] + offset, 32);
            ReadOnlySpan<byte> r12 = source.Slice(offsets[12] + offset, 32), r13 = source.Slice(offsets[13] + offset, 32);
            ReadOnlySpan<byte> r14 = source.Slice(offsets[14] + offset, 32), r15 = source.Slice(offsets[15] + offset, 32);
            Tile32(r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15,
                0, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
        }
        else
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 64), r1 = source.Slice(offsets[1] + offset, 64);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 64), r3 = source.Slice(offsets[3] + offset, 64);
            ReadOnlySpan<byte> r4 = source.Slice(offsets[4] + offset, 64), r5 = source.Slice(offsets[5] + offset, 64);
            ReadOnlySpan<byte> r6 = source.Slice(offsets[6] + offset, 64), r7 = source.Slice(offsets[7] + offset, 64);
            Tile64(r0, r1, r2, r3, r4, r5, r6, r7, 0, ref m0, ref m1, ref m2, ref m3);
            Tile64(r0, r1, r2, r3, r4, r5, r6, r7, 32, ref m4, ref m5, ref m6, ref m7);
        }
    }

    // 16 bytes of each of four rows.
    [MethodImpl(Inline)]
    private static Vector512<TWord> Four(
        in ReadOnlySpan<byte> x, in ReadOnlySpan<byte> y, in ReadOnlySpan<byte> z, in ReadOnlySpan<byte> w) =>
        Vector128.Create(x).ToVector256Unsafe().WithUpper(Vector128.Create(y)).ToVector512Unsafe()
            .WithUpper(Vector128.Create(z).ToVector256Unsafe().WithUpper(Vector128.Create(w))).As<byte, TWord>();

    // AVX-512F alone has no shuffle of bytes: a word is turned by two rotates and a choice of bits.
    [MethodImpl(Inline)]
    public void SwapBytes()
    {
        if (typeof(TWord) == typeof(ulong))
        {
            if (Avx512BW.IsSupported)
            {
                v = Avx512BW.Shuffle(v.AsByte(), Vector512.Create(
                    0x0001020304050607UL, 0x08090A0B0C0D0E0FUL, 0x0001020304050607UL, 0x08090A0B0C0D0E0FUL,
                    0x0001020304050607UL, 0x08090A0B0C0D0E0FUL, 0x0001020304050607UL, 0x08090A0B0C0D0E0FUL).AsByte())
                    .As<byte, TWord>();
            }
            else
            {
                v = (((v.AsUInt64() >>> 8) & Vector512.Create(0x00FF00FF00FF00FFUL))
                    | ((v.AsUInt64() & Vector512.Create(0x00FF00FF00FF00FFUL)) << 8)).As<ulong, TWord>();
                v = (((v.AsUInt64() >>> 16) & Vector512.Create(0x0000FFFF0000FFFFUL))
                    | ((v.AsUInt64() & Vector512.Create(0x0000FFFF0000FFFFUL)) << 16)).As<ulong, TWord>();
                v = Avx512F.RotateLeft(v.AsUInt64(), 32).As<ulong, TWord>();
            }
        }
        else
        {
            if (Avx512BW.IsSupported)
            {
                v = Avx512BW.Shuffle(v.AsByte(), Vector512.Create(
                    0x0405060700010203UL, 0x0C0D0E0F08090A0BUL, 0x0405060700010203UL, 0x0C0D0E0F08090A0BUL,
                    0x0405060700010203UL, 0x0C0D0E0F08090A0BUL, 0x0405060700010203UL, 0x0C0D0E0F08090A0BUL).AsByte())
                    .As<byte, TWord>();
            }
            else
            {
                v = ((Avx512F.RotateLeft(v.AsUInt32(), 8) & Vector512.Create(0x00FF00FFu))
                    | (Avx512F.RotateRight(v.AsUInt32(), 8) & Vector512.Create(0xFF00FF00u))).As<uint, TWord>();
            }
        }
    }

    [MethodImpl(Inline)]
    public static void LoadPairs(ReadOnlySpan<byte> source, ref Lanes512<TWord> w0, ref Lanes512<TWord> w1)
    {
        source = source.Slice(0, 128);
        Vector512<TWord> a = Vector512.Create(source.Slice(0, 64)).As<byte, TWord>(),
            b = Vector512.Create(source.Slice(64, 64)).As<byte, TWord>();
        if (typeof(TWord) == typeof(uint))
        {
            w0.v = Avx512F.PermuteVar16x32x2(
                a.AsUInt32(), Vector512.Create(0u, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), b.AsUInt32())
                .As<uint, TWord>();
            w1.v = Avx512F.PermuteVar16x32x2(
                a.AsUInt32(), Vector512.Create(1u, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31), b.AsUInt32())
                .As<uint, TWord>();
        }
        else
        {
            w0.v = Avx512F.PermuteVar8x64x2(a.AsUInt64(), Vector512.Create(0UL, 2, 4, 6, 8, 10, 12, 14), b.AsUInt64())
                .As<ulong, TWord>();
            w1.v = Avx512F.PermuteVar8x64x2(a.AsUInt64(), Vector512.Create(1UL, 3, 5, 7, 9, 11, 13, 15), b.AsUInt64())
                .As<ulong, TWord>();
        }
    }

    [MethodImpl(Inline)]
    public static void StorePairs(Span<byte> destination, in Lanes512<TWord> w0, in Lanes512<TWord> w1)
    {
        destination = destination.Slice(0, 128);
        if (typeof(TWord) == typeof(uint))
        {
            Avx512F.PermuteVar16x32x2(
                w0.v.AsUInt32(), Vector512.Create(0u, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23), w1.v.AsUInt32())
                .AsByte().CopyTo(destination);
            Avx512F.PermuteVar16x32x2(
                w0.v.AsUInt32(), Vector512.Create(8u, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
                w1.v.AsUInt32()).AsByte().CopyTo(destination.Slice(64));
        }
        else
        {
            Avx512F.PermuteVar8x64x2(w0.v.AsUInt64(), Vector512.Create(0UL, 8, 1, 9, 2, 10, 3, 11), w1.v.AsUInt64()).AsByte()
                .CopyTo(destination);
            Avx512F.PermuteVar8x64x2(w0.v.AsUInt64(), Vector512.Create(4UL, 12, 5, 13, 6, 14, 7, 15), w1.v.AsUInt64()).AsByte()
                .CopyTo(destination.Slice(64));
        }
    }
}
