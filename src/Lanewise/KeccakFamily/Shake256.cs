using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes SHAKE256 (FIPS 202) for one message, for data in pieces, or for many messages at once in SIMD lanes.
/// The output can have any length.
/// </summary>
/// <remarks>
/// No attack on the full-round function is known. The security level is 256 bits if the output is at least 512 bits long. A
/// shorter output is a prefix of a longer output. If two outputs must be independent, use different messages.
/// <para>
/// Message words and the output are little-endian. The implementation is fully managed, so it also works on platforms where
/// .NET does not support SHA-3. Static methods are thread-safe. The destination may overlap the source. Methods that write to
/// spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = Shake256.HashData(message, 1000);
/// </code>
/// </example>
public sealed class Shake256 : VariableHash<Shake256>, IHashAlgorithm<Shake256>
{
    /// <inheritdoc cref="Shake128.HashSizeInBytes"/>
    public const int HashSizeInBytes = 64;

    /// <inheritdoc cref="Shake128(int)"/>
    public Shake256(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    internal Shake256(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Shake256>.Methods => HashMethods<SpongeEngine<Shake256Spec, NoParameters>>.Default;
}
