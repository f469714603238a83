using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// Keccak-256 as Ethereum has it (the Keccak submission of 2011): one message, an incremental hash, or many messages at once in
/// SIMD lanes.
/// </summary>
/// <remarks>
/// SHA3-256 before FIPS 202 put two bits behind the message: it gives other digests, and is for what fixes it, such as Ethereum.
/// Sound as published: 128 bits of security against collisions.
/// <para>Words are read and the digest of 32 bytes is written little-endian. Static methods are thread-safe. The destination may
/// overlap the source. Calls into spans allocate nothing.</para>
/// </remarks>
public sealed class Keccak256 : FixedHash<Keccak256>, IHashAlgorithm<Keccak256>
{
    /// <summary>The length of a digest in bytes.</summary>
    public const int HashSizeInBytes = 32;

    /// <summary>Starts an empty message.</summary>
    public Keccak256()
    {
    }

    internal Keccak256(IRunningHash running)
        : base(running)
    {
    }

    static HashMethods IHashAlgorithm<Keccak256>.Methods => HashMethods<SpongeEngine<Keccak256Spec, NoParameters>>.Usual;

    static Keccak256 IHashAlgorithm<Keccak256>.Over(IRunningHash running) => new(running);
}
