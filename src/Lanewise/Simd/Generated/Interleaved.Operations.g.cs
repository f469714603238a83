// Written by: dotnet run --project tools/KernelSource
#nullable enable
// Generated from ILanes.cs, IRow.cs, LanesArithmetic.cs, LanesLogic.cs, LanesRotations.cs and so on. Edit those files.
using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
#pragma warning disable CS0162 // At some widths, the code for CPUs without AVX-512VL is unreachable.

namespace Lanewise.Simd;

internal partial struct Interleaved<TLanes, TWord>
{
    [MethodImpl(Inline)]
    public void operator +=(in Interleaved<TLanes, TWord> x)
    {
        a += x.a; b += x.b;
    }

    [MethodImpl(Inline)]
    public void operator -=(in Interleaved<TLanes, TWord> x)
    {
        a -= x.a; b -= x.b;
    }

    [MethodImpl(Inline)]
    public void operator ^=(in Interleaved<TLanes, TWord> x)
    {
        a ^= x.a; b ^= x.b;
    }

    [MethodImpl(Inline)]
    public void RotateLeft([ConstantExpected] int n)
    {
        a.RotateLeft(n); b.RotateLeft(n);
    }

    [MethodImpl(Inline)]
    public void RotateRight([ConstantExpected] int n)
    {
        a.RotateRight(n); b.RotateRight(n);
    }

    [MethodImpl(Inline)]
    public void Broadcast(TWord w)
    {
        a.Broadcast(w); b.Broadcast(w);
    }

    [MethodImpl(Inline)]
    public void Add(in Interleaved<TLanes, TWord> m, TWord k)
    {
        a.Add(m.a, k); b.Add(m.b, k);
    }

    [MethodImpl(Inline)]
    public void AddSum(in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y)
    {
        a.AddSum(x.a, y.a); b.AddSum(x.b, y.b);
    }

    [MethodImpl(Inline)]
    public void AddWord(in TWord w)
    {
        a.AddWord(w); b.AddWord(w);
    }

    [MethodImpl(Inline)]
    public void SubtractWord(in TWord w)
    {
        a.SubtractWord(w); b.SubtractWord(w);
    }

    [MethodImpl(Inline)]
    public void SwapBytes()
    {
        a.SwapBytes(); b.SwapBytes();
    }

    [MethodImpl(Inline)]
    public void Choose(in Interleaved<TLanes, TWord> mask, in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y)
    {
        a.Choose(mask.a, x.a, y.a); b.Choose(mask.b, x.b, y.b);
    }

    [MethodImpl(Inline)]
    public void Majority(in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y, in Interleaved<TLanes, TWord> z)
    {
        a.Majority(x.a, y.a, z.a); b.Majority(x.b, y.b, z.b);
    }

    [MethodImpl(Inline)]
    public void XorAndNot(in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y, in Interleaved<TLanes, TWord> z)
    {
        a.XorAndNot(x.a, y.a, z.a); b.XorAndNot(x.b, y.b, z.b);
    }

    [MethodImpl(Inline)]
    public void Xor3(in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y)
    {
        a.Xor3(x.a, y.a); b.Xor3(x.b, y.b);
    }

    [MethodImpl(Inline)]
    public void AddChoose(in Interleaved<TLanes, TWord> mask, in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y)
    {
        a.AddChoose(mask.a, x.a, y.a); b.AddChoose(mask.b, x.b, y.b);
    }

    [MethodImpl(Inline)]
    public void AddChooseLate(in Interleaved<TLanes, TWord> mask, in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y)
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

    [MethodImpl(Inline)]
    public void XorRotations(in Interleaved<TLanes, TWord> x, [ConstantExpected] int p, [ConstantExpected] int q, [ConstantExpected] int r)
    {
        a.XorRotations(x.a, p, q, r); b.XorRotations(x.b, p, q, r);
    }

    [MethodImpl(Inline)]
    public void XorRotationsAndShift(in Interleaved<TLanes, TWord> x, [ConstantExpected] int p, [ConstantExpected] int q, [ConstantExpected] int s)
    {
        a.XorRotationsAndShift(x.a, p, q, s); b.XorRotationsAndShift(x.b, p, q, s);
    }

    [MethodImpl(Inline)]
    public void XorRotatedByOne(in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y)
    {
        a.XorRotatedByOne(x.a, y.a); b.XorRotatedByOne(x.b, y.b);
    }

    [MethodImpl(Inline)]
    public void RotateLeftOfXor(in Interleaved<TLanes, TWord> x, in Interleaved<TLanes, TWord> y, [ConstantExpected] int n)
    {
        a.RotateLeftOfXor(x.a, y.a, n); b.RotateLeftOfXor(x.b, y.b, n);
    }

    [MethodImpl(Inline)]
    public void AddXorShifts(in Interleaved<TLanes, TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, in Interleaved<TLanes, TWord> k)
    {
        a.AddXorShifts(y.a, left, right, k.a); b.AddXorShifts(y.b, left, right, k.b);
    }

    [MethodImpl(Inline)]
    public void SubtractXorShifts(in Interleaved<TLanes, TWord> y, [ConstantExpected] int left, [ConstantExpected] int right, in Interleaved<TLanes, TWord> k)
    {
        a.SubtractXorShifts(y.a, left, right, k.a); b.SubtractXorShifts(y.b, left, right, k.b);
    }

}
