using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes SHA3-256 (FIPS 202) for one message, for data in pieces, or for many messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// No attack on the full-round function is known. The collision resistance is 128 bits.
/// <para>
/// Message words and the digest are little-endian. The digest is 32 bytes long. The implementation is fully managed, so it also
/// works on platforms where .NET does not support SHA-3. Static methods are thread-safe. The destination may overlap the
/// source. Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Sha3_256.HashData("abc"u8);
///
/// // Ten thousand 64-byte messages, one after another in one buffer:
/// byte[] digests = new byte[10_000 * Sha3_256.HashSizeInBytes];
/// Sha3_256.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Sha3_256 : FixedHash<Sha3_256>, IHashAlgorithm<Sha3_256>
{
    /// <summary>
    /// The digest length in bytes, which <see cref="LanewiseHash.HashLengthInBytes"/> also returns.
    /// </summary>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental hash.</summary>
    public Sha3_256()
    {
    }

    internal Sha3_256(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha3_256>.Methods => HashMethods<SpongeEngine<Sha3_256Spec, NoParameters>>.Default;
}
