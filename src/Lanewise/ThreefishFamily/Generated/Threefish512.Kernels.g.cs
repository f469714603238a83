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

/// <summary>Defines Threefish-512, which has 8 words and 72 rounds.</summary>
internal readonly struct Threefish512Spec : IThreefishSpec
{
    public static string Name => "Threefish-512";
    public static int Words => 8;
    public static int Subkeys => 19;
    public static LaneTable Table => CpuProfile.Here.Threefish512Streams;
    public static int MostStreams => StreamLimits.Threefish512;

    public static ThreefishCipher Create(ReadOnlySpan<byte> key) => new Threefish512(key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
    bool encrypting, ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (encrypting) Threefish512Kernel<TLanes>.Encrypt(
        keyWords, tweakWords, tweakStep, source, offsets, destination, groups);
        else Threefish512Kernel<TLanes>.Decrypt(
        keyWords, tweakWords, tweakStep, source, offsets, destination, groups);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunScheduled<TLanes>(
    bool encrypting, ReadOnlySpan<ulong> subkeys,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (encrypting) Threefish512Kernel<TLanes>.EncryptScheduled(subkeys, source, offsets, destination, groups);
        else Threefish512Kernel<TLanes>.DecryptScheduled(subkeys, source, offsets, destination, groups);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CountScheduled<TLanes>(
    ReadOnlySpan<ulong> subkeys, ReadOnlySpan<ulong> counter, ulong first,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong> => Threefish512Kernel<TLanes>.CountScheduled(
    subkeys, counter, first, source, offsets, destination, groups);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Count<TLanes>(
    ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong> => Threefish512Kernel<TLanes>.Count(
    keyWords, tweakWords, counter, first, source, offsets, destination, groups);
}

/// <summary>
/// Implements the 72 rounds of Threefish-512, with one block per lane (Skein 1.3, section 3.3).
/// </summary>
/// <remarks>
/// The permutation of words after each round only renames variables, which takes no time. After four rounds, every word
/// has its original name again. Each iteration of the loop consists of eight rounds and two subkeys. The loop is not
/// unrolled: straight-line code is at most a few percent faster, and takes several times as long to compile.
/// </remarks>
internal static class Threefish512Rounds<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>The number of words in an extended key.</summary>
    public const int KeyWords = 17;

    private const int Subkeys = 18;

    /// <summary>
    /// Completes an extended key whose first 8 words are given. Subkey s consists of 8 words, starting at
    /// index s of the sequence <c>k0 .. k8, k0 .. k8, ..</c>, where k8 is the parity word.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExtendKey(Span<TLanes> key)
    {
        key = key.Slice(0, KeyWords);
        TLanes parity = default;
        parity.Broadcast(ThreefishSpec.C240);
        parity ^= key[0]; parity ^= key[1]; parity ^= key[2]; parity ^= key[3]; parity ^= key[4]; parity ^= key[5]; parity ^= key[6]; parity ^= key[7];
        key[8] = parity;
        key[9] = key[0]; key[10] = key[1]; key[11] = key[2]; key[12] = key[3]; key[13] = key[4]; key[14] = key[5]; key[15] = key[6]; key[16] = key[7];
    }

    /// <summary>Encrypts the words in place under an extended key and an extended tweak.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encrypt(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        if (TLanes.Count == 1 && !OperatingSystem.IsBrowser())
        {
            Threefish<TLanes>.Block block = default;
            Span<TLanes> x = block;
            x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7;
            Threefish512FlatKernel<TLanes>.Run(x, key, tweak);
            x0 = x[0]; x1 = x[1]; x2 = x[2]; x3 = x[3]; x4 = x[4]; x5 = x[5]; x6 = x[6]; x7 = x[7];
            return;
        }

        ReadOnlySpan<TLanes> k, t;
        for (int s = 0, i = 0, j = 0; s < Subkeys; s += 2)
        {
            k = key.Slice(i, 9);
            t = tweak.Slice(j, 3);
            x0 += k[0]; x1 += k[1]; x2 += k[2]; x3 += k[3]; x4 += k[4]; x5.AddSum(k[5], t[0]); x6.AddSum(k[6], t[1]); x7.Add(k[7], (ulong)s);
            do { FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7); } while (Pieces.Again);
            x0 += k[1]; x1 += k[2]; x2 += k[3]; x3 += k[4]; x4 += k[5]; x5.AddSum(k[6], t[1]); x6.AddSum(k[7], t[2]); x7.Add(k[8], (ulong)s + 1);
            do { FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7); } while (Pieces.Again);
            i = i + 2 > 8 ? i + 2 - 9 : i + 2;
            j = j + 2 > 2 ? j - 1 : j + 2;
        }

        k = key.Slice(Subkeys % 9, 8);
        t = tweak.Slice(Subkeys % 3, 2);
        x0 += k[0]; x1 += k[1]; x2 += k[2]; x3 += k[3]; x4 += k[4]; x5.AddSum(k[5], t[0]); x6.AddSum(k[6], t[1]); x7.Add(k[7], Subkeys);
    }

    /// <summary>Decrypts the words in place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decrypt(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        if (TLanes.Count == 1)
        {
            Threefish<TLanes>.Block block = default;
            Span<TLanes> x = block;
            x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7;
            Threefish512InverseFlatKernel<TLanes>.Run(x, key, tweak);
            x0 = x[0]; x1 = x[1]; x2 = x[2]; x3 = x[3]; x4 = x[4]; x5 = x[5]; x6 = x[6]; x7 = x[7];
            return;
        }

        ReadOnlySpan<TLanes> k = key.Slice(Subkeys % 9, 8), t = tweak.Slice(Subkeys % 3, 2);
        TLanes w = default;
        w.Broadcast(Subkeys);
        x0 -= k[0]; x1 -= k[1]; x2 -= k[2]; x3 -= k[3]; x4 -= k[4]; x5 -= k[5]; x5 -= t[0]; x6 -= k[6]; x6 -= t[1]; x7 -= k[7]; x7 -= w;
        for (int s = Subkeys - 2, i = (Subkeys - 2) % 9, j = (Subkeys - 2) % 3; s >= 0; s -= 2)
        {
            UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            k = key.Slice(i, 9);
            t = tweak.Slice(j, 3);
            w.Broadcast((ulong)s + 1);
            x0 -= k[1]; x1 -= k[2]; x2 -= k[3]; x3 -= k[4]; x4 -= k[5]; x5 -= k[6]; x5 -= t[1]; x6 -= k[7]; x6 -= t[2]; x7 -= k[8]; x7 -= w;
            UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            w.Broadcast((ulong)s);
            x0 -= k[0]; x1 -= k[1]; x2 -= k[2]; x3 -= k[3]; x4 -= k[4]; x5 -= k[5]; x5 -= t[0]; x6 -= k[6]; x6 -= t[1]; x7 -= k[7]; x7 -= w;
            i = i < 2 ? i - 2 + 9 : i - 2;
            j = j < 2 ? j + 1 : j - 2;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourEven(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7)
    {
        Mix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 46, 36, 19, 37);
        Mix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 33, 27, 14, 42);
        Mix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 17, 49, 36, 39);
        Mix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 44, 9, 54, 56);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourOdd(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7)
    {
        Mix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 39, 30, 34, 24);
        Mix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 13, 50, 10, 17);
        Mix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 25, 29, 39, 43);
        Mix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 8, 35, 56, 22);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourEven(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7)
    {
        Unmix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 44, 9, 54, 56);
        Unmix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 17, 49, 36, 39);
        Unmix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 33, 27, 14, 42);
        Unmix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 46, 36, 19, 37);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourOdd(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7)
    {
        Unmix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 8, 35, 56, 22);
        Unmix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 25, 29, 39, 43);
        Unmix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 13, 50, 10, 17);
        Unmix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 39, 30, 34, 24);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Mix(
    ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1, ref TLanes a2, ref TLanes b2, ref TLanes a3, ref TLanes b3,
    [ConstantExpected] int r0, [ConstantExpected] int r1, [ConstantExpected] int r2, [ConstantExpected] int r3)
    {
        a0 += b0; a1 += b1; a2 += b2; a3 += b3; b0.RotateLeft(r0); b0 ^= a0; b1.RotateLeft(r1); b1 ^= a1; b2.RotateLeft(r2); b2 ^= a2; b3.RotateLeft(r3); b3 ^= a3;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Unmix(
    ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1, ref TLanes a2, ref TLanes b2, ref TLanes a3, ref TLanes b3,
    [ConstantExpected] int r0, [ConstantExpected] int r1, [ConstantExpected] int r2, [ConstantExpected] int r3)
    {
        b0 ^= a0; b0.RotateRight(r0); b1 ^= a1; b1.RotateRight(r1); b2 ^= a2; b2.RotateRight(r2); b3 ^= a3; b3.RotateRight(r3); a0 -= b0; a1 -= b1; a2 -= b2; a3 -= b3;
    }

    [InlineArray(KeyWords)]
    internal struct Key
    {
        private TLanes first;
    }
}

/// <summary>
/// Processes runs of blocks with Threefish-512, one block per lane. Each mode has a separate loop.
/// </summary>
internal static class Threefish512Kernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Encrypts a run of blocks. For the parameters, see <see cref="IThreefishSpec.Run"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Encrypt(
    ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        Threefish512Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 8 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 64)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.ReadKeyAndTweakApart(n, keyWords, tweakWords, key, tweak);
            TLanes.Load8(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish512Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 64);
            TLanes.Store4(to, 64, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 64, x4, x5, x6, x7);
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
        Threefish512Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 8 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 64)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.ReadKeyAndTweakApart(n, keyWords, tweakWords, key, tweak);
            TLanes.Load8(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish512Rounds<TLanes>.Decrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 64);
            TLanes.Store4(to, 64, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 64, x4, x5, x6, x7);
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
        ReadOnlySpan<ulong> final = subkeys.Slice(144, 8), k;
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 64)
        {
            TLanes.Load8(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            for (int s = 0; s < 144; s += 16)
            {
                k = subkeys.Slice(s, 16);
                x0.AddWord(k[0]); x1.AddWord(k[1]); x2.AddWord(k[2]); x3.AddWord(k[3]); x4.AddWord(k[4]); x5.AddWord(k[5]); x6.AddWord(k[6]); x7.AddWord(k[7]);
                Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
                x0.AddWord(k[8]); x1.AddWord(k[9]); x2.AddWord(k[10]); x3.AddWord(k[11]); x4.AddWord(k[12]); x5.AddWord(k[13]); x6.AddWord(k[14]); x7.AddWord(k[15]);
                Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            }

            x0.AddWord(final[0]); x1.AddWord(final[1]); x2.AddWord(final[2]); x3.AddWord(final[3]); x4.AddWord(final[4]); x5.AddWord(final[5]); x6.AddWord(final[6]); x7.AddWord(final[7]);
            Span<byte> to = destination.Slice(o, lanes * 64);
            TLanes.Store4(to, 64, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 64, x4, x5, x6, x7);
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
        ReadOnlySpan<ulong> final = subkeys.Slice(144, 8), k;
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 64)
        {
            TLanes.Load8(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            x0.SubtractWord(final[0]); x1.SubtractWord(final[1]); x2.SubtractWord(final[2]); x3.SubtractWord(final[3]); x4.SubtractWord(final[4]); x5.SubtractWord(final[5]); x6.SubtractWord(final[6]); x7.SubtractWord(final[7]);
            for (int s = 128; s >= 0; s -= 16)
            {
                k = subkeys.Slice(s, 16);
                Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
                x0.SubtractWord(k[8]); x1.SubtractWord(k[9]); x2.SubtractWord(k[10]); x3.SubtractWord(k[11]); x4.SubtractWord(k[12]); x5.SubtractWord(k[13]); x6.SubtractWord(k[14]); x7.SubtractWord(k[15]);
                Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
                x0.SubtractWord(k[0]); x1.SubtractWord(k[1]); x2.SubtractWord(k[2]); x3.SubtractWord(k[3]); x4.SubtractWord(k[4]); x5.SubtractWord(k[5]); x6.SubtractWord(k[6]); x7.SubtractWord(k[7]);
            }
            Span<byte> to = destination.Slice(o, lanes * 64);
            TLanes.Store4(to, 64, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 64, x4, x5, x6, x7);
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
        ReadOnlySpan<ulong> final = subkeys.Slice(144, 8), k;
        counter = counter.Slice(0, 7);
        Span<ulong> last = stackalloc ulong[lanes];
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default;
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 64)
        {
            for (int l = 0; l < last.Length; l++) last[l] = BinaryPrimitives.ReverseEndianness(first++);
            x0.Broadcast(counter[0]); x1.Broadcast(counter[1]); x2.Broadcast(counter[2]); x3.Broadcast(counter[3]); x4.Broadcast(counter[4]); x5.Broadcast(counter[5]); x6.Broadcast(counter[6]); x7.Read(last);
            for (int s = 0; s < 144; s += 16)
            {
                k = subkeys.Slice(s, 16);
                x0.AddWord(k[0]); x1.AddWord(k[1]); x2.AddWord(k[2]); x3.AddWord(k[3]); x4.AddWord(k[4]); x5.AddWord(k[5]); x6.AddWord(k[6]); x7.AddWord(k[7]);
                Threefish512Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
                x0.AddWord(k[8]); x1.AddWord(k[9]); x2.AddWord(k[10]); x3.AddWord(k[11]); x4.AddWord(k[12]); x5.AddWord(k[13]); x6.AddWord(k[14]); x7.AddWord(k[15]);
                Threefish512Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            }

            x0.AddWord(final[0]); x1.AddWord(final[1]); x2.AddWord(final[2]); x3.AddWord(final[3]); x4.AddWord(final[4]); x5.AddWord(final[5]); x6.AddWord(final[6]); x7.AddWord(final[7]);
            TLanes.Load8(source, offsets, o, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
            x0 ^= m0; x1 ^= m1; x2 ^= m2; x3 ^= m3; x4 ^= m4; x5 ^= m5; x6 ^= m6; x7 ^= m7;
            Span<byte> to = destination.Slice(o, lanes * 64);
            TLanes.Store4(to, 64, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 64, x4, x5, x6, x7);
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
        Threefish512Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        Threefish<TLanes>.ReadKeyAndTweakApart(0, keyWords, tweakWords, key, tweak);
        Threefish<TLanes>.ExtendTweak(tweak);
        counter = counter.Slice(0, 7);
        Span<ulong> last = stackalloc ulong[lanes];
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default;
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 64)
        {
            for (int l = 0; l < last.Length; l++) last[l] = BinaryPrimitives.ReverseEndianness(first++);
            x0.Broadcast(counter[0]); x1.Broadcast(counter[1]); x2.Broadcast(counter[2]); x3.Broadcast(counter[3]); x4.Broadcast(counter[4]); x5.Broadcast(counter[5]); x6.Broadcast(counter[6]); x7.Read(last);
            Threefish512Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, key, tweak);
            TLanes.Load8(source, offsets, o, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
            x0 ^= m0; x1 ^= m1; x2 ^= m2; x3 ^= m3; x4 ^= m4; x5 ^= m5; x6 ^= m6; x7 ^= m7;
            Span<byte> to = destination.Slice(o, lanes * 64);
            TLanes.Store4(to, 64, x0, x1, x2, x3); TLanes.Store4(to.Slice(32), 64, x4, x5, x6, x7);
        }
    }
}

/// <summary>Implements Threefish-512 for one block in one lane, in straight-line code.</summary>
internal static class Threefish512FlatKernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Encrypts the words in place. The key includes its parity word, and the tweak includes the XOR of its words.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 8);
        key = key.Slice(0, 9);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3], k4 = key[4], k5 = key[5], k6 = key[6], k7 = key[7], k8 = key[8];
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

/// <summary>The inverse of <see cref="Threefish512FlatKernel{TLanes}"/>.</summary>
internal static class Threefish512InverseFlatKernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Decrypts the words in place. The key includes its parity word, and the tweak includes the XOR of its words.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 8);
        key = key.Slice(0, 9);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3], k4 = key[4], k5 = key[5], k6 = key[6], k7 = key[7], k8 = key[8];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2];
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
        TLanes w = default;
        x0 -= k0; x1 -= k1; x2 -= k2; x3 -= k3; x4 -= k4; w = k5; w += t0; x5 -= w; w = k6; w += t1; x6 -= w; w.Broadcast(18); w += k7; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k8; x1 -= k0; x2 -= k1; x3 -= k2; x4 -= k3; w = k4; w += t2; x5 -= w; w = k5; w += t0; x6 -= w; w.Broadcast(17); w += k6; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k7; x1 -= k8; x2 -= k0; x3 -= k1; x4 -= k2; w = k3; w += t1; x5 -= w; w = k4; w += t2; x6 -= w; w.Broadcast(16); w += k5; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k6; x1 -= k7; x2 -= k8; x3 -= k0; x4 -= k1; w = k2; w += t0; x5 -= w; w = k3; w += t1; x6 -= w; w.Broadcast(15); w += k4; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k5; x1 -= k6; x2 -= k7; x3 -= k8; x4 -= k0; w = k1; w += t2; x5 -= w; w = k2; w += t0; x6 -= w; w.Broadcast(14); w += k3; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k4; x1 -= k5; x2 -= k6; x3 -= k7; x4 -= k8; w = k0; w += t1; x5 -= w; w = k1; w += t2; x6 -= w; w.Broadcast(13); w += k2; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k3; x1 -= k4; x2 -= k5; x3 -= k6; x4 -= k7; w = k8; w += t0; x5 -= w; w = k0; w += t1; x6 -= w; w.Broadcast(12); w += k1; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k2; x1 -= k3; x2 -= k4; x3 -= k5; x4 -= k6; w = k7; w += t2; x5 -= w; w = k8; w += t0; x6 -= w; w.Broadcast(11); w += k0; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k1; x1 -= k2; x2 -= k3; x3 -= k4; x4 -= k5; w = k6; w += t1; x5 -= w; w = k7; w += t2; x6 -= w; w.Broadcast(10); w += k8; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k0; x1 -= k1; x2 -= k2; x3 -= k3; x4 -= k4; w = k5; w += t0; x5 -= w; w = k6; w += t1; x6 -= w; w.Broadcast(9); w += k7; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k8; x1 -= k0; x2 -= k1; x3 -= k2; x4 -= k3; w = k4; w += t2; x5 -= w; w = k5; w += t0; x6 -= w; w.Broadcast(8); w += k6; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k7; x1 -= k8; x2 -= k0; x3 -= k1; x4 -= k2; w = k3; w += t1; x5 -= w; w = k4; w += t2; x6 -= w; w.Broadcast(7); w += k5; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k6; x1 -= k7; x2 -= k8; x3 -= k0; x4 -= k1; w = k2; w += t0; x5 -= w; w = k3; w += t1; x6 -= w; w.Broadcast(6); w += k4; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k5; x1 -= k6; x2 -= k7; x3 -= k8; x4 -= k0; w = k1; w += t2; x5 -= w; w = k2; w += t0; x6 -= w; w.Broadcast(5); w += k3; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k4; x1 -= k5; x2 -= k6; x3 -= k7; x4 -= k8; w = k0; w += t1; x5 -= w; w = k1; w += t2; x6 -= w; w.Broadcast(4); w += k2; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k3; x1 -= k4; x2 -= k5; x3 -= k6; x4 -= k7; w = k8; w += t0; x5 -= w; w = k0; w += t1; x6 -= w; w.Broadcast(3); w += k1; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k2; x1 -= k3; x2 -= k4; x3 -= k5; x4 -= k6; w = k7; w += t2; x5 -= w; w = k8; w += t0; x6 -= w; w.Broadcast(2); w += k0; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k1; x1 -= k2; x2 -= k3; x3 -= k4; x4 -= k5; w = k6; w += t1; x5 -= w; w = k7; w += t2; x6 -= w; w.Broadcast(1); w += k8; x7 -= w;
        Threefish512Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 -= k0; x1 -= k1; x2 -= k2; x3 -= k3; x4 -= k4; w = k5; w += t0; x5 -= w; w = k6; w += t1; x6 -= w; x7 -= k7;
        x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7;
    }
}
