using System.Diagnostics;

namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>
    /// Implements BLAKE2bp and BLAKE2sp (BLAKE2 paper, section 3). A message's blocks are distributed over four or eight leaves,
    /// which are hashed in parallel SIMD lanes. The root hashes the leaf digests.
    /// </summary>
    /// <remarks>
    /// A stripe consists of one block for each leaf. The leaf states are adjacent in memory, regardless of the number of lanes.
    /// If there is a key, a stripe of key blocks precedes the message. The root's parameters contain the key length, but the root
    /// does not hash the key.
    /// </remarks>
    internal static class Blake2Leaves
    {
        /// <summary>
        /// The number of leaves: four for 64-bit words, eight for 32-bit words. With one word per leaf, the leaves fill a 256-bit
        /// vector.
        /// </summary>
        public static int Count
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => typeof(TWord) == typeof(ulong) ? 4 : 8;
        }

        public static int StripeBytes
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => Count * TSpec.BlockBytes;
        }

        public static int StatesWords => Count * Blake2State.Words;

        /// <summary>The total size of the leaf digests in bytes. Leaf digests are not truncated.</summary>
        public static int DigestsBytes => Count * TSpec.MaxHashBytes;

        public static string Name => TSpec.Name + "p";

        /// <summary>
        /// Returns the given shape or, if it is null, the shape for the given number of leaves. The leaves of one message have
        /// one lane each on machines with 256-bit vectors. Wider vectors would leave lanes unused.
        /// </summary>
        public static LaneShape Shape(int leaves, LaneShape? given) => leaves > Count
            ? Blake2Batch.Table.ChooseFor<TWord>(leaves, given)
            : given ?? new(Math.Min(LaneDispatch.Widest(), 8 * Count * Word<TWord>.Bytes), 1);

        /// <summary>Writes the leaf states for an empty message.</summary>
        public static void Start(Span<TWord> states, int hashBytes, int keyBytes)
        {
            for (int i = 0; i < Count; i++)
            {
                Start(states.Slice(i * Blake2State.Words, Blake2State.Words), hashBytes, keyBytes, i, 0);
            }
        }

        public static void StartRoot(Span<TWord> state, int hashBytes, int keyBytes) => Start(state, hashBytes, keyBytes, 0, 1);

        public static void WriteKey(ReadOnlySpan<byte> key, Span<byte> stripe)
        {
            stripe.Slice(0, StripeBytes).Clear();
            for (int i = 0; i < Count; i++) key.CopyTo(stripe.Slice(i * TSpec.BlockBytes));
        }

        /// <summary>Returns whether a message of the given length has data for every leaf.</summary>
        public static bool HasAllLeaves(int length) => length > StripeBytes - TSpec.BlockBytes;

        /// <summary>Compresses whole stripes into the leaf states. Every leaf must receive more data later.</summary>
        public static void RunStripes(Span<TWord> states, ReadOnlySpan<byte> stripes, LaneShape? shape = null)
        {
            if (!stripes.IsEmpty) Run(states, stripes, default, isLast: false, shape);
        }

        /// <summary>Compresses the remainder of the message, and writes the leaf digests.</summary>
        public static void Finish(Span<TWord> states, ReadOnlySpan<byte> rest, Span<byte> digests, LaneShape? shape = null) =>
            Run(states, rest, digests, isLast: true, shape);

        private static void Run(
            Span<TWord> states, ReadOnlySpan<byte> source, Span<byte> digests, bool isLast, LaneShape? shape)
        {
            ReadOnlySpan<int> all = [0, 1, 2, 3, 4, 5, 6, 7];
            Blake2LeafRun job = new(
                new BatchMessages(source, source.Length, 1), all.Slice(0, Count), states, areShared: true, digests, isLast);
            LaneDispatch.RunAlsoAt256<TWord, Blake2LeafRun>(Shape(Count, shape), ref job);
        }

        /// <summary>Computes the root's digest from the leaf digests.</summary>
        public static void Root(ReadOnlySpan<byte> digests, int keyBytes, Span<byte> destination)
        {
            Span<TWord> state = stackalloc TWord[Blake2State.Words];
            StartRoot(state, destination.Length, keyBytes);
            Blake2OneShot.HashFrom(state, default, digests, isLastNode: true, destination);
            state.Clear();
        }

        /// <summary>Computes the leaf digests of a whole message.</summary>
        public static void Leaves(
            ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashBytes, Span<byte> digests, LaneShape? shape = null)
        {
            Span<TWord> states = stackalloc TWord[StatesWords];
            if (key.IsEmpty || HasAllLeaves(source.Length))
            {
                Start(states, key, hashBytes, shape);
                Finish(states, source, digests, shape);
            }
            else
            {
                // At least one leaf has no data after its key block.
                Span<byte> all = stackalloc byte[2 * StripeBytes];
                WriteKey(key, all);
                source.CopyTo(all.Slice(StripeBytes));
                Start(states, hashBytes, key.Length);
                Finish(states, all.Slice(0, StripeBytes + source.Length), digests, shape);
                CryptographicOperations.ZeroMemory(all);
            }

            states.Clear();
        }

        /// <summary>
        /// Writes the leaf states for messages in which every leaf has data. If there is a key, the states include the key block.
        /// </summary>
        public static void Start(Span<TWord> states, ReadOnlySpan<byte> key, int hashBytes, LaneShape? shape)
        {
            Start(states, hashBytes, key.Length);
            if (key.IsEmpty) return;

            Span<byte> stripe = stackalloc byte[StripeBytes];
            WriteKey(key, stripe);
            RunStripes(states, stripe, shape);
            CryptographicOperations.ZeroMemory(stripe);
        }

        /// <summary>
        /// Hashes a whole message. The length of the destination determines the digest length. The destination may overlap the
        /// source.
        /// </summary>
        public static void Hash(
            ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
        {
            Span<byte> digests = stackalloc byte[DigestsBytes];
            Leaves(key, source, destination.Length, digests, shape);
            Root(digests, key.Length, destination);
            CryptographicOperations.ZeroMemory(digests);
        }

        // The BLAKE2 specification (section 2.8) prescribes these parameters: a depth of 2, unlimited leaf length and full-length
        // inner digests.
        private static void Start(Span<TWord> state, int hashBytes, int keyBytes, int nodeOffset, int nodeDepth) =>
            Blake2OneShot.Start(
                state, hashBytes, keyBytes, Count, maxDepth: 2, nodeOffset: (uint)nodeOffset, nodeDepth: nodeDepth,
                innerBytes: TSpec.MaxHashBytes);
    }
}
