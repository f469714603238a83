using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes cSHAKE256 (NIST SP 800-185), which is SHAKE256 with a customization string for domain separation. The methods
/// support single messages, data that arrives in pieces, and many messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// No attack on the full-round function is known. The security level is 256 bits if the output is at least 512 bits long. A
/// shorter output is a prefix of a longer output. Outputs for different customization strings are independent. If the function
/// name and the customization string are both empty, cSHAKE256 equals <see cref="Shake256"/>.
/// <para>
/// Message words and the output are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// CShakeParameters use = new() { Customization = "invoices v1"u8.ToArray() };
/// CShake256.HashData(use, message, output);
/// </code>
/// </example>
public sealed class CShake256 : ParameterizedHash<CShake256, CShakeParameters>, IHashAlgorithm<CShake256>
{
    /// <inheritdoc cref="Shake128.HashSizeInBytes"/>
    public const int HashSizeInBytes = 64;

    /// <inheritdoc cref="CShake128(int)"/>
    public CShake256(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="CShake128(CShakeParameters, int)"/>
    public CShake256(CShakeParameters parameters, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, hashSizeInBytes)
    {
    }

    internal CShake256(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<CShake256>.Methods =>
        HashMethods<SpongeEngine<Shake256Spec, CShakeParameters>, CShakeParameters>.Default;
}
