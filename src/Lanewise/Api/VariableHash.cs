namespace Lanewise;

/// <summary>The base class for hashes with a variable digest length, such as <see cref="Blake3"/>.</summary>
/// <remarks>
/// Call the static methods on the type of the algorithm: <c>Blake3.HashData(message)</c>. If <c>HashData</c> writes to a
/// destination, the length of the destination determines the digest length. All other methods without a <c>hashSizeInBytes</c>
/// parameter compute digests of the default length. All static methods are thread-safe. A destination may overlap the source.
/// </remarks>
/// <typeparam name="TSelf">The algorithm.</typeparam>
public abstract class VariableHash<TSelf> : Hash<TSelf>
    where TSelf : VariableHash<TSelf>, IHashAlgorithm<TSelf>
{
    private protected VariableHash(int hashSizeInBytes)
        : base(TSelf.Methods.Start(default, TSelf.Methods.CheckHashSize(hashSizeInBytes)))
    {
    }

    private protected VariableHash(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    // ---- one message ----

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] source, int hashSizeInBytes) => HashData(MessageArray.Span(source), hashSizeInBytes);

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The digest length in bytes, from 1 to the algorithm's maximum.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> source, int hashSizeInBytes) =>
        TSelf.Methods.HashToArray(default, source, hashSizeInBytes);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static void HashData(byte[] source, Span<byte> destination) => HashData(MessageArray.Span(source), destination);

    /// <summary>Hashes a message. The length of the destination determines the digest length.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest. The destination may overlap the source.</param>
    /// <exception cref="ArgumentException">
    /// The length of <paramref name="destination"/> is not a valid digest length.
    /// </exception>
    public static void HashData(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckHashSize(destination);
        methods.Hash(default, source, destination);
    }

    /// <summary>Hashes a message that consists of segments.</summary>
    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, int)"/>
    public static byte[] HashData(in ReadOnlySequence<byte> source, int hashSizeInBytes) =>
        TSelf.Methods.HashToArray(source, hashSizeInBytes);

    /// <inheritdoc cref="Hash{TSelf}.HashData(Stream)"/>
    /// <param name="hashSizeInBytes">The digest length in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[] HashData(Stream source, int hashSizeInBytes) =>
        TSelf.Methods.HashToArray(default, source, hashSizeInBytes);

    /// <summary>
    /// Hashes a stream from its current position to its end. The destination's length determines the digest length.
    /// </summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest.</param>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or the length of <paramref name="destination"/> is not a valid digest length.
    /// </exception>
    public static void HashData(Stream source, Span<byte> destination)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckHashSize(destination);
        methods.Hash(default, source, destination);
    }

    /// <inheritdoc cref="HashData(Stream, int)"/>
    /// <param name="cancellationToken">Cancels the operation.</param>
    public static ValueTask<byte[]> HashDataAsync(
        Stream source, int hashSizeInBytes, CancellationToken cancellationToken = default) =>
        TSelf.Methods.HashToArrayAsync(default, source, hashSizeInBytes, cancellationToken);

    /// <inheritdoc cref="HashData(Stream, Span{byte})"/>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>A task that completes when the digest is written.</returns>
    public static ValueTask HashDataAsync(
        Stream source, Memory<byte> destination, CancellationToken cancellationToken = default)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckHashSize(destination.Span, nameof(destination));
        return HashMethods.Ended(methods.HashAsync(default, source, destination, cancellationToken));
    }

    // ---- many messages ----

    /// <inheritdoc cref="Hash{TSelf}.HashMany(IEnumerable{byte[]})"/>
    /// <param name="hashSizeInBytes">The digest length in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[][] HashMany(IEnumerable<byte[]> messages, int hashSizeInBytes) =>
        TSelf.Methods.HashManyToArrays(messages, default, hashSizeInBytes);

    /// <inheritdoc cref="HashMany(IEnumerable{byte[]}, int)"/>
    /// <param name="messages">The messages, which may be parts of larger arrays. A message can have any length.</param>
    public static byte[][] HashMany(IEnumerable<ReadOnlyMemory<byte>> messages, int hashSizeInBytes) =>
        TSelf.Methods.HashManyToArrays(messages, default, hashSizeInBytes);

    /// <inheritdoc cref="Hash{TSelf}.HashMany(ReadOnlySpan{byte}, int, Span{byte})"/>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="messageLength"/> is negative, or the hash does not support the requested digest length.
    /// </exception>
    public static void HashMany(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes) =>
        HashMany(Messages.Packed(source, messageLength), destination, hashSizeInBytes);

    /// <summary>Hashes packed messages of any length.</summary>
    /// <inheritdoc cref="HashMany(Messages, Span{byte}, int)"/>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">
    /// The length of each message in bytes. Together, the messages must be as long as the source.
    /// </param>
    public static void HashMany(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes) =>
        HashMany(Messages.Packed(source, messageLengths), destination, hashSizeInBytes);

    /// <inheritdoc cref="Hash{TSelf}.HashMany(Messages, Span{byte})"/>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A message length is negative, or the hash does not support the requested digest length.
    /// </exception>
    public static void HashMany(Messages messages, Span<byte> destination, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        methods.HashMany(messages, default, destination, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <inheritdoc cref="Hash{TSelf}.HashMany(MemoryMessages, Memory{byte}, ParallelOptions)"/>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A message length is negative, or the hash does not support the requested digest length.
    /// </exception>
    public static void HashMany(
        MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        methods.HashMany(messages, default, destination, methods.CheckHashSize(hashSizeInBytes), parallelOptions);
    }
}
