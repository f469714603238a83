using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes TurboSHAKE128 (RFC 9861), which is SHAKE128 with half as many rounds and a domain separation byte. The methods
/// support single messages, data that arrives in pieces, and many messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// No attack on all 12 rounds is known. TurboSHAKE has a smaller safety margin than SHAKE, which has 24 rounds. The security
/// level is 128 bits if the output is at least 256 bits long. A shorter output is a prefix of a longer output.
/// <para>
/// Message words and the output are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = TurboShake128.HashData(message, 1000);
/// </code>
/// </example>
public sealed class TurboShake128 : ParameterizedHash<TurboShake128, TurboShakeParameters>, IHashAlgorithm<TurboShake128>
{
    /// <inheritdoc cref="Shake128.HashSizeInBytes"/>
    public const int HashSizeInBytes = 32;

    /// <inheritdoc cref="Shake128.Shake128(int)"/>
    public TurboShake128(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    /// <summary>Creates an incremental hash with the given parameters.</summary>
    /// <param name="parameters">The parameters.</param>
    /// <param name="hashSizeInBytes">The digest length in bytes, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">A field of <paramref name="parameters"/> is not valid for this algorithm.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public TurboShake128(TurboShakeParameters parameters, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, hashSizeInBytes)
    {
    }

    internal TurboShake128(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<TurboShake128>.Methods =>
        HashMethods<SpongeEngine<TurboSpec<Shake128Spec>, TurboShakeParameters>, TurboShakeParameters>.Default;
}
