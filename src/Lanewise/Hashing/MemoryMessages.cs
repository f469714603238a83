namespace Lanewise;

/// <summary><see cref="Messages"/> in memory that several cores may read: packed or scattered.</summary>
/// <remarks>Scattered messages convert by themselves, from a memory or an array of <c>ReadOnlyMemory&lt;byte&gt;</c>.</remarks>
public readonly struct MemoryMessages
{
    private readonly ReadOnlyMemory<byte> source;
    private readonly ReadOnlyMemory<int> lengths;
    private readonly ReadOnlyMemory<ReadOnlyMemory<byte>> scattered;

    // Negative where the lengths are their own, or the messages lie apart.
    private readonly int equalLength;
    private readonly bool arePacked;

    private MemoryMessages(
        ReadOnlyMemory<byte> source, int messageLength, ReadOnlyMemory<int> messageLengths,
        ReadOnlyMemory<ReadOnlyMemory<byte>> sources, bool packed)
    {
        this.source = source;
        equalLength = messageLength;
        lengths = messageLengths;
        scattered = sources;
        arePacked = packed;
    }

    /// <summary>Messages of one length that lie one after the other; as many as the destination has room for.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <returns>The messages.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="messageLength"/> is negative.</exception>
    public static MemoryMessages Packed(ReadOnlyMemory<byte> source, int messageLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(messageLength);
        return new(source, messageLength, default, default, true);
    }

    /// <summary>Messages of any lengths that lie one after the other.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <returns>The messages.</returns>
    public static MemoryMessages Packed(ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths) =>
        new(source, -1, messageLengths, default, true);

    /// <summary>Messages of any lengths, wherever they lie.</summary>
    /// <param name="sources">The messages.</param>
    public static implicit operator MemoryMessages(ReadOnlyMemory<ReadOnlyMemory<byte>> sources) =>
        new(default, -1, default, sources, false);

    /// <summary>Messages of any lengths, wherever they lie.</summary>
    /// <param name="sources">The messages.</param>
    /// <exception cref="ArgumentNullException"><paramref name="sources"/> is null.</exception>
    public static implicit operator MemoryMessages(ReadOnlyMemory<byte>[] sources)
    {
        ArgumentNullException.ThrowIfNull(sources);
        return new(default, -1, default, sources, false);
    }

    internal Messages Span => !arePacked ? scattered.Span
        : equalLength >= 0 ? Messages.Packed(source.Span, equalLength)
        : Messages.Packed(source.Span, lengths.Span);

    /// <summary>The lengths of messages, where they are known to fit.</summary>
    internal int Length(int message) =>
        !arePacked ? scattered.Span[message].Length : equalLength >= 0 ? equalLength : lengths.Span[message];

    internal Messages Of(Piece piece) => Span.Window(piece.First, piece.Count, (int)piece.Start);
}
