namespace Lanewise;

/// <summary>
/// Represents the messages of a batch that is hashed on several cores. The messages are either contiguous or scattered in memory.
/// </summary>
/// <remarks>
/// Unlike <see cref="Messages"/>, this type can be passed to other threads. An array or <c>ReadOnlyMemory</c> of
/// <c>ReadOnlyMemory&lt;byte&gt;</c> is implicitly converted to scattered messages.
/// </remarks>
public readonly struct MemoryMessages
{
    private ReadOnlyMemory<byte> Source { get; init; }

    // The common length of contiguous messages, or null if the lengths differ or the messages are scattered.
    private int? EqualLength { get; init; }

    private ReadOnlyMemory<int>? Lengths { get; init; }

    private ReadOnlyMemory<ReadOnlyMemory<byte>> Scattered { get; init; }

    /// <inheritdoc cref="Messages.Packed(ReadOnlySpan{byte}, int)"/>
    public static MemoryMessages Packed(ReadOnlyMemory<byte> source, int messageLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(messageLength);
        return new() { Source = source, EqualLength = messageLength };
    }

    /// <inheritdoc cref="Messages.Packed(ReadOnlySpan{byte}, ReadOnlySpan{int})"/>
    public static MemoryMessages Packed(ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths) =>
        new() { Source = source, Lengths = messageLengths };

    /// <summary>Converts separate messages of any length to a batch.</summary>
    /// <param name="sources">The messages.</param>
    public static implicit operator MemoryMessages(ReadOnlyMemory<ReadOnlyMemory<byte>> sources) =>
        new() { Scattered = sources };

    /// <summary>Converts separate messages of any length to a batch.</summary>
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

    /// <summary>Returns the length of a message. The caller has already checked all lengths.</summary>
    internal int Length(int message) =>
        Lengths is { } lengths ? lengths.Span[message] : EqualLength ?? Scattered.Span[message].Length;

    internal Messages Of(Piece piece) => Span.Window(piece.First, piece.Count, (int)piece.Start);
}
