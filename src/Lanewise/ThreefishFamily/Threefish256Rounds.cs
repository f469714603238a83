using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

/// <summary>Threefish-256 of one block in each lane (Skein 1.3, section 3.3): 72 rounds over 4 words.</summary>
/// <remarks>
/// The permutation of words after each round is written as a change of names, which costs nothing and is why each size has
/// a text of its own; after four rounds every word has its name again. The loop takes eight rounds and two subkeys at a
/// time, and the rotations stand in it as in table 4. It stays rolled: straight-line code is a few percent faster at most
/// and takes several times as long to compile.
/// </remarks>
internal static class Threefish256Rounds<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Words of an extended key.</summary>
    public const int KeyWords = 9;

    private const int Subkeys = 18;

    /// <summary>
    /// Completes an extended key, of whose words the first 4 are given: subkey s takes 4 words from number s on of
    /// <c>k0 .. k4, k0 .. k4, ..</c>, where k4 is the parity word.
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

    /// <summary>Encrypts the words in place under a key and a tweak that were extended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encrypt(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3,
        ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
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

    /// <summary>Four rounds after an even subkey.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourEven(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3)
    {
        Threefish<TLanes>.Mix(ref x0, ref x1, ref x2, ref x3, 14, 16);
        Threefish<TLanes>.Mix(ref x0, ref x3, ref x2, ref x1, 52, 57);
        Threefish<TLanes>.Mix(ref x0, ref x1, ref x2, ref x3, 23, 40);
        Threefish<TLanes>.Mix(ref x0, ref x3, ref x2, ref x1, 5, 37);
    }

    /// <summary>Four rounds after an odd one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourOdd(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3)
    {
        Threefish<TLanes>.Mix(ref x0, ref x1, ref x2, ref x3, 25, 33);
        Threefish<TLanes>.Mix(ref x0, ref x3, ref x2, ref x1, 46, 12);
        Threefish<TLanes>.Mix(ref x0, ref x1, ref x2, ref x3, 58, 22);
        Threefish<TLanes>.Mix(ref x0, ref x3, ref x2, ref x1, 32, 32);
    }

    /// <summary>The inverse of <see cref="FourEven"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourEven(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3)
    {
        Threefish<TLanes>.Unmix(ref x0, ref x3, ref x2, ref x1, 5, 37);
        Threefish<TLanes>.Unmix(ref x0, ref x1, ref x2, ref x3, 23, 40);
        Threefish<TLanes>.Unmix(ref x0, ref x3, ref x2, ref x1, 52, 57);
        Threefish<TLanes>.Unmix(ref x0, ref x1, ref x2, ref x3, 14, 16);
    }

    /// <summary>The inverse of <see cref="FourOdd"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourOdd(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3)
    {
        Threefish<TLanes>.Unmix(ref x0, ref x3, ref x2, ref x1, 32, 32);
        Threefish<TLanes>.Unmix(ref x0, ref x1, ref x2, ref x3, 58, 22);
        Threefish<TLanes>.Unmix(ref x0, ref x3, ref x2, ref x1, 46, 12);
        Threefish<TLanes>.Unmix(ref x0, ref x1, ref x2, ref x3, 25, 33);
    }

    /// <summary>Decrypts the words in place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decrypt(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3,
        ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
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

    [InlineArray(KeyWords)]
    internal struct Key
    {
        private TLanes first;
    }
}
