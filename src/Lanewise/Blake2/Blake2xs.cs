using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>
/// BLAKE2Xs: BLAKE2s with output of any length, its blocks side by side in SIMD lanes; keyed, of known or unknown length,
/// readable from any place, or of many messages at once.
/// </summary>
/// <remarks>
/// Sound as published, at the security of BLAKE2s. The length of the output is part of the hash: a short output is not the
/// beginning of a longer one, and output of unknown length is another again. With a key it is a MAC and a PRF.
/// <para>Words are read and output is written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing. Keys are wiped after use.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = Blake2xs.HashData(message, 1000);
/// </code>
/// </example>
public sealed class Blake2xs : LanewiseHash
{
    /// <summary>The length of the longest key in bytes.</summary>
    public const int MaxKeySizeInBytes = 32;

    private readonly Blake2Running<uint, Blake2sSpec> running;
    private readonly uint length;

    /// <summary>Starts an empty message.</summary>
    /// <param name="hashSizeInBytes">The length of the output in bytes, at least 1 and at most 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public Blake2xs(int hashSizeInBytes)
        : this(default, hashSizeInBytes)
    {
    }

    /// <summary>Starts an empty message with a key.</summary>
    /// <param name="key">The key, at most 32 bytes; empty for none.</param>
    /// <param name="hashSizeInBytes">The length of the output in bytes, at least 1 and at most 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The key is longer than 32 bytes.</exception>
    public Blake2xs(ReadOnlySpan<byte> key, int hashSizeInBytes)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        length = (uint)hashSizeInBytes;
        HashLengthInBytes = hashSizeInBytes;
        running = new Blake2Running<uint, Blake2sSpec>(Blake2Extended<uint, Blake2sSpec>.RootParameters(length), key, 32);
    }

    private Blake2xs(Blake2Running<uint, Blake2sSpec> running, uint length)
    {
        this.running = running;
        this.length = length;
        HashLengthInBytes = length == Blake2Extended<uint, Blake2sSpec>.UnknownLength ? 32 : (int)length;
    }

    /// <summary>Always true: the code is managed.</summary>
    public static bool IsSupported => true;

    /// <summary>
    /// Messages or output blocks that run side by side on this machine; batches of a multiple of it waste nothing.
    /// </summary>
    public static int PreferredBatchSize => Blake2Many<uint, Blake2sSpec>.Table.Choose().Lanes(32);

    /// <summary>The length of the output; where that is unknown, of the part of it that is a digest.</summary>
    public override int HashLengthInBytes { get; }

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName =>
        new(string.Create(CultureInfo.InvariantCulture, $"BLAKE2XS-{8L * HashLengthInBytes}"));

    /// <summary>Starts an empty message whose output has no length; <see cref="GetOutput"/> reads it.</summary>
    /// <param name="key">The key, at most 32 bytes; empty for none.</param>
    /// <returns>The running hash.</returns>
    /// <exception cref="CryptographicException">The key is longer than 32 bytes.</exception>
    public static Blake2xs CreateUnknownLength(ReadOnlySpan<byte> key = default)
    {
        uint unknown = Blake2Extended<uint, Blake2sSpec>.UnknownLength;
        return new Blake2xs(new Blake2Running<uint, Blake2sSpec>(Blake2Extended<uint, Blake2sSpec>.RootParameters(unknown), key, 32), unknown);
    }

    // ---- one message ----

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the output in bytes, at least 1 and at most 65,534.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[] HashData(byte[] source, int hashSizeInBytes)
    {
        ArgumentNullException.ThrowIfNull(source);
        return HashData(default, source, hashSizeInBytes);
    }

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the output in bytes, at least 1.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> source, int hashSizeInBytes) => HashData(default, source, hashSizeInBytes);

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the output; its length is the length of the output. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty or too long.</exception>
    public static void HashData(ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Extended<uint, Blake2sSpec>.Hash(default, source, destination);

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key, at most 32 bytes; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the output in bytes, at least 1.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The key is longer than 32 bytes.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashSizeInBytes)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        byte[] hash = new byte[hashSizeInBytes];
        Blake2Extended<uint, Blake2sSpec>.Hash(key, source, hash);
        return hash;
    }

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key, at most 32 bytes; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the output; its length is the length of the output. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty or too long.</exception>
    /// <exception cref="CryptographicException">The key is longer than 32 bytes.</exception>
    public static void HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Extended<uint, Blake2sSpec>.Hash(key, source, destination);

    // ---- many messages ----

    /// <summary>Hashes messages of one length that lie one after the other.</summary>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of outputs, or the source is not that many messages.</exception>
    public static void HashMany(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2ExtendedMany<uint, Blake2sSpec>.Equal(default, source, messageLength, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of one length that lie one after the other, all with one key.</summary>
    /// <param name="key">The key, at most 32 bytes; empty for none.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of outputs, or the source is not that many messages.</exception>
    /// <exception cref="CryptographicException">The key is longer than 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2ExtendedMany<uint, Blake2sSpec>.Equal(new(key, key.Length), source, messageLength, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of one length that lie one after the other, each with a key of its own.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 32.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of outputs, or the source is not that many messages, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2ExtendedMany<uint, Blake2sSpec>.Equal(new(keys, keySizeInBytes, perMessage: true), source, messageLength, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of one length that lie one after the other, on several cores.</summary>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of outputs, or the source is not that many messages.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Equal(source, messageLength, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Of(source).Span, messageLength, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of one length that lie one after the other, all with one key, on several cores.</summary>
    /// <param name="key">The key, at most 32 bytes; empty for none.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of outputs, or the source is not that many messages.</exception>
    /// <exception cref="CryptographicException">The key is longer than 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<uint, Blake2sSpec>.CheckKey(key.Span);
        ManyOverCores.Equal(source, messageLength, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(key.Span, range.Of(source).Span, messageLength, digests.Span, hashSizeInBytes), key);
    }

    /// <summary>Hashes messages of one length that lie one after the other, each with a key of its own, on several cores.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 32.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of outputs, or the source is not that many messages, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<uint, Blake2sSpec>.CheckKeys(keys.Length, keySizeInBytes, destination.Length / Math.Max(1, hashSizeInBytes));
        ManyOverCores.Equal(source, messageLength, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(keys.Slice(range.First * keySizeInBytes, range.Count * keySizeInBytes).Span, keySizeInBytes, range.Of(source).Span, messageLength, digests.Span, hashSizeInBytes), keys);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message, or the lengths do not add up to the source.</exception>
    public static void HashMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2ExtendedMany<uint, Blake2sSpec>.Ragged(default, source, messageLengths, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, all with one key.</summary>
    /// <param name="key">The key, at most 32 bytes; empty for none.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="CryptographicException">The key is longer than 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2ExtendedMany<uint, Blake2sSpec>.Ragged(new(key, key.Length), source, messageLengths, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, each with a key of its own.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 32.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message, or the lengths do not add up to the source, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2ExtendedMany<uint, Blake2sSpec>.Ragged(new(keys, keySizeInBytes, perMessage: true), source, messageLengths, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, on several cores.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Ragged(source, messageLengths, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Of(source).Span, range.Items(messageLengths).Span, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, all with one key, on several cores.</summary>
    /// <param name="key">The key, at most 32 bytes; empty for none.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="CryptographicException">The key is longer than 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<uint, Blake2sSpec>.CheckKey(key.Span);
        ManyOverCores.Ragged(source, messageLengths, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(key.Span, range.Of(source).Span, range.Items(messageLengths).Span, digests.Span, hashSizeInBytes), key);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, each with a key of its own, on several cores.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 32.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message, or the lengths do not add up to the source, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<uint, Blake2sSpec>.CheckKeys(keys.Length, keySizeInBytes, messageLengths.Length);
        ManyOverCores.Ragged(source, messageLengths, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(keys.Slice(range.First * keySizeInBytes, range.Count * keySizeInBytes).Span, keySizeInBytes, range.Of(source).Span, range.Items(messageLengths).Span, digests.Span, hashSizeInBytes), keys);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie.</summary>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message.</exception>
    public static void HashMany(ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2ExtendedMany<uint, Blake2sSpec>.Scattered(default, sources, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, all with one key.</summary>
    /// <param name="key">The key, at most 32 bytes; empty for none.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message.</exception>
    /// <exception cref="CryptographicException">The key is longer than 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2ExtendedMany<uint, Blake2sSpec>.Scattered(new(key, key.Length), sources, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, each with a key of its own.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 32.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        Blake2ExtendedMany<uint, Blake2sSpec>.Scattered(new(keys, keySizeInBytes, perMessage: true), sources, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, on several cores.</summary>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Items(sources).Span, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, all with one key, on several cores.</summary>
    /// <param name="key">The key, at most 32 bytes; empty for none.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message.</exception>
    /// <exception cref="CryptographicException">The key is longer than 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> key, ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<uint, Blake2sSpec>.CheckKey(key.Span);
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(key.Span, range.Items(sources).Span, digests.Span, hashSizeInBytes), key);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, each with a key of its own, on several cores.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, 1 to 32.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the outputs in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each output in bytes, 1 to 65,534.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly an output per message, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys are longer than 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake2Extended<uint, Blake2sSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake2One<uint, Blake2sSpec>.CheckKeys(keys.Length, keySizeInBytes, sources.Length);
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(keys.Slice(range.First * keySizeInBytes, range.Count * keySizeInBytes).Span, keySizeInBytes, range.Items(sources).Span, digests.Span, hashSizeInBytes), keys);
    }

    // ---- a running hash ----

    /// <summary>The output of the data so far, to be read from any place; more can be appended afterwards.</summary>
    /// <returns>A reader, which does not change with this instance.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public Blake2xOutput GetOutput()
    {
        AppendData(default(ReadOnlySpan<byte>));
        byte[] root = new byte[32];
        running.Finish(root);
        return new Blake2xOutput(root, length);
    }

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new Blake2xs Clone() => (Blake2xs)base.Clone();

    private protected override void Append(ReadOnlySpan<byte> data) => running.Append(data);

    private protected override void Finish(Span<byte> destination)
    {
        Span<byte> root = stackalloc byte[32];
        running.Finish(root);
        Blake2Extended<uint, Blake2sSpec>.Read(root, length, 0, destination, destination.Length);
        CryptographicOperations.ZeroMemory(root);
    }

    private protected override void Restart() => running.Restart();

    private protected override LanewiseHash Duplicate() => new Blake2xs(running.Clone(), length);

    private protected override void Wipe() => running.Wipe();

    internal override string StateName => "BLAKE2Xs";

    internal override ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        writer.Number(length);
        return running.WriteState(writer);
    }

    internal static Blake2xs ReadState(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        ulong length = reader.Number();
        bool isKnown = length != Blake2Extended<uint, Blake2sSpec>.UnknownLength;
        if (length < 1 || (isKnown && length > Math.Min(int.MaxValue, Blake2Extended<uint, Blake2sSpec>.MaxLength)))
        {
            throw SavedState.Bad($"The saved state is not valid: the length of the output is {length}.");
        }

        return new Blake2xs(Blake2Running<uint, Blake2sSpec>.ReadState(ref reader, key, out secret), (uint)length);
    }
}
