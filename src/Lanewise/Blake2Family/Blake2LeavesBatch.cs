namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>
    /// Hashes many messages with BLAKE2bp or BLAKE2sp. Each kernel call hashes leaves from enough messages to fill the widest
    /// vectors. The roots are hashed last, one per lane.
    /// </summary>
    internal readonly ref struct Blake2LeavesBatch(int hashBytes, LaneShape? shape) : IBatch
    {
        /// <summary>The number of messages whose leaf digests are in memory at the same time.</summary>
        public const int AtOnce = 512;

        // With fewer messages than this, sharing one digest among all empty leaves does not save time.
        private const int FewestShort = 4;

        public int HashBytes => hashBytes;

        private static int Leaves => Blake2Leaves.Count;
        private static int DigestsBytes => Blake2Leaves.DigestsBytes;

        public void Run(in BatchMessages messages, in HashKeys keys, Span<byte> digests)
        {
            int count = messages.Count;
            using Rented<byte> values = new(count * DigestsBytes);
            using Rented<TWord> states = new((keys.ArePerMessage ? count : 1) * Blake2Leaves.StatesWords);
            using Rented<int> leaves = new(count * Leaves);
            Span<TWord> root = stackalloc TWord[Blake2State.Words];
            Span<byte> empty = stackalloc byte[DigestsBytes];
            Blake2Leaves.StartRoot(root, hashBytes, keys.SizeInBytes);
            bool areShared = !keys.ArePerMessage && count >= FewestShort;
            if (areShared) Blake2Leaves.Leaves(keys.Of(0), default, hashBytes, empty, shape);
            if (!keys.ArePerMessage) Blake2Leaves.Start(states.Span, keys.Of(0), hashBytes, shape);
            RunLeaves(messages, keys, leaves.Span, states.Span, values.Span, areShared ? empty : default);
            new Blake2Batch.Messages(root, true, hashBytes, shape).Run(
                new BatchMessages(values.Span, DigestsBytes, count), default, digests);
            CryptographicOperations.ZeroMemory(empty);
        }

        // Computes the leaf digests. Short messages may have many empty leaves, which all have the same digest. That digest is
        // computed only once and then copied.
        private void RunLeaves(
            in BatchMessages messages, in HashKeys keys, Span<int> leaves, Span<TWord> states, Span<byte> values,
            ReadOnlySpan<byte> empty)
        {
            Span<int> order = stackalloc int[messages.Count], lengths = stackalloc int[messages.Count];
            int longer = 0, n = 0;
            for (int m = 0; m < messages.Count; m++)
            {
                int length = messages.Length(m);
                bool hasAll = Blake2Leaves.HasAllLeaves(length);
                Span<byte> digests = values.Slice(m * DigestsBytes, DigestsBytes);
                if (hasAll ? !messages.ArePacked && length > Blake2Leaves.StripeBytes : empty.IsEmpty)
                {
                    Blake2Leaves.Leaves(keys.Of(m), messages.Slice(m, 0, length), hashBytes, digests, shape);
                    continue;
                }

                if (keys.ArePerMessage)
                {
                    int words = Blake2Leaves.StatesWords;
                    Blake2Leaves.Start(states.Slice(m * words, words), keys.Of(m), hashBytes, shape);
                }

                if (hasAll)
                {
                    (order[longer], lengths[longer]) = (m, -length);
                    longer++;
                    continue;
                }

                empty.CopyTo(digests);
                for (int leaf = 0; leaf * TSpec.BlockBytes < length; leaf++) leaves[n++] = (m * Leaves) + leaf;
            }

            // Messages with data in every leaf are sorted by length, longest first.
            order = order.Slice(0, longer);
            if (!messages.AreEqual) lengths.Slice(0, longer).Sort(order);
            foreach (int m in order)
            {
                for (int leaf = 0; leaf < Leaves; leaf++) leaves[n++] = (m * Leaves) + leaf;
            }

            for (leaves = leaves.Slice(0, n); !leaves.IsEmpty; leaves = leaves.Slice(n))
            {
                LaneShape chosen = Blake2Leaves.Shape(leaves.Length, shape);
                int lanes = chosen.Lanes(8 * Word<TWord>.Bytes);
                n = leaves.Length < lanes ? leaves.Length : leaves.Length / lanes * lanes;
                Blake2LeafRun job = new(
                    messages, leaves.Slice(0, n), states, areShared: !keys.ArePerMessage, values, isLast: true);
                LaneDispatch.RunAlsoAt256<TWord, Blake2LeafRun>(chosen, ref job);
            }
        }
    }
}
