using System.Buffers.Binary;

namespace Lanewise.Gpu.Algorithms;

/// <summary>The offsets and digest indexes of messages of any lengths (Kernels/README.md, <c>place</c>).</summary>
internal static class Places
{
    public const int EntryBytes = 16;

    /// <summary>Messages whose places are on the device at once, so that a batch of any size needs room for few.</summary>
    public const int AtOnce = 1 << 20;

    /// <summary>The table of messages one after the other, in the order of their lengths.</summary>
    /// <remarks>Adjacent work items wait for the longest message, so messages of similar length are put side by side.</remarks>
    /// <param name="lengths">The messages' lengths.</param>
    /// <param name="offset">Where the first one starts; on return, where the last one ends.</param>
    /// <param name="firstIndex">The number of the first one's digest.</param>
    /// <param name="table">Receives an entry for each.</param>
    /// <returns>The length of the longest.</returns>
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
