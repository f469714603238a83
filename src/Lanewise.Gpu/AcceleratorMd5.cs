using System.Security.Cryptography;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu;

/// <summary>MD5 of many messages that lie on a device. Broken for security; for fixity and legacy protocols only.</summary>
public static class AcceleratorMd5
{
    private static readonly Kernel Many = new("md5", "lw_md5_many");

    /// <summary>Queues the digests of messages of one length that lie one after the other.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">Bytes of each.</param>
    /// <param name="count">How many there are.</param>
    /// <param name="destination">Receives 16 bytes for each; another buffer than the source.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">A buffer is too small or of another accelerator, or both are the same.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length or the count is negative.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong digests in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void HashMany(
        AcceleratorBuffer source, int messageLength, long count, AcceleratorBuffer destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(destination);
        ArgumentOutOfRangeException.ThrowIfNegative(messageLength);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        if (source == destination) throw new ArgumentException("The digests need a buffer of their own.", nameof(destination));

        Accelerator accelerator = source.Accelerator;
        DeviceMemory from = source.For(accelerator, checked(messageLength * count), nameof(source));
        DeviceMemory to = destination.For(accelerator, checked(Md5.HashSizeInBytes * count), nameof(destination));
        if (!accelerator.IsTrusted("MD5", () => SelfTest(accelerator)))
        {
            throw new AcceleratorException($"MD5 is not used on {accelerator.Info.Name}: its self-test gave other digests than the processor.");
        }

        Queue(accelerator, from, messageLength, (ulong)count, to, cancellationToken);
    }

    private static void Queue(Accelerator accelerator, DeviceMemory source, int length, ulong count, DeviceMemory digests, CancellationToken cancellationToken) =>
        accelerator.Launch(
            Many,
            Device.MainQueue,
            0,
            count,
            (ulong)accelerator.LaunchBytes / (ulong)Math.Max(64, length),
            (list, first) => list.Add(source).Add(digests).Add(0UL).Add((ulong)length).Add((uint)length).Add(first).Add(count),
            cancellationToken);

    // One and two blocks, the padding that needs a block of its own, and starts off every word.
    private static bool SelfTest(Accelerator accelerator)
    {
        const int Count = 9;
        foreach (int length in (ReadOnlySpan<int>)[0, 3, 55, 56, 64, 119, 131])
        {
            byte[] messages = new byte[Count * length], wanted = new byte[Count * Md5.HashSizeInBytes], got = new byte[wanted.Length];
            for (int i = 0; i < messages.Length; i++) messages[i] = (byte)(i % 251);
            Md5.HashMany(messages, length, wanted);
            using DeviceMemory source = accelerator.AllocateMemory(Math.Max(1, messages.Length)), digests = accelerator.AllocateMemory(wanted.Length);
            accelerator.Device.Write(source, 0, messages);
            Queue(accelerator, source, length, Count, digests, CancellationToken.None);
            accelerator.Device.Read(digests, 0, got);
            if (!CryptographicOperations.FixedTimeEquals(wanted, got)) return false;
        }

        return true;
    }
}
