using Engine = Lanewise.MerkleDamgard.Md<uint, Lanewise.Sha2Family.Sha256Spec>.MdEngine;

namespace Lanewise;

/// <summary>
/// Computes SHA-256 (FIPS 180-4, section 6.2) for one message, for data that arrives in pieces, or for many messages at once in
/// SIMD lanes.
/// </summary>
/// <remarks>
/// SHA-256 is unbroken, but it allows length extension: anyone who knows a digest and the message length can compute the digest
/// of a longer message. For a MAC, use <see cref="HmacSha256"/>.
/// <para>
/// Message words and the digest are big-endian. The digest is 32 bytes long. .NET's implementation hashes a single message with
/// the CPU's SHA instructions. Many messages are hashed in SIMD lanes if this is faster on the current machine. Static methods
/// are thread-safe. The destination may overlap the source. Methods that write to spans do not allocate memory.
/// </para>
/// <para>
/// .NET's implementation also computes incremental hashes, except those that start with a call to
/// <see cref="LanewiseHash.AppendMany"/>. A hash that .NET computes can be cloned, but its state cannot be exported.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Sha256.HashData("abc"u8);
///
/// // Ten thousand 64-byte messages, one after another in one buffer:
/// byte[] digests = new byte[10_000 * Sha256.HashSizeInBytes];
/// Sha256.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Sha256 : FixedHash<Sha256>, IHashAlgorithm<Sha256>
{
    /// <summary>
    /// The digest length in bytes, which <see cref="LanewiseHash.HashLengthInBytes"/> also returns.
    /// </summary>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental hash.</summary>
    /// <param name="canExportState">
    /// True if you intend to call <see cref="LanewiseHash.ExportState"/>. The hash is then computed by managed code, which is
    /// slower for a single message than .NET's implementation.
    /// </param>
    public Sha256(bool canExportState = false)
    {
        if (canExportState) Incremental.StayManaged();
    }

    internal Sha256(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha256>.Methods => HashMethods<Engine>.Default;
}
