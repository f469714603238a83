// Written by: dotnet run --project tools/KernelSource
#nullable enable
// Generated from ThreefishText.cs, ThreefishStraight.cs and SkeinText.cs. Edit those files.
using System;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Lanewise.Simd;
using Lanewise.ThreefishFamily;

namespace Lanewise.ThreefishFamily;

/// <summary>Defines Threefish-1024, which has 16 words and 80 rounds.</summary>
internal readonly struct Threefish1024Spec : IThreefishSpec
{
    public static string Name => "Threefish-1024";
    public static int Words => 16;
    public static int Subkeys => 21;
    public static LaneTable Table => CpuProfile.Here.Threefish1024Streams;
    public static int MostStreams => StreamLimits.Threefish1024;

    public static ThreefishCipher Create(ReadOnlySpan<byte> key) => new Threefish1024(key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
    bool encrypting, ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (encrypting) Threefish1024Kernel<TLanes>.Encrypt(
        keyWords, tweakWords, tweakStep, source, offsets, destination, groups);
        else Threefish1024Kernel<TLanes>.Decrypt(
        keyWords, tweakWords, tweakStep, source, offsets, destination, groups);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunScheduled<TLanes>(
    bool encrypting, ReadOnlySpan<ulong> subkeys,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (encrypting) Threefish1024Kernel<TLanes>.EncryptScheduled(subkeys, source, offsets, destination, groups);
        else Threefish1024Kernel<TLanes>.DecryptScheduled(subkeys, source, offsets, destination, groups);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CountScheduled<TLanes>(
    ReadOnlySpan<ulong> subkeys, ReadOnlySpan<ulong> counter, ulong first,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong> => Threefish1024Kernel<TLanes>.CountScheduled(
    subkeys, counter, first, source, offsets, destination, groups);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Count<TLanes>(
    ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong> => Threefish1024Kernel<TLanes>.Count(
    keyWords, tweakWords, counter, first, source, offsets, destination, groups);
}

/// <summary>
/// Implements the 80 rounds of Threefish-1024, with one block per lane (Skein 1.3, section 3.3).
/// </summary>
/// <remarks>
/// The permutation of words after each round only renames variables, which takes no time. After four rounds, every word
/// has its original name again. Each iteration of the loop consists of eight rounds and two subkeys. The loop is not
/// unrolled: straight-line code is at most a few percent faster, and takes several times as long to compile.
/// </remarks>
internal static class Threefish1024Rounds<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>The number of words in an extended key.</summary>
    public const int KeyWords = 33;

    private const int Subkeys = 20;

    /// <summary>
    /// Completes an extended key whose first 16 words are given. Subkey s consists of 16 words, starting at
    /// index s of the sequence <c>k0 .. k16, k0 .. k16, ..</c>, where k16 is the parity word.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExtendKey(Span<TLanes> key)
    {
        key = key.Slice(0, KeyWords);
        TLanes parity = default;
        parity.Broadcast(ThreefishSpec.C240);
        parity ^= key[0]; parity ^= key[1]; parity ^= key[2]; parity ^= key[3]; parity ^= key[4]; parity ^= key[5]; parity ^= key[6]; parity ^= key[7]; parity ^= key[8]; parity ^= key[9]; parity ^= key[10]; parity ^= key[11]; parity ^= key[12]; parity ^= key[13]; parity ^= key[14]; parity ^= key[15];
        key[16] = parity;
        key[17] = key[0]; key[18] = key[1]; key[19] = key[2]; key[20] = key[3]; key[21] = key[4]; key[22] = key[5]; key[23] = key[6]; key[24] = key[7]; key[25] = key[8]; key[26] = key[9]; key[27] = key[10]; key[28] = key[11]; key[29] = key[12]; key[30] = key[13]; key[31] = key[14]; key[32] = key[15];
    }

    /// <summary>Encrypts the words in place under an extended key and an extended tweak.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encrypt(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7, ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11, ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        if (TLanes.Count == 1)
        {
            Threefish<TLanes>.Block block = default;
            Span<TLanes> x = block;
            x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7; x[8] = x8; x[9] = x9; x[10] = x10; x[11] = x11; x[12] = x12; x[13] = x13; x[14] = x14; x[15] = x15;
            Threefish1024FlatKernel<TLanes>.Run(x, key, tweak);
            x0 = x[0]; x1 = x[1]; x2 = x[2]; x3 = x[3]; x4 = x[4]; x5 = x[5]; x6 = x[6]; x7 = x[7]; x8 = x[8]; x9 = x[9]; x10 = x[10]; x11 = x[11]; x12 = x[12]; x13 = x[13]; x14 = x[14]; x15 = x[15];
            return;
        }

        ReadOnlySpan<TLanes> k, t;
        for (int s = 0, i = 0, j = 0; s < Subkeys; s += 2)
        {
            k = key.Slice(i, 17);
            t = tweak.Slice(j, 3);
            x0 += k[0]; x1 += k[1]; x2 += k[2]; x3 += k[3]; x4 += k[4]; x5 += k[5]; x6 += k[6]; x7 += k[7]; x8 += k[8]; x9 += k[9]; x10 += k[10]; x11 += k[11]; x12 += k[12]; x13.AddSum(k[13], t[0]); x14.AddSum(k[14], t[1]); x15.Add(k[15], (ulong)s);
            FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0 += k[1]; x1 += k[2]; x2 += k[3]; x3 += k[4]; x4 += k[5]; x5 += k[6]; x6 += k[7]; x7 += k[8]; x8 += k[9]; x9 += k[10]; x10 += k[11]; x11 += k[12]; x12 += k[13]; x13.AddSum(k[14], t[1]); x14.AddSum(k[15], t[2]); x15.Add(k[16], (ulong)s + 1);
            FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            i = i + 2 > 16 ? i + 2 - 17 : i + 2;
            j = j + 2 > 2 ? j - 1 : j + 2;
        }

        k = key.Slice(Subkeys % 17, 16);
        t = tweak.Slice(Subkeys % 3, 2);
        x0 += k[0]; x1 += k[1]; x2 += k[2]; x3 += k[3]; x4 += k[4]; x5 += k[5]; x6 += k[6]; x7 += k[7]; x8 += k[8]; x9 += k[9]; x10 += k[10]; x11 += k[11]; x12 += k[12]; x13.AddSum(k[13], t[0]); x14.AddSum(k[14], t[1]); x15.Add(k[15], Subkeys);
    }

    /// <summary>Decrypts the words in place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decrypt(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7, ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11, ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        if (TLanes.Count == 1)
        {
            Threefish<TLanes>.Block block = default;
            Span<TLanes> x = block;
            x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7; x[8] = x8; x[9] = x9; x[10] = x10; x[11] = x11; x[12] = x12; x[13] = x13; x[14] = x14; x[15] = x15;
            Threefish1024InverseFlatKernel<TLanes>.Run(x, key, tweak);
            x0 = x[0]; x1 = x[1]; x2 = x[2]; x3 = x[3]; x4 = x[4]; x5 = x[5]; x6 = x[6]; x7 = x[7]; x8 = x[8]; x9 = x[9]; x10 = x[10]; x11 = x[11]; x12 = x[12]; x13 = x[13]; x14 = x[14]; x15 = x[15];
            return;
        }

        ReadOnlySpan<TLanes> k = key.Slice(Subkeys % 17, 16), t = tweak.Slice(Subkeys % 3, 2);
        TLanes w = default;
        w.Broadcast(Subkeys);
        x0 -= k[0]; x1 -= k[1]; x2 -= k[2]; x3 -= k[3]; x4 -= k[4]; x5 -= k[5]; x6 -= k[6]; x7 -= k[7]; x8 -= k[8]; x9 -= k[9]; x10 -= k[10]; x11 -= k[11]; x12 -= k[12]; x13 -= k[13]; x13 -= t[0]; x14 -= k[14]; x14 -= t[1]; x15 -= k[15]; x15 -= w;
        for (int s = Subkeys - 2, i = (Subkeys - 2) % 17, j = (Subkeys - 2) % 3; s >= 0; s -= 2)
        {
            UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            k = key.Slice(i, 17);
            t = tweak.Slice(j, 3);
            w.Broadcast((ulong)s + 1);
            x0 -= k[1]; x1 -= k[2]; x2 -= k[3]; x3 -= k[4]; x4 -= k[5]; x5 -= k[6]; x6 -= k[7]; x7 -= k[8]; x8 -= k[9]; x9 -= k[10]; x10 -= k[11]; x11 -= k[12]; x12 -= k[13]; x13 -= k[14]; x13 -= t[1]; x14 -= k[15]; x14 -= t[2]; x15 -= k[16]; x15 -= w;
            UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            w.Broadcast((ulong)s);
            x0 -= k[0]; x1 -= k[1]; x2 -= k[2]; x3 -= k[3]; x4 -= k[4]; x5 -= k[5]; x6 -= k[6]; x7 -= k[7]; x8 -= k[8]; x9 -= k[9]; x10 -= k[10]; x11 -= k[11]; x12 -= k[12]; x13 -= k[13]; x13 -= t[0]; x14 -= k[14]; x14 -= t[1]; x15 -= k[15]; x15 -= w;
            i = i < 2 ? i - 2 + 17 : i - 2;
            j = j < 2 ? j + 1 : j - 2;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourEven(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7, ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11, ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15)
    {
        Mix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, 24, 13, 8, 47, 8, 17, 22, 37);
        Mix(ref x0, ref x9, ref x2, ref x13, ref x6, ref x11, ref x4, ref x15, ref x10, ref x7, ref x12, ref x3, ref x14, ref x5, ref x8, ref x1, 38, 19, 10, 55, 49, 18, 23, 52);
        Mix(ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, ref x6, ref x1, ref x12, ref x15, ref x14, ref x13, ref x8, ref x11, ref x10, ref x9, 33, 4, 51, 13, 34, 41, 59, 17);
        Mix(ref x0, ref x15, ref x2, ref x11, ref x6, ref x13, ref x4, ref x9, ref x14, ref x1, ref x8, ref x5, ref x10, ref x3, ref x12, ref x7, 5, 20, 48, 41, 47, 28, 16, 25);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourOdd(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7, ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11, ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15)
    {
        Mix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, 41, 9, 37, 31, 12, 47, 44, 30);
        Mix(ref x0, ref x9, ref x2, ref x13, ref x6, ref x11, ref x4, ref x15, ref x10, ref x7, ref x12, ref x3, ref x14, ref x5, ref x8, ref x1, 16, 34, 56, 51, 4, 53, 42, 41);
        Mix(ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, ref x6, ref x1, ref x12, ref x15, ref x14, ref x13, ref x8, ref x11, ref x10, ref x9, 31, 44, 47, 46, 19, 42, 44, 25);
        Mix(ref x0, ref x15, ref x2, ref x11, ref x6, ref x13, ref x4, ref x9, ref x14, ref x1, ref x8, ref x5, ref x10, ref x3, ref x12, ref x7, 9, 48, 35, 52, 23, 31, 37, 20);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourEven(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7, ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11, ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15)
    {
        Unmix(ref x0, ref x15, ref x2, ref x11, ref x6, ref x13, ref x4, ref x9, ref x14, ref x1, ref x8, ref x5, ref x10, ref x3, ref x12, ref x7, 5, 20, 48, 41, 47, 28, 16, 25);
        Unmix(ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, ref x6, ref x1, ref x12, ref x15, ref x14, ref x13, ref x8, ref x11, ref x10, ref x9, 33, 4, 51, 13, 34, 41, 59, 17);
        Unmix(ref x0, ref x9, ref x2, ref x13, ref x6, ref x11, ref x4, ref x15, ref x10, ref x7, ref x12, ref x3, ref x14, ref x5, ref x8, ref x1, 38, 19, 10, 55, 49, 18, 23, 52);
        Unmix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, 24, 13, 8, 47, 8, 17, 22, 37);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourOdd(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7, ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11, ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15)
    {
        Unmix(ref x0, ref x15, ref x2, ref x11, ref x6, ref x13, ref x4, ref x9, ref x14, ref x1, ref x8, ref x5, ref x10, ref x3, ref x12, ref x7, 9, 48, 35, 52, 23, 31, 37, 20);
        Unmix(ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, ref x6, ref x1, ref x12, ref x15, ref x14, ref x13, ref x8, ref x11, ref x10, ref x9, 31, 44, 47, 46, 19, 42, 44, 25);
        Unmix(ref x0, ref x9, ref x2, ref x13, ref x6, ref x11, ref x4, ref x15, ref x10, ref x7, ref x12, ref x3, ref x14, ref x5, ref x8, ref x1, 16, 34, 56, 51, 4, 53, 42, 41);
        Unmix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, 41, 9, 37, 31, 12, 47, 44, 30);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Mix(
    ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1, ref TLanes a2, ref TLanes b2, ref TLanes a3, ref TLanes b3, ref TLanes a4, ref TLanes b4, ref TLanes a5, ref TLanes b5, ref TLanes a6, ref TLanes b6, ref TLanes a7, ref TLanes b7,
    [ConstantExpected] int r0, [ConstantExpected] int r1, [ConstantExpected] int r2, [ConstantExpected] int r3, [ConstantExpected] int r4, [ConstantExpected] int r5, [ConstantExpected] int r6, [ConstantExpected] int r7)
    {
        a0 += b0; a1 += b1; a2 += b2; a3 += b3; b0.RotateLeft(r0); b0 ^= a0; b1.RotateLeft(r1); b1 ^= a1; b2.RotateLeft(r2); b2 ^= a2; b3.RotateLeft(r3); b3 ^= a3;
        a4 += b4; a5 += b5; a6 += b6; a7 += b7; b4.RotateLeft(r4); b4 ^= a4; b5.RotateLeft(r5); b5 ^= a5; b6.RotateLeft(r6); b6 ^= a6; b7.RotateLeft(r7); b7 ^= a7;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Unmix(
    ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1, ref TLanes a2, ref TLanes b2, ref TLanes a3, ref TLanes b3, ref TLanes a4, ref TLanes b4, ref TLanes a5, ref TLanes b5, ref TLanes a6, ref TLanes b6, ref TLanes a7, ref TLanes b7,
    [ConstantExpected] int r0, [ConstantExpected] int r1, [ConstantExpected] int r2, [ConstantExpected] int r3, [ConstantExpected] int r4, [ConstantExpected] int r5, [ConstantExpected] int r6, [ConstantExpected] int r7)
    {
        b0 ^= a0; b0.RotateRight(r0); a0 -= b0;
        b1 ^= a1; b1.RotateRight(r1); a1 -= b1;
        b2 ^= a2; b2.RotateRight(r2); a2 -= b2;
        b3 ^= a3; b3.RotateRight(r3); a3 -= b3;
        b4 ^= a4; b4.RotateRight(r4); a4 -= b4;
        b5 ^= a5; b5.RotateRight(r5); a5 -= b5;
        b6 ^= a6; b6.RotateRight(r6); a6 -= b6;
        b7 ^= a7; b7.RotateRight(r7); a7 -= b7;
    }

    [InlineArray(KeyWords)]
    internal struct Key
    {
        private TLanes first;
    }
}

/// <summary>
/// Processes runs of blocks with Threefish-1024, one block per lane. Each mode has a separate loop.
/// </summary>
internal static class Threefish1024Kernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Encrypts a run of blocks. For the parameters, see <see cref="IThreefishSpec.Run"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Encrypt(
    ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        Threefish1024Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 16 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default, x8 = default, x9 = default, x10 = default, x11 = default, x12 = default, x13 = default, x14 = default, x15 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 128)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.ReadKeyAndTweakApart(n, keyWords, tweakWords, key, tweak);
            TLanes.Load16(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish1024Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 128);
            TLanes.Store4(to, 128, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 128, x4, x5, x6, x7); TLanes.Store4(to.Slice(64), 128, x8, x9, x10, x11); TLanes.Store4(to.Slice(96), 128, x12, x13, x14, x15);
            tweak[0] += step;
        }
    }

    /// <summary>Decrypts a run of blocks. For the parameters, see <see cref="IThreefishSpec.Run"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Decrypt(
    ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        Threefish1024Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 16 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default, x8 = default, x9 = default, x10 = default, x11 = default, x12 = default, x13 = default, x14 = default, x15 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 128)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.ReadKeyAndTweakApart(n, keyWords, tweakWords, key, tweak);
            TLanes.Load16(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish1024Rounds<TLanes>.Decrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 128);
            TLanes.Store4(to, 128, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 128, x4, x5, x6, x7); TLanes.Store4(to.Slice(64), 128, x8, x9, x10, x11); TLanes.Store4(to.Slice(96), 128, x12, x13, x14, x15);
            tweak[0] += step;
        }
    }

    /// <summary>
    /// Encrypts blocks under one key and one tweak. For the parameters, see <see cref="IThreefishSpec.RunScheduled"/>.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void EncryptScheduled(
    ReadOnlySpan<ulong> subkeys, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        ReadOnlySpan<ulong> final = subkeys.Slice(320, 16), k;
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default, x8 = default, x9 = default, x10 = default, x11 = default, x12 = default, x13 = default, x14 = default, x15 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 128)
        {
            TLanes.Load16(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            for (int s = 0; s < 320; s += 32)
            {
                k = subkeys.Slice(s, 32);
                x0.AddWord(k[0]); x1.AddWord(k[1]); x2.AddWord(k[2]); x3.AddWord(k[3]); x4.AddWord(k[4]); x5.AddWord(k[5]); x6.AddWord(k[6]); x7.AddWord(k[7]); x8.AddWord(k[8]); x9.AddWord(k[9]); x10.AddWord(k[10]); x11.AddWord(k[11]); x12.AddWord(k[12]); x13.AddWord(k[13]); x14.AddWord(k[14]); x15.AddWord(k[15]);
                Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
                x0.AddWord(k[16]); x1.AddWord(k[17]); x2.AddWord(k[18]); x3.AddWord(k[19]); x4.AddWord(k[20]); x5.AddWord(k[21]); x6.AddWord(k[22]); x7.AddWord(k[23]); x8.AddWord(k[24]); x9.AddWord(k[25]); x10.AddWord(k[26]); x11.AddWord(k[27]); x12.AddWord(k[28]); x13.AddWord(k[29]); x14.AddWord(k[30]); x15.AddWord(k[31]);
                Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            }

            x0.AddWord(final[0]); x1.AddWord(final[1]); x2.AddWord(final[2]); x3.AddWord(final[3]); x4.AddWord(final[4]); x5.AddWord(final[5]); x6.AddWord(final[6]); x7.AddWord(final[7]); x8.AddWord(final[8]); x9.AddWord(final[9]); x10.AddWord(final[10]); x11.AddWord(final[11]); x12.AddWord(final[12]); x13.AddWord(final[13]); x14.AddWord(final[14]); x15.AddWord(final[15]);
            Span<byte> to = destination.Slice(o, lanes * 128);
            TLanes.Store4(to, 128, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 128, x4, x5, x6, x7); TLanes.Store4(to.Slice(64), 128, x8, x9, x10, x11); TLanes.Store4(to.Slice(96), 128, x12, x13, x14, x15);
        }
    }

    /// <summary>
    /// Decrypts blocks under one key and one tweak. For the parameters, see <see cref="IThreefishSpec.RunScheduled"/>.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void DecryptScheduled(
    ReadOnlySpan<ulong> subkeys, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        ReadOnlySpan<ulong> final = subkeys.Slice(320, 16), k;
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default, x8 = default, x9 = default, x10 = default, x11 = default, x12 = default, x13 = default, x14 = default, x15 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 128)
        {
            TLanes.Load16(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            x0.SubtractWord(final[0]); x1.SubtractWord(final[1]); x2.SubtractWord(final[2]); x3.SubtractWord(final[3]); x4.SubtractWord(final[4]); x5.SubtractWord(final[5]); x6.SubtractWord(final[6]); x7.SubtractWord(final[7]); x8.SubtractWord(final[8]); x9.SubtractWord(final[9]); x10.SubtractWord(final[10]); x11.SubtractWord(final[11]); x12.SubtractWord(final[12]); x13.SubtractWord(final[13]); x14.SubtractWord(final[14]); x15.SubtractWord(final[15]);
            for (int s = 288; s >= 0; s -= 32)
            {
                k = subkeys.Slice(s, 32);
                Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
                x0.SubtractWord(k[16]); x1.SubtractWord(k[17]); x2.SubtractWord(k[18]); x3.SubtractWord(k[19]); x4.SubtractWord(k[20]); x5.SubtractWord(k[21]); x6.SubtractWord(k[22]); x7.SubtractWord(k[23]); x8.SubtractWord(k[24]); x9.SubtractWord(k[25]); x10.SubtractWord(k[26]); x11.SubtractWord(k[27]); x12.SubtractWord(k[28]); x13.SubtractWord(k[29]); x14.SubtractWord(k[30]); x15.SubtractWord(k[31]);
                Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
                x0.SubtractWord(k[0]); x1.SubtractWord(k[1]); x2.SubtractWord(k[2]); x3.SubtractWord(k[3]); x4.SubtractWord(k[4]); x5.SubtractWord(k[5]); x6.SubtractWord(k[6]); x7.SubtractWord(k[7]); x8.SubtractWord(k[8]); x9.SubtractWord(k[9]); x10.SubtractWord(k[10]); x11.SubtractWord(k[11]); x12.SubtractWord(k[12]); x13.SubtractWord(k[13]); x14.SubtractWord(k[14]); x15.SubtractWord(k[15]);
            }
            Span<byte> to = destination.Slice(o, lanes * 128);
            TLanes.Store4(to, 128, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 128, x4, x5, x6, x7); TLanes.Store4(to.Slice(64), 128, x8, x9, x10, x11); TLanes.Store4(to.Slice(96), 128, x12, x13, x14, x15);
        }
    }

    /// <summary>
    /// XORs blocks with a keystream. For the parameters, see <see cref="IThreefishSpec.CountScheduled"/>.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void CountScheduled(
    ReadOnlySpan<ulong> subkeys, ReadOnlySpan<ulong> counter, ulong first,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        ReadOnlySpan<ulong> final = subkeys.Slice(320, 16), k;
        counter = counter.Slice(0, 15);
        Span<ulong> last = stackalloc ulong[lanes];
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default, x8 = default, x9 = default, x10 = default, x11 = default, x12 = default, x13 = default, x14 = default, x15 = default;
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default, m8 = default, m9 = default, m10 = default, m11 = default, m12 = default, m13 = default, m14 = default, m15 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 128)
        {
            for (int l = 0; l < last.Length; l++) last[l] = BinaryPrimitives.ReverseEndianness(first++);
            x0.Broadcast(counter[0]); x1.Broadcast(counter[1]); x2.Broadcast(counter[2]); x3.Broadcast(counter[3]); x4.Broadcast(counter[4]); x5.Broadcast(counter[5]); x6.Broadcast(counter[6]); x7.Broadcast(counter[7]); x8.Broadcast(counter[8]); x9.Broadcast(counter[9]); x10.Broadcast(counter[10]); x11.Broadcast(counter[11]); x12.Broadcast(counter[12]); x13.Broadcast(counter[13]); x14.Broadcast(counter[14]); x15.Read(last);
            for (int s = 0; s < 320; s += 32)
            {
                k = subkeys.Slice(s, 32);
                x0.AddWord(k[0]); x1.AddWord(k[1]); x2.AddWord(k[2]); x3.AddWord(k[3]); x4.AddWord(k[4]); x5.AddWord(k[5]); x6.AddWord(k[6]); x7.AddWord(k[7]); x8.AddWord(k[8]); x9.AddWord(k[9]); x10.AddWord(k[10]); x11.AddWord(k[11]); x12.AddWord(k[12]); x13.AddWord(k[13]); x14.AddWord(k[14]); x15.AddWord(k[15]);
                Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
                x0.AddWord(k[16]); x1.AddWord(k[17]); x2.AddWord(k[18]); x3.AddWord(k[19]); x4.AddWord(k[20]); x5.AddWord(k[21]); x6.AddWord(k[22]); x7.AddWord(k[23]); x8.AddWord(k[24]); x9.AddWord(k[25]); x10.AddWord(k[26]); x11.AddWord(k[27]); x12.AddWord(k[28]); x13.AddWord(k[29]); x14.AddWord(k[30]); x15.AddWord(k[31]);
                Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            }

            x0.AddWord(final[0]); x1.AddWord(final[1]); x2.AddWord(final[2]); x3.AddWord(final[3]); x4.AddWord(final[4]); x5.AddWord(final[5]); x6.AddWord(final[6]); x7.AddWord(final[7]); x8.AddWord(final[8]); x9.AddWord(final[9]); x10.AddWord(final[10]); x11.AddWord(final[11]); x12.AddWord(final[12]); x13.AddWord(final[13]); x14.AddWord(final[14]); x15.AddWord(final[15]);
            TLanes.Load16(source, offsets, o, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
            x0 ^= m0; x1 ^= m1; x2 ^= m2; x3 ^= m3; x4 ^= m4; x5 ^= m5; x6 ^= m6; x7 ^= m7; x8 ^= m8; x9 ^= m9; x10 ^= m10; x11 ^= m11; x12 ^= m12; x13 ^= m13; x14 ^= m14; x15 ^= m15;
            Span<byte> to = destination.Slice(o, lanes * 128);
            TLanes.Store4(to, 128, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 128, x4, x5, x6, x7); TLanes.Store4(to.Slice(64), 128, x8, x9, x10, x11); TLanes.Store4(to.Slice(96), 128, x12, x13, x14, x15);
        }
    }

    /// <summary>
    /// XORs blocks with a keystream, in one lane. For the parameters, see <see cref="IThreefishSpec.Count"/>.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Count(
    ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        Threefish1024Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        Threefish<TLanes>.ReadKeyAndTweakApart(0, keyWords, tweakWords, key, tweak);
        Threefish<TLanes>.ExtendTweak(tweak);
        counter = counter.Slice(0, 15);
        Span<ulong> last = stackalloc ulong[lanes];
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default, x8 = default, x9 = default, x10 = default, x11 = default, x12 = default, x13 = default, x14 = default, x15 = default;
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default, m8 = default, m9 = default, m10 = default, m11 = default, m12 = default, m13 = default, m14 = default, m15 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 128)
        {
            for (int l = 0; l < last.Length; l++) last[l] = BinaryPrimitives.ReverseEndianness(first++);
            x0.Broadcast(counter[0]); x1.Broadcast(counter[1]); x2.Broadcast(counter[2]); x3.Broadcast(counter[3]); x4.Broadcast(counter[4]); x5.Broadcast(counter[5]); x6.Broadcast(counter[6]); x7.Broadcast(counter[7]); x8.Broadcast(counter[8]); x9.Broadcast(counter[9]); x10.Broadcast(counter[10]); x11.Broadcast(counter[11]); x12.Broadcast(counter[12]); x13.Broadcast(counter[13]); x14.Broadcast(counter[14]); x15.Read(last);
            Threefish1024Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, key, tweak);
            TLanes.Load16(source, offsets, o, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7, ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
            x0 ^= m0; x1 ^= m1; x2 ^= m2; x3 ^= m3; x4 ^= m4; x5 ^= m5; x6 ^= m6; x7 ^= m7; x8 ^= m8; x9 ^= m9; x10 ^= m10; x11 ^= m11; x12 ^= m12; x13 ^= m13; x14 ^= m14; x15 ^= m15;
            Span<byte> to = destination.Slice(o, lanes * 128);
            TLanes.Store4(to, 128, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 128, x4, x5, x6, x7); TLanes.Store4(to.Slice(64), 128, x8, x9, x10, x11); TLanes.Store4(to.Slice(96), 128, x12, x13, x14, x15);
        }
    }
}

/// <summary>Implements Threefish-1024 for one block in one lane, in straight-line code.</summary>
internal static class Threefish1024FlatKernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Encrypts the words in place. The key includes its parity word, and the tweak includes the XOR of its words.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 16);
        key = key.Slice(0, 17);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3], k4 = key[4], k5 = key[5], k6 = key[6], k7 = key[7], k8 = key[8], k9 = key[9], k10 = key[10], k11 = key[11], k12 = key[12], k13 = key[13], k14 = key[14], k15 = key[15], k16 = key[16];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2];
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7], x8 = x[8], x9 = x[9], x10 = x[10], x11 = x[11], x12 = x[12], x13 = x[13], x14 = x[14], x15 = x[15];
        x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5 += k5; x6 += k6; x7 += k7; x8 += k8; x9 += k9; x10 += k10; x11 += k11; x12 += k12; x13.AddSum(k13, t0); x14.AddSum(k14, t1); x15 += k15;
        Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5 += k6; x6 += k7; x7 += k8; x8 += k9; x9 += k10; x10 += k11; x11 += k12; x12 += k13; x13.AddSum(k14, t1); x14.AddSum(k15, t2); x15.Add(k16, 1);
        Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5 += k7; x6 += k8; x7 += k9; x8 += k10; x9 += k11; x10 += k12; x11 += k13; x12 += k14; x13.AddSum(k15, t2); x14.AddSum(k16, t0); x15.Add(k0, 2);
        Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5 += k8; x6 += k9; x7 += k10; x8 += k11; x9 += k12; x10 += k13; x11 += k14; x12 += k15; x13.AddSum(k16, t0); x14.AddSum(k0, t1); x15.Add(k1, 3);
        Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k4; x1 += k5; x2 += k6; x3 += k7; x4 += k8; x5 += k9; x6 += k10; x7 += k11; x8 += k12; x9 += k13; x10 += k14; x11 += k15; x12 += k16; x13.AddSum(k0, t1); x14.AddSum(k1, t2); x15.Add(k2, 4);
        Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k5; x1 += k6; x2 += k7; x3 += k8; x4 += k9; x5 += k10; x6 += k11; x7 += k12; x8 += k13; x9 += k14; x10 += k15; x11 += k16; x12 += k0; x13.AddSum(k1, t2); x14.AddSum(k2, t0); x15.Add(k3, 5);
        Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k6; x1 += k7; x2 += k8; x3 += k9; x4 += k10; x5 += k11; x6 += k12; x7 += k13; x8 += k14; x9 += k15; x10 += k16; x11 += k0; x12 += k1; x13.AddSum(k2, t0); x14.AddSum(k3, t1); x15.Add(k4, 6);
        Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k7; x1 += k8; x2 += k9; x3 += k10; x4 += k11; x5 += k12; x6 += k13; x7 += k14; x8 += k15; x9 += k16; x10 += k0; x11 += k1; x12 += k2; x13.AddSum(k3, t1); x14.AddSum(k4, t2); x15.Add(k5, 7);
        Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k8; x1 += k9; x2 += k10; x3 += k11; x4 += k12; x5 += k13; x6 += k14; x7 += k15; x8 += k16; x9 += k0; x10 += k1; x11 += k2; x12 += k3; x13.AddSum(k4, t2); x14.AddSum(k5, t0); x15.Add(k6, 8);
        Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k9; x1 += k10; x2 += k11; x3 += k12; x4 += k13; x5 += k14; x6 += k15; x7 += k16; x8 += k0; x9 += k1; x10 += k2; x11 += k3; x12 += k4; x13.AddSum(k5, t0); x14.AddSum(k6, t1); x15.Add(k7, 9);
        Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k10; x1 += k11; x2 += k12; x3 += k13; x4 += k14; x5 += k15; x6 += k16; x7 += k0; x8 += k1; x9 += k2; x10 += k3; x11 += k4; x12 += k5; x13.AddSum(k6, t1); x14.AddSum(k7, t2); x15.Add(k8, 10);
        Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k11; x1 += k12; x2 += k13; x3 += k14; x4 += k15; x5 += k16; x6 += k0; x7 += k1; x8 += k2; x9 += k3; x10 += k4; x11 += k5; x12 += k6; x13.AddSum(k7, t2); x14.AddSum(k8, t0); x15.Add(k9, 11);
        Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k12; x1 += k13; x2 += k14; x3 += k15; x4 += k16; x5 += k0; x6 += k1; x7 += k2; x8 += k3; x9 += k4; x10 += k5; x11 += k6; x12 += k7; x13.AddSum(k8, t0); x14.AddSum(k9, t1); x15.Add(k10, 12);
        Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k13; x1 += k14; x2 += k15; x3 += k16; x4 += k0; x5 += k1; x6 += k2; x7 += k3; x8 += k4; x9 += k5; x10 += k6; x11 += k7; x12 += k8; x13.AddSum(k9, t1); x14.AddSum(k10, t2); x15.Add(k11, 13);
        Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k14; x1 += k15; x2 += k16; x3 += k0; x4 += k1; x5 += k2; x6 += k3; x7 += k4; x8 += k5; x9 += k6; x10 += k7; x11 += k8; x12 += k9; x13.AddSum(k10, t2); x14.AddSum(k11, t0); x15.Add(k12, 14);
        Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k15; x1 += k16; x2 += k0; x3 += k1; x4 += k2; x5 += k3; x6 += k4; x7 += k5; x8 += k6; x9 += k7; x10 += k8; x11 += k9; x12 += k10; x13.AddSum(k11, t0); x14.AddSum(k12, t1); x15.Add(k13, 15);
        Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k16; x1 += k0; x2 += k1; x3 += k2; x4 += k3; x5 += k4; x6 += k5; x7 += k6; x8 += k7; x9 += k8; x10 += k9; x11 += k10; x12 += k11; x13.AddSum(k12, t1); x14.AddSum(k13, t2); x15.Add(k14, 16);
        Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5 += k5; x6 += k6; x7 += k7; x8 += k8; x9 += k9; x10 += k10; x11 += k11; x12 += k12; x13.AddSum(k13, t2); x14.AddSum(k14, t0); x15.Add(k15, 17);
        Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5 += k6; x6 += k7; x7 += k8; x8 += k9; x9 += k10; x10 += k11; x11 += k12; x12 += k13; x13.AddSum(k14, t0); x14.AddSum(k15, t1); x15.Add(k16, 18);
        Threefish1024Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5 += k7; x6 += k8; x7 += k9; x8 += k10; x9 += k11; x10 += k12; x11 += k13; x12 += k14; x13.AddSum(k15, t1); x14.AddSum(k16, t2); x15.Add(k0, 19);
        Threefish1024Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5 += k8; x6 += k9; x7 += k10; x8 += k11; x9 += k12; x10 += k13; x11 += k14; x12 += k15; x13.AddSum(k16, t2); x14.AddSum(k0, t0); x15.Add(k1, 20);
        x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7; x[8] = x8; x[9] = x9; x[10] = x10; x[11] = x11; x[12] = x12; x[13] = x13; x[14] = x14; x[15] = x15;
    }
}

/// <summary>The inverse of <see cref="Threefish1024FlatKernel{TLanes}"/>.</summary>
internal static class Threefish1024InverseFlatKernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Decrypts the words in place. The key includes its parity word, and the tweak includes the XOR of its words.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 16);
        key = key.Slice(0, 17);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3], k4 = key[4], k5 = key[5], k6 = key[6], k7 = key[7], k8 = key[8], k9 = key[9], k10 = key[10], k11 = key[11], k12 = key[12], k13 = key[13], k14 = key[14], k15 = key[15], k16 = key[16];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2];
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7], x8 = x[8], x9 = x[9], x10 = x[10], x11 = x[11], x12 = x[12], x13 = x[13], x14 = x[14], x15 = x[15];
        TLanes w = default;
        x0 -= k3; x1 -= k4; x2 -= k5; x3 -= k6; x4 -= k7; x5 -= k8; x6 -= k9; x7 -= k10; x8 -= k11; x9 -= k12; x10 -= k13; x11 -= k14; x12 -= k15; w = k16; w += t2; x13 -= w; w = k0; w += t0; x14 -= w; w.Broadcast(20); w += k1; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k2; x1 -= k3; x2 -= k4; x3 -= k5; x4 -= k6; x5 -= k7; x6 -= k8; x7 -= k9; x8 -= k10; x9 -= k11; x10 -= k12; x11 -= k13; x12 -= k14; w = k15; w += t1; x13 -= w; w = k16; w += t2; x14 -= w; w.Broadcast(19); w += k0; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k1; x1 -= k2; x2 -= k3; x3 -= k4; x4 -= k5; x5 -= k6; x6 -= k7; x7 -= k8; x8 -= k9; x9 -= k10; x10 -= k11; x11 -= k12; x12 -= k13; w = k14; w += t0; x13 -= w; w = k15; w += t1; x14 -= w; w.Broadcast(18); w += k16; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k0; x1 -= k1; x2 -= k2; x3 -= k3; x4 -= k4; x5 -= k5; x6 -= k6; x7 -= k7; x8 -= k8; x9 -= k9; x10 -= k10; x11 -= k11; x12 -= k12; w = k13; w += t2; x13 -= w; w = k14; w += t0; x14 -= w; w.Broadcast(17); w += k15; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k16; x1 -= k0; x2 -= k1; x3 -= k2; x4 -= k3; x5 -= k4; x6 -= k5; x7 -= k6; x8 -= k7; x9 -= k8; x10 -= k9; x11 -= k10; x12 -= k11; w = k12; w += t1; x13 -= w; w = k13; w += t2; x14 -= w; w.Broadcast(16); w += k14; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k15; x1 -= k16; x2 -= k0; x3 -= k1; x4 -= k2; x5 -= k3; x6 -= k4; x7 -= k5; x8 -= k6; x9 -= k7; x10 -= k8; x11 -= k9; x12 -= k10; w = k11; w += t0; x13 -= w; w = k12; w += t1; x14 -= w; w.Broadcast(15); w += k13; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k14; x1 -= k15; x2 -= k16; x3 -= k0; x4 -= k1; x5 -= k2; x6 -= k3; x7 -= k4; x8 -= k5; x9 -= k6; x10 -= k7; x11 -= k8; x12 -= k9; w = k10; w += t2; x13 -= w; w = k11; w += t0; x14 -= w; w.Broadcast(14); w += k12; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k13; x1 -= k14; x2 -= k15; x3 -= k16; x4 -= k0; x5 -= k1; x6 -= k2; x7 -= k3; x8 -= k4; x9 -= k5; x10 -= k6; x11 -= k7; x12 -= k8; w = k9; w += t1; x13 -= w; w = k10; w += t2; x14 -= w; w.Broadcast(13); w += k11; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k12; x1 -= k13; x2 -= k14; x3 -= k15; x4 -= k16; x5 -= k0; x6 -= k1; x7 -= k2; x8 -= k3; x9 -= k4; x10 -= k5; x11 -= k6; x12 -= k7; w = k8; w += t0; x13 -= w; w = k9; w += t1; x14 -= w; w.Broadcast(12); w += k10; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k11; x1 -= k12; x2 -= k13; x3 -= k14; x4 -= k15; x5 -= k16; x6 -= k0; x7 -= k1; x8 -= k2; x9 -= k3; x10 -= k4; x11 -= k5; x12 -= k6; w = k7; w += t2; x13 -= w; w = k8; w += t0; x14 -= w; w.Broadcast(11); w += k9; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k10; x1 -= k11; x2 -= k12; x3 -= k13; x4 -= k14; x5 -= k15; x6 -= k16; x7 -= k0; x8 -= k1; x9 -= k2; x10 -= k3; x11 -= k4; x12 -= k5; w = k6; w += t1; x13 -= w; w = k7; w += t2; x14 -= w; w.Broadcast(10); w += k8; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k9; x1 -= k10; x2 -= k11; x3 -= k12; x4 -= k13; x5 -= k14; x6 -= k15; x7 -= k16; x8 -= k0; x9 -= k1; x10 -= k2; x11 -= k3; x12 -= k4; w = k5; w += t0; x13 -= w; w = k6; w += t1; x14 -= w; w.Broadcast(9); w += k7; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k8; x1 -= k9; x2 -= k10; x3 -= k11; x4 -= k12; x5 -= k13; x6 -= k14; x7 -= k15; x8 -= k16; x9 -= k0; x10 -= k1; x11 -= k2; x12 -= k3; w = k4; w += t2; x13 -= w; w = k5; w += t0; x14 -= w; w.Broadcast(8); w += k6; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k7; x1 -= k8; x2 -= k9; x3 -= k10; x4 -= k11; x5 -= k12; x6 -= k13; x7 -= k14; x8 -= k15; x9 -= k16; x10 -= k0; x11 -= k1; x12 -= k2; w = k3; w += t1; x13 -= w; w = k4; w += t2; x14 -= w; w.Broadcast(7); w += k5; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k6; x1 -= k7; x2 -= k8; x3 -= k9; x4 -= k10; x5 -= k11; x6 -= k12; x7 -= k13; x8 -= k14; x9 -= k15; x10 -= k16; x11 -= k0; x12 -= k1; w = k2; w += t0; x13 -= w; w = k3; w += t1; x14 -= w; w.Broadcast(6); w += k4; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k5; x1 -= k6; x2 -= k7; x3 -= k8; x4 -= k9; x5 -= k10; x6 -= k11; x7 -= k12; x8 -= k13; x9 -= k14; x10 -= k15; x11 -= k16; x12 -= k0; w = k1; w += t2; x13 -= w; w = k2; w += t0; x14 -= w; w.Broadcast(5); w += k3; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k4; x1 -= k5; x2 -= k6; x3 -= k7; x4 -= k8; x5 -= k9; x6 -= k10; x7 -= k11; x8 -= k12; x9 -= k13; x10 -= k14; x11 -= k15; x12 -= k16; w = k0; w += t1; x13 -= w; w = k1; w += t2; x14 -= w; w.Broadcast(4); w += k2; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k3; x1 -= k4; x2 -= k5; x3 -= k6; x4 -= k7; x5 -= k8; x6 -= k9; x7 -= k10; x8 -= k11; x9 -= k12; x10 -= k13; x11 -= k14; x12 -= k15; w = k16; w += t0; x13 -= w; w = k0; w += t1; x14 -= w; w.Broadcast(3); w += k1; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k2; x1 -= k3; x2 -= k4; x3 -= k5; x4 -= k6; x5 -= k7; x6 -= k8; x7 -= k9; x8 -= k10; x9 -= k11; x10 -= k12; x11 -= k13; x12 -= k14; w = k15; w += t2; x13 -= w; w = k16; w += t0; x14 -= w; w.Broadcast(2); w += k0; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k1; x1 -= k2; x2 -= k3; x3 -= k4; x4 -= k5; x5 -= k6; x6 -= k7; x7 -= k8; x8 -= k9; x9 -= k10; x10 -= k11; x11 -= k12; x12 -= k13; w = k14; w += t1; x13 -= w; w = k15; w += t2; x14 -= w; w.Broadcast(1); w += k16; x15 -= w;
        Threefish1024Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
        x0 -= k0; x1 -= k1; x2 -= k2; x3 -= k3; x4 -= k4; x5 -= k5; x6 -= k6; x7 -= k7; x8 -= k8; x9 -= k9; x10 -= k10; x11 -= k11; x12 -= k12; w = k13; w += t0; x13 -= w; w = k14; w += t1; x14 -= w; x15 -= k15;
        x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7; x[8] = x8; x[9] = x9; x[10] = x10; x[11] = x11; x[12] = x12; x[13] = x13; x[14] = x14; x[15] = x15;
    }
}
