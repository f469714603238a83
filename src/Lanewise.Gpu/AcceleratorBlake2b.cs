using System.Security.Cryptography;
using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu;

/// <summary>
/// Computes BLAKE2b (RFC 7693) for many messages on a device, in sequential mode, without a salt or personalization.
/// </summary>
public static class AcceleratorBlake2b
{
    /// <summary>Queues the hashing of messages of equal length, which are stored in device memory without gaps.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="count">The number of messages.</param>
    /// <param name="destination">
    /// Receives one digest per message. The destination must be a different buffer than the source.
    /// </param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="key">The key for all messages, up to 64 bytes. An empty key means unkeyed hashing.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, or the source and the destination are the same buffer.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length or the count is negative, or <paramref name="hashSizeInBytes"/> is less than 1 or more than 64.
    /// </exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void HashMany(
        AcceleratorBuffer source, int messageLength, long count, AcceleratorBuffer destination,
        int hashSizeInBytes = Blake2b.HashSizeInBytes, ReadOnlySpan<byte> key = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceBlake2b hash = new(hashSizeInBytes, key);
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
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="key">The key for all messages, up to 64 bytes. An empty key means unkeyed hashing.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, or the source and the destination are the same buffer.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or <paramref name="hashSizeInBytes"/> is less than 1 or more than 64.
    /// </exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void HashMany(
        AcceleratorBuffer source, ReadOnlySpan<int> messageLengths, AcceleratorBuffer destination,
        int hashSizeInBytes = Blake2b.HashSizeInBytes, ReadOnlySpan<byte> key = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceBlake2b hash = new(hashSizeInBytes, key);
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
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="key">The key for all messages, up to 64 bytes. An empty key means unkeyed hashing.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// The destination's length differs from the total length of the digests, or the destination overlaps the source.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length is negative, or <paramref name="hashSizeInBytes"/> is less than 1 or more than 64.
    /// </exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void HashMany(
        Accelerator accelerator, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination,
        int hashSizeInBytes = Blake2b.HashSizeInBytes, ReadOnlySpan<byte> key = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceBlake2b hash = new(hashSizeInBytes, key);
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
    /// <param name="hashSizeInBytes">The length of each digest in bytes, 1 to 64.</param>
    /// <param name="key">The key for all messages, up to 64 bytes. An empty key means unkeyed hashing.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// The sum of the lengths differs from the length of the source, the destination's length differs from the total length of
    /// the digests, or the destination overlaps the source.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or <paramref name="hashSizeInBytes"/> is less than 1 or more than 64.
    /// </exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void HashMany(
        Accelerator accelerator, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination,
        int hashSizeInBytes = Blake2b.HashSizeInBytes, ReadOnlySpan<byte> key = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceBlake2b hash = new(hashSizeInBytes, key);
        HashRun.Ragged(accelerator, hash, source, messageLengths, destination, cancellationToken);
    }
}
