namespace Lanewise;

/// <summary>
/// The base class for message authentication codes (MACs), with the methods that are the same for every MAC length.
/// </summary>
/// <remarks>
/// Call the static methods on the type of the algorithm: <c>HmacSha256.HashData(key, message)</c>. If the MAC length of the
/// algorithm is variable, these methods compute MACs of the default length, and <c>Verify</c> computes a MAC as long as the
/// expected MAC. A key array must be neither null nor empty. HMAC and KMAC allow an empty key, which must be passed as an empty
/// span. All static methods are thread-safe. A destination may overlap the source.
/// </remarks>
/// <typeparam name="TSelf">The algorithm.</typeparam>
public abstract class Mac<TSelf> : LanewiseHash<TSelf>
    where TSelf : Mac<TSelf>, IHashAlgorithm<TSelf>
{
    private protected Mac(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    // ---- one message ----

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    [OverloadResolutionPriority(1)]
    public static byte[] HashData(byte[] key, byte[] source) => HashData(KeyArray.Span(key), MessageArray.Span(source));

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static byte[] HashData(byte[] key, ReadOnlySpan<byte> source) => HashData(KeyArray.Span(key), source);

    /// <summary>Computes the MAC of a message.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source) =>
        TSelf.Methods.Checked(key).HashToArray(key, source);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static byte[] HashData(byte[] key, Stream source) => HashData(KeyArray.Span(key), source);

    /// <summary>Computes the MAC of a stream from its current position to its end.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source) =>
        TSelf.Methods.Checked(key).HashToArray(key, source);

    /// <inheritdoc cref="HashDataAsync(ReadOnlyMemory{byte}, Stream, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static ValueTask<byte[]> HashDataAsync(byte[] key, Stream source, CancellationToken cancellationToken = default) =>
        HashDataAsync(KeyArray.Memory(key), source, cancellationToken);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <param name="cancellationToken">Cancels the operation.</param>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, CancellationToken cancellationToken = default) =>
        TSelf.Methods.Checked(key.Span).HashToArrayAsync(key.Span, source, null, cancellationToken);

    // ---- comparison with an expected MAC ----

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    [OverloadResolutionPriority(1)]
    public static bool Verify(byte[] key, byte[] source, ReadOnlySpan<byte> hash) =>
        Verify(KeyArray.Span(key), MessageArray.Span(source), hash);

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static bool Verify(byte[] key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash) =>
        Verify(KeyArray.Span(key), source, hash);

    /// <summary>Compares the MAC of a message with an expected MAC in constant time.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">
    /// The expected MAC. If the algorithm has a fixed MAC length, the method returns false for any other length. If the MAC
    /// length is variable, the method computes a MAC as long as the expected MAC, which must have at least 16 bytes. If the
    /// sender can choose its length, check that it is the agreed length, or use <see cref="LanewiseHash.VerifyCurrentHash"/>.
    /// </param>
    /// <returns>True if the MACs are equal.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="hash"/> is empty, or it has fewer than 16 bytes or an invalid length although the MAC length is variable.
    /// </exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash) =>
        TSelf.Methods.Verify(key, source, hash);

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static bool Verify(byte[] key, Stream source, ReadOnlySpan<byte> hash) => Verify(KeyArray.Span(key), source, hash);

    /// <summary>Compares the MAC of a stream with an expected MAC in constant time.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">
    /// The expected MAC. If the algorithm has a fixed MAC length, the method returns false for any other length without reading
    /// the stream. If the MAC length is variable, the method computes a MAC as long as the expected MAC, which must have at least
    /// 16 bytes.
    /// </param>
    /// <returns>True if the MACs are equal.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or the length of <paramref name="hash"/> is not valid.
    /// </exception>
    /// <exception cref="CryptographicException">The algorithm does not allow a key of this length.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash) =>
        TSelf.Methods.Verify(key, source, hash);

    /// <inheritdoc cref="VerifyAsync(ReadOnlyMemory{byte}, Stream, ReadOnlyMemory{byte}, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static ValueTask<bool> VerifyAsync(
        byte[] key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default) =>
        VerifyAsync(KeyArray.Memory(key), source, hash, cancellationToken);

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <param name="cancellationToken">Cancels the operation.</param>
    public static ValueTask<bool> VerifyAsync(
        ReadOnlyMemory<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default) =>
        TSelf.Methods.VerifyAsync(key.Span, source, hash, cancellationToken);

    // ---- many messages ----

    /// <summary>Computes MACs for many messages in parallel SIMD lanes, and returns each MAC in a new array.</summary>
    /// <param name="key">The key, which must be neither null nor empty.</param>
    /// <param name="messages">
    /// The messages, as a <c>byte[][]</c>, a <c>List&lt;byte[]&gt;</c> or any other sequence. A message can have any length.
    /// </param>
    /// <returns>The MACs in the order of the messages.</returns>
    /// <remarks>
    /// On most machines, batches of at least three messages are faster than single calls. The speedup is largest for batches of
    /// at least <c>PreferredBatchSize</c> messages of similar length. Overloads that write to a destination do not allocate
    /// memory, and accept either one key for all messages or one key per message.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="messages"/> is null.</exception>
    /// <exception cref="ArgumentException">A message is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static byte[][] HashMany(byte[] key, IEnumerable<byte[]> messages) =>
        TSelf.Methods.HashManyToArrays(messages, TSelf.Methods.OneKey(key));

    /// <inheritdoc cref="HashMany(byte[], IEnumerable{byte[]})"/>
    /// <param name="messages">The messages, which may be parts of larger arrays. A message can have any length.</param>
    public static byte[][] HashMany(byte[] key, IEnumerable<ReadOnlyMemory<byte>> messages) =>
        TSelf.Methods.HashManyToArrays(messages, TSelf.Methods.OneKey(key));

    /// <summary>Computes MACs for messages that are packed in one buffer or scattered in memory.</summary>
    /// <param name="messages">The messages. Arrays and spans of messages convert implicitly to <see cref="Messages"/>.</param>
    /// <param name="destination">
    /// Receives the MACs in the order of the messages. The destination may overlap the messages and the keys.
    /// </param>
    /// <param name="keys">One key for all messages, or one key per message.</param>
    /// <exception cref="ArgumentOutOfRangeException">A message length is negative.</exception>
    /// <exception cref="ArgumentException">The number of keys is neither 1 nor the number of messages.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly as long as all MACs.</exception>
    /// <exception cref="ArgumentException">The message lengths do not add up to the length of the source.</exception>
    /// <exception cref="CryptographicException">The algorithm does not allow keys of this length.</exception>
    public static void HashMany(Messages messages, Span<byte> destination, HashKeys keys) =>
        TSelf.Methods.HashMany(messages, TSelf.Methods.CheckKeys(keys), destination);

    /// <summary>Computes MACs on several cores, for messages that are packed in one buffer or scattered in memory.</summary>
    /// <inheritdoc cref="HashMany(Messages, Span{byte}, HashKeys)"/>
    /// <param name="messages">
    /// The messages. Arrays of <c>ReadOnlyMemory&lt;byte&gt;</c> convert implicitly to <see cref="MemoryMessages"/>.
    /// </param>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled. The destination may be partially written.</exception>
    public static void HashMany(
        MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions, MemoryKeys keys) =>
        TSelf.Methods.HashMany(messages, TSelf.Methods.CheckKeys(keys), destination, parallelOptions);
}
