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

internal partial struct Row128Pair
{
    [MethodImpl(Inline)]
    public void operator +=(in Row128Pair x)
    {
        a += x.a; b += x.b;
    }

    [MethodImpl(Inline)]
    public void operator ^=(in Row128Pair x)
    {
        a ^= x.a; b ^= x.b;
    }

    [MethodImpl(Inline)]
    public void RotateRight([ConstantExpected] int n)
    {
        a.RotateRight(n); b.RotateRight(n);
    }

}
