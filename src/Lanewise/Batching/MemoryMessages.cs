namespace Lanewise;

/// <summary><see cref="Messages"/> in memory that several cores can read. The messages are packed or scattered.</summary>
/// <remarks>An array or <c>ReadOnlyMemory</c> of <c>ReadOnlyMemory&lt;byte&gt;</c> converts implicitly to scattered
/// messages.</remarks>
public readonly struct MemoryMessages
{
    private ReadOnlyMemory<byte> Source { get; init; }

    // The length that all packed messages share, or the length of each message.
    private int? EqualLength { get; init; }

    private ReadOnlyMemory<int>? Lengths { get; init; }

    private ReadOnlyMemory<ReadOnlyMemory<byte>> Scattered { get; init; }

    /// <summary>
    /// Returns packed messages of equal length. The number of digests in the destination determines the number of messages.
    /// </summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes. It may be 0.</param>
    /// <returns>The messages.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="messageLength"/> is negative.</exception>
    public static MemoryMessages Packed(ReadOnlyMemory<byte> source, int messageLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(messageLength);
        return new() { Source = source, EqualLength = messageLength };
    }

    /// <summary>Returns packed messages of any length.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">
    /// The length of each message in bytes. The lengths must add up to the length of the source.
    /// </param>
    /// <returns>The messages.</returns>
    public static MemoryMessages Packed(ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths) =>
        new() { Source = source, Lengths = messageLengths };

    /// <summary>Converts to scattered messages of any length.</summary>
    /// <param name="sources">The messages.</param>
    public static implicit operator MemoryMessages(ReadOnlyMemory<ReadOnlyMemory<byte>> sources) =>
        new() { Scattered = sources };

    /// <summary>Converts to scattered messages of any length.</summary>
    /// <param name="sources">The messages.</param>
    /// <exception cref="ArgumentNullException"><paramref name="sources"/> is null.</exception>
    public static implicit operator MemoryMessages(ReadOnlyMemory<byte>[] sources)
    {
        ArgumentNullException.ThrowIfNull(sources);
        return new() { Scattered = sources };
    }

    internal Messages Span => Lengths is { } lengths ? Messages.Packed(Source.Span, lengths.Span)
        : EqualLength is { } each ? Messages.Packed(Source.Span, each)
        : Scattered.Span;

    /// <summary>Returns the length of a message. The lengths have been checked.</summary>
    internal int Length(int message) =>
        Lengths is { } lengths ? lengths.Span[message] : EqualLength ?? Scattered.Span[message].Length;

    internal Messages Of(Piece piece) => Span.Window(piece.First, piece.Count, (int)piece.Start);
}
