using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Simd;

/// <content>Bitwise functions of three words. Some operations also add the result to the lane.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>Sets the lane to <c>mask ? x : y</c>, bit by bit.</summary>
    void Choose(in TSelf mask, in TSelf x, in TSelf y);

    /// <summary>Sets the lane to the majority of three words, bit by bit.</summary>
    void Majority(in TSelf x, in TSelf y, in TSelf z);

    /// <summary>Sets the lane to <c>x ^ (~y &amp; z)</c> (Arm's BCAX).</summary>
    void XorAndNot(in TSelf x, in TSelf y, in TSelf z);

    /// <summary>XORs <c>x ^ y</c> into the lane (Arm's EOR3).</summary>
    void Xor3(in TSelf x, in TSelf y);

    /// <summary>Adds <c>mask ? x : y</c>, optimized for a mask that becomes available last.</summary>
    void AddChoose(in TSelf mask, in TSelf x, in TSelf y);

    /// <summary>Adds <c>mask ? x : y</c>, optimized for an <paramref name="x"/> that becomes available last.</summary>
    void AddChooseLate(in TSelf mask, in TSelf x, in TSelf y);

    /// <summary>Adds <c>x ^ y ^ z</c>, optimized for an <paramref name="x"/> that becomes available last.</summary>
    void AddXor(in TSelf x, in TSelf y, in TSelf z);

    /// <summary>Adds <c>y ^ (x | ~z)</c>, optimized for an <paramref name="x"/> that becomes available last.</summary>
    void AddXorOrNot(in TSelf x, in TSelf y, in TSelf z);
}

internal partial struct ScalarLane<TWord>
{
    [MethodImpl(Inline)]
    public void Choose(in ScalarLane<TWord> mask, in ScalarLane<TWord> x, in ScalarLane<TWord> y)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)((ulong)(object)y.v ^ ((ulong)(object)mask.v & ((ulong)(object)x.v ^ (ulong)(object)y.v)));
        }
        else v = (TWord)(object)((uint)(object)y.v ^ ((uint)(object)mask.v & ((uint)(object)x.v ^ (uint)(object)y.v)));
    }

    // The two terms have no bits in common, so their sum is also their bitwise OR.
    [MethodImpl(Inline)]
    public void Majority(in ScalarLane<TWord> x, in ScalarLane<TWord> y, in ScalarLane<TWord> z)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)(((ulong)(object)y.v & (ulong)(object)z.v) | ((ulong)(object)x.v & ((ulong)(object)y.v
                ^ (ulong)(object)z.v)));
        }
        else
        {
            v = (TWord)(object)(((uint)(object)y.v & (uint)(object)z.v) | ((uint)(object)x.v & ((uint)(object)y.v
                ^ (uint)(object)z.v)));
        }
    }

    [MethodImpl(Inline)]
    public void XorAndNot(in ScalarLane<TWord> x, in ScalarLane<TWord> y, in ScalarLane<TWord> z)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)((ulong)(object)x.v ^ (~(ulong)(object)y.v & (ulong)(object)z.v));
        else v = (TWord)(object)((uint)(object)x.v ^ (~(uint)(object)y.v & (uint)(object)z.v));
    }

    [MethodImpl(Inline)]
    public void Xor3(in ScalarLane<TWord> x, in ScalarLane<TWord> y)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)((ulong)(object)v ^ (ulong)(object)x.v ^ (ulong)(object)y.v);
        else v = (TWord)(object)((uint)(object)v ^ (uint)(object)x.v ^ (uint)(object)y.v);
    }

    [MethodImpl(Inline)]
    public void AddChoose(in ScalarLane<TWord> mask, in ScalarLane<TWord> x, in ScalarLane<TWord> y)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)((ulong)(object)v + ((ulong)(object)y.v ^ ((ulong)(object)mask.v & ((ulong)(object)x.v
                ^ (ulong)(object)y.v))));
        }
        else
        {
            v = (TWord)(object)((uint)(object)v + ((uint)(object)y.v ^ ((uint)(object)mask.v & ((uint)(object)x.v
                ^ (uint)(object)y.v))));
        }
    }

    // Adds two terms that have no bits in common. The term that becomes available first is added first, so the critical path is
    // one operation shorter.
    [MethodImpl(Inline)]
    public void AddChooseLate(in ScalarLane<TWord> mask, in ScalarLane<TWord> x, in ScalarLane<TWord> y)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)((ulong)(object)v + (~(ulong)(object)mask.v & (ulong)(object)y.v));
            v = (TWord)(object)((ulong)(object)v + ((ulong)(object)mask.v & (ulong)(object)x.v));
        }
        else
        {
            v = (TWord)(object)((uint)(object)v + (~(uint)(object)mask.v & (uint)(object)y.v));
            v = (TWord)(object)((uint)(object)v + ((uint)(object)mask.v & (uint)(object)x.v));
        }
    }

    [MethodImpl(Inline)]
    public void AddXor(in ScalarLane<TWord> x, in ScalarLane<TWord> y, in ScalarLane<TWord> z)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)((ulong)(object)v + ((ulong)(object)y.v ^ (ulong)(object)z.v ^ (ulong)(object)x.v));
        }
        else v = (TWord)(object)((uint)(object)v + ((uint)(object)y.v ^ (uint)(object)z.v ^ (uint)(object)x.v));
    }

    [MethodImpl(Inline)]
    public void AddXorOrNot(in ScalarLane<TWord> x, in ScalarLane<TWord> y, in ScalarLane<TWord> z)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)((ulong)(object)v + ((ulong)(object)y.v ^ ((ulong)(object)x.v | ~(ulong)(object)z.v)));
        }
        else v = (TWord)(object)((uint)(object)v + ((uint)(object)y.v ^ ((uint)(object)x.v | ~(uint)(object)z.v)));
    }
}

/// <content>The default implementation for vectors of all widths.</content>
internal partial struct Lanes256<TWord>
{
    [MethodImpl(Inline)]
    public void Choose(in Lanes256<TWord> mask, in Lanes256<TWord> x, in Lanes256<TWord> y)
    {
        if (Avx512F.VL.IsSupported) v = Vector256.ConditionalSelect(mask.v, x.v, y.v);
        else v = y.v ^ (mask.v & (x.v ^ y.v));
    }

    // The function is written as a truth table. A conditional select is also one instruction, but with it, SHA-256 takes 24.7 ns
    // instead of 21.9 ns for 64 bytes (Zen 5, 512 bits).
    [MethodImpl(Inline)]
    public void Majority(in Lanes256<TWord> x, in Lanes256<TWord> y, in Lanes256<TWord> z)
    {
        if (!Avx512F.VL.IsSupported) v = y.v ^ ((x.v ^ y.v) & (y.v ^ z.v));
        else v = Avx512F.VL.TernaryLogic(x.v.AsUInt32(), y.v.AsUInt32(), z.v.AsUInt32(), 0xE8).As<uint, TWord>();
    }

    // With AVX-512, the JIT combines this expression into one instruction, as it does with the XOR of three operands.
    [MethodImpl(Inline)]
    public void XorAndNot(in Lanes256<TWord> x, in Lanes256<TWord> y, in Lanes256<TWord> z) =>
        v = x.v ^ Vector256.AndNot(z.v, y.v);

    [MethodImpl(Inline)] public void Xor3(in Lanes256<TWord> x, in Lanes256<TWord> y) => v = v ^ x.v ^ y.v;

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

    // With AVX-512, the JIT combines the three bitwise operations into one instruction, as it does with the two XORs in AddXor.
    [MethodImpl(Inline)]
    public void AddXorOrNot(in Lanes256<TWord> x, in Lanes256<TWord> y, in Lanes256<TWord> z) => v += y.v ^ (x.v | ~z.v);
}
