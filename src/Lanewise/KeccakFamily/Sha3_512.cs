using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes SHA3-512 (FIPS 202) for one message, for data in pieces, or for many messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// No attack on the full-round function is known. The collision resistance is 256 bits.
/// <para>
/// Message words and the digest are little-endian. The digest is 64 bytes long. The implementation is fully managed, so it also
/// works on platforms where .NET does not support SHA-3. Static methods are thread-safe. The destination may overlap the
/// source. Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
public sealed class Sha3_512 : FixedHash<Sha3_512>, IHashAlgorithm<Sha3_512>
{
    /// <inheritdoc cref="Sha3_256.HashSizeInBytes"/>
    public const int HashSizeInBytes = 64;

    /// <summary>Creates an incremental hash.</summary>
    public Sha3_512()
    {
    }

    internal Sha3_512(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha3_512>.Methods => HashMethods<SpongeEngine<Sha3_512Spec, NoParameters>>.Default;
}
