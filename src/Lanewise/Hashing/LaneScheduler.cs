namespace Lanewise.Hashing;

/// <summary>
/// Hashes many independent messages, one per lane, and returns the digests in the order of the messages. It knows no
/// algorithm: bodies and tails, records and kernels come from <see cref="ILaneHash{TWord}"/>.
/// </summary>
/// <remarks>
/// Messages of one length run in lockstep, group after group. Ragged ones are hashed in two phases. Bodies: longest first,
/// a lane takes the next message as soon as its own is done, and the kernel runs as many blocks as the lane with the least
/// left has, without looking at the lanes in between. Tails: one or a few blocks each, gathered in a small buffer, as many
/// at once as there are lanes. A message shorter than a block is all tail, so short messages keep every lane full however
/// their lengths are mixed. The result depends on nothing but the messages.
/// </remarks>
internal readonly ref struct LaneScheduler<TWord, THash>(THash hash, LaneShape? shape) : IBatch
    where TWord : unmanaged
    where THash : struct, ILaneHash<TWord>, allows ref struct
{
    private readonly THash hash = hash;

    public int HashBytes => hash.HashBytes;

    /// <summary>
    /// Hashes in the shape that was asked for, or in that which this machine takes for so many messages. Keys are what the hash
    /// has already taken in.
    /// </summary>
    public void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
        where TMessages : struct, IMessages, allows ref struct
    {
        LaneShape lanes = shape ?? Batch.Shape<TWord, THash>(messages.Count);
        Job<TMessages> job = new(messages, hash, digests, LaneRunOptions.Of<TWord>(THash.Table, lanes, shape is null));
        LaneDispatch.Run<TWord, Job<TMessages>, UpToFour>(lanes, ref job);
    }

    private ref struct Job<TMessages>(
        TMessages messages, THash hash, Span<byte> destination, LaneRunOptions options) : ILaneJob<TWord>
        where TMessages : struct, IMessages, allows ref struct
    {
        private readonly TMessages messages = messages;
        private readonly THash hash = hash;
        private readonly Span<byte> destination = destination;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int done = 0;
            if (typeof(TMessages) == typeof(EqualMessages) && messages.Count >= options.Fewest
                && messages.Length(0) <= options.Longest && !hash.HasOwnStart(0, 1))
            {
                done = EqualGroups<TWord, TMessages, THash, TLanes>.Run(messages, hash, destination, options);
            }

            if (done < messages.Count)
            {
                using RaggedRun<TWord, TMessages, THash, TLanes> run = new(messages, hash, destination, options);
                run.Run(done);
            }
        }
    }
}

/// <summary>What a run over lanes is told.</summary>
/// <param name="Fewest">Fewer messages than so many in a group are taken one by one.</param>
/// <param name="Longest">Longer ones go alone where there is faster code for that.</param>
/// <param name="StageAbove">Longer bodies are copied piece by piece; null for what the make says.</param>
internal readonly record struct LaneRunOptions(int Fewest, int Longest, int? StageAbove)
{
    /// <summary>
    /// For a shape of a table; without other code for one message, and in a shape that was asked for, everything that fills it
    /// goes through its lanes.
    /// </summary>
    public static LaneRunOptions Of<TWord>(LaneTable table, LaneShape shape, bool alone)
        where TWord : unmanaged =>
        new(table.Fewest(shape, 8 * Word<TWord>.Bytes, alone), alone ? table.Longest(shape) : int.MaxValue, shape.StageAbove);
}
