using Engine = Lanewise.MerkleDamgard.Md<ulong, Lanewise.Sha2Family.Sha512Spec>.MdEngine;

namespace Lanewise;

/// <summary>
/// Computes SHA-512 (FIPS 180-4, section 6.4) for one message, for data that arrives in pieces, or for many messages at once in
/// SIMD lanes.
/// </summary>
/// <remarks>
/// SHA-512 is unbroken, but it allows length extension: anyone who knows a digest and the message length can compute the digest
/// of a longer message. For a MAC, use <see cref="HmacSha512"/>.
/// <para>
/// Message words and the digest are big-endian. The digest is 64 bytes long. .NET's implementation hashes a single message with
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
/// byte[] digest = Sha512.HashData("abc"u8);
///
/// // Ten thousand 64-byte messages, one after another in one buffer:
/// byte[] digests = new byte[10_000 * Sha512.HashSizeInBytes];
/// Sha512.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Sha512 : FixedHash<Sha512>, IHashAlgorithm<Sha512>
{
    /// <inheritdoc cref="Sha256.HashSizeInBytes"/>
    public const int HashSizeInBytes = 64;

    /// <inheritdoc cref="Sha256(bool)"/>
    public Sha512(bool canExportState = false)
    {
        if (canExportState) Incremental.StayManaged();
    }

    internal Sha512(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Sha512>.Methods => HashMethods<Engine>.Default;
}
