using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu.Algorithms;

/// <summary>
/// Divides messages in host memory into pieces of whole messages. All pieces have similar total lengths.
/// </summary>
internal readonly ref struct HashPieces : IPieces
{
    private readonly Accelerator accelerator;
    private readonly DeviceHash hash;
    private readonly ReadOnlySpan<byte> source;
    private readonly Span<byte> destination;

    // An empty span means that all messages have the same length.
    private readonly ReadOnlySpan<int> lengths;
    private readonly int length;

    // For each piece: the index of the first message, the offset of the first byte, and the length of the longest message. The
    // last entries mark the end of the last piece.
    private readonly int[] messages, offsets, longest;

    private HashPieces(
        Accelerator accelerator, DeviceHash hash, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, int length,
        Span<byte> destination, int[] messages, int[] offsets, int[] longest)
    {
        this.accelerator = accelerator;
        this.hash = hash;
        this.source = source;
        this.lengths = lengths;
        this.length = length;
        this.destination = destination;
        this.messages = messages;
        this.offsets = offsets;
        this.longest = longest;
    }

    public int Count => messages.Length - 1;

    private bool IsRagged => !lengths.IsEmpty;

    public static HashPieces Equal(
        Accelerator accelerator, DeviceHash hash, ReadOnlySpan<byte> source, int length, int count, Span<byte> destination)
    {
        int each = (int)Math.Clamp(accelerator.PieceBytes / Math.Max(Math.Max(length, hash.HashBytes), 1), 1, Math.Max(1, count));
        int pieces = (int)(((long)count + each - 1) / each);
        int[] messages = new int[pieces + 1], offsets = new int[pieces + 1], longest = new int[pieces];
        for (int i = 0; i <= pieces; i++)
        {
            messages[i] = (int)Math.Min((long)i * each, count);
            offsets[i] = messages[i] * length;
        }

        longest.AsSpan().Fill(length);
        return new HashPieces(accelerator, hash, source, [], length, destination, messages, offsets, longest);
    }

    public static HashPieces Ragged(
        Accelerator accelerator, DeviceHash hash, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination)
    {
        List<int> messages = [0], offsets = [0], longest = [];
        int most = accelerator.PieceBytes, offset = 0, bytes = 0, longestHere = 0;
        long beside = 0;
        for (int i = 0; i < lengths.Length; i++)
        {
            // Each message needs space for its bytes, its table entry and its digest.
            if (i > messages[^1] && (lengths[i] > most - bytes || beside + MessageTable.EntryBytes + hash.HashBytes > most))
            {
                messages.Add(i);
                offsets.Add(offset);
                longest.Add(longestHere);
                (bytes, beside, longestHere) = (0, 0, 0);
            }

            bytes += lengths[i];
            offset += lengths[i];
            beside += MessageTable.EntryBytes + hash.HashBytes;
            longestHere = Math.Max(longestHere, lengths[i]);
        }

        if (lengths.Length > 0)
        {
            messages.Add(lengths.Length);
            offsets.Add(offset);
            longest.Add(longestHere);
        }

        return new HashPieces(accelerator, hash, source, lengths, 0, destination, [.. messages], [.. offsets], [.. longest]);
    }

    public PieceSize Size(int piece)
    {
        int count = MessagesOf(piece);
        return new PieceSize(
            offsets[piece + 1] - offsets[piece],
            IsRagged ? count * MessageTable.EntryBytes : 0,
            0,
            HashRun.StackBytes(accelerator, hash, longest[piece], (ulong)count),
            count * hash.HashBytes);
    }

    public void Fill(int piece, Span<byte> input, Span<byte> table, Span<byte> keys)
    {
        source.Slice(offsets[piece], input.Length).CopyTo(input);
        long offset = 0;
        if (IsRagged) _ = MessageTable.Write(lengths.Slice(messages[piece], MessagesOf(piece)), ref offset, 0, table);
    }

    public void Launch(int piece, int queue, PieceMemory memory, CancellationToken cancellationToken)
    {
        ulong count = (ulong)MessagesOf(piece);
        if (IsRagged)
        {
            HashRun.LaunchRagged(
                accelerator, queue, hash, memory.Input, memory.Table, longest[piece], count, memory.Output, memory.Scratch,
                cancellationToken);
        }
        else
        {
            HashRun.LaunchEqual(
                accelerator, queue, hash, memory.Input, length, count, memory.Output, memory.Scratch, cancellationToken);
        }
    }

    public void Take(int piece, ReadOnlySpan<byte> output) => output.CopyTo(destination.Slice(messages[piece] * hash.HashBytes));

    private int MessagesOf(int piece) => messages[piece + 1] - messages[piece];
}
