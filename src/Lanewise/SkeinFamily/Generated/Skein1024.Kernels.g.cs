// Written by: dotnet run --project tools/KernelSource
#nullable enable
// Generated from ThreefishText.cs, ThreefishStraight.cs and SkeinText.cs. Edit those files.
using System;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Lanewise.Simd;
using Lanewise.ThreefishFamily;

namespace Lanewise.SkeinFamily;

/// <summary>Defines Skein-1024, which has a state of 16 words.</summary>
internal readonly struct Skein1024Spec : ISkeinSpec
{
    public static string Name => "Skein-1024";
    public static int Words => 16;
    public static int StateBytes => 128;
    public static ReadOnlySpan<ulong> Iv => SkeinIv.Skein1024;
    public static LaneTable Table => CpuProfile.Here.Skein1024Streams;
    public static int MostStreams => StreamLimits.Skein1024;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
    Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (typeof(TLanes) == typeof(ScalarLane<ulong>)) Skein1024FlatKernel<TLanes>.Run(
        states, source, offsets, blocks);
        else Skein1024Kernel<TLanes>.Run(states, source, offsets, blocks);
    }

    public static void EncryptBlocks(
    ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, Span<byte> blocks, LaneShape? shape) =>
    ThreefishRun<Threefish1024Spec>.Blocks(true, key, new(tweak0, tweak1), blocks, blocks, shape);
}

/// <summary>Processes blocks with Skein-1024's UBI mode (Skein 1.3, section 3.4), one message per lane.</summary>
internal static class Skein1024Kernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Chains <paramref name="blocks"/> blocks of 128 bytes into each lane's state (<see cref="SkeinState"/>). The
    /// states are followed by the kernel's memory (<see cref="SkeinOneShot{TSpec}.ScratchWords"/>).
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        // The extended key and tweak are in the caller's memory, because the JIT would clear local buffers in each call.
        int lanes = TLanes.Count;
        Span<TLanes> scratch = MemoryMarshal.Cast<ulong, TLanes>(states.Slice(
        (16 + SkeinState.FinalWords) * lanes,
        (Threefish1024Rounds<TLanes>.KeyWords + SkeinState.TweakWords) * lanes));
        Span<TLanes> key = scratch.Slice(0, Threefish1024Rounds<TLanes>.KeyWords),
        tweak = scratch.Slice(Threefish1024Rounds<TLanes>.KeyWords, SkeinState.TweakWords);
        TLanes step = default, thenAdd = default, thenXor = default;
        Skein<TLanes>.Read(states, 16, key, tweak, ref thenAdd, ref thenXor);
        step.Broadcast(128);
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default, m8 = default, m9 = default, m10 = default, m11 = default, m12 = default, m13 = default, m14 = default, m15 = default;
        for (int n = 0, o = 0; n < blocks; n++, o += 128)
        {
            TLanes.Load16(source, offsets, o, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
            tweak[0] += step;
            Threefish1024Rounds<TLanes>.ExtendKey(key);
            Threefish<TLanes>.ExtendTweak(tweak);
            TLanes x0 = m0, x1 = m1, x2 = m2, x3 = m3, x4 = m4, x5 = m5, x6 = m6, x7 = m7, x8 = m8, x9 = m9, x10 = m10, x11 = m11, x12 = m12, x13 = m13, x14 = m14, x15 = m15;
            Threefish1024Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, key, tweak);
            x0 ^= m0; key[0] = x0; x1 ^= m1; key[1] = x1; x2 ^= m2; key[2] = x2; x3 ^= m3; key[3] = x3; x4 ^= m4; key[4] = x4; x5 ^= m5; key[5] = x5; x6 ^= m6; key[6] = x6; x7 ^= m7; key[7] = x7; x8 ^= m8; key[8] = x8; x9 ^= m9; key[9] = x9; x10 ^= m10; key[10] = x10; x11 ^= m11; key[11] = x11; x12 ^= m12; key[12] = x12; x13 ^= m13; key[13] = x13; x14 ^= m14; key[14] = x14; x15 ^= m15; key[15] = x15;
            tweak[0] += thenAdd;
            tweak[1] ^= thenXor;
            thenAdd = default;
            thenXor = default;
        }

        Skein<TLanes>.Write(states, 16, key, tweak);
    }
}

/// <summary>
/// Processes the blocks of one message with Skein-1024's UBI mode, in straight-line code. Between blocks, the
/// key-word variables hold the chaining value.
/// </summary>
internal static class Skein1024FlatKernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Chains <paramref name="blocks"/> blocks into the state (<see cref="SkeinState"/>).</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(
    Span<ulong> state, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        state = state.Slice(0, 16 + SkeinState.FinalWords);
        TLanes k0 = default, k1 = default, k2 = default, k3 = default, k4 = default, k5 = default, k6 = default, k7 = default, k8 = default, k9 = default, k10 = default, k11 = default, k12 = default, k13 = default, k14 = default, k15 = default, k16 = default;
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default, x8 = default, x9 = default, x10 = default, x11 = default, x12 = default, x13 = default, x14 = default, x15 = default;
        TLanes t0 = default, t1 = default, t2, u, thenAdd = default, thenXor = default;
        TLanes step = default, c240 = default;
        k0.Read(state.Slice(0)); k1.Read(state.Slice(1)); k2.Read(state.Slice(2)); k3.Read(state.Slice(3)); k4.Read(state.Slice(4)); k5.Read(state.Slice(5)); k6.Read(state.Slice(6)); k7.Read(state.Slice(7)); k8.Read(state.Slice(8)); k9.Read(state.Slice(9)); k10.Read(state.Slice(10)); k11.Read(state.Slice(11)); k12.Read(state.Slice(12)); k13.Read(state.Slice(13)); k14.Read(state.Slice(14)); k15.Read(state.Slice(15));
        t0.Read(state.Slice(16 + SkeinState.T0));
        t1.Read(state.Slice(16 + SkeinState.T1));
        thenAdd.Read(state.Slice(16 + SkeinState.ThenAdd));
        thenXor.Read(state.Slice(16 + SkeinState.ThenXor));
        step.Broadcast(128); c240.Broadcast(ThreefishSpec.C240);
        for (int n = 0, o = 0; n < blocks; n++, o += 128)
        {
            k16 = c240;
            k16 ^= k0; k16 ^= k1; k16 ^= k2; k16 ^= k3; k16 ^= k4; k16 ^= k5; k16 ^= k6; k16 ^= k7; k16 ^= k8; k16 ^= k9; k16 ^= k10; k16 ^= k11; k16 ^= k12; k16 ^= k13; k16 ^= k14; k16 ^= k15;
            t0 += step;
            t2 = t0; t2 ^= t1;
            TLanes.Load16(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5 += k5; x6 += k6; x7 += k7; x8 += k8; x9 += k9; x10 += k10; x11 += k11; x12 += k12; u = k13; u += t0; x13 += u; u = k14; u += t1; x14 += u; x15 += k15;
            Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5 += k6; x6 += k7; x7 += k8; x8 += k9; x9 += k10; x10 += k11; x11 += k12; x12 += k13; x13 += u; u = k15; u += t2; x14 += u; x15.Add(k16, 1);
            Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5 += k7; x6 += k8; x7 += k9; x8 += k10; x9 += k11; x10 += k12; x11 += k13; x12 += k14; x13 += u; u = k16; u += t0; x14 += u; x15.Add(k0, 2);
            Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5 += k8; x6 += k9; x7 += k10; x8 += k11; x9 += k12; x10 += k13; x11 += k14; x12 += k15; x13 += u; u = k0; u += t1; x14 += u; x15.Add(k1, 3);
            Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k4; x1 += k5; x2 += k6; x3 += k7; x4 += k8; x5 += k9; x6 += k10; x7 += k11; x8 += k12; x9 += k13; x10 += k14; x11 += k15; x12 += k16; x13 += u; u = k1; u += t2; x14 += u; x15.Add(k2, 4);
            Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k5; x1 += k6; x2 += k7; x3 += k8; x4 += k9; x5 += k10; x6 += k11; x7 += k12; x8 += k13; x9 += k14; x10 += k15; x11 += k16; x12 += k0; x13 += u; u = k2; u += t0; x14 += u; x15.Add(k3, 5);
            Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k6; x1 += k7; x2 += k8; x3 += k9; x4 += k10; x5 += k11; x6 += k12; x7 += k13; x8 += k14; x9 += k15; x10 += k16; x11 += k0; x12 += k1; x13 += u; u = k3; u += t1; x14 += u; x15.Add(k4, 6);
            Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k7; x1 += k8; x2 += k9; x3 += k10; x4 += k11; x5 += k12; x6 += k13; x7 += k14; x8 += k15; x9 += k16; x10 += k0; x11 += k1; x12 += k2; x13 += u; u = k4; u += t2; x14 += u; x15.Add(k5, 7);
            Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k8; x1 += k9; x2 += k10; x3 += k11; x4 += k12; x5 += k13; x6 += k14; x7 += k15; x8 += k16; x9 += k0; x10 += k1; x11 += k2; x12 += k3; x13 += u; u = k5; u += t0; x14 += u; x15.Add(k6, 8);
            Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k9; x1 += k10; x2 += k11; x3 += k12; x4 += k13; x5 += k14; x6 += k15; x7 += k16; x8 += k0; x9 += k1; x10 += k2; x11 += k3; x12 += k4; x13 += u; u = k6; u += t1; x14 += u; x15.Add(k7, 9);
            Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k10; x1 += k11; x2 += k12; x3 += k13; x4 += k14; x5 += k15; x6 += k16; x7 += k0; x8 += k1; x9 += k2; x10 += k3; x11 += k4; x12 += k5; x13 += u; u = k7; u += t2; x14 += u; x15.Add(k8, 10);
            Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k11; x1 += k12; x2 += k13; x3 += k14; x4 += k15; x5 += k16; x6 += k0; x7 += k1; x8 += k2; x9 += k3; x10 += k4; x11 += k5; x12 += k6; x13 += u; u = k8; u += t0; x14 += u; x15.Add(k9, 11);
            Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k12; x1 += k13; x2 += k14; x3 += k15; x4 += k16; x5 += k0; x6 += k1; x7 += k2; x8 += k3; x9 += k4; x10 += k5; x11 += k6; x12 += k7; x13 += u; u = k9; u += t1; x14 += u; x15.Add(k10, 12);
            Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k13; x1 += k14; x2 += k15; x3 += k16; x4 += k0; x5 += k1; x6 += k2; x7 += k3; x8 += k4; x9 += k5; x10 += k6; x11 += k7; x12 += k8; x13 += u; u = k10; u += t2; x14 += u; x15.Add(k11, 13);
            Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k14; x1 += k15; x2 += k16; x3 += k0; x4 += k1; x5 += k2; x6 += k3; x7 += k4; x8 += k5; x9 += k6; x10 += k7; x11 += k8; x12 += k9; x13 += u; u = k11; u += t0; x14 += u; x15.Add(k12, 14);
            Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k15; x1 += k16; x2 += k0; x3 += k1; x4 += k2; x5 += k3; x6 += k4; x7 += k5; x8 += k6; x9 += k7; x10 += k8; x11 += k9; x12 += k10; x13 += u; u = k12; u += t1; x14 += u; x15.Add(k13, 15);
            Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k16; x1 += k0; x2 += k1; x3 += k2; x4 += k3; x5 += k4; x6 += k5; x7 += k6; x8 += k7; x9 += k8; x10 += k9; x11 += k10; x12 += k11; x13 += u; u = k13; u += t2; x14 += u; x15.Add(k14, 16);
            Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5 += k5; x6 += k6; x7 += k7; x8 += k8; x9 += k9; x10 += k10; x11 += k11; x12 += k12; x13 += u; u = k14; u += t0; x14 += u; x15.Add(k15, 17);
            Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5 += k6; x6 += k7; x7 += k8; x8 += k9; x9 += k10; x10 += k11; x11 += k12; x12 += k13; x13 += u; u = k15; u += t1; x14 += u; x15.Add(k16, 18);
            Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5 += k7; x6 += k8; x7 += k9; x8 += k10; x9 += k11; x10 += k12; x11 += k13; x12 += k14; x13 += u; u = k16; u += t2; x14 += u; x15.Add(k0, 19);
            Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5 += k8; x6 += k9; x7 += k10; x8 += k11; x9 += k12; x10 += k13; x11 += k14; x12 += k15; x13 += u; u = k0; u += t0; x14 += u; x15.Add(k1, 20);
            // Reading the message again is faster than keeping its words during the rounds.
            TLanes.Load16(source, offsets, o, ref k0, ref k1, ref k2, ref k3, ref k4, ref k5, ref k6, ref k7, ref k8, ref k9, ref k10, ref k11, ref k12, ref k13, ref k14, ref k15);
            k0 ^= x0; k1 ^= x1; k2 ^= x2; k3 ^= x3; k4 ^= x4; k5 ^= x5; k6 ^= x6; k7 ^= x7; k8 ^= x8; k9 ^= x9; k10 ^= x10; k11 ^= x11; k12 ^= x12; k13 ^= x13; k14 ^= x14; k15 ^= x15;
            t0 += thenAdd; t1 ^= thenXor;
            thenAdd = default; thenXor = default;
        }

        k0.Write(state.Slice(0)); k1.Write(state.Slice(1)); k2.Write(state.Slice(2)); k3.Write(state.Slice(3)); k4.Write(state.Slice(4)); k5.Write(state.Slice(5)); k6.Write(state.Slice(6)); k7.Write(state.Slice(7)); k8.Write(state.Slice(8)); k9.Write(state.Slice(9)); k10.Write(state.Slice(10)); k11.Write(state.Slice(11)); k12.Write(state.Slice(12)); k13.Write(state.Slice(13)); k14.Write(state.Slice(14)); k15.Write(state.Slice(15));
        t0.Write(state.Slice(16 + SkeinState.T0));
        t1.Write(state.Slice(16 + SkeinState.T1));
        thenAdd.Write(state.Slice(16 + SkeinState.ThenAdd));
        thenXor.Write(state.Slice(16 + SkeinState.ThenXor));
    }
}
