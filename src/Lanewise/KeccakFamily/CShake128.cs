using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes cSHAKE128 (NIST SP 800-185), which is SHAKE128 with a customization string for domain separation. The methods
/// support single messages, data that arrives in pieces, and many messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// No attack on the full-round function is known. The security level is 128 bits if the output is at least 256 bits long. A
/// shorter output is a prefix of a longer output. Outputs for different customization strings are independent. If the function
/// name and the customization string are both empty, cSHAKE128 equals <see cref="Shake128"/>.
/// <para>
/// Message words and the output are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// CShakeParameters use = new() { Customization = "invoices v1"u8.ToArray() };
/// CShake128.HashData(use, message, output);
/// </code>
/// </example>
public sealed class CShake128 : ParameterizedHash<CShake128, CShakeParameters>, IHashAlgorithm<CShake128>
{
    /// <inheritdoc cref="Shake128.HashSizeInBytes"/>
    public const int HashSizeInBytes = 32;

    /// <inheritdoc cref="Shake128.Shake128(int)"/>
    public CShake128(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    /// <summary>Creates an incremental hash with the given parameters.</summary>
    /// <param name="parameters">The parameters.</param>
    /// <param name="hashSizeInBytes">The digest length in bytes, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">A field of <paramref name="parameters"/> is not valid for this algorithm.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public CShake128(CShakeParameters parameters, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, hashSizeInBytes)
    {
    }

    internal CShake128(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<CShake128>.Methods =>
        HashMethods<SpongeEngine<Shake128Spec, CShakeParameters>, CShakeParameters>.Default;
}
