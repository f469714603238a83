namespace Lanewise;

/// <summary>
/// Represents the keys of a batch that is hashed on several cores: no key (the default), one key for all messages, or one key
/// per message.
/// </summary>
public readonly struct MemoryKeys
{
    private readonly ReadOnlyMemory<byte> keys;

    // The length of each key, or null if there is one key for all messages.
    private readonly int? sizeInBytes;
    private readonly bool areGiven;

    private MemoryKeys(ReadOnlyMemory<byte> keys, int? keySizeInBytes = null)
    {
        this.keys = keys;
        sizeInBytes = keySizeInBytes;
        areGiven = true;
    }

    /// <summary>Uses one key for all messages. Only HMAC and KMAC allow an empty key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>The keys.</returns>
    public static MemoryKeys One(ReadOnlyMemory<byte> key) => new(key);

    /// <inheritdoc cref="One(ReadOnlyMemory{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> is an empty array.</exception>
    public static MemoryKeys One(byte[] key) => One(KeyArray.Memory(key));

    /// <summary>Uses one key per message, in the order of the messages.</summary>
    /// <param name="keys">The contiguous keys, in the order of the messages.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes.</param>
    /// <returns>The keys.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="keySizeInBytes"/> is not positive.</exception>
    public static MemoryKeys PerMessage(ReadOnlyMemory<byte> keys, int keySizeInBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(keySizeInBytes);
        return new(keys, keySizeInBytes);
    }

    /// <inheritdoc cref="PerMessage(ReadOnlyMemory{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="keys"/> is null.</exception>
    public static MemoryKeys PerMessage(byte[] keys, int keySizeInBytes)
    {
        ArgumentNullException.ThrowIfNull(keys);
        return PerMessage((ReadOnlyMemory<byte>)keys, keySizeInBytes);
    }

    internal Keys Span => !areGiven ? default : sizeInBytes is { } size ? Keys.PerMessage(keys.Span, size) : Keys.One(keys.Span);
}
