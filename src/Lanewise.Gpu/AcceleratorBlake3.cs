using System.Security.Cryptography;
using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu;

/// <summary>
/// BLAKE3 on a device: of many messages side by side, or of one whose chunks are side by side; output of any length.
/// </summary>
public static class AcceleratorBlake3
{
    /// <summary>The output of one message that is in the device's memory; returns when it is there.</summary>
    /// <remarks>The chunks need room on the device beside the message: 48 bytes for each 1024.</remarks>
    /// <param name="source">The message, from the buffer's first byte on.</param>
    /// <param name="length">Bytes of it.</param>
    /// <param name="destination">Receives the output; another buffer than the source.</param>
    /// <param name="outputLength">Bytes of output; the first 32 from offset 0 are the digest.</param>
    /// <param name="outputOffset">Where in the output they start.</param>
    /// <param name="key">The key, 32 bytes; empty means unkeyed.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">A buffer is too small or of another accelerator, or both are the same.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative, or the output ends before.</exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong output in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void HashData(
        AcceleratorBuffer source, long length, AcceleratorBuffer destination, long outputLength = Blake3.HashSizeInBytes,
        ulong outputOffset = 0, ReadOnlySpan<byte> key = default, CancellationToken cancellationToken = default) =>
        TreeRun.Run(source, length, destination, outputLength, outputOffset, key, cancellationToken);

    /// <summary>Copies a message to the device, all of it, and its output back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the output; as many bytes as it has.</param>
    /// <param name="outputOffset">Where in the output they start.</param>
    /// <param name="key">The key, 32 bytes; empty means unkeyed.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentOutOfRangeException">The output ends before.</exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">
    /// The driver failed, the device has no room, or it gave wrong output in its self-test.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void HashData(
        Accelerator accelerator, ReadOnlySpan<byte> source, Span<byte> destination, ulong outputOffset = 0,
        ReadOnlySpan<byte> key = default, CancellationToken cancellationToken = default) =>
        TreeRun.Run(accelerator, source, destination, outputOffset, key, cancellationToken);

    /// <summary>
    /// The digests of packed messages of one length in the device's memory. Those of up to 1024 bytes are
    /// queued; for longer ones it returns when they are there.
    /// </summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">Bytes of each.</param>
    /// <param name="count">The number of packets.</param>
    /// <param name="destination">Receives the digest of each; another buffer than the source.</param>
    /// <param name="hashSizeInBytes">Bytes of each digest, at least 1.</param>
    /// <param name="key">The key of all messages, 32 bytes; empty for none.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">A buffer is too small or of another accelerator, or both are the same.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length or the count is negative, or <paramref name="hashSizeInBytes"/> is not at least 1.
    /// </exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong digests in its self-test.</exception>
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
    /// The digests of packed messages of any lengths in the device's memory; returns when they are there.
    /// </summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each in bytes.</param>
    /// <param name="destination">
    /// Receives the digest of each, in the order of the lengths; another buffer than the source.
    /// </param>
    /// <param name="hashSizeInBytes">Bytes of each digest, at least 1.</param>
    /// <param name="key">The key of all messages, 32 bytes; empty for none.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">A buffer is too small or of another accelerator, or both are the same.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or <paramref name="hashSizeInBytes"/> is not at least 1.
    /// </exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong digests in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void HashMany(
        AcceleratorBuffer source, ReadOnlySpan<int> messageLengths, AcceleratorBuffer destination,
        int hashSizeInBytes = Blake3.HashSizeInBytes, ReadOnlySpan<byte> key = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceBlake3 hash = new(hashSizeInBytes, key);
        HashRun.Ragged(hash, source, messageLengths, destination, cancellationToken);
    }

    /// <summary>Copies messages of one length to the device, and their digests back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="source">The messages, one after the other.</param>
    /// <param name="messageLength">Bytes of each.</param>
    /// <param name="destination">Receives exactly the digest of each; not in the source.</param>
    /// <param name="hashSizeInBytes">Bytes of each digest, at least 1.</param>
    /// <param name="key">The key of all messages, 32 bytes; empty for none.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">
    /// The destination is not a digest for each message of the source, or is in it.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length is negative, or <paramref name="hashSizeInBytes"/> is not at least 1.
    /// </exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong digests in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void HashMany(
        Accelerator accelerator, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination,
        int hashSizeInBytes = Blake3.HashSizeInBytes, ReadOnlySpan<byte> key = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceBlake3 hash = new(hashSizeInBytes, key);
        HashRun.Equal(accelerator, hash, source, messageLength, destination, cancellationToken);
    }

    /// <summary>Copies messages of any lengths to the device, and their digests back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="source">The messages, one after the other.</param>
    /// <param name="messageLengths">The length of each in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives exactly the digest of each, in the order of the lengths; not in the source.</param>
    /// <param name="hashSizeInBytes">Bytes of each digest, at least 1.</param>
    /// <param name="key">The key of all messages, 32 bytes; empty for none.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">
    /// The lengths do not add up to the source, or the destination is not a digest for each or is in the source.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or <paramref name="hashSizeInBytes"/> is not at least 1.
    /// </exception>
    /// <exception cref="CryptographicException">The key is not 32 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong digests in its self-test.</exception>
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
