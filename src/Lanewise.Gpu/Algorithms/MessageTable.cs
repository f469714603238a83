using System.Buffers.Binary;

namespace Lanewise.Gpu.Algorithms;

/// <summary>
/// Builds the table of offsets and digest indexes for messages of different lengths (<c>place</c> in Kernels/README.md).
/// </summary>
internal static class MessageTable
{
    public const int EntryBytes = 16;

    /// <summary>
    /// The maximum number of messages in a table on the device. The limit bounds the size of the table, regardless of the batch
    /// size.
    /// </summary>
    public const int AtOnce = 1 << 20;

    /// <summary>Writes the table for consecutive messages, sorted by message length.</summary>
    /// <remarks>
    /// Adjacent work items run in lockstep, so they wait until the longest of their messages is hashed. Therefore, messages of
    /// similar length are adjacent in the table.
    /// </remarks>
    /// <param name="lengths">The messages' lengths.</param>
    /// <param name="offset">The offset of the first message. On return, the end of the last message.</param>
    /// <param name="firstIndex">The index of the first message's digest.</param>
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
