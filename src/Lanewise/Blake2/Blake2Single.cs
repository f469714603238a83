using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>The kernel for one message that this machine runs fastest: scalar code or rows, by measurement.</summary>
internal static class Blake2Single<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    private static long seen;

    /// <summary>Bytes that went through the rolled form; tests set it, to see the change.</summary>
    internal static long Seen
    {
        get => seen;
        set => seen = value;
    }

    /// <summary>Compresses whole blocks into the record of one lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<TWord> record, ReadOnlySpan<byte> source, int offset, int blocks)
    {
        if (ColdStart.Takes(ref seen, (long)blocks * TSpec.BlockBytes, ColdStart.SingleBytes))
        {
            Blake2Kernel<ScalarLane<TWord>, TWord, TSpec, RolledRounds>.Run(record, source, new ReadOnlySpan<int>(in offset), blocks, TSpec.BlockBytes);
        }
        else Run(Chosen, record, source, offset, blocks);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(SingleShape shape, Span<TWord> record, ReadOnlySpan<byte> source, int offset, int blocks)
    {
        // Rows hold four words: 256 bits of BLAKE2b, 128 of BLAKE2s.
        if (shape == SingleShape.Scalar)
        {
            Blake2Kernel<ScalarLane<TWord>, TWord, TSpec, UnrolledRounds>.Run(record, source, new ReadOnlySpan<int>(in offset), blocks, TSpec.BlockBytes);
        }
        else if (typeof(TWord) == typeof(ulong))
        {
            // The same type, as the line above says; the compiler has to be told.
            Span<ulong> words = MemoryMarshal.Cast<TWord, ulong>(record);
            if (shape == SingleShape.RowsAvx512) Blake2RowKernel<Lanes256<ulong>, PermutedMessage64, ulong, Blake2bSpec>.Run(words, source, offset, blocks);
            else if (shape == SingleShape.Rows256) Blake2RowKernel<Lanes256<ulong>, GatheredMessage<Lanes256<ulong>, ulong>, ulong, Blake2bSpec>.Run(words, source, offset, blocks);
            else Blake2RowKernel<Row128Pair, GatheredMessage<Row128Pair, ulong>, ulong, Blake2bSpec>.Run(words, source, offset, blocks);
        }
        else
        {
            Span<uint> words = MemoryMarshal.Cast<TWord, uint>(record);
            if (shape == SingleShape.RowsAvx512) Blake2RowKernel<Lanes128<uint>, PermutedMessage32, uint, Blake2sSpec>.Run(words, source, offset, blocks);
            else Blake2RowKernel<Lanes128<uint>, GatheredMessage<Lanes128<uint>, uint>, uint, Blake2sSpec>.Run(words, source, offset, blocks);
        }
    }

    public static SingleShape Chosen
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (typeof(TWord) == typeof(ulong) ? Make.Here.Blake2b : Make.Here.Blake2s).Choose();
    }
}
