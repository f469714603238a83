namespace Lanewise.Hashing;

/// <summary>
/// A small buffer with a row per lane: tails are written there, and pieces of long or scattered messages are copied there.
/// </summary>
/// <remarks>
/// Rows lie 64 bytes more than their length apart (128 if that made whole KiB), so that they do not share their place in the
/// cache. The buffer held
/// parts of messages, so it is wiped before it goes back to the pool.
/// </remarks>
internal ref struct Staging
{
    private readonly byte[] buffer;

    public Staging(int lanes, int rowBytes)
    {
        Stride = rowBytes + 64;
        if (Stride % 1024 == 0) Stride += 64;
        buffer = ArrayPool<byte>.Shared.Rent(lanes * Stride);
        Bytes = buffer.AsSpan(0, lanes * Stride);
    }

    public int Stride { get; }
    public Span<byte> Bytes { get; }

    public readonly Span<byte> Row(int lane, int bytes) => Bytes.Slice(lane * Stride, bytes);

    public readonly void Dispose()
    {
        if (buffer is null) return;

        CryptographicOperations.ZeroMemory(Bytes);
        ArrayPool<byte>.Shared.Return(buffer);
    }
}
