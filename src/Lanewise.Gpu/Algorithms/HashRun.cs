using System.Security.Cryptography;
using Lanewise.Batching;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu.Algorithms;

/// <summary>Hashes many messages on a device, for the <c>HashMany</c> methods of all algorithms.</summary>
internal static class HashRun
{
    /// <summary>The size of each chaining value that a work item stores, in bytes.</summary>
    private const int LevelBytes = 32;

    // ---- data in device memory ----

    public static void Equal(
        DeviceHash hash, AcceleratorBuffer source, int messageLength, long count, AcceleratorBuffer destination,
        CancellationToken cancellationToken)
    {
        Check(source, destination);
        ArgumentOutOfRangeException.ThrowIfNegative(messageLength);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        Accelerator accelerator = source.Accelerator;
        DeviceMemory from = source.For(accelerator, Times(messageLength, count), nameof(source));
        DeviceMemory to = destination.For(accelerator, Times(hash.HashBytes, count), nameof(destination));
        CheckTrust(accelerator, hash);
        Equal(accelerator, hash, from, messageLength, (ulong)count, to, cancellationToken);
    }

    public static void Ragged(
        DeviceHash hash, AcceleratorBuffer source, ReadOnlySpan<int> messageLengths, AcceleratorBuffer destination,
        CancellationToken cancellationToken)
    {
        Check(source, destination);
        long all = Sum(messageLengths);
        Accelerator accelerator = source.Accelerator;
        DeviceMemory from = source.For(accelerator, all, nameof(source));
        DeviceMemory to = destination.For(accelerator, Times(hash.HashBytes, messageLengths.Length), nameof(destination));
        CheckTrust(accelerator, hash);
        Ragged(accelerator, hash, from, messageLengths, to, cancellationToken);
    }

    // ---- data in host memory ----

    public static void Equal(
        Accelerator accelerator, DeviceHash hash, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(accelerator);
        int count = BatchChecks.Equal(source.Length, messageLength, destination.Length, hash.HashBytes);
        CheckApart(source, destination);
        CheckTrust(accelerator, hash);
        accelerator.RunPieces(HashPieces.Equal(accelerator, hash, source, messageLength, count, destination), cancellationToken);
    }

    public static void Ragged(
        Accelerator accelerator, DeviceHash hash, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths,
        Span<byte> destination, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(accelerator);
        BatchChecks.Destination(destination.Length, messageLengths.Length, hash.HashBytes);
        BatchChecks.Lengths(source.Length, messageLengths);
        CheckApart(source, destination);
        CheckTrust(accelerator, hash);
        accelerator.RunPieces(HashPieces.Ragged(accelerator, hash, source, messageLengths, destination), cancellationToken);
    }

    // ---- launches ----

    /// <summary>The size of the memory for the chaining values of all messages in a launch, in bytes.</summary>
    public static long StackBytes(Accelerator accelerator, DeviceHash hash, int longest, ulong count) =>
        (long)Math.Min(count, accelerator.MessagesPerLaunch(longest)) * hash.Levels(longest) * LevelBytes;

    public static void LaunchEqual(
        Accelerator accelerator, int queue, DeviceHash hash, DeviceMemory source, int length, ulong count, DeviceMemory digests,
        DeviceMemory stack, CancellationToken cancellationToken) =>
        accelerator.Launch(
            hash.Equal,
            queue,
            0,
            count,
            accelerator.MessagesPerLaunch(length),
            new EqualLaunch(hash, source, length, count, digests, stack),
            cancellationToken);

    public static void LaunchRagged(
        Accelerator accelerator, int queue, DeviceHash hash, DeviceMemory source, DeviceMemory table, int longest, ulong count,
        DeviceMemory digests, DeviceMemory stack, CancellationToken cancellationToken) =>
        accelerator.Launch(
            hash.Ragged,
            queue,
            0,
            count,
            accelerator.MessagesPerLaunch(longest),
            new RaggedLaunch(hash, source, table, longest, count, digests, stack),
            cancellationToken);

    private static void Equal(
        Accelerator accelerator, DeviceHash hash, DeviceMemory source, int length, ulong count, DeviceMemory digests,
        CancellationToken cancellationToken)
    {
        long stackBytes = StackBytes(accelerator, hash, length, count);
        if (stackBytes == 0)
        {
            LaunchEqual(accelerator, Device.MainQueue, hash, source, length, count, digests, digests, cancellationToken);
            return;
        }

        // The device releases this memory only after the launches have ended.
        using DeviceMemory stack = accelerator.AllocateMemory(stackBytes);
        LaunchEqual(accelerator, Device.MainQueue, hash, source, length, count, digests, stack, cancellationToken);
    }

    private static void Ragged(
        Accelerator accelerator, DeviceHash hash, DeviceMemory source, ReadOnlySpan<int> lengths, DeviceMemory digests,
        CancellationToken cancellationToken)
    {
        if (lengths.IsEmpty) return;

        int most = Math.Min(lengths.Length, MessageTable.AtOnce);
        byte[] entries = new byte[most * MessageTable.EntryBytes];
        using DeviceMemory table = accelerator.AllocateMemory(entries.Length);
        using DeviceMemory stack = accelerator.AllocateMemory(Math.Max(1, MostStackBytes(accelerator, hash, lengths, most)));
        long offset = 0;
        for (int begin = 0; begin < lengths.Length; begin += most)
        {
            ReadOnlySpan<int> part = lengths.Slice(begin, Math.Min(most, lengths.Length - begin));
            int longest = MessageTable.Write(part, ref offset, begin, entries);

            // The write uses the same queue as the launches, so it runs after the previous part's launches.
            accelerator.Device.Write(table, 0, entries.AsSpan(0, part.Length * MessageTable.EntryBytes));
            LaunchRagged(
                accelerator, Device.MainQueue, hash, source, table, longest, (ulong)part.Length, digests, stack,
                cancellationToken);
        }
    }

    private static long MostStackBytes(Accelerator accelerator, DeviceHash hash, ReadOnlySpan<int> lengths, int atOnce)
    {
        long most = 0;
        for (int begin = 0; begin < lengths.Length; begin += atOnce)
        {
            ReadOnlySpan<int> part = lengths.Slice(begin, Math.Min(atOnce, lengths.Length - begin));
            int longest = 0;
            foreach (int length in part) longest = Math.Max(longest, length);
            most = Math.Max(most, StackBytes(accelerator, hash, longest, (ulong)part.Length));
        }

        return most;
    }

    // ---- the self-test ----

    private static void CheckTrust(Accelerator accelerator, DeviceHash hash) =>
        accelerator.CheckTrust(hash.Name, () => hash.ForSelfTest().All(sample => IsRight(accelerator, sample)));

    // The tested message lengths are near the block and chunk boundaries of all algorithms. The message offsets are not
    // word-aligned.
    private static bool IsRight(Accelerator accelerator, DeviceHash hash)
    {
        using (hash)
        {
            const int Count = 5;
            foreach (int length in (ReadOnlySpan<int>)[0, 3, 55, 56, 64, 119, 128, 131, 1023, 3073])
            {
                int[] lengths = new int[Count];
                lengths.AsSpan().Fill(length);
                if (!IsRight(accelerator, hash, lengths, isEqual: true)) return false;
            }

            return IsRight(accelerator, hash, [70, 0, 3, 56, 64, 131, 1, 1025, 5000, 128], isEqual: false);
        }
    }

    private static bool IsRight(Accelerator accelerator, DeviceHash hash, int[] lengths, bool isEqual)
    {
        byte[] messages = new byte[lengths.Sum()];
        byte[] wanted = new byte[lengths.Length * hash.HashBytes], got = new byte[wanted.Length];
        for (int i = 0; i < messages.Length; i++) messages[i] = (byte)(i % 251);
        hash.OnProcessor(messages, lengths, wanted);
        using DeviceMemory source = accelerator.AllocateMemory(Math.Max(1, messages.Length));
        using DeviceMemory digests = accelerator.AllocateMemory(got.Length);
        accelerator.Device.Write(source, 0, messages);
        if (isEqual) Equal(accelerator, hash, source, lengths[0], (ulong)lengths.Length, digests, CancellationToken.None);
        else Ragged(accelerator, hash, source, lengths, digests, CancellationToken.None);
        accelerator.Device.Read(digests, 0, got);
        return CryptographicOperations.FixedTimeEquals(wanted, got);
    }

    // ---- checks ----

    private static void Check(AcceleratorBuffer source, AcceleratorBuffer destination)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(destination);
        if (source == destination) throw new ArgumentException("The digests need a separate buffer.", nameof(destination));
    }

    // The source and destination must not overlap, because the pipeline writes earlier output pieces while it is still reading
    // later input pieces.
    private static void CheckApart(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (!source.Overlaps(destination)) return;

        throw new ArgumentException("The digests must not overlap the messages.", nameof(destination));
    }

    private static long Sum(ReadOnlySpan<int> messageLengths)
    {
        long all = 0;
        for (int i = 0; i < messageLengths.Length; i++)
        {
            if (messageLengths[i] < 0)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(messageLengths),
                    messageLengths[i],
                    Invariant($"The length of message {i} is negative."));
            }

            all += messageLengths[i];
        }

        return all;
    }

    /// <summary>Multiplies with saturation. A saturated product exceeds the size of any buffer.</summary>
    private static long Times(int bytes, long count) =>
        bytes > 0 && count > long.MaxValue / bytes ? long.MaxValue : bytes * count;

    private readonly record struct EqualLaunch(
        DeviceHash Hash, DeviceMemory Source, int Length, ulong Count, DeviceMemory Digests, DeviceMemory Stack) : ILaunch
    {
        public void Add(KernelArguments list, ulong first)
        {
            list.Add(Source).Add(Digests);
            Hash.AddStart(list, Stack, Hash.Levels(Length));
            list.Add(0UL).Add((ulong)Length).Add((uint)Length);
            Hash.AddHashBytes(list);
            list.Add(first).Add(Count);
        }
    }

    private readonly record struct RaggedLaunch(
        DeviceHash Hash, DeviceMemory Source, DeviceMemory Table, int Longest, ulong Count, DeviceMemory Digests,
        DeviceMemory Stack) : ILaunch
    {
        public void Add(KernelArguments list, ulong first)
        {
            list.Add(Source).Add(Table).Add(Digests);
            Hash.AddStart(list, Stack, Hash.Levels(Longest));
            Hash.AddHashBytes(list);
            list.Add(first).Add(Count);
        }
    }
}
