namespace Lanewise.Batching;

/// <summary>
/// A range of adjacent items that one core processes. The range consists of <paramref name="Count"/> items, starting at index
/// <paramref name="First"/>. The items have a total length of <paramref name="Length"/> bytes and start at offset
/// <paramref name="Start"/>.
/// </summary>
internal readonly record struct Piece(int First, int Count, long Start, long Length)
{
    public ReadOnlyMemory<byte> Of(ReadOnlyMemory<byte> source) => source.Slice((int)Start, (int)Length);
}

/// <summary>Writes the result of a piece.</summary>
internal delegate void PieceWriter(Piece piece, Span<byte> destination);

/// <summary>Divides work into pieces and runs them on several cores.</summary>
/// <remarks>The results do not depend on how the work is divided.</remarks>
internal static class Partitioning
{
    // There are more pieces than cores so that a core that is busy with other work processes fewer pieces.
    private const int PiecesPerCore = 8;

    public static int Count(ParallelOptions options) => options.MaxDegreeOfParallelism > 0
        ? Math.Min(options.MaxDegreeOfParallelism, Environment.ProcessorCount)
        : Environment.ProcessorCount;

    /// <summary>
    /// Returns the amount of work in one piece, which is at least <paramref name="smallest"/>. Callers choose
    /// <paramref name="smallest"/> so that one piece takes at least a few tens of microseconds.
    /// </summary>
    public static long Share(long work, long smallest, ParallelOptions options) =>
        Math.Max(smallest, work / ((long)Count(options) * PiecesPerCore));

    /// <summary>
    /// Divides items into pieces with about the same amount of work. The amount of work for an item is its length in bytes plus
    /// <paramref name="overhead"/>.
    /// </summary>
    public static List<Piece> Split(int count, Func<int, int> length, int overhead, long smallest, ParallelOptions options)
    {
        long work = 0;
        for (int i = 0; i < count; i++) work += (long)length(i) + overhead;
        long share = Share(work, smallest, options), done = 0, start = 0, end = 0;
        List<Piece> pieces = [];
        for (int i = 0, first = 0; i < count; i++)
        {
            done += (long)length(i) + overhead;
            end += length(i);
            if (done < share && i < count - 1) continue;

            pieces.Add(new Piece(first, i + 1 - first, start, end - start));
            first = i + 1;
            start = end;
            done = 0;
        }

        return pieces;
    }

    /// <summary>
    /// Computes a result of fixed length for each item. If results could overwrite items that another core has not read yet,
    /// the results are first written to a separate array.
    /// </summary>
    public static void Write(
        Memory<byte> destination, int bytes, bool isOver, Func<int, int> length, int overhead, long smallest,
        ParallelOptions options, PieceWriter write)
    {
        List<Piece> pieces = Split(destination.Length / bytes, length, overhead, smallest, options);
        byte[] apart = isOver ? new byte[destination.Length] : [];
        Memory<byte> target = isOver ? apart : destination;
        try
        {
            Run(pieces.Count, options, p =>
            {
                Piece piece = pieces[p];
                write(piece, target.Span.Slice(piece.First * bytes, piece.Count * bytes));
            });
            apart.CopyTo(destination);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(apart);
        }
    }

    /// <summary>Runs all pieces. A single piece runs on the calling thread.</summary>
    public static void Run(int pieces, ParallelOptions options, Action<int> run)
    {
        if (pieces > 1)
        {
            Parallel.For(0, pieces, options, run);
            return;
        }

        ArgumentOutOfRangeException.ThrowIfNegative(pieces);
        options.CancellationToken.ThrowIfCancellationRequested();
        if (pieces == 1) run(0);
    }
}
