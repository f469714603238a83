using System.Diagnostics;

namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>
    /// Hashes one message with BLAKE2 (RFC 7693, section 3.3), including its parameters, key block, last block, counter and
    /// flags.
    /// </summary>
    internal static class Blake2OneShot
    {
        /// <summary>
        /// Writes the initial state: the initial value XORed with the parameter block (RFC 7693, section 2.5; BLAKE2
        /// specification, section 2.8). The default values select the sequential mode.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Start(
            Span<TWord> state, int hashBytes, int keyBytes, int fanout = 1, int maxDepth = 1, uint leafLength = 0,
            ulong nodeOffset = 0, int nodeDepth = 0, int innerBytes = 0)
        {
            state = state.Slice(0, Blake2State.Words);
            TSpec.Iv.CopyTo(state);
            Add(state, 0, (uint)hashBytes | ((uint)keyBytes << 8) | ((uint)fanout << 16) | ((uint)maxDepth << 24));
            bool isWide = typeof(TWord) == typeof(ulong);
            if (leafLength != 0) Add(state, isWide ? 0 : 1, isWide ? (ulong)leafLength << 32 : leafLength);
            if (nodeOffset != 0 || nodeDepth != 0) SetNode(state, 1, 0, nodeOffset, nodeDepth);
            if (innerBytes != 0) Add(state, isWide ? 2 : 3, (ulong)(uint)innerBytes << (isWide ? 8 : 24));
            state.Slice(Blake2State.ChainingWords).Clear();
        }

        /// <summary>
        /// Writes the initial state for the given parameters. Null selects the sequential mode without salt or personalization.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Start(Span<TWord> state, Blake2Parameters? parameters, int hashBytes, int keyBytes)
        {
            if (parameters is null)
            {
                Start(state, hashBytes, keyBytes);
                return;
            }

            parameters.Check<TWord, TSpec>();
            Start(state, hashBytes, keyBytes, parameters.Fanout, parameters.MaxDepth, parameters.LeafLength,
                parameters.NodeOffset, parameters.NodeDepth, parameters.InnerHashSizeInBytes);
            AddText(state, 4, parameters.Salt.Span);
            AddText(state, 6, parameters.Personalization.Span);

            static void AddText(Span<TWord> state, int word, ReadOnlySpan<byte> text)
            {
                if (text.IsEmpty) return;

                Span<byte> field = stackalloc byte[2 * Word<TWord>.Bytes];
                text.CopyTo(field);
                Add(state, word, Word<TWord>.ToUInt64(Word<TWord>.ReadLittleEndian(field)));
                Add(state, word + 1, Word<TWord>.ToUInt64(Word<TWord>.ReadLittleEndian(field.Slice(Word<TWord>.Bytes))));
            }
        }

        /// <summary>
        /// XORs a node's index and level into a lane's initial state, which must contain neither yet.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void SetNode(Span<TWord> states, int lanes, int lane, ulong number, int depth)
        {
            if (typeof(TWord) == typeof(ulong))
            {
                Add(states, lanes + lane, number);
                Add(states, (2 * lanes) + lane, (uint)depth);
            }
            else
            {
                // In BLAKE2s, the node index has 48 bits. The upper 16 bits of the index share a word with the level.
                Add(states, (2 * lanes) + lane, (uint)number);
                Add(states, (3 * lanes) + lane, (number >> 32) | ((uint)depth << 16));
            }
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Add(Span<TWord> state, int word, ulong parameter) =>
            state[word] = Word<TWord>.From(Word<TWord>.ToUInt64(state[word]) ^ parameter);

        /// <summary>
        /// Sets the counter and the flags for the last block of a message. The message length, including the key block, is
        /// <paramref name="high"/> times 2^64 plus <paramref name="low"/>.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void SetFinalWords(Span<TWord> finalWords, ulong low, ulong high, bool isLastNode)
        {
            finalWords = finalWords.Slice(0, Blake2State.Words - Blake2State.ChainingWords);
            // Before compressing, the kernel adds the block length to the low word.
            finalWords[Blake2State.T0 - Blake2State.ChainingWords] = Word<TWord>.From(unchecked(low - (uint)TSpec.BlockBytes));
            finalWords[Blake2State.T1 - Blake2State.ChainingWords] = Word<TWord>.From(
                typeof(TWord) == typeof(ulong) ? high : low >> 32);
            finalWords[Blake2State.F0 - Blake2State.ChainingWords] = Word<TWord>.AllOnes;
            finalWords[Blake2State.F1 - Blake2State.ChainingWords] = isLastNode ? Word<TWord>.AllOnes : default;
        }

        /// <summary>Compresses the last block, which may be partial or empty, and writes the digest.</summary>
        [MethodImpl(CompileOptions.AtOnce)]
        public static void Finish(
            Span<TWord> state, ReadOnlySpan<byte> rest, ulong low, ulong high, bool isLastNode, Span<byte> destination)
        {
            Debug.Assert(rest.Length <= TSpec.BlockBytes, "The last part of a message is at most a block.");
            Span<byte> padded = stackalloc byte[TSpec.BlockBytes];
            scoped ReadOnlySpan<byte> last = rest;
            // A whole block is not copied, because it may be the key block.
            if (rest.Length < TSpec.BlockBytes)
            {
                rest.CopyTo(padded);
                last = padded;
            }

            SetFinalWords(state.Slice(Blake2State.ChainingWords), low, high, isLastNode);
            Blake2Single.Run(state, last, 0, 1);
            Word<TWord>.WriteLittleEndian(destination, state);
        }

        /// <summary>Hashes a whole message from a state that contains the parameters. The state is overwritten.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void HashFrom(
            Span<TWord> state, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, bool isLastNode, Span<byte> destination)
        {
            if (key.IsEmpty) HashRest(state, 0, isLastNode, source, destination);
            else HashKeyed(state, key, isLastNode, source, destination);
        }

        private static void HashKeyed(
            Span<TWord> state, ReadOnlySpan<byte> key, bool isLastNode, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            Span<byte> keyBlock = stackalloc byte[TSpec.BlockBytes];
            key.CopyTo(keyBlock);
            if (source.IsEmpty)
            {
                // The key block is both the first and the last block.
                Finish(state, keyBlock, (uint)TSpec.BlockBytes, 0, isLastNode, destination);
            }
            else
            {
                Blake2Single.Run(state, keyBlock, 0, 1);
                HashRest(state, (uint)TSpec.BlockBytes, isLastNode, source, destination);
            }

            CryptographicOperations.ZeroMemory(keyBlock);
            state.Clear();
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void HashRest(
            Span<TWord> state, uint before, bool isLastNode, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            int blocks = FullBlocks(source.Length);
            if (blocks > 0) Blake2Single.Run(state, source, 0, blocks);
            Finish(
                state, source.Slice(blocks * TSpec.BlockBytes), (ulong)before + (uint)source.Length, 0, isLastNode, destination);
        }

        /// <summary>
        /// Returns the number of blocks before the last block, which is compressed separately, even if it is full.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int FullBlocks(int length) => length == 0 ? 0 : (length - 1) / TSpec.BlockBytes;
    }
}
