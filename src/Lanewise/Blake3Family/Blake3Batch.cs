namespace Lanewise.Blake3Family;

/// <summary>
/// Hashes many messages of any length. Messages of at most one chunk are hashed one per lane. For longer messages, the lanes
/// first hash chunks and then parents, from several messages at once. Unkeyed messages start from the key words of a context, or
/// from the initial value.
/// </summary>
internal readonly ref struct Blake3Batch(Blake3Keys start, int hashBytes, LaneShape? shape) : IBatch
{
    private readonly Blake3Keys start = start;

    public int HashBytes => hashBytes;

    public void Run(in BatchMessages messages, in HashKeys given, Span<byte> destination)
    {
        using Rented<uint> words = new(given.Bytes.Length / sizeof(uint));
        Word<uint>.ReadLittleEndian(given.Bytes, words.Span);
        Blake3Keys keys = given.Bytes.IsEmpty ? start : new(words.Span, Blake3Spec.KeyedHash, given.ArePerMessage);
        int longest = 0;
        if (messages.AreEqual) longest = messages.Length(0);
        else for (int i = 0; i < messages.Count; i++) longest = Math.Max(longest, messages.Length(i));
        if (longest <= Blake3Spec.ChunkBytes && hashBytes <= Blake3Spec.HashBytes)
        {
            Blake3ChunkHash hash = new(keys, Blake3Spec.ChunkEnd | Blake3Spec.Root, default, hashBytes);
            new LaneScheduler<uint, Blake3ChunkHash>(hash, shape).Run(messages, default, destination);
            return;
        }

        if (messages.Count == 1)
        {
            Blake3OneShot.Hash(keys.Of(0), keys.Mode, messages.Slice(0, 0, longest), destination);
            return;
        }

        if (messages.AreEqual && longest <= Blake3Spec.ChunkBytes)
        {
            LaneShape chosen = Blake3ChunkHash.Table.ChooseFor<uint>(messages.Count, shape);
            if (shape is null && FillLanesAlone(messages.Count, Blake3OneShot.FullBlocks(longest), hashBytes, chosen.Lanes(32)))
            {
                for (int i = 0; i < messages.Count; i++)
                {
                    Blake3OneShot.Hash(
                        keys.Of(i), keys.Mode, messages.Slice(i, 0, longest), destination.Slice(i * hashBytes, hashBytes));
                }

                return;
            }

            LaneLevel.Run<uint, LongOutputs>(new(messages, keys), destination, hashBytes, chosen);
            return;
        }

        Blake3Window window = new(messages, keys, destination, hashBytes, shape);
        try
        {
            for (int first = 0; first < messages.Count;) first = window.Run(first);
        }
        finally
        {
            window.Dispose();
        }
    }

    // Returns true if it is faster to process one message after another, with the output blocks of one message in the lanes. This
    // can be the case for a few messages with long outputs. The estimate assumes that one scalar block takes half the time of one
    // vector block.
    private static bool FillLanesAlone(int count, int fullBlocks, int hashBytes, int lanes)
    {
        long blocks = ((long)hashBytes + Blake3Spec.BlockBytes - 1) / Blake3Spec.BlockBytes;
        long together = ((long)count + lanes - 1) / lanes * (blocks + fullBlocks);
        return together > count * (((blocks + lanes - 1) / lanes) + (fullBlocks / 2));
    }

    /// <summary>
    /// Represents long outputs of adjacent messages that have the same length (at most one chunk). Each lane processes one
    /// message, from the first message block to the last output block. Each part of a value is one output block.
    /// </summary>
    private readonly ref struct LongOutputs(BatchMessages messages, Blake3Keys keys) : ILaneNodes<uint>
    {
        private readonly BatchMessages messages = messages;
        private readonly Blake3Keys keys = keys;
        private readonly int length = messages.Length(0), fullBlocks = Blake3OneShot.FullBlocks(messages.Length(0));

        public static int MostStreams => Blake3ChunkHash.MostStreams;
        public static int StateWords => Blake3State.Words;
        public static int ScratchWords => Blake3State.OutputWords;
        public static int BlockBytes => Blake3Spec.BlockBytes;
        public static int ValueWord => Blake3State.Output;
        public static int ValueBytes => Blake3Spec.BlockBytes;
        public int Count => messages.Count;

        private int FullBytes => fullBlocks * Blake3Spec.BlockBytes;
        private int Rest => length - FullBytes;

        // A last block of full length is read in place.
        private bool IsInPlace => Rest == Blake3Spec.BlockBytes;

        public int ValueIndex(int node) => node;

        public void Start(scoped Span<uint> state) => Blake3OneShot.Start(state, keys.Of(0), keys.Mode, 0);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int Set(int node, scoped Span<uint> states, scoped Span<byte> blocks, int lanes, int lane)
        {
            int start = node * length;
            if (keys.ArePerMessage) LaneStates.Scatter(keys.Of(node), states, lanes, lane);
            if (!IsInPlace) messages.Source.Slice(start + FullBytes, Rest).CopyTo(blocks.Slice(lane * Blake3Spec.BlockBytes));
            return start;
        }

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>(scoped Span<uint> states, scoped Span<int> offsets, scoped Span<byte> blocks, int part)
            where TLanes : struct, ILanes<TLanes, uint>
        {
            int lanes = TLanes.Count;
            if (part == 0)
            {
                if (fullBlocks > 0) Blake3Lanes<TLanes, ChainingOutput>.Run(states, messages.Source, offsets, fullBlocks);
                for (int l = 0; l < lanes; l++) offsets[l] = IsInPlace ? offsets[l] + FullBytes : l * Blake3Spec.BlockBytes;
                states.Slice(Blake3State.Length * lanes, lanes).Fill((uint)Rest);
                states.Slice(Blake3State.FirstFlags * lanes, lanes).Fill(
                    keys.Mode | Blake3Spec.ChunkEnd | Blake3Spec.Root | (fullBlocks == 0 ? Blake3Spec.ChunkStart : 0));
            }

            states.Slice(Blake3State.T0 * lanes, lanes).Fill((uint)part);
            Blake3Lanes<TLanes, WideOutput>.Run(states, IsInPlace ? messages.Source : blocks, offsets, 1);
        }

        public void RunOne(int node, scoped Span<byte> value) =>
            Blake3OneShot.Hash(keys.Of(node), keys.Mode, messages.Slice(node, 0, length), value);
    }
}
