using System.Buffers.Binary;
using System.Security.Cryptography;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu;

/// <summary>MD5 of many messages that lie on a device. Broken for security; for fixity and legacy protocols only.</summary>
public static class AcceleratorMd5
{
    // Places that are on the device at once, so that a batch of any size needs room for few.
    private const int PlacesAtOnce = 1 << 20, PlaceBytes = 16;

    private static readonly Kernel Many = new("md5", "lw_md5_many"), Ragged = new("md5", "lw_md5_ragged");

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
        CheckTrust(accelerator);
        Queue(accelerator, from, messageLength, (ulong)count, to, cancellationToken);
    }

    /// <summary>The digests of messages of any lengths that lie one after the other; returns when they are there.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each in bytes.</param>
    /// <param name="destination">Receives 16 bytes for each, in the order of the lengths; another buffer than the source.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <exception cref="ArgumentException">A length is negative, a buffer is too small or of another accelerator, or both are the same.</exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong digests in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public static void HashMany(
        AcceleratorBuffer source, ReadOnlySpan<int> messageLengths, AcceleratorBuffer destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(destination);
        if (source == destination) throw new ArgumentException("The digests need a buffer of their own.", nameof(destination));

        long all = 0;
        foreach (int length in messageLengths)
        {
            if (length < 0) throw new ArgumentException("A message has a negative length.", nameof(messageLengths));

            all += length;
        }

        Accelerator accelerator = source.Accelerator;
        DeviceMemory from = source.For(accelerator, all, nameof(source));
        DeviceMemory to = destination.For(accelerator, (long)Md5.HashSizeInBytes * messageLengths.Length, nameof(destination));
        CheckTrust(accelerator);
        QueueRagged(accelerator, from, messageLengths, to, cancellationToken);
    }

    private static void CheckTrust(Accelerator accelerator)
    {
        if (!accelerator.IsTrusted("MD5", () => SelfTest(accelerator)))
        {
            throw new AcceleratorException($"MD5 is not used on {accelerator.Info.Name}: its self-test gave other digests than the processor.");
        }
    }

    // Neighbours wait for the longest among them, so messages of like length are put side by side.
    private static void QueueRagged(
        Accelerator accelerator, DeviceMemory source, ReadOnlySpan<int> lengths, DeviceMemory digests, CancellationToken cancellationToken)
    {
        if (lengths.IsEmpty) return;

        int most = Math.Min(lengths.Length, PlacesAtOnce);
        byte[] places = new byte[most * PlaceBytes];
        long[] offsets = new long[most];
        int[] order = new int[most];
        using DeviceMemory table = accelerator.AllocateMemory(places.Length);
        long offset = 0;
        for (int begin = 0; begin < lengths.Length; begin += most)
        {
            ReadOnlySpan<int> piece = lengths.Slice(begin, Math.Min(most, lengths.Length - begin));
            int[] sorted = piece.ToArray();
            for (int i = 0; i < piece.Length; i++)
            {
                offsets[i] = offset;
                order[i] = i;
                offset += piece[i];
            }

            Array.Sort(sorted, order, 0, sorted.Length);
            for (int i = 0; i < sorted.Length; i++)
            {
                Span<byte> place = places.AsSpan(i * PlaceBytes, PlaceBytes);
                BinaryPrimitives.WriteUInt64LittleEndian(place, (ulong)offsets[order[i]]);
                BinaryPrimitives.WriteUInt32LittleEndian(place.Slice(8), (uint)sorted[i]);
                BinaryPrimitives.WriteUInt32LittleEndian(place.Slice(12), (uint)(begin + order[i]));
            }

            // In the queue, so after the launches of the piece before.
            accelerator.Device.Write(table, 0, places.AsSpan(0, sorted.Length * PlaceBytes));
            ulong end = (ulong)sorted.Length;
            accelerator.Launch(
                Ragged,
                Device.MainQueue,
                0,
                end,
                (ulong)accelerator.LaunchBytes / (ulong)Math.Max(64, sorted[^1]),
                (list, first) => list.Add(source).Add(table).Add(digests).Add(first).Add(end),
                cancellationToken);
        }
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

        int[] lengths = [70, 0, 3, 56, 64, 131, 1];
        byte[] all = new byte[lengths.Sum()], unequal = new byte[lengths.Length * Md5.HashSizeInBytes], found = new byte[unequal.Length];
        for (int i = 0; i < all.Length; i++) all[i] = (byte)(i % 251);
        Md5.HashMany(all, lengths, unequal);
        using DeviceMemory messagesOnDevice = accelerator.AllocateMemory(all.Length), digestsOnDevice = accelerator.AllocateMemory(found.Length);
        accelerator.Device.Write(messagesOnDevice, 0, all);
        QueueRagged(accelerator, messagesOnDevice, lengths, digestsOnDevice, CancellationToken.None);
        accelerator.Device.Read(digestsOnDevice, 0, found);
        return CryptographicOperations.FixedTimeEquals(unequal, found);
    }
}
