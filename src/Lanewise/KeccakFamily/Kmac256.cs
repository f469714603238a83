using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Computes KMAC256 (NIST SP 800-185, section 4), the message authentication code (MAC) based on Keccak. The methods support
/// single messages, data that arrives in pieces, and many messages at once in SIMD lanes. Many messages can share one key, or
/// each message can have its own key.
/// </summary>
/// <remarks>
/// No attack on the full-round function is known. The security level is 256 bits if the key and the MAC are each at least 256
/// bits long. Keys of any length are valid, including empty keys. MACs of different lengths are independent, unless
/// <see cref="KmacParameters.IsXof"/> is set. MACs with different customization strings are also independent.
/// <para>
/// Message words and the output are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory. Keys, and states that are derived from keys, are wiped after use. The
/// state of an incremental MAC cannot be exported, because the key can be computed from it.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// KmacParameters use = new() { Customization = "session tickets"u8.ToArray() };
/// Kmac256.HashData(use, key, message, code);
/// </code>
/// </example>
public sealed class Kmac256 : ParameterizedMac<Kmac256, KmacParameters>, IHashAlgorithm<Kmac256>
{
    /// <inheritdoc cref="Kmac128.HashSizeInBytes"/>
    public const int HashSizeInBytes = 64;

    /// <inheritdoc cref="Kmac128(ReadOnlySpan{byte}, int)"/>
    public Kmac256(ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : base(key, hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Kmac256(ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Kmac256(byte[] key, int hashSizeInBytes = HashSizeInBytes)
        : base(KeyArray.Span(key), hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Kmac128(KmacParameters, ReadOnlySpan{byte}, int)"/>
    public Kmac256(KmacParameters parameters, ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, key, hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Kmac256(KmacParameters, ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Kmac256(KmacParameters parameters, byte[] key, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, KeyArray.Span(key), hashSizeInBytes)
    {
    }

    internal Kmac256(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Kmac256>.Methods =>
        HashMethods<SpongeEngine<KmacSpec<Shake256Spec>, KmacParameters>, KmacParameters>.Default;
}
