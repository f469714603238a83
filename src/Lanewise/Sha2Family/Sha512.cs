using Engine = Lanewise.MerkleDamgard.MdEngine<ulong, Lanewise.Sha2Family.Sha512Spec>;

namespace Lanewise;

/// <summary>SHA-512 (FIPS 180-4, section 6.4): one message, a running hash, or many messages at once in SIMD lanes.</summary>
/// <remarks>
/// SHA-512 is unbroken. From a digest alone the digest of a longer message can be computed: as a MAC take
/// <see cref="HmacSha512"/>.
/// <para>Words are read and the digest of 64 bytes is written big-endian. One message is hashed by the base library, which has
/// the processor's instructions for it; many go through lanes as far as that is faster on this machine. All static methods may
/// be called from several threads at once, a destination may lie inside the source, and calls into spans allocate
/// nothing.</para>
/// <para>A running hash whose first data come alone is the base library's, too; it can be cloned, and its state cannot be
/// exported. Where the first data come by <see cref="LanewiseHash.AppendMany"/>, it stays in lanes.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Sha512.HashData("abc"u8);
///
/// // Ten thousand messages of 64 bytes, one after the other in one buffer:
/// byte[] digests = new byte[10_000 * Sha512.HashSizeInBytes];
/// Sha512.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Sha512 : FixedHash<Sha512>, IHashAlgorithm<Sha512>
{
    /// <summary>The length of a digest in bytes.</summary>
    public const int HashSizeInBytes = 64;

    /// <summary>Starts an empty message.</summary>
    public Sha512()
    {
    }

    /// <summary>Starts an empty message, whose state can be exported or not.</summary>
    /// <param name="canExportState">
    /// Whether <see cref="LanewiseHash.ExportState"/> will be called: the hash then stays in managed code, which is slower for
    /// one message, and never goes to .NET.
    /// </param>
    public Sha512(bool canExportState)
    {
        if (canExportState) Running.StayHere();
    }

    internal Sha512(IRunningHash running)
        : base(running)
    {
    }

    static HashMethods IHashAlgorithm<Sha512>.Methods => HashMethods<Engine>.Usual;

    static Sha512 IHashAlgorithm<Sha512>.Over(IRunningHash running) => new(running);
}
