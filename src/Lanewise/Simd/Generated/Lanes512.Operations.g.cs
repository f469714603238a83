// Written by: dotnet run --project tools/KernelSource
#nullable enable
// Generated from ILanes.cs, IRow.cs, LanesArithmetic.cs, LanesLogic.cs, LanesRotations.cs and so on. Edit those files.
using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
#pragma warning disable CS0162 // At some widths, the code for CPUs without AVX-512VL is unreachable.

namespace Lanewise.Simd;

internal partial struct Lanes512<TWord>
{
    [MethodImpl(Inline)]
    public void AddWithProduct(in Lanes512<TWord> x)
    {
        Vector512<ulong> product = Avx512F.Multiply(v.AsUInt32(), x.v.AsUInt32());
        v = (v.AsUInt64() + x.v.AsUInt64() + (product + product)).As<ulong, TWord>();
    }

    /// <summary>
    /// Rotates one row of four words in each 128-bit part. <c>a</c> contains the first two words of each row, and <c>b</c>
    /// contains the last two words. Word <c>i</c> receives the value of word <c>(i + n) % 4</c>.
    /// </summary>
    [MethodImpl(Inline)]
    internal static void TurnPair(ref Lanes512<TWord> a, ref Lanes512<TWord> b, [ConstantExpected] int n)
    {
        Vector512<TWord> t = a.v;
        if (n == 1)
        {
            a.v = UpperLower(a.v, b.v);
            b.v = UpperLower(b.v, t);
        }
        else if (n == 2)
        {
            a.v = b.v;
            b.v = t;
        }
        else
        {
            a.v = UpperLower(b.v, a.v);
            b.v = UpperLower(t, b.v);
        }
    }
}

internal partial struct Lanes512<TWord>
{
    public static int Count { [MethodImpl(Inline)] get => Vector512<TWord>.Count; }

    [MethodImpl(Inline)] public void operator +=(in Lanes512<TWord> x) => v += x.v;
    [MethodImpl(Inline)] public void operator -=(in Lanes512<TWord> x) => v -= x.v;
    [MethodImpl(Inline)] public void operator ^=(in Lanes512<TWord> x) => v ^= x.v;
    [MethodImpl(Inline)] public void AddSum(in Lanes512<TWord> x, in Lanes512<TWord> y) => v += x.v + y.v;
    [MethodImpl(Inline)] public void AddWord(in TWord w) => v += Vector512.Create(w);
    [MethodImpl(Inline)] public void SubtractWord(in TWord w) => v -= Vector512.Create(w);
    [MethodImpl(Inline)] public void Add(in Lanes512<TWord> m, TWord k) => v += m.v + Vector512.Create(k);
    [MethodImpl(Inline)] public void Broadcast(TWord w) => v = Vector512.Create(w);
    [MethodImpl(Inline)] public void CountFrom(TWord first) => v = Vector512<TWord>.Indices + Vector512.Create(first);
    [MethodImpl(Inline)] public void BroadcastFrom(ReadOnlySpan<TWord> words, int i) => v = Vector512.Create(words[i]);
    [MethodImpl(Inline)] public void Read(ReadOnlySpan<TWord> words) => v = Vector512.Create(words);

    // A loop over two halves, because the JIT compiles it in about half the time.
    [MethodImpl(Inline)]
    public static void Load16Into(ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<Lanes512<TWord>> m)
    {
        m = m.Slice(0, 16);
        LaneRows rows = new(source, offsets.Slice(0, Count), offset, 16 * Word<TWord>.Bytes);
        for (int i = 0; i < 16; i += 8)
        {
            Span<Lanes512<TWord>> w = m.Slice(i, 8);
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
            if (true) v = Avx512F.RotateRight(v.AsUInt64(), (byte)n).As<ulong, TWord>();
            else if (n == 32) SwapHalves();
            else if (n == 16) Shuffle(0x0100070605040302, 0x09080F0E0D0C0B0A);
            else if (n == 24) Shuffle(0x0201000706050403, 0x0A09080F0E0D0C0B);
            else if (n == 63) v = ((v.AsUInt64() >>> 63) ^ (v.AsUInt64() + v.AsUInt64())).As<ulong, TWord>();
            else v = ((v.AsUInt64() >>> n) | (v.AsUInt64() << (64 - n))).As<ulong, TWord>();
        }
        else
        {
            if (true) v = Avx512F.RotateRight(v.AsUInt32(), (byte)n).As<uint, TWord>();
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
        ref Lanes512<TWord> m0, ref Lanes512<TWord> m1, ref Lanes512<TWord> m2, ref Lanes512<TWord> m3)
    {
        LaneRows rows = new(source, offsets.Slice(0, Count), offset, 4 * Word<TWord>.Bytes);
        FourWords(rows, 0, ref m0, ref m1, ref m2, ref m3);
    }

    [MethodImpl(Inline)]
    public static void Load8(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes512<TWord> m0, ref Lanes512<TWord> m1, ref Lanes512<TWord> m2, ref Lanes512<TWord> m3,
        ref Lanes512<TWord> m4, ref Lanes512<TWord> m5, ref Lanes512<TWord> m6, ref Lanes512<TWord> m7)
    {
        LaneRows rows = new(source, offsets.Slice(0, Count), offset, 8 * Word<TWord>.Bytes);
        EightWords(rows, 0, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
    }

    [MethodImpl(Inline)]
    public static void Load16(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Lanes512<TWord> m0, ref Lanes512<TWord> m1, ref Lanes512<TWord> m2, ref Lanes512<TWord> m3,
        ref Lanes512<TWord> m4, ref Lanes512<TWord> m5, ref Lanes512<TWord> m6, ref Lanes512<TWord> m7,
        ref Lanes512<TWord> m8, ref Lanes512<TWord> m9, ref Lanes512<TWord> m10, ref Lanes512<TWord> m11,
        ref Lanes512<TWord> m12, ref Lanes512<TWord> m13, ref Lanes512<TWord> m14, ref Lanes512<TWord> m15)
    {
        LaneRows rows = new(source, offsets.Slice(0, Count), offset, 16 * Word<TWord>.Bytes);
        EightWords(rows, 0, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
        EightWords(rows, 8 * Word<TWord>.Bytes, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
    }

    // The four Unpack methods interleave words of a and b, from the lower or the upper half of each 128-bit block. The 128-bit
    // versions of these methods also run on processors other than x64.
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
}

internal partial struct Lanes512<TWord>
{
    [MethodImpl(Inline)]
    public void Choose(in Lanes512<TWord> mask, in Lanes512<TWord> x, in Lanes512<TWord> y)
    {
        if (true) v = Vector512.ConditionalSelect(mask.v, x.v, y.v);
        else v = y.v ^ (mask.v & (x.v ^ y.v));
    }

    // The function is written as a truth table. A conditional select is also one instruction, but with it, SHA-256 takes 24.7 ns
    // instead of 21.9 ns for 64 bytes (Zen 5, 512 bits).
    [MethodImpl(Inline)]
    public void Majority(in Lanes512<TWord> x, in Lanes512<TWord> y, in Lanes512<TWord> z)
    {
        if (!true) v = y.v ^ ((x.v ^ y.v) & (y.v ^ z.v));
        else v = Avx512F.TernaryLogic(x.v.AsUInt32(), y.v.AsUInt32(), z.v.AsUInt32(), 0xE8).As<uint, TWord>();
    }

    // With AVX-512, the JIT combines this expression into one instruction, as it does with the XOR of three operands.
    [MethodImpl(Inline)]
    public void XorAndNot(in Lanes512<TWord> x, in Lanes512<TWord> y, in Lanes512<TWord> z) =>
        v = x.v ^ Vector512.AndNot(z.v, y.v);

    [MethodImpl(Inline)] public void Xor3(in Lanes512<TWord> x, in Lanes512<TWord> y) => v = v ^ x.v ^ y.v;

    [MethodImpl(Inline)]
    public void AddChoose(in Lanes512<TWord> mask, in Lanes512<TWord> x, in Lanes512<TWord> y)
    {
        if (true) v += Vector512.ConditionalSelect(mask.v, x.v, y.v);
        else v += y.v ^ (mask.v & (x.v ^ y.v));
    }

    [MethodImpl(Inline)]
    public void AddChooseLate(in Lanes512<TWord> mask, in Lanes512<TWord> x, in Lanes512<TWord> y)
    {
        if (true) v += Vector512.ConditionalSelect(mask.v, x.v, y.v);
        else v = v + Vector512.AndNot(y.v, mask.v) + (x.v & mask.v);
    }

    [MethodImpl(Inline)]
    public void AddXor(in Lanes512<TWord> x, in Lanes512<TWord> y, in Lanes512<TWord> z) => v += y.v ^ z.v ^ x.v;

    // With AVX-512, the JIT combines the three bitwise operations into one instruction, as it does with the two XORs in AddXor.
    [MethodImpl(Inline)]
    public void AddXorOrNot(in Lanes512<TWord> x, in Lanes512<TWord> y, in Lanes512<TWord> z) => v += y.v ^ (x.v | ~z.v);
}

internal partial struct Lanes512<TWord>
{
    [MethodImpl(Inline)]
    public static void LoadPairs(ReadOnlySpan<byte> source, ref Lanes512<TWord> w0, ref Lanes512<TWord> w1)
    {
        Vector512<ulong> a = Vector512.Create(source).AsUInt64();
        Vector512<ulong> b = Vector512.Create(source.Slice(Vector512<byte>.Count)).AsUInt64();
        w0.v = Vector512.Narrow(a, b).As<uint, TWord>();
        w1.v = Vector512.Narrow(a >>> 32, b >>> 32).As<uint, TWord>();
    }

    [MethodImpl(Inline)]
    public static void StorePairs(Span<byte> destination, in Lanes512<TWord> w0, in Lanes512<TWord> w1)
    {
        Vector512<TWord> a = UnpackLow32(w0.v, w1.v), b = UnpackHigh32(w0.v, w1.v);
        Pair128(a, b, upper: false).AsByte().CopyTo(destination);
        Pair128(a, b, upper: true).AsByte().CopyTo(destination.Slice(Vector512<byte>.Count));
    }
}

internal partial struct Lanes512<TWord>
{
    [MethodImpl(Inline)]
    public void XorRotations(in Lanes512<TWord> x, [ConstantExpected] int p, [ConstantExpected] int q, [ConstantExpected] int r)
    {
        if (!true)
        {
            v = (x.v >>> p) ^ (x.v << -p) ^ (x.v >>> q) ^ (x.v << -q) ^ (x.v >>> r) ^ (x.v << -r);
        }
        else if (typeof(TWord) == typeof(ulong))
        {
            v = (Avx512F.RotateRight(x.v.AsUInt64(), (byte)p) ^ Avx512F.RotateRight(x.v.AsUInt64(), (byte)q)
                ^ Avx512F.RotateRight(x.v.AsUInt64(), (byte)r)).As<ulong, TWord>();
        }
        else
        {
            v = (Avx512F.RotateRight(x.v.AsUInt32(), (byte)p) ^ Avx512F.RotateRight(x.v.AsUInt32(), (byte)q)
                ^ Avx512F.RotateRight(x.v.AsUInt32(), (byte)r)).As<uint, TWord>();
        }
    }

    [MethodImpl(Inline)]
    public void XorRotationsAndShift(
        in Lanes512<TWord> x, [ConstantExpected] int p, [ConstantExpected] int q, [ConstantExpected] int s)
    {
        if (!true)
        {
            v = (x.v >>> p) ^ (x.v << -p) ^ (x.v >>> q) ^ (x.v << -q) ^ (x.v >>> s);
        }
        else if (typeof(TWord) == typeof(ulong))
        {
            v = (Avx512F.RotateRight(x.v.AsUInt64(), (byte)p) ^ Avx512F.RotateRight(x.v.AsUInt64(), (byte)q)
                ^ (x.v.AsUInt64() >>> s)).As<ulong, TWord>();
        }
        else
        {
            v = (Avx512F.RotateRight(x.v.AsUInt32(), (byte)p) ^ Avx512F.RotateRight(x.v.AsUInt32(), (byte)q)
                ^ (x.v.AsUInt32() >>> s)).As<uint, TWord>();
        }
    }

    [MethodImpl(Inline)]
    public void XorRotatedByOne(in Lanes512<TWord> x, in Lanes512<TWord> y)
    {
        if (!true) v = x.v ^ (y.v + y.v) ^ (y.v >>> -1);
        else if (typeof(TWord) == typeof(ulong)) v = x.v ^ Avx512F.RotateLeft(y.v.AsUInt64(), 1).As<ulong, TWord>();
        else v = x.v ^ Avx512F.RotateLeft(y.v.AsUInt32(), 1).As<uint, TWord>();
    }

    // The XOR is not stored in a local variable, because a local variable inside an operation causes register spills.
    [MethodImpl(Inline)]
    public void RotateLeftOfXor(in Lanes512<TWord> x, in Lanes512<TWord> y, [ConstantExpected] int n)
    {
        if (n == 0) v = x.v ^ y.v;
        else if (!true) v = ((x.v ^ y.v) << n) | ((x.v ^ y.v) >>> -n);
        else if (typeof(TWord) == typeof(ulong))
        {
            v = Avx512F.RotateLeft((x.v ^ y.v).AsUInt64(), (byte)n).As<ulong, TWord>();
        }
        else v = Avx512F.RotateLeft((x.v ^ y.v).AsUInt32(), (byte)n).As<uint, TWord>();
    }

    [MethodImpl(Inline)]
    public void AddXorShifts(
        in Lanes512<TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, in Lanes512<TWord> k) =>
        v += (((y.v << left) ^ (y.v >>> right)) + y.v) ^ k.v;

    [MethodImpl(Inline)]
    public void SubtractXorShifts(
        in Lanes512<TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, in Lanes512<TWord> k) =>
        v -= (((y.v << left) ^ (y.v >>> right)) + y.v) ^ k.v;

    [MethodImpl(Inline)]
    public void AddXorShifts(
        in Lanes512<TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, TWord sum,
        ReadOnlySpan<TWord> words) =>
        v += (((y.v << left) ^ (y.v >>> right)) + y.v) ^ (Vector512.Create(words) + Vector512.Create(sum));

    [MethodImpl(Inline)]
    public void SubtractXorShifts(
        in Lanes512<TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, TWord sum,
        ReadOnlySpan<TWord> words) =>
        v -= (((y.v << left) ^ (y.v >>> right)) + y.v) ^ (Vector512.Create(words) + Vector512.Create(sum));
}

internal partial struct Lanes512<TWord>
{
    public static bool HoldsBlock => true;
}

internal partial struct Lanes512<TWord>
{
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void LoadBlocks<TAll>(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<TAll> m, int vector, int blocks)
        where TAll : struct, ILanes<TAll, TWord> =>
        Sixteen.LoadBlocks<TWord, Lanes512<TWord>, TAll>(source, offsets, offset, m, vector, blocks);
}
