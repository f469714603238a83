using System.Security.Cryptography;
using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu;

/// <summary>
/// Encrypts and decrypts with XTEA on a device. XTEA is a legacy cipher. Use XTEA only for interoperability (see
/// <see cref="Xtea"/>).
/// </summary>
/// <remarks>The round keys are kernel arguments, and drivers do not wipe their copies of them.</remarks>
public static class AcceleratorXtea
{
    /// <summary>Queues the ECB encryption of whole blocks in device memory.</summary>
    /// <param name="cipher">The cipher, which contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The plaintext, at the start of the buffer.</param>
    /// <param name="destination">
    /// Receives the result, which is <paramref name="length"/> bytes long. The destination may be the same as the source.
    /// </param>
    /// <param name="length">The length in bytes, a multiple of 8.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, or the length is not a multiple of 8.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void EncryptEcb(
        Xtea cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(blocks, CipherOperation.Encrypt, source, destination, length, [], cancellationToken);
    }

    /// <summary>Queues the ECB decryption of whole blocks in device memory.</summary>
    /// <param name="cipher">The cipher, which contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The ciphertext, at the start of the buffer.</param>
    /// <param name="destination">
    /// Receives the result, which is <paramref name="length"/> bytes long. The destination may be the same as the source.
    /// </param>
    /// <param name="length">The length in bytes, a multiple of 8.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">A buffer is too small or belongs to another accelerator.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void DecryptEcb(
        Xtea cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(blocks, CipherOperation.Decrypt, source, destination, length, [], cancellationToken);
    }

    /// <summary>
    /// Queues CTR encryption or decryption in device memory. The counter is always big-endian, regardless of the cipher's byte
    /// order.
    /// </summary>
    /// <param name="cipher">The cipher, which contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The plaintext or ciphertext, at the start of the buffer.</param>
    /// <param name="counter">The first counter block, 8 bytes.</param>
    /// <param name="destination">
    /// Receives the result, which is <paramref name="length"/> bytes long. The destination may be the same as the source.
    /// </param>
    /// <param name="length">The length in bytes, which need not be a multiple of the block size.</param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, or the counter's length is not the block size.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void TransformCtr(
        Xtea cipher, AcceleratorBuffer source, ReadOnlySpan<byte> counter, AcceleratorBuffer destination, long length,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(blocks, CipherOperation.Count, source, destination, length, counter, cancellationToken);
    }

    /// <summary>Copies whole blocks to the device, encrypts them in ECB mode, and copies the result back.</summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="cipher">The cipher, which contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The plaintext, whose length must be a multiple of 8 bytes.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same memory as the source.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// The length of the source is not a multiple of 8 bytes, or the destination is shorter than the source or overlaps it at
    /// a different offset.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void EncryptEcb(
        Accelerator accelerator, Xtea cipher, ReadOnlySpan<byte> source, Span<byte> destination,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(accelerator, blocks, CipherOperation.Encrypt, source, destination, [], cancellationToken);
    }

    /// <summary>Copies whole blocks to the device, decrypts them in ECB mode, and copies the result back.</summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="cipher">The cipher, which contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The ciphertext, whose length must be a multiple of 8 bytes.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same memory as the source.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// The destination is shorter than the source or overlaps it at a different offset.
    /// </exception>
    /// <exception cref="CryptographicException">The ciphertext is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void DecryptEcb(
        Accelerator accelerator, Xtea cipher, ReadOnlySpan<byte> source, Span<byte> destination,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(accelerator, blocks, CipherOperation.Decrypt, source, destination, [], cancellationToken);
    }

    /// <summary>Copies data to the device, encrypts or decrypts it in CTR mode, and copies the result back.</summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="cipher">The cipher, which contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The plaintext or ciphertext.</param>
    /// <param name="counter">
    /// The first counter block, 8 bytes. The counter is always big-endian, regardless of the cipher's byte order.
    /// </param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same memory as the source.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// The counter's length is not the block size, or the destination is shorter than the source or overlaps it at a different
    /// offset.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void TransformCtr(
        Accelerator accelerator, Xtea cipher, ReadOnlySpan<byte> source, ReadOnlySpan<byte> counter, Span<byte> destination,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(accelerator, blocks, CipherOperation.Count, source, destination, counter, cancellationToken);
    }

    /// <summary>
    /// Encrypts packets in device memory in ECB mode, with a separate key for each packet. Returns when all packets are
    /// encrypted.
    /// </summary>
    /// <param name="keys">The keys, 16 bytes per packet, in a separate buffer.</param>
    /// <param name="source">The packets, one after another.</param>
    /// <param name="packetLengths">The length of each packet in bytes, a multiple of 8.</param>
    /// <param name="destination">
    /// Receives the packets, at the same offsets as in the source. The destination may be the same buffer as the source.
    /// </param>
    /// <param name="byteOrder">The byte order of the words in the keys and the data.</param>
    /// <param name="cycles">
    /// The number of XTEA cycles, 1 to 64. A cycle consists of two Feistel rounds. Standard XTEA has 32 cycles.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, the key buffer is also the source or the destination, or a packet
    /// is not a whole number of blocks.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or the number of cycles or the byte order is not valid.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void EncryptMany(
        AcceleratorBuffer keys, AcceleratorBuffer source, ReadOnlySpan<int> packetLengths, AcceleratorBuffer destination,
        XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = Xtea.DefaultCycles,
        CancellationToken cancellationToken = default) =>
        PacketRun.Run(
            DevicePackets.Create(true, byteOrder, cycles), keys, source, packetLengths, destination, cancellationToken);

    /// <summary>
    /// Decrypts packets in device memory in ECB mode, with a separate key for each packet. Returns when all packets are
    /// decrypted.
    /// </summary>
    /// <param name="keys">The keys, 16 bytes per packet, in a separate buffer.</param>
    /// <param name="source">The packets, one after another.</param>
    /// <param name="packetLengths">The length of each packet in bytes, a multiple of 8.</param>
    /// <param name="destination">
    /// Receives the packets, at the same offsets as in the source. The destination may be the same buffer as the source.
    /// </param>
    /// <param name="byteOrder">The byte order of the words in the keys and the data.</param>
    /// <param name="cycles">
    /// The number of XTEA cycles, 1 to 64. A cycle consists of two Feistel rounds. Standard XTEA has 32 cycles.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or belongs to another accelerator, or the key buffer is also the source or the destination.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or the number of cycles or the byte order is not valid.
    /// </exception>
    /// <exception cref="CryptographicException">A packet is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void DecryptMany(
        AcceleratorBuffer keys, AcceleratorBuffer source, ReadOnlySpan<int> packetLengths, AcceleratorBuffer destination,
        XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = Xtea.DefaultCycles,
        CancellationToken cancellationToken = default) =>
        PacketRun.Run(
            DevicePackets.Create(false, byteOrder, cycles), keys, source, packetLengths, destination, cancellationToken);

    /// <summary>
    /// Copies packets to the device, encrypts each packet with a separate key in ECB mode, and copies the result back.
    /// </summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="keys">The keys, 16 bytes per packet.</param>
    /// <param name="source">The packets, one after another.</param>
    /// <param name="packetLengths">
    /// The length of each packet in bytes, a multiple of 8. The lengths must add up to the length of the source.
    /// </param>
    /// <param name="destination">
    /// Receives the packets, at the same offsets as in the source. The destination may be the same memory as the source.
    /// </param>
    /// <param name="byteOrder">The byte order of the words in the keys and the data.</param>
    /// <param name="cycles">
    /// The number of XTEA cycles, 1 to 64. A cycle consists of two Feistel rounds. Standard XTEA has 32 cycles.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// The number of keys differs from the number of packets, the sum of the lengths differs from the length of the source, a
    /// packet is not a whole number of blocks, or the destination is too short or overlaps the source or the keys.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or the number of cycles or the byte order is not valid.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void EncryptMany(
        Accelerator accelerator, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths,
        Span<byte> destination, XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = Xtea.DefaultCycles,
        CancellationToken cancellationToken = default) =>
        PacketRun.Run(
            accelerator, DevicePackets.Create(true, byteOrder, cycles), keys, source, packetLengths, destination,
            cancellationToken);

    /// <summary>
    /// Copies packets to the device, decrypts each packet with a separate key in ECB mode, and copies the result back.
    /// </summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="keys">The keys, 16 bytes per packet.</param>
    /// <param name="source">The packets, one after another.</param>
    /// <param name="packetLengths">
    /// The length of each packet in bytes, a multiple of 8. The lengths must add up to the length of the source.
    /// </param>
    /// <param name="destination">
    /// Receives the packets, at the same offsets as in the source. The destination may be the same memory as the source.
    /// </param>
    /// <param name="byteOrder">The byte order of the words in the keys and the data.</param>
    /// <param name="cycles">
    /// The number of XTEA cycles, 1 to 64. A cycle consists of two Feistel rounds. Standard XTEA has 32 cycles.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each kernel launch.</param>
    /// <exception cref="ArgumentException">
    /// The number of keys differs from the number of packets, the sum of the lengths differs from the length of the source, or
    /// the destination is too short or overlaps the source or the keys.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or the number of cycles or the byte order is not valid.
    /// </exception>
    /// <exception cref="CryptographicException">A packet is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void DecryptMany(
        Accelerator accelerator, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths,
        Span<byte> destination, XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = Xtea.DefaultCycles,
        CancellationToken cancellationToken = default) =>
        PacketRun.Run(
            accelerator, DevicePackets.Create(false, byteOrder, cycles), keys, source, packetLengths, destination,
            cancellationToken);
}
