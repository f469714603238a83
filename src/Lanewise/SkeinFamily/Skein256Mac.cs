using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>
/// Computes keyed Skein-256 (Skein 1.3, section 4.3), a message authentication code (MAC). The methods support single messages,
/// data that arrives in pieces, and many messages at once in SIMD lanes. Many messages can share one key, or each message can
/// have its own key.
/// </summary>
/// <remarks>
/// Keyed Skein-256 is a MAC and a pseudorandom function (PRF). HMAC is not needed, because the key is processed in a separate
/// stage before the message. No attack on the full function is known. Message words and the MAC are little-endian. The MAC
/// length is an input to the function, so a shorter MAC is not a prefix of a longer one. The unkeyed hash is
/// <see cref="Skein256"/>. An instance processes its key only once. To authenticate many messages with the same key, reuse the
/// instance and call <see cref="LanewiseHash.GetHashAndReset()"/>.
///
/// Static methods are thread-safe. The destination may overlap the source. Methods that write to spans do not allocate memory.
/// Keys are wiped after use.
/// </remarks>
/// <example>
/// <code>
/// byte[] tag = Skein256Mac.HashData(key, message, 32);
/// bool unchanged = Skein256Mac.Verify(key, message, tag);   // in constant time
/// </code>
/// </example>
public sealed class Skein256Mac : SkeinMac<Skein256Mac>, IHashAlgorithm<Skein256Mac>
{
    /// <inheritdoc cref="Skein512Mac.HashSizeInBytes"/>
    public const int HashSizeInBytes = 32;

    /// <inheritdoc cref="Skein512Mac(ReadOnlySpan{byte}, int)"/>
    public Skein256Mac(ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : base(key, hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Skein256Mac(ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Skein256Mac(byte[] key, int hashSizeInBytes = HashSizeInBytes)
        : base(KeyArray.Span(key), hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Skein512Mac(SkeinParameters, ReadOnlySpan{byte}, int)"/>
    public Skein256Mac(SkeinParameters parameters, ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, key, hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Skein256Mac(SkeinParameters, ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Skein256Mac(SkeinParameters parameters, byte[] key, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, KeyArray.Span(key), hashSizeInBytes)
    {
    }

    internal Skein256Mac(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Skein256Mac>.Methods => HashMethods<SkeinEngine<Skein256Spec>, SkeinParameters>.Default;
}
