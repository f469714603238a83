using Engine = Lanewise.MerkleDamgard.Md<uint, Lanewise.Sm3Family.Sm3Spec>.HmacEngine;

namespace Lanewise;

/// <summary>
/// Computes HMAC-SM3 (RFC 2104, with SM3 of GB/T 32905-2016) for one message, for data that arrives in pieces, or for many
/// messages at once in SIMD lanes. Many messages can share one key, or each can have a separate key.
/// </summary>
/// <remarks>
/// HMAC-SM3 is unbroken. Use HMAC-SM3 if a Chinese standard requires it. <see cref="Blake3Mac"/> is faster. Keys of any length
/// are valid. Keys and key-dependent states are wiped from memory.
/// </remarks>
public sealed class HmacSm3 : FixedMac<HmacSm3>, IHashAlgorithm<HmacSm3>
{
    /// <summary>
    /// The MAC length in bytes, which <see cref="LanewiseHash.HashLengthInBytes"/> also returns.
    /// </summary>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental MAC.</summary>
    /// <param name="key">The key, of any length.</param>
    public HmacSm3(ReadOnlySpan<byte> key)
        : base(key)
    {
    }

    /// <summary>Creates an incremental MAC.</summary>
    /// <param name="key">The key, which must not be empty.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> is an empty array.</exception>
    public HmacSm3(byte[] key)
        : base(KeyArray.Span(key))
    {
    }

    internal HmacSm3(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<HmacSm3>.Methods => HashMethods<Engine>.Default;
}
