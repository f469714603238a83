namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>
    /// The state of an incremental BLAKE2 hash, including the values that are needed to start a new message.
    /// </summary>
    internal sealed class Blake2Incremental : IncrementalBlocks<TWord, Blake2Batch>, IIncrementalHash
    {
        private readonly TWord[] start = new TWord[Blake2State.Words];
        private readonly byte[]? keyBlock;
        private readonly int keyBytes;
        private readonly bool isLastNode;

        /// <summary>Creates the state of an empty message. The initial state contains the parameters.</summary>
        public Blake2Incremental(ReadOnlySpan<TWord> start, ReadOnlySpan<byte> key, int hashBytes, bool isLastNode)
        {
            HashBytes = hashBytes;
            this.isLastNode = isLastNode;
            keyBytes = key.Length;
            start.CopyTo(this.start);
            if (!key.IsEmpty)
            {
                keyBlock = new byte[TSpec.BlockBytes];
                key.CopyTo(keyBlock);
            }

            Restart();
        }

        private Blake2Incremental(Blake2Incremental other)
            : this(other.start, other.Key, other.HashBytes, other.isLastNode) => CopyFrom(other);

        public int HashBytes { get; }

        public bool IsKeyed => keyBytes > 0;

        private ReadOnlySpan<byte> Key => keyBlock.AsSpan(0, keyBytes);

        private static ByteCount KeyBlockOnly => new(0, (uint)TSpec.BlockBytes);

        /// <summary>
        /// Sets the byte counter as if the given number of bytes had already been hashed in whole blocks. Tests use this method
        /// to check the carry between the counter words.
        /// </summary>
        internal void SkipTo(ByteCount bytes)
        {
            End = bytes + (uint)Waiting.Length;
            State[Blake2State.T0] = Word<TWord>.From(bytes.Low);
            State[Blake2State.T1] = Word<TWord>.From((bytes >> (8 * Word<TWord>.Bytes)).Low);
        }

        [MethodImpl(CompileOptions.AtOnce)]
        public void Finish(Span<byte> destination)
        {
            Span<TWord> last = stackalloc TWord[Blake2State.Words];
            State.CopyTo(last);
            Blake2OneShot.Finish(last, Waiting, End.Low, End.High, isLastNode, destination);
            last.Clear();
        }

        public void Restart() => Start(start, keyBlock, keyBlock is null ? default : KeyBlockOnly);

        public ReadOnlySpan<byte> CheckedBy(Span<byte> buffer) => Key;

        public void WriteState(StateWriter writer)
        {
            // Before any data arrives, the buffer contains the key block. The saved state contains the key length instead of this
            // block.
            bool fresh = keyBlock is not null && End == KeyBlockOnly;
            writer.Number((uint)HashBytes);
            writer.Number((uint)keyBytes);
            writer.Byte(isLastNode ? (byte)1 : (byte)0);
            writer.Words<TWord>(start.AsSpan(0, Blake2State.ChainingWords));
            writer.Words<TWord>(State.Slice(0, Blake2State.F0));
            writer.Number(End.Low);
            writer.Number(End.High);
            writer.Text(fresh ? default : Waiting);
        }

        public static Blake2Incremental ReadState(ref StateReader reader, ReadOnlySpan<byte> key)
        {
            int hashBytes = reader.HashBytes(TSpec.MaxHashBytes),
                keyBytes = reader.Number(0, TSpec.MaxHashBytes, "the length of the key");
            SavedState.CheckKey(key.Length, keyBytes);
            bool isLastNode = reader.Byte() != 0;
            Span<TWord> start = stackalloc TWord[Blake2State.Words], state = stackalloc TWord[Blake2State.Words];
            reader.Words(start.Slice(0, Blake2State.ChainingWords));
            reader.Words(state.Slice(0, Blake2State.F0));
            ulong low = reader.Number();
            ByteCount end = new(reader.Number(), low);
            ReadOnlySpan<byte> waiting = reader.Bytes(reader.Number(0, TSpec.BlockBytes, "the number of bytes in the buffer"));
            bool fresh = keyBytes > 0 && end == KeyBlockOnly;
            ulong countLow = Word<TWord>.ToUInt64(state[Blake2State.T0]), countHigh = Word<TWord>.ToUInt64(state[Blake2State.T1]);
            ByteCount counter = Word<TWord>.Bytes == 8 ? new(countHigh, countLow) : new(0, (countHigh << 32) | countLow);
            if (end != counter + (uint)(fresh ? TSpec.BlockBytes : waiting.Length) || (fresh && !waiting.IsEmpty))
            {
                throw SavedState.CountersDisagree();
            }

            Blake2Incremental incremental = reader.Begin(new Blake2Incremental(start, key, hashBytes, isLastNode));
            if (!fresh) incremental.Start(state, waiting, end);
            return incremental;
        }

        public Blake2Incremental Clone() => new(this);

        IIncrementalHash IIncrementalHash.Clone() => Clone();

        public override void Wipe()
        {
            base.Wipe();
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start.AsSpan()));
            CryptographicOperations.ZeroMemory(keyBlock);
        }
    }
}
