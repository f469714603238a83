namespace Lanewise;

/// <summary>Represents the keys of a batch: no key (the default), one key for all messages, or one key per message.</summary>
public readonly ref struct HashKeys
{
    private readonly ReadOnlySpan<byte> keys;

    private HashKeys(ReadOnlySpan<byte> keys, int keySizeInBytes, bool arePerMessage)
    {
        this.keys = keys;
        SizeInBytes = keySizeInBytes;
        ArePerMessage = arePerMessage;
        AreGiven = true;
    }

    /// <summary>Uses one key for all messages. Only HMAC and KMAC allow an empty key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>The keys.</returns>
    public static HashKeys One(ReadOnlySpan<byte> key) => new(key, key.Length, false);

    /// <inheritdoc cref="One(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> is an empty array.</exception>
    public static HashKeys One(byte[] key) => One(KeyArray.Span(key));

    /// <summary>Uses one key per message, in the order of the messages.</summary>
    /// <param name="keys">The contiguous keys, in the order of the messages.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes.</param>
    /// <returns>The keys.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="keySizeInBytes"/> is not positive.</exception>
    public static HashKeys PerMessage(ReadOnlySpan<byte> keys, int keySizeInBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(keySizeInBytes);
        return new(keys, keySizeInBytes, true);
    }

    /// <inheritdoc cref="PerMessage(ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="keys"/> is null.</exception>
    public static HashKeys PerMessage(byte[] keys, int keySizeInBytes)
    {
        ArgumentNullException.ThrowIfNull(keys);
        return PerMessage((ReadOnlySpan<byte>)keys, keySizeInBytes);
    }

    /// <summary>Indicates whether the caller passed a key, even an empty one.</summary>
    internal bool AreGiven { get; }

    internal bool ArePerMessage { get; }

    internal int SizeInBytes { get; }

    internal ReadOnlySpan<byte> Bytes => keys;

    internal ReadOnlySpan<byte> Of(int message) => keys.Slice(ArePerMessage ? message * SizeInBytes : 0, SizeInBytes);

    /// <summary>Returns the keys of a range of messages.</summary>
    internal HashKeys Of(int first, int count) =>
        ArePerMessage ? new(keys.Slice(first * SizeInBytes, count * SizeInBytes), SizeInBytes, true) : this;

    /// <summary>
    /// Returns the number of non-empty keys for the given number of messages: 0, 1, or the number of messages.
    /// </summary>
    internal int Count(int messages) => SizeInBytes == 0 ? 0 : ArePerMessage ? messages : 1;

    /// <summary>Indicates whether the destination of the digests overlaps the keys.</summary>
    internal bool Overlap(ReadOnlySpan<byte> destination) => keys.Overlaps(destination);

    /// <summary>Throws if the caller passed no key.</summary>
    /// <param name="name">The name of the MAC.</param>
    internal void CheckAreGiven(string name)
    {
        if (AreGiven) return;

        throw new ArgumentException($"{name} requires one key for all messages, or one key per message.", nameof(keys));
    }

    internal void Check(int count)
    {
        if (!ArePerMessage) return;

        long needed = (long)count * SizeInBytes;
        if (keys.Length != needed)
        {
            throw new ArgumentException(
                Invariant($"There must be a key of {SizeInBytes} bytes for each of {count} messages = {needed} bytes; there "
                    + $"are {keys.Length}."), nameof(keys));
        }
    }
}
