namespace Lanewise.Blake2Family;

/// <summary>The kernel for one message that this machine runs fastest: scalar code or rows, by measurement.</summary>
internal static class Blake2Single<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    /// <summary>Compresses whole blocks into the record of one lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<TWord> record, ReadOnlySpan<byte> source, int offset, int blocks) =>
        Run(Chosen, record, source, offset, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(SingleShape shape, Span<TWord> record, ReadOnlySpan<byte> source, int offset, int blocks)
    {
        // Rows hold four words: 256 bits of BLAKE2b, 128 of BLAKE2s.
        if (shape == SingleShape.Scalar)
        {
            Blake2Kernel<ScalarLane<TWord>, TWord, TSpec>.Compress(
                record, source, new ReadOnlySpan<int>(in offset), blocks, TSpec.BlockBytes);
        }
        else if (typeof(TWord) == typeof(ulong))
        {
            // The same type, as the line above says; the compiler has to be told.
            Span<ulong> words = MemoryMarshal.Cast<TWord, ulong>(record);
            if (shape == SingleShape.Rows256)
            {
                Blake2RowKernel<Lanes256<ulong>, ulong, Blake2bSpec>.Run(words, source, offset, blocks);
            }
            else Blake2RowKernel<Row128Pair, ulong, Blake2bSpec>.Run(words, source, offset, blocks);
        }
        else
        {
            Blake2RowKernel<Lanes128<uint>, uint, Blake2sSpec>.Run(
                MemoryMarshal.Cast<TWord, uint>(record), source, offset, blocks);
        }
    }

    public static SingleShape Chosen
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (typeof(TWord) == typeof(ulong) ? Make.Here.Blake2b : Make.Here.Blake2s).Choose();
    }
}
