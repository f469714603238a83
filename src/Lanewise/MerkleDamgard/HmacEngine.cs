namespace Lanewise.MerkleDamgard;

internal static partial class Md<TWord, TSpec>
{
    /// <summary>Computes HMAC (RFC 2104) with a Merkle-Damgård hash. An empty key is valid.</summary>
    internal readonly struct HmacEngine : IHashEngine
    {
        public static string Name { get; } = "HMAC-" + TSpec.Name;
        public static HashSizes Sizes =>
            new(HashLengths.Fixed, TSpec.HashBytes, BlockBytes, 8 * Word<TWord>.Bytes, 0, int.MaxValue);
        public static LaneTable Table => TSpec.Table;

        private static int BlockBytes => MdOneShot.BlockBytes;

        private static int StateWords => TSpec.Iv.Length;

        public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            if (TSpec.Platform is string name)
            {
                CryptographicOperations.HmacData(new HashAlgorithmName(name), key, source, destination);
                return;
            }

            // The buffer contains two states: the one after the inner key block, and the one after the outer key block.
            Span<TWord> states = stackalloc TWord[2 * StateWords];
            Span<byte> hash = stackalloc byte[TSpec.HashBytes];
            KeyStates(HashKeys.One(key), 1, states);
            MdOneShot.Hash(states.Slice(0, StateWords), (ulong)BlockBytes, source, hash);
            MdOneShot.Hash(states.Slice(StateWords), (ulong)BlockBytes, hash, destination);
            states.Clear();
        }

        public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes) => new Incremental(key);

        public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key)
        {
            Incremental incremental = reader.Begin(new Incremental(key));
            incremental.StayManaged();
            incremental.ReadState(ref reader);
            return incremental;
        }

        public void HashMany(
            in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
        {
            keys.CheckAreGiven("HMAC");
            Batch.Run(messages, keys, destination, new ManyHashes(shape));
        }

        // Computes the states after the key blocks K XOR ipad and K XOR opad (RFC 2104, section 2). A key that is longer than a
        // block is hashed first. The output contains all inner states, followed by all outer states.
        public static void KeyStates(in HashKeys keys, int count, Span<TWord> states, LaneShape? shape = null)
        {
            using Rented<byte> rented = new(count > 1 ? count * BlockBytes : 0);
            Span<byte> blocks = count > 1 ? rented.Span : stackalloc byte[BlockBytes];
            blocks.Clear();
            for (int k = 0; k < count; k++) ReduceKey(keys.Of(k), blocks.Slice(k * BlockBytes, BlockBytes));
            for (int outer = 0; outer < 2; outer++)
            {
                for (int i = 0; i < blocks.Length; i++) blocks[i] ^= outer == 0 ? (byte)0x36 : (byte)(0x36 ^ 0x5c);
                MdBatch.States(blocks, states.Slice(outer * count * StateWords, count * StateWords), shape);
            }

            CryptographicOperations.ZeroMemory(blocks);
        }

        /// <summary>
        /// Writes a key into a zeroed block. If the key is longer than a block, writes the key's digest instead.
        /// </summary>
        public static void ReduceKey(ReadOnlySpan<byte> key, Span<byte> block)
        {
            if (key.Length > BlockBytes) default(MdEngine).Hash(default, key, block.Slice(0, TSpec.HashBytes));
            else key.CopyTo(block);
        }

        private readonly struct ManyHashes(LaneShape? shape) : IBatch
        {
            public int HashBytes => TSpec.HashBytes;

            public void Run(in BatchMessages messages, in HashKeys keys, Span<byte> digests)
            {
                if (TSpec.Platform is not null && shape is null
                    && MdBatch.Table.ChooseFor<TWord>(messages.Count).IsScalar)
                {
                    for (int i = 0; i < messages.Count; i++)
                    {
                        default(HmacEngine).Hash(
                            keys.Of(i), messages.Slice(i, 0, messages.Length(i)), digests.Slice(i * HashBytes, HashBytes));
                    }

                    return;
                }

                int count = keys.ArePerMessage ? messages.Count : 1, half = count * StateWords;
                using Rented<TWord> rented = new(2 * half);
                Span<TWord> states = rented.Span;
                KeyStates(keys, count, states, shape);
                Run(messages, new(states.Slice(0, half), keys.ArePerMessage), digests);
                // It is safe to overwrite the inner digests with the outer digests, because the scheduler reads all inner digests
                // of a group before it writes the group's outer digests.
                Run(
                    new BatchMessages(digests, HashBytes, messages.Count), new(states.Slice(half), keys.ArePerMessage), digests);
            }

            private void Run(in BatchMessages messages, InitialStates<TWord> starts, Span<byte> digests) =>
                new LaneScheduler<TWord, MdBatch>(new(starts, BlockBytes), shape).Run(messages, default, digests);
        }

        private sealed class Incremental : IIncrementalHash
        {
            private readonly TWord[] states = new TWord[2 * StateWords];
            private readonly MdIncremental inner;

            // The padded key. If .NET computes the hash, it receives this block first.
            private byte[]? keyBlock;

            public Incremental(ReadOnlySpan<byte> key)
            {
                KeyStates(HashKeys.One(key), 1, states);
                if (TSpec.Platform is not null) ReduceKey(key, keyBlock = new byte[BlockBytes]);
                inner = new(states.AsSpan(0, StateWords), (uint)BlockBytes, keyBlock is null ? null : StartPlatform);
            }

            private Incremental(Incremental other)
            {
                other.states.CopyTo(states, 0);
                keyBlock = (byte[]?)other.keyBlock?.Clone();
                inner = other.inner.Clone(keyBlock is null ? null : StartPlatform);
            }

            public int HashBytes => TSpec.HashBytes;

            public bool IsKeyed => true;

            public IAppendable Inner => inner;

            public void StayManaged()
            {
                CryptographicOperations.ZeroMemory(keyBlock);
                keyBlock = null;
                inner.StayManaged();
            }

            public void Append(ReadOnlySpan<byte> data) => inner.Append(data);

            public void Finish(Span<byte> destination)
            {
                if (inner.IsOnPlatform)
                {
                    inner.Finish(destination);
                    return;
                }

                Span<TWord> outer = stackalloc TWord[StateWords];
                states.AsSpan(StateWords).CopyTo(outer);
                Span<byte> hash = stackalloc byte[TSpec.HashBytes];
                inner.Finish(hash);
                MdOneShot.Hash(outer, (ulong)BlockBytes, hash, destination);
            }

            public void Restart() => inner.Restart();

            public IIncrementalHash Clone() => new Incremental(this);

            public void Wipe()
            {
                CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(states.AsSpan()));
                CryptographicOperations.ZeroMemory(keyBlock);
                inner.Wipe();
            }

            // The returned span must not be empty, even for an empty key. The returned span contains the key-dependent states
            // that the check needs: both states, or only the inner one.
            public ReadOnlySpan<byte> CheckedBy(Span<byte> buffer) => SavedState.Bytes<TWord>(states, buffer);

            public void WriteState(StateWriter writer) => inner.WriteState(writer);

            public void ReadState(ref StateReader reader) => inner.ReadState(ref reader);

            private IncrementalHash StartPlatform() =>
                IncrementalHash.CreateHMAC(new HashAlgorithmName(TSpec.Platform!), keyBlock!);
        }
    }
}
