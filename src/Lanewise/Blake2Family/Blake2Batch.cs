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
                    KeyBlocks job = new(start, afterKeys.Span, keys, count);
                    LaneDispatch.Run<TWord, KeyBlocks>(Batch.Shape<TWord, Blake2Batch>(count), ref job);
                }

                InitialStates<TWord> initial = new(afterKeys.Span, keys.ArePerMessage);
                Blake2Batch hash = new(hashBytes, isLastNode, start, initial, keys);
                new LaneScheduler<TWord, Blake2Batch>(hash, shape).Run(messages, default, digests);
            }
        }

        /// <summary>Hashes the key blocks of many messages in lanes, and stores the resulting states.</summary>
        private readonly ref struct KeyBlocks(
            ReadOnlySpan<TWord> start, Span<TWord> after, HashKeys keys, int count) : ILaneJob<TWord>
        {
            private readonly ReadOnlySpan<TWord> start = start;
            private readonly Span<TWord> after = after;
            private readonly HashKeys keys = keys;

            public static int MostStreams => Blake2Batch.MostStreams;

            public void Run<TLanes>()
                where TLanes : struct, ILanes<TLanes, TWord>
            {
                int lanes = TLanes.Count;
                Staging blocks = new(lanes, TSpec.BlockBytes);
                blocks.Bytes.Clear();
                Span<TWord> states = stackalloc TWord[(Blake2State.Words + Blake2State.MessageWords) * lanes];
                Span<int> offsets = stackalloc int[lanes];
                for (int first = 0; first < count; first += lanes)
                {
                    int n = Math.Min(lanes, count - first);
                    for (int l = 0; l < lanes; l++)
                    {
                        offsets[l] = (l < n ? l : 0) * blocks.Stride;
                        if (l < n) keys.Of(first + l).CopyTo(blocks.Row(l, keys.SizeInBytes));
                    }

                    LaneStates.Broadcast<TWord, TLanes>(start, states);
                    Blake2Kernel<TLanes, TWord, TSpec>.Compress(states, blocks.Bytes, offsets, 1, TSpec.BlockBytes);
                    for (int l = 0; l < n; l++)
                    {
                        LaneStates.Gather(states, lanes, l, after.Slice((first + l) * Blake2State.Words, Blake2State.Words));
                    }
                }

                CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(states));
                blocks.Dispose();
            }
        }
    }
}
