using Engine = Lanewise.MerkleDamgard.Md<uint, Lanewise.Sha1Family.Sha1Spec>.MdEngine;

namespace Lanewise;

/// <summary>
/// Computes SHA-1 (FIPS 180-4, section 6.1) for one message, for data that arrives in pieces, or for many messages at once in
/// SIMD lanes.
/// </summary>
/// <remarks>
/// SHA-1 is broken: in 2020, a chosen-prefix collision cost tens of thousands of dollars. Use SHA-1 for git objects, fixity
/// checks and legacy protocols, never for security. For new designs, use <see cref="Sha256"/> or <see cref="Blake3"/>.
/// <para>
/// Message words and the digest are big-endian. The digest is 20 bytes long. .NET's implementation hashes a single message with
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
/// byte[] digest = Sha1.HashData("abc"u8);
///
/// // Ten thousand 64-byte messages, one after another in one buffer:
/// byte[] digests = new byte[10_000 * Sha1.HashSizeInBytes];
/// Sha1.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Sha1 : FixedHash<Sha1>, IHashAlgorithm<Sha1>
{
    /// <summary>
    /// The digest length in bytes, which <see cref="LanewiseHash.HashLengthInBytes"/> also returns.
    /// </summary>
    public const int HashSizeInBytes = 20;

    /// <inheritdoc cref="Sha256(bool)"/>
    public Sha1(bool canExportState = false)
    {
        if (canExportState) Incremental.StayManaged();
    }

    internal Sha1(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha1>.Methods => HashMethods<Engine>.Default;
}
