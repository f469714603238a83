namespace Lanewise.Batching;

/// <summary>
/// Where a batch writes its digests: the destination, or separate memory if the destination overlaps the source and would be
/// written while later messages are still unread.
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

    /// <summary>All digests are complete: separate ones are copied to the destination.</summary>
    public void Complete() => apart.Span.CopyTo(destination);

    public void Dispose() => apart.Dispose();
}
