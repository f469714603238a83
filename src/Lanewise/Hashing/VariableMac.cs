namespace Lanewise;

/// <summary>
/// The methods of a message authentication code (MAC) whose length the caller chooses, such as <see cref="Blake3Mac"/>.
/// </summary>
/// <remarks>
/// Call them on the algorithm's own type: <c>Blake3Mac.HashData(key, message)</c>. A method without <c>hashSizeInBytes</c> gives
/// MACs of the usual length; a method with a destination fills it. A key in an array must be neither null nor empty; only KMAC
/// takes an empty key, in a span. All static methods may be called from several threads at once, and a destination may lie inside
/// the source.
/// </remarks>
/// <typeparam name="TSelf">The algorithm.</typeparam>
public abstract class VariableMac<TSelf> : LanewiseHash<TSelf>
    where TSelf : VariableMac<TSelf>, IHashAlgorithm<TSelf>
{
    private protected VariableMac(ReadOnlySpan<byte> key, int hashSizeInBytes)
        : base(TSelf.Methods.Start(TSelf.Methods.CheckKey(key), TSelf.Methods.CheckHashSize(hashSizeInBytes)))
    {
    }

    private protected VariableMac(IRunningHash running)
        : base(running)
    {
    }

    // ---- one message ----

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    [OverloadResolutionPriority(1)]
    public static byte[] HashData(byte[] key, byte[] source)
    {
        ReadOnlySpan<byte> given = KeyArray.Span(key);
        ArgumentNullException.ThrowIfNull(source);
        return HashData(given, source.AsSpan());
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    [OverloadResolutionPriority(1)]
    public static byte[] HashData(byte[] key, byte[] source, int hashSizeInBytes)
    {
        ReadOnlySpan<byte> given = KeyArray.Span(key);
        ArgumentNullException.ThrowIfNull(source);
        return HashData(given, source.AsSpan(), hashSizeInBytes);
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static byte[] HashData(byte[] key, ReadOnlySpan<byte> source) => HashData(KeyArray.Span(key), source);

    /// <summary>Computes the MAC of a message, of the usual length.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="CryptographicException">The key has a length that the MAC does not take.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashToArray(methods.CheckKey(key), source, methods.HashBytes);
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static byte[] HashData(byte[] key, ReadOnlySpan<byte> source, int hashSizeInBytes) =>
        HashData(KeyArray.Span(key), source, hashSizeInBytes);

    /// <summary>Computes the MAC of a message.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the MAC in bytes, 1 to the longest that the algorithm has.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is no such length.</exception>
    /// <exception cref="CryptographicException">The key has a length that the MAC does not take.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashToArray(methods.CheckKey(key), source, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static void HashData(byte[] key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HashData(KeyArray.Span(key), source, destination);

    /// <summary>Computes a MAC as long as the destination.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the MAC. It may overlap the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> has no length that a MAC may have.</exception>
    /// <exception cref="CryptographicException">The key has a length that the MAC does not take.</exception>
    public static void HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckHashSize(destination);
        methods.Hash(methods.CheckKey(key), source, destination);
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static byte[] HashData(byte[] key, Stream source) => HashData(KeyArray.Span(key), source);

    /// <summary>Computes the MAC of a stream, from its position to its end, of the usual length.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="CryptographicException">The key has a length that the MAC does not take.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashToArray(methods.CheckKey(key), source, methods.HashBytes);
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static byte[] HashData(byte[] key, Stream source, int hashSizeInBytes) =>
        HashData(KeyArray.Span(key), source, hashSizeInBytes);

    /// <summary>Computes the MAC of a stream, from its position to its end.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the MAC in bytes, 1 to the longest that the algorithm has.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is no such length.</exception>
    /// <exception cref="CryptographicException">The key has a length that the MAC does not take.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashToArray(methods.CheckKey(key), source, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static void HashData(byte[] key, Stream source, Span<byte> destination) =>
        HashData(KeyArray.Span(key), source, destination);

    /// <summary>Computes the MAC of a stream, from its position to its end, as long as the destination.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the MAC.</param>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or <paramref name="destination"/> has no length that a MAC may have.
    /// </exception>
    /// <exception cref="CryptographicException">The key has a length that the MAC does not take.</exception>
    public static void HashData(ReadOnlySpan<byte> key, Stream source, Span<byte> destination)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckHashSize(destination);
        methods.Hash(methods.CheckKey(key), source, destination);
    }

    /// <inheritdoc cref="HashDataAsync(ReadOnlyMemory{byte}, Stream, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static ValueTask<byte[]> HashDataAsync(byte[] key, Stream source, CancellationToken cancellationToken = default) =>
        HashDataAsync(KeyArray.Memory(key), source, cancellationToken);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, CancellationToken cancellationToken = default)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashToArrayAsync(methods.CheckKey(key.Span), source, methods.HashBytes, cancellationToken);
    }

    /// <inheritdoc cref="HashDataAsync(ReadOnlyMemory{byte}, Stream, int, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        byte[] key, Stream source, int hashSizeInBytes, CancellationToken cancellationToken = default) =>
        HashDataAsync(KeyArray.Memory(key), source, hashSizeInBytes, cancellationToken);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, int)"/>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the MAC in bytes, 1 to the longest that the algorithm has.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, int hashSizeInBytes, CancellationToken cancellationToken = default)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashToArrayAsync(
            methods.CheckKey(key.Span), source, methods.CheckHashSize(hashSizeInBytes), cancellationToken);
    }

    /// <inheritdoc cref="HashDataAsync(ReadOnlyMemory{byte}, Stream, Memory{byte}, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static ValueTask HashDataAsync(
        byte[] key, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        HashDataAsync(KeyArray.Memory(key), source, destination, cancellationToken);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the MAC.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>A task that ends when the MAC is written.</returns>
    public static ValueTask HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckHashSize(destination.Span, nameof(destination));
        return HashMethods.Ended(methods.HashAsync(methods.CheckKey(key.Span), source, destination, cancellationToken));
    }

    // ---- comparison with an expected MAC ----

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static bool Verify(byte[] key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash) =>
        Verify(KeyArray.Span(key), source, hash);

    /// <summary>Compares the MAC of a message with an expected MAC in constant time.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">
    /// The expected MAC, at least 16 bytes: a MAC of that length is computed. Whoever sends it chooses the length, so compare
    /// the length with the agreed length, or use <see cref="LanewiseHash.VerifyCurrentHash"/>.
    /// </param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="hash"/> has no length that a MAC may have, or fewer than 16 bytes.
    /// </exception>
    /// <exception cref="CryptographicException">The key has a length that the MAC does not take.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        HashMethods methods = TSelf.Methods;
        return methods.Verify(methods.CheckKey(key), source, hash);
    }

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static bool Verify(byte[] key, Stream source, ReadOnlySpan<byte> hash) => Verify(KeyArray.Span(key), source, hash);

    /// <summary>Compares the MAC of a stream with an expected MAC in constant time.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected MAC; what is said of it for a message holds here, too.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="hash"/> has no length that a MAC may have, or fewer than 16 bytes; or <paramref name="source"/> cannot be
    /// read.
    /// </exception>
    /// <exception cref="CryptographicException">The key has a length that the MAC does not take.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash)
    {
        HashMethods methods = TSelf.Methods;
        return methods.Verify(methods.CheckKey(key), source, hash);
    }

    /// <inheritdoc cref="VerifyAsync(ReadOnlyMemory{byte}, Stream, ReadOnlyMemory{byte}, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static ValueTask<bool> VerifyAsync(
        byte[] key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default) =>
        VerifyAsync(KeyArray.Memory(key), source, hash, cancellationToken);

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <param name="key">The key.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected MAC; what is said of it for a message holds here, too.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static ValueTask<bool> VerifyAsync(
        ReadOnlyMemory<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default)
    {
        HashMethods methods = TSelf.Methods;
        return methods.VerifyAsync(methods.CheckKey(key.Span), source, hash, cancellationToken);
    }

    // ---- many messages ----

    /// <summary>Computes the MACs of many messages at once in SIMD lanes; each gets an array of its own.</summary>
    /// <param name="key">The key, neither null nor empty.</param>
    /// <param name="messages">The messages, of any lengths: a <c>byte[][]</c>, a <c>List&lt;byte[]&gt;</c>, any sequence.</param>
    /// <returns>The MACs, of the usual length, in the order of the messages.</returns>
    /// <remarks>
    /// Most machines gain from three messages on, and most with at least <c>PreferredBatchSize</c> messages of similar lengths.
    /// The methods with a destination allocate nothing, and take a key for each message, too.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="messages"/> is null.</exception>
    /// <exception cref="ArgumentException">A message is null.</exception>
    /// <exception cref="CryptographicException">The key is empty, or has a length that the MAC does not take.</exception>
    public static byte[][] HashMany(byte[] key, IEnumerable<byte[]> messages)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashManyToArrays(messages, Keys.One(methods.CheckKey(KeyArray.Span(key))), methods.HashBytes);
    }

    /// <inheritdoc cref="HashMany(byte[], IEnumerable{byte[]})"/>
    /// <param name="key">The key, neither null nor empty.</param>
    /// <param name="messages">The messages, of any lengths.</param>
    /// <param name="hashSizeInBytes">The length of each MAC in bytes, 1 to the longest that the algorithm has.</param>
    /// <returns>The MACs in the order of the messages.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is no such length.</exception>
    public static byte[][] HashMany(byte[] key, IEnumerable<byte[]> messages, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        Keys keys = Keys.One(methods.CheckKey(KeyArray.Span(key)));
        return methods.HashManyToArrays(messages, keys, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <inheritdoc cref="HashMany(byte[], IEnumerable{byte[]})"/>
    public static byte[][] HashMany(byte[] key, IEnumerable<ReadOnlyMemory<byte>> messages)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashManyToArrays(messages, Keys.One(methods.CheckKey(KeyArray.Span(key))), methods.HashBytes);
    }

    /// <inheritdoc cref="HashMany(byte[], IEnumerable{byte[]}, int)"/>
    public static byte[][] HashMany(byte[] key, IEnumerable<ReadOnlyMemory<byte>> messages, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        Keys keys = Keys.One(methods.CheckKey(KeyArray.Span(key)));
        return methods.HashManyToArrays(messages, keys, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <summary>Computes MACs of the usual length.</summary>
    /// <inheritdoc cref="HashMany(Messages, Span{byte}, Keys, int)"/>
    public static void HashMany(Messages messages, Span<byte> destination, Keys keys)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckKeys(keys);
        methods.HashMany(messages, keys, destination, methods.HashBytes);
    }

    /// <summary>Computes the MACs of messages, packed in one buffer or each in memory of its own.</summary>
    /// <param name="messages">The messages; arrays and spans of them convert implicitly.</param>
    /// <param name="destination">Receives the MACs in the order of the messages. It may lie inside messages or keys.</param>
    /// <param name="keys">One key for all messages, or a key for each.</param>
    /// <param name="hashSizeInBytes">The length of each MAC in bytes, 1 to the longest that the algorithm has.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative, or there is no such MAC.</exception>
    /// <exception cref="ArgumentException">
    /// There is no key, or not exactly one per message; the destination is not exactly a MAC per message, or the lengths do not
    /// add up to the source.
    /// </exception>
    /// <exception cref="CryptographicException">The keys have a length that the MAC does not take.</exception>
    public static void HashMany(Messages messages, Span<byte> destination, Keys keys, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckKeys(keys);
        methods.HashMany(messages, keys, destination, methods.CheckHashSize(hashSizeInBytes));
    }

    /// <summary>Computes MACs of the usual length on several cores.</summary>
    /// <inheritdoc cref="HashMany(MemoryMessages, Memory{byte}, ParallelOptions, MemoryKeys, int)"/>
    public static void HashMany(
        MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions, MemoryKeys keys)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckKeys(keys.Span);
        methods.HashMany(messages, keys, destination, methods.HashBytes, parallelOptions);
    }

    /// <summary>Computes the MACs of messages, packed in one buffer or each in memory of its own, on several cores.</summary>
    /// <param name="messages">The messages; arrays and memories of them convert implicitly.</param>
    /// <param name="destination">Receives the MACs in the order of the messages. It may lie inside messages or keys.</param>
    /// <param name="parallelOptions">The number of cores, the scheduler, and cancellation.</param>
    /// <param name="keys">One key for all messages, or a key for each.</param>
    /// <param name="hashSizeInBytes">The length of each MAC in bytes, 1 to the longest that the algorithm has.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative, or there is no such MAC.</exception>
    /// <exception cref="ArgumentException">
    /// There is no key, or not exactly one per message; the destination is not exactly a MAC per message, or the lengths do not
    /// add up to the source.
    /// </exception>
    /// <exception cref="CryptographicException">The keys have a length that the MAC does not take.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partially written.</exception>
    public static void HashMany(
        MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions, MemoryKeys keys, int hashSizeInBytes)
    {
        HashMethods methods = TSelf.Methods;
        methods.CheckKeys(keys.Span);
        methods.HashMany(messages, keys, destination, methods.CheckHashSize(hashSizeInBytes), parallelOptions);
    }
}
