using System.Buffers;
using System.Runtime.CompilerServices;
using Lanewise.Lanes;

namespace Lanewise.Hashing;

/// <summary>
/// What a hash does with a batch that the entrance has looked at: the sizes are right, and digests are written where nothing
/// is still to be read.
/// </summary>
internal interface IBatch
{
    /// <summary>The length of each digest.</summary>
    int HashBytes { get; }

    /// <summary>Writes the digests of the messages, at least one, in their order.</summary>
    void Run<TMessages>(in TMessages messages, Span<byte> digests)
        where TMessages : struct, IMessages<TMessages>, allows ref struct;
}

/// <summary>The one entrance to hashing many messages: sizes, overlap, and what kind of messages they are.</summary>
internal static class Batch
{
    /// <summary>The shape that a hash takes for so many messages on this machine.</summary>
    public static LaneShape Shape<TWord, THash>(int count)
        where TWord : unmanaged
        where THash : struct, ILaneBodies<TWord>, allows ref struct => THash.Table.ChooseFor(count, 8 * Word<TWord>.Bytes);

    /// <summary>Checks everything but the sizes of hash and key, which the algorithm has checked, and runs the batch.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Run<TBatch>(in Messages messages, in Keys keys, Span<byte> destination, in TBatch batch)
        where TBatch : struct, IBatch, allows ref struct
    {
        int count = messages.Check(destination.Length, batch.HashBytes);
        keys.Check(count);
        if (count == 0) return;

        DigestTarget target = new(destination, messages.Overlap(destination) || keys.Overlap(destination));
        if (messages.TryEqual(count, out EqualMessages equal)) batch.Run(equal, target.Digests);
        else if (messages.ArePacked) Ragged(messages, count, target.Digests, batch);
        else batch.Run(messages.Scattered, target.Digests);
        target.Complete();
    }

    private static void Ragged<TBatch>(in Messages messages, int count, Span<byte> digests, in TBatch batch)
        where TBatch : struct, IBatch, allows ref struct
    {
        int[] offsets = ArrayPool<int>.Shared.Rent(count);
        try
        {
            batch.Run(messages.Ragged(offsets.AsSpan(0, count)), digests);
        }
        finally
        {
            ArrayPool<int>.Shared.Return(offsets);
        }
    }
}

/// <summary>A batch of a hash that gives each lane a message, without keys or with keys that it has already taken in.</summary>
internal readonly ref struct LaneBatch<TWord, THash>(THash hash, LaneShape? shape) : IBatch
    where TWord : unmanaged
    where THash : struct, ILaneHash<TWord>, allows ref struct
{
    private readonly THash hash = hash;

    public int HashBytes => hash.HashBytes;

    public void Run<TMessages>(in TMessages messages, Span<byte> digests)
        where TMessages : struct, IMessages<TMessages>, allows ref struct =>
        LaneScheduler.Run<TWord, TMessages, THash>(messages, hash, digests, shape ?? Batch.Shape<TWord, THash>(messages.Count));
}
