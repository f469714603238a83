using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Simd;

/// <content>Rotations and shifts combined with XOR, as one operation.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>Sets the lane to the XOR of three right rotations of <paramref name="x"/>.</summary>
    void XorRotations(in TSelf x, [ConstantExpected] int p, [ConstantExpected] int q, [ConstantExpected] int r);

    /// <summary>Sets the lane to the XOR of two right rotations and one right shift of <paramref name="x"/>.</summary>
    void XorRotationsAndShift(in TSelf x, [ConstantExpected] int p, [ConstantExpected] int q, [ConstantExpected] int s);

    /// <summary>Sets the lane to <c>x ^ rotl(y, 1)</c> (Arm's RAX1).</summary>
    void XorRotatedByOne(in TSelf x, in TSelf y);

    /// <summary>Sets the lane to <c>rotl(x ^ y, n)</c> (Arm's XAR).</summary>
    void RotateLeftOfXor(in TSelf x, in TSelf y, [ConstantExpected] int n);

    /// <summary>
    /// Adds <c>(((y &lt;&lt; left) ^ (y >>> right)) + y) ^ k</c>. The whole expression is a single operation so that interleaved
    /// streams use the registers one after the other. If a kernel computed the expression in several operations, four streams
    /// would spill registers.
    /// </summary>
    void AddXorShifts(in TSelf y, [ConstantExpected] int left, [ConstantExpected] int right, in TSelf k);

    /// <summary>The inverse of <see cref="AddXorShifts(in TSelf, int, int, in TSelf)"/>.</summary>
    void SubtractXorShifts(in TSelf y, [ConstantExpected] int left, [ConstantExpected] int right, in TSelf k);

    /// <summary>
    /// Does the same as <see cref="AddXorShifts(in TSelf, int, int, in TSelf)"/>, but the value of <c>k</c> in lane <c>j</c> is
    /// <paramref name="sum"/> plus word <c>j</c> of <paramref name="words"/>.
    /// </summary>
    void AddXorShifts(
        in TSelf y, [ConstantExpected] int left, [ConstantExpected] int right, TWord sum, ReadOnlySpan<TWord> words);

    /// <summary>The inverse of <see cref="AddXorShifts(in TSelf, int, int, TWord, ReadOnlySpan{TWord})"/>.</summary>
    void SubtractXorShifts(
        in TSelf y, [ConstantExpected] int left, [ConstantExpected] int right, TWord sum, ReadOnlySpan<TWord> words);
}

internal partial struct ScalarLane<TWord>
{
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

    [MethodImpl(Inline)]
    public void XorRotatedByOne(in ScalarLane<TWord> x, in ScalarLane<TWord> y)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)((ulong)(object)x.v ^ BitOperations.RotateLeft((ulong)(object)y.v, 1));
        }
        else v = (TWord)(object)((uint)(object)x.v ^ BitOperations.RotateLeft((uint)(object)y.v, 1));
    }

    [MethodImpl(Inline)]
    public void RotateLeftOfXor(in ScalarLane<TWord> x, in ScalarLane<TWord> y, int n)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)(BitOperations.RotateLeft((ulong)(object)x.v ^ (ulong)(object)y.v, n));
        }
        else v = (TWord)(object)(BitOperations.RotateLeft((uint)(object)x.v ^ (uint)(object)y.v, n));
    }

    [MethodImpl(Inline)]
    public void AddXorShifts(in ScalarLane<TWord> y, int left, int right, in ScalarLane<TWord> k)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)((ulong)(object)v + (((((ulong)(object)y.v << left) ^ ((ulong)(object)y.v >>> right))
                + (ulong)(object)y.v) ^ (ulong)(object)k.v));
        }
        else
        {
            v = (TWord)(object)((uint)(object)v + (((((uint)(object)y.v << left) ^ ((uint)(object)y.v >>> right))
                + (uint)(object)y.v) ^ (uint)(object)k.v));
        }
    }

    [MethodImpl(Inline)]
    public void SubtractXorShifts(in ScalarLane<TWord> y, int left, int right, in ScalarLane<TWord> k)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)((ulong)(object)v - (((((ulong)(object)y.v << left) ^ ((ulong)(object)y.v >>> right))
                + (ulong)(object)y.v) ^ (ulong)(object)k.v));
        }
        else
        {
            v = (TWord)(object)((uint)(object)v - (((((uint)(object)y.v << left) ^ ((uint)(object)y.v >>> right))
                + (uint)(object)y.v) ^ (uint)(object)k.v));
        }
    }

    [MethodImpl(Inline)]
    public void AddXorShifts(in ScalarLane<TWord> y, int left, int right, TWord sum, ReadOnlySpan<TWord> words)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)((ulong)(object)v + (((((ulong)(object)y.v << left) ^ ((ulong)(object)y.v >>> right))
                + (ulong)(object)y.v) ^ ((ulong)(object)sum + (ulong)(object)words[0])));
        }
        else
        {
            v = (TWord)(object)((uint)(object)v + (((((uint)(object)y.v << left) ^ ((uint)(object)y.v >>> right))
                + (uint)(object)y.v) ^ ((uint)(object)sum + (uint)(object)words[0])));
        }
    }

    [MethodImpl(Inline)]
    public void SubtractXorShifts(in ScalarLane<TWord> y, int left, int right, TWord sum, ReadOnlySpan<TWord> words)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            v = (TWord)(object)((ulong)(object)v - (((((ulong)(object)y.v << left) ^ ((ulong)(object)y.v >>> right))
                + (ulong)(object)y.v) ^ ((ulong)(object)sum + (ulong)(object)words[0])));
        }
        else
        {
            v = (TWord)(object)((uint)(object)v - (((((uint)(object)y.v << left) ^ ((uint)(object)y.v >>> right))
                + (uint)(object)y.v) ^ ((uint)(object)sum + (uint)(object)words[0])));
        }
    }
}

/// <content>The default implementation for vectors of all widths.</content>
internal partial struct Lanes256<TWord>
{
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

    [MethodImpl(Inline)]
    public void XorRotatedByOne(in Lanes256<TWord> x, in Lanes256<TWord> y)
    {
        if (!Avx512F.VL.IsSupported) v = x.v ^ (y.v + y.v) ^ (y.v >>> -1);
        else if (typeof(TWord) == typeof(ulong)) v = x.v ^ Avx512F.VL.RotateLeft(y.v.AsUInt64(), 1).As<ulong, TWord>();
        else v = x.v ^ Avx512F.VL.RotateLeft(y.v.AsUInt32(), 1).As<uint, TWord>();
    }

    // The XOR is not stored in a local variable, because a local variable inside an operation causes register spills.
    [MethodImpl(Inline)]
    public void RotateLeftOfXor(in Lanes256<TWord> x, in Lanes256<TWord> y, [ConstantExpected] int n)
    {
        if (n == 0) v = x.v ^ y.v;
        else if (!Avx512F.VL.IsSupported) v = ((x.v ^ y.v) << n) | ((x.v ^ y.v) >>> -n);
        else if (typeof(TWord) == typeof(ulong))
        {
            v = Avx512F.VL.RotateLeft((x.v ^ y.v).AsUInt64(), (byte)n).As<ulong, TWord>();
        }
        else v = Avx512F.VL.RotateLeft((x.v ^ y.v).AsUInt32(), (byte)n).As<uint, TWord>();
    }

    [MethodImpl(Inline)]
    public void AddXorShifts(
        in Lanes256<TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, in Lanes256<TWord> k) =>
        v += (((y.v << left) ^ (y.v >>> right)) + y.v) ^ k.v;

    [MethodImpl(Inline)]
    public void SubtractXorShifts(
        in Lanes256<TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, in Lanes256<TWord> k) =>
        v -= (((y.v << left) ^ (y.v >>> right)) + y.v) ^ k.v;

    [MethodImpl(Inline)]
    public void AddXorShifts(
        in Lanes256<TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, TWord sum,
        ReadOnlySpan<TWord> words) =>
        v += (((y.v << left) ^ (y.v >>> right)) + y.v) ^ (Vector256.Create(words) + Vector256.Create(sum));

    [MethodImpl(Inline)]
    public void SubtractXorShifts(
        in Lanes256<TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, TWord sum,
        ReadOnlySpan<TWord> words) =>
        v -= (((y.v << left) ^ (y.v >>> right)) + y.v) ^ (Vector256.Create(words) + Vector256.Create(sum));
}

internal partial struct Interleaved<TLanes, TWord>
{
    [MethodImpl(Inline)]
    public void AddXorShifts(
        in Interleaved<TLanes, TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, TWord sum,
        ReadOnlySpan<TWord> words)
    {
        a.AddXorShifts(y.a, left, right, sum, words);
        b.AddXorShifts(y.b, left, right, sum, words.Slice(TLanes.Count));
    }

    [MethodImpl(Inline)]
    public void SubtractXorShifts(
        in Interleaved<TLanes, TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, TWord sum,
        ReadOnlySpan<TWord> words)
    {
        a.SubtractXorShifts(y.a, left, right, sum, words);
        b.SubtractXorShifts(y.b, left, right, sum, words.Slice(TLanes.Count));
    }
}
