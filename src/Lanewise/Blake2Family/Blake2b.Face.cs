#define PARAMETERS
#define KEYS
#define KEYLESS

using Engine = Lanewise.Blake2Family.Blake2Engine<ulong, Lanewise.Blake2Family.Blake2bSpec>;

namespace Lanewise;

// The public members of every hash whose digest has a length of the caller's: this text is copied for the types that ask for
// it by [FaceOf(typeof(Blake2b), ...)], and without what takes a key for those that say HasKeys = false, or what takes none
// for those that say NeedsKey = true. Without a key the text says
// " with a key," = ""
// " with a key" = ""
public sealed partial class Blake2b : LanewiseHash
{
#if KEYLESS
    /// <summary>Starts an empty message.</summary>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not such a length.</exception>
    public Blake2b(int hashSizeInBytes = HashSizeInBytes)
        : this(HashFace<Engine>.Start(default, hashSizeInBytes))
    {
    }

#endif
#if KEYS
    /// <summary>Starts an empty message with a key.</summary>
    /// <param name="key">The key; empty for none where the length of the key is free.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not such a length.</exception>
    /// <exception cref="CryptographicException">The key has a length that this hash does not take.</exception>
    public Blake2b(ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : this(HashFace<Engine>.Start(Keys.One(key), hashSizeInBytes))
    {
    }

#endif
#if PARAMETERS
    /// <summary>Starts an empty message with these parameters.</summary>
    /// <param name="parameters">The parameters beside key and length.</param>
    /// <param name="key">The key; empty for none.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">A field of <paramref name="parameters"/> does not fit this variant.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not such a length.</exception>
    /// <exception cref="CryptographicException">The key has a length that this hash does not take.</exception>
    public Blake2b(Blake2Parameters parameters, ReadOnlySpan<byte> key = default, int hashSizeInBytes = HashSizeInBytes)
        : this(HashFace<Engine>.Start(Keys.One(key), hashSizeInBytes, new(HashFace.Given(parameters))))
    {
    }

#endif
    internal Blake2b(IRunningHash running)
        : base(running)
    {
    }

    /// <summary>Always true: the code is managed.</summary>
    public static bool IsSupported => true;

    /// <summary>
    /// Messages that <c>HashMany</c> runs side by side on this machine; batches of a multiple of it waste nothing.
    /// </summary>
    public static int PreferredBatchSize => HashFace<Engine>.PreferredBatchSize;

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName =>
        new(Invariant($"{Engine.Name.ToUpperInvariant()}-{8L * HashLengthInBytes}"));

    internal override string StateName => Engine.Name;

    // ---- one message ----

#if KEYLESS
    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] source, int hashSizeInBytes = HashSizeInBytes)
    {
        ArgumentNullException.ThrowIfNull(source);
        return HashFace<Engine>.Hash(default, source, hashSizeInBytes);
    }

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not such a length.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> source, int hashSizeInBytes = HashSizeInBytes) =>
        HashFace<Engine>.Hash(default, source, hashSizeInBytes);

    /// <summary>Hashes a message in segments.</summary>
    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, int)"/>
    public static byte[] HashData(in ReadOnlySequence<byte> source, int hashSizeInBytes = HashSizeInBytes) =>
        HashFace<Engine>.Hash(source, hashSizeInBytes);

#endif
    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key; empty for none where the length of the key is free.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest, as long as it is itself. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> has no length that a digest may have.</exception>
    /// <exception cref="CryptographicException">The key has a length that this hash does not take.</exception>
    [AlsoWithoutKey]
    public static void HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HashFace<Engine>.Hash(Keys.One(key), source, destination);

    /// <summary>Hashes a stream with a key, from its position to its end.</summary>
    /// <param name="key">The key; empty for none where the length of the key is free.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not such a length.</exception>
    /// <exception cref="CryptographicException">The key has a length that this hash does not take.</exception>
    [AlsoWithoutKey]
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source, int hashSizeInBytes = HashSizeInBytes) =>
        HashFace<Engine>.Hash(Keys.One(key), source, hashSizeInBytes);

    /// <summary>Hashes a stream with a key, from its position to its end.</summary>
    /// <param name="key">The key; empty for none where the length of the key is free.</param>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest, as long as it is itself.</param>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or <paramref name="destination"/> has no length that a digest may have.
    /// </exception>
    /// <exception cref="CryptographicException">The key has a length that this hash does not take.</exception>
    [AlsoWithoutKey]
    public static void HashData(ReadOnlySpan<byte> key, Stream source, Span<byte> destination) =>
        HashFace<Engine>.Hash(Keys.One(key), source, destination);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, int)"/>
    /// <param name="key">The key; empty for none where the length of the key is free.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    [AlsoWithoutKey]
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, int hashSizeInBytes = HashSizeInBytes,
        CancellationToken cancellationToken = default) =>
        HashFace<Engine>.HashAsync(Keys.One(key.Span), source, hashSizeInBytes, cancellationToken);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <param name="key">The key; empty for none where the length of the key is free.</param>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest, as long as it is itself.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>A task that ends when the digest is written.</returns>
    [AlsoWithoutKey]
    public static ValueTask HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        HashFace.Ended(HashFace<Engine>.HashAsync(Keys.One(key.Span), source, destination, cancellationToken));

#if KEYS
    /// <summary>Hashes a message with a key. Two arrays are key and message, never message and destination.</summary>
    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    [OverloadResolutionPriority(1)]
    public static byte[] HashData(byte[] key, byte[] source, int hashSizeInBytes = HashSizeInBytes)
    {
        ArgumentNullException.ThrowIfNull(key);
        ArgumentNullException.ThrowIfNull(source);
        return HashFace<Engine>.Hash(Keys.One(key), source, hashSizeInBytes);
    }

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key; empty for none where the length of the key is free.</param>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not such a length.</exception>
    /// <exception cref="CryptographicException">The key has a length that this hash does not take.</exception>
    /// <remarks>
    /// The length has no default here: with one, a span and an array would be a key and a message, where they are a message and
    /// a destination.
    /// </remarks>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashSizeInBytes) =>
        HashFace<Engine>.Hash(Keys.One(key), source, hashSizeInBytes);

    /// <summary>Compares the keyed digest of a message with an expected one in fixed time, whatever their bytes.</summary>
    /// <param name="key">The key; empty for none where the length of the key is free.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">
    /// The expected digest; under a key 16 bytes at least, without one any length. It is computed as long as that, which whoever
    /// sends it chooses: compare the length with the agreed one, or take <see cref="LanewiseHash.VerifyCurrentHash"/>.
    /// </param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="hash"/> has no length that a digest may have, or fewer than 16 bytes under a key.
    /// </exception>
    /// <exception cref="CryptographicException">The key has a length that this hash does not take.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash) =>
        HashFace<Engine>.Verify(key, source, hash);

    /// <summary>Compares the keyed digest of a stream with an expected one in fixed time, whatever their bytes.</summary>
    /// <param name="key">The key; empty for none where the length of the key is free.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected digest; what is said of it for a message holds here, too.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="hash"/> has no length that a digest may have, or fewer than 16 bytes under a key; or
    /// <paramref name="source"/> cannot be read.
    /// </exception>
    /// <exception cref="CryptographicException">The key has a length that this hash does not take.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash) =>
        HashFace<Engine>.Verify(Keys.One(key), source, hash);

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <param name="key">The key; empty for none where the length of the key is free.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected digest; what is said of it for a message holds here, too.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static ValueTask<bool> VerifyAsync(
        ReadOnlyMemory<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default) =>
        HashFace<Engine>.VerifyAsync(Keys.One(key.Span), source, hash, cancellationToken);

#endif
#if PARAMETERS
    /// <summary>Hashes a message with these parameters.</summary>
    /// <param name="parameters">The parameters beside key and length.</param>
    /// <param name="key">The key; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest, as long as it is itself. It may lie inside the source.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> has no length that a digest may have, or a field of <paramref name="parameters"/> does not
    /// fit this variant.
    /// </exception>
    /// <exception cref="CryptographicException">The key has a length that this hash does not take.</exception>
    public static void HashData(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HashFace<Engine>.Hash(Keys.One(key), source, destination, new(HashFace.Given(parameters)));

#endif
    // ---- many messages ----

#if KEYLESS
    /// <summary>Hashes messages of one length that lie one after the other.</summary>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative, or there is no such digest.</exception>
    /// <exception cref="ArgumentException">
    /// The destination is not a whole number of digests, or the source is not that many messages.
    /// </exception>
    public static void HashMany(
        ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes = HashSizeInBytes) =>
        HashFace<Engine>.HashMany(Messages.Packed(source, messageLength), destination, hashSizeInBytes, default);

    /// <summary>Hashes messages of any lengths that lie one after the other.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative, or there is no such digest.</exception>
    /// <exception cref="ArgumentException">
    /// The destination is not exactly a digest per message, or the lengths do not add up to the source.
    /// </exception>
    public static void HashMany(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths,
        Span<byte> destination, int hashSizeInBytes = HashSizeInBytes) =>
        HashFace<Engine>.HashMany(Messages.Packed(source, messageLengths), destination, hashSizeInBytes, default);

#endif
    /// <summary>Hashes messages, packed or wherever they lie.</summary>
    /// <param name="messages">The messages; an array or a span of them converts.</param>
    /// <param name="destination">Receives the digests in the order of the messages. It may lie inside what is read.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <param name="keys">The keys, one for all or one for each; none if left out.</param>
    /// <exception cref="CryptographicException">The keys have a length that this hash does not take.</exception>
    /// <param name="parameters">The parameters beside key and length; null for the usual ones.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative, or there is no such digest.</exception>
    /// <exception cref="ArgumentException">
    /// There is not exactly a digest per message, or a key where there are several, or the lengths do not add up to the source.
    /// </exception>
    public static void HashMany(
        Messages messages, Span<byte> destination, int hashSizeInBytes = HashSizeInBytes, Keys keys = default,
        Blake2Parameters? parameters = null) =>
        HashFace<Engine>.HashMany(messages, destination, hashSizeInBytes, keys, new(parameters));

    /// <summary>Hashes messages, packed or wherever they lie, on several cores.</summary>
    /// <param name="messages">The messages; an array or a memory of them converts.</param>
    /// <param name="destination">Receives the digests in the order of the messages. It may lie inside what is read.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <param name="keys">The keys, one for all or one for each; none if left out.</param>
    /// <exception cref="CryptographicException">The keys have a length that this hash does not take.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative, or there is no such digest.</exception>
    /// <exception cref="ArgumentException">
    /// There is not exactly a digest per message, or a key where there are several, or the lengths do not add up to the source.
    /// </exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions,
        int hashSizeInBytes = HashSizeInBytes, MemoryKeys keys = default) =>
        HashFace<Engine>.HashMany(messages, destination, parallelOptions, hashSizeInBytes, keys);

    // ---- a running hash ----

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new Blake2b Clone() => (Blake2b)base.Clone();

    private protected override LanewiseHash Duplicate() => new Blake2b(Running.Clone());
}
