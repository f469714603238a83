using Engine = Lanewise.MerkleDamgard.Md<ulong, Lanewise.Sha2Family.Sha384Spec>.MdEngine;

namespace Lanewise;

/// <summary>
/// Computes SHA-384 (FIPS 180-4, section 6.5) for one message, for data that arrives in pieces, or for many messages at once in
/// SIMD lanes.
/// </summary>
/// <remarks>
/// SHA-384 is unbroken. A length extension attack is not possible: nobody can compute the digest of a longer message from a
/// SHA-384 digest alone.
/// <para>
/// Message words and the digest are big-endian. The digest is 48 bytes long. .NET's implementation hashes a single message with
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
/// byte[] digest = Sha384.HashData("abc"u8);
///
/// // Ten thousand 64-byte messages, one after another in one buffer:
/// byte[] digests = new byte[10_000 * Sha384.HashSizeInBytes];
/// Sha384.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Sha384 : FixedHash<Sha384>, IHashAlgorithm<Sha384>
{
    /// <inheritdoc cref="Sha256.HashSizeInBytes"/>
    public const int HashSizeInBytes = 48;

    /// <inheritdoc cref="Sha256(bool)"/>
    public Sha384(bool canExportState = false)
    {
        if (canExportState) Incremental.StayManaged();
    }

    internal Sha384(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha384>.Methods => HashMethods<Engine>.Default;
}
