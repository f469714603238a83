namespace Lanewise;

/// <summary>The base class for hashes with a variable digest length, such as <see cref="Blake3"/>.</summary>
/// <remarks>
/// Call the static methods on the type of the algorithm: <c>Blake3.HashData(message)</c>. If <c>HashData</c> writes to a
/// destination, the length of the destination determines the digest length. All other methods without a <c>hashSizeInBytes</c>
/// parameter compute digests of the default length. All static methods are thread-safe. A destination may overlap the source.
/// </remarks>
/// <typeparam name="TSelf">The algorithm.</typeparam>
public abstract class VariableHash<TSelf> : LanewiseHash<TSelf>
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

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] source)
    {
        ArgumentNullException.ThrowIfNull(source);
        return HashData(source.AsSpan());
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] source, int hashSizeInBytes)
    {
        ArgumentNullException.ThrowIfNull(source);
        return HashData(source.AsSpan(), hashSizeInBytes);
    }

    /// <summary>Hashes a message, and returns a digest of the default length.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    public static byte[] HashData(ReadOnlySpan<byte> source) => TSelf.Methods.HashToArray(default, source);

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The digest length in bytes, from 1 to the algorithm's maximum.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> source, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashToArray(default, source, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static void HashData(byte[] source, Span<byte> destination)
    {
        ArgumentNullException.ThrowIfNull(source);
        HashData(source.AsSpan(), destination);
    }

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

    /// <summary>Hashes a message that consists of segments, and returns a digest of the default length.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    public static byte[] HashData(in ReadOnlySequence<byte> source) => TSelf.Methods.HashToArray(source);

    /// <summary>Hashes a message that consists of segments.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The digest length in bytes, from 1 to the algorithm's maximum.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[] HashData(in ReadOnlySequence<byte> source, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashToArray(source, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <summary>Hashes a stream from its current position to its end, and returns a digest of the default length.</summary>
    /// <param name="source">The stream.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(Stream source) => TSelf.Methods.HashToArray(default, source);

    /// <summary>Hashes a stream from its current position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The digest length in bytes, from 1 to the algorithm's maximum.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[] HashData(Stream source, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashToArray(default, source, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <summary>
    /// Hashes a stream from its current position to its end. The length of the destination determines the digest length.
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

    /// <inheritdoc cref="HashData(Stream)"/>
    /// <param name="source">The stream.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    public static ValueTask<byte[]> HashDataAsync(Stream source, CancellationToken cancellationToken = default) =>
        TSelf.Methods.HashToArrayAsync(default, source, cancellationToken);

    /// <inheritdoc cref="HashData(Stream, int)"/>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The digest length in bytes, from 1 to the algorithm's maximum.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    public static ValueTask<byte[]> HashDataAsync(
        Stream source, int hashSizeInBytes, CancellationToken cancellationToken = default)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashToArrayAsync(default, source, methods.CheckHashSize(hashSizeInBytes), cancellationToken);
    }

    /// <inheritdoc cref="HashData(Stream, Span{byte})"/>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest.</param>
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

    /// <summary>Hashes many messages in parallel SIMD lanes, and returns each digest in a new array.</summary>
    /// <param name="messages">
    /// The messages, as a <c>byte[][]</c>, a <c>List&lt;byte[]&gt;</c> or any other sequence. A message can have any length.
    /// </param>
    /// <returns>The digests of the default length, in the order of the messages.</returns>
    /// <remarks>
    /// On most machines, batches of at least three messages are faster than single calls. The speedup is largest for batches of
    /// at least <c>PreferredBatchSize</c> messages of similar length. Overloads that write to a destination do not allocate
    /// memory.
    /// </remarks>
    /// <example>
    /// <code>
    /// byte[][] messages = ["first"u8.ToArray(), "second"u8.ToArray(), "third"u8.ToArray()];
    /// byte[][] digests = Blake3.HashMany(messages);   // digests[1] is the digest of "second"
    /// </code>
    /// </example>
    /// <exception cref="ArgumentNullException"><paramref name="messages"/> is null.</exception>
    /// <exception cref="ArgumentException">A message is null.</exception>
    public static byte[][] HashMany(IEnumerable<byte[]> messages) => TSelf.Methods.HashManyToArrays(messages, default);

    /// <inheritdoc cref="HashMany(IEnumerable{byte[]})"/>
    /// <param name="messages">The messages, each of which can have any length.</param>
    /// <param name="hashSizeInBytes">The digest length in bytes, from 1 to the algorithm's maximum.</param>
    /// <returns>The digests in the order of the messages.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[][] HashMany(IEnumerable<byte[]> messages, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashManyToArrays(messages, default, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <inheritdoc cref="HashMany(IEnumerable{byte[]})"/>
    public static byte[][] HashMany(IEnumerable<ReadOnlyMemory<byte>> messages) =>
        TSelf.Methods.HashManyToArrays(messages, default);

    /// <inheritdoc cref="HashMany(IEnumerable{byte[]}, int)"/>
    public static byte[][] HashMany(IEnumerable<ReadOnlyMemory<byte>> messages, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashManyToArrays(messages, default, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <summary>Hashes packed messages of equal length. The digests have the default length.</summary>
    /// <inheritdoc cref="HashMany(ReadOnlySpan{byte}, int, Span{byte}, int)"/>
    public static void HashMany(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination) =>
        TSelf.Methods.HashMany(Messages.Packed(source, messageLength), default, destination);

    /// <summary>Hashes packed messages of equal length.</summary>
    /// <param name="source">
    /// The messages, one after another. The length of the destination determines the number of messages.
    /// </param>
    /// <param name="messageLength">The length of each message in bytes, which may be 0.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A message length is negative, or the hash does not support the requested digest length.
    /// </exception>
    /// <exception cref="ArgumentException">The length of the destination is not a multiple of the digest length.</exception>
    /// <exception cref="ArgumentException">
    /// The length of the source is not <paramref name="messageLength"/> times the number of digests.
    /// </exception>
    public static void HashMany(
        ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        int hashBytes = methods.CheckHashSize(hashSizeInBytes);
        methods.HashMany(Messages.Packed(source, messageLength), default, destination, hashBytes);
    }

    /// <summary>Hashes packed messages of any length. The digests have the default length.</summary>
    /// <inheritdoc cref="HashMany(ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, int)"/>
    public static void HashMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination) =>
        TSelf.Methods.HashMany(Messages.Packed(source, messageLengths), default, destination);

    /// <summary>Hashes packed messages of any length.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">
    /// The length of each message in bytes. The lengths must add up to the length of the source.
    /// </param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A message length is negative, or the hash does not support the requested digest length.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The length of the destination differs from the total length of the digests.
    /// </exception>
    /// <exception cref="ArgumentException">The message lengths do not add up to the length of the source.</exception>
    public static void HashMany(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        int hashBytes = methods.CheckHashSize(hashSizeInBytes);
        methods.HashMany(Messages.Packed(source, messageLengths), default, destination, hashBytes);
    }

    /// <summary>
    /// Hashes messages that are packed in one buffer or scattered in memory. The digests have the default length.
    /// </summary>
    /// <inheritdoc cref="HashMany(Messages, Span{byte}, int)"/>
    public static void HashMany(Messages messages, Span<byte> destination) =>
        TSelf.Methods.HashMany(messages, default, destination);

    /// <summary>Hashes messages that are packed in one buffer or scattered in memory.</summary>
    /// <param name="messages">The messages. Arrays and spans of messages convert implicitly to <see cref="Messages"/>.</param>
    /// <param name="destination">
    /// Receives the digests in the order of the messages. The destination may overlap the messages.
    /// </param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A message length is negative, or the hash does not support the requested digest length.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The length of the destination differs from the total length of the digests.
    /// </exception>
    /// <exception cref="ArgumentException">The message lengths do not add up to the length of the source.</exception>
    public static void HashMany(Messages messages, Span<byte> destination, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        methods.HashMany(messages, default, destination, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <summary>Hashes messages on several cores, and writes digests of the default length.</summary>
    /// <inheritdoc cref="HashMany(MemoryMessages, Memory{byte}, ParallelOptions, int)"/>
    public static void HashMany(MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions) =>
        TSelf.Methods.HashMany(messages, default, destination, parallelOptions);

    /// <summary>Hashes messages that are packed in one buffer or scattered in memory, on several cores.</summary>
    /// <param name="messages">
    /// The messages. Arrays of <c>ReadOnlyMemory&lt;byte&gt;</c> convert implicitly to <see cref="MemoryMessages"/>.
    /// </param>
    /// <param name="destination">
    /// Receives the digests in the order of the messages. The destination may overlap the messages.
    /// </param>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, from 1 to the algorithm's maximum.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A message length is negative, or the hash does not support the requested digest length.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The length of the destination differs from the total length of the digests.
    /// </exception>
    /// <exception cref="ArgumentException">The message lengths do not add up to the length of the source.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled. The destination may be partially written.</exception>
    public static void HashMany(
        MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        methods.HashMany(messages, default, destination, methods.CheckHashSize(hashSizeInBytes), parallelOptions);
    }
}
