using System.Security.Cryptography;
using Lanewise.Hashing;

namespace Lanewise.Ciphers;

/// <summary>
/// A piece of a list of packets, for one core: <paramref name="Count"/> packets from number <paramref name="First"/> on, which
/// lie in a packed source at <paramref name="From"/> and, with their padding, in a packed destination at <paramref name="To"/>.
/// </summary>
internal readonly record struct PacketRange(int First, int Count, int From, int Bytes, int To, int PaddedBytes)
{
    public ReadOnlySpan<byte> Of(ReadOnlyMemory<byte> source) => source.Span.Slice(From, Bytes);

    public Span<byte> Place(Memory<byte> destination) => destination.Span.Slice(To, PaddedBytes);

    public ReadOnlySpan<T> Items<T>(ReadOnlyMemory<T> perPacket) => perPacket.Span.Slice(First, Count);
}

/// <summary>Spreads packets that have been checked over cores by total work; the result does not depend on the split.</summary>
internal static class PacketsOverCores
{
    // Some tens of microseconds; more pieces than cores even out what the machine does beside.
    private const int SmallestPieceBytes = 32 * 1024;
    private const int PiecesPerCore = 8;

    // What a packet costs beside its bytes, in bytes.
    private const int PacketOverhead = 16;

    public static void Run(int count, Func<int, int> length, int blockBytes, PaddingMode paddingMode, ParallelOptions parallelOptions, Action<PacketRange> run)
    {
        List<PacketRange> ranges = Split(count, length, blockBytes, paddingMode, Cores.Count(parallelOptions));
        if (ranges.Count > 1)
        {
            Parallel.For(0, ranges.Count, parallelOptions, i => run(ranges[i]));
            return;
        }

        parallelOptions.CancellationToken.ThrowIfCancellationRequested();
        foreach (PacketRange range in ranges) run(range);
    }

    private static List<PacketRange> Split(int count, Func<int, int> length, int blockBytes, PaddingMode paddingMode, int cores)
    {
        long work = 0;
        for (int i = 0; i < count; i++) work += Work(length(i));
        long share = Math.Max(SmallestPieceBytes, work / ((long)cores * PiecesPerCore)), done = 0;
        List<PacketRange> ranges = [];
        int first = 0, from = 0, to = 0, bytes = 0, padded = 0;
        for (int i = 0; i < count; i++)
        {
            bytes += length(i);
            padded += (int)CipherPadding.PaddedLength(length(i), blockBytes, paddingMode);
            done += Work(length(i));
            if (done < share && i < count - 1) continue;

            ranges.Add(new PacketRange(first, i + 1 - first, from, bytes, to, padded));
            first = i + 1;
            from += bytes;
            to += padded;
            bytes = padded = 0;
            done = 0;
        }

        return ranges;

        static long Work(int length) => (long)length + PacketOverhead;
    }
}
