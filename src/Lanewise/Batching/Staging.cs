namespace Lanewise.Batching;

/// <summary>A small buffer with one row per lane, for final blocks and for pieces of long or scattered messages.</summary>
/// <remarks>
/// The distance between rows is the row length plus 64 bytes. If this sum is a multiple of 1 KiB, another 64 bytes are added so
/// that the rows use different cache sets.
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
