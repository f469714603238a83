using static Lanewise.Blake2Family.Blake2<ulong, Lanewise.Blake2Family.Blake2bSpec>;

namespace Lanewise;

/// <summary>
/// Computes keyed BLAKE2b (RFC 7693), a message authentication code (MAC). The methods support single messages, data that arrives
/// in pieces, and many messages at once in SIMD lanes. Many messages can share one key, or each message can have its own key.
/// </summary>
/// <remarks>
/// Keyed BLAKE2b is a MAC and a pseudorandom function (PRF), so HMAC is not needed. No attack on the full hash is known. The
/// security level depends on the MAC length. The MAC length is a parameter of the function, so a shorter MAC is not a prefix of a
/// longer one. The unkeyed hash is <see cref="Blake2b"/>. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory. Keys are wiped after use.
/// </remarks>
/// <example>
/// <code>
/// byte[] tag = Blake2bMac.HashData(key, message, 16);
/// bool unchanged = Blake2bMac.Verify(key, message, tag);   // in constant time
/// </code>
/// </example>
public sealed class Blake2bMac : ParameterizedMac<Blake2bMac, Blake2Parameters>, IHashAlgorithm<Blake2bMac>
{
    /// <summary>
    /// The usual MAC length in bytes. The length of an instance is <see cref="LanewiseHash.HashLengthInBytes"/>.
    /// </summary>
    public const int HashSizeInBytes = 64;

    /// <summary>The maximum key length in bytes.</summary>
    public const int MaxKeySizeInBytes = 64;

    /// <summary>Creates an incremental MAC.</summary>
    /// <param name="key">The key, 1 to <see cref="MaxKeySizeInBytes"/> bytes.</param>
    /// <param name="hashSizeInBytes">The MAC length in bytes, 1 to <see cref="Blake2b.HashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public Blake2bMac(ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : base(key, hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Blake2bMac(ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Blake2bMac(byte[] key, int hashSizeInBytes = HashSizeInBytes)
        : base(KeyArray.Span(key), hashSizeInBytes)
    {
    }

    /// <summary>Creates an incremental MAC with the given parameters.</summary>
    /// <param name="parameters">The parameters.</param>
    /// <param name="key">The key, 1 to <see cref="MaxKeySizeInBytes"/> bytes.</param>
    /// <param name="hashSizeInBytes">The MAC length in bytes, 1 to <see cref="Blake2b.HashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">A field of <paramref name="parameters"/> is not valid for this algorithm.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public Blake2bMac(Blake2Parameters parameters, ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, key, hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Blake2bMac(Blake2Parameters, ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Blake2bMac(Blake2Parameters parameters, byte[] key, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, KeyArray.Span(key), hashSizeInBytes)
    {
    }

    internal Blake2bMac(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Blake2bMac>.Methods =>
        HashMethods<Blake2Engine, Blake2Parameters>.Default;
}
