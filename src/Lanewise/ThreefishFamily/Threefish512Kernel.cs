using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

/// <summary>Runs of blocks under Threefish-512, one block per lane, each mode with a loop of its own.</summary>
internal static class Threefish512Kernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Encrypts a run of blocks; arguments as of <see cref="ThreefishLanes{TSpec, TLanes}.Run"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Encrypt(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        Threefish512Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 8 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 64)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.TakeApart(n, keyWords, tweakWords, key, tweak);
            TLanes.Load8(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish512Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 64);
            TLanes.Store4(to, 64, x0, x1, x2, x3);
            TLanes.Store4(to.Slice(32), 64, x4, x5, x6, x7);
            tweak[0] += step;
        }
    }

    /// <summary>Decrypts a run of blocks; arguments as of <see cref="ThreefishLanes{TSpec, TLanes}.Run"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Decrypt(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        Threefish512Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 8 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 64)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.TakeApart(n, keyWords, tweakWords, key, tweak);
            TLanes.Load8(source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7);
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish512Rounds<TLanes>.Decrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 64);
            TLanes.Store4(to, 64, x0, x1, x2, x3);
            TLanes.Store4(to.Slice(32), 64, x4, x5, x6, x7);
            tweak[0] += step;
        }
    }

    /// <summary>Exclusive-ors a keystream; arguments as of <see cref="ThreefishLanes{TSpec, TLanes}.Count"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Count(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        Threefish512Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        Threefish<TLanes>.TakeApart(0, keyWords, tweakWords, key, tweak);
        Threefish<TLanes>.ExtendTweak(tweak);
        counter = counter.Slice(0, 7);
        Span<ulong> last = stackalloc ulong[lanes];
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default;
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 64)
        {
            for (int l = 0; l < last.Length; l++) last[l] = BinaryPrimitives.ReverseEndianness(first++);
            x0.Broadcast(counter[0]); x1.Broadcast(counter[1]); x2.Broadcast(counter[2]); x3.Broadcast(counter[3]);
            x4.Broadcast(counter[4]); x5.Broadcast(counter[5]); x6.Broadcast(counter[6]); x7.Read(last);
            Threefish512Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, key, tweak);
            TLanes.Load8(source, offsets, o, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
            x0 ^= m0; x1 ^= m1; x2 ^= m2; x3 ^= m3; x4 ^= m4; x5 ^= m5; x6 ^= m6; x7 ^= m7;
            Span<byte> to = destination.Slice(o, lanes * 64);
            TLanes.Store4(to, 64, x0, x1, x2, x3);
            TLanes.Store4(to.Slice(32), 64, x4, x5, x6, x7);
        }
    }
}
