using System.Runtime.CompilerServices;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>BLAKE2's kernel for many lanes, rolled or written out (<see cref="ColdStart"/>).</summary>
internal static class Blake2Lanes<TLanes, TWord, TSpec>
    where TLanes : struct, ILanes<TLanes, TWord>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    // Without an initialiser, so that no call has to look whether it ran.
    private static long seen;

    /// <summary>Bytes that went through the rolled form; tests set it, to see the change.</summary>
    internal static long Seen
    {
        get => seen;
        set => seen = value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<TWord> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, int stride)
    {
        // Two streams of 512 bits written out are 25 KiB of code, which crowds the first cache and outgrows that of decoded
        // instructions: the rolled form is as fast by itself and faster beside other code (Zen 5).
        if (typeof(TLanes) == typeof(Interleaved<Lanes512<TWord>, TWord>)
            ? ColdStart.Mode != ColdStartMode.Unrolled
            : ColdStart.Takes(ref seen, (long)blocks * (TLanes.Count * TSpec.BlockBytes), ColdStart.LaneBytes))
        {
            Blake2Kernel<TLanes, TWord, TSpec, RolledRounds>.Run(records, source, offsets, blocks, stride);
        }
        else
        {
            Blake2Kernel<TLanes, TWord, TSpec, UnrolledRounds>.Run(records, source, offsets, blocks, stride);
        }
    }
}
