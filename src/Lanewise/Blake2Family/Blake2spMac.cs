using static Lanewise.Blake2Family.Blake2<uint, Lanewise.Blake2Family.Blake2sSpec>;

namespace Lanewise;

/// <summary>
/// Computes keyed BLAKE2sp (BLAKE2 paper, section 3), a message authentication code (MAC). The methods support single messages,
/// data that arrives in pieces, and many messages at once in SIMD lanes. Many messages can share one key, or each message can
/// have its own key.
/// </summary>
/// <remarks>
/// Keyed BLAKE2sp is a MAC and a pseudorandom function (PRF), so HMAC is not needed. No attack on the full hash is known. The
/// security level depends on the MAC length. The MAC length is a parameter of the function, so a shorter MAC is not a prefix of a
/// longer one. The unkeyed hash is <see cref="Blake2sp"/>. Static methods are thread-safe. The destination may overlap the
/// source. Methods that write to spans do not allocate memory. Keys are wiped after use.
/// </remarks>
/// <example>
/// <code>
/// byte[] tag = Blake2spMac.HashData(key, message, 16);
/// bool unchanged = Blake2spMac.Verify(key, message, tag);   // in constant time
/// </code>
/// </example>
public sealed class Blake2spMac : VariableMac<Blake2spMac>, IHashAlgorithm<Blake2spMac>
{
    /// <summary>
    /// The usual MAC length in bytes. The length of an instance is <see cref="LanewiseHash.HashLengthInBytes"/>.
    /// </summary>
    public const int HashSizeInBytes = 32;

    /// <summary>The maximum key length in bytes.</summary>
    public const int MaxKeySizeInBytes = 32;

    /// <summary>Creates an incremental MAC.</summary>
    /// <param name="key">The key, 1 to <see cref="MaxKeySizeInBytes"/> bytes.</param>
    /// <param name="hashSizeInBytes">The MAC length in bytes, 1 to <see cref="Blake2sp.HashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public Blake2spMac(ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : base(key, hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Blake2spMac(ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Blake2spMac(byte[] key, int hashSizeInBytes = HashSizeInBytes)
        : base(KeyArray.Span(key), hashSizeInBytes)
    {
    }

    internal Blake2spMac(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Blake2spMac>.Methods => HashMethods<Blake2LeavesEngine>.Default;
}
