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

/// <summary>Defines Skein-256, which has a state of 4 words.</summary>
internal readonly struct Skein256Spec : ISkeinSpec
{
    public static string Name => "Skein-256";
    public static int Words => 4;
    public static int StateBytes => 32;
    public static ReadOnlySpan<ulong> Iv => SkeinIv.Skein256;
    public static LaneTable Table => CpuProfile.Here.Skein256Streams;
    public static int MostStreams => StreamLimits.Skein;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
    Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (typeof(TLanes) == typeof(ScalarLane<ulong>)) Skein256FlatKernel<TLanes>.Run(
        states, source, offsets, blocks);
        else Skein256Kernel<TLanes>.Run(states, source, offsets, blocks);
    }

    public static void EncryptBlocks(
    ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, Span<byte> blocks, LaneShape? shape) =>
    ThreefishRun<Threefish256Spec>.Blocks(true, key, new(tweak0, tweak1), blocks, blocks, shape);
}

/// <summary>Processes blocks with Skein-256's UBI mode (Skein 1.3, section 3.4), one message per lane.</summary>
internal static class Skein256Kernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Chains <paramref name="blocks"/> blocks of 32 bytes into each lane's state (<see cref="SkeinState"/>). The
    /// states are followed by the kernel's memory (<see cref="SkeinOneShot{TSpec}.ScratchWords"/>).
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        // The extended key and tweak are in the caller's memory, because the JIT would clear local buffers in each call.
        int lanes = TLanes.Count;
        Span<TLanes> scratch = MemoryMarshal.Cast<ulong, TLanes>(states.Slice(
        (4 + SkeinState.FinalWords) * lanes,
        (Threefish256Rounds<TLanes>.KeyWords + SkeinState.TweakWords) * lanes));
        Span<TLanes> key = scratch.Slice(0, Threefish256Rounds<TLanes>.KeyWords),
        tweak = scratch.Slice(Threefish256Rounds<TLanes>.KeyWords, SkeinState.TweakWords);
        TLanes step = default, thenAdd = default, thenXor = default;
        Skein<TLanes>.Read(states, 4, key, tweak, ref thenAdd, ref thenXor);
        step.Broadcast(32);
        TLanes m0 = default, m1 = default, m2 = default, m3 = default;
        for (int n = 0, o = 0; n < blocks; n++, o += 32)
        {
            TLanes.Load4(source, offsets, o, ref m0, ref m1, ref m2, ref m3);
            tweak[0] += step;
            Threefish256Rounds<TLanes>.ExtendKey(key);
            Threefish<TLanes>.ExtendTweak(tweak);
            TLanes x0 = m0, x1 = m1, x2 = m2, x3 = m3;
            Threefish256Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, key, tweak);
            x0 ^= m0; key[0] = x0; x1 ^= m1; key[1] = x1; x2 ^= m2; key[2] = x2; x3 ^= m3; key[3] = x3;
            tweak[0] += thenAdd;
            tweak[1] ^= thenXor;
            thenAdd = default;
            thenXor = default;
        }

        Skein<TLanes>.Write(states, 4, key, tweak);
    }
}

/// <summary>
/// Processes the blocks of one message with Skein-256's UBI mode, in straight-line code. Between blocks, the
/// key-word variables hold the chaining value.
/// </summary>
internal static class Skein256FlatKernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Chains <paramref name="blocks"/> blocks into the state (<see cref="SkeinState"/>).</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(
    Span<ulong> state, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        state = state.Slice(0, 4 + SkeinState.FinalWords);
        TLanes k0 = default, k1 = default, k2 = default, k3 = default, k4 = default;
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        TLanes t0 = default, t1 = default, t2, u, thenAdd = default, thenXor = default;
        TLanes step = default, c240 = default;
        k0.Read(state.Slice(0)); k1.Read(state.Slice(1)); k2.Read(state.Slice(2)); k3.Read(state.Slice(3));
        t0.Read(state.Slice(4 + SkeinState.T0));
        t1.Read(state.Slice(4 + SkeinState.T1));
        thenAdd.Read(state.Slice(4 + SkeinState.ThenAdd));
        thenXor.Read(state.Slice(4 + SkeinState.ThenXor));
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
            // Reading the message again is faster than keeping its words during the rounds.
            TLanes.Load4(source, offsets, o, ref k0, ref k1, ref k2, ref k3);
            k0 ^= x0; k1 ^= x1; k2 ^= x2; k3 ^= x3;
            t0 += thenAdd; t1 ^= thenXor;
            thenAdd = default; thenXor = default;
        }

        k0.Write(state.Slice(0)); k1.Write(state.Slice(1)); k2.Write(state.Slice(2)); k3.Write(state.Slice(3));
        t0.Write(state.Slice(4 + SkeinState.T0));
        t1.Write(state.Slice(4 + SkeinState.T1));
        thenAdd.Write(state.Slice(4 + SkeinState.ThenAdd));
        thenXor.Write(state.Slice(4 + SkeinState.ThenXor));
    }
}
