namespace Lanewise.Batching;

/// <summary>Independent messages, which the scheduler accesses by index.</summary>
internal interface IMessages
{
    /// <summary>
    /// Indicates whether all messages are in one span (<see cref="Source"/>), so that lanes can read them in place.
    /// </summary>
    static abstract bool ArePacked { get; }

    int Count { get; }

    ReadOnlySpan<byte> Source { get; }

    int Length(int message);

    /// <summary>Returns the offset of a packed message in <see cref="Source"/>.</summary>
    int Offset(int message);

    ReadOnlySpan<byte> Slice(int message, int start, int length);
}

/// <summary>Packed messages of equal length.</summary>
internal readonly ref struct EqualMessages(ReadOnlySpan<byte> source, int length, int count) : IMessages
{
    public static bool ArePacked => true;

    public int Count { get; } = count;

    public ReadOnlySpan<byte> Source { get; } = source;

    public int Length(int message) => length;

    public int Offset(int message) => message * length;

    public ReadOnlySpan<byte> Slice(int message, int start, int length1) => Source.Slice(Offset(message) + start, length1);
}

/// <summary>Packed messages of any lengths. <paramref name="offsets"/> contains the offset of each message.</summary>
internal readonly ref struct RaggedMessages(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, ReadOnlySpan<int> offsets)
    : IMessages
{
    private readonly ReadOnlySpan<int> lengths = lengths;
    private readonly ReadOnlySpan<int> offsets = offsets;

    public static bool ArePacked => true;

    public int Count => lengths.Length;

    public ReadOnlySpan<byte> Source { get; } = source;

    public int Length(int message) => lengths[message];

    public int Offset(int message) => offsets[message];

    public ReadOnlySpan<byte> Slice(int message, int start, int length) => Source.Slice(offsets[message] + start, length);
}

/// <summary>Scattered messages.</summary>
internal readonly ref struct ScatteredMessages(ReadOnlySpan<ReadOnlyMemory<byte>> sources) : IMessages
{
    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> sources = sources;

    public static bool ArePacked => false;

    public int Count => sources.Length;

    public ReadOnlySpan<byte> Source => default;

    public int Length(int message) => sources[message].Length;

    public int Offset(int message) => 0;

    public ReadOnlySpan<byte> Slice(int message, int start, int length) => sources[message].Span.Slice(start, length);
}
