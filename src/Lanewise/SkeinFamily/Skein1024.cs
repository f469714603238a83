using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>
/// Computes Skein-1024 (Skein 1.3, October 2010) for one message, for data that arrives in pieces, or for many messages at once
/// in SIMD lanes. The optional inputs are a key, a personalization, a public key, a key derivation identifier and a nonce. A
/// message can also be hashed as a tree.
/// </summary>
/// <remarks>
/// No attack on the full hash is known. The security level depends on the output length and the state size of 1024 bits. For a
/// MAC, use <see cref="Skein1024Mac"/>. The output can have any length. The output length is an input to the hash, so a shorter
/// output is not a prefix of a longer one.
/// <para>Message words and digests are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans allocate memory only for the initial chaining value, once per digest length.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Skein1024.HashData("abc"u8);          // 128 bytes
/// byte[] other = Skein1024.HashData("abc"u8, 20);       // 20 bytes, not a prefix of the first digest
///
/// // Ten thousand 128-byte messages, one after another in one buffer, and a 32-byte digest for each:
/// byte[] digests = new byte[10_000 * 32];
/// Skein1024.HashMany(messages, 128, digests, 32);
/// </code>
/// </example>
public sealed class Skein1024 : SkeinHash<Skein1024>, IHashAlgorithm<Skein1024>
{
    /// <inheritdoc cref="Skein512.HashSizeInBytes"/>
    public const int HashSizeInBytes = 128;

    /// <inheritdoc cref="Skein512(int)"/>
    public Skein1024(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Skein512(SkeinParameters, int)"/>
    public Skein1024(SkeinParameters parameters, int hashSizeInBytes = HashSizeInBytes)
        : base(parameters, hashSizeInBytes)
    {
    }

    internal Skein1024(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Skein1024>.Methods => HashMethods<SkeinEngine<Skein1024Spec>, SkeinParameters>.Default;
}
