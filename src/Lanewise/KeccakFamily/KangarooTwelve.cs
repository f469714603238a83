using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes KangarooTwelve (KT128, RFC 9861), a tree hash based on TurboSHAKE128. The message's chunks of 8,192 bytes are
/// hashed in parallel SIMD lanes. The methods support single messages, data that arrives in pieces, and many messages at once.
/// </summary>
/// <remarks>
/// No attack on all 12 rounds is known. KangarooTwelve has the same safety margin as TurboSHAKE: both use 12 rounds, compared
/// with 24 rounds in SHAKE. The security level is 128 bits if the output is at least 256 bits long. A shorter output is a
/// prefix of a longer output. Outputs for different customization strings are independent.
/// <para>
/// Message words and the output are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// KangarooTwelveParameters use = new() { Customization = "archive v1"u8.ToArray() };
/// KangarooTwelve.HashData(use, message, output);
/// </code>
/// </example>
public sealed class KangarooTwelve : ParameterizedHash<KangarooTwelve, KangarooTwelveParameters>, IHashAlgorithm<KangarooTwelve>
{
    /// <inheritdoc cref="Shake128.HashSizeInBytes"/>
    public const int HashSizeInBytes = 32;

    /// <inheritdoc cref="Shake128.Shake128(int)"/>
    public KangarooTwelve(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    /// <summary>Creates an incremental hash with the given parameters.</summary>
    /// <param name="parameters">The parameters.</param>
    /// <param name="hashSizeInBytes">The digest length in bytes, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">A field of <paramref name="parameters"/> is not valid for this algorithm.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public KangarooTwelve(KangarooTwelveParameters parameters, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, hashSizeInBytes)
    {
    }

    internal KangarooTwelve(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<KangarooTwelve>.Methods => HashMethods<KangarooEngine, KangarooTwelveParameters>.Default;
}
