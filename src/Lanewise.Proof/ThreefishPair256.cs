using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Lanewise.ThreefishFamily;

namespace Lanewise.Proof;

/// <summary>
/// Threefish-256 with SIMD inside one block: words 0 and 2 in one vector, 1 and 3 in the other, and the permutation is a
/// swap. A second kernel to compare with: it won in 2009 over what compilers made of scalar code then; today scalar code
/// takes half of its time, because every vector operation waits longer than a scalar one and both walk the same chain.
/// </summary>
internal static class ThreefishPair256
{
    private const int Subkeys = 18;

    public static bool IsSupported => Avx2.IsSupported;

    /// <summary>Encrypts each block with one key and tweak; in place, if the spans are the same.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Encrypt(
        ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, ReadOnlySpan<ulong> source, Span<ulong> destination)
    {
        Span<ulong> k = stackalloc ulong[5], t = stackalloc ulong[3];
        Extend(key, tweak0, tweak1, k, t);
        for (int o = 0; o + 4 <= source.Length; o += 4)
        {
            Vector128<ulong> even = Vector128.Create(source[o], source[o + 2]),
                odd = Vector128.Create(source[o + 1], source[o + 3]);
            for (int s = 0; s < Subkeys; s += 2)
            {
                even += EvenKey(k, t, s);
                odd += OddKey(k, t, s);
                Mix(ref even, ref odd, 14, 16);
                Mix(ref even, ref odd, 52, 57);
                Mix(ref even, ref odd, 23, 40);
                Mix(ref even, ref odd, 5, 37);
                even += EvenKey(k, t, s + 1);
                odd += OddKey(k, t, s + 1);
                Mix(ref even, ref odd, 25, 33);
                Mix(ref even, ref odd, 46, 12);
                Mix(ref even, ref odd, 58, 22);
                Mix(ref even, ref odd, 32, 32);
            }

            Put(destination.Slice(o, 4), even + EvenKey(k, t, Subkeys), odd + OddKey(k, t, Subkeys));
        }
    }

    /// <summary>Decrypts each block with one key and tweak; in place, if the spans are the same.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Decrypt(
        ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, ReadOnlySpan<ulong> source, Span<ulong> destination)
    {
        Span<ulong> k = stackalloc ulong[5], t = stackalloc ulong[3];
        Extend(key, tweak0, tweak1, k, t);
        for (int o = 0; o + 4 <= source.Length; o += 4)
        {
            Vector128<ulong> even = Vector128.Create(source[o], source[o + 2]),
                odd = Vector128.Create(source[o + 1], source[o + 3]);
            even -= EvenKey(k, t, Subkeys);
            odd -= OddKey(k, t, Subkeys);
            for (int s = Subkeys - 2; s >= 0; s -= 2)
            {
                Unmix(ref even, ref odd, 32, 32);
                Unmix(ref even, ref odd, 58, 22);
                Unmix(ref even, ref odd, 46, 12);
                Unmix(ref even, ref odd, 25, 33);
                even -= EvenKey(k, t, s + 1);
                odd -= OddKey(k, t, s + 1);
                Unmix(ref even, ref odd, 5, 37);
                Unmix(ref even, ref odd, 23, 40);
                Unmix(ref even, ref odd, 52, 57);
                Unmix(ref even, ref odd, 14, 16);
                even -= EvenKey(k, t, s);
                odd -= OddKey(k, t, s);
            }

            Put(destination.Slice(o, 4), even, odd);
        }
    }

    private static void Extend(ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, Span<ulong> k, Span<ulong> t)
    {
        key.Slice(0, 4).CopyTo(k);
        k[4] = ThreefishSpec.C240 ^ k[0] ^ k[1] ^ k[2] ^ k[3];
        t[0] = tweak0;
        t[1] = tweak1;
        t[2] = tweak0 ^ tweak1;
    }

    // Section 3.3.2: words 0 and 2 of subkey s, then 1 and 3.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> EvenKey(ReadOnlySpan<ulong> k, ReadOnlySpan<ulong> t, int s) =>
        Vector128.Create(k[s % 5], k[(s + 2) % 5] + t[(s + 1) % 3]);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> OddKey(ReadOnlySpan<ulong> k, ReadOnlySpan<ulong> t, int s) =>
        Vector128.Create(k[(s + 1) % 5] + t[s % 3], k[(s + 3) % 5] + (ulong)s);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Mix(ref Vector128<ulong> even, ref Vector128<ulong> odd, ulong r0, ulong r1)
    {
        even += odd;
        odd = Swap(Rotate(odd, r0, r1) ^ even);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Unmix(ref Vector128<ulong> even, ref Vector128<ulong> odd, ulong r0, ulong r1)
    {
        odd = Rotate(Swap(odd) ^ even, 64 - r0, 64 - r1);
        even -= odd;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Rotate(Vector128<ulong> v, ulong r0, ulong r1)
    {
        if (Avx512F.VL.IsSupported) return Avx512F.VL.RotateLeftVariable(v, Vector128.Create(r0, r1));

        return Avx2.ShiftLeftLogicalVariable(v, Vector128.Create(r0, r1))
            | Avx2.ShiftRightLogicalVariable(v, Vector128.Create(64 - r0, 64 - r1));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Swap(Vector128<ulong> v) => Sse2.Shuffle(v.AsUInt32(), 0x4E).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(Span<ulong> block, Vector128<ulong> even, Vector128<ulong> odd)
    {
        block[0] = even[0];
        block[1] = odd[0];
        block[2] = even[1];
        block[3] = odd[1];
    }
}
