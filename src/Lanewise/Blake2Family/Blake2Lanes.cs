using Lanewise.Lanes;

namespace Lanewise.Blake2Family;

/// <summary>BLAKE2's kernel for many lanes, rolled or written out (<see cref="ColdStart"/>).</summary>
internal static class Blake2Lanes<TLanes, TWord, TSpec>
    where TLanes : struct, ILanes<TLanes, TWord>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    // Without an initialiser, so that no call has to look whether it ran.
    private static long seen;

    /// <summary>Bytes of each lane that went through the rolled form; tests set it, to see the change.</summary>
    internal static long Seen
    {
        get => seen;
        set => seen = value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<TWord> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, int stride)
    {
        // Two streams written out are twice the code for no speed: their words lie in memory in either form, and 25 KiB crowd
        // the first cache.
        if (default(TLanes) is IInterleaved || ColdStart.Takes(ref seen, (long)blocks * TSpec.BlockBytes))
        {
            Blake2Kernel<TLanes, TWord, TSpec, RolledRounds>.Run(records, source, offsets, blocks, stride, (uint)TSpec.Rounds);
        }
        else
        {
            Blake2Kernel<TLanes, TWord, TSpec, UnrolledRounds>.Run(records, source, offsets, blocks, stride, (uint)TSpec.Rounds);
        }
    }
}
