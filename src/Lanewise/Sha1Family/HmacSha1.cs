using Engine = Lanewise.MerkleDamgard.Md<uint, Lanewise.Sha1Family.Sha1Spec>.HmacEngine;

namespace Lanewise;

/// <summary>
/// Computes HMAC-SHA-1 (RFC 2104, RFC 2202) for one message, for data that arrives in pieces, or for many messages at once in
/// SIMD lanes. Many messages can share one key, or each can have a separate key.
/// </summary>
/// <remarks>
/// HMAC-SHA-1 is unbroken, but it is a legacy algorithm. For new designs, use <see cref="HmacSha256"/>. Keys of any length are
/// valid. Keys and key-dependent states are wiped from memory.
/// <para>
/// .NET's implementation computes the MAC of a single message with the CPU's SHA instructions. .NET also computes incremental
/// MACs, except those that start with a call to <see cref="LanewiseHash.AppendMany"/>. Many messages are processed in SIMD
/// lanes if this is faster on the current machine.
/// </para>
/// </remarks>
public sealed class HmacSha1 : FixedMac<HmacSha1>, IHashAlgorithm<HmacSha1>
{
    /// <summary>
    /// The MAC length in bytes, which <see cref="LanewiseHash.HashLengthInBytes"/> also returns.
    /// </summary>
    public const int HashSizeInBytes = 20;

    /// <inheritdoc cref="HmacSha256(ReadOnlySpan{byte}, bool)"/>
    public HmacSha1(ReadOnlySpan<byte> key, bool canExportState = false)
        : base(key)
    {
        if (canExportState) Incremental.StayManaged();
    }

    /// <inheritdoc cref="HmacSha256(byte[], bool)"/>
    public HmacSha1(byte[] key, bool canExportState = false)
        : this(KeyArray.Span(key), canExportState)
    {
    }

    internal HmacSha1(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<HmacSha1>.Methods => HashMethods<Engine>.Default;
}
