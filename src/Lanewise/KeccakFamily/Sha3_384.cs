using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>Computes SHA3-384 (FIPS 202) of one message, of data that arrive in pieces, or of many messages at once in SIMD
/// lanes.</summary>
/// <remarks>
/// No attack on all rounds is known. It has 192 bits of security against collisions.
/// <para>Message words and digest are little-endian. The digest has 48 bytes. The code is fully managed, so it works on platforms
/// without SHA-3. Static methods are thread-safe. The destination may overlap the source. Methods that write to spans allocate
/// nothing.</para>
/// </remarks>
public sealed class Sha3_384 : FixedHash<Sha3_384>, IHashAlgorithm<Sha3_384>
{
    /// <summary>The length of a digest in bytes.</summary>
    public const int HashSizeInBytes = 48;

    /// <summary>Creates an incremental hash of an empty message.</summary>
    public Sha3_384()
    {
    }

    internal Sha3_384(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha3_384>.Methods => HashMethods<SpongeEngine<Sha3_384Spec, NoParameters>>.Usual;

    static Sha3_384 IHashAlgorithm<Sha3_384>.Over(IIncrementalHash incremental) => new(incremental);
}
