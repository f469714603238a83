using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Lanes;

/// <summary>
/// How many streams an algorithm runs at each width; its own small table, measured (docs/performance.md), beside its kernel.
/// </summary>
internal sealed record LaneTable
{
    /// <summary>512 bits on a processor that is not listed.</summary>
    public required int Streams512 { get; init; }

    /// <summary>512 bits on Zen 5, where two cycles of latency leave room for more streams.</summary>
    public required int Streams512Zen5 { get; init; }

    /// <summary>256 bits with the 32 registers and the rotates of AVX-512VL.</summary>
    public required int Streams256Vl { get; init; }

    /// <summary>256 bits with AVX2 alone.</summary>
    public required int Streams256 { get; init; }

    public required int Streams128 { get; init; }

    /// <summary>No vectors at all: interleaved scalar code.</summary>
    public required int StreamsScalar { get; init; }

    /// <summary>The shape for many messages on this machine: the widest that hardware and caller allow.</summary>
    /// <remarks>Asked for every run of blocks, so it is optimised at the first call.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public LaneShape Choose()
    {
        int cap = LanewiseSettings.MaxVectorBits;
        if (cap >= 512 && LaneDispatch.IsSupported(new LaneShape(512, 1)))
        {
            return new LaneShape(512, Processor.Family == ProcessorFamily.Zen5 ? Streams512Zen5 : Streams512);
        }

        if (cap >= 256 && LaneDispatch.IsSupported(new LaneShape(256, 1)))
        {
            return new LaneShape(256, Avx512F.VL.IsSupported ? Streams256Vl : Streams256);
        }

        return cap >= 128 && LaneDispatch.IsSupported(new LaneShape(128, 1))
            ? new LaneShape(128, Streams128)
            : new LaneShape(0, StreamsScalar);
    }

    /// <summary>
    /// The shape for so many pieces of work: no more streams than they fill, and scalar code where they are too few for the
    /// lanes, whose kernel is then not even compiled.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public LaneShape ChooseFor(long count, int wordBits)
    {
        LaneShape shape = Choose();
        while (shape.Streams > 1 && count <= shape.Lanes(wordBits) / 2) shape = new LaneShape(shape.Bits, shape.Streams / 2);
        return count < FewestForLanes(shape.Lanes(wordBits)) ? LaneShape.Scalar : shape;
    }

    /// <summary>
    /// Below this many pieces of work in a group, the kernel for one takes them one by one: a pass over all lanes costs about
    /// as much as two or three of them, however few lanes it fills.
    /// </summary>
    public static int FewestForLanes(int lanes) => Math.Max(lanes < 8 ? 2 : 3, lanes / 8 + 1);
}
