namespace Lanewise.Batching;

/// <summary>
/// Hashes many independent messages, one per lane, and returns the digests in the order of the messages. It works for any
/// algorithm, because <see cref="ILaneHash{TWord}"/> defines blocks, states and kernels.
/// </summary>
/// <remarks>
/// Messages of equal length run in lockstep, group after group. Messages of different lengths are hashed in two phases. In the
/// first phase, lanes process full blocks, longest message first. When a lane has finished its message, it takes the next
/// message. Each kernel run processes as many blocks as remain in the lane with the fewest blocks, without checks between the
/// blocks. In the second phase, the final blocks of each message are gathered in a small buffer, one message per lane. A message
/// shorter than a block has only final blocks. So short messages of any length keep all lanes full. The digests depend only on
/// the messages.
/// </remarks>
internal readonly ref struct LaneScheduler<TWord, THash>(THash hash, LaneShape? shape) : IBatch
    where TWord : unmanaged
    where THash : struct, ILaneHash<TWord>, allows ref struct
{
    private readonly THash hash = hash;

    public int HashBytes => hash.HashBytes;

    /// <summary>
    /// Hashes with the given shape, or with the shape that this machine uses for this number of messages. The hash already
    /// contains the keys.
    /// </summary>
    public void Run(in BatchMessages messages, in Keys keys, Span<byte> digests)
    {
        LaneShape lanes = (shape ?? Batch.Shape<TWord, THash>(messages.Count)).Limit(THash.MostStreams);
        LaneRunOptions options = LaneRunOptions.Of<TWord>(THash.Table, lanes, shape is null);
        int done = 0;
        if (messages.AreEqual && messages.Count >= options.Fewest
            && messages.Length(0) <= options.Longest && !hash.HasOwnStart(0, 1))
        {
            EqualJob job = new(messages, hash, digests, options);
            LaneDispatch.Run<TWord, EqualJob>(lanes, ref job);
            done = job.Done;
        }

        if (done < messages.Count)
        {
            using RaggedRun<TWord, THash> run = new(messages, hash, digests, options);
            run.Run(done);
        }
    }

    private ref struct EqualJob(
        BatchMessages messages, THash hash, Span<byte> destination, LaneRunOptions options) : ILaneJob<TWord>
    {
        private readonly BatchMessages messages = messages;
        private readonly THash hash = hash;
        private readonly Span<byte> destination = destination;

        public static int MostStreams => THash.MostStreams;

        /// <summary>The number of messages hashed.</summary>
        public int Done { get; private set; }

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord> =>
            Done = EqualGroups<TWord, THash, TLanes>.Run(messages, hash, destination, options);
    }
}

/// <summary>The options for a run in lanes.</summary>
/// <param name="Shape">The shape of the lanes.</param>
/// <param name="Fewest">Groups with fewer messages are hashed one by one.</param>
/// <param name="Longest">Longer messages are hashed one by one, if there is faster code for one message.</param>
internal readonly record struct LaneRunOptions(LaneShape Shape, int Fewest, int Longest)
{
    /// <summary>
    /// Returns the options for a shape from a table. If there is no separate code for single messages, or if the caller chose the
    /// shape, every group of messages that fills all lanes is hashed in these lanes.
    /// </summary>
    public static LaneRunOptions Of<TWord>(LaneTable table, LaneShape shape, bool alone)
        where TWord : unmanaged =>
        new(shape, table.Fewest(shape, 8 * Word<TWord>.Bytes, alone), alone ? table.Longest(shape) : LaneTable.AnyLength);
}
