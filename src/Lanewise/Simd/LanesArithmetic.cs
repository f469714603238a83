using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Simd;

/// <content>Operations that vectors of all widths share.</content>
internal partial struct Lanes256<TWord>
{
    public static int Count { [MethodImpl(Inline)] get => Vector256<TWord>.Count; }

    [MethodImpl(Inline)] public void operator +=(in Lanes256<TWord> x) => v += x.v;
    [MethodImpl(Inline)] public void operator -=(in Lanes256<TWord> x) => v -= x.v;
    [MethodImpl(Inline)] public void operator ^=(in Lanes256<TWord> x) => v ^= x.v;
    [MethodImpl(Inline)] public void AddSum(in Lanes256<TWord> x, in Lanes256<TWord> y) => v += x.v + y.v;
    [MethodImpl(Inline)] public void AddWord(in TWord w) => v += Vector256.Create(w);
    [MethodImpl(Inline)] public void SubtractWord(in TWord w) => v -= Vector256.Create(w);
    [MethodImpl(Inline)] public void Add(in Lanes256<TWord> m, TWord k) => v += m.v + Vector256.Create(k);
    [MethodImpl(Inline)] public void Broadcast(TWord w) => v = Vector256.Create(w);
    [MethodImpl(Inline)] public void CountFrom(TWord first) => v = Vector256<TWord>.Indices + Vector256.Create(first);
    [MethodImpl(Inline)] public void BroadcastFrom(ReadOnlySpan<TWord> words, int i) => v = Vector256.Create(words[i]);
    [MethodImpl(Inline)] public void Read(ReadOnlySpan<TWord> words) => v = Vector256.Create(words);

    // A loop over two halves, because the JIT compiles it in about half the time.
    [MethodImpl(Inline)]
    public static void Load16Into(ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<Lanes256<TWord>> m)
    {
        m = m.Slice(0, 16);
        LaneRows rows = new(source, offsets.Slice(0, Count), offset, 16 * Word<TWord>.Bytes);
        for (int i = 0; i < 16; i += 8)
        {
            Span<Lanes256<TWord>> w = m.Slice(i, 8);
            EightWords(rows, i * Word<TWord>.Bytes,
                ref w[0], ref w[1], ref w[2], ref w[3], ref w[4], ref w[5], ref w[6], ref w[7]);
        }
    }

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
            else if (n == 32) SwapHalves();
            else if (n == 16) Shuffle(0x0100070605040302, 0x09080F0E0D0C0B0A);
            else if (n == 24) Shuffle(0x0201000706050403, 0x0A09080F0E0D0C0B);
            else if (n == 63) v = ((v.AsUInt64() >>> 63) ^ (v.AsUInt64() + v.AsUInt64())).As<ulong, TWord>();
            else v = ((v.AsUInt64() >>> n) | (v.AsUInt64() << (64 - n))).As<ulong, TWord>();
        }
        else
        {
            if (Avx512F.VL.IsSupported) v = Avx512F.VL.RotateRight(v.AsUInt32(), (byte)n).As<uint, TWord>();
            else if (n == 16) Shuffle(0x0504070601000302, 0x0D0C0F0E09080B0A);
            else if (n == 8) Shuffle(0x0407060500030201, 0x0C0F0E0D080B0A09);
            else v = ((v.AsUInt32() >>> n) | (v.AsUInt32() << (32 - n))).As<uint, TWord>();
        }
    }

    [MethodImpl(Inline)]
    public void SwapBytes()
    {
        if (typeof(TWord) == typeof(ulong)) Shuffle(0x0001020304050607, 0x08090A0B0C0D0E0F);
        else Shuffle(0x0405060700010203, 0x0C0D0E0F08090A0B);
    }

    [MethodImpl(Inline)]
    public static void Load4(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes256<TWord> m0, ref Lanes256<TWord> m1, ref Lanes256<TWord> m2, ref Lanes256<TWord> m3)
    {
        LaneRows rows = new(source, offsets.Slice(0, Count), offset, 4 * Word<TWord>.Bytes);
        FourWords(rows, 0, ref m0, ref m1, ref m2, ref m3);
    }

    [MethodImpl(Inline)]
    public static void Load8(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes256<TWord> m0, ref Lanes256<TWord> m1, ref Lanes256<TWord> m2, ref Lanes256<TWord> m3,
        ref Lanes256<TWord> m4, ref Lanes256<TWord> m5, ref Lanes256<TWord> m6, ref Lanes256<TWord> m7)
    {
        LaneRows rows = new(source, offsets.Slice(0, Count), offset, 8 * Word<TWord>.Bytes);
        EightWords(rows, 0, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
    }

    [MethodImpl(Inline)]
    public static void Load16(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes256<TWord> m0, ref Lanes256<TWord> m1, ref Lanes256<TWord> m2, ref Lanes256<TWord> m3,
        ref Lanes256<TWord> m4, ref Lanes256<TWord> m5, ref Lanes256<TWord> m6, ref Lanes256<TWord> m7,
        ref Lanes256<TWord> m8, ref Lanes256<TWord> m9, ref Lanes256<TWord> m10, ref Lanes256<TWord> m11,
        ref Lanes256<TWord> m12, ref Lanes256<TWord> m13, ref Lanes256<TWord> m14, ref Lanes256<TWord> m15)
    {
        LaneRows rows = new(source, offsets.Slice(0, Count), offset, 16 * Word<TWord>.Bytes);
        EightWords(rows, 0, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
        EightWords(rows, 8 * Word<TWord>.Bytes, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
    }

    // Loads four words of each row, and then the next four. 512-bit vectors have a separate implementation.
    [MethodImpl(Inline)]
    private static void EightWords(
        in LaneRows rows, int o,
        ref Lanes256<TWord> m0, ref Lanes256<TWord> m1, ref Lanes256<TWord> m2, ref Lanes256<TWord> m3,
        ref Lanes256<TWord> m4, ref Lanes256<TWord> m5, ref Lanes256<TWord> m6, ref Lanes256<TWord> m7)
    {
        FourWords(rows, o, ref m0, ref m1, ref m2, ref m3);
        FourWords(rows, o + (4 * Word<TWord>.Bytes), ref m4, ref m5, ref m6, ref m7);
    }

    // The four Unpack methods interleave words of a and b, from the lower or the upper half of each 128-bit block. The 128-bit
    // versions of these methods also run on processors other than x64.
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
}
