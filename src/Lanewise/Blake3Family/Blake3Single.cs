using System.Runtime.CompilerServices;
using Lanewise.Lanes;

namespace Lanewise.Blake3Family;

/// <summary>The kernel for one block after another that this machine runs fastest: scalar code or rows, by measurement.</summary>
internal static class Blake3Single
{
    /// <summary>Compresses blocks into the record of one lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<uint> record, ReadOnlySpan<byte> source, int offset, int blocks) => Run(Chosen, record, source, offset, blocks);

    /// <summary>With one of the kernels.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(SingleShape shape, Span<uint> record, ReadOnlySpan<byte> source, int offset, int blocks)
    {
        if (shape == SingleShape.Scalar)
        {
            Blake3Kernel<ScalarLane<uint>, ChainingOutput>.Run(record, source, new ReadOnlySpan<int>(in offset), blocks);
        }
        else Blake3RowKernel<Lanes128<uint>>.Run(record, source, offset, blocks);
    }

    public static SingleShape Chosen
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Make.Here.Blake3.Choose();
    }
}
