using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>The base class for Skein hashes, with methods for key derivation, keystreams and output of any length.</summary>
/// <typeparam name="TSelf">The derived class, which implements Skein with one state size.</typeparam>
public abstract class SkeinHash<TSelf> : ParameterizedHash<TSelf, SkeinParameters>
    where TSelf : SkeinHash<TSelf>, IHashAlgorithm<TSelf>
{
    private protected SkeinHash(int hashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    private protected SkeinHash(SkeinParameters parameters, int hashSizeInBytes)
        : base(parameters, hashSizeInBytes)
    {
    }

    private protected SkeinHash(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    // The default digest length equals the state size.
    private static int StateBytes => TSelf.Methods.HashBytes;

    /// <summary>
    /// Derives a key by hashing an empty message with a master key and an identifier (Skein 1.3, section 4.7).
    /// </summary>
    /// <param name="key">The master key, of any length except 0.</param>
    /// <param name="identifier">
    /// The identifier of the derived key. Derived keys with different identifiers or lengths are independent.
    /// </param>
    /// <param name="destination">Receives the derived key. The span's length determines the key length.</param>
    /// <exception cref="CryptographicException">The master key is empty.</exception>
    /// <exception cref="ArgumentException"><paramref name="identifier"/> or <paramref name="destination"/> is empty.</exception>
    public static void DeriveKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> identifier, Span<byte> destination)
    {
        if (key.IsEmpty) throw new CryptographicException("The master key is empty.");
        if (identifier.IsEmpty)
        {
            throw new ArgumentException(
                "The identifier is empty: the result would be the MAC of an empty message.", nameof(identifier));
        }

        TSelf.Methods.CheckHashSize(destination);
        SkeinSizes.DeriveKey(StateBytes, key, identifier, destination);
    }

    /// <inheritdoc cref="DeriveKey(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static void DeriveKey(byte[] key, ReadOnlySpan<byte> identifier, Span<byte> destination) =>
        DeriveKey(KeyArray.Span(key), identifier, destination);

    /// <summary>
    /// Derives a key by hashing an empty message with a master key and an identifier (Skein 1.3, section 4.7).
    /// </summary>
    /// <param name="key">The master key, of any length except 0.</param>
    /// <param name="identifier">The identifier of the derived key.</param>
    /// <param name="outputLength">The key length in bytes, at least 1.</param>
    /// <returns>The derived key.</returns>
    /// <exception cref="CryptographicException">The master key is empty.</exception>
    /// <exception cref="ArgumentException"><paramref name="identifier"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is less than 1.</exception>
    public static byte[] DeriveKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> identifier, int outputLength)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(outputLength, 1);
        byte[] output = new byte[outputLength];
        DeriveKey(key, identifier, output);
        return output;
    }

    /// <inheritdoc cref="DeriveKey(ReadOnlySpan{byte}, ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static byte[] DeriveKey(byte[] key, ReadOnlySpan<byte> identifier, int outputLength) =>
        DeriveKey(KeyArray.Span(key), identifier, outputLength);

    /// <summary>Derives a key from a master key and a string that identifies the derived key.</summary>
    /// <param name="key">The master key, of any length except 0.</param>
    /// <param name="identifier">The identifier of the derived key. The string is encoded as UTF-8.</param>
    /// <param name="outputLength">The key length in bytes, at least 1.</param>
    /// <returns>The derived key.</returns>
    /// <exception cref="CryptographicException">The master key is empty.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="identifier"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="identifier"/> is empty or contains an unpaired surrogate.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is less than 1.</exception>
    public static byte[] DeriveKey(ReadOnlySpan<byte> key, string identifier, int outputLength)
    {
        ArgumentNullException.ThrowIfNull(identifier);
        return DeriveKey(key, Utf8Text.Bytes(identifier, default), outputLength);
    }

    /// <inheritdoc cref="DeriveKey(ReadOnlySpan{byte}, string, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static byte[] DeriveKey(byte[] key, string identifier, int outputLength) =>
        DeriveKey(KeyArray.Span(key), identifier, outputLength);

    /// <summary>
    /// Hashes a message, and returns an output that can be read in pieces and from any position. Output blocks are computed in
    /// SIMD lanes.
    /// </summary>
    /// <param name="parameters">The optional strings and the shape of the hash tree.</param>
    /// <param name="source">The message.</param>
    /// <param name="outputLength">
    /// The output length in bytes, at least 1 and less than 2^61. The output depends on this length. Null means that the length
    /// is unknown: the output then has 2^64 - 1 bits, of which any number can be read.
    /// </param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is out of range.</exception>
    /// <exception cref="ArgumentException">Skein does not allow a tree of this shape.</exception>
    public static SkeinOutput OpenOutput(SkeinParameters parameters, ReadOnlySpan<byte> source, long? outputLength) =>
        SkeinSizes.Output(StateBytes, parameters, default, source, outputLength);

    /// <summary>
    /// Returns the keystream for a key and a nonce, to use Skein as a stream cipher (Skein 1.3, section 4.10).
    /// </summary>
    /// <remarks>
    /// To encrypt or decrypt, call <see cref="SkeinOutput.Transform"/>. Never use a nonce twice with the same key. A keystream
    /// alone does not detect changes to the ciphertext. For authenticated encryption, use <see cref="ThreefishSkein"/>.
    /// </remarks>
    /// <param name="key">The key, of any length except 0.</param>
    /// <param name="nonce">The nonce, of any length except 0. Never use a nonce twice with the same key.</param>
    /// <returns>The keystream, which is 2^64 - 1 bits long.</returns>
    /// <exception cref="CryptographicException">The key is empty.</exception>
    /// <exception cref="ArgumentException">The nonce is empty.</exception>
    public static SkeinOutput CreateKeystream(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce)
    {
        if (key.IsEmpty) throw new CryptographicException("The key is empty.");
        if (nonce.IsEmpty) throw new ArgumentException("The nonce is empty.", nameof(nonce));

        return SkeinSizes.Output(
            StateBytes, new SkeinParameters { Nonce = nonce.ToArray() }, key, default, null);
    }

    /// <inheritdoc cref="CreateKeystream(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static SkeinOutput CreateKeystream(byte[] key, ReadOnlySpan<byte> nonce) =>
        CreateKeystream(KeyArray.Span(key), nonce);

    /// <summary>
    /// Returns the output for the data appended so far. The output can be read in pieces and from any position. More data can
    /// be appended later.
    /// </summary>
    /// <returns>The output, whose length is <see cref="LanewiseHash.HashLengthInBytes"/>.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public SkeinOutput GetOutput()
    {
        using Use use = new(this);
        return ((ISkeinIncremental)Incremental).Output();
    }
}
