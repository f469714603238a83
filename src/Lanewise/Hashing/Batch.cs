namespace Lanewise.Hashing;

/// <summary>
/// What a hash does with a batch that the entrance has looked at: the sizes are right, and digests are written where nothing
/// is still to be read.
/// </summary>
internal interface IBatch
{
    /// <summary>The length of each digest.</summary>
    int HashBytes { get; }

    /// <summary>
    /// Writes the digests of the messages, at least one, in their order; their keys are these, of which no more are made ready at
    /// once than the entrance hands out.
    /// </summary>
    void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
        where TMessages : struct, IMessages, allows ref struct;
}

/// <summary>The one entrance to hashing many messages: sizes, overlap, and what kind of messages they are.</summary>
internal static class Batch
{
    /// <summary>The shape that a hash takes for so many messages on this machine.</summary>
    public static LaneShape Shape<TWord, THash>(int count)
        where TWord : unmanaged
        where THash : struct, ILaneHash<TWord>, allows ref struct => THash.Table.ChooseFor(count, 8 * Word<TWord>.Bytes);

    // With a key for each message so many are taken at once: what is made of their keys, about 128 KiB, stays in the cache.
    private const int KeysAtOnce = 1024;

    // Scattered messages of one length are copied together where they are short, so that they run in lockstep.
    private const int LongestGathered = 1024, GatheredBytes = 128 * 1024;

    /// <summary>Checks everything but the sizes of hash and key, which the algorithm has checked, and runs the batch.</summary>
    /// <param name="messages">The messages.</param>
    /// <param name="keys">Their keys.</param>
    /// <param name="destination">Receives the digests. Nothing else that is read need lie outside.</param>
    /// <param name="batch">The hash.</param>
    /// <param name="atOnce">So many messages it is handed at once, where it holds something of each.</param>
    /// <param name="overlaps">Whether something of the hash's own, such as its parameters, is in the destination.</param>
    /// <param name="gathers">Whether lanes take short messages, which is what they are copied together for.</param>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Run<TBatch>(
        in Messages messages, in Keys keys, Span<byte> destination, in TBatch batch, int atOnce = int.MaxValue,
        bool overlaps = false, bool gathers = true)
        where TBatch : struct, IBatch, allows ref struct
    {
        int size = batch.HashBytes, count = messages.Check(destination.Length, size);
        keys.Check(count);
        if (count == 0) return;

        using DigestTarget target = new(destination, overlaps || messages.Overlap(destination) || keys.Overlap(destination));
        atOnce = Math.Min(keys.ArePerMessage ? Math.Min(atOnce, KeysAtOnce) : atOnce, count);
        int apart = gathers ? messages.LengthApart(LongestGathered) : -1;
        if (apart > 0) atOnce = Math.Min(atOnce, GatheredBytes / apart);
        using Rented<byte> gathered = new(Math.Max(0, apart) * atOnce);
        using Rented<int> offsets = new(messages.Lengths.IsEmpty ? 0 : atOnce);
        for (int first = 0, start = 0, n; first < count; first += n)
        {
            n = Math.Min(atOnce, count - first);
            Messages window = n == count ? messages : messages.Window(first, n, start);
            start += window.Source.Length;
            if (apart >= 0) window = window.Gather(gathered.Span, apart);
            Keys own = keys.Of(first, n);
            Span<byte> digests = target.Digests.Slice(first * size, n * size);
            if (window.TryEqual(n, out EqualMessages equal)) batch.Run(equal, own, digests);
            else if (window.ArePacked) batch.Run(window.Ragged(offsets.Span), own, digests);
            else batch.Run(window.Scattered, own, digests);
        }

        target.Complete();
    }
}
