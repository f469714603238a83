using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes SHA3-384 (FIPS 202) for one message, for data in pieces, or for many messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// No attack on the full-round function is known. The collision resistance is 192 bits.
/// <para>
/// Message words and the digest are little-endian. The digest is 48 bytes long. The implementation is fully managed, so it also
/// works on platforms where .NET does not support SHA-3. Static methods are thread-safe. The destination may overlap the
/// source. Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
public sealed class Sha3_384 : FixedHash<Sha3_384>, IHashAlgorithm<Sha3_384>
{
    /// <inheritdoc cref="Sha3_256.HashSizeInBytes"/>
    public const int HashSizeInBytes = 48;

    /// <summary>Creates an incremental hash.</summary>
    public Sha3_384()
    {
    }

    internal Sha3_384(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha3_384>.Methods => HashMethods<SpongeEngine<Sha3_384Spec, NoParameters>>.Default;
}
