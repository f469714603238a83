using System.Runtime.Intrinsics;

namespace Lanewise.Batching;

/// <summary>
/// Represents the messages of a batch, which the scheduler accesses by index: contiguous messages of equal length, contiguous
/// messages of different lengths, or scattered messages. A single type represents all three kinds, so the scheduler is compiled
/// only once for each kernel.
/// </summary>
internal readonly ref struct BatchMessages
{
    // The length of each message if all messages have the same length.
    private readonly int length;

    private readonly ReadOnlySpan<int> lengths, offsets;
    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> scattered;

    /// <summary>Creates a batch of contiguous messages of equal length.</summary>
    public BatchMessages(ReadOnlySpan<byte> source, int length, int count)
    {
        Source = source;
        this.length = length;
        Count = count;
        AreEqual = true;
    }

    /// <summary>
    /// Creates a batch of contiguous messages of any length. <paramref name="offsets"/> contains the offset of each message.
    /// </summary>
    public BatchMessages(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, ReadOnlySpan<int> offsets)
    {
        Source = source;
        this.lengths = lengths;
        this.offsets = offsets;
        Count = lengths.Length;
    }

    /// <summary>
    /// Creates a batch of scattered messages. Each memory region contains one message. If <paramref name="offsets"/> is empty,
    /// each message starts at offset 0 of its memory.
    /// </summary>
    public BatchMessages(
        ReadOnlySpan<ReadOnlyMemory<byte>> scattered, ReadOnlySpan<int> lengths, ReadOnlySpan<int> offsets)
    {
        this.scattered = scattered;
        this.lengths = lengths;
        this.offsets = offsets;
        Count = lengths.Length;
    }

    public int Count { get; }

    /// <summary>
    /// Indicates whether the messages are contiguous and equally long, so that lanes can hash them in lockstep.
    /// </summary>
    public bool AreEqual { get; }

    /// <summary>
    /// Indicates whether all messages are in <see cref="Source"/>, so that lanes can read them in place.
    /// </summary>
    public bool ArePacked => scattered.IsEmpty;

    public ReadOnlySpan<byte> Source { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Length(int message)
    {
        if ((uint)message < (uint)lengths.Length) return lengths[message];

        return length;
    }

    /// <summary>
    /// Returns the offset of a contiguous message in <see cref="Source"/>, or of a scattered message in its memory.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Offset(int message)
    {
        if ((uint)message < (uint)offsets.Length) return offsets[message];

        return message * length;
    }

    /// <summary>Returns the memory that contains a scattered message.</summary>
    public ReadOnlyMemory<byte> Memory(int message) => scattered[message];

    /// <summary>Returns a range of messages.</summary>
    public BatchMessages Window(int first, int count)
    {
        if (AreEqual) return new(Source.Slice(first * length, count * length), length, count);

        ReadOnlySpan<int> some = lengths.Slice(first, count), at = offsets.IsEmpty ? default : offsets.Slice(first, count);
        return ArePacked ? new(Source, some, at) : new(scattered.Slice(first, count), some, at);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> Slice(int message, int start, int count)
    {
        if (ArePacked) return Source.Slice(Offset(message) + start, count);

        return SliceOfMemory(message, start, count);
    }

    /// <summary>Copies a part of a message into zeroed memory that is at least as long.</summary>
    /// <remarks>
    /// Up to 32 bytes are copied as one vector, and the bytes that follow the part are masked. For short messages of different
    /// lengths, the branches of a copy of variable length would be mispredicted.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void CopyTo(int message, int start, int count, scoped Span<byte> zeroed)
    {
        int at = Offset(message) + start;
        if (Vector256.IsHardwareAccelerated && count <= Vector256<byte>.Count && zeroed.Length >= Vector256<byte>.Count
            && at <= Source.Length - Vector256<byte>.Count)
        {
            Vector256<byte> bytes = Vector256.Create(Source.Slice(at, Vector256<byte>.Count)),
                mask = Vector256.LessThan(Vector256<byte>.Indices, Vector256.Create((byte)count));
            (bytes & mask).CopyTo(zeroed);
        }
        else Slice(message, start, count).CopyTo(zeroed);
    }

    // This method is not inlined, because the JIT inlines only a limited amount of code into the scheduler.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> SliceOfMemory(int message, int start, int count) =>
        scattered[message].Span.Slice(Offset(message) + start, count);
}
