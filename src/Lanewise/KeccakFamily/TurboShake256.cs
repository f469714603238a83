using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes TurboSHAKE256 (RFC 9861), which is SHAKE256 with half as many rounds and a domain separation byte. The methods
/// support single messages, data that arrives in pieces, and many messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// No attack on all 12 rounds is known. TurboSHAKE has a smaller safety margin than SHAKE, which has 24 rounds. The security
/// level is 256 bits if the output is at least 512 bits long. A shorter output is a prefix of a longer output.
/// <para>
/// Message words and the output are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = TurboShake256.HashData(message, 1000);
/// </code>
/// </example>
public sealed class TurboShake256 : ParameterizedHash<TurboShake256, TurboShakeParameters>, IHashAlgorithm<TurboShake256>
{
    /// <inheritdoc cref="Shake128.HashSizeInBytes"/>
    public const int HashSizeInBytes = 64;

    /// <inheritdoc cref="TurboShake128(int)"/>
    public TurboShake256(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="TurboShake128(TurboShakeParameters, int)"/>
    public TurboShake256(TurboShakeParameters parameters, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, hashSizeInBytes)
    {
    }

    internal TurboShake256(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<TurboShake256>.Methods =>
        HashMethods<SpongeEngine<TurboSpec<Shake256Spec>, TurboShakeParameters>, TurboShakeParameters>.Default;
}
