using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

/// <summary>Runs of blocks under Threefish-256, one block per lane, each mode with a loop of its own.</summary>
internal static class Threefish256Kernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Encrypts a run of blocks; arguments as of <see cref="ThreefishLanes{TSpec, TLanes}.Run"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Encrypt(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        Threefish256Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 4 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 32)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.TakeApart(n, keyWords, tweakWords, key, tweak);
            TLanes y0 = default, y1 = default, y2 = default, y3 = default;
            TLanes.Load4(source, offsets, o, ref y0, ref y1, ref y2, ref y3);
            x0 = y0; x1 = y1; x2 = y2; x3 = y3;
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish256Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 32);
            y0 = x0; y1 = x1; y2 = x2; y3 = x3;
            TLanes.Store4(to, 32, y0, y1, y2, y3);
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
        Threefish256Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 4 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 32)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.TakeApart(n, keyWords, tweakWords, key, tweak);
            TLanes y0 = default, y1 = default, y2 = default, y3 = default;
            TLanes.Load4(source, offsets, o, ref y0, ref y1, ref y2, ref y3);
            x0 = y0; x1 = y1; x2 = y2; x3 = y3;
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish256Rounds<TLanes>.Decrypt(ref x0, ref x1, ref x2, ref x3, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 32);
            y0 = x0; y1 = x1; y2 = x2; y3 = x3;
            TLanes.Store4(to, 32, y0, y1, y2, y3);
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
        Threefish256Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        Threefish<TLanes>.TakeApart(0, keyWords, tweakWords, key, tweak);
        Threefish<TLanes>.ExtendTweak(tweak);
        counter = counter.Slice(0, 3);
        Span<ulong> last = stackalloc ulong[lanes];
        TLanes x0 = default, x1 = default, x2 = default, x3 = default;
        TLanes m0 = default, m1 = default, m2 = default, m3 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 32)
        {
            for (int l = 0; l < last.Length; l++) last[l] = BinaryPrimitives.ReverseEndianness(first++);
            x0.Broadcast(counter[0]); x1.Broadcast(counter[1]); x2.Broadcast(counter[2]); x3.Read(last);
            Threefish256Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, key, tweak);
            TLanes.Load4(source, offsets, o, ref m0, ref m1, ref m2, ref m3);
            m0 ^= x0; m1 ^= x1; m2 ^= x2; m3 ^= x3;
            Span<byte> to = destination.Slice(o, lanes * 32);
            TLanes.Store4(to, 32, m0, m1, m2, m3);
        }
    }
}
