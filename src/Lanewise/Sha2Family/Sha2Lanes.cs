using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

// Parts of partial types: lane operations of SHA-2; SHA-1 also uses the majority.
namespace Lanewise.Simd;

/// <content>Operations for SHA-2: the functions of three words, and the XORs of three rotations of a word.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>Sets the lane to <c>mask ? x : y</c>, bit by bit (Ch).</summary>
    void Choose(in TSelf mask, in TSelf x, in TSelf y);

    /// <summary>Sets the lane to the majority of three words, bit by bit (Maj).</summary>
    void Majority(in TSelf x, in TSelf y, in TSelf z);

    /// <summary>Sets the lane to the XOR of three rotations of <paramref name="x"/> to the right (the large sigmas).</summary>
    void XorRotations(in TSelf x, [ConstantExpected] int p, [ConstantExpected] int q, [ConstantExpected] int r);

    /// <summary>Like <see cref="XorRotations"/>, but with a shift in place of the last rotation (the small sigmas).</summary>
    void XorRotationsAndShift(in TSelf x, [ConstantExpected] int p, [ConstantExpected] int q, [ConstantExpected] int s);
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

    // Two disjoint terms.
    [MethodImpl(Inline)]
    public void Majority(in ScalarLane<TWord> x, in ScalarLane<TWord> y, in ScalarLane<TWord> z)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)(((ulong)(object)y.v & (ulong)(object)z.v)
                | ((ulong)(object)x.v & ((ulong)(object)y.v ^ (ulong)(object)z.v)));
        }
        else
        {
            v = (TWord)(object)(((uint)(object)y.v & (uint)(object)z.v)
                | ((uint)(object)x.v & ((uint)(object)y.v ^ (uint)(object)z.v)));
        }
    }

    [MethodImpl(Inline)]
    public void XorRotations(in ScalarLane<TWord> x, int p, int q, int r)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)(BitOperations.RotateRight((ulong)(object)x.v, p)
                ^ BitOperations.RotateRight((ulong)(object)x.v, q) ^ BitOperations.RotateRight((ulong)(object)x.v, r));
        }
        else
        {
            v = (TWord)(object)(BitOperations.RotateRight((uint)(object)x.v, p)
                ^ BitOperations.RotateRight((uint)(object)x.v, q) ^ BitOperations.RotateRight((uint)(object)x.v, r));
        }
    }

    [MethodImpl(Inline)]
    public void XorRotationsAndShift(in ScalarLane<TWord> x, int p, int q, int s)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)(BitOperations.RotateRight((ulong)(object)x.v, p)
                ^ BitOperations.RotateRight((ulong)(object)x.v, q) ^ ((ulong)(object)x.v >>> s));
        }
        else
        {
            v = (TWord)(object)(BitOperations.RotateRight((uint)(object)x.v, p)
                ^ BitOperations.RotateRight((uint)(object)x.v, q) ^ ((uint)(object)x.v >>> s));
        }
    }
}

/// <content>The default for all widths.</content>
internal partial struct Lanes256<TWord>
{
    [MethodImpl(Inline)]
    public void Choose(in Lanes256<TWord> mask, in Lanes256<TWord> x, in Lanes256<TWord> y)
    {
        if (Avx512F.VL.IsSupported) v = Vector256.ConditionalSelect(mask.v, x.v, y.v);
        else v = y.v ^ (mask.v & (x.v ^ y.v));
    }

    // As a truth table. A conditional is one operation, too, but with a conditional 64 bytes take 24.7 ns instead of 21.9 (Zen 5,
    // 512 bits).
    [MethodImpl(Inline)]
    public void Majority(in Lanes256<TWord> x, in Lanes256<TWord> y, in Lanes256<TWord> z)
    {
        if (!Avx512F.VL.IsSupported) v = y.v ^ ((x.v ^ y.v) & (y.v ^ z.v));
        else v = Avx512F.VL.TernaryLogic(x.v.AsUInt32(), y.v.AsUInt32(), z.v.AsUInt32(), 0xE8).As<uint, TWord>();
    }

    [MethodImpl(Inline)]
    public void XorRotations(in Lanes256<TWord> x, [ConstantExpected] int p, [ConstantExpected] int q, [ConstantExpected] int r)
    {
        if (!Avx512F.VL.IsSupported)
        {
            v = (x.v >>> p) ^ (x.v << -p) ^ (x.v >>> q) ^ (x.v << -q) ^ (x.v >>> r) ^ (x.v << -r);
        }
        else if (typeof(TWord) == typeof(ulong))
        {
            v = (Avx512F.VL.RotateRight(x.v.AsUInt64(), (byte)p) ^ Avx512F.VL.RotateRight(x.v.AsUInt64(), (byte)q)
                ^ Avx512F.VL.RotateRight(x.v.AsUInt64(), (byte)r)).As<ulong, TWord>();
        }
        else
        {
            v = (Avx512F.VL.RotateRight(x.v.AsUInt32(), (byte)p) ^ Avx512F.VL.RotateRight(x.v.AsUInt32(), (byte)q)
                ^ Avx512F.VL.RotateRight(x.v.AsUInt32(), (byte)r)).As<uint, TWord>();
        }
    }

    [MethodImpl(Inline)]
    public void XorRotationsAndShift(
        in Lanes256<TWord> x, [ConstantExpected] int p, [ConstantExpected] int q, [ConstantExpected] int s)
    {
        if (!Avx512F.VL.IsSupported)
        {
            v = (x.v >>> p) ^ (x.v << -p) ^ (x.v >>> q) ^ (x.v << -q) ^ (x.v >>> s);
        }
        else if (typeof(TWord) == typeof(ulong))
        {
            v = (Avx512F.VL.RotateRight(x.v.AsUInt64(), (byte)p) ^ Avx512F.VL.RotateRight(x.v.AsUInt64(), (byte)q)
                ^ (x.v.AsUInt64() >>> s)).As<ulong, TWord>();
        }
        else
        {
            v = (Avx512F.VL.RotateRight(x.v.AsUInt32(), (byte)p) ^ Avx512F.VL.RotateRight(x.v.AsUInt32(), (byte)q)
                ^ (x.v.AsUInt32() >>> s)).As<uint, TWord>();
        }
    }
}
