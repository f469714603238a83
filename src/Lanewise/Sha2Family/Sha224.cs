using Engine = Lanewise.MerkleDamgard.Md<uint, Lanewise.Sha2Family.Sha224Spec>.MdEngine;

namespace Lanewise;

/// <summary>
/// Computes SHA-224 (FIPS 180-4, section 6.3) for one message, for data that arrives in pieces, or for many messages at once in
/// SIMD lanes.
/// </summary>
/// <remarks>
/// SHA-224 is unbroken, with a collision resistance of 112 bits. <see cref="Sha256"/> is equally fast and more common.
/// <para>
/// Message words and the digest are big-endian. The digest is 28 bytes long. .NET does not implement SHA-224. The code is fully
/// managed. Static methods are thread-safe. The destination may overlap the source. Methods that write to spans do not allocate
/// memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Sha224.HashData("abc"u8);
///
/// // Ten thousand 64-byte messages, one after another in one buffer:
/// byte[] digests = new byte[10_000 * Sha224.HashSizeInBytes];
/// Sha224.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Sha224 : FixedHash<Sha224>, IHashAlgorithm<Sha224>
{
    /// <inheritdoc cref="Sha256.HashSizeInBytes"/>
    public const int HashSizeInBytes = 28;

    /// <summary>Creates an incremental hash.</summary>
    public Sha224()
    {
    }

    internal Sha224(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha224>.Methods => HashMethods<Engine>.Default;
}
