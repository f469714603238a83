using System.Runtime.Intrinsics;

// Parts of types that are declared there: of a lane, what TEA alone asks.
namespace Lanewise.Lanes;

/// <content>TEA: its round. Words have 32 bits.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>
    /// Adds <c>(((y &lt;&lt; 4) ^ (y >>> 5)) + y) ^ k</c> (TEA's round). One operation, so that interleaved streams need the
    /// registers for it one after the other: written out in a kernel, four streams spill.
    /// </summary>
    void AddTea(in TSelf y, in TSelf k);

    /// <summary>Subtracts what <see cref="AddTea(in TSelf, in TSelf)"/> adds.</summary>
    void SubtractTea(in TSelf y, in TSelf k);

    /// <summary>TEA's round with <c>k</c> the sum of one word for all lanes and a word of each, next to each other.</summary>
    void AddTea(in TSelf y, TWord sum, ReadOnlySpan<TWord> keys);

    /// <summary>Subtracts what <see cref="AddTea(in TSelf, TWord, ReadOnlySpan{TWord})"/> adds.</summary>
    void SubtractTea(in TSelf y, TWord sum, ReadOnlySpan<TWord> keys);
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
}

/// <content>All widths have it from here.</content>
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
}
