using static Lanewise.Blake2Family.Blake2<ulong, Lanewise.Blake2Family.Blake2bSpec>;

namespace Lanewise;

/// <summary>
/// Computes BLAKE2bp (BLAKE2 paper, section 3) for one message, for data that arrives in pieces, or for many messages at once.
/// Each message is distributed over four leaves, which are hashed in parallel SIMD lanes.
/// </summary>
/// <remarks>
/// No attack on the full hash is known. The security level depends on the digest length. BLAKE2bp digests differ from BLAKE2b
/// digests. For a MAC, use <see cref="Blake2bpMac"/>. The digest length is a parameter of the hash, so a shorter digest is not a
/// prefix of a longer one.
/// <para>Message words and digests are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Blake2bp.HashData(message);          // 64 bytes
/// byte[] tag = Blake2bpMac.HashData(key, message, 16);    // 16 bytes
/// </code>
/// </example>
public sealed class Blake2bp : VariableHash<Blake2bp>, IHashAlgorithm<Blake2bp>
{
    /// <summary>The maximum digest length in bytes, which is also the default length.</summary>
    public const int HashSizeInBytes = 64;

    /// <summary>Creates an incremental hash.</summary>
    /// <param name="hashSizeInBytes">The digest length in bytes, 1 to <see cref="HashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public Blake2bp(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    internal Blake2bp(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Blake2bp>.Methods => HashMethods<Blake2LeavesEngine>.Default;
}
