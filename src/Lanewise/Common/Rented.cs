namespace Lanewise.Common;

/// <summary>
/// Memory from the shared array pool for data that may be secret. <see cref="Dispose"/> wipes the memory and returns the array
/// to the pool. If the length is 0, no array is rented.
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
