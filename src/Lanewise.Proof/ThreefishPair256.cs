using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Lanewise.Ciphers;
using Lanewise.ThreefishFamily;

namespace Lanewise.Proof;

/// <summary>
/// Computes Threefish-256 with SIMD inside one block. Words 0 and 2 are held in one vector, and words 1 and 3 in the other.
/// The permutation swaps words 1 and 3. The kernel is for comparison only. In 2009, this approach was faster than compiled
/// scalar code. Today, scalar code is twice as fast: both versions have the same chain of dependent operations, but vector
/// operations have a higher latency.
/// </summary>
internal static class ThreefishPair256
{
    private const int Rounds = 72;

    public static bool IsSupported => Avx2.IsSupported;

    /// <summary>
    /// Encrypts or decrypts each block with the same key and tweak. The source and the destination may be the same memory.
    /// </summary>
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
        for (int round = 0; round < Rounds; round++)
        {
            if (round % 4 == 0)
            {
                even += EvenKey(k, t, round / 4);
                odd += OddKey(k, t, round / 4);
            }

            even += odd;
            odd = Swap(Rotate(odd, Rotation(round)) ^ even);
        }

        even += EvenKey(k, t, Rounds / 4);
        odd += OddKey(k, t, Rounds / 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Decrypt(
        ref Vector128<ulong> even, ref Vector128<ulong> odd, ReadOnlySpan<ulong> k, ReadOnlySpan<ulong> t)
    {
        even -= EvenKey(k, t, Rounds / 4);
        odd -= OddKey(k, t, Rounds / 4);
        for (int round = Rounds - 1; round >= 0; round--)
        {
            odd = Rotate(Swap(odd) ^ even, Vector128.Create(64UL) - Rotation(round));
            even -= odd;
            if (round % 4 == 0)
            {
                even -= EvenKey(k, t, round / 4);
                odd -= OddKey(k, t, round / 4);
            }
        }
    }

    // The rotation constants are from table 4 of the Skein 1.3 paper.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Rotation(int round)
    {
        ReadOnlySpan<ulong> rotations = [14, 16, 52, 57, 23, 40, 5, 37, 25, 33, 46, 12, 58, 22, 32, 32];
        return Vector128.Create(rotations.Slice(round % 8 * 2, 2));
    }

    // Of subkey s (Skein 1.3, section 3.3.2), EvenKey returns words 0 and 2, and OddKey returns words 1 and 3.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> EvenKey(ReadOnlySpan<ulong> k, ReadOnlySpan<ulong> t, int s) =>
        Vector128.Create(k[s % 5], k[(s + 2) % 5] + t[(s + 1) % 3]);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> OddKey(ReadOnlySpan<ulong> k, ReadOnlySpan<ulong> t, int s) =>
        Vector128.Create(k[(s + 1) % 5] + t[s % 3], k[(s + 3) % 5] + (ulong)s);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Rotate(Vector128<ulong> v, Vector128<ulong> left)
    {
        if (Avx512F.VL.IsSupported) return Avx512F.VL.RotateLeftVariable(v, left);

        return Avx2.ShiftLeftLogicalVariable(v, left) | Avx2.ShiftRightLogicalVariable(v, Vector128.Create(64UL) - left);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Swap(Vector128<ulong> v) => Sse2.Shuffle(v.AsUInt32(), 0x4E).AsUInt64();
}
