using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes Keccak-256 for one message, for data in pieces, or for many messages at once in SIMD lanes. Keccak-256
/// is Keccak as submitted to the SHA-3 competition in 2011, and is used by Ethereum.
/// </summary>
/// <remarks>
/// Keccak-256 does not append the two bits that SHA3-256 (FIPS 202) appends to the message, so the digests differ. Use
/// Keccak-256 only if a protocol such as Ethereum requires it. No attack on the full-round function is known. The collision
/// resistance is 128 bits.
/// <para>
/// Message words and the digest are little-endian. The digest is 32 bytes long. Static methods are thread-safe. The destination
/// may overlap the source. Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
public sealed class Keccak256 : FixedHash<Keccak256>, IHashAlgorithm<Keccak256>
{
    /// <inheritdoc cref="Sha3_256.HashSizeInBytes"/>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental hash.</summary>
    public Keccak256()
    {
    }

    internal Keccak256(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Keccak256>.Methods => HashMethods<SpongeEngine<Keccak256Spec, NoParameters>>.Default;
}
