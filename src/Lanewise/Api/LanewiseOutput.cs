namespace Lanewise;

/// <summary>The output of a variable-length hash, which can be read in pieces and from any position.</summary>
/// <remarks>
/// Each output block depends only on its index. Therefore, blocks are computed in parallel SIMD lanes, and a read does not
/// compute the bytes before its position. Instances are not thread-safe, except that it is safe to dispose an instance on any
/// thread. If an instance is disposed during a read, the read throws <see cref="ObjectDisposedException"/>. Reading does not
/// allocate memory.
/// </remarks>
/// <example>
/// <code>
/// using Blake3Output output = hash.GetOutput();
/// output.Position = 1UL &lt;&lt; 40;
/// output.Read(buffer);
/// </code>
/// </example>
public abstract class LanewiseOutput : IDisposable, IWipeable
{
    private readonly FinalizerGuard? finalizerGuard;
    private Lifetime life;

    private protected LanewiseOutput(ulong length, bool isKeyed)
    {
        Length = length;
        if (isKeyed) finalizerGuard = new FinalizerGuard(this);
    }

    /// <summary>
    /// The length of the output in bytes or, if it is not fixed, the maximum number of bytes that can be read.
    /// </summary>
    public ulong Length { get; }

    /// <summary>The offset of the next byte to be read.</summary>
    public ulong Position { get; set; }

    private protected bool IsDisposed => life.HasEnded;

    /// <summary>
    /// Reads output, starting at <see cref="Position"/>, and advances it by the number of bytes read.
    /// </summary>
    /// <param name="destination">Receives the output.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The read would exceed the output. The destination is unchanged.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Read(Span<byte> destination)
    {
        ReadAt(Position, destination);
        Position += (uint)destination.Length;
    }

    /// <inheritdoc cref="Read(Span{byte})" path="/summary"/>
    /// <param name="outputLength">The number of bytes to read.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length is negative, or the read would exceed the output.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] Read(int outputLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(outputLength);
        CheckRange(Position, outputLength);
        byte[] output = new byte[outputLength];
        Read(output);
        return output;
    }

    /// <summary>Reads output, starting at any position, without changing <see cref="Position"/>.</summary>
    /// <inheritdoc cref="Read(Span{byte})"/>
    /// <param name="position">The offset of the first byte.</param>
    public void ReadAt(ulong position, Span<byte> destination)
    {
        CheckRange(position, destination.Length);
        ReadBlocks(position, destination);
        Leave(destination);
    }

    /// <summary>Wipes the state from memory.</summary>
    public void Dispose()
    {
        if (!life.TryEnd()) return;

        Wipe();
        finalizerGuard?.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected abstract void ReadBlocks(ulong position, Span<byte> destination);

    private protected abstract void Wipe();

    void IWipeable.Wipe() => Wipe();

    /// <summary>
    /// Every read calls this method before it returns. If the state was wiped during the read, the method clears the output and
    /// throws.
    /// </summary>
    private protected void Leave(Span<byte> written) => life.ThrowIfEndedSince(this, written);

    private protected void CheckRange(ulong position, int length, string parameter = "position")
    {
        ObjectDisposedException.ThrowIf(IsDisposed, this);
        if (position <= Length && (uint)length <= Length - position) return;

        string all = Length == ulong.MaxValue ? "2^64 - 1" : Length.ToString(CultureInfo.InvariantCulture);
        throw new ArgumentOutOfRangeException(
            parameter, position,
            Invariant($"The output has {all} bytes; reading {length} bytes from position {position} would exceed it."));
    }
}
