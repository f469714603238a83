using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>
/// Skein as a generator of pseudorandom bytes (Skein 1.3, section 4.9): what it has given cannot be had from its state again.
/// </summary>
/// <remarks>
/// Each request computes the output of the state: its first block becomes the next state and replaces the old one, the rest
/// is handed out. A seed is hashed together with the state. Bytes are as unpredictable as the seeds; a generator that
/// nobody may foresee takes at least 32 bytes from <see cref="RandomNumberGenerator"/>. The same seeds and requests give the
/// same bytes on every machine, but one request of 20 bytes is not two of 10. An instance may be shared by threads, of
/// which one waits for another. The state is wiped by <see cref="Dispose"/>, that of an undisposed instance by the GC.
/// </remarks>
/// <example>
/// <code>
/// using SkeinRandom random = new(RandomNumberGenerator.GetBytes(64));
/// random.GetBytes(buffer);
/// random.Reseed(more);
/// </code>
/// </example>
public sealed class SkeinRandom : IDisposable, IWipeable
{
    private readonly Forgotten forgotten;
    private readonly Lock gate = new();
    private readonly byte[] state;
    private bool disposed;

    /// <summary>Starts with a state of zeros and takes a seed.</summary>
    /// <param name="seed">The seed, of any length but 0.</param>
    /// <param name="stateSizeInBits">256, 512 or 1024: which Skein.</param>
    /// <exception cref="ArgumentException"><paramref name="seed"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="stateSizeInBits"/> is another number.</exception>
    public SkeinRandom(ReadOnlySpan<byte> seed, int stateSizeInBits = 512)
    {
        state = new byte[SkeinSizes.StateBytes(stateSizeInBits)];
        forgotten = new Forgotten(this);
        Reseed(seed);
    }

    /// <summary>The length of the state in bits.</summary>
    public int StateSizeInBits => 8 * state.Length;

    /// <summary>Fills a buffer with pseudorandom bytes and changes the state.</summary>
    /// <param name="destination">Receives the bytes.</param>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void GetBytes(Span<byte> destination)
    {
        lock (gate)
        {
            ObjectDisposedException.ThrowIf(disposed, this);
            Span<byte> next = stackalloc byte[state.Length];
            SkeinSizes.ReadOutput(state, 0, next);
            SkeinSizes.ReadOutput(state, (uint)next.Length, destination);
            next.CopyTo(state);
            CryptographicOperations.ZeroMemory(next);
        }
    }

    /// <summary>Pseudorandom bytes; the state changes.</summary>
    /// <param name="count">How many.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] GetBytes(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        byte[] bytes = new byte[count];
        GetBytes(bytes);
        return bytes;
    }

    /// <summary>Replaces the state by the hash of itself and a seed.</summary>
    /// <param name="seed">The seed, of any length but 0.</param>
    /// <exception cref="ArgumentException"><paramref name="seed"/> is empty.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Reseed(ReadOnlySpan<byte> seed)
    {
        if (seed.IsEmpty) throw new ArgumentException("The seed is empty.", nameof(seed));

        lock (gate)
        {
            ObjectDisposedException.ThrowIf(disposed, this);
            using IRunningHash hash = SkeinSizes.Start(state.Length, SkeinParameters.Default, default, 8L * state.Length);
            hash.Append(state);
            hash.Append(seed);
            hash.Finish(state);
        }
    }

    /// <summary>Wipes the state.</summary>
    public void Dispose()
    {
        lock (gate)
        {
            disposed = true;
            ((IWipeable)this).Wipe();
            forgotten.Dispose();
        }
    }

    void IWipeable.Wipe() => CryptographicOperations.ZeroMemory(state);
}
