using System.Runtime.Intrinsics;

// Parts of partial types: lane operations that only TEA needs.
namespace Lanewise.Simd;

/// <content>Operations for TEA: the round, and blocks of two words. Words have 32 bits.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>
    /// Adds <c>(((y &lt;&lt; 4) ^ (y >>> 5)) + y) ^ k</c> (TEA's round). This is a single operation, so that interleaved streams
    /// use the registers one after the other. If it were unrolled in a kernel, four streams would spill.
    /// </summary>
    void AddTea(in TSelf y, in TSelf k);

    /// <summary>The inverse of <see cref="AddTea(in TSelf, in TSelf)"/>.</summary>
    void SubtractTea(in TSelf y, in TSelf k);

    /// <summary>TEA's round in which <c>k</c> is the sum of one word for all lanes and one adjacent word of each
    /// lane.</summary>
    void AddTea(in TSelf y, TWord sum, ReadOnlySpan<TWord> keys);

    /// <summary>The inverse of <see cref="AddTea(in TSelf, TWord, ReadOnlySpan{TWord})"/>.</summary>
    void SubtractTea(in TSelf y, TWord sum, ReadOnlySpan<TWord> keys);

    /// <summary>
    /// Reads a pair of little-endian words per lane from adjacent pairs: word <c>i</c> of lane <c>j</c> is word <c>2 * j +
    /// i</c> of the source.
    /// </summary>
    static abstract void LoadPairs(ReadOnlySpan<byte> source, ref TSelf w0, ref TSelf w1);

    /// <summary>The inverse of <see cref="LoadPairs"/>.</summary>
    static abstract void StorePairs(Span<byte> destination, in TSelf w0, in TSelf w1);
}

/// <content>Words have 32 bits.</content>
internal partial struct ScalarLane<TWord>
{
    [MethodImpl(Inline)]
    public void AddTea(in ScalarLane<TWord> y, in ScalarLane<TWord> k) =>
        v = (TWord)(object)((uint)(object)v +
            (((((uint)(object)y.v << 4) ^ ((uint)(object)y.v >>> 5)) + (uint)(object)y.v) ^ (uint)(object)k.v));

    [MethodImpl(Inline)]
    public void SubtractTea(in ScalarLane<TWord> y, in ScalarLane<TWord> k) =>
        v = (TWord)(object)((uint)(object)v -
            (((((uint)(object)y.v << 4) ^ ((uint)(object)y.v >>> 5)) + (uint)(object)y.v) ^ (uint)(object)k.v));

    [MethodImpl(Inline)]
    public void AddTea(in ScalarLane<TWord> y, TWord sum, ReadOnlySpan<TWord> keys) =>
        v = (TWord)(object)((uint)(object)v +
            (((((uint)(object)y.v << 4) ^ ((uint)(object)y.v >>> 5)) + (uint)(object)y.v)
                ^ ((uint)(object)sum + (uint)(object)keys[0])));

    [MethodImpl(Inline)]
    public void SubtractTea(in ScalarLane<TWord> y, TWord sum, ReadOnlySpan<TWord> keys) =>
        v = (TWord)(object)((uint)(object)v -
            (((((uint)(object)y.v << 4) ^ ((uint)(object)y.v >>> 5)) + (uint)(object)y.v)
                ^ ((uint)(object)sum + (uint)(object)keys[0])));

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

/// <content>The default for all widths.</content>
internal partial struct Lanes256<TWord>
{
    [MethodImpl(Inline)]
    public void AddTea(in Lanes256<TWord> y, in Lanes256<TWord> k) => v += (((y.v << 4) ^ (y.v >>> 5)) + y.v) ^ k.v;

    [MethodImpl(Inline)]
    public void SubtractTea(in Lanes256<TWord> y, in Lanes256<TWord> k) => v -= (((y.v << 4) ^ (y.v >>> 5)) + y.v) ^ k.v;

    [MethodImpl(Inline)]
    public void AddTea(in Lanes256<TWord> y, TWord sum, ReadOnlySpan<TWord> keys) =>
        v += (((y.v << 4) ^ (y.v >>> 5)) + y.v) ^ (Vector256.Create(keys) + Vector256.Create(sum));

    [MethodImpl(Inline)]
    public void SubtractTea(in Lanes256<TWord> y, TWord sum, ReadOnlySpan<TWord> keys) =>
        v -= (((y.v << 4) ^ (y.v >>> 5)) + y.v) ^ (Vector256.Create(keys) + Vector256.Create(sum));

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
    public void AddTea(in Interleaved<TLanes, TWord> y, TWord sum, ReadOnlySpan<TWord> keys)
    {
        a.AddTea(y.a, sum, keys);
        b.AddTea(y.b, sum, keys.Slice(TLanes.Count));
    }

    [MethodImpl(Inline)]
    public void SubtractTea(in Interleaved<TLanes, TWord> y, TWord sum, ReadOnlySpan<TWord> keys)
    {
        a.SubtractTea(y.a, sum, keys);
        b.SubtractTea(y.b, sum, keys.Slice(TLanes.Count));
    }

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
