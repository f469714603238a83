using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Lanewise.Ciphers;
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

    /// <summary>Encrypts or decrypts each block with one key and tweak; in place, if the spans are the same.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Run(
        bool encrypting, ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        ReadOnlySpan<ulong> from = MemoryMarshal.Cast<byte, ulong>(source),
            k = [key[0], key[1], key[2], key[3], ThreefishSpec.C240 ^ key[0] ^ key[1] ^ key[2] ^ key[3]],
            t = [tweak.Low, tweak.High, tweak.Low ^ tweak.High];
        Span<ulong> to = MemoryMarshal.Cast<byte, ulong>(destination);
        for (int o = 0; o + 4 <= from.Length; o += 4)
        {
            Vector128<ulong> even = Vector128.Create(from[o], from[o + 2]), odd = Vector128.Create(from[o + 1], from[o + 3]);
            if (encrypting) Encrypt(ref even, ref odd, k, t);
            else Decrypt(ref even, ref odd, k, t);
            to[o] = even[0];
            to[o + 1] = odd[0];
            to[o + 2] = even[1];
            to[o + 3] = odd[1];
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Encrypt(
        ref Vector128<ulong> even, ref Vector128<ulong> odd, ReadOnlySpan<ulong> k, ReadOnlySpan<ulong> t)
    {
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

        even += EvenKey(k, t, Subkeys);
        odd += OddKey(k, t, Subkeys);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Decrypt(
        ref Vector128<ulong> even, ref Vector128<ulong> odd, ReadOnlySpan<ulong> k, ReadOnlySpan<ulong> t)
    {
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
}
