using Lanewise.Blake2Family;

namespace Lanewise;

/// <summary>
/// BLAKE2sp (BLAKE2 paper, section 3): the message is dealt out to eight leaves that are hashed side by side in SIMD lanes. One
/// message, a running hash, or many messages at once; keyed.
/// </summary>
/// <remarks>
/// Sound as published, at the security of its output length. It gives other digests than BLAKE2s. With a key it is a MAC and a
/// PRF, without HMAC around it. The length of the digest is a parameter of the hash: a short digest is not the beginning of a
/// long one.
/// <para>Words are read and digests written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing. Keys are wiped after use.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Blake2sp.HashData(message);          // 32 bytes
/// byte[] tag = Blake2sp.HashData(key, message, 16);    // 16 bytes
/// </code>
/// </example>
[FaceOf(typeof(Blake2b), typeof(Blake2LeavesEngine<uint, Blake2sSpec>))]
public sealed partial class Blake2sp
{
    /// <summary>The length of the longest digest in bits.</summary>
    public const int MaxHashSizeInBits = 256;

    /// <summary>The length of the longest digest in bytes, and the default.</summary>
    public const int MaxHashSizeInBytes = 32;

    /// <summary>The length of the longest key in bytes.</summary>
    public const int MaxKeySizeInBytes = 32;

    private const int HashSizeInBytes = MaxHashSizeInBytes;
}
