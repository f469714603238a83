namespace Lanewise.ThreefishFamily;

/// <summary>
/// Contains the key and tweak code that the generated kernels of all three Threefish variants share (Skein 1.3, section 3.3).
/// </summary>
internal static class Threefish<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Reads the key and the tweak of a group of blocks, one block per lane. If all groups have the same key or tweak, only the
    /// words of group 0 exist. The key is extended from N words to 2 N + 1 words.
    /// </summary>
    /// <remarks>The method is not inlined, because four interleaved streams would exceed the JIT's inlining budget.</remarks>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void ReadKeyAndTweakApart(
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

    /// <summary>Extends a tweak from two words to five: <c>t0, t1, t0 ^ t1, t0, t1</c>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExtendTweak(Span<TLanes> tweak)
    {
        TLanes t = tweak[0];
        tweak[3] = t;
        t ^= tweak[1];
        tweak[2] = t;
        tweak[4] = tweak[1];
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
