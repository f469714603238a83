using System.Buffers.Binary;
using System.Security.Cryptography;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu;

/// <summary>XTEA over data that lies on a device. Legacy: for interoperability only, as <see cref="Xtea"/> says.</summary>
/// <remarks>The round keys go to the driver as arguments of a kernel, and drivers do not wipe their copies.</remarks>
public static class AcceleratorXtea
{
    // The words of a kernel's structure of round keys; a cipher has one or two of them.
    private const int ScheduleWords = 64;

    private static readonly Kernel Encrypt = new("xtea", "lw_xtea_encrypt"), Decrypt = new("xtea", "lw_xtea_decrypt"), Ctr = new("xtea", "lw_xtea_ctr");

    /// <summary>Queues the encryption of whole blocks, each for itself.</summary>
    /// <param name="cipher">The key, the rounds and the byte order.</param>
    /// <param name="source">The plaintext, from the buffer's first byte on.</param>
    /// <param name="destination">Receives as many bytes; the source itself is allowed.</param>
    /// <param name="length">Bytes: a multiple of 8.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">A buffer is too small or of another accelerator, or the length is no multiple of 8.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void EncryptEcb(
        Xtea cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length, CancellationToken cancellationToken = default) =>
        Ecb(Encrypt, cipher, source, destination, length, cancellationToken);

    /// <summary>Queues the decryption of whole blocks, each for itself.</summary>
    /// <param name="cipher">The key, the rounds and the byte order.</param>
    /// <param name="source">The ciphertext, from the buffer's first byte on.</param>
    /// <param name="destination">Receives as many bytes; the source itself is allowed.</param>
    /// <param name="length">Bytes: a multiple of 8.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">A buffer is too small or of another accelerator, or the length is no multiple of 8.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void DecryptEcb(
        Xtea cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length, CancellationToken cancellationToken = default) =>
        Ecb(Decrypt, cipher, source, destination, length, cancellationToken);

    /// <summary>Queues encryption or decryption in CTR mode; the counter is a big-endian number in either byte order.</summary>
    /// <param name="cipher">The key, the rounds and the byte order.</param>
    /// <param name="source">Plaintext or ciphertext, from the buffer's first byte on.</param>
    /// <param name="counter">The first counter block, 8 bytes.</param>
    /// <param name="destination">Receives as many bytes; the source itself is allowed.</param>
    /// <param name="length">Bytes, any number.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">A buffer is too small or of another accelerator, or the counter is not one block.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong blocks in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The cipher, a buffer or the accelerator was disposed.</exception>
    public static void TransformCtr(
        Xtea cipher, AcceleratorBuffer source, ReadOnlySpan<byte> counter, AcceleratorBuffer destination, long length,
        CancellationToken cancellationToken = default)
    {
        if (counter.Length != Xtea.BlockSize) throw new ArgumentException($"The counter must be one block of {Xtea.BlockSize} bytes.", nameof(counter));

        ulong start = BinaryPrimitives.ReadUInt64BigEndian(counter);
        (Accelerator accelerator, DeviceMemory from, DeviceMemory to) = Check(cipher, source, destination, length);
        QueueCtr(accelerator, cipher, from, start, to, length, cancellationToken);
    }

    private static void Ecb(
        Kernel kernel, Xtea cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length, CancellationToken cancellationToken)
    {
        (Accelerator accelerator, DeviceMemory from, DeviceMemory to) = Check(cipher, source, destination, length);
        if (length % Xtea.BlockSize != 0) throw new ArgumentException($"The length must be a multiple of {Xtea.BlockSize} bytes.", nameof(length));

        QueueEcb(accelerator, kernel, cipher, from, to, length, cancellationToken);
    }

    private static (Accelerator Accelerator, DeviceMemory Source, DeviceMemory Destination) Check(
        Xtea cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length)
    {
        ArgumentNullException.ThrowIfNull(cipher);
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(destination);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        // A disposed cipher has a schedule of zeros; that it refuses a block is how it says so.
        _ = cipher.TransformCtr([], stackalloc byte[Xtea.BlockSize], []);
        Accelerator accelerator = source.Accelerator;
        DeviceMemory from = source.For(accelerator, length, nameof(source)), to = destination.For(accelerator, length, nameof(destination));
        if (!accelerator.IsTrusted("XTEA", () => SelfTest(accelerator)))
        {
            throw new AcceleratorException($"XTEA is not used on {accelerator.Info.Name}: its self-test gave other blocks than the processor.");
        }

        return (accelerator, from, to);
    }

    private static KernelArguments Start(KernelArguments list, DeviceMemory source, DeviceMemory destination, Xtea cipher)
    {
        Span<uint> words = stackalloc uint[2 * ScheduleWords];
        words.Clear();
        cipher.Schedule.CopyTo(words);
        list.Add(source).Add(destination).Add<uint>(words.Slice(0, ScheduleWords)).Add<uint>(words.Slice(ScheduleWords))
            .Add((uint)cipher.Rounds).Add(cipher.ByteOrder == XteaByteOrder.BigEndian ? 1u : 0u);
        words.Clear();
        return list;
    }

    private static void QueueEcb(
        Accelerator accelerator, Kernel kernel, Xtea cipher, DeviceMemory source, DeviceMemory destination, long length, CancellationToken cancellationToken)
    {
        ulong end = (ulong)length / Xtea.BlockSize;
        accelerator.Launch(
            kernel,
            Device.MainQueue,
            0,
            end,
            (ulong)accelerator.LaunchBytes / Xtea.BlockSize,
            (list, first) => Start(list, source, destination, cipher).Add(first).Add(end),
            cancellationToken);
    }

    private static void QueueCtr(
        Accelerator accelerator, Xtea cipher, DeviceMemory source, ulong counter, DeviceMemory destination, long length, CancellationToken cancellationToken) =>
        accelerator.Launch(
            Ctr,
            Device.MainQueue,
            0,
            ((ulong)length + Xtea.BlockSize - 1) / Xtea.BlockSize,
            (ulong)accelerator.LaunchBytes / Xtea.BlockSize,
            (list, first) => Start(list, source, destination, cipher).Add(counter).Add(first).Add((ulong)length),
            cancellationToken);

    // Both structures of round keys, both byte orders, a counter that wraps and a cut last block.
    private static bool SelfTest(Accelerator accelerator)
    {
        const int Length = 40, Cut = 37;
        byte[] key = new byte[Xtea.KeySizeInBytes], text = new byte[Length], got = new byte[Length], counter = new byte[Xtea.BlockSize];
        for (int i = 0; i < Length; i++) text[i] = (byte)(7 * i);
        for (int i = 0; i < key.Length; i++) key[i] = (byte)(16 + (11 * i));
        counter.AsSpan().Fill(0xFF);
        foreach (int rounds in (ReadOnlySpan<int>)[6, 64, 70])
        {
            foreach (XteaByteOrder order in (ReadOnlySpan<XteaByteOrder>)[XteaByteOrder.BigEndian, XteaByteOrder.LittleEndian])
            {
                using Xtea cipher = new(key, rounds, order);
                using DeviceMemory source = accelerator.AllocateMemory(Length), destination = accelerator.AllocateMemory(Length);
                accelerator.Device.Write(source, 0, text);
                QueueEcb(accelerator, Encrypt, cipher, source, destination, Length, CancellationToken.None);
                accelerator.Device.Read(destination, 0, got);
                if (!CryptographicOperations.FixedTimeEquals(got, cipher.EncryptEcb(text, PaddingMode.None))) return false;

                QueueEcb(accelerator, Decrypt, cipher, destination, destination, Length, CancellationToken.None);
                accelerator.Device.Read(destination, 0, got);
                if (!CryptographicOperations.FixedTimeEquals(got, text)) return false;

                // The bytes after the cut stay the plaintext's.
                QueueCtr(accelerator, cipher, source, ulong.MaxValue, destination, Cut, CancellationToken.None);
                accelerator.Device.Read(destination, 0, got);
                byte[] wanted = [.. cipher.TransformCtr(text.AsSpan(0, Cut), counter), .. text.AsSpan(Cut)];
                if (!CryptographicOperations.FixedTimeEquals(got, wanted)) return false;
            }
        }

        return true;
    }
}
