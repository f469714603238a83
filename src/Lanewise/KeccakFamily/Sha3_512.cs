using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>Computes SHA3-512 (FIPS 202) of one message, of data that arrive in pieces, or of many messages at once in SIMD
/// lanes.</summary>
/// <remarks>
/// No attack on all rounds is known. It has 256 bits of security against collisions.
/// <para>Message words and digest are little-endian. The digest has 64 bytes. The code is fully managed, so it works on platforms
/// without SHA-3. Static methods are thread-safe. The destination may overlap the source. Methods that write to spans allocate
/// nothing.</para>
/// </remarks>
public sealed class Sha3_512 : FixedHash<Sha3_512>, IHashAlgorithm<Sha3_512>
{
    /// <summary>The length of a digest in bytes.</summary>
    public const int HashSizeInBytes = 64;

    /// <summary>Creates an incremental hash of an empty message.</summary>
    public Sha3_512()
    {
    }

    internal Sha3_512(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha3_512>.Methods => HashMethods<SpongeEngine<Sha3_512Spec, NoParameters>>.Usual;

    static Sha3_512 IHashAlgorithm<Sha3_512>.Over(IIncrementalHash incremental) => new(incremental);
}
