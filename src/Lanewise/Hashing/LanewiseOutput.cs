namespace Lanewise;

/// <summary>The output of a hash that gives as much as is asked for, read in pieces and from any place.</summary>
/// <remarks>
/// A block of output is computed from its number alone, so blocks fill lanes and any place is reached at once. Instances are not
/// thread-safe, but any thread may dispose one: reading then throws <see cref="ObjectDisposedException"/>. Reading allocates
/// nothing.
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
    private readonly Forgotten? forgotten;
    private Lifetime life;

    private protected LanewiseOutput(ulong length, bool isKeyed)
    {
        Length = length;
        if (isKeyed) forgotten = new Forgotten(this);
    }

    /// <summary>The length of the output in bytes; where it is not known, the most that can be read.</summary>
    public ulong Length { get; }

    /// <summary>The byte that is read next.</summary>
    public ulong Position { get; set; }

    private protected bool IsDisposed => life.HasEnded;

    /// <summary>Reads from <see cref="Position"/> on, which moves forward.</summary>
    /// <param name="destination">Receives the output.</param>
    /// <exception cref="ArgumentOutOfRangeException">The output ends before; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Read(Span<byte> destination)
    {
        ReadAt(Position, destination);
        Position += (uint)destination.Length;
    }

    /// <summary>Reads from <see cref="Position"/> on, which moves forward.</summary>
    /// <param name="outputLength">The number of bytes.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or the output ends before.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] Read(int outputLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(outputLength);
        CheckRange(Position, outputLength);
        byte[] output = new byte[outputLength];
        Read(output);
        return output;
    }

    /// <summary>Reads from any place; <see cref="Position"/> stays.</summary>
    /// <param name="position">The first byte.</param>
    /// <param name="destination">Receives the output.</param>
    /// <exception cref="ArgumentOutOfRangeException">The output ends before; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void ReadAt(ulong position, Span<byte> destination)
    {
        CheckRange(position, destination.Length);
        ReadBlocks(position, destination);
        Leave(destination);
    }

    /// <summary>Wipes the state.</summary>
    public void Dispose()
    {
        if (!life.TryEnd()) return;

        Wipe();
        forgotten?.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected abstract void ReadBlocks(ulong position, Span<byte> destination);

    private protected abstract void Wipe();

    void IWipeable.Wipe() => Wipe();

    /// <summary>Ends every reading: what was read of a state that was wiped meanwhile is dropped.</summary>
    private protected void Leave(Span<byte> written) => life.ThrowIfEndedSince(this, written);

    private protected void CheckRange(ulong position, int length, string parameter = "position")
    {
        ObjectDisposedException.ThrowIf(IsDisposed, this);
        if (position <= Length && (uint)length <= Length - position) return;

        string all = Length == ulong.MaxValue ? "2^64 - 1" : Length.ToString(CultureInfo.InvariantCulture);
        throw new ArgumentOutOfRangeException(
            parameter, position, Invariant($"This output has {all} bytes; {length} bytes from {position} on are beyond it."));
    }
}
