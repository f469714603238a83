using Lanewise.Lanes;
using Lanewise.ThreefishFamily;

namespace Lanewise.SkeinFamily;

/// <summary>
/// Skein-256's UBI of a run of blocks of one message, straight as <see cref="Threefish256FlatKernel{TLanes}"/>: the chaining
/// value stays in the key's words from block to block.
/// </summary>
internal static class Skein256FlatKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Chains <paramref name="blocks"/> blocks into the record (<see cref="SkeinRecord"/>).</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<ulong> record, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        record = record.Slice(0, 4 + SkeinRecord.Closing);
        TLanes k0 = default, k1 = default, k2 = default, k3 = default, k4 = default;
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        TLanes t0 = default, t1 = default, t2, u, thenAdd = default, thenXor = default, step = default, c240 = default;
        k0.Read(record.Slice(0)); k1.Read(record.Slice(1)); k2.Read(record.Slice(2)); k3.Read(record.Slice(3));
        t0.Read(record.Slice(4 + SkeinRecord.T0)); t1.Read(record.Slice(4 + SkeinRecord.T1));
        thenAdd.Read(record.Slice(4 + SkeinRecord.ThenAdd)); thenXor.Read(record.Slice(4 + SkeinRecord.ThenXor));
        step.Broadcast(32); c240.Broadcast(ThreefishSpec.C240);
        for (int n = 0, o = 0; n < blocks; n++, o += 32)
        {
            k4 = c240;
            k4 ^= k0; k4 ^= k1; k4 ^= k2; k4 ^= k3;
            t0 += step;
            t2 = t0; t2 ^= t1;
            TLanes.Load4(source, offsets, o, ref x0, ref x1, ref x2, ref x3);
            x0 += k0; u = k1; u += t0; x1 += u; u = k2; u += t1; x2 += u; x3 += k3;
            Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
            x0 += k1; x1 += u; u = k3; u += t2; x2 += u; x3.Add(k4, 1);
            Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            x0 += k2; x1 += u; u = k4; u += t0; x2 += u; x3.Add(k0, 2);
            Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
            x0 += k3; x1 += u; u = k0; u += t1; x2 += u; x3.Add(k1, 3);
            Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            x0 += k4; x1 += u; u = k1; u += t2; x2 += u; x3.Add(k2, 4);
            Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
            x0 += k0; x1 += u; u = k2; u += t0; x2 += u; x3.Add(k3, 5);
            Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            x0 += k1; x1 += u; u = k3; u += t1; x2 += u; x3.Add(k4, 6);
            Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
            x0 += k2; x1 += u; u = k4; u += t2; x2 += u; x3.Add(k0, 7);
            Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            x0 += k3; x1 += u; u = k0; u += t0; x2 += u; x3.Add(k1, 8);
            Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
            x0 += k4; x1 += u; u = k1; u += t1; x2 += u; x3.Add(k2, 9);
            Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            x0 += k0; x1 += u; u = k2; u += t2; x2 += u; x3.Add(k3, 10);
            Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
            x0 += k1; x1 += u; u = k3; u += t0; x2 += u; x3.Add(k4, 11);
            Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            x0 += k2; x1 += u; u = k4; u += t1; x2 += u; x3.Add(k0, 12);
            Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
            x0 += k3; x1 += u; u = k0; u += t2; x2 += u; x3.Add(k1, 13);
            Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            x0 += k4; x1 += u; u = k1; u += t0; x2 += u; x3.Add(k2, 14);
            Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
            x0 += k0; x1 += u; u = k2; u += t1; x2 += u; x3.Add(k3, 15);
            Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            x0 += k1; x1 += u; u = k3; u += t2; x2 += u; x3.Add(k4, 16);
            Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
            x0 += k2; x1 += u; u = k4; u += t0; x2 += u; x3.Add(k0, 17);
            Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            x0 += k3; x1 += u; u = k0; u += t1; x2 += u; x3.Add(k1, 18);
            // The message again: cheaper than words kept through the rounds.
            TLanes.Load4(source, offsets, o, ref k0, ref k1, ref k2, ref k3);
            k0 ^= x0; k1 ^= x1; k2 ^= x2; k3 ^= x3;
            t0 += thenAdd; t1 ^= thenXor;
            thenAdd = default; thenXor = default;
        }

        k0.Write(record.Slice(0)); k1.Write(record.Slice(1)); k2.Write(record.Slice(2)); k3.Write(record.Slice(3));
        t0.Write(record.Slice(4 + SkeinRecord.T0)); t1.Write(record.Slice(4 + SkeinRecord.T1));
        thenAdd.Write(record.Slice(4 + SkeinRecord.ThenAdd)); thenXor.Write(record.Slice(4 + SkeinRecord.ThenXor));
    }
}
