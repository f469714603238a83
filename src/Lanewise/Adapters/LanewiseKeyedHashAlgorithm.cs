namespace Lanewise;

/// <summary>Adapts a MAC of this library, such as keyed BLAKE2b or HMAC-MD5, to <see cref="KeyedHashAlgorithm"/>.</summary>
/// <remarks>
/// The MAC determines the allowed key lengths: any length for HMAC-MD5, 1 to 64 bytes for BLAKE2b, and 1 to 32 bytes for BLAKE2s.
/// Unless an API requires the adapter, use <see cref="LanewiseHash"/> directly.
/// </remarks>
/// <example>
/// <code>
/// using KeyedHashAlgorithm mac = new LanewiseKeyedHashAlgorithm(key, k => new Blake2bMac(k, 32));
/// byte[] tag = mac.ComputeHash(message);
/// </code>
/// </example>
public sealed class LanewiseKeyedHashAlgorithm : KeyedHashAlgorithm
{
    private readonly Func<ReadOnlySpan<byte>, LanewiseHash> create;
    private LanewiseHash hash;
    private bool begun;
    private bool disposed;

    /// <summary>Adapts a keyed hash.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="create">
    /// A function that creates a hash with the given key. The adapter calls the function again for each new key, and disposes
    /// the returned hashes.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="create"/> returned null.</exception>
    /// <exception cref="CryptographicException">The hash does not allow a key of this length.</exception>
    public LanewiseKeyedHashAlgorithm(ReadOnlySpan<byte> key, Func<ReadOnlySpan<byte>, LanewiseHash> create)
    {
        ArgumentNullException.ThrowIfNull(create);
        this.create = create;
        hash = Create(key);
        KeyValue = key.ToArray();
        HashSizeValue = 8 * hash.HashLengthInBytes;
    }

    /// <inheritdoc cref="LanewiseKeyedHashAlgorithm(ReadOnlySpan{byte}, Func{ReadOnlySpan{byte}, LanewiseHash})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public LanewiseKeyedHashAlgorithm(byte[] key, Func<ReadOnlySpan<byte>, LanewiseHash> create)
        : this(KeyArray.Span(key), create)
    {
    }

    /// <summary>
    /// The key. The getter returns a copy. The setter copies the key, wipes the old key and starts a message.
    /// </summary>
    /// <exception cref="ArgumentNullException">The key is null.</exception>
    /// <exception cref="CryptographicException">
    /// A message has been started, the key is empty, or the hash does not allow a key of this length. The old key remains in use.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public override byte[] Key
    {
        get
        {
            ObjectDisposedException.ThrowIf(disposed, this);
            return base.Key;
        }

        set
        {
            ObjectDisposedException.ThrowIf(disposed, this);
            _ = KeyArray.Span(value);
            if (begun)
            {
                throw new CryptographicException(
                    "The key cannot be changed after a message was begun; finish it or call Initialize first.");
            }

            LanewiseHash next = Create(value);
            hash.Dispose();
            hash = next;
            CryptographicOperations.ZeroMemory(KeyValue);
            KeyValue = (byte[])value.Clone();
            HashSizeValue = 8 * hash.HashLengthInBytes;
        }
    }

    /// <summary>Discards the data appended so far. The key does not change.</summary>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public override void Initialize()
    {
        hash.Reset();
        begun = false;
    }

    /// <inheritdoc/>
    protected override void HashCore(byte[] array, int ibStart, int cbSize) => HashCore(array.AsSpan(ibStart, cbSize));

    /// <inheritdoc/>
    protected override void HashCore(ReadOnlySpan<byte> source)
    {
        begun = true;
        hash.AppendData(source);
    }

    /// <inheritdoc/>
    protected override byte[] HashFinal() => hash.GetHashAndReset();

    /// <inheritdoc/>
    protected override bool TryHashFinal(Span<byte> destination, out int bytesWritten) =>
        hash.TryGetHashAndReset(destination, out bytesWritten);

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing && !disposed)
        {
            disposed = true;
            hash.Dispose();
            CryptographicOperations.ZeroMemory(KeyValue);
        }

        base.Dispose(disposing);
    }

    private LanewiseHash Create(ReadOnlySpan<byte> key) =>
        create(key) ?? throw new ArgumentException("The function must return a new hash; it returned null.", nameof(create));
}
