using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

// Parts of types that are declared there: of a lane, what MD5 alone asks.
namespace Lanewise.Lanes;

/// <content>MD5: the four functions of its rounds, added to a lane.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>Adds <c>mask ? x : y</c>, for a mask that is ready last (MD5's F).</summary>
    void AddChoose(in TSelf mask, in TSelf x, in TSelf y);

    /// <summary>Adds <c>mask ? x : y</c>, for an <paramref name="x"/> that is ready last (MD5's G).</summary>
    void AddChooseLate(in TSelf mask, in TSelf x, in TSelf y);

    /// <summary>Adds <c>x ^ y ^ z</c>, for an <paramref name="x"/> that is ready last (MD5's H).</summary>
    void AddXor(in TSelf x, in TSelf y, in TSelf z);

    /// <summary>Adds <c>y ^ (x | ~z)</c>, for an <paramref name="x"/> that is ready last (MD5's I).</summary>
    void AddXorOrNot(in TSelf x, in TSelf y, in TSelf z);
}

/// <content>Words have 32 bits.</content>
internal partial struct ScalarLane<TWord>
{
    [MethodImpl(Inline)]
    public void AddChoose(in ScalarLane<TWord> mask, in ScalarLane<TWord> x, in ScalarLane<TWord> y) =>
        v = (TWord)(object)(
            (uint)(object)v + ((uint)(object)y.v ^ ((uint)(object)mask.v & ((uint)(object)x.v ^ (uint)(object)y.v))));

    // Two disjoint terms: the one that is ready first is added first, which takes one operation off the chain.
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

internal partial struct Lanes128<TWord>
{
    [MethodImpl(Inline)]
    public void AddChoose(in Lanes128<TWord> mask, in Lanes128<TWord> x, in Lanes128<TWord> y)
    {
        if (Avx512F.VL.IsSupported) v += Vector128.ConditionalSelect(mask.v, x.v, y.v);
        else v += y.v ^ (mask.v & (x.v ^ y.v));
    }

    [MethodImpl(Inline)]
    public void AddChooseLate(in Lanes128<TWord> mask, in Lanes128<TWord> x, in Lanes128<TWord> y)
    {
        if (Avx512F.VL.IsSupported) v += Vector128.ConditionalSelect(mask.v, x.v, y.v);
        else v = v + Vector128.AndNot(y.v, mask.v) + (x.v & mask.v);
    }

    [MethodImpl(Inline)]
    public void AddXor(in Lanes128<TWord> x, in Lanes128<TWord> y, in Lanes128<TWord> z) => v += y.v ^ z.v ^ x.v;

    [MethodImpl(Inline)]
    public void AddXorOrNot(in Lanes128<TWord> x, in Lanes128<TWord> y, in Lanes128<TWord> z)
    {
        if (!Avx512F.VL.IsSupported) v += y.v ^ (x.v | ~z.v);
        else v += Avx512F.VL.TernaryLogic(y.v.AsUInt32(), x.v.AsUInt32(), z.v.AsUInt32(), Ternary.XorOrNot).As<uint, TWord>();
    }
}

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

    [MethodImpl(Inline)]
    public void AddXorOrNot(in Lanes256<TWord> x, in Lanes256<TWord> y, in Lanes256<TWord> z)
    {
        if (!Avx512F.VL.IsSupported) v += y.v ^ (x.v | ~z.v);
        else v += Avx512F.VL.TernaryLogic(y.v.AsUInt32(), x.v.AsUInt32(), z.v.AsUInt32(), Ternary.XorOrNot).As<uint, TWord>();
    }
}

internal partial struct Lanes512<TWord>
{
    [MethodImpl(Inline)]
    public void AddChoose(in Lanes512<TWord> mask, in Lanes512<TWord> x, in Lanes512<TWord> y) =>
        v += Vector512.ConditionalSelect(mask.v, x.v, y.v);

    [MethodImpl(Inline)]
    public void AddChooseLate(in Lanes512<TWord> mask, in Lanes512<TWord> x, in Lanes512<TWord> y) =>
        v += Vector512.ConditionalSelect(mask.v, x.v, y.v);

    [MethodImpl(Inline)]
    public void AddXor(in Lanes512<TWord> x, in Lanes512<TWord> y, in Lanes512<TWord> z) => v += y.v ^ z.v ^ x.v;

    [MethodImpl(Inline)]
    public void AddXorOrNot(in Lanes512<TWord> x, in Lanes512<TWord> y, in Lanes512<TWord> z) =>
        v += Avx512F.TernaryLogic(y.v.AsUInt32(), x.v.AsUInt32(), z.v.AsUInt32(), Ternary.XorOrNot).As<uint, TWord>();
}

internal partial struct Interleaved<TLanes, TWord>
{
    [MethodImpl(Inline)]
    public void AddChoose(in Interleaved<TLanes, TWord> mask, in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y)
    {
        a.AddChoose(mask.a, x.a, y.a); b.AddChoose(mask.b, x.b, y.b);
    }

    [MethodImpl(Inline)]
    public void AddChooseLate(
        in Interleaved<TLanes, TWord> mask, in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y)
    {
        a.AddChooseLate(mask.a, x.a, y.a); b.AddChooseLate(mask.b, x.b, y.b);
    }

    [MethodImpl(Inline)]
    public void AddXor(in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y, in Interleaved<TLanes, TWord> z)
    {
        a.AddXor(x.a, y.a, z.a); b.AddXor(x.b, y.b, z.b);
    }

    [MethodImpl(Inline)]
    public void AddXorOrNot(in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y, in Interleaved<TLanes, TWord> z)
    {
        a.AddXorOrNot(x.a, y.a, z.a); b.AddXorOrNot(x.b, y.b, z.b);
    }
}

file static class Ternary
{
    // The truth table of a ^ (b | ~c).
    public const byte XorOrNot = 0x2D;
}
