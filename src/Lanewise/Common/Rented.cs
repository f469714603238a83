namespace Lanewise.Common;

/// <summary>
/// Memory from the shared pool for data that may be secret. It is wiped before it is returned to the pool. If the length is 0, it
/// is an empty array.
/// </summary>
internal readonly ref struct Rented<T>
    where T : unmanaged
{
    private readonly T[]? rented;

    public Rented(int count)
    {
        if (count == 0) return;

        rented = ArrayPool<T>.Shared.Rent(count);
        Span = rented.AsSpan(0, count);
    }

    public Span<T> Span { get; }

    public void Dispose()
    {
        if (rented is null) return;

        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(Span));
        ArrayPool<T>.Shared.Return(rented);
    }
}

/// <summary>
/// Arrays from the shared pool. They are cleared before they are returned to the pool, so that they keep no objects alive.
/// </summary>
internal readonly ref struct RentedMemories
{
    private readonly ReadOnlyMemory<byte>[]? rented;

    public RentedMemories(int count)
    {
        if (count == 0) return;

        rented = ArrayPool<ReadOnlyMemory<byte>>.Shared.Rent(count);
        Span = rented.AsSpan(0, count);
    }

    public Span<ReadOnlyMemory<byte>> Span { get; }

    public void Dispose()
    {
        if (rented is null) return;

        Span.Clear();
        ArrayPool<ReadOnlyMemory<byte>>.Shared.Return(rented);
    }
}
