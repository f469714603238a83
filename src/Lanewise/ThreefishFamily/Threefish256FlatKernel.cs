using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

/// <summary>
/// Threefish-256 of a block in one lane, straight: the subkeys are a change of names, too. In a loop the JIT keeps words of
/// the key and of the state in memory from turn to turn, which costs a seventh of the speed on Zen 3.
/// </summary>
/// <remarks>A method of its own, because what is inlined has a budget by the length of its caller.</remarks>
internal static class Threefish256FlatKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Encrypts the words in place under a key with its parity word and a tweak with its sum.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 4);
        key = key.Slice(0, 5);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3], k4 = key[4];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2];
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];
        x0 += k0; x1.AddSum(k1, t0); x2.AddSum(k2, t1); x3 += k3;
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k1; x1.AddSum(k2, t1); x2.AddSum(k3, t2); x3.Add(k4, 1);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k2; x1.AddSum(k3, t2); x2.AddSum(k4, t0); x3.Add(k0, 2);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k3; x1.AddSum(k4, t0); x2.AddSum(k0, t1); x3.Add(k1, 3);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k4; x1.AddSum(k0, t1); x2.AddSum(k1, t2); x3.Add(k2, 4);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k0; x1.AddSum(k1, t2); x2.AddSum(k2, t0); x3.Add(k3, 5);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k1; x1.AddSum(k2, t0); x2.AddSum(k3, t1); x3.Add(k4, 6);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k2; x1.AddSum(k3, t1); x2.AddSum(k4, t2); x3.Add(k0, 7);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k3; x1.AddSum(k4, t2); x2.AddSum(k0, t0); x3.Add(k1, 8);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k4; x1.AddSum(k0, t0); x2.AddSum(k1, t1); x3.Add(k2, 9);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k0; x1.AddSum(k1, t1); x2.AddSum(k2, t2); x3.Add(k3, 10);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k1; x1.AddSum(k2, t2); x2.AddSum(k3, t0); x3.Add(k4, 11);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k2; x1.AddSum(k3, t0); x2.AddSum(k4, t1); x3.Add(k0, 12);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k3; x1.AddSum(k4, t1); x2.AddSum(k0, t2); x3.Add(k1, 13);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k4; x1.AddSum(k0, t2); x2.AddSum(k1, t0); x3.Add(k2, 14);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k0; x1.AddSum(k1, t0); x2.AddSum(k2, t1); x3.Add(k3, 15);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k1; x1.AddSum(k2, t1); x2.AddSum(k3, t2); x3.Add(k4, 16);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k2; x1.AddSum(k3, t2); x2.AddSum(k4, t0); x3.Add(k0, 17);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k3; x1.AddSum(k4, t0); x2.AddSum(k0, t1); x3.Add(k1, 18);
        x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3;
    }
}
