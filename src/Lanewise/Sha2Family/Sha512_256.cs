using Engine = Lanewise.MerkleDamgard.Md<ulong, Lanewise.Sha2Family.Sha512T256Spec>.MdEngine;

namespace Lanewise;

/// <summary>
/// Computes SHA-512/256 (FIPS 180-4, section 6.7) for one message, for data that arrives in pieces, or for many messages at once
/// in SIMD lanes.
/// </summary>
/// <remarks>
/// SHA-512/256 is unbroken. A length extension attack is not possible: nobody can compute the digest of a longer message from a
/// SHA-512/256 digest alone. On 64-bit machines without SHA-256 instructions, SHA-512/256 is faster than SHA-256. A SHA-512/256
/// digest is not the first half of a SHA-512 digest.
/// <para>
/// Message words and the digest are big-endian. The digest is 32 bytes long. .NET does not implement SHA-512/256. The code is
/// fully managed. Static methods are thread-safe. The destination may overlap the source. Methods that write to spans do not
/// allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Sha512_256.HashData("abc"u8);
///
/// // Ten thousand 64-byte messages, one after another in one buffer:
/// byte[] digests = new byte[10_000 * Sha512_256.HashSizeInBytes];
/// Sha512_256.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Sha512_256 : FixedHash<Sha512_256>, IHashAlgorithm<Sha512_256>
{
    /// <inheritdoc cref="Sha256.HashSizeInBytes"/>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental hash.</summary>
    public Sha512_256()
    {
    }

    internal Sha512_256(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha512_256>.Methods => HashMethods<Engine>.Default;
}
