using System.Security.Cryptography;
using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu;

/// <summary>XTEA on a device. Legacy: for interoperability only, as <see cref="Xtea"/> says.</summary>
/// <remarks>The round keys go to the driver as arguments of a kernel, and drivers do not wipe their copies.</remarks>
public static class AcceleratorXtea
{
    /// <summary>Queues the encryption of whole blocks in the device's memory, each for itself.</summary>
    /// <param name="cipher">The key, the rounds and the byte order.</param>
    /// <param name="source">The plaintext, from the buffer's first byte on.</param>
    /// <param name="destination">Receives as many bytes; the source itself is allowed.</param>
    /// <param name="length">Bytes: a multiple of 8.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or of another accelerator, or the length is no multiple of 8.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void EncryptEcb(
        Xtea cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(blocks, CipherVerb.Encrypt, source, destination, length, [], cancellationToken);
    }

    /// <summary>Queues the decryption of whole blocks in the device's memory, each for itself.</summary>
    /// <param name="cipher">The key, the rounds and the byte order.</param>
    /// <param name="source">The ciphertext, from the buffer's first byte on.</param>
    /// <param name="destination">Receives as many bytes; the source itself is allowed.</param>
    /// <param name="length">Bytes: a multiple of 8.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">A buffer is too small or of another accelerator.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void DecryptEcb(
        Xtea cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(blocks, CipherVerb.Decrypt, source, destination, length, [], cancellationToken);
    }

    /// <summary>
    /// Queues encryption or decryption in CTR mode in the device's memory; the counter is a big-endian number in either byte
    /// order.
    /// </summary>
    /// <param name="cipher">The key, the rounds and the byte order.</param>
    /// <param name="source">Plaintext or ciphertext, from the buffer's first byte on.</param>
    /// <param name="counter">The first counter block, 8 bytes.</param>
    /// <param name="destination">Receives as many bytes; the source itself is allowed.</param>
    /// <param name="length">Bytes, any number.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or of another accelerator, or the counter is not one block.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void TransformCtr(
        Xtea cipher, AcceleratorBuffer source, ReadOnlySpan<byte> counter, AcceleratorBuffer destination, long length,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(blocks, CipherVerb.Count, source, destination, length, counter, cancellationToken);
    }

    /// <summary>Copies whole blocks to the device, encrypts each for itself, and copies them back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="cipher">The key, the rounds and the byte order.</param>
    /// <param name="source">The plaintext: a multiple of 8 bytes.</param>
    /// <param name="destination">Receives as many bytes; the source's own place is allowed.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">
    /// The source is no multiple of 8 bytes, or the destination is shorter or overlaps it elsewhere.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void EncryptEcb(
        Accelerator accelerator, Xtea cipher, ReadOnlySpan<byte> source, Span<byte> destination,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(accelerator, blocks, CipherVerb.Encrypt, source, destination, [], cancellationToken);
    }

    /// <summary>Copies whole blocks to the device, decrypts each for itself, and copies them back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="cipher">The key, the rounds and the byte order.</param>
    /// <param name="source">The ciphertext: a multiple of 8 bytes.</param>
    /// <param name="destination">Receives as many bytes; the source's own place is allowed.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">The destination is shorter than the source or overlaps it elsewhere.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void DecryptEcb(
        Accelerator accelerator, Xtea cipher, ReadOnlySpan<byte> source, Span<byte> destination,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(accelerator, blocks, CipherVerb.Decrypt, source, destination, [], cancellationToken);
    }

    /// <summary>Copies data to the device, encrypts or decrypts it there in CTR mode, and copies it back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="cipher">The key, the rounds and the byte order.</param>
    /// <param name="source">Plaintext or ciphertext.</param>
    /// <param name="counter">The first counter block, 8 bytes; the counter is a big-endian number in either byte order.</param>
    /// <param name="destination">Receives as many bytes; the source's own place is allowed.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">
    /// The counter is not one block, or the destination is shorter than the source or overlaps it elsewhere.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher or the accelerator was disposed.</exception>
    public static void TransformCtr(
        Accelerator accelerator, Xtea cipher, ReadOnlySpan<byte> source, ReadOnlySpan<byte> counter, Span<byte> destination,
        CancellationToken cancellationToken = default)
    {
        using DeviceXtea blocks = new(cipher);
        CipherRun.Run(accelerator, blocks, CipherVerb.Count, source, destination, counter, cancellationToken);
    }

    /// <summary>
    /// Packets in the device's memory are encrypted, each with a key of its own, in ECB mode; returns when they are there.
    /// </summary>
    /// <param name="keys">The keys, 16 bytes per packet; a buffer of their own.</param>
    /// <param name="source">The packets, one after the other.</param>
    /// <param name="packetLengths">The length of each in bytes: a multiple of 8.</param>
    /// <param name="destination">Receives them in the same places; the source itself is allowed.</param>
    /// <param name="byteOrder">The byte order of words, for keys and data.</param>
    /// <param name="cycles">Cycles of two Feistel rounds, 1 to 64; the full cipher has 32.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or of another accelerator, that of the keys is one of the others, or a packet is not whole blocks.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or the cycles or the byte order are not possible.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void EncryptMany(
        AcceleratorBuffer keys, AcceleratorBuffer source, ReadOnlySpan<int> packetLengths, AcceleratorBuffer destination,
        XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = Xtea.DefaultCycles,
        CancellationToken cancellationToken = default) =>
        PacketRun.Run(
            DevicePackets.Create(true, byteOrder, cycles), keys, source, packetLengths, destination, cancellationToken);

    /// <summary>
    /// Packets in the device's memory are decrypted, each with a key of its own, in ECB mode; returns when they are there.
    /// </summary>
    /// <param name="keys">The keys, 16 bytes per packet; a buffer of their own.</param>
    /// <param name="source">The packets, one after the other.</param>
    /// <param name="packetLengths">The length of each in bytes: a multiple of 8.</param>
    /// <param name="destination">Receives them in the same places; the source itself is allowed.</param>
    /// <param name="byteOrder">The byte order of words, for keys and data.</param>
    /// <param name="cycles">Cycles of two Feistel rounds, 1 to 64; the full cipher has 32.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">
    /// A buffer is too small or of another accelerator, or that of the keys is one of the others.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or the cycles or the byte order are not possible.
    /// </exception>
    /// <exception cref="CryptographicException">A packet is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void DecryptMany(
        AcceleratorBuffer keys, AcceleratorBuffer source, ReadOnlySpan<int> packetLengths, AcceleratorBuffer destination,
        XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = Xtea.DefaultCycles,
        CancellationToken cancellationToken = default) =>
        PacketRun.Run(
            DevicePackets.Create(false, byteOrder, cycles), keys, source, packetLengths, destination, cancellationToken);

    /// <summary>Copies packets to the device, encrypts each with a key of its own in ECB mode, and copies them back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="keys">The keys, 16 bytes per packet.</param>
    /// <param name="source">The packets, one after the other.</param>
    /// <param name="packetLengths">The length of each in bytes, a multiple of 8; their sum is the length of the source.</param>
    /// <param name="destination">Receives them in the same places; the source's own place is allowed.</param>
    /// <param name="byteOrder">The byte order of words, for keys and data.</param>
    /// <param name="cycles">Cycles of two Feistel rounds, 1 to 64; the full cipher has 32.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">
    /// There is not exactly a key per packet, the lengths do not add up to the source, a packet is not whole blocks, or the
    /// destination is too short or overlaps source or keys.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or the cycles or the byte order are not possible.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void EncryptMany(
        Accelerator accelerator, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths,
        Span<byte> destination, XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = Xtea.DefaultCycles,
        CancellationToken cancellationToken = default) =>
        PacketRun.Run(
            accelerator, DevicePackets.Create(true, byteOrder, cycles), keys, source, packetLengths, destination,
            cancellationToken);

    /// <summary>Copies packets to the device, decrypts each with a key of its own in ECB mode, and copies them back.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="keys">The keys, 16 bytes per packet.</param>
    /// <param name="source">The packets, one after the other.</param>
    /// <param name="packetLengths">The length of each in bytes, a multiple of 8; their sum is the length of the source.</param>
    /// <param name="destination">Receives them in the same places; the source's own place is allowed.</param>
    /// <param name="byteOrder">The byte order of words, for keys and data.</param>
    /// <param name="cycles">Cycles of two Feistel rounds, 1 to 64; the full cipher has 32.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">
    /// There is not exactly a key per packet, the lengths do not add up to the source, or the destination is too short or
    /// overlaps source or keys.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A length is negative, or the cycles or the byte order are not possible.
    /// </exception>
    /// <exception cref="CryptographicException">A packet is not a whole number of blocks.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static void DecryptMany(
        Accelerator accelerator, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths,
        Span<byte> destination, XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = Xtea.DefaultCycles,
        CancellationToken cancellationToken = default) =>
        PacketRun.Run(
            accelerator, DevicePackets.Create(false, byteOrder, cycles), keys, source, packetLengths, destination,
            cancellationToken);
}
