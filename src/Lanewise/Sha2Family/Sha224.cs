using Engine = Lanewise.MerkleDamgard.MdEngine<uint, Lanewise.Sha2Family.Sha224Spec>;

namespace Lanewise;

/// <summary>SHA-224 (FIPS 180-4, section 6.3): one message, a running hash, or many messages at once in SIMD
/// lanes.</summary>
/// <remarks>
/// SHA-224 is unbroken, with 112 bits against collisions; <see cref="Sha256"/> costs the same and is everywhere.
/// <para>Words are read and the digest of 28 bytes is written big-endian. The base library has no such hash; everything is
/// managed code. All static methods may be called from several threads at once, a destination may lie inside the source, and
/// calls into spans allocate nothing.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Sha224.HashData("abc"u8);
///
/// // Ten thousand messages of 64 bytes, one after the other in one buffer:
/// byte[] digests = new byte[10_000 * Sha224.HashSizeInBytes];
/// Sha224.HashMany(messages, 64, digests);
/// </code>
/// </example>
[FaceOf(typeof(HmacMd5), typeof(Engine), HasKeys = false)]
public sealed partial class Sha224
{
    /// <summary>The length of a digest in bytes.</summary>
    public const int HashSizeInBytes = 28;
}
