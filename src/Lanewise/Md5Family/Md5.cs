using Lanewise.Md5Family;
using Lanewise.MerkleDamgard;

namespace Lanewise;

/// <summary>
/// Computes MD5 (RFC 1321) for one message, for data in pieces, or for many messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// MD5 is broken: finding a collision takes only seconds. Use MD5 for fixity checks, ETags and legacy protocols, never for
/// security. For new designs, use <see cref="Blake2b"/>.
/// <para>
/// Message words and the digest are little-endian. The digest is 16 bytes long. The code is fully managed, so it also works
/// where .NET's MD5 is not available (in browsers and in FIPS mode). Static methods are thread-safe. The destination may
/// overlap the source. Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Md5.HashData("abc"u8);
///
/// // Ten thousand 64-byte messages, one after another in one buffer:
/// byte[] digests = new byte[10_000 * Md5.HashSizeInBytes];
/// Md5.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Md5 : FixedHash<Md5>, IHashAlgorithm<Md5>
{
    /// <summary>
    /// The digest length in bytes, which <see cref="LanewiseHash.HashLengthInBytes"/> also returns.
    /// </summary>
    public const int HashSizeInBytes = 16;

    /// <summary>Creates an incremental hash.</summary>
    public Md5()
    {
    }

    internal Md5(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Md5>.Methods => HashMethods<Md<uint, Md5Spec>.MdEngine>.Default;
}
