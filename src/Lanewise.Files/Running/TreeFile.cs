using System.Runtime.ExceptionServices;
using Lanewise.Blake3Family;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Running;

/// <summary>
/// A large file that is hashed as a tree. Each idle worker takes the next piece, reads it into its own buffer, and hashes it to
/// a single value. The values are combined in the order of the pieces. The caller hashes the bytes after the last whole piece.
/// </summary>
internal sealed class TreeFile
{
    /// <summary>The piece size, a power of two. A piece stays in a core's own cache between reading and hashing.</summary>
    public const int PieceBytes = 256 * 1024;

    /// <summary>The minimum file length. A shorter file is hashed faster than another thread can be started.</summary>
    public const long LeastBytes = 8 * PieceBytes;

    private const int PieceChunks = PieceBytes / Blake3Spec.ChunkBytes;
    private const int ValueBytes = Blake3Spec.HashBytes;

    // The maximum distance in pieces between workers, which limits the memory use for large files.
    private const int Window = 1024;

    private readonly InputFile input;
    private readonly Blake3Incremental tree;
    private readonly Action<long> progress;
    private readonly object gate = new();
    private readonly byte[] values = new byte[Window * ValueBytes];
    private readonly bool[] isReady = new bool[Window];
    private long next, merged;
    private int active;
    private bool isStopped;
    private ExceptionDispatchInfo? failure;

    public TreeFile(InputFile input, Blake3Incremental tree, long length, Action<long> progress)
    {
        this.input = input;
        this.tree = tree;
        this.progress = progress;
        // At least one byte must remain for the end of the tree.
        Pieces = (length - 1) / PieceBytes;
    }

    public long Pieces { get; }

    public bool HasWork
    {
        get
        {
            lock (gate) return !isStopped && next < Pieces;
        }
    }

    /// <summary>Hashes pieces until all pieces have been assigned.</summary>
    public void Work(byte[] buffer)
    {
        Span<byte> value = stackalloc byte[ValueBytes];
        while (TryTake(out long piece))
        {
            bool isWhole = false;
            try
            {
                isWhole = input.ReadAll(buffer, 0, PieceBytes, piece * PieceBytes) == PieceBytes;
                if (isWhole) tree.SubtreeValue((ulong)piece * PieceChunks, buffer.AsSpan(0, PieceBytes), value);
            }
#pragma warning disable CA1031 // The exception is passed to the thread that waits for the file.
            catch (Exception e)
#pragma warning restore CA1031
            {
                lock (gate) failure ??= ExceptionDispatchInfo.Capture(e);
            }

            Put(piece, isWhole, value);
        }
    }

    /// <summary>Waits for the other workers.</summary>
    /// <returns>True if all pieces are in the tree. False if the file became shorter.</returns>
    public bool Finish()
    {
        lock (gate)
        {
            while (active > 0) Monitor.Wait(gate);
        }

        failure?.Throw();
        return merged == Pieces;
    }

    private bool TryTake(out long piece)
    {
        lock (gate)
        {
            while (!isStopped && next < Pieces && next - merged >= Window) Monitor.Wait(gate);
            piece = next;
            if (isStopped || next == Pieces) return false;

            next++;
            active++;
            return true;
        }
    }

    private void Put(long piece, bool isWhole, ReadOnlySpan<byte> value)
    {
        lock (gate)
        {
            int slot = (int)(piece % Window);
            value.CopyTo(values.AsSpan(slot * ValueBytes));
            isReady[slot] = isWhole;
            if (!isWhole) isStopped = true;
            for (slot = (int)(merged % Window); isReady[slot]; slot = (int)(merged % Window))
            {
                tree.AppendValue(PieceChunks, values.AsSpan(slot * ValueBytes, ValueBytes));
                isReady[slot] = false;
                merged++;
            }

            active--;
            Monitor.PulseAll(gate);
        }

        if (isWhole) progress(PieceBytes);
    }
}
