using System.Buffers.Binary;

namespace Lanewise.Gpu.Algorithms;

/// <summary>The offsets and digest indexes of messages of different lengths (Kernels/README.md, <c>place</c>).</summary>
internal static class Places
{
    public const int EntryBytes = 16;

    /// <summary>
    /// The maximum number of messages in a table on the device. This limits the memory for the table, regardless of the batch
    /// size.
    /// </summary>
    public const int AtOnce = 1 << 20;

    /// <summary>Writes the table of consecutive messages, sorted by length.</summary>
    /// <remarks>
    /// Adjacent work items wait for the longest of their messages. Therefore, messages of similar length are adjacent in the
    /// table.
    /// </remarks>
    /// <param name="lengths">The messages' lengths.</param>
    /// <param name="offset">The offset of the first message. On return, it is the end of the last message.</param>
    /// <param name="firstIndex">The digest index of the first message.</param>
    /// <param name="table">Receives one entry per message.</param>
    /// <returns>The length of the longest message.</returns>
    public static int Write(ReadOnlySpan<int> lengths, ref long offset, int firstIndex, Span<byte> table)
    {
        int[] sorted = lengths.ToArray(), order = new int[lengths.Length];
        long[] offsets = new long[lengths.Length];
        for (int i = 0; i < lengths.Length; i++)
        {
            offsets[i] = offset;
            order[i] = i;
            offset += lengths[i];
        }

        Array.Sort(sorted, order);
        for (int i = 0; i < sorted.Length; i++)
        {
            Span<byte> entry = table.Slice(i * EntryBytes, EntryBytes);
            BinaryPrimitives.WriteInt64LittleEndian(entry, offsets[order[i]]);
            BinaryPrimitives.WriteInt32LittleEndian(entry.Slice(8), sorted[i]);
            BinaryPrimitives.WriteInt32LittleEndian(entry.Slice(12), firstIndex + order[i]);
        }

        return sorted.Length == 0 ? 0 : sorted[^1];
    }
}
