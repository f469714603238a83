namespace Lanewise.Batching;

/// <summary>
/// Hashes many independent messages, one per lane, and writes the digests in the order of the messages. The scheduler does not
/// depend on the algorithm, because <see cref="ILaneHash{TWord}"/> defines blocks, states and kernels.
/// </summary>
/// <remarks>
/// Messages of equal length are hashed in lockstep, one group after the other. Messages of different lengths are hashed in two
/// phases. In the first phase, lanes process full blocks, longest message first. When a lane has finished its message, it
/// continues with the next one. Each kernel call processes as many blocks as remain in the lane with the fewest blocks, without
/// checks between the blocks. In the second phase, the final blocks are collected in a small buffer and hashed, one message per
/// lane. A message that is shorter than a block has only final blocks, so short messages of different lengths also fill all
/// lanes. The digests depend only on the messages and the keys.
/// </remarks>
internal readonly ref struct LaneScheduler<TWord, THash>(THash hash, LaneShape? shape) : IBatch
    where TWord : unmanaged
    where THash : struct, ILaneHash<TWord>, allows ref struct
{
    // ColdStart counts bytes per lane. The narrowest vectors have four lanes of 32-bit words, so several streams are used after
    // at most 512 MiB. By then, one stream of MD5 has lost 35 ms, and compiling four streams takes 60 ms longer (Zen 5).
    private const int FewestLanes = 4;

    /// <summary>
    /// The number of bytes per lane that were hashed with one stream, although several streams are faster. Tests set this number.
    /// </summary>
    internal static long Seen;

    private readonly THash hash = hash;

    public int HashBytes => hash.HashBytes;

    /// <summary>
    /// Hashes the messages with the given shape or, if no shape is given, with the shape that this machine uses for this number
    /// of messages. The hash already contains the keys.
    /// </summary>
    public void Run(in BatchMessages messages, in HashKeys keys, Span<byte> digests)
    {
        LaneShape lanes = (shape ?? Shape(messages.Count, messages.Length(0))).Limit(THash.MostStreams);
        LaneRunOptions options = LaneRunOptions.Of<TWord>(THash.Table, lanes, shape is null);
        int done = 0;
        if (messages.AreEqual && messages.Count >= options.Fewest
            && messages.Length(0) <= options.Longest && !hash.HasOwnStart(0, 1))
        {
            done = EqualGroups<TWord>.Run(messages, hash, digests, options);
        }

        if (done < messages.Count)
        {
            using RaggedRun<TWord, THash> run = new(messages, hash, digests, options);
            run.Run(done);
        }
    }

    /// <summary>
    /// Returns the shape for messages of about the given length. A process starts with one stream, because the JIT compiles such
    /// a kernel in about half the time.
    /// </summary>
    internal static LaneShape Shape(int count, int length)
    {
        LaneShape shape = THash.Table.ChooseFor<TWord>(count);
        // A browser compiles nothing on the first call. There, ColdStart would always choose one stream.
        bool isCold = shape.Streams > 1 && !OperatingSystem.IsBrowser()
            && ColdStart.Takes(ref Seen, (long)count * length / FewestLanes);
        return isCold ? shape with { Streams = 1 } : shape;
    }
}

/// <summary>Contains the options for hashing messages in lanes.</summary>
/// <param name="Shape">The shape of the lanes.</param>
/// <param name="Fewest">
/// The minimum number of messages in a group. The messages of smaller groups are hashed one after the other.
/// </param>
/// <param name="Longest">
/// The maximum length of messages that are hashed in lanes. If there is a faster implementation for single messages, longer
/// messages are hashed one after the other.
/// </param>
internal readonly record struct LaneRunOptions(LaneShape Shape, int Fewest, int Longest)
{
    /// <summary>
    /// Returns the options for a shape, according to a table. If <paramref name="alone"/> is false, .NET's implementation is
    /// not considered, so every group of messages that fills all lanes is hashed in lanes.
    /// </summary>
    public static LaneRunOptions Of<TWord>(LaneTable table, LaneShape shape, bool alone)
        where TWord : unmanaged =>
        new(shape, table.Fewest(shape, 8 * Word<TWord>.Bytes, alone), alone ? table.Longest(shape) : LaneTable.AnyLength);
}
