using System.Security.Cryptography;
using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu;

/// <summary>
/// Computes BLAKE3 on a device, processing many messages, or the chunks of one message, in parallel. BLAKE3 output can have
/// any length.
/// </summary>
public static class AcceleratorBlake3
{
    /// <summary>Hashes one message in device memory. Returns when the output is complete.</summary>
    /// <remarks>The BLAKE3 chunks need additional device memory: 48 bytes for each 1,024 bytes of the message.</remarks>
    /// <param name="source">The message, at the start of the buffer.</param>
    /// <param name="length">The message length in bytes.</param>
    /// <param name="destination">Receives the output. The destination must be a different buffer than the source.</param>
    /// <param name="outputLength">The output length in bytes. The first 32 bytes of BLAKE3 output are the digest.</param>
    /// <param name="outputOffset">The offset of the first output byte to return.</param>
    /// <param name="key">The key, 32 bytes. An empty key means unkeyed hashing.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, or the source and the destination are the same buffer.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or the requested range extends beyond the end of the output.
    /// </exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void HashData(
        AcceleratorBuffer source, long length, AcceleratorBuffer destination, long outputLength = Blake3.HashSizeInBytes,
        ulong outputOffset = 0, ReadOnlySpan<byte> key = default, CancellationToken cancellationToken = default) =>
        TreeRun.Run(source, length, destination, outputLength, outputOffset, key, cancellationToken);

    /// <summary>Copies a whole message to the device, hashes it, and copies the output back.</summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the output. The length of this span is the output length.</param>
    /// <param name="outputOffset">The offset of the first output byte to return.</param>
    /// <param name="key">The key, 32 bytes. An empty key means unkeyed hashing.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentOutOfRangeException">The requested range extends beyond the end of the output.</exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">
    /// The driver failed, the device has too little memory, or the device failed its self-test.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void HashData(
        Accelerator accelerator, ReadOnlySpan<byte> source, Span<byte> destination, ulong outputOffset = 0,
        ReadOnlySpan<byte> key = default, CancellationToken cancellationToken = default) =>
        TreeRun.Run(accelerator, source, destination, outputOffset, key, cancellationToken);

    /// <summary>
    /// Hashes messages of equal length, which are stored in device memory without gaps. If the messages are at most 1024 bytes
    /// long, the method only queues the work; otherwise, it returns when the digests are complete.
    /// </summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="count">The number of messages.</param>
    /// <param name="destination">
    /// Receives one digest per message. The destination must be a different buffer than the source.
    /// </param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="key">The key for all messages, 32 bytes. An empty key means unkeyed hashing.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, or the source and the destination are the same buffer.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length or the count is negative, or <paramref name="hashSizeInBytes"/> is less than 1.
    /// </exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void HashMany(
        AcceleratorBuffer source, int messageLength, long count, AcceleratorBuffer destination,
        int hashSizeInBytes = Blake3.HashSizeInBytes, ReadOnlySpan<byte> key = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceBlake3 hash = new(hashSizeInBytes, key);
        HashRun.Equal(hash, source, messageLength, count, destination, cancellationToken);
    }

    /// <summary>
    /// Hashes messages of different lengths, which are stored in device memory without gaps. Returns when the digests are
    /// complete.
    /// </summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes.</param>
    /// <param name="destination">
    /// Receives one digest per message, in the order of the messages. The destination must be a different buffer than the source.
    /// </param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="key">The key for all messages, 32 bytes. An empty key means unkeyed hashing.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, or the source and the destination are the same buffer.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or <paramref name="hashSizeInBytes"/> is less than 1.
    /// </exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void HashMany(
        AcceleratorBuffer source, ReadOnlySpan<int> messageLengths, AcceleratorBuffer destination,
        int hashSizeInBytes = Blake3.HashSizeInBytes, ReadOnlySpan<byte> key = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceBlake3 hash = new(hashSizeInBytes, key);
        HashRun.Ragged(hash, source, messageLengths, destination, cancellationToken);
    }

    /// <summary>Copies messages of equal length to the device, hashes them, and copies the digests back.</summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="source">The messages, one after another.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="destination">
    /// Receives the digests. The destination must have room for exactly one digest per message, and must not overlap the
    /// source.
    /// </param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="key">The key for all messages, 32 bytes. An empty key means unkeyed hashing.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// The destination's length differs from the total length of the digests, or the destination overlaps the source.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length is negative, or <paramref name="hashSizeInBytes"/> is less than 1.
    /// </exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void HashMany(
        Accelerator accelerator, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination,
        int hashSizeInBytes = Blake3.HashSizeInBytes, ReadOnlySpan<byte> key = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceBlake3 hash = new(hashSizeInBytes, key);
        HashRun.Equal(accelerator, hash, source, messageLength, destination, cancellationToken);
    }

    /// <summary>Copies messages of different lengths to the device, hashes them, and copies the digests back.</summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="source">The messages, one after another.</param>
    /// <param name="messageLengths">
    /// The length of each message in bytes. The lengths must add up to the length of the source.
    /// </param>
    /// <param name="destination">
    /// Receives exactly one digest per message, in the order of the messages. The destination must not overlap the source.
    /// </param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="key">The key for all messages, 32 bytes. An empty key means unkeyed hashing.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// The sum of the lengths differs from the length of the source, the destination's length differs from the total length of
    /// the digests, or the destination overlaps the source.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or <paramref name="hashSizeInBytes"/> is less than 1.
    /// </exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void HashMany(
        Accelerator accelerator, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination,
        int hashSizeInBytes = Blake3.HashSizeInBytes, ReadOnlySpan<byte> key = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceBlake3 hash = new(hashSizeInBytes, key);
        HashRun.Ragged(accelerator, hash, source, messageLengths, destination, cancellationToken);
    }
}
