using System.Buffers;
using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>
/// BLAKE2bp (BLAKE2 paper, section 3): the message is dealt out to four leaves that are hashed side by side in SIMD lanes. One
/// message, a running hash, or many messages at once; keyed.
/// </summary>
/// <remarks>
/// Sound as published, at the security of its output length. It gives other digests than BLAKE2b. With a key it is a MAC and a
/// PRF, without HMAC around it. The length of the digest is a parameter of the hash: a short digest is not the beginning of a
/// long one.
/// <para>Words are read and digests written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing. Keys are wiped after use.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Blake2bp.HashData(message);          // 64 bytes
/// byte[] tag = Blake2bp.HashData(key, message, 16);    // 16 bytes
/// </code>
/// </example>
public sealed class Blake2bp : LanewiseHash
{
    /// <summary>The length of the longest digest in bits.</summary>
    public const int MaxHashSizeInBits = 512;

    /// <summary>The length of the longest digest in bytes, and the default.</summary>
    public const int MaxHashSizeInBytes = 64;

    /// <summary>The length of the longest key in bytes.</summary>
    public const int MaxKeySizeInBytes = 64;

    private readonly Blake2LeavesRunning<ulong, Blake2bSpec> running;

    /// <summary>Starts an empty message.</summary>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    public Blake2bp(int hashSizeInBytes = MaxHashSizeInBytes)
        : this(default, hashSizeInBytes)
    {
    }

    /// <summary>Starts an empty message with a key.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public Blake2bp(ReadOnlySpan<byte> key, int hashSizeInBytes = MaxHashSizeInBytes) =>
        running = new Blake2LeavesRunning<ulong, Blake2bSpec>(key, hashSizeInBytes);

    private Blake2bp(Blake2bp other) => running = other.running.Clone();

    private Blake2bp(Blake2LeavesRunning<ulong, Blake2bSpec> running) => this.running = running;

    /// <summary>Always true: the code is managed.</summary>
    public static bool IsSupported => true;

    /// <summary>
    /// Messages that <c>HashMany</c> runs side by side on this machine; batches of a multiple of it waste nothing.
    /// </summary>
    public static int PreferredBatchSize => Blake2Many<ulong, Blake2bSpec>.Table.Choose().Lanes(64) / 4 is > 1 and int n ? n : 1;

    /// <inheritdoc/>
    public override int HashLengthInBytes => running.HashBytes;

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName =>
        new(string.Create(CultureInfo.InvariantCulture, $"BLAKE2BP-{8 * HashLengthInBytes}"));

    internal Blake2LeavesRunning<ulong, Blake2bSpec> Running => running;

    // ---- one message ----

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to 64.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    public static byte[] HashData(byte[] source, int hashSizeInBytes = MaxHashSizeInBytes)
    {
        ArgumentNullException.ThrowIfNull(source);
        return HashData(source.AsSpan(), hashSizeInBytes);
    }

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to 64.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> source, int hashSizeInBytes = MaxHashSizeInBytes) =>
        HashData(default, source, hashSizeInBytes);

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; its length, 1 to 64, is the length of the digest. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty or longer than 64 bytes.</exception>
    public static void HashData(ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Leaves<ulong, Blake2bSpec>.Hash(default, source, destination);

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to 64.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    /// <remarks>
    /// The length has no default here: with one, a call with two arrays would mean a key and a message, not a message and a
    /// destination.
    /// </remarks>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashSizeInBytes)
    {
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        byte[] hash = new byte[hashSizeInBytes];
        Blake2Leaves<ulong, Blake2bSpec>.Hash(key, source, hash);
        return hash;
    }

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; its length, 1 to 64, is the length of the digest. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty or longer than 64 bytes.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static void HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Leaves<ulong, Blake2bSpec>.Hash(key, source, destination);

    /// <summary>Hashes a message in segments.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to 64.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    public static byte[] HashData(in ReadOnlySequence<byte> source, int hashSizeInBytes = MaxHashSizeInBytes)
    {
        if (source.IsSingleSegment) return HashData(source.FirstSpan, hashSizeInBytes);

        using Blake2bp hash = new(hashSizeInBytes);
        hash.AppendData(source);
        return hash.GetCurrentHash();
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to 64.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    public static byte[] HashData(Stream source, int hashSizeInBytes = MaxHashSizeInBytes) => HashData(default, source, hashSizeInBytes);

    /// <summary>Hashes a stream with a key, from its position to its end.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to 64.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source, int hashSizeInBytes = MaxHashSizeInBytes)
    {
        CheckStream(source, nameof(source));
        using Blake2bp hash = new(key, hashSizeInBytes);
        hash.AppendStream(source);
        return hash.GetCurrentHash();
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest; its length, 1 to 64, is the length of the digest.</param>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty or longer than 64 bytes.</exception>
    public static void HashData(Stream source, Span<byte> destination)
    {
        CheckStream(source, nameof(source));
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(destination.Length, nameof(destination));
        using Blake2bp hash = new(destination.Length);
        hash.AppendStream(source);
        hash.GetCurrentHash(destination);
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to 64.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        Stream source, int hashSizeInBytes = MaxHashSizeInBytes, CancellationToken cancellationToken = default) =>
        HashDataAsync(default, source, hashSizeInBytes, cancellationToken);

    /// <summary>Hashes a stream with a key, from its position to its end.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to 64.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, int hashSizeInBytes = MaxHashSizeInBytes, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        return Run(new Blake2bp(key.Span, hashSizeInBytes));

        async ValueTask<byte[]> Run(Blake2bp hash)
        {
            using (Blake2bp disposed = hash)
            {
                await hash.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
                return hash.GetCurrentHash();
            }
        }
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest; its length, 1 to 64, is the length of the digest.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>A task that ends when the digest is written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty or longer than 64 bytes.</exception>
    public static ValueTask HashDataAsync(Stream source, Memory<byte> destination, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(destination.Length, nameof(destination));
        return Run();

        async ValueTask Run()
        {
            using Blake2bp hash = new(destination.Length);
            await hash.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
            hash.GetCurrentHash(destination.Span);
        }
    }

    /// <summary>Compares the keyed digest of a message with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The expected digest; its length is the length that is computed.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty or longer than 64 bytes.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        CheckLength(hash);
        Span<byte> computed = stackalloc byte[MaxHashSizeInBytes];
        computed = computed.Slice(0, hash.Length);
        Blake2Leaves<ulong, Blake2bSpec>.Hash(key, source, computed);
        bool equal = CryptographicOperations.FixedTimeEquals(computed, hash);
        CryptographicOperations.ZeroMemory(computed);
        return equal;
    }

    /// <summary>Compares the keyed digest of a stream with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected digest; its length is the length that is computed.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty or longer than 64 bytes, or <paramref name="source"/> cannot be read.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash)
    {
        CheckStream(source, nameof(source));
        CheckLength(hash);
        using Blake2bp computed = new(key, hash.Length);
        computed.AppendStream(source);
        return computed.VerifyCurrentHash(hash);
    }

    /// <summary>Compares the keyed digest of a stream with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected digest; its length is the length that is computed.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty or longer than 64 bytes, or <paramref name="source"/> cannot be read.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static ValueTask<bool> VerifyAsync(
        ReadOnlyMemory<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        CheckLength(hash.Span);
        return Run(new Blake2bp(key.Span, hash.Length));

        async ValueTask<bool> Run(Blake2bp computed)
        {
            using (Blake2bp disposed = computed)
            {
                await computed.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
                return computed.VerifyCurrentHash(hash.Span);
            }
        }
    }

    // ---- many messages ----

    /// <summary>Hashes messages of one length that lie one after the other.</summary>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    public static void HashMany(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2LeavesMany<ulong, Blake2bSpec>.Equal(default, source, messageLength, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of one length that lie one after the other, all with one key.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2LeavesMany<ulong, Blake2bSpec>.Equal(new(key, key.Length), source, messageLength, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of one length that lie one after the other, each with a key of its own.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 64.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 64 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2LeavesMany<ulong, Blake2bSpec>.Equal(new(keys, keySizeInBytes, perMessage: true), source, messageLength, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of one length that lie one after the other, on several cores.</summary>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Equal(source, messageLength, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Of(source).Span, messageLength, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of one length that lie one after the other, all with one key, on several cores.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<ulong, Blake2bSpec>.CheckKey(key.Span);
        ManyOverCores.Equal(source, messageLength, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(key.Span, range.Of(source).Span, messageLength, digests.Span, hashSizeInBytes), key);
    }

    /// <summary>Hashes messages of one length that lie one after the other, each with a key of its own, on several cores.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 64.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 64 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<ulong, Blake2bSpec>.CheckKeys(keys.Length, keySizeInBytes, destination.Length / Math.Max(1, hashSizeInBytes));
        ManyOverCores.Equal(source, messageLength, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(keys.Slice(range.First * keySizeInBytes, range.Count * keySizeInBytes).Span, keySizeInBytes, range.Of(source).Span, messageLength, digests.Span, hashSizeInBytes), keys);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    public static void HashMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2LeavesMany<ulong, Blake2bSpec>.Ragged(default, source, messageLengths, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, all with one key.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2LeavesMany<ulong, Blake2bSpec>.Ragged(new(key, key.Length), source, messageLengths, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, each with a key of its own.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 64.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 64 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2LeavesMany<ulong, Blake2bSpec>.Ragged(new(keys, keySizeInBytes, perMessage: true), source, messageLengths, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, on several cores.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Ragged(source, messageLengths, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Of(source).Span, range.Items(messageLengths).Span, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, all with one key, on several cores.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<ulong, Blake2bSpec>.CheckKey(key.Span);
        ManyOverCores.Ragged(source, messageLengths, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(key.Span, range.Of(source).Span, range.Items(messageLengths).Span, digests.Span, hashSizeInBytes), key);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, each with a key of its own, on several cores.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 64.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 64 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<ulong, Blake2bSpec>.CheckKeys(keys.Length, keySizeInBytes, messageLengths.Length);
        ManyOverCores.Ragged(source, messageLengths, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(keys.Slice(range.First * keySizeInBytes, range.Count * keySizeInBytes).Span, keySizeInBytes, range.Of(source).Span, range.Items(messageLengths).Span, digests.Span, hashSizeInBytes), keys);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie.</summary>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    public static void HashMany(ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2LeavesMany<ulong, Blake2bSpec>.Scattered(default, sources, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, all with one key.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2LeavesMany<ulong, Blake2bSpec>.Scattered(new(key, key.Length), sources, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, each with a key of its own.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 64.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 64 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2LeavesMany<ulong, Blake2bSpec>.Scattered(new(keys, keySizeInBytes, perMessage: true), sources, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, on several cores.</summary>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Items(sources).Span, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, all with one key, on several cores.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> key, ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<ulong, Blake2bSpec>.CheckKey(key.Span);
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(key.Span, range.Items(sources).Span, digests.Span, hashSizeInBytes), key);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, each with a key of its own, on several cores.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 64.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is not 1 to 64.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 64 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<ulong, Blake2bSpec>.CheckKeys(keys.Length, keySizeInBytes, sources.Length);
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(keys.Slice(range.First * keySizeInBytes, range.Count * keySizeInBytes).Span, keySizeInBytes, range.Items(sources).Span, digests.Span, hashSizeInBytes), keys);
    }

    // ---- a running hash ----

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new Blake2bp Clone() => (Blake2bp)base.Clone();

    private protected override void Append(ReadOnlySpan<byte> data) => running.Append(data);

    private protected override void Finish(Span<byte> destination) => running.Finish(destination);

    private protected override void Restart() => running.Restart();

    private protected override LanewiseHash Duplicate() => new Blake2bp(this);

    private protected override void Wipe() => running.Wipe();

    internal override string StateName => "BLAKE2bp";

    internal override ReadOnlySpan<byte> WriteState(StateWriter writer) => running.WriteState(writer);

    internal static Blake2bp ReadState(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        new(Blake2LeavesRunning<ulong, Blake2bSpec>.ReadState(ref reader, key, out secret));

    private static void CheckLength(ReadOnlySpan<byte> hash)
    {
        CheckExpected(hash);
        Blake2One<ulong, Blake2bSpec>.CheckHashSize(hash.Length, nameof(hash));
    }
}
