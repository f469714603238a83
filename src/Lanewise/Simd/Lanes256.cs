using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Simd;

/// <summary>
/// 8 lanes of 32 bits or 4 lanes of 64 bits. The code requires AVX2, and uses AVX-512VL for rotations and three-operand logic
/// if available.
/// </summary>
internal partial struct Lanes256<TWord> : ILanes<Lanes256<TWord>, TWord>, IRow<Lanes256<TWord>, TWord>
    where TWord : unmanaged
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Vector256<TWord> v;

    [MethodImpl(Inline)] public void Write(Span<TWord> words) => v.CopyTo(words);

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

    // A row has four 64-bit words.
    [MethodImpl(Inline)]
    public void Turn([ConstantExpected] int n)
    {
        // The control bytes are literals, because the JIT would keep the row in memory if the control were computed.
        if (n == 1) v = Avx2.Permute4x64(v.AsUInt64(), 0x39).As<ulong, TWord>();
        else if (n == 2) v = Avx2.Permute4x64(v.AsUInt64(), 0x4E).As<ulong, TWord>();
        else v = Avx2.Permute4x64(v.AsUInt64(), 0x93).As<ulong, TWord>();
    }

    [MethodImpl(Inline)]
    public void Gather(TWord w0, TWord w1, TWord w2, TWord w3) =>
        v = Vector256.Create(
            Word<TWord>.ToUInt64(w0), Word<TWord>.ToUInt64(w1),
            Word<TWord>.ToUInt64(w2), Word<TWord>.ToUInt64(w3)).As<ulong, TWord>();

    // Loads two rows per vector directly from memory, so the outermost stage of the transpose needs no shuffle port.
    [MethodImpl(Inline)]
    private static Vector256<TWord> Two(in ReadOnlySpan<byte> x, in ReadOnlySpan<byte> y, int o) =>
        Vector128.Create(x.Slice(o, 16)).ToVector256Unsafe().WithUpper(Vector128.Create(y.Slice(o, 16))).As<byte, TWord>();

    // Loads and transposes four words of each row.
    [MethodImpl(Inline)]
    private static void FourWords(
        in LaneRows rows, int o, ref Lanes256<TWord> m0, ref Lanes256<TWord> m1, ref Lanes256<TWord> m2, ref Lanes256<TWord> m3)
    {
        if (typeof(TWord) == typeof(uint))
        {
            Vector256<TWord> a = Two(rows.R0, rows.R4, o), b = Two(rows.R1, rows.R5, o);
            Vector256<TWord> c = Two(rows.R2, rows.R6, o), d = Two(rows.R3, rows.R7, o);
            Vector256<TWord> e = UnpackLow32(a, b), f = UnpackHigh32(a, b), g = UnpackLow32(c, d), h = UnpackHigh32(c, d);
            m0.v = UnpackLow64(e, g); m1.v = UnpackHigh64(e, g); m2.v = UnpackLow64(f, h); m3.v = UnpackHigh64(f, h);
        }
        else
        {
            Vector256<TWord> a = Two(rows.R0, rows.R2, o), b = Two(rows.R1, rows.R3, o);
            Vector256<TWord> c = Two(rows.R0, rows.R2, o + 16), d = Two(rows.R1, rows.R3, o + 16);
            m0.v = UnpackLow64(a, b); m1.v = UnpackHigh64(a, b); m2.v = UnpackLow64(c, d); m3.v = UnpackHigh64(c, d);
        }
    }

    // Permutes the bytes of each 16-byte group.
    [MethodImpl(Inline)]
    private void Shuffle(ulong low, ulong high) =>
        v = Avx2.Shuffle(v.AsByte(), Vector256.Create(low, high, low, high).AsByte()).As<byte, TWord>();

    [MethodImpl(Inline)] private void SwapHalves() => v = Avx2.Shuffle(v.AsUInt32(), 0xB1).As<uint, TWord>();

    // Combines the lower 128 bits of a and b, or their upper 128 bits.
    [MethodImpl(Inline)]
    private static Vector256<TWord> Pair128(Vector256<TWord> a, Vector256<TWord> b, bool upper) =>
        Avx2.Permute2x128(a.AsByte(), b.AsByte(), upper ? (byte)0x31 : (byte)0x20).As<byte, TWord>();
}
