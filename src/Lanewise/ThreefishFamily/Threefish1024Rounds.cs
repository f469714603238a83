using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

/// <summary>Threefish-1024 of one block in each lane (Skein 1.3, section 3.3): 80 rounds over 16 words.</summary>
/// <remarks>
/// The permutation of words after each round is written as a change of names, which costs nothing and is why each size has
/// a text of its own; after four rounds every word has its name again. The loop takes eight rounds and two subkeys at a
/// time, and the rotations stand in it as in table 4. It stays rolled: straight-line code is a few percent faster at most
/// and takes several times as long to compile.
/// </remarks>
internal static class Threefish1024Rounds<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Words of an extended key.</summary>
    public const int KeyWords = 33;

    private const int Subkeys = 20;

    /// <summary>
    /// Completes an extended key, of whose words the first 16 are given: subkey s takes 16 words from number s on of
    /// <c>k0 .. k16, k0 .. k16, ..</c>, where k16 is the parity word.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExtendKey(Span<TLanes> key)
    {
        key = key.Slice(0, KeyWords);
        TLanes parity = default;
        parity.Broadcast(ThreefishSpec.C240);
        parity ^= key[0]; parity ^= key[1]; parity ^= key[2]; parity ^= key[3];
        parity ^= key[4]; parity ^= key[5]; parity ^= key[6]; parity ^= key[7];
        parity ^= key[8]; parity ^= key[9]; parity ^= key[10]; parity ^= key[11];
        parity ^= key[12]; parity ^= key[13]; parity ^= key[14]; parity ^= key[15];
        key[16] = parity;
        key[17] = key[0]; key[18] = key[1]; key[19] = key[2]; key[20] = key[3];
        key[21] = key[4]; key[22] = key[5]; key[23] = key[6]; key[24] = key[7];
        key[25] = key[8]; key[26] = key[9]; key[27] = key[10]; key[28] = key[11];
        key[29] = key[12]; key[30] = key[13]; key[31] = key[14]; key[32] = key[15];
    }

    /// <summary>Encrypts the words in place under a key and a tweak that were extended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encrypt(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7,
        ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11,
        ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15,
        ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        if (TLanes.Count == 1)
        {
            Threefish<TLanes>.Block block = default;
            Span<TLanes> x = block;
            x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7;
            x[8] = x8; x[9] = x9; x[10] = x10; x[11] = x11; x[12] = x12; x[13] = x13; x[14] = x14; x[15] = x15;
            Threefish1024FlatKernel<TLanes>.Run(x, key, tweak);
            x0 = x[0]; x1 = x[1]; x2 = x[2]; x3 = x[3]; x4 = x[4]; x5 = x[5]; x6 = x[6]; x7 = x[7];
            x8 = x[8]; x9 = x[9]; x10 = x[10]; x11 = x[11]; x12 = x[12]; x13 = x[13]; x14 = x[14]; x15 = x[15];
            return;
        }

        ReadOnlySpan<TLanes> k, t;
        for (int s = 0, i = 0, j = 0; s < Subkeys; s += 2)
        {
            k = key.Slice(i, 17);
            t = tweak.Slice(j, 3);
            x0 += k[0]; x1 += k[1]; x2 += k[2]; x3 += k[3];
            x4 += k[4]; x5 += k[5]; x6 += k[6]; x7 += k[7];
            x8 += k[8]; x9 += k[9]; x10 += k[10]; x11 += k[11];
            x12 += k[12]; x13.AddSum(k[13], t[0]); x14.AddSum(k[14], t[1]); x15.Add(k[15], (ulong)s);
            FourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
                ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);

            x0 += k[1]; x1 += k[2]; x2 += k[3]; x3 += k[4];
            x4 += k[5]; x5 += k[6]; x6 += k[7]; x7 += k[8];
            x8 += k[9]; x9 += k[10]; x10 += k[11]; x11 += k[12];
            x12 += k[13]; x13.AddSum(k[14], t[1]); x14.AddSum(k[15], t[2]); x15.Add(k[16], (ulong)s + 1);
            FourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
                ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);

            i = i + 2 > 16 ? i + 2 - 17 : i + 2;
            j = j + 2 > 2 ? j - 1 : j + 2;
        }

        k = key.Slice(Subkeys % 17, 16);
        t = tweak.Slice(Subkeys % 3, 2);
        x0 += k[0]; x1 += k[1]; x2 += k[2]; x3 += k[3];
        x4 += k[4]; x5 += k[5]; x6 += k[6]; x7 += k[7];
        x8 += k[8]; x9 += k[9]; x10 += k[10]; x11 += k[11];
        x12 += k[12]; x13.AddSum(k[13], t[0]); x14.AddSum(k[14], t[1]); x15.Add(k[15], Subkeys);
    }

    /// <summary>Four rounds after an even subkey.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourEven(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7,
        ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11,
        ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15)
    {
        Threefish<TLanes>.Mix(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9,
            ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, 24, 13, 8, 47, 8, 17, 22, 37);
        Threefish<TLanes>.Mix(
            ref x0, ref x9, ref x2, ref x13, ref x6, ref x11, ref x4, ref x15, ref x10, ref x7,
            ref x12, ref x3, ref x14, ref x5, ref x8, ref x1, 38, 19, 10, 55, 49, 18, 23, 52);
        Threefish<TLanes>.Mix(
            ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, ref x6, ref x1, ref x12, ref x15,
            ref x14, ref x13, ref x8, ref x11, ref x10, ref x9, 33, 4, 51, 13, 34, 41, 59, 17);
        Threefish<TLanes>.Mix(
            ref x0, ref x15, ref x2, ref x11, ref x6, ref x13, ref x4, ref x9, ref x14, ref x1,
            ref x8, ref x5, ref x10, ref x3, ref x12, ref x7, 5, 20, 48, 41, 47, 28, 16, 25);
    }

    /// <summary>Four rounds after an odd one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FourOdd(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7,
        ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11,
        ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15)
    {
        Threefish<TLanes>.Mix(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9,
            ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, 41, 9, 37, 31, 12, 47, 44, 30);
        Threefish<TLanes>.Mix(
            ref x0, ref x9, ref x2, ref x13, ref x6, ref x11, ref x4, ref x15, ref x10, ref x7,
            ref x12, ref x3, ref x14, ref x5, ref x8, ref x1, 16, 34, 56, 51, 4, 53, 42, 41);
        Threefish<TLanes>.Mix(
            ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, ref x6, ref x1, ref x12, ref x15,
            ref x14, ref x13, ref x8, ref x11, ref x10, ref x9, 31, 44, 47, 46, 19, 42, 44, 25);
        Threefish<TLanes>.Mix(
            ref x0, ref x15, ref x2, ref x11, ref x6, ref x13, ref x4, ref x9, ref x14, ref x1,
            ref x8, ref x5, ref x10, ref x3, ref x12, ref x7, 9, 48, 35, 52, 23, 31, 37, 20);
    }

    /// <summary>The inverse of <see cref="FourEven"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourEven(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7,
        ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11,
        ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15)
    {
        Threefish<TLanes>.Unmix(
            ref x0, ref x15, ref x2, ref x11, ref x6, ref x13, ref x4, ref x9, ref x14, ref x1,
            ref x8, ref x5, ref x10, ref x3, ref x12, ref x7, 5, 20, 48, 41, 47, 28, 16, 25);
        Threefish<TLanes>.Unmix(
            ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, ref x6, ref x1, ref x12, ref x15,
            ref x14, ref x13, ref x8, ref x11, ref x10, ref x9, 33, 4, 51, 13, 34, 41, 59, 17);
        Threefish<TLanes>.Unmix(
            ref x0, ref x9, ref x2, ref x13, ref x6, ref x11, ref x4, ref x15, ref x10, ref x7,
            ref x12, ref x3, ref x14, ref x5, ref x8, ref x1, 38, 19, 10, 55, 49, 18, 23, 52);
        Threefish<TLanes>.Unmix(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9,
            ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, 24, 13, 8, 47, 8, 17, 22, 37);
    }

    /// <summary>The inverse of <see cref="FourOdd"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void UnfourOdd(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7,
        ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11,
        ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15)
    {
        Threefish<TLanes>.Unmix(
            ref x0, ref x15, ref x2, ref x11, ref x6, ref x13, ref x4, ref x9, ref x14, ref x1,
            ref x8, ref x5, ref x10, ref x3, ref x12, ref x7, 9, 48, 35, 52, 23, 31, 37, 20);
        Threefish<TLanes>.Unmix(
            ref x0, ref x7, ref x2, ref x5, ref x4, ref x3, ref x6, ref x1, ref x12, ref x15,
            ref x14, ref x13, ref x8, ref x11, ref x10, ref x9, 31, 44, 47, 46, 19, 42, 44, 25);
        Threefish<TLanes>.Unmix(
            ref x0, ref x9, ref x2, ref x13, ref x6, ref x11, ref x4, ref x15, ref x10, ref x7,
            ref x12, ref x3, ref x14, ref x5, ref x8, ref x1, 16, 34, 56, 51, 4, 53, 42, 41);
        Threefish<TLanes>.Unmix(
            ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, ref x8, ref x9,
            ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, 41, 9, 37, 31, 12, 47, 44, 30);
    }

    /// <summary>Decrypts the words in place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decrypt(
        ref TLanes x0, ref TLanes x1, ref TLanes x2, ref TLanes x3, ref TLanes x4, ref TLanes x5, ref TLanes x6, ref TLanes x7,
        ref TLanes x8, ref TLanes x9, ref TLanes x10, ref TLanes x11,
        ref TLanes x12, ref TLanes x13, ref TLanes x14, ref TLanes x15,
        ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
    {
        if (TLanes.Count == 1)
        {
            Threefish<TLanes>.Block block = default;
            Span<TLanes> x = block;
            x[0] = x0; x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5; x[6] = x6; x[7] = x7;
            x[8] = x8; x[9] = x9; x[10] = x10; x[11] = x11; x[12] = x12; x[13] = x13; x[14] = x14; x[15] = x15;
            Threefish1024InverseFlatKernel<TLanes>.Run(x, key, tweak);
            x0 = x[0]; x1 = x[1]; x2 = x[2]; x3 = x[3]; x4 = x[4]; x5 = x[5]; x6 = x[6]; x7 = x[7];
            x8 = x[8]; x9 = x[9]; x10 = x[10]; x11 = x[11]; x12 = x[12]; x13 = x[13]; x14 = x[14]; x15 = x[15];
            return;
        }

        ReadOnlySpan<TLanes> k = key.Slice(Subkeys % 17, 16), t = tweak.Slice(Subkeys % 3, 2);
        TLanes w = default;
        w.Broadcast(Subkeys);
        x0 -= k[0]; x1 -= k[1]; x2 -= k[2]; x3 -= k[3];
        x4 -= k[4]; x5 -= k[5]; x6 -= k[6]; x7 -= k[7];
        x8 -= k[8]; x9 -= k[9]; x10 -= k[10]; x11 -= k[11];
        x12 -= k[12]; x13 -= k[13]; x13 -= t[0]; x14 -= k[14]; x14 -= t[1]; x15 -= k[15]; x15 -= w;

        for (int s = Subkeys - 2, i = (Subkeys - 2) % 17, j = (Subkeys - 2) % 3; s >= 0; s -= 2)
        {
            UnfourOdd(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
                ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);

            k = key.Slice(i, 17);
            t = tweak.Slice(j, 3);
            w.Broadcast((ulong)s + 1);
            x0 -= k[1]; x1 -= k[2]; x2 -= k[3]; x3 -= k[4];
            x4 -= k[5]; x5 -= k[6]; x6 -= k[7]; x7 -= k[8];
            x8 -= k[9]; x9 -= k[10]; x10 -= k[11]; x11 -= k[12];
            x12 -= k[13]; x13 -= k[14]; x13 -= t[1]; x14 -= k[15]; x14 -= t[2]; x15 -= k[16]; x15 -= w;
            UnfourEven(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
                ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);

            w.Broadcast((ulong)s);
            x0 -= k[0]; x1 -= k[1]; x2 -= k[2]; x3 -= k[3];
            x4 -= k[4]; x5 -= k[5]; x6 -= k[6]; x7 -= k[7];
            x8 -= k[8]; x9 -= k[9]; x10 -= k[10]; x11 -= k[11];
            x12 -= k[12]; x13 -= k[13]; x13 -= t[0]; x14 -= k[14]; x14 -= t[1]; x15 -= k[15]; x15 -= w;

            i = i < 2 ? i - 2 + 17 : i - 2;
            j = j < 2 ? j + 1 : j - 2;
        }
    }

    [InlineArray(KeyWords)]
    internal struct Key
    {
        private TLanes first;
    }
}
