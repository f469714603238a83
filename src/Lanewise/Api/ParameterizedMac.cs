namespace Lanewise;

/// <summary>
/// The base class for message authentication codes (MACs) that have parameters in addition to the key and the length, such as a
/// salt, a personalization or a customization.
/// </summary>
/// <typeparam name="TSelf">The algorithm.</typeparam>
/// <typeparam name="TParameters">The type of the parameters.</typeparam>
public abstract class ParameterizedMac<TSelf, TParameters> : VariableMac<TSelf>
    where TSelf : ParameterizedMac<TSelf, TParameters>, IHashAlgorithm<TSelf>
    where TParameters : class
{
    private protected ParameterizedMac(ReadOnlySpan<byte> key, int hashSizeInBytes)
        : base(key, hashSizeInBytes)
    {
    }

    private protected ParameterizedMac(TParameters parameters, ReadOnlySpan<byte> key, int hashSizeInBytes)
        : base(Methods.Start(parameters, TSelf.Methods.CheckKey(key), TSelf.Methods.CheckHashSize(hashSizeInBytes)))
    {
    }

    private protected ParameterizedMac(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    private static IParameterMethods<TParameters> Methods => (IParameterMethods<TParameters>)TSelf.Methods;

    /// <inheritdoc cref="HashData(TParameters, ReadOnlySpan{byte}, ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/>, <paramref name="key"/> or <paramref name="source"/> is null.
    /// </exception>
    [OverloadResolutionPriority(1)]
    public static byte[] HashData(TParameters parameters, byte[] key, byte[] source, int hashSizeInBytes) =>
        HashData(parameters, KeyArray.Span(key), MessageArray.Span(source), hashSizeInBytes);

    /// <inheritdoc cref="HashData(TParameters, ReadOnlySpan{byte}, ReadOnlySpan{byte}, int)"/>
    public static byte[] HashData(TParameters parameters, byte[] key, ReadOnlySpan<byte> source, int hashSizeInBytes) =>
        HashData(parameters, KeyArray.Span(key), source, hashSizeInBytes);

    /// <summary>Computes the MAC of a message using the given parameters.</summary>
    /// <param name="parameters">The parameters.</param>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the MAC in bytes, from 1 to the algorithm's maximum.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/> is null, or <paramref name="key"/> is a null array.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The algorithm does not support the requested MAC length.</exception>
    /// <exception cref="ArgumentException">A field of <paramref name="parameters"/> is not valid for the algorithm.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public static byte[] HashData(
        TParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashSizeInBytes)
    {
        byte[] hash = new byte[TSelf.Methods.CheckHashSize(hashSizeInBytes)];
        HashData(parameters, key, source, hash);
        return hash;
    }

    /// <inheritdoc cref="HashData(TParameters, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/>, <paramref name="key"/> or <paramref name="source"/> is null.
    /// </exception>
    [OverloadResolutionPriority(1)]
    public static void HashData(TParameters parameters, byte[] key, byte[] source, Span<byte> destination) =>
        HashData(parameters, KeyArray.Span(key), MessageArray.Span(source), destination);

    /// <inheritdoc cref="HashData(TParameters, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    public static void HashData(TParameters parameters, byte[] key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HashData(parameters, KeyArray.Span(key), source, destination);

    /// <summary>
    /// Computes the MAC of a message with parameters. The length of the destination determines the MAC length.
    /// </summary>
    /// <param name="parameters">The parameters.</param>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the MAC. The destination may overlap the source.</param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/> is null, or <paramref name="key"/> is a null array.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The length of <paramref name="destination"/> is not a valid MAC length, or a field of <paramref name="parameters"/> is not
    /// valid for the algorithm.
    /// </exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public static void HashData(
        TParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        TSelf.Methods.CheckHashSize(destination);
        Methods.Hash(parameters, TSelf.Methods.CheckKey(key), source, destination);
    }

    /// <inheritdoc cref="Verify(TParameters, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/>, <paramref name="key"/> or <paramref name="source"/> is null.
    /// </exception>
    [OverloadResolutionPriority(1)]
    public static bool Verify(TParameters parameters, byte[] key, byte[] source, ReadOnlySpan<byte> hash) =>
        Verify(parameters, KeyArray.Span(key), MessageArray.Span(source), hash);

    /// <inheritdoc cref="Verify(TParameters, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    public static bool Verify(TParameters parameters, byte[] key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash) =>
        Verify(parameters, KeyArray.Span(key), source, hash);

    /// <summary>
    /// Returns whether a message has the expected MAC for the given parameters. The comparison takes constant time.
    /// </summary>
    /// <param name="parameters">The parameters.</param>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The expected MAC. Its length determines the MAC length, so check the length that you agreed on.</param>
    /// <returns>True if the MAC is correct.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/> is null, or <paramref name="key"/> is a null array.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The length of <paramref name="hash"/> is not a valid MAC length, or <paramref name="hash"/> is so short that it can be
    /// guessed.
    /// </exception>
    /// <exception cref="ArgumentException">A field of <paramref name="parameters"/> is not valid for the algorithm.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public static bool Verify(
        TParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash) =>
        Methods.Verify(parameters, key, source, hash);

    /// <summary>Computes MACs for many messages using the given parameters.</summary>
    /// <inheritdoc cref="VariableMac{TSelf}.HashMany(Messages, Span{byte}, HashKeys, int)"/>
    /// <param name="parameters">The parameters, which apply to all messages.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// A field of <paramref name="parameters"/> is not valid for the algorithm, or the number of keys, the message lengths or the
    /// length of the destination is wrong.
    /// </exception>
    public static void HashMany(
        TParameters parameters, Messages messages, Span<byte> destination, HashKeys keys, int hashSizeInBytes) =>
        Methods.HashMany(
            parameters, messages, TSelf.Methods.CheckKeys(keys), destination, TSelf.Methods.CheckHashSize(hashSizeInBytes));
}
