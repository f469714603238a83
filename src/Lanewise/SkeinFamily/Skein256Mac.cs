using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>
/// Skein-256 with a key (Skein 1.3, section 4.3), a message authentication code (MAC). It computes the MAC of one message, of
/// data that arrive in pieces, or of many messages at once in SIMD lanes. Many messages can have one common key, or one key each.
/// </summary>
/// <remarks>
/// It is a MAC and a pseudorandom function (PRF). HMAC is not needed, because the key has its own stage before the message. The
/// MAC length is a parameter, so a shorter MAC is not a prefix of a longer MAC. The unkeyed hash is <see cref="Skein256"/>. An
/// instance hashes its key only once. For many messages under one key, reuse the instance with
/// <see cref="LanewiseHash.GetHashAndReset()"/>.
///
/// Static methods are thread-safe. The destination may overlap the source. Methods that write to spans allocate nothing. Keys are
/// wiped after use.
/// </remarks>
/// <example>
/// <code>
/// byte[] tag = Skein256Mac.HashData(key, message, 32);
/// bool unchanged = Skein256Mac.Verify(key, message, tag);   // in constant time
/// </code>
/// </example>
public sealed class Skein256Mac : SkeinMac<Skein256Mac>, IHashAlgorithm<Skein256Mac>
{
    /// <summary>The length of the state and the default length of a MAC in bytes.</summary>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental MAC of an empty message.</summary>
    /// <param name="key">The key, of any length except 0.</param>
    /// <param name="hashSizeInBytes">The length of the MAC in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
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

    /// <summary>Creates an incremental MAC of an empty message, with parameters.</summary>
    /// <param name="parameters">The parameters.</param>
    /// <param name="key">The key, of any length except 0.</param>
    /// <param name="hashSizeInBytes">The length of the MAC in bytes, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">A field of <paramref name="parameters"/> is not valid for the algorithm.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
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

    static HashMethods IHashAlgorithm<Skein256Mac>.Methods => HashMethods<SkeinEngine<Skein256Spec>, SkeinParameters>.Usual;

    static Skein256Mac IHashAlgorithm<Skein256Mac>.Over(IIncrementalHash incremental) => new(incremental);
}
