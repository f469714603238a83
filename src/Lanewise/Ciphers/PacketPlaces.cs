using System.Numerics;

namespace Lanewise.Ciphers;

/// <summary>Finds packets that would be written over others.</summary>
/// <remarks>
/// A buffer for each packet, and slices of buffers in ascending order, are told in one pass over a table of the buffers.
/// Anything else is sorted.
/// </remarks>
internal static class PacketPlaces
{
    // Up to here each is held against each.
    private const int FewPackets = 8;

    /// <summary>
    /// The number of a packet whose destination overlaps another packet's source or destination, or its own source at
    /// another start; -1 where there is none. There may be no sources.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static int FindOverlap(ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations)
    {
        bool apart;
        if (destinations.Length <= FewPackets)
        {
            apart = AreApart(sources, destinations);
        }
        else
        {
            // Twice as many slots as there may be buffers.
            int buffers = sources.IsEmpty ? destinations.Length : 2 * destinations.Length;
            int slots = (int)BitOperations.RoundUpToPowerOf2((uint)(2 * buffers));
            Buffer[] table = ArrayPool<Buffer>.Shared.Rent(slots);
            table.AsSpan(0, slots).Clear();
            apart = AreApart(sources, destinations, table.AsSpan(0, slots));
            ArrayPool<Buffer>.Shared.Return(table, clearArray: true);
        }

        return apart ? -1 : Search(sources, destinations);
    }

    // What looks like an overlap is left to the search, which is exact and names the packet.
    [MethodImpl(CompileOptions.AtOnce)]
    private static bool AreApart(
        ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations, Span<Buffer> table)
    {
        int free = table.Length * 3 / 4;
        for (int i = 0; i < destinations.Length; i++)
        {
            ReadOnlyMemory<byte> destination = destinations[i];
            if (!Take(destination, table, ref free)) return false;
            if (i >= sources.Length) continue;
            if (!IsInPlace(sources[i], destination) && !Take(sources[i], table, ref free)) return false;
        }

        return true;
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private static bool AreApart(ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations)
    {
        for (int i = 0; i < destinations.Length; i++)
        {
            ReadOnlySpan<byte> destination = destinations[i].Span;
            bool inPlace = sources.IsEmpty || IsInPlace(sources[i], destinations[i]);
            if (!inPlace && destination.Overlaps(sources[i].Span)) return false;

            for (int j = 0; j < i; j++)
            {
                if (destination.Overlaps(destinations[j].Span)) return false;
                if (!inPlace && sources[i].Span.Overlaps(destinations[j].Span)) return false;
                if (sources.IsEmpty || sources[j].Equals(destinations[j])) continue;
                if (destination.Overlaps(sources[j].Span)) return false;
            }
        }

        return true;
    }

    // A place below or above all that was taken of its buffer.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Take(ReadOnlyMemory<byte> place, Span<Buffer> table, ref int free)
    {
        if (place.IsEmpty) return true;

        (object owner, int start) = Place(place);
        int end = start + place.Length;
        ref Buffer buffer = ref table[Find(table, owner)];
        if (buffer.Owner is null)
        {
            buffer = new Buffer { Owner = owner, Start = start, End = end };
            return --free > 0;
        }

        if (start >= buffer.End) buffer.End = end;
        else if (end <= buffer.Start) buffer.Start = start;
        else return false;
        return true;
    }

    // The slot of a buffer, or a free one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Find(ReadOnlySpan<Buffer> table, object owner)
    {
        int slot = RuntimeHelpers.GetHashCode(owner) & (table.Length - 1);
        while (table[slot].Owner is { } seen && !ReferenceEquals(seen, owner)) slot = (slot + 1) & (table.Length - 1);
        return slot;
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static int Search(ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations)
    {
        // The destination of each packet, and the source where it is not the start of the destination.
        int slots = (int)BitOperations.RoundUpToPowerOf2((uint)(4 * destinations.Length)), n = 0;
        Buffer[] table = ArrayPool<Buffer>.Shared.Rent(slots);
        (ulong Start, int End, int Packet)[] places = ArrayPool<(ulong, int, int)>.Shared.Rent(2 * destinations.Length);
        table.AsSpan(0, slots).Clear();
        for (int i = 0; i < destinations.Length; i++)
        {
            Add(destinations[i], i);
            if (i < sources.Length && !IsInPlace(sources[i], destinations[i])) Add(sources[i], ~i);
        }

        places.AsSpan(0, n).Sort();
        int found = Scan(places.AsSpan(0, n));
        ArrayPool<Buffer>.Shared.Return(table, clearArray: true);
        ArrayPool<(ulong, int, int)>.Shared.Return(places);
        return found;

        // A buffer's number is its slot in the table.
        void Add(ReadOnlyMemory<byte> place, int packet)
        {
            if (place.IsEmpty) return;

            (object owner, int start) = Place(place);
            int slot = Find(table.AsSpan(0, slots), owner);
            table[slot].Owner = owner;
            places[n++] = (((ulong)slot << 32) | (uint)start, start + place.Length, packet);
        }
    }

    // Sources may overlap each other: they are only read. A source is marked by the complement of its packet.
    private static int Scan(ReadOnlySpan<(ulong Start, int End, int Packet)> places)
    {
        int writtenEnd = 0, readEnd = 0;
        ulong last = ulong.MaxValue;
        foreach ((ulong place, int end, int packet) in places)
        {
            int start = (int)(uint)place;
            if (place >> 32 != last) writtenEnd = readEnd = 0;
            last = place >> 32;
            if (start < writtenEnd || (packet >= 0 && start < readEnd)) return packet < 0 ? ~packet : packet;

            if (packet >= 0) writtenEnd = Math.Max(writtenEnd, end);
            else readEnd = Math.Max(readEnd, end);
        }

        return -1;
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private static bool IsInPlace(ReadOnlyMemory<byte> source, ReadOnlyMemory<byte> destination) =>
        source.Equals(destination) || source.IsEmpty
        || (source.Length <= destination.Length && source.Equals(destination.Slice(0, source.Length)));

    // A position in a sequence names what backs it, an array or a memory manager, as an object and nothing more.
    [MethodImpl(CompileOptions.AtOnce)]
    private static (object Owner, int Start) Place(ReadOnlyMemory<byte> place)
    {
        SequencePosition start = new ReadOnlySequence<byte>(place).Start;
        return (start.GetObject()!, start.GetInteger());
    }

    /// <summary>A buffer, and the place in it between the ends of what was taken.</summary>
    private struct Buffer
    {
        public object? Owner;
        public int Start, End;
    }
}
