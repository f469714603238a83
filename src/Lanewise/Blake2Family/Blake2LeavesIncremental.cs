namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>The incremental state of BLAKE2bp or BLAKE2sp: the leaf states and the buffered stripes.</summary>
    internal sealed class Blake2LeavesIncremental : IncrementalChunks, IIncrementalHash
    {
        private readonly TWord[] states = new TWord[Blake2Leaves.StatesWords];
        private readonly byte[] key;

        // A stripe is compressed only if every leaf has more data after it, because a leaf's last block needs different flags.
        public Blake2LeavesIncremental(ReadOnlySpan<byte> key, int hashBytes)
            : base(BufferBytes, StripeBytes, held: HeldBytes)
        {
            HashBytes = hashBytes;
            this.key = key.ToArray();
            Restart();
        }

        private Blake2LeavesIncremental(Blake2LeavesIncremental other)
            : this(other.key, other.HashBytes)
        {
            other.states.CopyTo(states, 0);
            Forget();
            Keep(other.Waiting);
        }

        public int HashBytes { get; }
        public bool IsKeyed => key.Length > 0;
        private static int StripeBytes => Blake2Leaves.StripeBytes;
        private static int HeldBytes => StripeBytes - TSpec.BlockBytes + 1;
        private static int BufferBytes => 8 * StripeBytes;

        public void Finish(Span<byte> destination)
        {
            Span<TWord> last = stackalloc TWord[Blake2Leaves.StatesWords];
            Span<byte> digests = stackalloc byte[Blake2Leaves.DigestsBytes];
            states.CopyTo(last);
            Blake2Leaves.Finish(last, Waiting, digests);
            Blake2Leaves.Root(digests, key.Length, destination);
            last.Clear();
            CryptographicOperations.ZeroMemory(digests);
        }

        public void Restart()
        {
            Blake2Leaves.Start(states, HashBytes, key.Length);
            Forget();
            if (key.Length == 0) return;

            Span<byte> stripe = stackalloc byte[StripeBytes];
            Blake2Leaves.WriteKey(key, stripe);
            Keep(stripe);
            CryptographicOperations.ZeroMemory(stripe);
        }

        protected override void Take(ReadOnlySpan<byte> whole) => Blake2Leaves.RunStripes(states, whole);

        public void WriteState(StateWriter writer)
        {
            // Until the first stripes are compressed, the buffer starts with the key blocks. The saved state does not contain
            // these blocks.
            writer.Number((uint)HashBytes);
            writer.Number((uint)key.Length);
            for (int i = 0; i < states.Length; i += Blake2State.Words) writer.Words<TWord>(states.AsSpan(i, Blake2State.F0));
            writer.Text(Waiting.Slice(HoldsKey ? StripeBytes : 0));
        }

        public ReadOnlySpan<byte> CheckedBy(Span<byte> buffer) => key;

        public static Blake2LeavesIncremental ReadState(ref StateReader reader, ReadOnlySpan<byte> key)
        {
            int hashBytes = reader.HashBytes(TSpec.MaxHashBytes),
                keyBytes = reader.Number(0, TSpec.MaxHashBytes, "the length of the key");
            SavedState.CheckKey(key.Length, keyBytes);
            Blake2LeavesIncremental incremental = reader.Begin(new Blake2LeavesIncremental(key, hashBytes));
            for (int i = 0; i < incremental.states.Length; i += Blake2State.Words)
            {
                reader.Words<TWord>(incremental.states.AsSpan(i, Blake2State.F0));
                // The counters of all leaves must be equal, because the leaves are compressed together.
                if (!incremental.states.AsSpan(i + Blake2State.T0, 2).SequenceEqual(incremental.states.AsSpan(Blake2State.T0, 2)))
                {
                    throw SavedState.CountersDisagree();
                }
            }

            if (!incremental.HoldsKey) incremental.Forget();
            int waiting = reader.Number(
                incremental.HasNothing ? 0 : HeldBytes, BufferBytes - incremental.Waiting.Length,
                "the number of bytes in the buffer");
            incremental.Keep(reader.Bytes(waiting));
            return incremental;
        }

        private bool HasNothing => states[Blake2State.T0].Equals(default(TWord)) && states[Blake2State.T1].Equals(default(TWord));
        private bool HoldsKey => key.Length > 0 && HasNothing;

        public IIncrementalHash Clone() => new Blake2LeavesIncremental(this);

        public override void Wipe()
        {
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(states.AsSpan()));
            CryptographicOperations.ZeroMemory(key);
            base.Wipe();
        }
    }
}
