namespace Lanewise.Batching;

/// <summary>
/// The hash-specific part of a batch, which runs after the common checks. All sizes are valid, and no digest overwrites input
/// that has not been read yet.
/// </summary>
internal interface IBatch
{
    /// <summary>The length of each digest.</summary>
    int HashBytes { get; }

    /// <summary>Writes the digests in the order of the messages. There is at least one message.</summary>
    void Run(in BatchMessages messages, in HashKeys keys, Span<byte> digests);
}

/// <summary>
/// The common entry point for hashing many messages, either contiguous or scattered. Checks sizes and overlap.
/// </summary>
internal static class Batch
{
    // The maximum number of messages in a window if there is one key per message. The states that result from the keys (about
    // 128 KiB per window) then stay in the cache.
    private const int KeysAtOnce = 1024;

    // Short scattered messages of equal length are copied into one buffer so that lanes can hash them in lockstep.
    private const int LongestGathered = 1024, GatheredBytes = 128 * 1024;

    /// <summary>
    /// Checks the arguments and runs the batch. The caller has checked the digest length and the key lengths. The destination
    /// may overlap any input. A window has at most <paramref name="atOnce"/> messages, which limits the memory of hashes that
    /// need memory for each message. If <paramref name="gathers"/> is true, short scattered messages of equal length are copied
    /// into one buffer. The copy is useful only if short messages are hashed in lanes.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Run<TBatch>(
        in Messages messages, in HashKeys keys, Span<byte> destination, in TBatch batch, int? atOnce = null,
        bool gathers = true)
        where TBatch : struct, IBatch, allows ref struct
    {
        int size = batch.HashBytes, count = messages.Check(destination.Length, size);
        keys.Check(count);
        if (count == 0) return;

        int most = Math.Min(atOnce ?? count, keys.ArePerMessage ? Math.Min(KeysAtOnce, count) : count);
        int? apart = gathers ? messages.LengthApart(LongestGathered) : null;
        bool overlaps = messages.Overlap(destination) || keys.Overlap(destination);
        if (most == count && messages.HaveOneLength && apart is null && !overlaps)
        {
            batch.Run(messages.ForBatch(count, default), keys, destination.Slice(0, count * size));
        }
        else RunWindows(messages, keys, count, destination, overlaps, batch, most, apart);
    }

    // This method is separate, because batches that need neither windows nor buffers are common. The first such batch does not
    // compile it.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static void RunWindows<TBatch>(
        in Messages messages, in HashKeys keys, int count, Span<byte> destination, bool overlaps, in TBatch batch, int most,
        int? apart)
        where TBatch : struct, IBatch, allows ref struct
    {
        int size = batch.HashBytes;
        using DigestTarget target = new(destination, overlaps);
        if (apart > 0) most = Math.Min(most, GatheredBytes / apart.Value);
        using Rented<byte> gathered = new(apart.GetValueOrDefault() * most);
        using Rented<int> numbers = new(messages.HaveOneLength ? 0 : most);
        for (int first = 0, start = 0, n; first < count; first += n)
        {
            n = Math.Min(most, count - first);
            Messages window = n == count ? messages : messages.Window(first, n, start);
            start += window.Source.Length;
            if (apart is { } length) window = window.Gather(gathered.Span, length);
            HashKeys own = keys.Of(first, n);
            Span<byte> digests = target.Digests.Slice(first * size, n * size);
            batch.Run(window.ForBatch(n, numbers.Span), own, digests);
        }

        target.Complete();
    }
}
