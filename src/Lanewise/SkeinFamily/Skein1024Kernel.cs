using Lanewise.Lanes;
using Lanewise.ThreefishFamily;

namespace Lanewise.SkeinFamily;

/// <summary>Skein-1024's UBI of a run of blocks (Skein 1.3, section 3.4), one message per lane.</summary>
internal static class Skein1024Kernel<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    /// <summary>
    /// Chains <paramref name="blocks"/> blocks of 128 bytes of each lane into its record (<see cref="SkeinRecord"/>).
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<ulong> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        Threefish1024Rounds<TLanes>.Key keys = default;
        Threefish<TLanes>.Tweak tweaks = default;
        Span<TLanes> key = keys, tweak = tweaks;
        TLanes step = default, thenAdd = default, thenXor = default;
        Skein<TLanes>.Read(records, 16, key, tweak, ref thenAdd, ref thenXor);
        step.Broadcast(128);
        TLanes m0 = default, m1 = default, m2 = default, m3 = default, m4 = default, m5 = default, m6 = default, m7 = default,
            m8 = default, m9 = default, m10 = default, m11 = default, m12 = default, m13 = default, m14 = default, m15 = default;
        for (int n = 0, o = 0; n < blocks; n++, o += 128)
        {
            TLanes.Load16(
                source, offsets, o, ref m0, ref m1, ref m2, ref m3, ref m4, ref m5, ref m6, ref m7,
                ref m8, ref m9, ref m10, ref m11, ref m12, ref m13, ref m14, ref m15);
            tweak[0] += step;
            Threefish1024Rounds<TLanes>.ExtendKey(key);
            Threefish<TLanes>.ExtendTweak(tweak);
            TLanes x0 = m0, x1 = m1, x2 = m2, x3 = m3, x4 = m4, x5 = m5, x6 = m6, x7 = m7,
                x8 = m8, x9 = m9, x10 = m10, x11 = m11, x12 = m12, x13 = m13, x14 = m14, x15 = m15;
            Threefish1024Rounds<TLanes>.Encrypt(
                ref x0, ref x1, ref x2, ref x3, ref x4, ref x5, ref x6, ref x7,
                ref x8, ref x9, ref x10, ref x11, ref x12, ref x13, ref x14, ref x15, key, tweak);
            x0 ^= m0; key[0] = x0; x1 ^= m1; key[1] = x1; x2 ^= m2; key[2] = x2; x3 ^= m3; key[3] = x3;
            x4 ^= m4; key[4] = x4; x5 ^= m5; key[5] = x5; x6 ^= m6; key[6] = x6; x7 ^= m7; key[7] = x7;
            x8 ^= m8; key[8] = x8; x9 ^= m9; key[9] = x9; x10 ^= m10; key[10] = x10; x11 ^= m11; key[11] = x11;
            x12 ^= m12; key[12] = x12; x13 ^= m13; key[13] = x13; x14 ^= m14; key[14] = x14; x15 ^= m15; key[15] = x15;
            tweak[0] += thenAdd;
            tweak[1] ^= thenXor;
            thenAdd = default;
            thenXor = default;
        }

        Skein<TLanes>.Write(records, 16, key, tweak);
    }
}
