namespace Lanewise.Api;

/// <summary>
/// Distributes the messages of a batch among the cores so that each core does about the same amount of work. The digests do not
/// depend on the distribution.
/// </summary>
internal static class ParallelBatch
{
    // Each core processes one piece of the batch at a time, and a piece takes at least a few tens of microseconds. The number
    // of messages in a piece is a multiple of 64 and therefore of every possible number of lanes.
    private const int SmallestPieceBytes = 64 * 1024;
    private const int LaneMultiple = 64;

    // The fixed time per message, expressed as a number of bytes.
    private const int MessageOverhead = 64;

    public static void Run<TEngine>(
        MemoryMessages messages, MemoryKeys keys, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions,
        TEngine engine = default)
        where TEngine : struct, IHashEngine
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        int count = messages.Span.Check(destination.Length, hashBytes);
        keys.Span.Check(count);
        bool overlap = messages.Span.Overlap(destination.Span) || keys.Span.Overlap(destination.Span);
        long smallest = Smallest(messages, count, parallelOptions);
        Partitioning.Write(
            destination, hashBytes, overlap, messages.Length, MessageOverhead, smallest, parallelOptions,
            (piece, digests) =>
                engine.HashMany(messages.Of(piece), keys.Span.Of(piece.First, piece.Count), digests, hashBytes));
    }

    private static long Smallest(in MemoryMessages messages, int count, ParallelOptions options)
    {
        long work = 0;
        for (int i = 0; i < count; i++) work += (long)messages.Length(i) + MessageOverhead;
        if (count == 0) return SmallestPieceBytes;

        // If there are only a few long messages, a few pieces with full lanes are faster than one piece per message.
        long each = work / count, full = LaneMultiple * each;
        long share = Math.Max(
            Partitioning.Share(work, SmallestPieceBytes, options), Math.Min(work / Partitioning.Count(options), full));
        return share <= full ? share : (share + full - 1) / full * full;
    }
}
