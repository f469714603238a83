using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

/// <summary>
/// Threefish-1024 of a block in one lane, straight: the subkeys are a change of names, too. In a loop the JIT keeps words of
/// the key and of the state in memory from turn to turn, which costs a seventh of the speed on Zen 3.
/// </summary>
/// <remarks>A method of its own, because what is inlined has a budget by the length of its caller.</remarks>
internal static class Threefish1024FlatKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Encrypts the words in place under a key with its parity word and a tweak with its sum.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 16);
        key = key.Slice(0, 17);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3],
            k4 = key[4], k5 = key[5], k6 = key[6], k7 = key[7], k8 = key[8],
            k9 = key[9], k10 = key[10], k11 = key[11], k12 = key[12], k13 = key[13], k14 = key[14], k15 = key[15], k16 = key[16];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2];
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7],
            x8 = x[8], x9 = x[9], x10 = x[10], x11 = x[11], x12 = x[12], x13 = x[13], x14 = x[14], x15 = x[15];
        x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5 += k5; x6 += k6; x7 += k7;
        x8 += k8; x9 += k9; x10 += k10; x11 += k11; x12 += k12; x13.AddSum(k13, t0); x14.AddSum(k14, t1); x15 += k15;
        Threefish1024Rounds<TLanes>.FourEven(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5 += k6; x6 += k7; x7 += k8;
        x8 += k9; x9 += k10; x10 += k11; x11 += k12; x12 += k13; x13.AddSum(k14, t1); x14.AddSum(k15, t2); x15.Add(k16, 1);
        Threefish1024Rounds<TLanes>.FourOdd(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5 += k7; x6 += k8; x7 += k9;
        x8 += k10; x9 += k11; x10 += k12; x11 += k13; x12 += k14; x13.AddSum(k15, t2); x14.AddSum(k16, t0); x15.Add(k0, 2);
        Threefish1024Rounds<TLanes>.FourEven(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5 += k8; x6 += k9; x7 += k10;
        x8 += k11; x9 += k12; x10 += k13; x11 += k14; x12 += k15; x13.AddSum(k16, t0); x14.AddSum(k0, t1); x15.Add(k1, 3);
        Threefish1024Rounds<TLanes>.FourOdd(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k4; x1 += k5; x2 += k6; x3 += k7; x4 += k8; x5 += k9; x6 += k10; x7 += k11;
        x8 += k12; x9 += k13; x10 += k14; x11 += k15; x12 += k16; x13.AddSum(k0, t1); x14.AddSum(k1, t2); x15.Add(k2, 4);
        Threefish1024Rounds<TLanes>.FourEven(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k5; x1 += k6; x2 += k7; x3 += k8; x4 += k9; x5 += k10; x6 += k11; x7 += k12;
        x8 += k13; x9 += k14; x10 += k15; x11 += k16; x12 += k0; x13.AddSum(k1, t2); x14.AddSum(k2, t0); x15.Add(k3, 5);
        Threefish1024Rounds<TLanes>.FourOdd(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k6; x1 += k7; x2 += k8; x3 += k9; x4 += k10; x5 += k11; x6 += k12; x7 += k13;
        x8 += k14; x9 += k15; x10 += k16; x11 += k0; x12 += k1; x13.AddSum(k2, t0); x14.AddSum(k3, t1); x15.Add(k4, 6);
        Threefish1024Rounds<TLanes>.FourEven(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k7; x1 += k8; x2 += k9; x3 += k10; x4 += k11; x5 += k12; x6 += k13; x7 += k14;
        x8 += k15; x9 += k16; x10 += k0; x11 += k1; x12 += k2; x13.AddSum(k3, t1); x14.AddSum(k4, t2); x15.Add(k5, 7);
        Threefish1024Rounds<TLanes>.FourOdd(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k8; x1 += k9; x2 += k10; x3 += k11; x4 += k12; x5 += k13; x6 += k14; x7 += k15;
        x8 += k16; x9 += k0; x10 += k1; x11 += k2; x12 += k3; x13.AddSum(k4, t2); x14.AddSum(k5, t0); x15.Add(k6, 8);
        Threefish1024Rounds<TLanes>.FourEven(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k9; x1 += k10; x2 += k11; x3 += k12; x4 += k13; x5 += k14; x6 += k15; x7 += k16;
        x8 += k0; x9 += k1; x10 += k2; x11 += k3; x12 += k4; x13.AddSum(k5, t0); x14.AddSum(k6, t1); x15.Add(k7, 9);
        Threefish1024Rounds<TLanes>.FourOdd(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k10; x1 += k11; x2 += k12; x3 += k13; x4 += k14; x5 += k15; x6 += k16; x7 += k0;
        x8 += k1; x9 += k2; x10 += k3; x11 += k4; x12 += k5; x13.AddSum(k6, t1); x14.AddSum(k7, t2); x15.Add(k8, 10);
        Threefish1024Rounds<TLanes>.FourEven(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k11; x1 += k12; x2 += k13; x3 += k14; x4 += k15; x5 += k16; x6 += k0; x7 += k1;
        x8 += k2; x9 += k3; x10 += k4; x11 += k5; x12 += k6; x13.AddSum(k7, t2); x14.AddSum(k8, t0); x15.Add(k9, 11);
        Threefish1024Rounds<TLanes>.FourOdd(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k12; x1 += k13; x2 += k14; x3 += k15; x4 += k16; x5 += k0; x6 += k1; x7 += k2;
        x8 += k3; x9 += k4; x10 += k5; x11 += k6; x12 += k7; x13.AddSum(k8, t0); x14.AddSum(k9, t1); x15.Add(k10, 12);
        Threefish1024Rounds<TLanes>.FourEven(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k13; x1 += k14; x2 += k15; x3 += k16; x4 += k0; x5 += k1; x6 += k2; x7 += k3;
        x8 += k4; x9 += k5; x10 += k6; x11 += k7; x12 += k8; x13.AddSum(k9, t1); x14.AddSum(k10, t2); x15.Add(k11, 13);
        Threefish1024Rounds<TLanes>.FourOdd(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k14; x1 += k15; x2 += k16; x3 += k0; x4 += k1; x5 += k2; x6 += k3; x7 += k4;
        x8 += k5; x9 += k6; x10 += k7; x11 += k8; x12 += k9; x13.AddSum(k10, t2); x14.AddSum(k11, t0); x15.Add(k12, 14);
        Threefish1024Rounds<TLanes>.FourEven(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k15; x1 += k16; x2 += k0; x3 += k1; x4 += k2; x5 += k3; x6 += k4; x7 += k5;
        x8 += k6; x9 += k7; x10 += k8; x11 += k9; x12 += k10; x13.AddSum(k11, t0); x14.AddSum(k12, t1); x15.Add(k13, 15);
        Threefish1024Rounds<TLanes>.FourOdd(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k16; x1 += k0; x2 += k1; x3 += k2; x4 += k3; x5 += k4; x6 += k5; x7 += k6;
        x8 += k7; x9 += k8; x10 += k9; x11 += k10; x12 += k11; x13.AddSum(k12, t1); x14.AddSum(k13, t2); x15.Add(k14, 16);
        Threefish1024Rounds<TLanes>.FourEven(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5 += k5; x6 += k6; x7 += k7;
        x8 += k8; x9 += k9; x10 += k10; x11 += k11; x12 += k12; x13.AddSum(k13, t2); x14.AddSum(k14, t0); x15.Add(k15, 17);
        Threefish1024Rounds<TLanes>.FourOdd(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5 += k6; x6 += k7; x7 += k8;
        x8 += k9; x9 += k10; x10 += k11; x11 += k12; x12 += k13; x13.AddSum(k14, t0); x14.AddSum(k15, t1); x15.Add(k16, 18);
        Threefish1024Rounds<TLanes>.FourEven(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5 += k7; x6 += k8; x7 += k9;
        x8 += k10; x9 += k11; x10 += k12; x11 += k13; x12 += k14; x13.AddSum(k15, t1); x14.AddSum(k16, t2); x15.Add(k0, 19);
        Threefish1024Rounds<TLanes>.FourOdd(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
            ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5 += k8; x6 += k9; x7 += k10;
        x8 += k11; x9 += k12; x10 += k13; x11 += k14; x12 += k15; x13.AddSum(k16, t2); x14.AddSum(k0, t0); x15.Add(k1, 20);
        x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7;
        x[8] = x8; x[9] = x9; x[10] = x10; x[11] = x11; x[12] = x12; x[13] = x13; x[14] = x14; x[15] = x15;
    }
}
