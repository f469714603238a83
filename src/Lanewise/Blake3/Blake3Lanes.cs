using System.Runtime.CompilerServices;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>BLAKE3's kernel for many lanes, rolled or written out (<see cref="ColdStart"/>).</summary>
internal static class Blake3Lanes<TLanes, TOutput>
    where TLanes : struct, ILanes<TLanes, uint>
    where TOutput : struct, IBlake3Output
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
    public static void Run(Span<uint> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
    {
        // As in Blake2Lanes: two streams of 512 bits stay rolled.
        if (typeof(TLanes) == typeof(Interleaved<Lanes512<uint>, uint>)
            ? ColdStart.Mode != ColdStartMode.Unrolled
            : ColdStart.Takes(ref seen, (long)blocks * (TLanes.Count * Blake3Spec.BlockBytes), ColdStart.TreeBytes))
        {
            Blake3Kernel<TLanes, TOutput, RolledRounds>.Run(records, source, offsets, blocks);
        }
        else
        {
            Blake3Kernel<TLanes, TOutput, UnrolledRounds>.Run(records, source, offsets, blocks);
        }
    }
}
