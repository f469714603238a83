using Engine = Lanewise.MerkleDamgard.MdEngine<uint, Lanewise.Sha1Family.Sha1Spec>;

namespace Lanewise;

/// <summary>SHA-1 (FIPS 180-4, section 6.1): one message, a running hash, or many messages at once in SIMD lanes.</summary>
/// <remarks>
/// SHA-1 is broken: collisions with chosen beginnings were made for some ten thousand dollars in 2020. Use it for git objects,
/// fixity and legacy protocols, never for security; for new work take <see cref="Sha256"/> or <see cref="Blake3"/>.
/// <para>Words are read and the digest of 20 bytes is written big-endian. One message is hashed by the base library, which has
/// the processor's instructions for it; many go through lanes as far as that is faster on this machine. All static methods may
/// be called from several threads at once, a destination may lie inside the source, and calls into spans allocate
/// nothing.</para>
/// <para>A running hash whose first data come alone is the base library's, too; it can be cloned, and its state cannot be
/// exported. Where the first data come by <see cref="LanewiseHash.AppendMany"/>, it stays in lanes.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Sha1.HashData("abc"u8);
///
/// // Ten thousand messages of 64 bytes, one after the other in one buffer:
/// byte[] digests = new byte[10_000 * Sha1.HashSizeInBytes];
/// Sha1.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Sha1 : FixedHash<Sha1>, IHashAlgorithm<Sha1>
{
    /// <summary>The length of a digest in bytes.</summary>
    public const int HashSizeInBytes = 20;

    /// <summary>Starts an empty message.</summary>
    public Sha1()
    {
    }

    /// <summary>Starts an empty message, whose state can be exported or not.</summary>
    /// <param name="canExportState">
    /// Whether <see cref="LanewiseHash.ExportState"/> will be called: the hash then stays in managed code, which is slower for
    /// one message, and never goes to .NET.
    /// </param>
    public Sha1(bool canExportState)
    {
        if (canExportState) Running.StayHere();
    }

    internal Sha1(IRunningHash running)
        : base(running)
    {
    }

    static HashMethods IHashAlgorithm<Sha1>.Methods => HashMethods<Engine>.Usual;

    static Sha1 IHashAlgorithm<Sha1>.Over(IRunningHash running) => new(running);
}
