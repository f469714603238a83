using System.Security.Cryptography;
using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu;

/// <summary>Encrypts and decrypts with Threefish on a device. The cipher object determines the block size.</summary>
/// <remarks>
/// The key and the tweak are kernel arguments, and drivers do not wipe their copies of them. ECB mode reveals which blocks are
/// equal. Neither ECB nor CTR detects changes to the ciphertext.
/// </remarks>
/// <example>
/// <code>
/// using Threefish512 cipher = new(key);
/// AcceleratorThreefish.TransformCtr(cipher, data, counter, data, data.Length); // in place, where the data is
/// </code>
/// </example>
public static class AcceleratorThreefish
{
    /// <summary>Queues the ECB encryption of whole blocks in device memory. All blocks use the same tweak.</summary>
    /// <param name="cipher">The cipher, which contains the key and determines the block size.</param>
    /// <param name="source">The plaintext, at the start of the buffer.</param>
    /// <param name="destination">
    /// Receives the result, which is <paramref name="length"/> bytes long. The destination may be the same as the source.
    /// </param>
    /// <param name="length">The length in bytes, which must be a multiple of the block size.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means that the tweak is zero.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">A buffer is too small or belongs to another accelerator, the length is not a whole
    /// number of blocks, or the tweak is not 16 bytes long.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void EncryptEcb(
        ThreefishCipher cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length,
        ReadOnlySpan<byte> tweak = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceThreefish blocks = new(cipher, tweak);
        CipherRun.Run(blocks, CipherOperation.Encrypt, source, destination, length, [], cancellationToken);
    }

    /// <summary>Queues the ECB decryption of whole blocks in device memory. All blocks use the same tweak.</summary>
    /// <param name="cipher">The cipher, which contains the key and determines the block size.</param>
    /// <param name="source">The ciphertext, at the start of the buffer.</param>
    /// <param name="destination">
    /// Receives the result, which is <paramref name="length"/> bytes long. The destination may be the same as the source.
    /// </param>
    /// <param name="length">The length in bytes, which must be a multiple of the block size.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means that the tweak is zero.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">A buffer is too small or belongs to another accelerator, or the tweak is not 16 bytes
    /// long.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void DecryptEcb(
        ThreefishCipher cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length,
        ReadOnlySpan<byte> tweak = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceThreefish blocks = new(cipher, tweak);
        CipherRun.Run(blocks, CipherOperation.Decrypt, source, destination, length, [], cancellationToken);
    }

    /// <summary>
    /// Queues CTR encryption or decryption in device memory. The counter is a big-endian number as wide as a block.
    /// </summary>
    /// <param name="cipher">The cipher, which contains the key and determines the block size.</param>
    /// <param name="source">The plaintext or ciphertext, at the start of the buffer.</param>
    /// <param name="counter">The first counter block.</param>
    /// <param name="destination">
    /// Receives the result, which is <paramref name="length"/> bytes long. The destination may be the same as the source.
    /// </param>
    /// <param name="length">The length in bytes, which need not be a multiple of the block size.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means that the tweak is zero.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">A buffer is too small or belongs to another accelerator, the counter's length
    /// is not the block size, or the tweak is not 16 bytes long.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void TransformCtr(
        ThreefishCipher cipher, AcceleratorBuffer source, ReadOnlySpan<byte> counter, AcceleratorBuffer destination, long length,
        ReadOnlySpan<byte> tweak = default, CancellationToken cancellationToken = default)
    {
        using DeviceThreefish blocks = new(cipher, tweak);
        CipherRun.Run(blocks, CipherOperation.Count, source, destination, length, counter, cancellationToken);
    }

    /// <summary>
    /// Copies whole blocks to the device, encrypts them in ECB mode with one tweak, and copies the result back.
    /// </summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="cipher">The cipher, which contains the key and determines the block size.</param>
    /// <param name="source">The plaintext, a whole number of blocks.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same memory as the source.
    /// </param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means that the tweak is zero.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">The source is not a whole number of blocks, the destination is shorter than the
    /// source or overlaps it at a different offset, or the tweak is not 16 bytes long.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void EncryptEcb(
        Accelerator accelerator, ThreefishCipher cipher, ReadOnlySpan<byte> source, Span<byte> destination,
        ReadOnlySpan<byte> tweak = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceThreefish blocks = new(cipher, tweak);
        CipherRun.Run(accelerator, blocks, CipherOperation.Encrypt, source, destination, [], cancellationToken);
    }

    /// <summary>
    /// Copies whole blocks to the device, decrypts them in ECB mode with one tweak, and copies the result back.
    /// </summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="cipher">The cipher, which contains the key and determines the block size.</param>
    /// <param name="source">The ciphertext, a whole number of blocks.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same memory as the source.
    /// </param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means that the tweak is zero.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">The destination is shorter than the source or overlaps it at a different offset, or
    /// the tweak is not 16 bytes long.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void DecryptEcb(
        Accelerator accelerator, ThreefishCipher cipher, ReadOnlySpan<byte> source, Span<byte> destination,
        ReadOnlySpan<byte> tweak = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceThreefish blocks = new(cipher, tweak);
        CipherRun.Run(accelerator, blocks, CipherOperation.Decrypt, source, destination, [], cancellationToken);
    }

    /// <summary>Copies data to the device, encrypts or decrypts it in CTR mode, and copies the result back.</summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="cipher">The cipher, which contains the key and determines the block size.</param>
    /// <param name="source">The plaintext or ciphertext.</param>
    /// <param name="counter">The first counter block. The counter is a big-endian number as wide as a block.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same memory as the source.
    /// </param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means that the tweak is zero.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">The counter's length is not the block size, the tweak is not 16 bytes long, or the
    /// destination is shorter than the source or overlaps it at a different offset.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void TransformCtr(
        Accelerator accelerator, ThreefishCipher cipher, ReadOnlySpan<byte> source, ReadOnlySpan<byte> counter,
        Span<byte> destination,
        ReadOnlySpan<byte> tweak = default, CancellationToken cancellationToken = default)
    {
        using DeviceThreefish blocks = new(cipher, tweak);
        CipherRun.Run(accelerator, blocks, CipherOperation.Count, source, destination, counter, cancellationToken);
    }
}
