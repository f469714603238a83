namespace Lanewise.Hashing;

/// <summary>The bodies of hashes of one length: a destination may be longer, and how much was written is returned.</summary>
internal static class FixedFace<TEngine>
    where TEngine : struct, IHashEngine
{
    public static HashAlgorithmName AlgorithmName { get; } = new(HashRow.TagOf(TEngine.Name));

    public static int Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (!TryHash(key, source, destination, out int bytesWritten)) throw TooShort(destination.Length);

        return bytesWritten;
    }

    public static bool TryHash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        bytesWritten = 0;
        if (destination.Length < TEngine.MaxHashBytes) return false;

        bytesWritten = TEngine.MaxHashBytes;
        default(TEngine).Hash(key, source, destination.Slice(0, bytesWritten));
        return true;
    }

    public static int Hash(in Keys key, Stream source, Span<byte> destination)
    {
        Streams.CheckReadable(source, nameof(source));
        if (destination.Length < TEngine.MaxHashBytes) throw TooShort(destination.Length);

        HashFace<TEngine>.Hash(key, source, destination.Slice(0, TEngine.MaxHashBytes));
        return TEngine.MaxHashBytes;
    }

    public static ValueTask<int> HashAsync(
        in Keys key, Stream source, Memory<byte> destination, CancellationToken cancellationToken)
    {
        Streams.CheckReadable(source, nameof(source));
        if (destination.Length < TEngine.MaxHashBytes) throw TooShort(destination.Length);

        return HashFace<TEngine>.HashAsync(key, source, destination.Slice(0, TEngine.MaxHashBytes), cancellationToken);
    }

    private static ArgumentException TooShort(int length) => BatchChecks.TooShort(length, TEngine.MaxHashBytes);
}
