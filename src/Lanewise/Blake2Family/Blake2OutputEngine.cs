namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>The engine of BLAKE2Xb or BLAKE2Xs. The root digest depends on the requested output length.</summary>
    internal readonly struct Blake2OutputEngine : IHashEngine
    {
        // The number of messages whose roots are in memory at the same time.
        private const int AtOnce = 512;

        public static string Name => typeof(TWord) == typeof(ulong) ? "BLAKE2Xb" : "BLAKE2Xs";
        public static HashSizes Sizes =>
            new(HashLengths.Any, TSpec.MaxHashBytes, TSpec.BlockBytes, 8 * Word<TWord>.Bytes, 1, TSpec.MaxHashBytes)
            {
                MaxHashBytes = (int)Math.Min(int.MaxValue, UnknownLength - 1),
            };

        public static LaneTable Table => Blake2Batch.Table;

        /// <summary>The value of the length field for output of unknown length: all bits are set.</summary>
        public static uint UnknownLength => typeof(TWord) == typeof(ulong) ? uint.MaxValue : ushort.MaxValue;

        public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            Span<TWord> state = stackalloc TWord[Blake2State.Words];
            Span<byte> root = stackalloc byte[TSpec.MaxHashBytes];
            StartRoot(state, (uint)destination.Length, key.Length);
            Blake2OneShot.HashFrom(state, key, source, false, root);
            Blake2Output.Read(root, (uint)destination.Length, 0, destination, destination.Length);
            CryptographicOperations.ZeroMemory(root);
        }

        public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes) => Start(key, (uint)hashBytes);

        /// <summary>Creates an incremental hash with output of unknown length.</summary>
        public static IIncrementalHash StartUnknown(ReadOnlySpan<byte> key) => Start(key, UnknownLength);

        /// <summary>Returns the output for the data appended so far.</summary>
        public static Blake2xOutput Output(IIncrementalHash incremental) => ((Incremental)incremental).Output();

        public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key)
        {
            ulong length = reader.Number();
            bool isKnown = length != UnknownLength;
            if (length < 1 || (isKnown && length > (uint)Math.Min(Sizes.MaxHashBytes, SavedState.MostHashBytes)))
            {
                throw SavedState.Bad($"The saved state is not valid: the length of the output is {length}.");
            }

            return new Incremental(Blake2Incremental.ReadState(ref reader, key), (uint)length);
        }

        public void HashMany(
            in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
            Batch.Run(messages, keys, destination, new ManyHashes(hashBytes, shape), AtOnce);

        private static Incremental Start(ReadOnlySpan<byte> key, uint length)
        {
            Span<TWord> state = stackalloc TWord[Blake2State.Words];
            StartRoot(state, length, key.Length);
            return new Incremental(new Blake2Incremental(state, key, TSpec.MaxHashBytes, false), length);
        }

        // The output length is in the upper half of the node offset.
        private static void StartRoot(Span<TWord> state, uint length, int keyBytes) =>
            Blake2OneShot.Start(state, TSpec.MaxHashBytes, keyBytes, nodeOffset: (ulong)length << 32);

        /// <summary>Hashes many messages. The root digests are computed first, then the output blocks of all messages.</summary>
        private readonly struct ManyHashes(int hashBytes, LaneShape? shape) : IBatch
        {
            public int HashBytes => hashBytes;

            public void Run(in BatchMessages messages, in HashKeys keys, Span<byte> digests)
            {
                using Rented<byte> roots = new(messages.Count * TSpec.MaxHashBytes);
                Span<TWord> start = stackalloc TWord[Blake2State.Words];
                StartRoot(start, (uint)hashBytes, keys.SizeInBytes);
                new Blake2Batch.Messages(start, false, TSpec.MaxHashBytes, shape).Run(messages, keys, roots.Span);
                Blake2Output.Read(roots.Span, (uint)hashBytes, 0, digests, hashBytes, shape);
            }
        }

        private sealed class Incremental(Blake2Incremental root, uint length) : IIncrementalHash
        {
            // If the output length is unknown, the digest is the first output block.
            public int HashBytes => length == UnknownLength ? TSpec.MaxHashBytes : (int)length;
            public bool IsKeyed => root.IsKeyed;
            public IAppendable Inner => root;

            public ReadOnlySpan<byte> CheckedBy(Span<byte> buffer) => root.CheckedBy(buffer);

            public void Append(ReadOnlySpan<byte> data) => root.Append(data);

            public void Finish(Span<byte> destination)
            {
                Span<byte> digest = stackalloc byte[TSpec.MaxHashBytes];
                root.Finish(digest);
                Blake2Output.Read(digest, length, 0, destination, destination.Length);
                CryptographicOperations.ZeroMemory(digest);
            }

            public Blake2xOutput Output()
            {
                byte[] digest = new byte[TSpec.MaxHashBytes];
                root.Finish(digest);
                // Output of unknown length has one block for each 32-bit node offset.
                ulong most = length == UnknownLength ? (ulong)TSpec.MaxHashBytes << 32 : length;
                return new Blake2xOutput(digest, length, most, IsKeyed);
            }

            public void Restart() => root.Restart();

            public IIncrementalHash Clone() => new Incremental(root.Clone(), length);

            public void Wipe() => root.Wipe();

            public void WriteState(StateWriter writer)
            {
                writer.Number(length);
                root.WriteState(writer);
            }
        }
    }
}
