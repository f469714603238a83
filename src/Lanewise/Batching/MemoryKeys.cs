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

    /// <inheritdoc cref="HashKeys.One(ReadOnlySpan{byte})"/>
    public static MemoryKeys One(ReadOnlyMemory<byte> key) => new(key);

    /// <inheritdoc cref="HashKeys.One(byte[])"/>
    public static MemoryKeys One(byte[] key) => One(KeyArray.Memory(key));

    /// <inheritdoc cref="HashKeys.PerMessage(ReadOnlySpan{byte}, int)"/>
    public static MemoryKeys PerMessage(ReadOnlyMemory<byte> keys, int keySizeInBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(keySizeInBytes);
        return new(keys, keySizeInBytes);
    }

    /// <inheritdoc cref="HashKeys.PerMessage(byte[], int)"/>
    public static MemoryKeys PerMessage(byte[] keys, int keySizeInBytes)
    {
        ArgumentNullException.ThrowIfNull(keys);
        return PerMessage((ReadOnlyMemory<byte>)keys, keySizeInBytes);
    }

    internal HashKeys Span => !areGiven ? default
        : sizeInBytes is { } size ? HashKeys.PerMessage(keys.Span, size) : HashKeys.One(keys.Span);
}
