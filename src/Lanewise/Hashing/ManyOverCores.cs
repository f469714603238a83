using System.Security.Cryptography;

namespace Lanewise.Hashing;

/// <summary>
/// A piece of a batch, for one core: messages <paramref name="First"/> to <c>First + Count - 1</c>, which lie in a packed
/// source at <paramref name="Start"/> with <paramref name="Length"/> bytes.
/// </summary>
internal readonly record struct MessageRange(int First, int Count, long Start, long Length)
{
    public ReadOnlyMemory<byte> Of(ReadOnlyMemory<byte> source) => source.Slice((int)Start, (int)Length);

    public ReadOnlyMemory<T> Items<T>(ReadOnlyMemory<T> perMessage) => perMessage.Slice(First, Count);
}

/// <summary>
/// Spreads the messages of a batch over cores by total work; the result does not depend on the split. Digests that would be
/// written over messages or keys, which another core may still read, are put together apart.
/// </summary>
internal static class ManyOverCores
{
    // A piece keeps a core busy for some tens of microseconds at least and fills lanes: 64 is a multiple of every number of
    // lanes. More pieces than cores even out what the machine does beside.
    private const int SmallestPieceBytes = 64 * 1024;
    private const int LaneMultiple = 64;
    private const int PiecesPerCore = 8;

    // What a message costs beside its bytes, in bytes.
    private const int MessageOverhead = 64;

    public static void Equal(
        ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions,
        Action<MessageRange, Memory<byte>> hash, ReadOnlyMemory<byte> keys = default)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        int count = ManyMessages.CheckEqual(source.Length, messageLength, destination.Length, hashBytes);
        int pieces = Pieces((long)count * ((long)messageLength + MessageOverhead), count, parallelOptions);
        int perPiece = Math.Max(1, (count + pieces - 1) / pieces);
        if (perPiece > LaneMultiple) perPiece = (perPiece + LaneMultiple - 1) / LaneMultiple * LaneMultiple;
        List<MessageRange> ranges = new(pieces);
        for (int first = 0; first < count; first += perPiece)
        {
            int n = Math.Min(perPiece, count - first);
            ranges.Add(new MessageRange(first, n, (long)first * messageLength, (long)n * messageLength));
        }

        Run(ranges, destination, hashBytes, source.Span.Overlaps(destination.Span) || keys.Span.Overlaps(destination.Span), parallelOptions, hash);
    }

    public static void Ragged(
        ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions,
        Action<MessageRange, Memory<byte>> hash, ReadOnlyMemory<byte> keys = default)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        ManyMessages.CheckDestination(destination.Length, messageLengths.Length, hashBytes);
        ManyMessages.CheckLengths(source.Length, messageLengths.Span);
        List<MessageRange> ranges = Split(messageLengths.Length, i => messageLengths.Span[i], parallelOptions);
        Run(ranges, destination, hashBytes, source.Span.Overlaps(destination.Span) || keys.Span.Overlaps(destination.Span), parallelOptions, hash);
    }

    public static void Scattered(
        ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions,
        Action<MessageRange, Memory<byte>> hash, ReadOnlyMemory<byte> keys = default)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        ManyMessages.CheckDestination(destination.Length, sources.Length, hashBytes);
        bool overlap = keys.Span.Overlaps(destination.Span);
        foreach (ReadOnlyMemory<byte> s in sources.Span) overlap |= s.Span.Overlaps(destination.Span);
        List<MessageRange> ranges = Split(sources.Length, i => sources.Span[i].Length, parallelOptions);
        Run(ranges, destination, hashBytes, overlap, parallelOptions, hash);
    }

    private static List<MessageRange> Split(int count, Func<int, int> length, ParallelOptions options)
    {
        long work = 0;
        for (int i = 0; i < count; i++) work += (long)length(i) + MessageOverhead;
        int pieces = Pieces(work, count, options);
        long target = (work + pieces - 1) / pieces, share = 0, start = 0, end = 0;
        List<MessageRange> ranges = new(pieces);
        for (int i = 0, first = 0; i < count; i++)
        {
            share += (long)length(i) + MessageOverhead;
            end += length(i);
            if (share < target && i < count - 1) continue;

            ranges.Add(new MessageRange(first, i + 1 - first, start, end - start));
            first = i + 1;
            start = end;
            share = 0;
        }

        return ranges;
    }

    private static int Pieces(long work, int count, ParallelOptions options)
    {
        int cores = Cores.Count(options);
        long pieces = Math.Min(work / SmallestPieceBytes, (long)cores * PiecesPerCore);
        // Long messages, few of them: better full lanes on fewer pieces than a piece per message.
        pieces = Math.Min(pieces, Math.Max(cores, count / LaneMultiple));
        return (int)Math.Clamp(pieces, 1, Math.Max(1, count));
    }

    private static void Run(
        List<MessageRange> ranges, Memory<byte> destination, int hashBytes, bool overlap, ParallelOptions options, Action<MessageRange, Memory<byte>> hash)
    {
        Memory<byte> target = overlap ? new byte[destination.Length] : destination;
        Parallel.For(0, ranges.Count, options, p =>
        {
            MessageRange range = ranges[p];
            hash(range, target.Slice(range.First * hashBytes, range.Count * hashBytes));
        });
        if (!overlap) return;

        target.CopyTo(destination);
        CryptographicOperations.ZeroMemory(target.Span);
    }
}
