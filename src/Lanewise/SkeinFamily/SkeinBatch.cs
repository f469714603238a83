namespace Lanewise.SkeinFamily;

/// <summary>
/// Describes Skein messages to the lane scheduler. The messages have no key, share one key, or have one key each.
/// </summary>
/// <remarks>
/// The final blocks are the last message block and the first output block. Between these two blocks, the kernel changes the
/// tweak. If the digest is longer than one block, only the last message block is a final block, and each message's result is a
/// chaining value. The output blocks of all messages are then computed from these chaining values in lanes.
/// </remarks>
/// <param name="hashBytes">The length of a digest in bytes.</param>
/// <param name="starts">The initial chaining values.</param>
internal readonly ref struct SkeinBatch<TSpec>(int hashBytes, InitialStates<ulong> starts) : ILanePieces<ulong>
    where TSpec : struct, ISkeinSpec
{
    // Longer messages are processed by the lane scheduler, which takes the memory speed into account.
    private const int LongestInOnePass = 4096;

    private readonly InitialStates<ulong> starts = starts;

    public static LaneTable Table => TSpec.Table;
    public static int MostStreams => TSpec.MostStreams;
    public static int BlockBytes => 8 * TSpec.Words;
    public static int FinalBlockCounts => 1;
    public static int ChainingWords => TSpec.Words;
    public static int StateWords => TSpec.Words + SkeinState.FinalWords;
    public static int ScratchWords => SkeinOneShot<TSpec>.ScratchWords;
    public static bool TakesTransposed => false;
    public static bool HoldsLast => true;
    public static int? CountWord => TSpec.Words + SkeinState.T0;
    public int HashBytes => Math.Min(hashBytes, BlockBytes);
    private bool IsLong => hashBytes > BlockBytes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FullBlocks(int length) => SkeinOneShot<TSpec>.FullBlocks(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FinalBlocks(int length) => IsLong ? 1 : 2;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Pad(int message, int length, int rest, scoped Span<byte> blocks)
    {
        // Nothing to do: the last block is padded with zeros.
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => starts.ArePerMessage;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(int message, int length, scoped Span<ulong> state)
    {
        starts.Of(message, TSpec.Words).CopyTo(state);
        SkeinOneShot<TSpec>.Open(state.Slice(TSpec.Words), SkeinTweak.Message);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetFinalWords(int length, scoped Span<ulong> rest)
    {
        if (IsLong) SkeinOneShot<TSpec>.SetFinalWords(rest, SkeinTweak.Message, (uint)length, FullBlocks(length) == 0);
        else
        {
            SkeinOneShot<TSpec>.SetFinalWordsThen(
                rest, SkeinTweak.Message, (uint)length, FullBlocks(length) == 0, SkeinTweak.Output,
                SkeinOutputBlocks<TSpec>.CounterBytes);
        }
    }

    public bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<ulong> states, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong> => TSpec.Run<TLanes>(states, source, offsets, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<ulong> state, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        SkeinOneShot<TSpec>.Run(state, source, offset, blocks);

    // ---- preparing a batch ----

    /// <summary>
    /// Hashes a batch: computes the initial chaining values from the keys, and then hashes the messages. If the outputs are
    /// longer than one block, the output blocks are computed last.
    /// </summary>
    internal readonly struct Messages(SkeinParameters parameters, int hashBytes, LaneShape? shape) : IBatch
    {
        public int HashBytes => hashBytes;

        public void Run(in BatchMessages messages, in HashKeys keys, Span<byte> digests)
        {
            int count = messages.Count, length = messages.Length(0);
            bool inOnePass = messages.AreEqual && keys.ArePerMessage && hashBytes <= BlockBytes
                && length <= LongestInOnePass;
            using Rented<ulong> starts = new(inOnePass ? 0 : TSpec.Words * (keys.ArePerMessage ? count : 1));
            if (keys.ArePerMessage)
            {
                LaneShape chosen = Table.ChooseFor<ulong>(count, shape);
                if (inOnePass)
                {
                    KeyedMessages nodes = new(parameters, keys, count, hashBytes, KeyedValue.Digest, messages.Source, length);
                    LaneLevel.Run<ulong, KeyedMessages>(nodes, digests, hashBytes, chosen);
                    return;
                }

                LaneLevel.Run<ulong, KeyedMessages>(
                    new(parameters, keys, count, hashBytes, KeyedValue.ChainingValue, default, 0), starts.Span, chosen);
            }
            else
            {
                SkeinOneShot<TSpec>.Start(starts.Span, parameters, keys.Bytes, 8L * hashBytes);
            }

            // The buffer for chaining values is needed only if the outputs are longer than a block.
            using Rented<byte> chains = new(hashBytes <= BlockBytes ? 0 : count * BlockBytes);
            InitialStates<ulong> initial = new(starts.Span, keys.ArePerMessage);
            new LaneScheduler<ulong, SkeinBatch<TSpec>>(new(hashBytes, initial), shape)
                .Run(messages, default, chains.Span.IsEmpty ? digests : chains.Span);
            if (!chains.Span.IsEmpty) SkeinOutputBlocks<TSpec>.Read(chains.Span, 0, digests, shape);
        }
    }

    /// <summary>Specifies the value that is computed for each key.</summary>
    private enum KeyedValue
    {
        /// <summary>The initial chaining value of a message of any length.</summary>
        ChainingValue,

        /// <summary>The digest of a message. All messages have the same length.</summary>
        Digest,
    }

    /// <summary>Represents keys and, if the values are digests, one message per key.</summary>
    private readonly ref struct KeyedMessages(
        SkeinParameters parameters, HashKeys keys, int count, int hashBytes, KeyedValue kind, ReadOnlySpan<byte> source,
        int length) : ILaneNodes<ulong>
    {
        private readonly HashKeys keys = keys;
        private readonly ReadOnlySpan<byte> source = source;

        public static int MostStreams => TSpec.MostStreams;
        public static int StateWords => SkeinBatch<TSpec>.StateWords;
        public static int ScratchWords => SkeinBatch<TSpec>.ScratchWords;
        public static int BlockBytes => 2 * TSpec.StateBytes;
        public static int ValueBytes => TSpec.StateBytes;
        public int Count => count;

        public int ValueIndex(int node) => node;

        /// <summary>All stages start from a zeroed chaining value.</summary>
        public void Start(scoped Span<ulong> state) => state.Clear();

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int Set(int node, scoped Span<ulong> states, scoped Span<byte> blocks, int lanes, int lane) => node;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Run<TLanes>(scoped Span<ulong> states, scoped Span<int> offsets, scoped Span<byte> blocks, int part)
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            // The offsets are the indexes of consecutive nodes. The stages overwrite them.
            int first = offsets[0];
            SkeinStages<TSpec, TLanes> stages = new(states, offsets, blocks);
            stages.Set(first, count, keys.SizeInBytes);
            stages.Start(parameters, keys.Bytes, keys.SizeInBytes, 8L * hashBytes);
            if (kind == KeyedValue.ChainingValue) return;

            stages.Set(first, count, length);
            stages.Run(source, length, SkeinTweak.Message, SkeinTweak.Output, SkeinOutputBlocks<TSpec>.CounterBytes);
        }

        public void RunOne(int node, scoped Span<byte> value)
        {
            if (kind == KeyedValue.Digest)
            {
                SkeinOneShot<TSpec>.Hash(
                    parameters, keys.Of(node), source.Slice(node * length, length), SkeinTweak.WholeBytes, 8L * hashBytes,
                    value);
                return;
            }

            Span<ulong> chain = stackalloc ulong[TSpec.Words];
            SkeinOneShot<TSpec>.Start(chain, parameters, keys.Of(node), 8L * hashBytes);
            Word<ulong>.WriteLittleEndian(value, chain);
            chain.Clear();
        }
    }
}
