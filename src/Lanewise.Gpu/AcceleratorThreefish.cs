using System.Security.Cryptography;
using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu;

/// <summary>Encrypts and decrypts with Threefish on a device, in all three sizes; the cipher object determines the
/// size.</summary>
/// <remarks>
/// Key and tweak are kernel arguments, and drivers do not wipe their copies of these arguments. ECB mode does not hide equal
/// blocks, and neither mode detects changes.
/// </remarks>
/// <example>
/// <code>
/// using Threefish512 cipher = new(key);
/// AcceleratorThreefish.TransformCtr(cipher, data, counter, data, data.Length); // in place, where the data is
/// </code>
/// </example>
public static class AcceleratorThreefish
{
    /// <summary>Queues the ECB encryption of whole blocks in the device's memory, all with one tweak.</summary>
    /// <param name="cipher">The key, which also determines the size.</param>
    /// <param name="source">The plaintext, at the start of the buffer.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the source.</param>
    /// <param name="length">The length in bytes, a whole number of blocks.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means zeros.</param>
    /// <param name="cancellationToken">The token is checked between kernel launches.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, the length is not a whole number of blocks, or the tweak does
    /// not have 16 bytes.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device's self-test gave wrong blocks.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void EncryptEcb(
        ThreefishCipher cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length,
        ReadOnlySpan<byte> tweak = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceThreefish blocks = new(cipher, tweak);
        CipherRun.Run(blocks, CipherOperation.Encrypt, source, destination, length, [], cancellationToken);
    }

    /// <summary>Queues the ECB decryption of whole blocks in the device's memory, all with one tweak.</summary>
    /// <param name="cipher">The key, which also determines the size.</param>
    /// <param name="source">The ciphertext, at the start of the buffer.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the source.</param>
    /// <param name="length">The length in bytes, a whole number of blocks.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means zeros.</param>
    /// <param name="cancellationToken">The token is checked between kernel launches.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, or the tweak does not have 16 bytes.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device's self-test gave wrong blocks.</exception>
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
    /// Queues encryption or decryption in CTR mode in the device's memory; the counter is a big-endian number as wide as a block.
    /// </summary>
    /// <param name="cipher">The key, which also determines the size.</param>
    /// <param name="source">Plaintext or ciphertext, at the start of the buffer.</param>
    /// <param name="counter">The first counter block.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the source.</param>
    /// <param name="length">The length in bytes; any number is allowed.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means zeros.</param>
    /// <param name="cancellationToken">The token is checked between kernel launches.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, the counter is shorter or longer than a block, or the tweak does
    /// not have 16 bytes.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device's self-test gave wrong blocks.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void TransformCtr(
        ThreefishCipher cipher, AcceleratorBuffer source, ReadOnlySpan<byte> counter, AcceleratorBuffer destination, long length,
        ReadOnlySpan<byte> tweak = default, CancellationToken cancellationToken = default)
    {
        using DeviceThreefish blocks = new(cipher, tweak);
        CipherRun.Run(blocks, CipherOperation.Count, source, destination, length, counter, cancellationToken);
    }

    /// <summary>Copies whole blocks to the device, encrypts them in ECB mode with one tweak, and copies them back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="cipher">The key, which also determines the size.</param>
    /// <param name="source">The plaintext, a whole number of blocks.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the same memory as the source.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means zeros.</param>
    /// <param name="cancellationToken">The token is checked between kernel launches.</param>
    /// <exception cref="ArgumentException"> The source is not a whole number of blocks, the destination is shorter than the
    /// source or overlaps the source without starting at the same position, or the tweak does not have 16 bytes.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device's self-test gave wrong blocks.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void EncryptEcb(
        Accelerator accelerator, ThreefishCipher cipher, ReadOnlySpan<byte> source, Span<byte> destination,
        ReadOnlySpan<byte> tweak = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceThreefish blocks = new(cipher, tweak);
        CipherRun.Run(accelerator, blocks, CipherOperation.Encrypt, source, destination, [], cancellationToken);
    }

    /// <summary>Copies whole blocks to the device, decrypts them in ECB mode with one tweak, and copies them back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="cipher">The key, which also determines the size.</param>
    /// <param name="source">The ciphertext, a whole number of blocks.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the same memory as the source.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means zeros.</param>
    /// <param name="cancellationToken">The token is checked between kernel launches.</param>
    /// <exception cref="ArgumentException">
    /// The destination is shorter than the source or overlaps the source without starting at the same position, or the tweak does
    /// not have 16 bytes.
    /// </exception>
    /// <exception cref="CryptographicException">The ciphertext is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device's self-test gave wrong blocks.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void DecryptEcb(
        Accelerator accelerator, ThreefishCipher cipher, ReadOnlySpan<byte> source, Span<byte> destination,
        ReadOnlySpan<byte> tweak = default,
        CancellationToken cancellationToken = default)
    {
        using DeviceThreefish blocks = new(cipher, tweak);
        CipherRun.Run(accelerator, blocks, CipherOperation.Decrypt, source, destination, [], cancellationToken);
    }

    /// <summary>Copies data to the device, encrypts or decrypts it there in CTR mode, and copies it back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="cipher">The key, which also determines the size.</param>
    /// <param name="source">Plaintext or ciphertext.</param>
    /// <param name="counter">The first counter block; the counter is a big-endian number as wide as a block.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the same memory as the source.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means zeros.</param>
    /// <param name="cancellationToken">The token is checked between kernel launches.</param>
    /// <exception cref="ArgumentException">
    /// The counter is shorter or longer than a block, the tweak does not have 16 bytes, or the destination is shorter than the
    /// source or overlaps the source without starting at the same position.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device's self-test gave wrong blocks.</exception>
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
