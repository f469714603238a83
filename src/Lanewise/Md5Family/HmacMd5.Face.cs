#define KEYS

using Engine = Lanewise.MerkleDamgard.HmacEngine<uint, Lanewise.Md5Family.Md5Spec>;

namespace Lanewise;

// The public members of every hash with a digest of one length: this text is copied for the types that ask for it by
// [FaceOf(typeof(HmacMd5), ...)]. For those that say HasKeys = false the key is left out, and the text says
// "Computes the MAC of a stream, from" = "Hashes a stream from"
// "Computes the MAC of" = "Hashes"
// "room for it" = "room for the digest"
// "The MACs of many messages, packed" = "Hashes messages, packed"
// ", with one key or one for each" = ""
// "There is no key, or not exactly one per message; the destination" = "The destination"
// "inside messages or keys" = "inside the messages"
// "MAC" = "digest"
public sealed partial class HmacMd5 : LanewiseHash
{
    /// <summary>The length of a MAC in bits.</summary>
    public const int HashSizeInBits = 8 * HashSizeInBytes;

    /// <summary>Starts an empty message.</summary>
    /// <param name="key">The key, of any length.</param>
    public HmacMd5(ReadOnlySpan<byte> key)
        : this(HashFace<Engine>.Start(Keys.One(key), HashSizeInBytes))
    {
    }

    internal HmacMd5(IRunningHash running)
        : base(running)
    {
    }

    /// <summary>Always true: the code is managed.</summary>
    public static bool IsSupported => true;

#if !KEYS
    /// <summary>
    /// Messages that <c>HashMany</c> runs side by side on this machine; batches of a multiple of it waste nothing.
    /// </summary>
    public static int PreferredBatchSize => HashFace<Engine>.PreferredBatchSize;

#endif
    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName => FixedFace<Engine>.AlgorithmName;

    internal override string StateName => Engine.Name;

    // ---- one message ----

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    [OverloadResolutionPriority(1)]
    public static byte[] HashData(byte[] key, byte[] source)
    {
        ArgumentNullException.ThrowIfNull(key);
        ArgumentNullException.ThrowIfNull(source);
        return HashFace<Engine>.Hash(Keys.One(key), source, HashSizeInBytes);
    }

    /// <summary>Computes the MAC of a message.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <returns>The MAC.</returns>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source) =>
        HashFace<Engine>.Hash(Keys.One(key), source, HashSizeInBytes);

    /// <summary>Computes the MAC of a message.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the MAC; may lie inside the source.</param>
    /// <returns>The number of bytes written, <see cref="HashSizeInBytes"/>.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than <see cref="HashSizeInBytes"/> bytes.
    /// </exception>
    public static int HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        FixedFace<Engine>.Hash(key, source, destination);

    /// <summary>Computes the MAC of a message if there is room for it.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the MAC; may lie inside the source.</param>
    /// <param name="bytesWritten">
    /// The number of bytes written: <see cref="HashSizeInBytes"/>, or 0 where there was no room.
    /// </param>
    /// <returns>Whether there was room; if not, nothing was written.</returns>
    public static bool TryHashData(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten) =>
        FixedFace<Engine>.TryHash(key, source, destination, out bytesWritten);

#if !KEYS
    /// <summary>Hashes a message in segments.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    public static byte[] HashData(in ReadOnlySequence<byte> source) => HashFace<Engine>.Hash(source, HashSizeInBytes);

#endif
    /// <summary>Computes the MAC of a stream, from its position to its end.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source) =>
        HashFace<Engine>.Hash(Keys.One(key), source, HashSizeInBytes);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, CancellationToken cancellationToken = default) =>
        HashFace<Engine>.HashAsync(Keys.One(key.Span), source, HashSizeInBytes, cancellationToken);

    /// <summary>Computes the MAC of a stream, from its position to its end.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the MAC.</param>
    /// <returns>The number of bytes written, <see cref="HashSizeInBytes"/>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than <see cref="HashSizeInBytes"/> bytes, or <paramref name="source"/> cannot
    /// be read.
    /// </exception>
    public static int HashData(ReadOnlySpan<byte> key, Stream source, Span<byte> destination) =>
        FixedFace<Engine>.Hash(Keys.One(key), source, destination);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the MAC.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static ValueTask<int> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        FixedFace<Engine>.HashAsync(Keys.One(key.Span), source, destination, cancellationToken);

#if KEYS
    // ---- comparison with an expected MAC ----

    /// <summary>Compares the MAC of a message with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The expected MAC; one of another length is wrong.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash) =>
        HashFace<Engine>.Verify(key, source, hash);

    /// <summary>Compares the MAC of a stream with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected MAC; one of another length is wrong, and the stream is not read then.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="hash"/> is empty, or <paramref name="source"/> cannot be read.
    /// </exception>
    public static bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash) =>
        HashFace<Engine>.Verify(Keys.One(key), source, hash);

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected MAC; one of another length is wrong, and the stream is not read then.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static ValueTask<bool> VerifyAsync(
        ReadOnlyMemory<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default) =>
        HashFace<Engine>.VerifyAsync(Keys.One(key.Span), source, hash, cancellationToken);

#endif
    // ---- many messages ----

#if !KEYS
    /// <summary>Hashes messages of one length that lie one after the other.</summary>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="messageLength"/> is negative.</exception>
    /// <exception cref="ArgumentException">
    /// The destination is not a whole number of digests, or the source is not that many messages.
    /// </exception>
    public static void HashMany(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination) =>
        HashMany(Messages.Packed(source, messageLength), destination);

    /// <summary>Hashes messages of any lengths that lie one after the other.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">
    /// The destination is not exactly a digest per message, or the lengths do not add up to the source.
    /// </exception>
    public static void HashMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination) =>
        HashMany(Messages.Packed(source, messageLengths), destination);

#endif
    /// <summary>The MACs of many messages, packed or wherever they lie, with one key or one for each.</summary>
    /// <param name="messages">The messages; an array or a span of them converts.</param>
    /// <param name="destination">Receives the MACs in the order of the messages. It may lie inside messages or keys.</param>
    /// <param name="keys">One key for all messages, or one for each.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">
    /// There is no key, or not exactly one per message; the destination is not exactly a MAC per message, or the lengths do not
    /// add up to the source.
    /// </exception>
    public static void HashMany(Messages messages, Span<byte> destination, Keys keys) =>
        HashFace<Engine>.HashMany(messages, destination, HashSizeInBytes, keys);

    /// <summary>The MACs of many messages, packed or wherever they lie, on several cores.</summary>
    /// <param name="messages">The messages; an array or a memory of them converts.</param>
    /// <param name="destination">Receives the MACs in the order of the messages. It may lie inside messages or keys.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <param name="keys">One key for all messages, or one for each.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">
    /// There is no key, or not exactly one per message; the destination is not exactly a MAC per message, or the lengths do not
    /// add up to the source.
    /// </exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions, MemoryKeys keys) =>
        HashFace<Engine>.HashMany(messages, destination, parallelOptions, HashSizeInBytes, keys);

    // ---- a running hash ----

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new HmacMd5 Clone() => (HmacMd5)base.Clone();

    private protected override LanewiseHash Duplicate() => new HmacMd5(Running.Clone());
}
