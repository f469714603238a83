using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

/// <summary>The inverse of <see cref="Threefish256FlatKernel{TLanes}"/>, straight for the same reason.</summary>
internal static class Threefish256InverseFlatKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Decrypts the words in place under a key with its parity word and a tweak with its sum.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 4);
        key = key.Slice(0, 5);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3], k4 = key[4];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2], w = default;
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];
        x0 -= k3; w = k4; w += t0; x1 -= w; w = k0; w += t1; x2 -= w; w.Broadcast(18); w += k1; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 -= k2; w = k3; w += t2; x1 -= w; w = k4; w += t0; x2 -= w; w.Broadcast(17); w += k0; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3);
        x0 -= k1; w = k2; w += t1; x1 -= w; w = k3; w += t2; x2 -= w; w.Broadcast(16); w += k4; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 -= k0; w = k1; w += t0; x1 -= w; w = k2; w += t1; x2 -= w; w.Broadcast(15); w += k3; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3);
        x0 -= k4; w = k0; w += t2; x1 -= w; w = k1; w += t0; x2 -= w; w.Broadcast(14); w += k2; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 -= k3; w = k4; w += t1; x1 -= w; w = k0; w += t2; x2 -= w; w.Broadcast(13); w += k1; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3);
        x0 -= k2; w = k3; w += t0; x1 -= w; w = k4; w += t1; x2 -= w; w.Broadcast(12); w += k0; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 -= k1; w = k2; w += t2; x1 -= w; w = k3; w += t0; x2 -= w; w.Broadcast(11); w += k4; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3);
        x0 -= k0; w = k1; w += t1; x1 -= w; w = k2; w += t2; x2 -= w; w.Broadcast(10); w += k3; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 -= k4; w = k0; w += t0; x1 -= w; w = k1; w += t1; x2 -= w; w.Broadcast(9); w += k2; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3);
        x0 -= k3; w = k4; w += t2; x1 -= w; w = k0; w += t0; x2 -= w; w.Broadcast(8); w += k1; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 -= k2; w = k3; w += t1; x1 -= w; w = k4; w += t2; x2 -= w; w.Broadcast(7); w += k0; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3);
        x0 -= k1; w = k2; w += t0; x1 -= w; w = k3; w += t1; x2 -= w; w.Broadcast(6); w += k4; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 -= k0; w = k1; w += t2; x1 -= w; w = k2; w += t0; x2 -= w; w.Broadcast(5); w += k3; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3);
        x0 -= k4; w = k0; w += t1; x1 -= w; w = k1; w += t2; x2 -= w; w.Broadcast(4); w += k2; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 -= k3; w = k4; w += t0; x1 -= w; w = k0; w += t1; x2 -= w; w.Broadcast(3); w += k1; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3);
        x0 -= k2; w = k3; w += t2; x1 -= w; w = k4; w += t0; x2 -= w; w.Broadcast(2); w += k0; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 -= k1; w = k2; w += t1; x1 -= w; w = k3; w += t2; x2 -= w; w.Broadcast(1); w += k4; x3 -= w;
        Threefish256Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3);
        x0 -= k0; w = k1; w += t0; x1 -= w; w = k2; w += t1; x2 -= w; x3 -= k3;
        x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3;
    }
}
