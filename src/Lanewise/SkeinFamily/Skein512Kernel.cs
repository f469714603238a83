using Lanewise.Lanes;
using Lanewise.ThreefishFamily;

namespace Lanewise.SkeinFamily;

/// <summary>Skein-512's UBI of a run of blocks (Skein 1.3, section 3.4), one message per lane.</summary>
internal static class Skein512Kernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Chains <paramref name="blocks"/> blocks of 64 bytes of each lane into its record (<see cref="SkeinRecord"/>).
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<ulong> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        Threefish512Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        TLanes step = default, thenAdd = default, thenXor = default;
        Skein<TLanes>.Read(records, 8, key, tweak, ref thenAdd, ref thenXor);
        step.Broadcast(64);
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default;
        for (int n = 0, o = 0; n < blocks; n++, o += 64)
        {
            TLanes.Load8(source, offsets, o, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7);
            tweak[0] += step;
            Threefish512Rounds<TLanes>.ExtendKey(key);
            Threefish<TLanes>.ExtendTweak(tweak);
            TLanes x0 = m0, x1 = m1, x2 = m2, x3 = m3, x4 = m4, x5 = m5, x6 = m6, x7 = m7;
            Threefish512Rounds<TLanes>.Encrypt(ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7, key, tweak);
            x0 ^= m0; key[0] = x0; x1 ^= m1; key[1] = x1; x2 ^= m2; key[2] = x2; x3 ^= m3; key[3] = x3;
            x4 ^= m4; key[4] = x4; x5 ^= m5; key[5] = x5; x6 ^= m6; key[6] = x6; x7 ^= m7; key[7] = x7;
            tweak[0] += thenAdd;
            tweak[1] ^= thenXor;
            thenAdd = default;
            thenXor = default;
        }

        Skein<TLanes>.Write(records, 8, key, tweak);
    }
}
