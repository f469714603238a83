using Engine = Lanewise.MerkleDamgard.Md<uint, Lanewise.Sha2Family.Sha256Spec>.HmacEngine;

namespace Lanewise;

/// <summary>
/// Computes HMAC-SHA-256 (RFC 2104, RFC 4231) for one message, for data that arrives in pieces, or for many messages at once in
/// SIMD lanes. Many messages can share one key, or each can have a separate key.
/// </summary>
/// <remarks>
/// HMAC-SHA-256 is unbroken, and many protocols require it. <see cref="Blake3Mac"/> is faster. Keys of any length are valid.
/// Keys and key-dependent states are wiped from memory.
/// <para>
/// .NET's implementation computes the MAC of a single message with the CPU's SHA instructions. .NET also computes incremental
/// MACs, except those that start with a call to <see cref="LanewiseHash.AppendMany"/>. Many messages are processed in SIMD
/// lanes if this is faster on the current machine.
/// </para>
/// </remarks>
public sealed class HmacSha256 : FixedMac<HmacSha256>, IHashAlgorithm<HmacSha256>
{
    /// <summary>
    /// The MAC length in bytes, which <see cref="LanewiseHash.HashLengthInBytes"/> also returns.
    /// </summary>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental MAC.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="canExportState">
    /// True if you intend to call <see cref="LanewiseHash.ExportState"/>. The MAC is then computed by managed code, which is
    /// slower for a single message than .NET's implementation.
    /// </param>
    public HmacSha256(ReadOnlySpan<byte> key, bool canExportState = false)
        : base(key)
    {
        if (canExportState) Incremental.StayManaged();
    }

    /// <inheritdoc cref="HmacSha256(ReadOnlySpan{byte}, bool)"/>
    /// <param name="key">The key, which must not be empty.</param>
    /// <param name="canExportState">
    /// True if you intend to call <see cref="LanewiseHash.ExportState"/>. The MAC is then computed by managed code, which is
    /// slower for a single message than .NET's implementation.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> is an empty array.</exception>
    public HmacSha256(byte[] key, bool canExportState = false)
        : this(KeyArray.Span(key), canExportState)
    {
    }

    internal HmacSha256(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<HmacSha256>.Methods => HashMethods<Engine>.Default;
}
