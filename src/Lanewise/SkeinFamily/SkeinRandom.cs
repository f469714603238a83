using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>
/// Generates pseudorandom bytes with Skein (Skein 1.3, section 4.9). Earlier output cannot be computed from a later state.
/// </summary>
/// <remarks>
/// Each request computes output from the state. The first block of the output becomes the next state, and the rest is returned. A
/// seed is hashed together with the state. The bytes are as unpredictable as the seeds. For an unpredictable generator, use at
/// least 32 bytes from <see cref="RandomNumberGenerator"/> as the seed. The same seeds and requests give the same bytes on every
/// machine. One request for 20 bytes does not return the same bytes as two requests for 10 bytes. An instance is thread-safe, and
/// concurrent calls run one after another. <see cref="Dispose"/> wipes the state. If an instance is not disposed, its finalizer
/// wipes the state.
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
    private readonly FinalizerGuard finalizerGuard;
    private readonly Lock gate = new();
    private readonly byte[] state;
    private bool disposed;

    /// <summary>Creates a generator with a zero state, and adds a seed.</summary>
    /// <param name="seed">The seed, of any length except 0.</param>
    /// <param name="stateSizeInBits">256, 512 or 1024, for Skein-256, Skein-512 or Skein-1024.</param>
    /// <exception cref="ArgumentException"><paramref name="seed"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="stateSizeInBits"/> is not one of these values.</exception>
    public SkeinRandom(ReadOnlySpan<byte> seed, int stateSizeInBits = 512)
    {
        state = new byte[SkeinSizes.StateBytes(stateSizeInBits)];
        finalizerGuard = new FinalizerGuard(this);
        Reseed(seed);
    }

    /// <summary>The state size in bits.</summary>
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

    /// <summary>Returns pseudorandom bytes and changes the state.</summary>
    /// <param name="count">The number of bytes.</param>
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

    /// <summary>Replaces the state with the hash of the state and a seed.</summary>
    /// <param name="seed">The seed, of any length except 0.</param>
    /// <exception cref="ArgumentException"><paramref name="seed"/> is empty.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Reseed(ReadOnlySpan<byte> seed)
    {
        if (seed.IsEmpty) throw new ArgumentException("The seed is empty.", nameof(seed));

        lock (gate)
        {
            ObjectDisposedException.ThrowIf(disposed, this);
            using IIncrementalHash hash = SkeinSizes.Start(state.Length, SkeinParameters.Default, default, 8L * state.Length);
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
            finalizerGuard.Dispose();
        }
    }

    void IWipeable.Wipe() => CryptographicOperations.ZeroMemory(state);
}
