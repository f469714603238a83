namespace Lanewise.Batching;

/// <summary>
/// The memory for the digests of a batch. It is the destination, unless writing to the destination would overwrite messages that
/// have not been read yet. In this case, it is separate memory.
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

    /// <summary>Called when all digests are complete. Copies them to the destination if they are in separate memory.</summary>
    public void Complete() => apart.Span.CopyTo(destination);

    public void Dispose() => apart.Dispose();
}
