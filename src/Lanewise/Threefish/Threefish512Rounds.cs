using System.Runtime.CompilerServices;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>Threefish-512 of one block in each lane (Skein 1.3, section 3.3): 72 rounds over 8 words.</summary>
/// <remarks>
/// The permutation of words after each round is written as a change of names, which costs nothing and is why each size has
/// a text of its own; after four rounds every word has its name again. The loop takes eight rounds and two subkeys at a
/// time, and the rotations stand in it as in table 4. It stays rolled: straight-line code is a few percent faster at most
/// and takes several times as long to compile.
/// </remarks>
internal static class Threefish512Rounds<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Words of an extended key.</summary>
    public const int KeyWords = 17;

    private const int Subkeys = 18;

    /// <summary>
    /// Completes an extended key, of whose words the first 8 are given: subkey s takes 8 words from number s on of
    /// <c>k0 .. k8, k0 .. k8, ..</c>, where k8 is the parity word.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExtendKey(Span<TLanes> key)
    {
        key = key.Slice(0, KeyWords);
        TLanes parity = default;
        parity.Broadcast(ThreefishSpec.C240);
        parity ^= key[0]; parity ^= key[1]; parity ^= key[2]; parity ^= key[3];
        parity ^= key[4]; parity ^= key[5]; parity ^= key[6]; parity ^= key[7];
        key[8] = parity;
        key[9] = key[0]; key[10] = key[1]; key[11] = key[2]; key[12] = key[3];
        key[13] = key[4]; key[14] = key[5]; key[15] = key[6]; key[16] = key[7];
    }

    /// <summary>Encrypts the words in place under a key and a tweak that were extended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encrypt(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7,
        ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        if (TLanes.Count == 1)
        {
            Threefish<TLanes>.Block block = default;
            Span<TLanes> x = block;
            x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7;
            EncryptFlat(x, key, tweak);
            x0 = x[0]; x1 = x[1]; x2 = x[2]; x3 = x[3]; x4 = x[4]; x5 = x[5]; x6 = x[6]; x7 = x[7];
            return;
        }

        ReadOnlySpan<TLanes> k, t;
        for (int s = 0, i = 0, j = 0; s < Subkeys; s += 2)
        {
            k = key.Slice(i, 9);
            t = tweak.Slice(j, 3);
            x0 += k[0]; x1 += k[1]; x2 += k[2]; x3 += k[3];
            x4 += k[4]; x5.AddSum(k[5], t[0]); x6.AddSum(k[6], t[1]); x7.Add(k[7], (ulong)s);
            FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);

            x0 += k[1]; x1 += k[2]; x2 += k[3]; x3 += k[4];
            x4 += k[5]; x5.AddSum(k[6], t[1]); x6.AddSum(k[7], t[2]); x7.Add(k[8], (ulong)s + 1);
            FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);

            i = i + 2 > 8 ? i + 2 - 9 : i + 2;
            j = j + 2 > 2 ? j - 1 : j + 2;
        }

        k = key.Slice(Subkeys % 9, 8);
        t = tweak.Slice(Subkeys % 3, 2);
        x0 += k[0]; x1 += k[1]; x2 += k[2]; x3 += k[3];
        x4 += k[4]; x5.AddSum(k[5], t[0]); x6.AddSum(k[6], t[1]); x7.Add(k[7], Subkeys);
    }

    /// <summary>
    /// The same for one lane, straight: the subkeys are a change of names, too. In a loop the JIT keeps words of the key and
    /// of the state in memory from turn to turn, which costs a seventh of the speed on Zen 3. It is a method of its own
    /// because what is inlined has a budget by the length of its caller.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void EncryptFlat(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        x = x.Slice(0, 8);
        key = key.Slice(0, 9);
        tweak = tweak.Slice(0, 3);
        TLanes k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3], k4 = key[4], k5 = key[5], k6 = key[6], k7 = key[7], k8 = key[8];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2];
        TLanes x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
        x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5.AddSum(k5, t0); x6.AddSum(k6, t1); x7 += k7;
        FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5.AddSum(k6, t1); x6.AddSum(k7, t2); x7.Add(k8, 1);
        FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5.AddSum(k7, t2); x6.AddSum(k8, t0); x7.Add(k0, 2);
        FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5.AddSum(k8, t0); x6.AddSum(k0, t1); x7.Add(k1, 3);
        FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k4; x1 += k5; x2 += k6; x3 += k7; x4 += k8; x5.AddSum(k0, t1); x6.AddSum(k1, t2); x7.Add(k2, 4);
        FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k5; x1 += k6; x2 += k7; x3 += k8; x4 += k0; x5.AddSum(k1, t2); x6.AddSum(k2, t0); x7.Add(k3, 5);
        FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k6; x1 += k7; x2 += k8; x3 += k0; x4 += k1; x5.AddSum(k2, t0); x6.AddSum(k3, t1); x7.Add(k4, 6);
        FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k7; x1 += k8; x2 += k0; x3 += k1; x4 += k2; x5.AddSum(k3, t1); x6.AddSum(k4, t2); x7.Add(k5, 7);
        FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k8; x1 += k0; x2 += k1; x3 += k2; x4 += k3; x5.AddSum(k4, t2); x6.AddSum(k5, t0); x7.Add(k6, 8);
        FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5.AddSum(k5, t0); x6.AddSum(k6, t1); x7.Add(k7, 9);
        FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k1; x1 += k2; x2 += k3; x3 += k4; x4 += k5; x5.AddSum(k6, t1); x6.AddSum(k7, t2); x7.Add(k8, 10);
        FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k2; x1 += k3; x2 += k4; x3 += k5; x4 += k6; x5.AddSum(k7, t2); x6.AddSum(k8, t0); x7.Add(k0, 11);
        FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k3; x1 += k4; x2 += k5; x3 += k6; x4 += k7; x5.AddSum(k8, t0); x6.AddSum(k0, t1); x7.Add(k1, 12);
        FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k4; x1 += k5; x2 += k6; x3 += k7; x4 += k8; x5.AddSum(k0, t1); x6.AddSum(k1, t2); x7.Add(k2, 13);
        FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k5; x1 += k6; x2 += k7; x3 += k8; x4 += k0; x5.AddSum(k1, t2); x6.AddSum(k2, t0); x7.Add(k3, 14);
        FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k6; x1 += k7; x2 += k8; x3 += k0; x4 += k1; x5.AddSum(k2, t0); x6.AddSum(k3, t1); x7.Add(k4, 15);
        FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k7; x1 += k8; x2 += k0; x3 += k1; x4 += k2; x5.AddSum(k3, t1); x6.AddSum(k4, t2); x7.Add(k5, 16);
        FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k8; x1 += k0; x2 += k1; x3 += k2; x4 += k3; x5.AddSum(k4, t2); x6.AddSum(k5, t0); x7.Add(k6, 17);
        FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
        x0 += k0; x1 += k1; x2 += k2; x3 += k3; x4 += k4; x5.AddSum(k5, t0); x6.AddSum(k6, t1); x7.Add(k7, 18);
        x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7;
    }

    /// <summary>Four rounds after an even subkey.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void FourEven(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7)
    {
        Threefish<TLanes>.Mix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 46, 36, 19, 37);
        Threefish<TLanes>.Mix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 33, 27, 14, 42);
        Threefish<TLanes>.Mix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 17, 49, 36, 39);
        Threefish<TLanes>.Mix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 44, 9, 54, 56);
    }

    /// <summary>Four rounds after an odd one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void FourOdd(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7)
    {
        Threefish<TLanes>.Mix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 39, 30, 34, 24);
        Threefish<TLanes>.Mix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 13, 50, 10, 17);
        Threefish<TLanes>.Mix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 25, 29, 39, 43);
        Threefish<TLanes>.Mix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 8, 35, 56, 22);
    }

    /// <summary>Decrypts the words in place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decrypt(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7,
        ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        ReadOnlySpan<TLanes> k = key.Slice(Subkeys % 9, 8), t = tweak.Slice(Subkeys % 3, 2);
        TLanes w = default;
        w.Broadcast(Subkeys);
        x0 -= k[0]; x1 -= k[1]; x2 -= k[2]; x3 -= k[3];
        x4 -= k[4]; x5 -= k[5]; x5 -= t[0]; x6 -= k[6]; x6 -= t[1]; x7 -= k[7]; x7 -= w;

        for (int s = Subkeys - 2, i = (Subkeys - 2) % 9, j = (Subkeys - 2) % 3; s >= 0; s -= 2)
        {
            Threefish<TLanes>.Unmix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 8, 35, 56, 22);
            Threefish<TLanes>.Unmix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 25, 29, 39, 43);
            Threefish<TLanes>.Unmix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 13, 50, 10, 17);
            Threefish<TLanes>.Unmix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 39, 30, 34, 24);

            k = key.Slice(i, 9);
            t = tweak.Slice(j, 3);
            w.Broadcast((ulong)s + 1);
            x0 -= k[1]; x1 -= k[2]; x2 -= k[3]; x3 -= k[4];
            x4 -= k[5]; x5 -= k[6]; x5 -= t[1]; x6 -= k[7]; x6 -= t[2]; x7 -= k[8]; x7 -= w;
            Threefish<TLanes>.Unmix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 44, 9, 54, 56);
            Threefish<TLanes>.Unmix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 17, 49, 36, 39);
            Threefish<TLanes>.Unmix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 33, 27, 14, 42);
            Threefish<TLanes>.Unmix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 46, 36, 19, 37);

            w.Broadcast((ulong)s);
            x0 -= k[0]; x1 -= k[1]; x2 -= k[2]; x3 -= k[3];
            x4 -= k[4]; x5 -= k[5]; x5 -= t[0]; x6 -= k[6]; x6 -= t[1]; x7 -= k[7]; x7 -= w;

            i = i < 2 ? i - 2 + 9 : i - 2;
            j = j < 2 ? j + 1 : j - 2;
        }
    }
}
