using static Lanewise.Blake2Family.Blake2<uint, Lanewise.Blake2Family.Blake2sSpec>;

namespace Lanewise;

/// <summary>
/// Computes BLAKE2s (RFC 7693) for one message, for data in pieces, or for many messages at once in SIMD lanes. The
/// optional parameters are the salt, the personalization and all tree-mode fields.
/// </summary>
/// <remarks>
/// BLAKE2s is the BLAKE2 variant with 32-bit words. No attack on the full hash is known. The security level depends on the
/// digest length. For a MAC, use <see cref="Blake2sMac"/>. The digest length is a parameter of the hash, so a shorter digest is
/// not a prefix of a longer one.
/// <para>Message words and digests are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Blake2s.HashData("abc"u8);          // 32 bytes
/// byte[] shorter = Blake2s.HashData("abc"u8, 20);     // 20 bytes
///
/// // Ten thousand 128-byte messages, one after another in one buffer, and a 32-byte digest for each:
/// byte[] digests = new byte[10_000 * 32];
/// Blake2s.HashMany(messages, 128, digests, 32);
/// </code>
/// </example>
public sealed class Blake2s : ParameterizedHash<Blake2s, Blake2Parameters>, IHashAlgorithm<Blake2s>
{
    /// <summary>The maximum digest length in bytes, which is also the default length.</summary>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental hash.</summary>
    /// <param name="hashSizeInBytes">The digest length in bytes, 1 to <see cref="HashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public Blake2s(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    /// <summary>Creates an incremental hash with the given parameters.</summary>
    /// <param name="parameters">The parameters.</param>
    /// <param name="hashSizeInBytes">The digest length in bytes, 1 to <see cref="HashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">A field of <paramref name="parameters"/> is not valid for this algorithm.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public Blake2s(Blake2Parameters parameters, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, hashSizeInBytes)
    {
    }

    internal Blake2s(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Blake2s>.Methods => HashMethods<Blake2Engine, Blake2Parameters>.Default;
}
