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

            LongJob equal = new(messages, keys, destination, hashBytes);
            LaneDispatch.Run<uint, LongJob>(chosen, ref equal);
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
    /// Computes long outputs of adjacent messages that have the same length (at most one chunk). Each lane processes one message,
    /// from the first message block to the last output block.
    /// </summary>
    /// <remarks>
    /// The loop is separate from <see cref="LaneLevel"/>, because a group takes only about 600 ns. With the calls per lane of
    /// <see cref="LaneLevel"/>, outputs of 64 bytes took a tenth longer (Zen 3).
    /// </remarks>
    private readonly ref struct LongJob(
        BatchMessages messages, Blake3Keys keys, Span<byte> destination, int hashBytes) : ILaneJob<uint>
    {
        private readonly BatchMessages messages = messages;
        private readonly Blake3Keys keys = keys;
        private readonly Span<byte> destination = destination;

        public static int MostStreams => Blake3ChunkHash.MostStreams;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            int lanes = TLanes.Count, count = messages.Count, length = messages.Length(0);
            int fullBlocks = Blake3OneShot.FullBlocks(length), fullBytes = fullBlocks * Blake3Spec.BlockBytes,
                rest = length - fullBytes;
            ReadOnlySpan<byte> source = messages.Source;
            Span<uint> template = stackalloc uint[Blake3State.Words * lanes],
                states = stackalloc uint[Blake3State.WideWords * lanes];
            Span<uint> state = stackalloc uint[Blake3State.Words];
            Span<int> offsets = stackalloc int[lanes], lastOffsets = stackalloc int[lanes];
            Span<byte> lastBlocks = stackalloc byte[lanes * Blake3Spec.BlockBytes],
                output = stackalloc byte[lanes * Blake3Spec.BlockBytes];
            lastBlocks.Clear();
            for (int l = 0; l < lanes; l++) lastOffsets[l] = l * Blake3Spec.BlockBytes;
            Blake3OneShot.Start(state, keys.Of(0), keys.Mode, 0);
            LaneStates.Broadcast<uint, TLanes>(state, template);
            uint last = keys.Mode | Blake3Spec.ChunkEnd | Blake3Spec.Root | (fullBlocks == 0 ? Blake3Spec.ChunkStart : 0);
            bool inPlace = rest == Blake3Spec.BlockBytes;
            for (int i = 0; i < count; i += lanes)
            {
                int n = Math.Min(lanes, count - i);
                template.CopyTo(states);
                for (int l = 0; l < lanes; l++)
                {
                    int message = i + Math.Min(l, n - 1);
                    offsets[l] = message * length;
                    if (keys.ArePerMessage) LaneStates.Scatter(keys.Of(message), states, lanes, l);

                    if (!inPlace) source.Slice(offsets[l] + fullBytes, rest).CopyTo(lastBlocks.Slice(l * Blake3Spec.BlockBytes));
                }

                if (fullBlocks > 0)
                {
                    Blake3Lanes<TLanes, ChainingOutput>.Run(states, source, offsets, fullBlocks);
                    for (int l = 0; l < lanes; l++) offsets[l] += fullBytes;
                }

                states.Slice(Blake3State.Length * lanes, lanes).Fill((uint)rest);
                states.Slice(Blake3State.FirstFlags * lanes, lanes).Fill(last);
                for (int at = 0, block = 0; at < hashBytes; at += Blake3Spec.BlockBytes, block++)
                {
                    states.Slice(Blake3State.T0 * lanes, lanes).Fill((uint)block);
                    Blake3Lanes<TLanes, WideOutput>.Run(
                        states, inPlace ? source : lastBlocks, inPlace ? offsets : lastOffsets, 1);
                    Span<uint> words = states.Slice(Blake3State.Output * lanes);
                    int part = Math.Min(Blake3Spec.BlockBytes, hashBytes - at);
                    if (n == lanes && part == Blake3Spec.BlockBytes)
                    {
                        LaneStates.Store<uint, TLanes>(words, destination.Slice((i * hashBytes) + at), hashBytes, 4);
                        continue;
                    }

                    LaneStates.Store<uint, TLanes>(words, output, Blake3Spec.BlockBytes, 4);
                    for (int l = 0; l < n; l++)
                    {
                        output.Slice(l * Blake3Spec.BlockBytes, part).CopyTo(destination.Slice(((i + l) * hashBytes) + at));
                    }
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(template));
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(states));
            CryptographicOperations.ZeroMemory(lastBlocks);
            CryptographicOperations.ZeroMemory(output);
            state.Clear();
        }
    }
}
