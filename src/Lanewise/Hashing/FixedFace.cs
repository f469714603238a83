namespace Lanewise.Hashing;

/// <summary>The bodies of hashes of one length: a destination may be longer, and how much was written is returned.</summary>
internal static class FixedFace<TEngine>
    where TEngine : struct, IHashEngine
{
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
        TEngine.Hash(key, source, destination.Slice(0, bytesWritten));
        return true;
    }

    public static int Hash(Stream source, Span<byte> destination)
    {
        LanewiseHash.CheckStream(source, nameof(source));
        if (destination.Length < TEngine.MaxHashBytes) throw TooShort(destination.Length);

        HashFace<TEngine>.Hash(source, destination.Slice(0, TEngine.MaxHashBytes));
        return TEngine.MaxHashBytes;
    }

    public static ValueTask<int> HashAsync(Stream source, Memory<byte> destination, CancellationToken cancellationToken)
    {
        LanewiseHash.CheckStream(source, nameof(source));
        if (destination.Length < TEngine.MaxHashBytes) throw TooShort(destination.Length);

        return Run(source, destination.Slice(0, TEngine.MaxHashBytes), cancellationToken);

        static async ValueTask<int> Run(Stream source, Memory<byte> destination, CancellationToken cancellationToken)
        {
            await HashFace<TEngine>.HashAsync(source, destination, cancellationToken).ConfigureAwait(false);
            return destination.Length;
        }
    }

    private static ArgumentException TooShort(int length) => LanewiseHash.TooShort(length, TEngine.MaxHashBytes);
}
