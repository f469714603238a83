using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Lanes;

/// <summary>
/// 8 lanes of 32 bits or 4 lanes of 64 bits; needs AVX2, and uses AVX-512VL for rotates and three-way logic where it is there.
/// </summary>
internal partial struct Lanes256<TWord> : ILanes<Lanes256<TWord>, TWord>, IRow<Lanes256<TWord>, TWord>
    where TWord : unmanaged
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Vector256<TWord> v;

    [MethodImpl(Inline)]
    public void RotateLeft([ConstantExpected] int n)
    {
        if (typeof(TWord) == typeof(ulong)) RotateRight(64 - n);
        else RotateRight(32 - n);
    }

    [MethodImpl(Inline)]
    public void RotateRight([ConstantExpected] int n)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            if (Avx512F.VL.IsSupported) v = Avx512F.VL.RotateRight(v.AsUInt64(), (byte)n).As<ulong, TWord>();
            else if (n == 32) v = Avx2.Shuffle(v.AsUInt32(), 0xB1).As<uint, TWord>();
            else if (n == 16)
            {
                v = Avx2.Shuffle(v.AsByte(),
                    Vector256.Create((byte)2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9,
                        2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9)).As<byte, TWord>();
            }
            else if (n == 24)
            {
                v = Avx2.Shuffle(v.AsByte(),
                    Vector256.Create((byte)3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10,
                        3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10)).As<byte, TWord>();
            }
            else if (n == 63) v = ((v.AsUInt64() >>> 63) ^ (v.AsUInt64() + v.AsUInt64())).As<ulong, TWord>();
            else v = ((v.AsUInt64() >>> n) | (v.AsUInt64() << (64 - n))).As<ulong, TWord>();
        }
        else
        {
            if (Avx512F.VL.IsSupported) v = Avx512F.VL.RotateRight(v.AsUInt32(), (byte)n).As<uint, TWord>();
            else if (n == 16)
            {
                v = Avx2.Shuffle(v.AsByte(),
                    Vector256.Create((byte)2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13,
                        2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)).As<byte, TWord>();
            }
            else if (n == 8)
            {
                v = Avx2.Shuffle(v.AsByte(),
                    Vector256.Create((byte)1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12,
                        1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12)).As<byte, TWord>();
            }
            else v = ((v.AsUInt32() >>> n) | (v.AsUInt32() << (32 - n))).As<uint, TWord>();
        }
    }

    [MethodImpl(Inline)] public void Write(Span<TWord> words) => v.CopyTo(words);

    [MethodImpl(Inline)]
    public static void Load16(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes256<TWord> m0, ref Lanes256<TWord> m1, ref Lanes256<TWord> m2, ref Lanes256<TWord> m3,
        ref Lanes256<TWord> m4, ref Lanes256<TWord> m5, ref Lanes256<TWord> m6, ref Lanes256<TWord> m7,
        ref Lanes256<TWord> m8, ref Lanes256<TWord> m9, ref Lanes256<TWord> m10, ref Lanes256<TWord> m11,
        ref Lanes256<TWord> m12, ref Lanes256<TWord> m13, ref Lanes256<TWord> m14, ref Lanes256<TWord> m15)
    {
        // One bounds-checked span per row and block: a check per load costs 7 to 30 %.
        offsets = offsets.Slice(0, Count);
        if (typeof(TWord) == typeof(uint))
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 64), r1 = source.Slice(offsets[1] + offset, 64);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 64), r3 = source.Slice(offsets[3] + offset, 64);
            ReadOnlySpan<byte> r4 = source.Slice(offsets[4] + offset, 64), r5 = source.Slice(offsets[5] + offset, 64);
            ReadOnlySpan<byte> r6 = source.Slice(offsets[6] + offset, 64), r7 = source.Slice(offsets[7] + offset, 64);
            Tile32(r0, r1, r2, r3, r4, r5, r6, r7, 0, ref m0, ref m1, ref m2, ref m3);
            Tile32(r0, r1, r2, r3, r4, r5, r6, r7, 16, ref m4, ref m5, ref m6, ref m7);
            Tile32(r0, r1, r2, r3, r4, r5, r6, r7, 32, ref m8, ref m9, ref m10, ref m11);
            Tile32(r0, r1, r2, r3, r4, r5, r6, r7, 48, ref m12, ref m13, ref m14, ref m15);
        }
        else
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 128), r1 = source.Slice(offsets[1] + offset, 128);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 128), r3 = source.Slice(offsets[3] + offset, 128);
            Tile64(r0, r1, r2, r3, 0, ref m0, ref m1); Tile64(r0, r1, r2, r3, 16, ref m2, ref m3);
            Tile64(r0, r1, r2, r3, 32, ref m4, ref m5); Tile64(r0, r1, r2, r3, 48, ref m6, ref m7);
            Tile64(r0, r1, r2, r3, 64, ref m8, ref m9); Tile64(r0, r1, r2, r3, 80, ref m10, ref m11);
            Tile64(r0, r1, r2, r3, 96, ref m12, ref m13); Tile64(r0, r1, r2, r3, 112, ref m14, ref m15);
        }
    }

    [MethodImpl(Inline)]
    public static void Store4(
        Span<byte> destination, int stride, in Lanes256<TWord> w0, in Lanes256<TWord> w1, in Lanes256<TWord> w2,
        in Lanes256<TWord> w3)
    {
        if (typeof(TWord) == typeof(uint))
        {
            Vector256<TWord> a = UnpackLow32(w0.v, w1.v), b = UnpackHigh32(w0.v, w1.v), c = UnpackLow32(w2.v, w3.v),
                d = UnpackHigh32(w2.v, w3.v);
            Vector256<TWord> e = UnpackLow64(a, c), f = UnpackHigh64(a, c), g = UnpackLow64(b, d), h = UnpackHigh64(b, d);
            Put(destination, 0, stride, 0, e.GetLower()); Put(destination, 1, stride, 0, f.GetLower());
            Put(destination, 2, stride, 0, g.GetLower()); Put(destination, 3, stride, 0, h.GetLower());
            Put(destination, 4, stride, 0, e.GetUpper()); Put(destination, 5, stride, 0, f.GetUpper());
            Put(destination, 6, stride, 0, g.GetUpper()); Put(destination, 7, stride, 0, h.GetUpper());
        }
        else
        {
            Vector256<TWord> a = UnpackLow64(w0.v, w1.v), b = UnpackHigh64(w0.v, w1.v), c = UnpackLow64(w2.v, w3.v),
                d = UnpackHigh64(w2.v, w3.v);
            Put(destination, 0, stride, 0, a.GetLower()); Put(destination, 0, stride, 16, c.GetLower());
            Put(destination, 1, stride, 0, b.GetLower()); Put(destination, 1, stride, 16, d.GetLower());
            Put(destination, 2, stride, 0, a.GetUpper()); Put(destination, 2, stride, 16, c.GetUpper());
            Put(destination, 3, stride, 0, b.GetUpper()); Put(destination, 3, stride, 16, d.GetUpper());
        }
    }

    // As a row it holds four 64-bit words.
    public static bool IsSupported => Avx2.IsSupported && Vector256.IsHardwareAccelerated;

    internal Vector256<TWord> V
    {
        [MethodImpl(Inline)]
        readonly get => v;
        [MethodImpl(Inline)]
        set => v = value;
    }

    [MethodImpl(Inline)]
    public void Turn([ConstantExpected] int n)
    {
        // Literal controls: a computed one keeps the row in memory.
        if (n == 1) v = Avx2.Permute4x64(v.AsUInt64(), 0x39).As<ulong, TWord>();
        else if (n == 2) v = Avx2.Permute4x64(v.AsUInt64(), 0x4E).As<ulong, TWord>();
        else v = Avx2.Permute4x64(v.AsUInt64(), 0x93).As<ulong, TWord>();
    }

    [MethodImpl(Inline)]
    public void Gather(TWord w0, TWord w1, TWord w2, TWord w3) =>
        v = Vector256.Create(
            Word<TWord>.ToUInt64(w0), Word<TWord>.ToUInt64(w1),
            Word<TWord>.ToUInt64(w2), Word<TWord>.ToUInt64(w3)).As<ulong, TWord>();

    // Two rows per vector, straight from memory: the outermost stage of the transpose then leaves the shuffle port.
    [MethodImpl(Inline)]
    private static Vector256<TWord> Two(in ReadOnlySpan<byte> x, in ReadOnlySpan<byte> y, int o) =>
        Vector128.Create(x.Slice(o, 16)).ToVector256Unsafe().WithUpper(Vector128.Create(y.Slice(o, 16))).As<byte, TWord>();

    // Four words of eight rows.
    [MethodImpl(Inline)]
    private static void Tile32(
        in ReadOnlySpan<byte> r0, in ReadOnlySpan<byte> r1, in ReadOnlySpan<byte> r2, in ReadOnlySpan<byte> r3,
        in ReadOnlySpan<byte> r4, in ReadOnlySpan<byte> r5, in ReadOnlySpan<byte> r6, in ReadOnlySpan<byte> r7, int o,
        ref Lanes256<TWord> m0, ref Lanes256<TWord> m1, ref Lanes256<TWord> m2, ref Lanes256<TWord> m3)
    {
        Vector256<TWord> a = Two(r0, r4, o), b = Two(r1, r5, o), c = Two(r2, r6, o), d = Two(r3, r7, o);
        Vector256<TWord> e = UnpackLow32(a, b), f = UnpackHigh32(a, b), g = UnpackLow32(c, d), h = UnpackHigh32(c, d);
        m0.v = UnpackLow64(e, g); m1.v = UnpackHigh64(e, g); m2.v = UnpackLow64(f, h); m3.v = UnpackHigh64(f, h);
    }

    // Two words of four rows.
    [MethodImpl(Inline)]
    private static void Tile64(
        in ReadOnlySpan<byte> r0, in ReadOnlySpan<byte> r1, in ReadOnlySpan<byte> r2, in ReadOnlySpan<byte> r3, int o,
        ref Lanes256<TWord> m0, ref Lanes256<TWord> m1)
    {
        Vector256<TWord> a = Two(r0, r2, o), b = Two(r1, r3, o);
        m0.v = UnpackLow64(a, b); m1.v = UnpackHigh64(a, b);
    }

    [MethodImpl(Inline)]
    private static Vector256<TWord> UnpackLow32(Vector256<TWord> a, Vector256<TWord> b) =>
        Avx2.UnpackLow(a.AsUInt32(), b.AsUInt32()).As<uint, TWord>();

    [MethodImpl(Inline)]
    private static Vector256<TWord> UnpackHigh32(Vector256<TWord> a, Vector256<TWord> b) =>
        Avx2.UnpackHigh(a.AsUInt32(), b.AsUInt32()).As<uint, TWord>();

    [MethodImpl(Inline)]
    private static Vector256<TWord> UnpackLow64(Vector256<TWord> a, Vector256<TWord> b) =>
        Avx2.UnpackLow(a.AsUInt64(), b.AsUInt64()).As<ulong, TWord>();

    [MethodImpl(Inline)]
    private static Vector256<TWord> UnpackHigh64(Vector256<TWord> a, Vector256<TWord> b) =>
        Avx2.UnpackHigh(a.AsUInt64(), b.AsUInt64()).As<ulong, TWord>();

    [MethodImpl(Inline)]
    private static void Put(Span<byte> destination, int lane, int stride, int offset, Vector128<TWord> words) =>
        words.AsByte().CopyTo(destination.Slice(lane * stride + offset, 16));

    [MethodImpl(Inline)]
    public static void Load4(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes256<TWord> m0, ref Lanes256<TWord> m1, ref Lanes256<TWord> m2, ref Lanes256<TWord> m3)
    {
        offsets = offsets.Slice(0, Count);
        if (typeof(TWord) == typeof(uint))
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 16), r1 = source.Slice(offsets[1] + offset, 16);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 16), r3 = source.Slice(offsets[3] + offset, 16);
            ReadOnlySpan<byte> r4 = source.Slice(offsets[4] + offset, 16), r5 = source.Slice(offsets[5] + offset, 16);
            ReadOnlySpan<byte> r6 = source.Slice(offsets[6] + offset, 16), r7 = source.Slice(offsets[7] + offset, 16);
            Tile32(r0, r1, r2, r3, r4, r5, r6, r7, 0, ref m0, ref m1, ref m2, ref m3);
        }
        else
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 32), r1 = source.Slice(offsets[1] + offset, 32);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 32), r3 = source.Slice(offsets[3] + offset, 32);
            Tile64(r0, r1, r2, r3, 0, ref m0, ref m1); Tile64(r0, r1, r2, r3, 16, ref m2, ref m3);
        }
    }

    [MethodImpl(Inline)]
    public static void Load8(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes256<TWord> m0, ref Lanes256<TWord> m1, ref Lanes256<TWord> m2, ref Lanes256<TWord> m3, ref Lanes256<TWord> m4,
        ref Lanes256<TWord> m5, ref Lanes256<TWord> m6, ref Lanes256<TWord> m7)
    {
        offsets = offsets.Slice(0, Count);
        if (typeof(TWord) == typeof(uint))
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 32), r1 = source.Slice(offsets[1] + offset, 32);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 32), r3 = source.Slice(offsets[3] + offset, 32);
            ReadOnlySpan<byte> r4 = source.Slice(offsets[4] + offset, 32), r5 = source.Slice(offsets[5] + offset, 32);
            ReadOnlySpan<byte> r6 = source.Slice(offsets[6] + offset, 32), r7 = source.Slice(offsets[7] + offset, 32);
            Tile32(r0, r1, r2, r3, r4, r5, r6, r7, 0, ref m0, ref m1, ref m2, ref m3);
            Tile32(r0, r1, r2, r3, r4, r5, r6, r7, 16, ref m4, ref m5, ref m6, ref m7);
        }
        else
        {
            ReadOnlySpan<byte> r0 = source.Slice(offsets[0] + offset, 64), r1 = source.Slice(offsets[1] + offset, 64);
            ReadOnlySpan<byte> r2 = source.Slice(offsets[2] + offset, 64), r3 = source.Slice(offsets[3] + offset, 64);
            Tile64(r0, r1, r2, r3, 0, ref m0, ref m1); Tile64(r0, r1, r2, r3, 16, ref m2, ref m3);
            Tile64(r0, r1, r2, r3, 32, ref m4, ref m5); Tile64(r0, r1, r2, r3, 48, ref m6, ref m7);
        }
    }

    [MethodImpl(Inline)]
    public void SwapBytes()
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = Avx2.Shuffle(v.AsByte(),
                Vector256.Create((byte)7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                    7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)).As<byte, TWord>();
        }
        else
        {
            v = Avx2.Shuffle(v.AsByte(),
                Vector256.Create((byte)3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12,
                    3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)).As<byte, TWord>();
        }
    }

    // Two rows of 16 bytes per vector: the shuffles inside 128 bits then leave the lanes in order.
    [MethodImpl(Inline)]
    public static void LoadPairs(ReadOnlySpan<byte> source, ref Lanes256<TWord> w0, ref Lanes256<TWord> w1)
    {
        source = source.Slice(0, 64);
        Vector256<TWord> a = Two(source, source.Slice(32), 0), b = Two(source, source.Slice(32), 16);
        if (typeof(TWord) == typeof(uint))
        {
            w0.v = Avx.Shuffle(a.AsSingle(), b.AsSingle(), 0x88).As<float, TWord>();
            w1.v = Avx.Shuffle(a.AsSingle(), b.AsSingle(), 0xDD).As<float, TWord>();
        }
        else
        {
            w0.v = UnpackLow64(a, b); w1.v = UnpackHigh64(a, b);
        }
    }

    [MethodImpl(Inline)]
    public static void StorePairs(Span<byte> destination, in Lanes256<TWord> w0, in Lanes256<TWord> w1)
    {
        destination = destination.Slice(0, 64);
        Vector256<TWord> a, b;
        if (typeof(TWord) == typeof(uint))
        {
            a = UnpackLow32(w0.v, w1.v); b = UnpackHigh32(w0.v, w1.v);
        }
        else
        {
            a = UnpackLow64(w0.v, w1.v); b = UnpackHigh64(w0.v, w1.v);
        }

        Avx2.Permute2x128(a.AsByte(), b.AsByte(), 0x20).CopyTo(destination);
        Avx2.Permute2x128(a.AsByte(), b.AsByte(), 0x31).CopyTo(destination.Slice(32));
    }
}
