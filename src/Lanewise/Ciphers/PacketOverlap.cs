using System.Numerics;

namespace Lanewise.Ciphers;

/// <summary>Finds scattered packets whose destinations would overwrite other packets.</summary>
/// <remarks>Buffers are numbered in order of appearance, so most lists are already sorted.</remarks>
internal readonly ref struct PacketOverlap
{
    // Up to this number of spans, comparing all pairs is faster than using the hash table.
    private const int Few = 10;

    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> sources;
    private readonly ReadOnlySpan<Memory<byte>> destinations;

    // An empty slot is 0. Other slots contain the index of the first span in a buffer and, in the upper bits, the hash of the
    // buffer. Slots contain no references, because writing a reference is slower than writing an integer.
    private readonly Span<int> table;

    private PacketOverlap(
        ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations, Span<int> table)
    {
        this.sources = sources;
        this.destinations = destinations;
        this.table = table;
        table.Clear();
    }

    /// <summary>
    /// Returns the index of a packet whose destination overlaps another packet's source or destination, or its own source at a
    /// different offset. Returns null if there is no such packet. The list of sources may be empty.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static int? Find(ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations)
    {
        bool inPlace = sources.IsEmpty || IsInPlace(sources[0], destinations[0]);
        if ((inPlace ? 1 : 2) * destinations.Length <= Few) return FindAmongFew(sources, destinations);

        int most = sources.Length + destinations.Length, slots = (int)BitOperations.RoundUpToPowerOf2((uint)(2 * most));
        int[] table = ArrayPool<int>.Shared.Rent(slots);
        PacketOverlap all = new(sources, destinations, table.AsSpan(0, slots));
        int? found = all.AreInOrder() ? null : all.Search();
        ArrayPool<int>.Shared.Return(table);
        return found;
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private static int? FindAmongFew(ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations)
    {
        for (int i = 0; i < destinations.Length; i++)
        {
            ReadOnlySpan<byte> destination = destinations[i].Span;
            ReadOnlySpan<byte> source = sources.IsEmpty || IsInPlace(sources[i], destinations[i]) ? default : sources[i].Span;
            for (int j = 0; j < destinations.Length; j++)
            {
                ReadOnlySpan<byte> other = destinations[j].Span;
                if (source.Overlaps(other) || (i != j && destination.Overlaps(other))) return i;
            }
        }

        return null;
    }

    // Returns true if each span starts after all earlier spans in its buffer, and the spans of each buffer are consecutive in the
    // list.
    [MethodImpl(CompileOptions.AtOnce)]
    private bool AreInOrder()
    {
        object? last = null;
        int end = 0;
        // A span in the rest of the current buffer needs no lookup.
        ReadOnlySpan<byte> rest = default;
        for (int i = 0; i < destinations.Length + sources.Length; i++)
        {
            ReadOnlyMemory<byte> span = At(i);
            if (span.IsEmpty) continue;

            if (!rest.IsEmpty && rest.Overlaps(span.Span, out int gap) && gap >= 0)
            {
                rest = rest.Slice(gap + span.Length);
                end += gap + span.Length;
                continue;
            }

            (object buffer, int start) = Locate(span);
            if (buffer == last ? !rest.IsEmpty || start < end : FirstIn(buffer, i) != i) return false;

            end = start + span.Length;
            rest = buffer == last && buffer is byte[] array ? array.AsSpan(end) : default;
            last = buffer;
        }

        return true;
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private int? Search()
    {
        int most = sources.Length + destinations.Length, n = 0, number = 0;
        object? last = null;
        ulong[] starts = ArrayPool<ulong>.Shared.Rent(most);
        int[] spans = ArrayPool<int>.Shared.Rent(most);
        for (int i = 0; i < most; i++)
        {
            ReadOnlyMemory<byte> span = At(i);
            if (span.IsEmpty) continue;

            (object buffer, int offset) = Locate(span);
            if (buffer != last) number = FirstIn(last = buffer, i);
            starts[n] = ((ulong)(uint)number << 32) | (uint)offset;
            spans[n++] = i;
        }

        starts.AsSpan(0, n).Sort(spans.AsSpan(0, n));
        int? found = Scan(starts.AsSpan(0, n), spans);
        ArrayPool<ulong>.Shared.Return(starts);
        ArrayPool<int>.Shared.Return(spans);
        return found;
    }

    // Sources may overlap each other, because they are only read.
    [MethodImpl(CompileOptions.AtOnce)]
    private int? Scan(ReadOnlySpan<ulong> starts, ReadOnlySpan<int> spans)
    {
        ulong writtenEnd = 0, readEnd = 0;
        for (int n = 0; n < starts.Length; n++)
        {
            int i = spans[n];
            bool isWritten = i < destinations.Length;
            if (starts[n] < writtenEnd || (isWritten && starts[n] < readEnd)) return isWritten ? i : i - destinations.Length;

            ulong end = starts[n] + (uint)At(i).Length;
            if (isWritten) writtenEnd = Math.Max(writtenEnd, end);
            else readEnd = Math.Max(readEnd, end);
        }

        return null;
    }

    // Index 0 is the first destination, and the sources follow the destinations. The source of an in-place packet is treated as
    // empty.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ReadOnlyMemory<byte> At(int i)
    {
        int source = i - destinations.Length;
        return source < 0 ? destinations[i] : IsInPlace(sources[source], destinations[source]) ? default : sources[source];
    }

    // Returns the index of the first span that was looked up in this buffer, which may be index i itself.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FirstIn(object buffer, int i)
    {
        // An index needs fewer bits than a slot has, so enough bits remain for the hash.
        int mask = table.Length - 1, hash = RuntimeHelpers.GetHashCode(buffer) | int.MinValue, slot = hash & mask;
        for (; table[slot] != 0; slot = (slot + 1) & mask)
        {
            int first = table[slot] & mask;
            if (((table[slot] ^ hash) & ~mask) == 0 && ReferenceEquals(Locate(At(first)).Buffer, buffer)) return first;
        }

        table[slot] = (hash & ~mask) | i;
        return i;
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private static bool IsInPlace(ReadOnlyMemory<byte> source, ReadOnlyMemory<byte> destination) =>
        source.Equals(destination) || source.IsEmpty
        || (source.Length <= destination.Length && source.Equals(destination.Slice(0, source.Length)));

    // Returns the array or the memory manager that backs the memory. In safe code, only a SequencePosition exposes this object.
    [MethodImpl(CompileOptions.AtOnce)]
    private static (object Buffer, int Offset) Locate(ReadOnlyMemory<byte> memory)
    {
        SequencePosition start = new ReadOnlySequence<byte>(memory).Start;
        return (start.GetObject()!, start.GetInteger());
    }
}
