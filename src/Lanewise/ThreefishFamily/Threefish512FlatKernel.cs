using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

/// <summary>
/// Threefish-512 of a block in one lane, straight: the subkeys are a change of names, too. In a loop the JIT keeps words of
/// the key and of the state in memory from turn to turn, which costs a seventh of the speed on Zen 3.
/// </summary>
/// <remarks>A method of its own, because what is inlined has a budget by the length of its caller.</remarks>
internal static class Threefish512FlatKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Encrypts the words in place under a key with its parity word and a tweak with its sum.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 8);
        key = key.Slice(0, 9);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3],
            k4 = key[4], k5 = key[5], k6 = key[6], k7 = key[7], k8 = key[8];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2];
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
        x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5.AddSum(k5, t0); x6.AddSum(k6, t1); x7 += k7;
        Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5.AddSum(k6, t1); x6.AddSum(k7, t2); x7.Add(k8, 1);
        Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5.AddSum(k7, t2); x6.AddSum(k8, t0); x7.Add(k0, 2);
        Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5.AddSum(k8, t0); x6.AddSum(k0, t1); x7.Add(k1, 3);
        Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k4; x1 += k5; x2 += k6; x3 += k7; x4 += k8; x5.AddSum(k0, t1); x6.AddSum(k1, t2); x7.Add(k2, 4);
        Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k5; x1 += k6; x2 += k7; x3 += k8; x4 += k0; x5.AddSum(k1, t2); x6.AddSum(k2, t0); x7.Add(k3, 5);
        Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k6; x1 += k7; x2 += k8; x3 += k0; x4 += k1; x5.AddSum(k2, t0); x6.AddSum(k3, t1); x7.Add(k4, 6);
        Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k7; x1 += k8; x2 += k0; x3 += k1; x4 += k2; x5.AddSum(k3, t1); x6.AddSum(k4, t2); x7.Add(k5, 7);
        Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k8; x1 += k0; x2 += k1; x3 += k2; x4 += k3; x5.AddSum(k4, t2); x6.AddSum(k5, t0); x7.Add(k6, 8);
        Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5.AddSum(k5, t0); x6.AddSum(k6, t1); x7.Add(k7, 9);
        Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5.AddSum(k6, t1); x6.AddSum(k7, t2); x7.Add(k8, 10);
        Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5.AddSum(k7, t2); x6.AddSum(k8, t0); x7.Add(k0, 11);
        Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5.AddSum(k8, t0); x6.AddSum(k0, t1); x7.Add(k1, 12);
        Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k4; x1 += k5; x2 += k6; x3 += k7; x4 += k8; x5.AddSum(k0, t1); x6.AddSum(k1, t2); x7.Add(k2, 13);
        Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k5; x1 += k6; x2 += k7; x3 += k8; x4 += k0; x5.AddSum(k1, t2); x6.AddSum(k2, t0); x7.Add(k3, 14);
        Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k6; x1 += k7; x2 += k8; x3 += k0; x4 += k1; x5.AddSum(k2, t0); x6.AddSum(k3, t1); x7.Add(k4, 15);
        Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k7; x1 += k8; x2 += k0; x3 += k1; x4 += k2; x5.AddSum(k3, t1); x6.AddSum(k4, t2); x7.Add(k5, 16);
        Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k8; x1 += k0; x2 += k1; x3 += k2; x4 += k3; x5.AddSum(k4, t2); x6.AddSum(k5, t0); x7.Add(k6, 17);
        Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5.AddSum(k5, t0); x6.AddSum(k6, t1); x7.Add(k7, 18);
        x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7;
    }
}
