namespace Lanewise.Hashing;

/// <summary>
/// Where a batch writes its digests: the destination, or memory apart where that lies inside the source, because it would be
/// written while later messages are still to be read.
/// </summary>
internal readonly ref struct DigestTarget
{
    private readonly byte[]? rented;
    private readonly Span<byte> destination;

    public DigestTarget(Span<byte> destination, bool overlap)
    {
        this.destination = destination;
        rented = overlap ? ArrayPool<byte>.Shared.Rent(destination.Length) : null;
        Digests = rented is null ? destination : rented.AsSpan(0, destination.Length);
    }

    public Span<byte> Digests { get; }

    /// <summary>All digests are there: those apart are put into the destination and wiped.</summary>
    public void Complete()
    {
        if (rented is null) return;

        Digests.CopyTo(destination);
        CryptographicOperations.ZeroMemory(Digests);
        ArrayPool<byte>.Shared.Return(rented);
    }
}
