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

/// <summary>Defines Skein-512, which has a state of 8 words.</summary>
internal readonly struct Skein512Spec : ISkeinSpec
{
    public static string Name => "Skein-512";
    public static int Words => 8;
    public static int StateBytes => 64;
    public static ReadOnlySpan<ulong> Iv => SkeinIv.Skein512;
    public static LaneTable Table => CpuProfile.Here.Skein512Streams;
    public static int MostStreams => StreamLimits.Skein;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
    Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (typeof(TLanes) == typeof(ScalarLane<ulong>)) Skein512FlatKernel<TLanes>.Run(
        states, source, offsets, blocks);
        else Skein512Kernel<TLanes>.Run(states, source, offsets, blocks);
    }

    public static void EncryptBlocks(
    ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, Span<byte> blocks, LaneShape? shape) =>
    ThreefishRun<Threefish512Spec>.Blocks(true, key, new(tweak0, tweak1), blocks, blocks, shape);
}

/// <summary>Processes blocks with Skein-512's UBI mode (Skein 1.3, section 3.4), one message per lane.</summary>
internal static class Skein512Kernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Chains <paramref name="blocks"/> blocks of 64 bytes into each lane's state (<see cref="SkeinState"/>). The
    /// states are followed by the kernel's memory (<see cref="SkeinOneShot{TSpec}.ScratchWords"/>).
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        // The extended key and tweak are in the caller's memory, because the JIT would clear local buffers in each call.
        int lanes = TLanes.Count;
        Span<TLanes> scratch = MemoryMarshal.Cast<ulong, TLanes>(states.Slice(
        (8 + SkeinState.FinalWords) * lanes,
        (Threefish512Rounds<TLanes>.KeyWords + SkeinState.TweakWords) * lanes));
        Span<TLanes> key = scratch.Slice(0, Threefish512Rounds<TLanes>.KeyWords),
        tweak = scratch.Slice(Threefish512Rounds<TLanes>.KeyWords, SkeinState.TweakWords);
        TLanes step = default, thenAdd = default, thenXor = default;
        Skein<TLanes>.Read(states, 8, key, tweak, ref thenAdd, ref thenXor);
        step.Broadcast(64);
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        for (int n = 0, o = 0; n < blocks; n++, o += 64)
        {
            TLanes.Load8(source, offsets, o, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
            tweak[0] += step;
            Threefish512Rounds<TLanes>.ExtendKey(key);
            Threefish<TLanes>.ExtendTweak(tweak);
            TLanes x0 = m0, x1 = m1, x2 = m2, x3 = m3, x4 = m4, x5 = m5, x6 = m6, x7 = m7;
            Threefish512Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, key, tweak);
            x0 ^= m0; key[0] = x0; x1 ^= m1; key[1] = x1; x2 ^= m2; key[2] = x2; x3 ^= m3; key[3] = x3; x4 ^= m4; key[4] = x4; x5 ^= m5; key[5] = x5; x6 ^= m6; key[6] = x6; x7 ^= m7; key[7] = x7;
            tweak[0] += thenAdd;
            tweak[1] ^= thenXor;
            thenAdd = default;
            thenXor = default;
        }

        Skein<TLanes>.Write(states, 8, key, tweak);
    }
}

/// <summary>
/// Processes the blocks of one message with Skein-512's UBI mode, in straight-line code. Between blocks, the
/// key-word variables hold the chaining value.
/// </summary>
internal static class Skein512FlatKernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Chains <paramref name="blocks"/> blocks into the state (<see cref="SkeinState"/>).</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(
    Span<ulong> state, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        state = state.Slice(0, 8 + SkeinState.FinalWords);
        TLanes k0 = default, k1 = default, k2 = default, k3 = default, k4 = default, k5 = default, k6 = default, k7 = default, k8 = default;
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default;
        TLanes t0 = default, t1 = default, t2, u, thenAdd = default, thenXor = default;
        TLanes step = default, c240 = default;
        k0.Read(state.Slice(0)); k1.Read(state.Slice(1)); k2.Read(state.Slice(2)); k3.Read(state.Slice(3)); k4.Read(state.Slice(4)); k5.Read(state.Slice(5)); k6.Read(state.Slice(6)); k7.Read(state.Slice(7));
        t0.Read(state.Slice(8 + SkeinState.T0));
        t1.Read(state.Slice(8 + SkeinState.T1));
        thenAdd.Read(state.Slice(8 + SkeinState.ThenAdd));
        thenXor.Read(state.Slice(8 + SkeinState.ThenXor));
        step.Broadcast(64); c240.Broadcast(ThreefishSpec.C240);
        for (int n = 0, o = 0; n < blocks; n++, o += 64)
        {
            k8 = c240;
            k8 ^= k0; k8 ^= k1; k8 ^= k2; k8 ^= k3; k8 ^= k4; k8 ^= k5; k8 ^= k6; k8 ^= k7;
            t0 += step;
            t2 = t0; t2 ^= t1;
            TLanes.Load8(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; u = k5; u += t0; x5 += u; u = k6; u += t1; x6 += u; x7 += k7;
            Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5 += u; u = k7; u += t2; x6 += u; x7.Add(k8, 1);
            Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5 += u; u = k8; u += t0; x6 += u; x7.Add(k0, 2);
            Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5 += u; u = k0; u += t1; x6 += u; x7.Add(k1, 3);
            Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k4; x1 += k5; x2 += k6; x3 += k7; x4 += k8; x5 += u; u = k1; u += t2; x6 += u; x7.Add(k2, 4);
            Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k5; x1 += k6; x2 += k7; x3 += k8; x4 += k0; x5 += u; u = k2; u += t0; x6 += u; x7.Add(k3, 5);
            Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k6; x1 += k7; x2 += k8; x3 += k0; x4 += k1; x5 += u; u = k3; u += t1; x6 += u; x7.Add(k4, 6);
            Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k7; x1 += k8; x2 += k0; x3 += k1; x4 += k2; x5 += u; u = k4; u += t2; x6 += u; x7.Add(k5, 7);
            Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k8; x1 += k0; x2 += k1; x3 += k2; x4 += k3; x5 += u; u = k5; u += t0; x6 += u; x7.Add(k6, 8);
            Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5 += u; u = k6; u += t1; x6 += u; x7.Add(k7, 9);
            Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5 += u; u = k7; u += t2; x6 += u; x7.Add(k8, 10);
            Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5 += u; u = k8; u += t0; x6 += u; x7.Add(k0, 11);
            Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5 += u; u = k0; u += t1; x6 += u; x7.Add(k1, 12);
            Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k4; x1 += k5; x2 += k6; x3 += k7; x4 += k8; x5 += u; u = k1; u += t2; x6 += u; x7.Add(k2, 13);
            Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k5; x1 += k6; x2 += k7; x3 += k8; x4 += k0; x5 += u; u = k2; u += t0; x6 += u; x7.Add(k3, 14);
            Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k6; x1 += k7; x2 += k8; x3 += k0; x4 += k1; x5 += u; u = k3; u += t1; x6 += u; x7.Add(k4, 15);
            Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k7; x1 += k8; x2 += k0; x3 += k1; x4 += k2; x5 += u; u = k4; u += t2; x6 += u; x7.Add(k5, 16);
            Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k8; x1 += k0; x2 += k1; x3 += k2; x4 += k3; x5 += u; u = k5; u += t0; x6 += u; x7.Add(k6, 17);
            Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5 += u; u = k6; u += t1; x6 += u; x7.Add(k7, 18);
            // Reading the message again is faster than keeping its words during the rounds.
            TLanes.Load8(source, offsets, o, ref k0, ref k1, ref k2, ref k3, ref k4, ref k5, ref k6, ref k7);
            k0 ^= x0; k1 ^= x1; k2 ^= x2; k3 ^= x3; k4 ^= x4; k5 ^= x5; k6 ^= x6; k7 ^= x7;
            t0 += thenAdd; t1 ^= thenXor;
            thenAdd = default; thenXor = default;
        }

        k0.Write(state.Slice(0)); k1.Write(state.Slice(1)); k2.Write(state.Slice(2)); k3.Write(state.Slice(3)); k4.Write(state.Slice(4)); k5.Write(state.Slice(5)); k6.Write(state.Slice(6)); k7.Write(state.Slice(7));
        t0.Write(state.Slice(8 + SkeinState.T0));
        t1.Write(state.Slice(8 + SkeinState.T1));
        thenAdd.Write(state.Slice(8 + SkeinState.ThenAdd));
        thenXor.Write(state.Slice(8 + SkeinState.ThenXor));
    }
}
