using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

// Parts of partial types: lane operations that only Keccak needs.
namespace Lanewise.Simd;

/// <content>Operations for Keccak: the steps of a round; words have 64 bits.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>XORs <c>x ^ y</c> into a lane; x and y are two other words of its column (theta).</summary>
    void Xor3(in TSelf x, in TSelf y);

    /// <summary>Sets the lane to <c>x ^ rotl(y, 1)</c>: the contribution of the adjacent columns (theta).</summary>
    void XorRotatedByOne(in TSelf x, in TSelf y);

    /// <summary>Sets the lane to <c>rotl(x ^ y, n)</c>: the end of theta, and rho.</summary>
    void RotateLeftOfXor(in TSelf x, in TSelf y, [ConstantExpected] int n);

    /// <summary>Sets the lane to <c>x ^ (~y &amp; z)</c> (chi).</summary>
    void XorAndNot(in TSelf x, in TSelf y, in TSelf z);
}

internal partial struct ScalarLane<TWord>
{
    [MethodImpl(Inline)]
    public void Xor3(in ScalarLane<TWord> x, in ScalarLane<TWord> y) =>
        v = (TWord)(object)((ulong)(object)v ^ (ulong)(object)x.v ^ (ulong)(object)y.v);

    [MethodImpl(Inline)]
    public void XorRotatedByOne(in ScalarLane<TWord> x, in ScalarLane<TWord> y) =>
        v = (TWord)(object)((ulong)(object)x.v ^ BitOperations.RotateLeft((ulong)(object)y.v, 1));

    [MethodImpl(Inline)]
    public void RotateLeftOfXor(in ScalarLane<TWord> x, in ScalarLane<TWord> y, int n) =>
        v = (TWord)(object)BitOperations.RotateLeft((ulong)(object)x.v ^ (ulong)(object)y.v, n);

    [MethodImpl(Inline)]
    public void XorAndNot(in ScalarLane<TWord> x, in ScalarLane<TWord> y, in ScalarLane<TWord> z) =>
        v = (TWord)(object)((ulong)(object)x.v ^ (~(ulong)(object)y.v & (ulong)(object)z.v));
}

/// <content>The default for all widths.</content>
internal partial struct Lanes256<TWord>
{
    [MethodImpl(Inline)] public void Xor3(in Lanes256<TWord> x, in Lanes256<TWord> y) => v = v ^ x.v ^ y.v;

    [MethodImpl(Inline)]
    public void XorRotatedByOne(in Lanes256<TWord> x, in Lanes256<TWord> y)
    {
        if (Avx512F.VL.IsSupported) v = x.v ^ Avx512F.VL.RotateLeft(y.v.AsUInt64(), 1).As<ulong, TWord>();
        else v = x.v ^ (y.v + y.v) ^ (y.v >>> 63);
    }

    // No helper method: a local inside an operation causes spills.
    [MethodImpl(Inline)]
    public void RotateLeftOfXor(in Lanes256<TWord> x, in Lanes256<TWord> y, [ConstantExpected] int n)
    {
        if (n == 0) v = x.v ^ y.v;
        else if (Avx512F.VL.IsSupported) v = Avx512F.VL.RotateLeft((x.v ^ y.v).AsUInt64(), (byte)n).As<ulong, TWord>();
        else v = ((x.v ^ y.v) << n) | ((x.v ^ y.v) >>> (64 - n));
    }

    // With AVX-512, the JIT combines this into one operation, as it does with the XOR of three operands.
    [MethodImpl(Inline)]
    public void XorAndNot(in Lanes256<TWord> x, in Lanes256<TWord> y, in Lanes256<TWord> z) =>
        v = x.v ^ Vector256.AndNot(z.v, y.v);
}
