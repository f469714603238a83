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

/// <summary>Defines Threefish-256, which has 4 words and 72 rounds.</summary>
internal readonly struct Threefish256Spec : IThreefishSpec
{
    public static string Name => "Threefish-256";
    public static int Words => 4;
    public static int Subkeys => 19;
    public static LaneTable Table => CpuProfile.Here.Threefish256Streams;
    public static int MostStreams => StreamLimits.Threefish256;

    public static ThreefishCipher Create(ReadOnlySpan<byte> key) => new Threefish256(key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
    bool encrypting, ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (encrypting) Threefish256Kernel<TLanes>.Encrypt(
        keyWords, tweakWords, tweakStep, source, offsets, destination, groups);
        else Threefish256Kernel<TLanes>.Decrypt(
        keyWords, tweakWords, tweakStep, source, offsets, destination, groups);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunScheduled<TLanes>(
    bool encrypting, ReadOnlySpan<ulong> subkeys,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (encrypting) Threefish256Kernel<TLanes>.EncryptScheduled(subkeys, source, offsets, destination, groups);
        else Threefish256Kernel<TLanes>.DecryptScheduled(subkeys, source, offsets, destination, groups);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CountScheduled<TLanes>(
    ReadOnlySpan<ulong> subkeys, ReadOnlySpan<ulong> counter, ulong first,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong> => Threefish256Kernel<TLanes>.CountScheduled(
    subkeys, counter, first, source, offsets, destination, groups);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Count<TLanes>(
    ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
    where TLanes : struct, ILanes<TLanes, ulong> => Threefish256Kernel<TLanes>.Count(
    keyWords, tweakWords, counter, first, source, offsets, destination, groups);
}

/// <summary>
/// Implements the 72 rounds of Threefish-256, with one block per lane (Skein 1.3, section 3.3).
/// </summary>
/// <remarks>
/// The permutation of words after each round only renames variables, which takes no time. After four rounds, every word
/// has its original name again. Each iteration of the loop consists of eight rounds and two subkeys. The loop is not
/// unrolled: straight-line code is at most a few percent faster, and takes several times as long to compile.
/// </remarks>
internal static class Threefish256Rounds<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>The number of words in an extended key.</summary>
    public const int KeyWords = 9;

    private const int Subkeys = 18;

    /// <summary>
    /// Completes an extended key whose first 4 words are given. Subkey s consists of 4 words, starting at
    /// index s of the sequence <c>k0 .. k4, k0 .. k4, ..</c>, where k4 is the parity word.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExtendKey(Span<TLanes> key)
    {
        key = key.Slice(0, KeyWords);
        TLanes parity = default;
        parity.Broadcast(ThreefishSpec.C240);
        parity ^= key[0]; parity ^= key[1]; parity ^= key[2]; parity ^= key[3];
        key[4] = parity;
        key[5] = key[0]; key[6] = key[1]; key[7] = key[2]; key[8] = key[3];
    }

    /// <summary>Encrypts the words in place under an extended key and an extended tweak.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encrypt(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        if (TLanes.Count == 1)
        {
            Threefish<TLanes>.Block block = default;
            Span<TLanes> x = block;
            x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3;
            Threefish256FlatKernel<TLanes>.Run(x, key, tweak);
            x0 = x[0]; x1 = x[1]; x2 = x[2]; x3 = x[3];
            return;
        }

        ReadOnlySpan<TLanes> k, t;
        for (int s = 0, i = 0, j = 0; s < Subkeys; s += 2)
        {
            k = key.Slice(i, 5);
            t = tweak.Slice(j, 3);
            x0 += k[0]; x1.AddSum(k[1], t[0]); x2.AddSum(k[2], t[1]); x3.Add(k[3], (ulong)s);
            FourEven(ref x0, ref x1, ref x2, ref x3);
            x0 += k[1]; x1.AddSum(k[2], t[1]); x2.AddSum(k[3], t[2]); x3.Add(k[4], (ulong)s + 1);
            FourOdd(ref x0, ref x1, ref x2, ref x3);
            i = i + 2 > 4 ? i + 2 - 5 : i + 2;
            j = j + 2 > 2 ? j - 1 : j + 2;
        }

        k = key.Slice(Subkeys % 5, 4);
        t = tweak.Slice(Subkeys % 3, 2);
        x0 += k[0]; x1.AddSum(k[1], t[0]); x2.AddSum(k[2], t[1]); x3.Add(k[3], Subkeys);
    }

    /// <summary>Decrypts the words in place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decrypt(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        if (TLanes.Count == 1)
        {
            Threefish<TLanes>.Block block = default;
            Span<TLanes> x = block;
            x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3;
            Threefish256InverseFlatKernel<TLanes>.Run(x, key, tweak);
            x0 = x[0]; x1 = x[1]; x2 = x[2]; x3 = x[3];
            return;
        }

        ReadOnlySpan<TLanes> k = key.Slice(Subkeys % 5, 4), t = tweak.Slice(Subkeys % 3, 2);
        TLanes w = default;
        w.Broadcast(Subkeys);
        x0 -= k[0]; x1 -= k[1]; x1 -= t[0]; x2 -= k[2]; x2 -= t[1]; x3 -= k[3]; x3 -= w;
        for (int s = Subkeys - 2, i = (Subkeys - 2) % 5, j = (Subkeys - 2) % 3; s >= 0; s -= 2)
        {
            UnfourOdd(ref x0, ref x1, ref x2, ref x3);
            k = key.Slice(i, 5);
            t = tweak.Slice(j, 3);
            w.Broadcast((ulong)s + 1);
            x0 -= k[1]; x1 -= k[2]; x1 -= t[1]; x2 -= k[3]; x2 -= t[2]; x3 -= k[4]; x3 -= w;
            UnfourEven(ref x0, ref x1, ref x2, ref x3);
            w.Broadcast((ulong)s);
            x0 -= k[0]; x1 -= k[1]; x1 -= t[0]; x2 -= k[2]; x2 -= t[1]; x3 -= k[3]; x3 -= w;
            i = i < 2 ? i - 2 + 5 : i - 2;
            j = j < 2 ? j + 1 : j - 2;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourEven(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3)
    {
        Mix(ref x0, ref x1, ref x2, ref x3, 14, 16);
        Mix(ref x0, ref x3, ref x2, ref x1, 52, 57);
        Mix(ref x0, ref x1, ref x2, ref x3, 23, 40);
        Mix(ref x0, ref x3, ref x2, ref x1, 5, 37);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourOdd(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3)
    {
        Mix(ref x0, ref x1, ref x2, ref x3, 25, 33);
        Mix(ref x0, ref x3, ref x2, ref x1, 46, 12);
        Mix(ref x0, ref x1, ref x2, ref x3, 58, 22);
        Mix(ref x0, ref x3, ref x2, ref x1, 32, 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourEven(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3)
    {
        Unmix(ref x0, ref x3, ref x2, ref x1, 5, 37);
        Unmix(ref x0, ref x1, ref x2, ref x3, 23, 40);
        Unmix(ref x0, ref x3, ref x2, ref x1, 52, 57);
        Unmix(ref x0, ref x1, ref x2, ref x3, 14, 16);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourOdd(ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3)
    {
        Unmix(ref x0, ref x3, ref x2, ref x1, 32, 32);
        Unmix(ref x0, ref x1, ref x2, ref x3, 58, 22);
        Unmix(ref x0, ref x3, ref x2, ref x1, 46, 12);
        Unmix(ref x0, ref x1, ref x2, ref x3, 25, 33);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Mix(
    ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1,
    [ConstantExpected] int r0, [ConstantExpected] int r1)
    {
        a0 += b0; a1 += b1; b0.RotateLeft(r0); b0 ^= a0; b1.RotateLeft(r1); b1 ^= a1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Unmix(
    ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1,
    [ConstantExpected] int r0, [ConstantExpected] int r1)
    {
        b0 ^= a0; b0.RotateRight(r0); b1 ^= a1; b1.RotateRight(r1); a0 -= b0; a1 -= b1;
    }

    [InlineArray(KeyWords)]
    internal struct Key
    {
        private TLanes first;
    }
}

/// <summary>
/// Processes runs of blocks with Threefish-256, one block per lane. Each mode has a separate loop.
/// </summary>
internal static class Threefish256Kernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Encrypts a run of blocks. For the parameters, see <see cref="IThreefishSpec.Run"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Encrypt(
    ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
    ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        Threefish256Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 4 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 32)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.ReadKeyAndTweakApart(n, keyWords, tweakWords, key, tweak);
            TLanes y0 = default, y1 = default, y2 = default, y3 = default;
            TLanes.Load4(source, offsets, o, ref y0, ref y1, ref y2, ref y3);
            x0 = y0; x1 = y1; x2 = y2; x3 = y3;
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish256Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 32);
            y0 = x0; y1 = x1; y2 = x2; y3 = x3;TLanes.Store4(to, 32, y0, y1, y2, y3);
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
        Threefish256Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 4 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 32)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.ReadKeyAndTweakApart(n, keyWords, tweakWords, key, tweak);
            TLanes y0 = default, y1 = default, y2 = default, y3 = default;
            TLanes.Load4(source, offsets, o, ref y0, ref y1, ref y2, ref y3);
            x0 = y0; x1 = y1; x2 = y2; x3 = y3;
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish256Rounds<TLanes>.Decrypt(ref x0, ref x1, ref x2, ref x3, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 32);
            y0 = x0; y1 = x1; y2 = x2; y3 = x3;TLanes.Store4(to, 32, y0, y1, y2, y3);
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
        ReadOnlySpan<ulong> final = subkeys.Slice(72, 4), k;
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 32)
        {
            TLanes y0 = default, y1 = default, y2 = default, y3 = default;
            TLanes.Load4(source, offsets, o, ref y0, ref y1, ref y2, ref y3);
            x0 = y0; x1 = y1; x2 = y2; x3 = y3;
            for (int s = 0; s < 72; s += 8)
            {
                k = subkeys.Slice(s, 8);
                x0.AddWord(k[0]); x1.AddWord(k[1]); x2.AddWord(k[2]); x3.AddWord(k[3]);
                Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
                x0.AddWord(k[4]); x1.AddWord(k[5]); x2.AddWord(k[6]); x3.AddWord(k[7]);
                Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            }

            x0.AddWord(final[0]); x1.AddWord(final[1]); x2.AddWord(final[2]); x3.AddWord(final[3]);
            Span<byte> to = destination.Slice(o, lanes * 32);
            y0 = x0; y1 = x1; y2 = x2; y3 = x3;TLanes.Store4(to, 32, y0, y1, y2, y3);
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
        ReadOnlySpan<ulong> final = subkeys.Slice(72, 4), k;
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 32)
        {
            TLanes y0 = default, y1 = default, y2 = default, y3 = default;
            TLanes.Load4(source, offsets, o, ref y0, ref y1, ref y2, ref y3);
            x0 = y0; x1 = y1; x2 = y2; x3 = y3;
            x0.SubtractWord(final[0]); x1.SubtractWord(final[1]); x2.SubtractWord(final[2]); x3.SubtractWord(final[3]);
            for (int s = 64; s >= 0; s -= 8)
            {
                k = subkeys.Slice(s, 8);
                Threefish256Rounds<TLanes>.UnfourOdd(ref x0, ref x1, ref x2, ref x3);
                x0.SubtractWord(k[4]); x1.SubtractWord(k[5]); x2.SubtractWord(k[6]); x3.SubtractWord(k[7]);
                Threefish256Rounds<TLanes>.UnfourEven(ref x0, ref x1, ref x2, ref x3);
                x0.SubtractWord(k[0]); x1.SubtractWord(k[1]); x2.SubtractWord(k[2]); x3.SubtractWord(k[3]);
            }
            Span<byte> to = destination.Slice(o, lanes * 32);
            y0 = x0; y1 = x1; y2 = x2; y3 = x3;TLanes.Store4(to, 32, y0, y1, y2, y3);
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
        ReadOnlySpan<ulong> final = subkeys.Slice(72, 4), k;
        counter = counter.Slice(0, 3);
        Span<ulong> last = stackalloc ulong[lanes];
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        TLanes m0 = default, m1 = default, m2 = default, m3 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 32)
        {
            for (int l = 0; l < last.Length; l++) last[l] = BinaryPrimitives.ReverseEndianness(first++);
            x0.Broadcast(counter[0]); x1.Broadcast(counter[1]); x2.Broadcast(counter[2]); x3.Read(last);
            for (int s = 0; s < 72; s += 8)
            {
                k = subkeys.Slice(s, 8);
                x0.AddWord(k[0]); x1.AddWord(k[1]); x2.AddWord(k[2]); x3.AddWord(k[3]);
                Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
                x0.AddWord(k[4]); x1.AddWord(k[5]); x2.AddWord(k[6]); x3.AddWord(k[7]);
                Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
            }

            x0.AddWord(final[0]); x1.AddWord(final[1]); x2.AddWord(final[2]); x3.AddWord(final[3]);
            TLanes.Load4(source, offsets, o, ref m0, ref m1, ref m2, ref m3);
            m0 ^= x0; m1 ^= x1; m2 ^= x2; m3 ^= x3;
            Span<byte> to = destination.Slice(o, lanes * 32);
            TLanes.Store4(to, 32, m0, m1, m2, m3);
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
        Threefish256Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        Threefish<TLanes>.ReadKeyAndTweakApart(0, keyWords, tweakWords, key, tweak);
        Threefish<TLanes>.ExtendTweak(tweak);
        counter = counter.Slice(0, 3);
        Span<ulong> last = stackalloc ulong[lanes];
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        TLanes m0 = default, m1 = default, m2 = default, m3 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 32)
        {
            for (int l = 0; l < last.Length; l++) last[l] = BinaryPrimitives.ReverseEndianness(first++);
            x0.Broadcast(counter[0]); x1.Broadcast(counter[1]); x2.Broadcast(counter[2]); x3.Read(last);
            Threefish256Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, key, tweak);
            TLanes.Load4(source, offsets, o, ref m0, ref m1, ref m2, ref m3);
            m0 ^= x0; m1 ^= x1; m2 ^= x2; m3 ^= x3;
            Span<byte> to = destination.Slice(o, lanes * 32);
            TLanes.Store4(to, 32, m0, m1, m2, m3);
        }
    }
}

/// <summary>Implements Threefish-256 for one block in one lane, in straight-line code.</summary>
internal static class Threefish256FlatKernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Encrypts the words in place. The key includes its parity word, and the tweak includes the XOR of its words.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 4);
        key = key.Slice(0, 5);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3], k4 = key[4];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2];
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];
        x0 += k0; x1.AddSum(k1, t0); x2.AddSum(k2, t1); x3 += k3;
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k1; x1.AddSum(k2, t1); x2.AddSum(k3, t2); x3.Add(k4, 1);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k2; x1.AddSum(k3, t2); x2.AddSum(k4, t0); x3.Add(k0, 2);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k3; x1.AddSum(k4, t0); x2.AddSum(k0, t1); x3.Add(k1, 3);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k4; x1.AddSum(k0, t1); x2.AddSum(k1, t2); x3.Add(k2, 4);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k0; x1.AddSum(k1, t2); x2.AddSum(k2, t0); x3.Add(k3, 5);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k1; x1.AddSum(k2, t0); x2.AddSum(k3, t1); x3.Add(k4, 6);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k2; x1.AddSum(k3, t1); x2.AddSum(k4, t2); x3.Add(k0, 7);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k3; x1.AddSum(k4, t2); x2.AddSum(k0, t0); x3.Add(k1, 8);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k4; x1.AddSum(k0, t0); x2.AddSum(k1, t1); x3.Add(k2, 9);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k0; x1.AddSum(k1, t1); x2.AddSum(k2, t2); x3.Add(k3, 10);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k1; x1.AddSum(k2, t2); x2.AddSum(k3, t0); x3.Add(k4, 11);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k2; x1.AddSum(k3, t0); x2.AddSum(k4, t1); x3.Add(k0, 12);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k3; x1.AddSum(k4, t1); x2.AddSum(k0, t2); x3.Add(k1, 13);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k4; x1.AddSum(k0, t2); x2.AddSum(k1, t0); x3.Add(k2, 14);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k0; x1.AddSum(k1, t0); x2.AddSum(k2, t1); x3.Add(k3, 15);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k1; x1.AddSum(k2, t1); x2.AddSum(k3, t2); x3.Add(k4, 16);
        Threefish256Rounds<TLanes>.FourEven(ref x0, ref x1, ref x2, ref x3);
        x0 += k2; x1.AddSum(k3, t2); x2.AddSum(k4, t0); x3.Add(k0, 17);
        Threefish256Rounds<TLanes>.FourOdd(ref x0, ref x1, ref x2, ref x3);
        x0 += k3; x1.AddSum(k4, t0); x2.AddSum(k0, t1); x3.Add(k1, 18);
        x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3;
    }
}

/// <summary>The inverse of <see cref="Threefish256FlatKernel{TLanes}"/>.</summary>
internal static class Threefish256InverseFlatKernel<TLanes>
where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Decrypts the words in place. The key includes its parity word, and the tweak includes the XOR of its words.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 4);
        key = key.Slice(0, 5);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3], k4 = key[4];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2];
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];
        TLanes w = default;
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
