namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>
    /// Computes the output of BLAKE2Xb and BLAKE2Xs (BLAKE2X paper, section 2). Each output block is a hash of the root digest
    /// with a different node offset. The blocks are computed in lanes.
    /// </summary>
    internal static class Blake2Output
    {
        /// <summary>
        /// Reads the output of many roots, starting at a byte offset. The root digests are adjacent in memory, and so are the
        /// outputs.
        /// </summary>
        public static void Read(
            ReadOnlySpan<byte> roots, uint length, ulong position, Span<byte> destination, int outputBytes,
            LaneShape? shape = null) =>
            OutputBlocks.Read<TWord, Roots>(new Roots(roots, length, position), destination, outputBytes, shape);

        /// <summary>Hashes a root digest once for each output block. The node offset is the block's index (section 2).</summary>
        private ref struct Roots(ReadOnlySpan<byte> digests, uint length, ulong position) : IOutputRoots<TWord>
        {
            private readonly uint own =
                length == Blake2OutputEngine.UnknownLength ? 0 : length % (uint)TSpec.MaxHashBytes;
            private readonly ReadOnlySpan<byte> digests = digests;
            private TWord full;

            public static LaneTable Table => Blake2Batch.Table;
            public static int MostStreams => Blake2Batch.MostStreams;
            public static int OutputBytes => TSpec.MaxHashBytes;
            public static int BlockBytes => TSpec.BlockBytes;
            public static int StateWords => Blake2State.Words;
            public static int ScratchWords => Blake2State.MessageWords;
            public static bool CountsInBlock => false;
            public static int OwnWords => 0;
            public static int OutputWord => 0;
            public readonly int Count => digests.Length / TSpec.MaxHashBytes;

            public readonly ulong Position(int root) => position;

            public readonly int ValueIndex(int root) => root;

            // For output blocks, fanout and depth are 0, and the leaf length and the inner digest length are the full digest
            // length.
            public void Start(scoped Span<TWord> state)
            {
                int bytes = TSpec.MaxHashBytes;
                Blake2OneShot.Start(
                    state, bytes, 0, fanout: 0, maxDepth: 0, (uint)bytes, (ulong)length << 32, innerBytes: bytes);
                Blake2OneShot.SetFinalWords(state.Slice(Blake2State.ChainingWords), (uint)bytes, 0, false);
                full = state[0];
            }

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public readonly void Set(int root, scoped Span<TWord> state, scoped Span<byte> block) =>
                digests.Slice(root * TSpec.MaxHashBytes, TSpec.MaxHashBytes).CopyTo(block);

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public readonly void Number(scoped ReadOnlySpan<ulong> numbers, scoped Span<TWord> states, scoped Span<byte> blocks)
            {
                // The block's index is the lower half of the node offset. In BLAKE2Xb, the upper half of the same word contains
                // the output length.
                int lanes = numbers.Length, word = typeof(TWord) == typeof(ulong) ? 1 : 2;
                ulong without = Word<TWord>.ToUInt64(TSpec.Iv[word]) ^ (word == 1 ? (ulong)length << 32 : 0);
                Span<TWord> offsets = states.Slice(word * lanes, lanes);
                for (int l = 0; l < lanes; l++) offsets[l] = Word<TWord>.From(without ^ numbers[l]);
                if (own == 0) return;

                // If the output length is known, the last block's digest length is the number of bytes that remain.
                ulong last = length / (uint)TSpec.MaxHashBytes;
                TWord cut = Word<TWord>.From(Word<TWord>.ToUInt64(full) ^ (uint)TSpec.MaxHashBytes ^ own);
                for (int l = 0; l < lanes; l++) states[l] = numbers[l] == last ? cut : full;
            }

            public static void Run<TLanes>(
                scoped Span<TWord> states, scoped ReadOnlySpan<byte> blocks, scoped ReadOnlySpan<int> offsets)
                where TLanes : struct, ILanes<TLanes, TWord> =>
                Blake2Kernel<TLanes, TWord, TSpec>.Compress(states, blocks, offsets, 1, TSpec.BlockBytes);
        }
    }
}
