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
        where TMessages : struct, IMessages<TMessages>, allows ref struct;
}

/// <summary>The one entrance to hashing many messages: sizes, overlap, and what kind of messages they are.</summary>
internal static class Batch
{
    /// <summary>The shape that a hash takes for so many messages on this machine.</summary>
    public static LaneShape Shape<TWord, THash>(int count)
        where TWord : unmanaged
        where THash : struct, ILaneBodies<TWord>, allows ref struct => THash.Table.ChooseFor(count, 8 * Word<TWord>.Bytes);

    // With a key for each message so many are taken at once: what is made of their keys, about 128 KiB, stays in the cache.
    private const int KeysAtOnce = 1024;

    /// <summary>Checks everything but the sizes of hash and key, which the algorithm has checked, and runs the batch.</summary>
    /// <param name="messages">The messages.</param>
    /// <param name="keys">Their keys.</param>
    /// <param name="destination">Receives the digests. Nothing else that is read need lie outside.</param>
    /// <param name="batch">The hash.</param>
    /// <param name="overlaps">Whether something of the hash's own, such as its parameters, lies in the destination.</param>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Run<TBatch>(
        in Messages messages, in Keys keys, Span<byte> destination, in TBatch batch, bool overlaps = false)
        where TBatch : struct, IBatch, allows ref struct
    {
        int count = messages.Check(destination.Length, batch.HashBytes);
        keys.Check(count);
        if (count == 0) return;

        using DigestTarget target = new(destination, overlaps || messages.Overlap(destination) || keys.Overlap(destination));
        if (messages.TryEqual(count, out EqualMessages equal)) InWindows(equal, keys, target.Digests, batch);
        else if (messages.ArePacked)
        {
            using Rented<int> offsets = new(count);
            InWindows(messages.Ragged(offsets.Span), keys, target.Digests, batch);
        }
        else InWindows(messages.Scattered, keys, target.Digests, batch);
        target.Complete();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void InWindows<TMessages, TBatch>(in TMessages messages, in Keys keys, Span<byte> digests, in TBatch batch)
        where TMessages : struct, IMessages<TMessages>, allows ref struct
        where TBatch : struct, IBatch, allows ref struct
    {
        if (!keys.ArePerMessage || messages.Count <= KeysAtOnce)
        {
            batch.Run(messages, keys, digests);
            return;
        }

        int size = batch.HashBytes;
        for (int first = 0, count; first < messages.Count; first += count)
        {
            count = Math.Min(KeysAtOnce, messages.Count - first);
            batch.Run(messages.Window(first, count), keys.Of(first, count), digests.Slice(first * size, count * size));
        }
    }
}
