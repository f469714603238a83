using System.Diagnostics.CodeAnalysis;

namespace Lanewise.ThreefishFamily;

/// <summary>
/// What the three sizes of Threefish share (Skein 1.3, section 3.3): MIX, as one call for all pairs of words of a round,
/// and the tweak.
/// </summary>
/// <remarks>
/// The pairs of a round stand side by side, operation by operation: independent statements next to each other are faster
/// than one MIX after the other.
/// </remarks>
internal static class Threefish<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Takes the key and the tweak of a group of blocks, one block in each lane: where all groups have the same, only those of
    /// group 0 are there. The key, of twice its words and one, is completed.
    /// </summary>
    /// <remarks>A call: inlined, it exceeds the budget of four streams.</remarks>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void TakeApart(
        int group, ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, Span<TLanes> key, Span<TLanes> tweak)
    {
        int lanes = TLanes.Count, words = key.Length / 2;
        if (group == 0 || keyWords.Length > words * lanes)
        {
            TLanes parity = default, k = default;
            parity.Broadcast(ThreefishSpec.C240);
            for (int i = 0; i < words; i++)
            {
                k.Read(keyWords.Slice(((group * words) + i) * lanes));
                key[i] = k;
                key[words + 1 + i] = k;
                parity ^= k;
            }

            key[words] = parity;
        }

        if (group == 0 || tweakWords.Length > 2 * lanes)
        {
            tweak[0].Read(tweakWords.Slice(2 * group * lanes));
            tweak[1].Read(tweakWords.Slice(((2 * group) + 1) * lanes));
        }
    }

    /// <summary>Completes a tweak, of whose words the first two are given: <c>t0, t1, t0 ^ t1, t0, t1</c>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExtendTweak(Span<TLanes> tweak)
    {
        TLanes t = tweak[0];
        tweak[3] = t;
        t ^= tweak[1];
        tweak[2] = t;
        tweak[4] = tweak[1];
    }

    // ---- a round's MIX of two, four and eight pairs: y0 = x0 + x1, y1 = (x1 <<< R) ^ y0 ----

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Mix(
        ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1,
        [ConstantExpected] int r0, [ConstantExpected] int r1)
    {
        a0 += b0; a1 += b1;
        b0.RotateLeft(r0); b0 ^= a0; b1.RotateLeft(r1); b1 ^= a1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Mix(
        ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1, ref TLanes a2, ref TLanes b2, ref TLanes a3, ref TLanes b3,
        [ConstantExpected] int r0, [ConstantExpected] int r1, [ConstantExpected] int r2, [ConstantExpected] int r3)
    {
        a0 += b0; a1 += b1; a2 += b2; a3 += b3;
        b0.RotateLeft(r0); b0 ^= a0; b1.RotateLeft(r1); b1 ^= a1; b2.RotateLeft(r2); b2 ^= a2; b3.RotateLeft(r3); b3 ^= a3;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Mix(
        ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1, ref TLanes a2, ref TLanes b2, ref TLanes a3, ref TLanes b3,
        ref TLanes a4, ref TLanes b4, ref TLanes a5, ref TLanes b5, ref TLanes a6, ref TLanes b6, ref TLanes a7, ref TLanes b7,
        [ConstantExpected] int r0, [ConstantExpected] int r1, [ConstantExpected] int r2, [ConstantExpected] int r3,
        [ConstantExpected] int r4, [ConstantExpected] int r5, [ConstantExpected] int r6, [ConstantExpected] int r7)
    {
        a0 += b0; a1 += b1; a2 += b2; a3 += b3;
        b0.RotateLeft(r0); b0 ^= a0; b1.RotateLeft(r1); b1 ^= a1; b2.RotateLeft(r2); b2 ^= a2; b3.RotateLeft(r3); b3 ^= a3;
        a4 += b4; a5 += b5; a6 += b6; a7 += b7;
        b4.RotateLeft(r4); b4 ^= a4; b5.RotateLeft(r5); b5 ^= a5; b6.RotateLeft(r6); b6 ^= a6; b7.RotateLeft(r7); b7 ^= a7;
    }

    // ---- its inverse ----

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Unmix(
        ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1,
        [ConstantExpected] int r0, [ConstantExpected] int r1)
    {
        b0 ^= a0; b0.RotateRight(r0); b1 ^= a1; b1.RotateRight(r1);
        a0 -= b0; a1 -= b1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Unmix(
        ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1, ref TLanes a2, ref TLanes b2, ref TLanes a3, ref TLanes b3,
        [ConstantExpected] int r0, [ConstantExpected] int r1, [ConstantExpected] int r2, [ConstantExpected] int r3)
    {
        b0 ^= a0; b0.RotateRight(r0); b1 ^= a1; b1.RotateRight(r1); b2 ^= a2; b2.RotateRight(r2); b3 ^= a3; b3.RotateRight(r3);
        a0 -= b0; a1 -= b1; a2 -= b2; a3 -= b3;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Unmix(
        ref TLanes a0, ref TLanes b0, ref TLanes a1, ref TLanes b1, ref TLanes a2, ref TLanes b2, ref TLanes a3, ref TLanes b3,
        ref TLanes a4, ref TLanes b4, ref TLanes a5, ref TLanes b5, ref TLanes a6, ref TLanes b6, ref TLanes a7, ref TLanes b7,
        [ConstantExpected] int r0, [ConstantExpected] int r1, [ConstantExpected] int r2, [ConstantExpected] int r3,
        [ConstantExpected] int r4, [ConstantExpected] int r5, [ConstantExpected] int r6, [ConstantExpected] int r7)
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

    [InlineArray(ThreefishSpec.MaxWords)]
    internal struct Block
    {
        private TLanes first;
    }

    [InlineArray(5)]
    internal struct Tweak
    {
        private TLanes first;
    }
}
