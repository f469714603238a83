using Lanewise.Lanes;

namespace Lanewise.ThreefishFamily;

/// <summary>Runs of blocks under Threefish-1024, one block per lane, each mode with a loop of its own.</summary>
internal static class Threefish1024Kernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>Encrypts a run of blocks; arguments as of <see cref="ThreefishLanes{TSpec, TLanes}.Run"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Encrypt(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
    {
        int lanes = TLanes.Count;
        Threefish1024Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 16 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default,
            x8 = default, x9 = default, x10 = default, x11 = default, x12 = default, x13 = default, x14 = default, x15 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 128)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.TakeApart(n, keyWords, tweakWords, key, tweak);
            TLanes.Load16(
                source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
                ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish1024Rounds<TLanes>.Encrypt(
                ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
                ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 128);
            TLanes.Store4(to, 128, x0, x1, x2, x3);
            TLanes.Store4(to.Slice(32), 128, x4, x5, x6, x7);
            TLanes.Store4(to.Slice(64), 128, x8, x9, x10, x11);
            TLanes.Store4(to.Slice(96), 128, x12, x13, x14, x15);
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
        Threefish1024Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        bool haveOwn = keyWords.Length > 16 * lanes || tweakWords.Length > 2 * lanes;
        TLanes step = default;
        step.Broadcast(tweakStep);
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default,
            x8 = default, x9 = default, x10 = default, x11 = default, x12 = default, x13 = default, x14 = default, x15 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 128)
        {
            if (n == 0 || haveOwn) Threefish<TLanes>.TakeApart(n, keyWords, tweakWords, key, tweak);
            TLanes.Load16(
                source, offsets, o, ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
                ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15);
            Threefish<TLanes>.ExtendTweak(tweak);
            Threefish1024Rounds<TLanes>.Decrypt(
                ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
                ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, key, tweak);
            Span<byte> to = destination.Slice(o, lanes * 128);
            TLanes.Store4(to, 128, x0, x1, x2, x3);
            TLanes.Store4(to.Slice(32), 128, x4, x5, x6, x7);
            TLanes.Store4(to.Slice(64), 128, x8, x9, x10, x11);
            TLanes.Store4(to.Slice(96), 128, x12, x13, x14, x15);
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
        Threefish1024Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        Threefish<TLanes>.TakeApart(0, keyWords, tweakWords, key, tweak);
        Threefish<TLanes>.ExtendTweak(tweak);
        counter = counter.Slice(0, 15);
        Span<ulong> last = stackalloc ulong[lanes];
        TLanes x0 = default, x1 = default, x2 = default, x3 = default, x4 = default, x5 = default, x6 = default, x7 = default,
            x8 = default, x9 = default, x10 = default, x11 = default, x12 = default, x13 = default, x14 = default, x15 = default;
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default,
            m8 = default, m9 = default, m10 = default, m11 = default, m12 = default, m13 = default, m14 = default, m15 = default;
        for (int n = 0, o = 0; n < count; n++, o += lanes * 128)
        {
            for (int l = 0; l < last.Length; l++) last[l] = BinaryPrimitives.ReverseEndianness(first++);
            x0.Broadcast(counter[0]); x1.Broadcast(counter[1]); x2.Broadcast(counter[2]); x3.Broadcast(counter[3]);
            x4.Broadcast(counter[4]); x5.Broadcast(counter[5]); x6.Broadcast(counter[6]); x7.Broadcast(counter[7]);
            x8.Broadcast(counter[8]); x9.Broadcast(counter[9]); x10.Broadcast(counter[10]); x11.Broadcast(counter[11]);
            x12.Broadcast(counter[12]); x13.Broadcast(counter[13]); x14.Broadcast(counter[14]); x15.Read(last);
            Threefish1024Rounds<TLanes>.Encrypt(
                ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
                ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, key, tweak);
            TLanes.Load16(
                source, offsets, o, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
                ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
            x0 ^= m0; x1 ^= m1; x2 ^= m2; x3 ^= m3; x4 ^= m4; x5 ^= m5; x6 ^= m6; x7 ^= m7;
            x8 ^= m8; x9 ^= m9; x10 ^= m10; x11 ^= m11; x12 ^= m12; x13 ^= m13; x14 ^= m14; x15 ^= m15;
            Span<byte> to = destination.Slice(o, lanes * 128);
            TLanes.Store4(to, 128, x0, x1, x2, x3);
            TLanes.Store4(to.Slice(32), 128, x4, x5, x6, x7);
            TLanes.Store4(to.Slice(64), 128, x8, x9, x10, x11);
            TLanes.Store4(to.Slice(96), 128, x12, x13, x14, x15);
        }
    }
}
