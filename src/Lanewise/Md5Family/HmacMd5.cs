using Engine = Lanewise.MerkleDamgard.Md<uint, Lanewise.Md5Family.Md5Spec>.HmacEngine;

namespace Lanewise;

/// <summary>
/// Computes HMAC-MD5 (RFC 2104, RFC 2202) for one message, for data that arrives in pieces, or for many messages at once in SIMD
/// lanes. Many messages can share one key, or each can have a separate key.
/// </summary>
/// <remarks>
/// Use HMAC-MD5 only in legacy protocols. No practical forgery is known, but new designs should use <see cref="Blake2bMac"/>.
/// Keys of any length are valid. Keys and key-dependent states are wiped from memory.
/// </remarks>
public sealed class HmacMd5 : FixedMac<HmacMd5>, IHashAlgorithm<HmacMd5>
{
    /// <summary>
    /// The MAC length in bytes, which <see cref="LanewiseHash.HashLengthInBytes"/> also returns.
    /// </summary>
    public const int HashSizeInBytes = 16;

    /// <summary>Creates an incremental MAC.</summary>
    /// <param name="key">The key, of any length.</param>
    public HmacMd5(ReadOnlySpan<byte> key)
        : base(key)
    {
    }

    /// <summary>Creates an incremental MAC.</summary>
    /// <param name="key">The key, which must not be empty.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> is an empty array.</exception>
    public HmacMd5(byte[] key)
        : base(KeyArray.Span(key))
    {
    }

    internal HmacMd5(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<HmacMd5>.Methods => HashMethods<Engine>.Default;
}
