namespace Lanewise.Hashing;

/// <summary>
/// Where a batch writes its digests: the destination, or memory apart where that lies inside the source, because it would be
/// written while later messages are still to be read.
/// </summary>
internal readonly ref struct DigestTarget
{
    private readonly Rented<byte> apart;
    private readonly Span<byte> destination;

    public DigestTarget(Span<byte> destination, bool overlap)
    {
        this.destination = destination;
        if (overlap) apart = new(destination.Length);
        Digests = overlap ? apart.Span : destination;
    }

    public Span<byte> Digests { get; }

    /// <summary>All digests are there: those apart are put into the destination.</summary>
    public void Complete() => apart.Span.CopyTo(destination);

    public void Dispose() => apart.Dispose();
}
