using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Simd;

/// <summary>
/// 4 lanes of 32 bits or 2 lanes of 64 bits. The code uses SSSE3, AVX-512VL or Arm64 instructions, and portable shuffles on
/// other processors.
/// </summary>
[OperationsOf(typeof(Lanes256<>))]
internal partial struct Lanes128<TWord> : ILanes<Lanes128<TWord>, TWord>, IRow<Lanes128<TWord>, TWord>
    where TWord : unmanaged
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Vector128<TWord> v;

    [MethodImpl(Inline)] public void Write(Span<TWord> words) => v.CopyTo(words);

    [MethodImpl(Inline)]
    public static void Store4(
        Span<byte> destination, int stride, in Lanes128<TWord> w0, in Lanes128<TWord> w1, in Lanes128<TWord> w2,
        in Lanes128<TWord> w3)
    {
        if (typeof(TWord) == typeof(uint))
        {
            Vector128<TWord> a = UnpackLow32(w0.v, w1.v), b = UnpackHigh32(w0.v, w1.v), c = UnpackLow32(w2.v, w3.v),
                d = UnpackHigh32(w2.v, w3.v);
            Vector128<TWord> e = UnpackLow64(a, c), f = UnpackHigh64(a, c), g = UnpackLow64(b, d), h = UnpackHigh64(b, d);
            Put(destination, 0, stride, 0, e); Put(destination, 1, stride, 0, f); Put(destination, 2, stride, 0, g);
            Put(destination, 3, stride, 0, h);
        }
        else
        {
            Vector128<TWord> a = UnpackLow64(w0.v, w1.v), b = UnpackHigh64(w0.v, w1.v), c = UnpackLow64(w2.v, w3.v),
                d = UnpackHigh64(w2.v, w3.v);
            Put(destination, 0, stride, 0, a); Put(destination, 0, stride, 16, c); Put(destination, 1, stride, 0, b);
            Put(destination, 1, stride, 16, d);
        }
    }

    // A row has four 32-bit words.
    [MethodImpl(Inline)]
    public void Turn([ConstantExpected] int n)
    {
        if (n == 1) v = Vector128.Shuffle(v.AsUInt32(), Vector128.Create(1u, 2, 3, 0)).As<uint, TWord>();
        else if (n == 2) v = Vector128.Shuffle(v.AsUInt32(), Vector128.Create(2u, 3, 0, 1)).As<uint, TWord>();
        else v = Vector128.Shuffle(v.AsUInt32(), Vector128.Create(3u, 0, 1, 2)).As<uint, TWord>();
    }

    [MethodImpl(Inline)]
    public void Gather(TWord w0, TWord w1, TWord w2, TWord w3) =>
        v = Vector128.Create(
            (uint)Word<TWord>.ToUInt64(w0), (uint)Word<TWord>.ToUInt64(w1),
            (uint)Word<TWord>.ToUInt64(w2), (uint)Word<TWord>.ToUInt64(w3)).As<uint, TWord>();

    [MethodImpl(Inline)] internal void Gather(ulong w0, ulong w1) => v = Vector128.Create(w0, w1).As<ulong, TWord>();

    /// <summary>Rotates the four words of two vectors: word <c>i</c> receives the value of word <c>(i + n) % 4</c>.</summary>
    [MethodImpl(Inline)]
    internal static void TurnPair(ref Lanes128<TWord> a, ref Lanes128<TWord> b, [ConstantExpected] int n)
    {
        Vector128<TWord> t = a.v;
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

    // Combines the upper 64 bits of a with the lower 64 bits of b.
    [MethodImpl(Inline)]
    private static Vector128<TWord> UpperLower(Vector128<TWord> a, Vector128<TWord> b)
    {
        if (Ssse3.IsSupported) return Ssse3.AlignRight(b.AsByte(), a.AsByte(), 8).As<byte, TWord>();

        return Vector128.Create(a.AsUInt64()[1], b.AsUInt64()[0]).As<ulong, TWord>();
    }

    [MethodImpl(Inline)]
    private static Vector128<TWord> One(in ReadOnlySpan<byte> x, int o) => Vector128.Create(x.Slice(o, 16)).As<byte, TWord>();

    // Loads and transposes four words of each row.
    [MethodImpl(Inline)]
    private static void FourWords(
        in LaneRows rows, int o, ref Lanes128<TWord> m0, ref Lanes128<TWord> m1, ref Lanes128<TWord> m2, ref Lanes128<TWord> m3)
    {
        Vector128<TWord> a = One(rows.R0, o), b = One(rows.R1, o);
        if (typeof(TWord) == typeof(uint))
        {
            Vector128<TWord> c = One(rows.R2, o), d = One(rows.R3, o);
            Vector128<TWord> e = UnpackLow32(a, b), f = UnpackHigh32(a, b), g = UnpackLow32(c, d), h = UnpackHigh32(c, d);
            m0.v = UnpackLow64(e, g); m1.v = UnpackHigh64(e, g); m2.v = UnpackLow64(f, h); m3.v = UnpackHigh64(f, h);
        }
        else
        {
            Vector128<TWord> c = One(rows.R0, o + 16), d = One(rows.R1, o + 16);
            m0.v = UnpackLow64(a, b); m1.v = UnpackHigh64(a, b); m2.v = UnpackLow64(c, d); m3.v = UnpackHigh64(c, d);
        }
    }

    [MethodImpl(Inline)]
    private static Vector128<TWord> UnpackLow32(Vector128<TWord> a, Vector128<TWord> b)
    {
        if (Sse2.IsSupported) return Sse2.UnpackLow(a.AsUInt32(), b.AsUInt32()).As<uint, TWord>();
        if (AdvSimd.Arm64.IsSupported) return AdvSimd.Arm64.ZipLow(a.AsUInt32(), b.AsUInt32()).As<uint, TWord>();
        return Vector128.Create(a.AsUInt32()[0], b.AsUInt32()[0], a.AsUInt32()[1], b.AsUInt32()[1]).As<uint, TWord>();
    }

    [MethodImpl(Inline)]
    private static Vector128<TWord> UnpackHigh32(Vector128<TWord> a, Vector128<TWord> b)
    {
        if (Sse2.IsSupported) return Sse2.UnpackHigh(a.AsUInt32(), b.AsUInt32()).As<uint, TWord>();
        if (AdvSimd.Arm64.IsSupported) return AdvSimd.Arm64.ZipHigh(a.AsUInt32(), b.AsUInt32()).As<uint, TWord>();
        return Vector128.Create(a.AsUInt32()[2], b.AsUInt32()[2], a.AsUInt32()[3], b.AsUInt32()[3]).As<uint, TWord>();
    }

    [MethodImpl(Inline)]
    private static Vector128<TWord> UnpackLow64(Vector128<TWord> a, Vector128<TWord> b)
    {
        if (Sse2.IsSupported) return Sse2.UnpackLow(a.AsUInt64(), b.AsUInt64()).As<ulong, TWord>();
        if (AdvSimd.Arm64.IsSupported) return AdvSimd.Arm64.ZipLow(a.AsUInt64(), b.AsUInt64()).As<ulong, TWord>();
        return Vector128.Create(a.AsUInt64()[0], b.AsUInt64()[0]).As<ulong, TWord>();
    }

    [MethodImpl(Inline)]
    private static Vector128<TWord> UnpackHigh64(Vector128<TWord> a, Vector128<TWord> b)
    {
        if (Sse2.IsSupported) return Sse2.UnpackHigh(a.AsUInt64(), b.AsUInt64()).As<ulong, TWord>();
        if (AdvSimd.Arm64.IsSupported) return AdvSimd.Arm64.ZipHigh(a.AsUInt64(), b.AsUInt64()).As<ulong, TWord>();
        return Vector128.Create(a.AsUInt64()[1], b.AsUInt64()[1]).As<ulong, TWord>();
    }

    // Permutes 16 bytes.
    [MethodImpl(Inline)]
    private void Shuffle(ulong low, ulong high)
    {
        // If native AOT compiles for the oldest CPUs, Vector128.Shuffle is a call of scalar code, which makes BLAKE3 six times as
        // slow.
        if (Ssse3.IsSupported) v = Ssse3.Shuffle(v.AsByte(), Vector128.Create(low, high).AsByte()).As<byte, TWord>();
        else v = Vector128.Shuffle(v.AsByte(), Vector128.Create(low, high).AsByte()).As<byte, TWord>();
    }

    [MethodImpl(Inline)]
    private void SwapHalves() => v = Vector128.Shuffle(v.AsUInt32(), Vector128.Create(1u, 0, 3, 2)).As<uint, TWord>();

    // For wider vectors, Pair128 combines 128-bit parts of a and b. A 128-bit vector has room for only one part, so this version
    // returns either a or b.
    [MethodImpl(Inline)]
    private static Vector128<TWord> Pair128(Vector128<TWord> a, Vector128<TWord> b, bool upper) => upper ? b : a;
}
