using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

// Parts of partial types: lane operations that only MD5 needs.
namespace Lanewise.Simd;

/// <content>MD5: the four functions of its rounds, added to a lane.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>Adds <c>mask ? x : y</c>, optimized for a mask that is ready last (MD5's F).</summary>
    void AddChoose(in TSelf mask, in TSelf x, in TSelf y);

    /// <summary>Adds <c>mask ? x : y</c>, optimized for an <paramref name="x"/> that is ready last (MD5's G).</summary>
    void AddChooseLate(in TSelf mask, in TSelf x, in TSelf y);

    /// <summary>Adds <c>x ^ y ^ z</c>, optimized for an <paramref name="x"/> that is ready last (MD5's H).</summary>
    void AddXor(in TSelf x, in TSelf y, in TSelf z);

    /// <summary>Adds <c>y ^ (x | ~z)</c>, optimized for an <paramref name="x"/> that is ready last (MD5's I).</summary>
    void AddXorOrNot(in TSelf x, in TSelf y, in TSelf z);
}

/// <content>Words have 32 bits.</content>
internal partial struct ScalarLane<TWord>
{
    [MethodImpl(Inline)]
    public void AddChoose(in ScalarLane<TWord> mask, in ScalarLane<TWord> x, in ScalarLane<TWord> y) =>
        v = (TWord)(object)(
            (uint)(object)v + ((uint)(object)y.v ^ ((uint)(object)mask.v & ((uint)(object)x.v ^ (uint)(object)y.v))));

    // Adds two disjoint terms, the first available one first, which takes one operation off the critical path.
    [MethodImpl(Inline)]
    public void AddChooseLate(in ScalarLane<TWord> mask, in ScalarLane<TWord> x, in ScalarLane<TWord> y)
    {
        v = (TWord)(object)((uint)(object)v + (~(uint)(object)mask.v & (uint)(object)y.v));
        v = (TWord)(object)((uint)(object)v + ((uint)(object)mask.v & (uint)(object)x.v));
    }

    [MethodImpl(Inline)]
    public void AddXor(in ScalarLane<TWord> x, in ScalarLane<TWord> y, in ScalarLane<TWord> z) =>
        v = (TWord)(object)((uint)(object)v + ((uint)(object)y.v ^ (uint)(object)z.v ^ (uint)(object)x.v));

    [MethodImpl(Inline)]
    public void AddXorOrNot(in ScalarLane<TWord> x, in ScalarLane<TWord> y, in ScalarLane<TWord> z) =>
        v = (TWord)(object)((uint)(object)v + ((uint)(object)y.v ^ ((uint)(object)x.v | ~(uint)(object)z.v)));
}

/// <content>The default for all widths.</content>
internal partial struct Lanes256<TWord>
{
    [MethodImpl(Inline)]
    public void AddChoose(in Lanes256<TWord> mask, in Lanes256<TWord> x, in Lanes256<TWord> y)
    {
        if (Avx512F.VL.IsSupported) v += Vector256.ConditionalSelect(mask.v, x.v, y.v);
        else v += y.v ^ (mask.v & (x.v ^ y.v));
    }

    [MethodImpl(Inline)]
    public void AddChooseLate(in Lanes256<TWord> mask, in Lanes256<TWord> x, in Lanes256<TWord> y)
    {
        if (Avx512F.VL.IsSupported) v += Vector256.ConditionalSelect(mask.v, x.v, y.v);
        else v = v + Vector256.AndNot(y.v, mask.v) + (x.v & mask.v);
    }

    [MethodImpl(Inline)]
    public void AddXor(in Lanes256<TWord> x, in Lanes256<TWord> y, in Lanes256<TWord> z) => v += y.v ^ z.v ^ x.v;

    // With AVX-512, the JIT combines the three operations into one, as it does with the two of AddXor.
    [MethodImpl(Inline)]
    public void AddXorOrNot(in Lanes256<TWord> x, in Lanes256<TWord> y, in Lanes256<TWord> z) => v += y.v ^ (x.v | ~z.v);
}
