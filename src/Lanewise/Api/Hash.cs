namespace Lanewise;

/// <summary>The base class for hashes, with the methods that are the same for every digest length.</summary>
/// <remarks>
/// Call the static methods on the type of the algorithm: <c>Sha256.HashData(message)</c>. If the digest length of the algorithm
/// is variable, these methods compute digests of the default length. All static methods are thread-safe. A destination may
/// overlap the source.
/// </remarks>
/// <typeparam name="TSelf">The algorithm.</typeparam>
public abstract class Hash<TSelf> : LanewiseHash<TSelf>
    where TSelf : Hash<TSelf>, IHashAlgorithm<TSelf>
{
    private protected Hash(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    // ---- one message ----

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] source) => HashData(MessageArray.Span(source));

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    public static byte[] HashData(ReadOnlySpan<byte> source) => TSelf.Methods.HashToArray(default, source);

    /// <summary>Hashes a message that consists of segments.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    public static byte[] HashData(in ReadOnlySequence<byte> source) => TSelf.Methods.HashToArray(source);

    /// <summary>Hashes a stream from its current position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(Stream source) => TSelf.Methods.HashToArray(default, source);

    /// <inheritdoc cref="HashData(Stream)"/>
    /// <param name="cancellationToken">Cancels the operation.</param>
    public static ValueTask<byte[]> HashDataAsync(Stream source, CancellationToken cancellationToken = default) =>
        TSelf.Methods.HashToArrayAsync(default, source, null, cancellationToken);

    // ---- many messages ----

    /// <summary>Hashes many messages in parallel SIMD lanes, and returns each digest in a new array.</summary>
    /// <param name="messages">
    /// The messages, as a <c>byte[][]</c>, a <c>List&lt;byte[]&gt;</c> or any other sequence. A message can have any length.
    /// </param>
    /// <returns>The digests in the order of the messages.</returns>
    /// <remarks>
    /// On most machines, batches of at least three messages are faster than single calls. The speedup is largest for batches of
    /// at least <c>PreferredBatchSize</c> messages of similar length. Overloads that write to a destination do not allocate
    /// memory.
    /// </remarks>
    /// <example>
    /// <code>
    /// byte[][] messages = ["first"u8.ToArray(), "second"u8.ToArray(), "third"u8.ToArray()];
    /// byte[][] digests = Sha256.HashMany(messages);   // digests[1] is the digest of "second"
    /// </code>
    /// </example>
    /// <exception cref="ArgumentNullException"><paramref name="messages"/> is null.</exception>
    /// <exception cref="ArgumentException">A message is null.</exception>
    public static byte[][] HashMany(IEnumerable<byte[]> messages) => TSelf.Methods.HashManyToArrays(messages, default);

    /// <inheritdoc cref="HashMany(IEnumerable{byte[]})"/>
    /// <param name="messages">The messages, which may be parts of larger arrays. A message can have any length.</param>
    public static byte[][] HashMany(IEnumerable<ReadOnlyMemory<byte>> messages) =>
        TSelf.Methods.HashManyToArrays(messages, default);

    /// <summary>Hashes packed messages of equal length.</summary>
    /// <param name="source">
    /// The messages, one after another. The destination's length determines their number.
    /// </param>
    /// <param name="messageLength">The length of each message in bytes, which may be 0.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <example>
    /// <code>
    /// // Ten thousand messages of 64 bytes in one buffer:
    /// byte[] digests = new byte[10_000 * Sha256.HashSizeInBytes];
    /// Sha256.HashMany(messages, 64, digests);
    /// </code>
    /// </example>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="messageLength"/> is negative.</exception>
    /// <exception cref="ArgumentException">The length of the destination is not a multiple of the digest length.</exception>
    /// <exception cref="ArgumentException">
    /// The length of the source is not <paramref name="messageLength"/> times the number of digests.
    /// </exception>
    public static void HashMany(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination) =>
        TSelf.Methods.HashMany(Messages.Packed(source, messageLength), default, destination);

    /// <summary>Hashes packed messages of any length.</summary>
    /// <inheritdoc cref="HashMany(Messages, Span{byte})"/>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">
    /// The length of each message in bytes. Together, the messages must be as long as the source.
    /// </param>
    public static void HashMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination) =>
        TSelf.Methods.HashMany(Messages.Packed(source, messageLengths), default, destination);

    /// <summary>Hashes messages that are packed in one buffer or scattered in memory.</summary>
    /// <param name="messages">The messages. Arrays and spans of messages convert implicitly to <see cref="Messages"/>.</param>
    /// <param name="destination">
    /// Receives the digests in the order of the messages. The destination may overlap the messages.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">A message length is negative.</exception>
    /// <exception cref="ArgumentException">
    /// The destination is not exactly as long as all digests.
    /// </exception>
    /// <exception cref="ArgumentException">The message lengths do not add up to the length of the source.</exception>
    public static void HashMany(Messages messages, Span<byte> destination) =>
        TSelf.Methods.HashMany(messages, default, destination);

    /// <summary>Hashes messages that are packed in one buffer or scattered in memory, on several cores.</summary>
    /// <inheritdoc cref="HashMany(Messages, Span{byte})"/>
    /// <param name="messages">
    /// The messages. Arrays of <c>ReadOnlyMemory&lt;byte&gt;</c> convert implicitly to <see cref="MemoryMessages"/>.
    /// </param>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled. The destination may be partially written.</exception>
    public static void HashMany(MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions) =>
        TSelf.Methods.HashMany(messages, default, destination, parallelOptions);
}
