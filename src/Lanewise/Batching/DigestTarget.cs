namespace Lanewise.Batching;

/// <summary>
/// The memory to which a batch writes digests, usually the destination. If the destination overlaps the input, a separate
/// buffer is used so that no digest overwrites messages that have not been read yet.
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

    /// <summary>
    /// Copies the digests from the separate buffer, if there is one, to the destination. The caller must call this method once
    /// all digests are complete.
    /// </summary>
    public void Complete() => apart.Span.CopyTo(destination);

    public void Dispose() => apart.Dispose();
}
