using Engine = Lanewise.MerkleDamgard.Md<ulong, Lanewise.Sha2Family.Sha512Spec>.HmacEngine;

namespace Lanewise;

/// <summary>
/// Computes HMAC-SHA-512 (RFC 2104, RFC 4231) for one message, for data that arrives in pieces, or for many messages at once in
/// SIMD lanes. Many messages can share one key, or each can have a separate key.
/// </summary>
/// <remarks>
/// HMAC-SHA-512 is unbroken. <see cref="Blake2bMac"/> is faster. Keys of any length are valid. Keys and key-dependent states are
/// wiped from memory.
/// <para>
/// .NET's implementation computes the MAC of a single message with the CPU's SHA instructions. .NET also computes incremental
/// MACs, except those that start with a call to <see cref="LanewiseHash.AppendMany"/>. Many messages are processed in SIMD
/// lanes if this is faster on the current machine.
/// </para>
/// </remarks>
public sealed class HmacSha512 : FixedMac<HmacSha512>, IHashAlgorithm<HmacSha512>
{
    /// <inheritdoc cref="HmacSha256.HashSizeInBytes"/>
    public const int HashSizeInBytes = 64;

    /// <inheritdoc cref="HmacSha256(ReadOnlySpan{byte}, bool)"/>
    public HmacSha512(ReadOnlySpan<byte> key, bool canExportState = false)
        : base(key)
    {
        if (canExportState) Incremental.StayManaged();
    }

    /// <inheritdoc cref="HmacSha256(byte[], bool)"/>
    public HmacSha512(byte[] key, bool canExportState = false)
        : this(KeyArray.Span(key), canExportState)
    {
    }

    internal HmacSha512(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<HmacSha512>.Methods => HashMethods<Engine>.Default;
}
