using System.Numerics;

namespace Lanewise.Ciphers;

/// <summary>Finds packets that would be written over others.</summary>
/// <remarks>
/// Few places are compared with each other. A buffer for each packet, and slices of buffers in ascending order, are told in one
/// pass over a table of the buffers. Anything else is sorted. The table names packets, not buffers: references cost more to
/// write, and have to be cleared.
/// </remarks>
internal readonly ref struct PacketPlaces
{
    // So many places are sooner compared than looked up.
    private const int FewPlaces = 8;

    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> sources;
    private readonly ReadOnlySpan<Memory<byte>> destinations;
    private readonly Span<Buffer> table;

    private PacketPlaces(
        ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations, Span<Buffer> table)
    {
        this.sources = sources;
        this.destinations = destinations;
        this.table = table;
    }

    /// <summary>
    /// The number of a packet whose destination overlaps another packet's source or destination, or its own source at
    /// another start; -1 where there is none. There may be no sources.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static int FindOverlap(ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations)
    {
        // Twice as many slots as there are buffers, where all packets are like the first one; else there are still enough.
        bool areTwo = !sources.IsEmpty && !IsInPlace(sources[0], destinations[0]);
        int places = (areTwo ? 2 : 1) * destinations.Length, slots = (int)BitOperations.RoundUpToPowerOf2((uint)(2 * places));
        if (places <= FewPlaces && AreApart(sources, destinations)) return -1;

        Buffer[] rented = ArrayPool<Buffer>.Shared.Rent(slots);
        rented.AsSpan(0, slots).Clear();
        int found = new PacketPlaces(sources, destinations, rented.AsSpan(0, slots)).Find();
        ArrayPool<Buffer>.Shared.Return(rented);
        return found;
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private static bool AreApart(ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations)
    {
        for (int i = 0; i < destinations.Length; i++)
        {
            ReadOnlySpan<byte> place = destinations[i].Span;
            for (int j = 0; j < i; j++)
            {
                if (place.Overlaps(destinations[j].Span)) return false;
            }

            // What lies in place was compared above.
            if ((uint)i >= (uint)sources.Length || IsInPlace(sources[i], destinations[i])) continue;

            ReadOnlySpan<byte> source = sources[i].Span;
            foreach (Memory<byte> other in destinations)
            {
                if (source.Overlaps(other.Span)) return false;
            }
        }

        return true;
    }

    // What looks like an overlap is left to the search, which is exact and names the packet.
    [MethodImpl(CompileOptions.AtOnce)]
    private int Find()
    {
        for (int i = 0; i < destinations.Length; i++)
        {
            if (!Take(destinations[i], i)) return Search();
            if (i < sources.Length && !IsInPlace(sources[i], destinations[i]) && !Take(sources[i], ~i)) return Search();
        }

        return -1;
    }

    // A place below or above all that was taken of its buffer. A source is named by the complement of its packet.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Take(ReadOnlyMemory<byte> place, int name)
    {
        if (place.IsEmpty) return true;

        (object owner, int start) = Place(place);
        int end = start + place.Length;
        ref Buffer buffer = ref table[Slot(owner, name)];
        if (buffer.End == 0) (buffer.Start, buffer.End) = (start, end);
        else if (start >= buffer.End) buffer.End = end;
        else if (end <= buffer.Start) buffer.Start = start;
        else return false;
        return true;
    }

    // The slot of a buffer; a free one becomes it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Slot(object owner, int name)
    {
        // Never that of a free slot.
        int hash = RuntimeHelpers.GetHashCode(owner) | int.MinValue, slot = hash & (table.Length - 1);
        for (; table[slot].Hash != 0; slot = (slot + 1) & (table.Length - 1))
        {
            if (table[slot].Hash == hash && ReferenceEquals(OwnerOf(table[slot].Name), owner)) return slot;
        }

        (table[slot].Hash, table[slot].Name) = (hash, name);
        return slot;
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private object OwnerOf(int name) => Place(name < 0 ? sources[~name] : destinations[name]).Owner;

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private int Search()
    {
        // The destination of each packet, and the source where it is not the start of the destination.
        (ulong Start, int End, int Name)[] places = ArrayPool<(ulong, int, int)>.Shared.Rent(2 * destinations.Length);
        int n = 0;
        for (int i = 0; i < destinations.Length; i++)
        {
            if (!destinations[i].IsEmpty) places[n++] = Numbered(destinations[i], i);
            if (i < sources.Length && !IsInPlace(sources[i], destinations[i])) places[n++] = Numbered(sources[i], ~i);
        }

        places.AsSpan(0, n).Sort();
        int found = Scan(places.AsSpan(0, n));
        ArrayPool<(ulong, int, int)>.Shared.Return(places);
        return found;
    }

    // A buffer's number is its slot in the table.
    private (ulong Start, int End, int Name) Numbered(ReadOnlyMemory<byte> place, int name)
    {
        (object owner, int start) = Place(place);
        return (((ulong)Slot(owner, name) << 32) | (uint)start, start + place.Length, name);
    }

    // Sources may overlap each other: they are only read.
    private static int Scan(ReadOnlySpan<(ulong Start, int End, int Name)> places)
    {
        int writtenEnd = 0, readEnd = 0;
        ulong last = ulong.MaxValue;
        foreach ((ulong place, int end, int name) in places)
        {
            int start = (int)(uint)place;
            if (place >> 32 != last) writtenEnd = readEnd = 0;
            last = place >> 32;
            if (start < writtenEnd || (name >= 0 && start < readEnd)) return name < 0 ? ~name : name;

            if (name >= 0) writtenEnd = Math.Max(writtenEnd, end);
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

    /// <summary>A buffer: one of the places in it, by name, and the ends of what was taken.</summary>
    private struct Buffer
    {
        public int Hash, Name, Start, End;
    }
}
