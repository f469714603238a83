using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

/// <summary>The inverse of <see cref="Threefish512FlatKernel{TLanes}"/>, straight for the same reason.</summary>
internal static class Threefish512InverseFlatKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Decrypts the words in place under a key with its parity word and a tweak with its sum.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 8);
        key = key.Slice(0, 9);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3],
            k4 = key[4], k5 = key[5], k6 = key[6], k7 = key[7], k8 = key[8];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2], w = default;
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
        x0 -= k0; x1 -= k1; x2 -= k2; x3 -= k3; x4 -= k4; w = k5; w += t0;
        x5 -= w; w = k6; w += t1; x6 -= w; w.Broadcast(18); w += k7; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k8; x1 -= k0; x2 -= k1; x3 -= k2; x4 -= k3; w = k4; w += t2;
        x5 -= w; w = k5; w += t0; x6 -= w; w.Broadcast(17); w += k6; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k7; x1 -= k8; x2 -= k0; x3 -= k1; x4 -= k2; w = k3; w += t1;
        x5 -= w; w = k4; w += t2; x6 -= w; w.Broadcast(16); w += k5; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k6; x1 -= k7; x2 -= k8; x3 -= k0; x4 -= k1; w = k2; w += t0;
        x5 -= w; w = k3; w += t1; x6 -= w; w.Broadcast(15); w += k4; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k5; x1 -= k6; x2 -= k7; x3 -= k8; x4 -= k0; w = k1; w += t2;
        x5 -= w; w = k2; w += t0; x6 -= w; w.Broadcast(14); w += k3; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k4; x1 -= k5; x2 -= k6; x3 -= k7; x4 -= k8; w = k0; w += t1;
        x5 -= w; w = k1; w += t2; x6 -= w; w.Broadcast(13); w += k2; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k3; x1 -= k4; x2 -= k5; x3 -= k6; x4 -= k7; w = k8; w += t0;
        x5 -= w; w = k0; w += t1; x6 -= w; w.Broadcast(12); w += k1; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k2; x1 -= k3; x2 -= k4; x3 -= k5; x4 -= k6; w = k7; w += t2;
        x5 -= w; w = k8; w += t0; x6 -= w; w.Broadcast(11); w += k0; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k1; x1 -= k2; x2 -= k3; x3 -= k4; x4 -= k5; w = k6; w += t1;
        x5 -= w; w = k7; w += t2; x6 -= w; w.Broadcast(10); w += k8; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k0; x1 -= k1; x2 -= k2; x3 -= k3; x4 -= k4; w = k5; w += t0;
        x5 -= w; w = k6; w += t1; x6 -= w; w.Broadcast(9); w += k7; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k8; x1 -= k0; x2 -= k1; x3 -= k2; x4 -= k3; w = k4; w += t2;
        x5 -= w; w = k5; w += t0; x6 -= w; w.Broadcast(8); w += k6; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k7; x1 -= k8; x2 -= k0; x3 -= k1; x4 -= k2; w = k3; w += t1;
        x5 -= w; w = k4; w += t2; x6 -= w; w.Broadcast(7); w += k5; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k6; x1 -= k7; x2 -= k8; x3 -= k0; x4 -= k1; w = k2; w += t0;
        x5 -= w; w = k3; w += t1; x6 -= w; w.Broadcast(6); w += k4; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k5; x1 -= k6; x2 -= k7; x3 -= k8; x4 -= k0; w = k1; w += t2;
        x5 -= w; w = k2; w += t0; x6 -= w; w.Broadcast(5); w += k3; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k4; x1 -= k5; x2 -= k6; x3 -= k7; x4 -= k8; w = k0; w += t1;
        x5 -= w; w = k1; w += t2; x6 -= w; w.Broadcast(4); w += k2; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k3; x1 -= k4; x2 -= k5; x3 -= k6; x4 -= k7; w = k8; w += t0;
        x5 -= w; w = k0; w += t1; x6 -= w; w.Broadcast(3); w += k1; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k2; x1 -= k3; x2 -= k4; x3 -= k5; x4 -= k6; w = k7; w += t2;
        x5 -= w; w = k8; w += t0; x6 -= w; w.Broadcast(2); w += k0; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k1; x1 -= k2; x2 -= k3; x3 -= k4; x4 -= k5; w = k6; w += t1;
        x5 -= w; w = k7; w += t2; x6 -= w; w.Broadcast(1); w += k8; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k0; x1 -= k1; x2 -= k2; x3 -= k3; x4 -= k4; w = k5; w += t0; x5 -= w; w = k6; w += t1; x6 -= w; x7 -= k7;
        x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7;
    }
}
