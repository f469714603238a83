using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

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
            x0 += k[0]; x1 += k[1]; x2 += k[2]; x3 += k[3];
            x4 += k[4]; x5.AddSum(k[5], t[0]); x6.AddSum(k[6], t[1]); x7.Add(k[7], (ulong)s);
            do {
                FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            } while (Pieces.Again);

            x0 += k[1]; x1 += k[2]; x2 += k[3]; x3 += k[4];
            x4 += k[5]; x5.AddSum(k[6], t[1]); x6.AddSum(k[7], t[2]); x7.Add(k[8], (ulong)s + 1);
            do {
                FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            } while (Pieces.Again);

            i = i + 2 > 8 ? i + 2 - 9 : i + 2;
            j = j + 2 > 2 ? j - 1 : j + 2;
        }

        k = key.Slice(Subkeys % 9, 8);
        t = tweak.Slice(Subkeys % 3, 2);
        x0 += k[0]; x1 += k[1]; x2 += k[2]; x3 += k[3];
        x4 += k[4]; x5.AddSum(k[5], t[0]); x6.AddSum(k[6], t[1]); x7.Add(k[7], Subkeys);
    }

    /// <summary>Four rounds after an even subkey.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourEven(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7)
    {
        Threefish<TLanes>.Mix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 46, 36, 19, 37);
        Threefish<TLanes>.Mix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 33, 27, 14, 42);
        Threefish<TLanes>.Mix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 17, 49, 36, 39);
        Threefish<TLanes>.Mix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 44, 9, 54, 56);
    }

    /// <summary>Four rounds after an odd one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourOdd(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7)
    {
        Threefish<TLanes>.Mix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 39, 30, 34, 24);
        Threefish<TLanes>.Mix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 13, 50, 10, 17);
        Threefish<TLanes>.Mix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 25, 29, 39, 43);
        Threefish<TLanes>.Mix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 8, 35, 56, 22);
    }

    /// <summary>The inverse of <see cref="FourEven"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourEven(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7)
    {
        Threefish<TLanes>.Unmix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 44, 9, 54, 56);
        Threefish<TLanes>.Unmix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 17, 49, 36, 39);
        Threefish<TLanes>.Unmix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 33, 27, 14, 42);
        Threefish<TLanes>.Unmix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 46, 36, 19, 37);
    }

    /// <summary>The inverse of <see cref="FourOdd"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourOdd(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7)
    {
        Threefish<TLanes>.Unmix(ref x6, ref x1, ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, 8, 35, 56, 22);
        Threefish<TLanes>.Unmix(ref x4, ref x1, ref x6, ref x3, ref x0, ref x5, ref x2, ref x7, 25, 29, 39, 43);
        Threefish<TLanes>.Unmix(ref x2, ref x1, ref x4, ref x7, ref x6, ref x5, ref x0, ref x3, 13, 50, 10, 17);
        Threefish<TLanes>.Unmix(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, 39, 30, 34, 24);
    }

    /// <summary>Decrypts the words in place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decrypt(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7,
        ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
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
        x0 -= k[0]; x1 -= k[1]; x2 -= k[2]; x3 -= k[3];
        x4 -= k[4]; x5 -= k[5]; x5 -= t[0]; x6 -= k[6]; x6 -= t[1]; x7 -= k[7]; x7 -= w;

        for (int s = Subkeys - 2, i = (Subkeys - 2) % 9, j = (Subkeys - 2) % 3; s >= 0; s -= 2)
        {
            UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);

            k = key.Slice(i, 9);
            t = tweak.Slice(j, 3);
            w.Broadcast((ulong)s + 1);
            x0 -= k[1]; x1 -= k[2]; x2 -= k[3]; x3 -= k[4];
            x4 -= k[5]; x5 -= k[6]; x5 -= t[1]; x6 -= k[7]; x6 -= t[2]; x7 -= k[8]; x7 -= w;
            UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);

            w.Broadcast((ulong)s);
            x0 -= k[0]; x1 -= k[1]; x2 -= k[2]; x3 -= k[3];
            x4 -= k[4]; x5 -= k[5]; x5 -= t[0]; x6 -= k[6]; x6 -= t[1]; x7 -= k[7]; x7 -= w;

            i = i < 2 ? i - 2 + 9 : i - 2;
            j = j < 2 ? j + 1 : j - 2;
        }
    }

    [InlineArray(KeyWords)]
    internal struct Key
    {
        private TLanes first;
    }
}
