using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>Computes SHA3-224 (FIPS 202) of one message, of data that arrive in pieces, or of many messages at once in SIMD
/// lanes.</summary>
/// <remarks>
/// No attack on all rounds is known. It has 112 bits of security against collisions.
/// <para>Message words and digest are little-endian. The digest has 28 bytes. The code is fully managed, so it works on platforms
/// without SHA-3. Static methods are thread-safe. The destination may overlap the source. Methods that write to spans allocate
/// nothing.</para>
/// </remarks>
public sealed class Sha3_224 : FixedHash<Sha3_224>, IHashAlgorithm<Sha3_224>
{
    /// <summary>The length of a digest in bytes.</summary>
    public const int HashSizeInBytes = 28;

    /// <summary>Creates an incremental hash of an empty message.</summary>
    public Sha3_224()
    {
    }

    internal Sha3_224(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha3_224>.Methods => HashMethods<SpongeEngine<Sha3_224Spec, NoParameters>>.Usual;

    static Sha3_224 IHashAlgorithm<Sha3_224>.Over(IIncrementalHash incremental) => new(incremental);
}
