using Engine = Lanewise.MerkleDamgard.MdEngine<uint, Lanewise.Md5Family.Md5Spec>;

namespace Lanewise;

// The public members of every hash with a digest of one length and without keys: this text is copied for the types that ask
// for it by [FaceOf(typeof(Md5), ...)].
public sealed partial class Md5 : LanewiseHash
{
    /// <summary>The length of a digest in bits.</summary>
    public const int HashSizeInBits = 8 * HashSizeInBytes;

    /// <summary>Starts an empty message.</summary>
    public Md5()
        : this(Engine.Start(default, HashSizeInBytes))
    {
    }

    internal Md5(IRunningHash running)
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
    public override HashAlgorithmName AlgorithmName => FixedFace<Engine>.AlgorithmName;

    internal override string StateName => Engine.Name;

    // ---- one message ----

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] source)
    {
        ArgumentNullException.ThrowIfNull(source);
        return HashFace<Engine>.Hash(source, HashSizeInBytes);
    }

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    public static byte[] HashData(ReadOnlySpan<byte> source) => HashFace<Engine>.Hash(source, HashSizeInBytes);

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; may lie inside the source.</param>
    /// <returns>The number of bytes written, <see cref="HashSizeInBytes"/>.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than <see cref="HashSizeInBytes"/> bytes.
    /// </exception>
    public static int HashData(ReadOnlySpan<byte> source, Span<byte> destination) =>
        FixedFace<Engine>.Hash(default, source, destination);

    /// <summary>Hashes a message if there is room for the digest.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; may lie inside the source.</param>
    /// <param name="bytesWritten">
    /// The number of bytes written: <see cref="HashSizeInBytes"/>, or 0 where there was no room.
    /// </param>
    /// <returns>Whether there was room; if not, nothing was written.</returns>
    public static bool TryHashData(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten) =>
        FixedFace<Engine>.TryHash(default, source, destination, out bytesWritten);

    /// <summary>Hashes a message in segments.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    public static byte[] HashData(in ReadOnlySequence<byte> source) => HashFace<Engine>.Hash(source, HashSizeInBytes);

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(Stream source) => HashFace<Engine>.Hash(default, source, HashSizeInBytes);

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest.</param>
    /// <returns>The number of bytes written, <see cref="HashSizeInBytes"/>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/>
    ///  is shorter than <see cref="HashSizeInBytes"/> bytes, or <paramref name="source"/> cannot be read.
    /// </exception>
    public static int HashData(Stream source, Span<byte> destination) =>
        FixedFace<Engine>.Hash(default(Keys), source, destination);

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static ValueTask<byte[]> HashDataAsync(Stream source, CancellationToken cancellationToken = default) =>
        HashFace<Engine>.HashAsync(default, source, HashSizeInBytes, cancellationToken);

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The number of bytes written, <see cref="HashSizeInBytes"/>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/>
    ///  is shorter than <see cref="HashSizeInBytes"/> bytes, or <paramref name="source"/> cannot be read.
    /// </exception>
    public static ValueTask<int> HashDataAsync(
        Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        FixedFace<Engine>.HashAsync(default, source, destination, cancellationToken);

    // ---- many messages ----

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

    /// <summary>Hashes messages, packed or wherever they lie.</summary>
    /// <param name="messages">The messages; an array or a span of them converts.</param>
    /// <param name="destination">Receives the digests in the order of the messages. It may lie inside the messages.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">
    /// The destination is not exactly a digest per message, or the lengths do not add up to the source.
    /// </exception>
    public static void HashMany(Messages messages, Span<byte> destination) =>
        HashFace<Engine>.HashMany(messages, destination, HashSizeInBytes, default);

    /// <summary>Hashes messages, packed or wherever they lie, on several cores.</summary>
    /// <param name="messages">The messages; an array or a memory of them converts.</param>
    /// <param name="destination">Receives the digests in the order of the messages. It may lie inside the messages.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">
    /// The destination is not exactly a digest per message, or the lengths do not add up to the source.
    /// </exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions) =>
        HashFace<Engine>.HashMany(messages, destination, parallelOptions, HashSizeInBytes, default);

    // ---- a running hash ----

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new Md5 Clone() => (Md5)base.Clone();

    private protected override LanewiseHash Duplicate() => new Md5(Running.Clone());
}
