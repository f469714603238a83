using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes SHAKE128 (FIPS 202) for one message, for data in pieces, or for many messages at once in SIMD lanes.
/// The output can have any length.
/// </summary>
/// <remarks>
/// No attack on the full-round function is known. The security level is 128 bits if the output is at least 256 bits long. A
/// shorter output is a prefix of a longer output. If two outputs must be independent, use different messages.
/// <para>
/// Message words and the output are little-endian. The implementation is fully managed, so it also works on platforms where
/// .NET does not support SHA-3. Static methods are thread-safe. The destination may overlap the source. Methods that write to
/// spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = Shake128.HashData(message, 1000);
/// </code>
/// </example>
public sealed class Shake128 : VariableHash<Shake128>, IHashAlgorithm<Shake128>
{
    /// <summary>
    /// The default output length in bytes, which is the minimum length for full security.
    /// <see cref="LanewiseHash.HashLengthInBytes"/> returns the output length of an instance.
    /// </summary>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental hash.</summary>
    /// <param name="hashSizeInBytes">The digest length in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public Shake128(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    internal Shake128(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Shake128>.Methods => HashMethods<SpongeEngine<Shake128Spec, NoParameters>>.Default;
}
