namespace Lanewise.Hashing;

/// <summary>
/// A small buffer with a row per lane: tails are written there, and pieces of long or scattered messages are copied there.
/// </summary>
/// <remarks>
/// Rows lie 64 bytes more than their length apart (128 if that made whole KiB), so that they do not share their place in the
/// cache.
/// </remarks>
internal ref struct Staging
{
    private readonly Rented<byte> buffer;

    public Staging(int lanes, int rowBytes)
    {
        Stride = rowBytes + 64;
        if (Stride % 1024 == 0) Stride += 64;
        buffer = new(lanes * Stride);
    }

    public int Stride { get; }

    public readonly Span<byte> Bytes => buffer.Span;

    public readonly Span<byte> Row(int lane, int bytes) => Bytes.Slice(lane * Stride, bytes);

    public readonly void Dispose() => buffer.Dispose();
}
