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
/// An array from the shared pool whose elements contain references. It is cleared before it is returned to the pool, so that it
/// keeps no objects alive.
/// </summary>
internal readonly ref struct RentedReferences<T>
{
    private readonly T[]? rented;

    public RentedReferences(int count)
    {
        if (count == 0) return;

        rented = ArrayPool<T>.Shared.Rent(count);
        Span = rented.AsSpan(0, count);
    }

    public Span<T> Span { get; }

    public void Dispose()
    {
        if (rented is null) return;

        Span.Clear();
        ArrayPool<T>.Shared.Return(rented);
    }
}
