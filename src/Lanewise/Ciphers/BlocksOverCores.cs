using Lanewise.Hashing;

namespace Lanewise.Ciphers;

internal delegate void TransformBlocks(ReadOnlySpan<byte> source, Span<byte> destination);

/// <summary>Spreads a run of independent blocks over cores.</summary>
internal static class BlocksOverCores
{
    // Some tens of microseconds at the highest speed, and whole groups of lanes.
    private const int SmallestPieceBytes = 64 * 1024;
    private const int PiecesPerCore = 8;

    public static void Run(ReadOnlyMemory<byte> source, Memory<byte> destination, int blockBytes, ParallelOptions parallelOptions, TransformBlocks transform)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        if (destination.Length < source.Length) throw LanewiseCipher.TooShort(destination.Length, source.Length);

        PacketRun.CheckPlaces(source.Span, destination.Span.Slice(0, source.Length), samePlaces: true);
        int cores = Cores.Count(parallelOptions);
        long share = Math.Max(SmallestPieceBytes, source.Length / ((long)cores * PiecesPerCore));
        int groupBytes = PacketRun.SpareOffsets * blockBytes, pieceBytes = (int)Math.Min(int.MaxValue / 2, (share + groupBytes - 1) / groupBytes * groupBytes);
        int pieces = (int)(((long)source.Length + pieceBytes - 1) / pieceBytes);
        if (pieces <= 1)
        {
            parallelOptions.CancellationToken.ThrowIfCancellationRequested();
            transform(source.Span, destination.Span);
            return;
        }

        Parallel.For(0, pieces, parallelOptions, p =>
        {
            int start = p * pieceBytes, length = Math.Min(pieceBytes, source.Length - start);
            transform(source.Span.Slice(start, length), destination.Span.Slice(start, length));
        });
    }
}
