namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>
    /// Selects scalar code or SIMD rows for one message, depending on which was faster in measurements on this type of CPU.
    /// </summary>
    internal static class Blake2Single
    {
        /// <summary>Compresses whole blocks into the state of one lane.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Run(Span<TWord> state, ReadOnlySpan<byte> source, int offset, int blocks) =>
            Run(Chosen, state, source, offset, blocks);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Run(SingleShape shape, Span<TWord> state, ReadOnlySpan<byte> source, int offset, int blocks)
        {
            // A row has four words: 256 bits for BLAKE2b, 128 bits for BLAKE2s.
            if (shape == SingleShape.Scalar)
            {
                Blake2Kernel<ScalarLane<TWord>, TWord, TSpec>.Compress(
                    state, source, new ReadOnlySpan<int>(in offset), blocks, TSpec.BlockBytes);
            }
            else if (typeof(TWord) == typeof(ulong))
            {
                // The type check above guarantees that TWord is ulong, but the compiler does not infer this.
                Span<ulong> words = MemoryMarshal.Cast<TWord, ulong>(state);
                if (shape == SingleShape.Rows256)
                {
                    Blake2RowKernel<Lanes256<ulong>, ulong, Blake2bSpec>.Run(words, source, offset, blocks);
                }
                else Blake2RowKernel<Row128Pair, ulong, Blake2bSpec>.Run(words, source, offset, blocks);
            }
            else
            {
                Blake2RowKernel<Lanes128<uint>, uint, Blake2sSpec>.Run(
                    MemoryMarshal.Cast<TWord, uint>(state), source, offset, blocks);
            }
        }

        public static SingleShape Chosen
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => (typeof(TWord) == typeof(ulong) ? CpuProfile.Here.Blake2b : CpuProfile.Here.Blake2s).Choose();
        }
    }
}
