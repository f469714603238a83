namespace Lanewise;

/// <summary>Represents the messages of a batch, which are either contiguous in one span or scattered in memory.</summary>
/// <remarks>
/// A span or an array of <c>ReadOnlyMemory&lt;byte&gt;</c> converts implicitly to scattered messages, for example in
/// <c>Blake3.HashMany(messages, digests)</c>. The conversion does not copy messages or allocate memory.
/// </remarks>
public readonly ref struct Messages
{
    private readonly Form form;
    private readonly int length;
    private readonly ReadOnlySpan<byte> source;
    private readonly ReadOnlySpan<int> lengths;
    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> scattered;

    private Messages(ReadOnlySpan<byte> source, int messageLength)
    {
        form = Form.Equal;
        this.source = source;
        length = messageLength;
    }

    private Messages(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths)
    {
        form = Form.Ragged;
        this.source = source;
        lengths = messageLengths;
    }

    private Messages(ReadOnlySpan<ReadOnlyMemory<byte>> sources) => scattered = sources;

    // Scattered is the first value, so the default instance represents zero scattered messages.
    private enum Form
    {
        Scattered,
        Equal,
        Ragged,
    }

    /// <summary>
    /// Creates a batch of contiguous messages of equal length. The number of digests that fit in the destination determines the
    /// number of messages.
    /// </summary>
    /// <param name="source">The contiguous messages.</param>
    /// <param name="messageLength">The length of each message in bytes, which may be 0.</param>
    /// <returns>The batch.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="messageLength"/> is negative.</exception>
    public static Messages Packed(ReadOnlySpan<byte> source, int messageLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(messageLength);
        return new Messages(source, messageLength);
    }

    /// <summary>Creates a batch of contiguous messages of any length.</summary>
    /// <param name="source">The contiguous messages.</param>
    /// <param name="messageLengths">
    /// The length of each message in bytes. The lengths must add up to the length of <paramref name="source"/>.
    /// </param>
    /// <returns>The batch.</returns>
    public static Messages Packed(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths) => new(source, messageLengths);

    /// <summary>Converts separate messages of any length to a batch.</summary>
    /// <param name="sources">The messages.</param>
    public static implicit operator Messages(ReadOnlySpan<ReadOnlyMemory<byte>> sources) => new(sources);

    /// <summary>Converts separate messages of any length to a batch.</summary>
    /// <param name="sources">The messages.</param>
    /// <exception cref="ArgumentNullException"><paramref name="sources"/> is null.</exception>
    public static implicit operator Messages(ReadOnlyMemory<byte>[] sources)
    {
        ArgumentNullException.ThrowIfNull(sources);
        return new(sources.AsSpan());
    }

    // ---- used by the entry point of a batch ----

    /// <summary>
    /// Returns the number of messages. Throws an exception if the destination's length differs from the total length of the
    /// digests.
    /// </summary>
    internal int Check(int destinationLength, int hashBytes)
    {
        if (form == Form.Equal) return BatchChecks.Equal(source.Length, length, destinationLength, hashBytes);

        int count = form == Form.Ragged ? lengths.Length : scattered.Length;
        BatchChecks.Destination(destinationLength, count, hashBytes);
        if (form == Form.Ragged) BatchChecks.Lengths(source.Length, lengths);
        return count;
    }

    /// <summary>
    /// Returns the number of messages. For contiguous messages of length 0, returns <paramref name="wanted"/>, because the
    /// source's length does not determine the number of messages.
    /// </summary>
    internal int CountFor(int wanted)
    {
        CheckSource();
        return form == Form.Equal && length == 0 ? wanted : Count;
    }

    /// <summary>Indicates whether writing digests to the destination could overwrite messages or their lengths.</summary>
    internal bool Overlap(ReadOnlySpan<byte> destination) =>
        MemoryMarshal.AsBytes(lengths).Overlaps(destination) || OverlapBytes(destination);

    /// <summary>Indicates whether the destination overlaps the bytes of any message.</summary>
    internal bool OverlapBytes(ReadOnlySpan<byte> destination)
    {
        if (source.Overlaps(destination)) return true;

        foreach (ReadOnlyMemory<byte> message in scattered)
        {
            if (message.Span.Overlaps(destination)) return true;
        }

        return false;
    }

    /// <summary>
    /// Returns the messages in the form that the scheduler needs. The buffer <paramref name="numbers"/> receives the lengths of
    /// scattered messages, or the offsets of contiguous messages. The buffer is not needed for contiguous messages of equal
    /// length.
    /// </summary>
    internal BatchMessages ForBatch(int count, Span<int> numbers)
    {
        if (form == Form.Equal) return new(source, length, count);

        if (form == Form.Scattered)
        {
            for (int i = 0; i < scattered.Length; i++) numbers[i] = scattered[i].Length;
            return new(scattered, numbers.Slice(0, count), default);
        }

        if (!lengths.ContainsAnyExcept(lengths[0])) return new(source, lengths[0], count);

        for (int i = 0, sum = 0; i < lengths.Length; sum += lengths[i++]) numbers[i] = sum;
        return new(source, lengths, numbers);
    }

    /// <summary>Indicates whether a message is empty.</summary>
    internal bool HaveEmpty
    {
        get
        {
            if (form == Form.Equal) return length == 0;
            if (form == Form.Ragged) return lengths.Contains(0);

            foreach (ReadOnlyMemory<byte> message in scattered)
            {
                if (message.IsEmpty) return true;
            }

            return false;
        }
    }

    internal bool ArePacked => form != Form.Scattered;

    /// <summary>Indicates whether the caller passed one length for all messages.</summary>
    internal bool HaveOneLength => form == Form.Equal;

    /// <summary>Returns the common length of scattered messages, or null if the lengths differ or exceed the limit.</summary>
    internal int? LengthApart(int most)
    {
        if (scattered.IsEmpty || scattered[0].Length > most) return null;

        int each = scattered[0].Length;
        foreach (ReadOnlyMemory<byte> message in scattered)
        {
            if (message.Length != each) return null;
        }

        return each;
    }

    /// <summary>Copies scattered messages of equal length to adjacent positions.</summary>
    internal Messages Gather(Span<byte> together, int each)
    {
        for (int i = 0; i < scattered.Length; i++) scattered[i].Span.CopyTo(together.Slice(i * each, each));
        return new(together.Slice(0, scattered.Length * each), each);
    }

    /// <summary>
    /// Returns a range of messages. Contiguous messages start at <paramref name="start"/> in the source.
    /// </summary>
    internal Messages Window(int first, int count, int start)
    {
        if (form == Form.Scattered) return new(scattered.Slice(first, count));
        if (form == Form.Equal) return new(source.Slice(start, count * length), length);

        ReadOnlySpan<int> own = lengths.Slice(first, count);
        int bytes = 0;
        foreach (int each in own) bytes += each;
        return new(source.Slice(start, bytes), own);
    }

    // ---- used for packets ----

    /// <summary>The span that contains the contiguous messages.</summary>
    internal ReadOnlySpan<byte> Source => source;

    /// <summary>The lengths of contiguous messages, or empty if the caller passed one length for all of them.</summary>
    internal ReadOnlySpan<int> Lengths => lengths;

    /// <summary>The length that the caller passed for all messages, or -1 if there is no such length.</summary>
    internal int EqualLength => form == Form.Equal ? length : -1;

    internal int Count
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => form == Form.Scattered ? scattered.Length : form == Form.Ragged ? lengths.Length
            : length == 0 ? 0 : source.Length / length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int Length(int message) => form switch
    {
        Form.Scattered => scattered[message].Length,
        Form.Ragged => lengths[message],
        _ => length,
    };

    /// <summary>Throws an exception if contiguous messages do not fill their span exactly.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    internal void CheckSource()
    {
        if (form == Form.Ragged) BatchChecks.Lengths(source.Length, lengths);
        else if (source.Length != Count * length) throw BatchChecks.NotWhole(source.Length, length);
    }

    /// <summary>Returns a message. A contiguous message starts at offset <paramref name="start"/> in the source.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ReadOnlySpan<byte> At(int message, int start) =>
        form == Form.Scattered ? scattered[message].Span : source.Slice(start, Length(message));

    internal ReadOnlySpan<ReadOnlyMemory<byte>> Sources => scattered;
}
