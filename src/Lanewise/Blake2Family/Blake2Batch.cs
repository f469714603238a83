namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>
    /// Describes BLAKE2 messages to the lane scheduler. The messages have no key, share one key, or have one key each.
    /// </summary>
    internal readonly ref struct Blake2Batch(
        int hashBytes, bool isLastNode, ReadOnlySpan<TWord> start, InitialStates<TWord> afterKeys, HashKeys keys)
        : ILanePieces<TWord>
    {
        // The state before a key block, and the states after the key blocks, if there are keys.
        private readonly ReadOnlySpan<TWord> start = start;
        private readonly InitialStates<TWord> afterKeys = afterKeys;
        private readonly HashKeys keys = keys;

        public static LaneTable Table => CpuProfile.Here.Blake2Streams;
        public static int MostStreams => StreamLimits.Blake2;
        public static int BlockBytes => TSpec.BlockBytes;
        public static int FinalBlockCounts => 1;
        public static int ChainingWords => Blake2State.ChainingWords;
        public static int StateWords => Blake2State.Words;
        public static int ScratchWords => Blake2State.MessageWords;
        public static bool TakesTransposed => false;
        public static bool HoldsLast => true;
        public static int? CountWord => Blake2State.T0;
        public int HashBytes => hashBytes;
        private bool AreKeyed => keys.SizeInBytes > 0;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int FullBlocks(int length) => Blake2OneShot.FullBlocks(length);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int FinalBlocks(int length) => 1;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Pad(int message, int length, int rest, scoped Span<byte> blocks)
        {
            // For an empty message with a key, the key block is the last block. All other messages are padded with zeros.
            if (length == 0) keys.Of(message).CopyTo(blocks);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool HasOwnStart(int message, int length) => AreKeyed && (length == 0 || keys.ArePerMessage);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Start(int message, int length, scoped Span<TWord> state)
        {
            if (!AreKeyed || length == 0) start.CopyTo(state);
            else afterKeys.Of(message, Blake2State.Words).CopyTo(state);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void SetFinalWords(int length, scoped Span<TWord> rest) =>
            Blake2OneShot.SetFinalWords(rest, (ulong)length + (AreKeyed ? (uint)TSpec.BlockBytes : 0), 0, isLastNode);

        public bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest) => false;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Run<TLanes>(
            scoped Span<TWord> states, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
            where TLanes : struct, ILanes<TLanes, TWord> =>
                Blake2Kernel<TLanes, TWord, TSpec>.Compress(states, source, offsets, blocks, TSpec.BlockBytes);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void RunOne(scoped Span<TWord> state, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
            Blake2Single.Run(state, source, offset, blocks);

        /// <summary>Hashes a batch of messages in the sequential mode.</summary>
        internal readonly ref struct Messages(
            ReadOnlySpan<TWord> start, bool isLastNode, int hashBytes, LaneShape? shape) : IBatch
        {
            private readonly ReadOnlySpan<TWord> start = start;

            public int HashBytes => hashBytes;

            public void Run(in BatchMessages messages, in HashKeys keys, Span<byte> digests)
            {
                int count = keys.Count(messages.Count);
                using Rented<TWord> afterKeys = new(count * Blake2State.Words);
                if (count > 0)
                {
                    LaneLevel.Run<TWord, KeyBlocks>(
                        new(start, keys, count), afterKeys.Span, Table.ChooseFor<TWord>(count, shape));
                }

                InitialStates<TWord> initial = new(afterKeys.Span, keys.ArePerMessage);
                Blake2Batch hash = new(hashBytes, isLastNode, start, initial, keys);
                new LaneScheduler<TWord, Blake2Batch>(hash, shape).Run(messages, default, digests);
            }
        }

        /// <summary>Represents the key blocks of many messages. The values are the states after these blocks.</summary>
        private readonly ref struct KeyBlocks(ReadOnlySpan<TWord> start, HashKeys keys, int count) : ILaneNodes<TWord>
        {
            private readonly ReadOnlySpan<TWord> start = start;
            private readonly HashKeys keys = keys;

            public static int MostStreams => Blake2Batch.MostStreams;
            public static int StateWords => Blake2State.Words;
            public static int ScratchWords => Blake2State.MessageWords;
            public static int BlockBytes => TSpec.BlockBytes;
            public static int ValueBytes => Blake2State.Words * Word<TWord>.Bytes;
            public int Count => count;

            public int ValueIndex(int node) => node;

            public void Start(scoped Span<TWord> state) => start.CopyTo(state);

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public int Set(int node, scoped Span<TWord> states, scoped Span<byte> blocks, int lanes, int lane)
            {
                keys.Of(node).CopyTo(blocks.Slice(lane * TSpec.BlockBytes));
                return lane * TSpec.BlockBytes;
            }

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public void Run<TLanes>(scoped Span<TWord> states, scoped Span<int> offsets, scoped Span<byte> blocks, int part)
                where TLanes : struct, ILanes<TLanes, TWord> =>
                Blake2Kernel<TLanes, TWord, TSpec>.Compress(states, blocks, offsets, 1, TSpec.BlockBytes);

            public void RunOne(int node, scoped Span<byte> value)
            {
                Span<TWord> state = stackalloc TWord[Blake2State.Words];
                Span<byte> block = stackalloc byte[TSpec.BlockBytes];
                start.CopyTo(state);
                keys.Of(node).CopyTo(block);
                Blake2Single.Run(state, block, 0, 1);
                Word<TWord>.WriteLittleEndian(value, state);
                state.Clear();
                CryptographicOperations.ZeroMemory(block);
            }
        }
    }
}
