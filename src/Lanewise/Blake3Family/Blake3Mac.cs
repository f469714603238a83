using Lanewise.Blake3Family;

namespace Lanewise;

/// <summary>
/// Computes keyed BLAKE3, a message authentication code (MAC). The methods support single messages, data that arrives in pieces,
/// and many messages at once. Many messages can share one key, or each message can have its own key. The chunks of a single
/// message are hashed in SIMD lanes and on several cores.
/// </summary>
/// <remarks>
/// Keyed BLAKE3 is a MAC and a pseudorandom function (PRF), so HMAC is not needed. No attack on the full hash is known. The
/// security level is 128 bits. Message words and the MAC are little-endian. A shorter output is a prefix of a longer one. The
/// unkeyed hash is <see cref="Blake3"/>. Static methods are thread-safe. The destination may overlap the source. Methods that
/// write to spans do not allocate memory. Keys are wiped after use.
/// </remarks>
/// <example>
/// <code>
/// byte[] tag = Blake3Mac.HashData(key, message);   // with a 32-byte key
/// bool unchanged = Blake3Mac.Verify(key, message, tag);   // in constant time
/// </code>
/// </example>
public sealed class Blake3Mac : VariableMac<Blake3Mac>, IHashAlgorithm<Blake3Mac>
{
    /// <summary>
    /// The usual MAC length in bytes. The length of an instance is <see cref="LanewiseHash.HashLengthInBytes"/>.
    /// </summary>
    public const int HashSizeInBytes = 32;

    /// <summary>The key length in bytes.</summary>
    public const int KeySizeInBytes = 32;

    /// <summary>Creates an incremental MAC.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="hashSizeInBytes">The MAC length in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public Blake3Mac(ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : base(key, hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Blake3Mac(ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Blake3Mac(byte[] key, int hashSizeInBytes = HashSizeInBytes)
        : base(KeyArray.Span(key), hashSizeInBytes)
    {
    }

    internal Blake3Mac(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Blake3Mac>.Methods => HashMethods<Blake3Engine>.Default;

    /// <summary>
    /// Computes the MAC of a message on several cores. The destination's length determines the MAC length.
    /// </summary>
    /// <inheritdoc cref="Blake3.HashData(ReadOnlyMemory{byte}, Span{byte}, ParallelOptions)"/>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="destination">Receives the MAC. The span must be at least 1 byte long, and may overlap the source.</param>
    /// <exception cref="CryptographicException">The key has the wrong length.</exception>
    public static void HashData(
        ReadOnlySpan<byte> key, ReadOnlyMemory<byte> source, Span<byte> destination, ParallelOptions parallelOptions) =>
        Blake3Parallel.HashKeyed(key, source, destination, parallelOptions);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlyMemory{byte}, Span{byte}, ParallelOptions)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static void HashData(
        byte[] key, ReadOnlyMemory<byte> source, Span<byte> destination, ParallelOptions parallelOptions) =>
        HashData(KeyArray.Span(key), source, destination, parallelOptions);

    /// <inheritdoc cref="Blake3.AppendData(ReadOnlyMemory{byte}, ParallelOptions)"/>
    public void AppendData(ReadOnlyMemory<byte> data, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        using Use use = new(this);
        ((Blake3Incremental)Incremental).Append(data, parallelOptions);
    }

    /// <inheritdoc cref="Blake3.GetOutput"/>
    public Blake3Output GetOutput()
    {
        using Use use = new(this);
        return new Blake3Output((Blake3Incremental)Incremental);
    }
}
