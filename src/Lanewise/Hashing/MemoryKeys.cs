namespace Lanewise;

/// <summary>
/// <see cref="Keys"/> in memory that several cores may read: none (the default), one for all messages, or one for each.
/// </summary>
[KeyArrays]
public readonly partial struct MemoryKeys
{
    private readonly ReadOnlyMemory<byte> keys;

    // 0 where there are not several.
    private readonly int sizeInBytes;
    private readonly bool areGiven;

    private MemoryKeys(ReadOnlyMemory<byte> keys, int keySizeInBytes)
    {
        this.keys = keys;
        sizeInBytes = keySizeInBytes;
        areGiven = true;
    }

    /// <summary>One key for all messages; an empty one is none, but for HMAC.</summary>
    /// <param name="key">The key.</param>
    /// <returns>The keys.</returns>
    public static MemoryKeys One(ReadOnlyMemory<byte> key) => new(key, 0);

    /// <summary>A key for each message, in the order of the messages.</summary>
    /// <param name="keys">The keys, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes.</param>
    /// <returns>The keys.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="keySizeInBytes"/> is not positive.</exception>
    public static MemoryKeys PerMessage(ReadOnlyMemory<byte> keys, int keySizeInBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(keySizeInBytes);
        return new(keys, keySizeInBytes);
    }

    internal Keys Span => !areGiven ? default : sizeInBytes > 0 ? Keys.PerMessage(keys.Span, sizeInBytes) : Keys.One(keys.Span);
}
