using Engine = Lanewise.MerkleDamgard.Md<uint, Lanewise.Sm3Family.Sm3Spec>.MdEngine;

namespace Lanewise;

/// <summary>
/// Computes SM3 (GB/T 32905-2016) for one message, for data in pieces, or for many messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// SM3 is the Chinese national standard hash, and it is unbroken. Use SM3 if a Chinese standard requires it; otherwise, use
/// <see cref="Blake3"/> or <see cref="Sha256"/>. SM3 allows length extension: anyone who knows a digest and the message length
/// can compute the digest of a longer message. For a MAC, use <see cref="HmacSm3"/>.
/// <para>
/// Message words and the digest are big-endian. The digest is 32 bytes long. The code is fully managed. Static methods are
/// thread-safe. The destination may overlap the source. Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Sm3.HashData("abc"u8);
///
/// // Ten thousand 64-byte messages, one after another in one buffer:
/// byte[] digests = new byte[10_000 * Sm3.HashSizeInBytes];
/// Sm3.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Sm3 : FixedHash<Sm3>, IHashAlgorithm<Sm3>
{
    /// <summary>
    /// The digest length in bytes, which <see cref="LanewiseHash.HashLengthInBytes"/> also returns.
    /// </summary>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental hash.</summary>
    public Sm3()
    {
    }

    internal Sm3(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sm3>.Methods => HashMethods<Engine>.Default;
}
