using Engine = Lanewise.Blake2Family.Blake2<ulong, Lanewise.Blake2Family.Blake2bSpec>.Blake2OutputEngine;

namespace Lanewise;

/// <summary>
/// Computes keyed BLAKE2Xb, a message authentication code (MAC). The methods support single messages, data that arrives in
/// pieces, and many messages at once in SIMD lanes. Many messages can share one key, or each message can have its own key.
/// </summary>
/// <remarks>
/// Keyed BLAKE2Xb is a MAC and a pseudorandom function (PRF), so HMAC is not needed. No attack on the full hash is known. The
/// security level depends on the MAC length. The MAC length is a parameter of the function, so a shorter MAC is not a prefix of a
/// longer one. The unkeyed hash is <see cref="Blake2xb"/>. Static methods are thread-safe. The destination may overlap the
/// source. Methods that write to spans do not allocate memory. Keys are wiped after use.
/// </remarks>
/// <example>
/// <code>
/// byte[] tag = Blake2xbMac.HashData(key, message, 16);
/// bool unchanged = Blake2xbMac.Verify(key, message, tag);   // in constant time
/// </code>
/// </example>
public sealed class Blake2xbMac : VariableMac<Blake2xbMac>, IHashAlgorithm<Blake2xbMac>
{
    /// <summary>
    /// The usual MAC length in bytes. The length of an instance is <see cref="LanewiseHash.HashLengthInBytes"/>.
    /// </summary>
    public const int HashSizeInBytes = 64;

    /// <summary>The maximum key length in bytes.</summary>
    public const int MaxKeySizeInBytes = 64;

    /// <summary>Creates an incremental MAC.</summary>
    /// <param name="key">The key, 1 to <see cref="MaxKeySizeInBytes"/> bytes.</param>
    /// <param name="hashSizeInBytes">The MAC length in bytes, 1 to <see cref="Blake2xb.MaxHashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public Blake2xbMac(ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : base(key, hashSizeInBytes)
    {
    }

    /// <inheritdoc cref="Blake2xbMac(ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Blake2xbMac(byte[] key, int hashSizeInBytes = HashSizeInBytes)
        : base(KeyArray.Span(key), hashSizeInBytes)
    {
    }

    internal Blake2xbMac(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Blake2xbMac>.Methods => HashMethods<Engine>.Default;

    /// <summary>
    /// Creates an incremental hash whose output length is unknown. To read the output, call <see cref="GetOutput"/>.
    /// </summary>
    /// <param name="key">The key, 1 to <see cref="MaxKeySizeInBytes"/> bytes.</param>
    /// <returns>The incremental MAC.</returns>
    /// <exception cref="CryptographicException">The key has the wrong length.</exception>
    public static Blake2xbMac CreateUnknownLength(ReadOnlySpan<byte> key) =>
        new(Engine.StartUnknown(HashMethods<Engine>.Default.CheckKey(key)));

    /// <inheritdoc cref="CreateUnknownLength(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static Blake2xbMac CreateUnknownLength(byte[] key) => CreateUnknownLength(KeyArray.Span(key));

    /// <summary>
    /// Returns the output for the data appended so far. The output can be read from any position. More data can be appended
    /// later.
    /// </summary>
    /// <returns>An output reader that is independent of this instance.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public Blake2xOutput GetOutput()
    {
        using Use use = new(this);
        return Engine.Output(Incremental);
    }
}
