using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// SHAKE256 (FIPS 202): output of any length, of one message, an incremental hash, or many messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// Sound as published: 256 bits of security, where the output has at least 512 bits. A short output is the beginning of a longer
/// one, so two that must not be related need messages of their own.
/// <para>Message words and output are little-endian. All code is managed, so it works where the platform has no SHA-3. Static
/// methods are thread-safe. The destination may overlap the source. Calls into spans allocate nothing.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = Shake256.HashData(message, 1000);
/// </code>
/// </example>
public sealed class Shake256 : VariableHash<Shake256>, IHashAlgorithm<Shake256>
{
    /// <summary>The default length of the output in bytes: the shortest with the full security.</summary>
    public const int HashSizeInBytes = 64;

    /// <summary>Starts an empty message.</summary>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is no such length.</exception>
    public Shake256(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    internal Shake256(IRunningHash running)
        : base(running)
    {
    }

    static HashMethods IHashAlgorithm<Shake256>.Methods => HashMethods<SpongeEngine<Shake256Spec, NoParameters>>.Usual;

    static Shake256 IHashAlgorithm<Shake256>.Over(IRunningHash running) => new(running);
}
