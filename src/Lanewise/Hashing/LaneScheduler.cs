using Lanewise.Lanes;

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
internal static class LaneScheduler
{
    /// <summary>Hashes in a shape, or in that which this machine takes for so many messages.</summary>
    public static void Run<TWord, TMessages, THash>(
        in TMessages messages, in THash hash, Span<byte> destination, LaneShape? shape)
        where TWord : unmanaged
        where TMessages : struct, IMessages, allows ref struct
        where THash : struct, ILaneHash<TWord>, allows ref struct
    {
        LaneShape lanes = shape ?? Batch.Shape<TWord, THash>(messages.Count);
        Job<TWord, TMessages, THash> job = new(messages, hash, destination, lanes.StageAbove);
        LaneDispatch.Run<TWord, Job<TWord, TMessages, THash>>(lanes, ref job);
    }

    private ref struct Job<TWord, TMessages, THash>(TMessages messages, THash hash, Span<byte> destination, int? stageAbove)
        : ILaneJob<TWord>
        where TWord : unmanaged
        where TMessages : struct, IMessages, allows ref struct
        where THash : struct, ILaneHash<TWord>, allows ref struct
    {
        private readonly TMessages messages = messages;
        private readonly THash hash = hash;
        private readonly Span<byte> destination = destination;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int done = 0;
            if (typeof(TMessages) == typeof(EqualMessages) && messages.Count >= LaneTable.FewestForLanes(TLanes.Count)
                && !hash.MessagesDiffer)
            {
                done = EqualGroups<TWord, TMessages, THash, TLanes>.Run(messages, hash, destination, stageAbove);
            }

            if (done < messages.Count)
            {
                RaggedRun<TWord, TMessages, THash, TLanes> run = new(messages, hash, destination, stageAbove);
                try
                {
                    run.Run(done);
                }
                finally
                {
                    run.Dispose();
                }
            }
        }
    }
}
