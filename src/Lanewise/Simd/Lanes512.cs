using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Simd;

/// <summary>
/// 16 lanes of 32 bits or 8 lanes of 64 bits. The code requires AVX-512F, which has single instructions for rotations and for
/// three-operand logic.
/// </summary>
[OperationsOf(typeof(Lanes256<>))]
internal partial struct Lanes512<TWord> : ILanes<Lanes512<TWord>, TWord>
    where TWord : unmanaged
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Vector512<TWord> v;

    [MethodImpl(Inline)] public void Write(Span<TWord> words) => MemoryMarshal.Cast<TWord, Vector512<TWord>>(words)[0] = v;

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
            // Writing rows of 32 bytes requires half as many stores and JIT locals as writing rows of 16 bytes.
            Vector512<TWord> a = UnpackLow64(w0.v, w1.v), b = UnpackHigh64(w0.v, w1.v), c = UnpackLow64(w2.v, w3.v),
                d = UnpackHigh64(w2.v, w3.v);
            Vector512<TWord> e = Pair128(a, c, upper: false), f = Pair128(b, d, upper: false);
            Vector512<TWord> g = Pair128(a, c, upper: true), h = Pair128(b, d, upper: true);
            Put(destination, 0, stride, e.GetLower()); Put(destination, 1, stride, f.GetLower());
            Put(destination, 2, stride, e.GetUpper()); Put(destination, 3, stride, f.GetUpper());
            Put(destination, 4, stride, g.GetLower()); Put(destination, 5, stride, h.GetLower());
            Put(destination, 6, stride, g.GetUpper()); Put(destination, 7, stride, h.GetUpper());
        }
    }

    // Loads two rows per vector directly from memory, so the outermost stage of the transpose needs no shuffle port.
    [MethodImpl(Inline)]
    private static Vector512<TWord> Two(in ReadOnlySpan<byte> x, in ReadOnlySpan<byte> y, int o) =>
        Vector256.Create(x.Slice(o, 32)).ToVector512Unsafe().WithUpper(Vector256.Create(y.Slice(o, 32))).As<byte, TWord>();

    // Loads 16 bytes of each of four rows into one vector.
    [MethodImpl(Inline)]
    private static Vector512<TWord> Four(
        in ReadOnlySpan<byte> x, in ReadOnlySpan<byte> y, in ReadOnlySpan<byte> z, in ReadOnlySpan<byte> w, int o) =>
        Vector128.Create(x.Slice(o, 16)).ToVector256Unsafe().WithUpper(Vector128.Create(y.Slice(o, 16))).ToVector512Unsafe()
            .WithUpper(Vector128.Create(z.Slice(o, 16)).ToVector256Unsafe().WithUpper(Vector128.Create(w.Slice(o, 16))))
            .As<byte, TWord>();

    // Loads and transposes four words of each row.
    [MethodImpl(Inline)]
    private static void FourWords(
        in LaneRows rows, int o, ref Lanes512<TWord> m0, ref Lanes512<TWord> m1, ref Lanes512<TWord> m2, ref Lanes512<TWord> m3)
    {
        if (typeof(TWord) == typeof(uint))
        {
            Vector512<TWord> a = Four(rows.R0, rows.R4, rows.R8, rows.R12, o), b = Four(rows.R1, rows.R5, rows.R9, rows.R13, o);
            Vector512<TWord> c = Four(rows.R2, rows.R6, rows.R10, rows.R14, o), d = Four(rows.R3, rows.R7, rows.R11, rows.R15, o);
            Vector512<TWord> e = UnpackLow32(a, b), f = UnpackHigh32(a, b), g = UnpackLow32(c, d), h = UnpackHigh32(c, d);
            m0.v = UnpackLow64(e, g); m1.v = UnpackHigh64(e, g); m2.v = UnpackLow64(f, h); m3.v = UnpackHigh64(f, h);
        }
        else
        {
            Vector512<TWord> a = Two(rows.R0, rows.R2, o), b = Two(rows.R1, rows.R3, o);
            Vector512<TWord> c = Two(rows.R4, rows.R6, o), d = Two(rows.R5, rows.R7, o);
            Vector512<TWord> e = UnpackLow64(a, b), f = UnpackHigh64(a, b), g = UnpackLow64(c, d), h = UnpackHigh64(c, d);
            m0.v = Shuffle128(e, g, 0x88); m2.v = Shuffle128(e, g, 0xDD);
            m1.v = Shuffle128(f, h, 0x88); m3.v = Shuffle128(f, h, 0xDD);
        }
    }

    [MethodImpl(Inline)]
    private static void EightWords(
        in LaneRows rows, int o,
        ref Lanes512<TWord> m0, ref Lanes512<TWord> m1, ref Lanes512<TWord> m2, ref Lanes512<TWord> m3,
        ref Lanes512<TWord> m4, ref Lanes512<TWord> m5, ref Lanes512<TWord> m6, ref Lanes512<TWord> m7)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            FourWords(rows, o, ref m0, ref m1, ref m2, ref m3);
            FourWords(rows, o + 32, ref m4, ref m5, ref m6, ref m7);
            return;
        }

        Vector512<TWord> a0 = Two(rows.R0, rows.R4, o), a1 = Two(rows.R1, rows.R5, o);
        Vector512<TWord> a2 = Two(rows.R2, rows.R6, o), a3 = Two(rows.R3, rows.R7, o);
        Vector512<TWord> b0 = Two(rows.R8, rows.R12, o), b1 = Two(rows.R9, rows.R13, o);
        Vector512<TWord> b2 = Two(rows.R10, rows.R14, o), b3 = Two(rows.R11, rows.R15, o);
        Vector512<TWord> a4 = UnpackLow32(a0, a1), a5 = UnpackHigh32(a0, a1), a6 = UnpackLow32(a2, a3), a7 = UnpackHigh32(a2, a3);
        a0 = UnpackLow64(a4, a6); a1 = UnpackHigh64(a4, a6); a2 = UnpackLow64(a5, a7); a3 = UnpackHigh64(a5, a7);
        Vector512<TWord> b4 = UnpackLow32(b0, b1), b5 = UnpackHigh32(b0, b1), b6 = UnpackLow32(b2, b3), b7 = UnpackHigh32(b2, b3);
        b0 = UnpackLow64(b4, b6); b1 = UnpackHigh64(b4, b6); b2 = UnpackLow64(b5, b7); b3 = UnpackHigh64(b5, b7);
        m0.v = Shuffle128(a0, b0, 0x88); m1.v = Shuffle128(a1, b1, 0x88); m2.v = Shuffle128(a2, b2, 0x88);
        m3.v = Shuffle128(a3, b3, 0x88); m4.v = Shuffle128(a0, b0, 0xDD); m5.v = Shuffle128(a1, b1, 0xDD);
        m6.v = Shuffle128(a2, b2, 0xDD); m7.v = Shuffle128(a3, b3, 0xDD);
    }

    [MethodImpl(Inline)]
    private static Vector512<TWord> Shuffle128(Vector512<TWord> a, Vector512<TWord> b, [ConstantExpected] byte control) =>
        Avx512F.Shuffle4x128(a.AsUInt32(), b.AsUInt32(), control).As<uint, TWord>();

    [MethodImpl(Inline)]
    private static void Put(Span<byte> destination, int lane, int stride, Vector256<TWord> words) =>
        words.AsByte().CopyTo(destination.Slice(lane * stride, 32));

    // Interleaves 128-bit parts of a and b, either from the lower halves or from the upper halves.
    [MethodImpl(Inline)]
    private static Vector512<TWord> Pair128(Vector512<TWord> a, Vector512<TWord> b, bool upper) => Avx512F.PermuteVar8x64x2(
        a.AsUInt64(), upper ? Vector512.Create(4UL, 5, 12, 13, 6, 7, 14, 15) : Vector512.Create(0UL, 1, 8, 9, 2, 3, 10, 11),
        b.AsUInt64()).As<ulong, TWord>();

    // Permutes the bytes of each 16-byte group.
    [MethodImpl(Inline)]
    private void Shuffle(ulong low, ulong high) => v = Avx512BW.Shuffle(
        v.AsByte(), Vector512.Create(low, high, low, high, low, high, low, high).AsByte()).As<byte, TWord>();

    [MethodImpl(Inline)] private void SwapHalves() => RotateRight(32);
}
