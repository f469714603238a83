using System.Runtime.Intrinsics;

namespace Lanewise.Simd;

/// <content>Blocks of two 32-bit words.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>
    /// Reads one pair of little-endian words per lane; the pairs are adjacent in the source. Word <c>i</c> of lane <c>j</c> is
    /// word <c>2 * j + i</c> of the source.
    /// </summary>
    static abstract void LoadPairs(ReadOnlySpan<byte> source, ref TSelf w0, ref TSelf w1);

    /// <summary>The inverse of <see cref="LoadPairs"/>.</summary>
    static abstract void StorePairs(Span<byte> destination, in TSelf w0, in TSelf w1);
}

internal partial struct ScalarLane<TWord>
{
    [MethodImpl(Inline)]
    public static void LoadPairs(ReadOnlySpan<byte> source, ref ScalarLane<TWord> w0, ref ScalarLane<TWord> w1)
    {
        w0.v = At(source, 0);
        w1.v = At(source, 1);
    }

    [MethodImpl(Inline)]
    public static void StorePairs(Span<byte> destination, in ScalarLane<TWord> w0, in ScalarLane<TWord> w1)
    {
        Put(destination, 0, w0.v); Put(destination, 1, w1.v);
    }
}

/// <content>The default implementation for vectors of all widths.</content>
internal partial struct Lanes256<TWord>
{
    [MethodImpl(Inline)]
    public static void LoadPairs(ReadOnlySpan<byte> source, ref Lanes256<TWord> w0, ref Lanes256<TWord> w1)
    {
        Vector256<ulong> a = Vector256.Create(source).AsUInt64();
        Vector256<ulong> b = Vector256.Create(source.Slice(Vector256<byte>.Count)).AsUInt64();
        w0.v = Vector256.Narrow(a, b).As<uint, TWord>();
        w1.v = Vector256.Narrow(a >>> 32, b >>> 32).As<uint, TWord>();
    }

    [MethodImpl(Inline)]
    public static void StorePairs(Span<byte> destination, in Lanes256<TWord> w0, in Lanes256<TWord> w1)
    {
        Vector256<TWord> a = UnpackLow32(w0.v, w1.v), b = UnpackHigh32(w0.v, w1.v);
        Pair128(a, b, upper: false).AsByte().CopyTo(destination);
        Pair128(a, b, upper: true).AsByte().CopyTo(destination.Slice(Vector256<byte>.Count));
    }
}

internal partial struct Interleaved<TLanes, TWord>
{
    [MethodImpl(Inline)]
    public static void LoadPairs(ReadOnlySpan<byte> source, ref Interleaved<TLanes, TWord> w0, ref Interleaved<TLanes, TWord> w1)
    {
        TLanes.LoadPairs(source, ref w0.a, ref w1.a);
        TLanes.LoadPairs(source.Slice(2 * Word<TWord>.Bytes * TLanes.Count), ref w0.b, ref w1.b);
    }

    [MethodImpl(Inline)]
    public static void StorePairs(Span<byte> destination, in Interleaved<TLanes, TWord> w0, in Interleaved<TLanes, TWord> w1)
    {
        TLanes.StorePairs(destination, w0.a, w1.a);
        TLanes.StorePairs(destination.Slice(2 * Word<TWord>.Bytes * TLanes.Count), w0.b, w1.b);
    }
}
