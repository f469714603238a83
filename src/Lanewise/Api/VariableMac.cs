namespace Lanewise;

/// <summary>
/// The base class for message authentication codes (MACs) with a variable length, such as <see cref="Blake3Mac"/>.
/// </summary>
/// <remarks>
/// Call the static methods on the type of the algorithm: <c>Blake3Mac.HashData(key, message)</c>. If <c>HashData</c> writes to a
/// destination, the length of the destination determines the MAC length. All other methods without a <c>hashSizeInBytes</c>
/// parameter compute MACs of the default length. A key array must be neither null nor empty. Only KMAC allows an empty key,
/// which must be passed as an empty span. All static methods are thread-safe. A destination may overlap the source.
/// </remarks>
/// <typeparam name="TSelf">The algorithm.</typeparam>
public abstract class VariableMac<TSelf> : Mac<TSelf>
    where TSelf : VariableMac<TSelf>, IHashAlgorithm<TSelf>
{
    private protected VariableMac(ReadOnlySpan<byte> key, int hashSizeInBytes)
        : base(TSelf.Methods.Start(TSelf.Methods.CheckKey(key), TSelf.Methods.CheckHashSize(hashSizeInBytes)))
    {
    }

    private protected VariableMac(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    // ---- one message ----

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    [OverloadResolutionPriority(1)]
    public static byte[] HashData(byte[] key, byte[] source, int hashSizeInBytes) =>
        HashData(KeyArray.Span(key), MessageArray.Span(source), hashSizeInBytes);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static byte[] HashData(byte[] key, ReadOnlySpan<byte> source, int hashSizeInBytes) =>
        HashData(KeyArray.Span(key), source, hashSizeInBytes);

    /// <inheritdoc cref="Mac{TSelf}.HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <param name="hashSizeInBytes">The MAC length in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashSizeInBytes) =>
        TSelf.Methods.Checked(key).HashToArray(key, source, hashSizeInBytes);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    [OverloadResolutionPriority(1)]
    public static void HashData(byte[] key, byte[] source, Span<byte> destination) =>
        HashData(KeyArray.Span(key), MessageArray.Span(source), destination);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static void HashData(byte[] key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HashData(KeyArray.Span(key), source, destination);

    /// <summary>Computes a MAC. The length of the destination determines the MAC length.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the MAC. The destination may overlap the source.</param>
    /// <exception cref="ArgumentException">The length of <paramref name="destination"/> is not a valid MAC length.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public static void HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckHashSize(destination);
        methods.Hash(methods.CheckKey(key), source, destination);
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] key, Stream source, int hashSizeInBytes) =>
        HashData(KeyArray.Span(key), source, hashSizeInBytes);

    /// <inheritdoc cref="Mac{TSelf}.HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <param name="hashSizeInBytes">The MAC length in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source, int hashSizeInBytes) =>
        TSelf.Methods.Checked(key).HashToArray(key, source, hashSizeInBytes);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    public static void HashData(byte[] key, Stream source, Span<byte> destination) =>
        HashData(KeyArray.Span(key), source, destination);

    /// <summary>
    /// Computes the MAC of a stream from its current position to its end. The length of the destination determines the MAC
    /// length.
    /// </summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the MAC.</param>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or the length of <paramref name="destination"/> is not a valid MAC length.
    /// </exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public static void HashData(ReadOnlySpan<byte> key, Stream source, Span<byte> destination)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckHashSize(destination);
        methods.Hash(methods.CheckKey(key), source, destination);
    }

    /// <inheritdoc cref="HashDataAsync(ReadOnlyMemory{byte}, Stream, int, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        byte[] key, Stream source, int hashSizeInBytes, CancellationToken cancellationToken = default) =>
        HashDataAsync(KeyArray.Memory(key), source, hashSizeInBytes, cancellationToken);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, int)"/>
    /// <param name="cancellationToken">Cancels the operation.</param>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, int hashSizeInBytes, CancellationToken cancellationToken = default) =>
        TSelf.Methods.Checked(key.Span).HashToArrayAsync(key.Span, source, hashSizeInBytes, cancellationToken);

    /// <inheritdoc cref="HashDataAsync(ReadOnlyMemory{byte}, Stream, Memory{byte}, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    public static ValueTask HashDataAsync(
        byte[] key, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        HashDataAsync(KeyArray.Memory(key), source, destination, cancellationToken);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>A task that completes when the MAC is written.</returns>
    public static ValueTask HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckHashSize(destination.Span, nameof(destination));
        return HashMethods.Ended(methods.HashAsync(methods.CheckKey(key.Span), source, destination, cancellationToken));
    }

    // ---- many messages ----

    /// <inheritdoc cref="Mac{TSelf}.HashMany(byte[], IEnumerable{byte[]})"/>
    /// <param name="hashSizeInBytes">The length of each MAC in bytes, from 1 to the algorithm's maximum.</param>
    /// <returns>The MACs in the order of the messages.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[][] HashMany(byte[] key, IEnumerable<byte[]> messages, int hashSizeInBytes) =>
        TSelf.Methods.HashManyToArrays(messages, TSelf.Methods.OneKey(key), hashSizeInBytes);

    /// <inheritdoc cref="HashMany(byte[], IEnumerable{byte[]}, int)"/>
    /// <param name="messages">The messages, which may be parts of larger arrays. A message can have any length.</param>
    public static byte[][] HashMany(byte[] key, IEnumerable<ReadOnlyMemory<byte>> messages, int hashSizeInBytes) =>
        TSelf.Methods.HashManyToArrays(messages, TSelf.Methods.OneKey(key), hashSizeInBytes);

    /// <inheritdoc cref="Mac{TSelf}.HashMany(Messages, Span{byte}, HashKeys)"/>
    /// <param name="hashSizeInBytes">The length of each MAC in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A message length is negative, or the algorithm does not support the requested MAC length.
    /// </exception>
    public static void HashMany(Messages messages, Span<byte> destination, HashKeys keys, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        methods.HashMany(messages, methods.CheckKeys(keys), destination, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <inheritdoc cref="Mac{TSelf}.HashMany(MemoryMessages, Memory{byte}, ParallelOptions, MemoryKeys)"/>
    /// <param name="hashSizeInBytes">The length of each MAC in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A message length is negative, or the algorithm does not support the requested MAC length.
    /// </exception>
    public static void HashMany(
        MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions, MemoryKeys keys, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        methods.HashMany(
            messages, methods.CheckKeys(keys), destination, methods.CheckHashSize(hashSizeInBytes), parallelOptions);
    }
}
