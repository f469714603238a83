using System.Numerics;

namespace Lanewise.Ciphers;

/// <summary>Finds packets that would be written over others.</summary>
/// <remarks>
/// Few places are compared with each other. A buffer for each packet, and slices of buffers in ascending or descending order,
/// are told in one pass over a table of the buffers. Anything else is sorted.
/// </remarks>
internal readonly ref struct PacketPlaces
{
    // So many places are sooner compared than looked up.
    private const int FewPlaces = 8;

    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> sources;
    private readonly ReadOnlySpan<Memory<byte>> destinations;

    // A slot is 0, or holds the name of the first place in a buffer and above it the hash of the buffer: small, so that it is
    // soon cleared, and without references, which cost more to write.
    private readonly Span<int> table;

    // By name, from where to where a buffer was taken.
    private readonly Span<(int Start, int End)> taken;

    private PacketPlaces(
        ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations, Span<int> table,
        Span<(int Start, int End)> taken)
    {
        this.sources = sources;
        this.destinations = destinations;
        this.table = table;
        this.taken = taken;
    }

    /// <summary>
    /// The number of a packet whose destination overlaps another packet's source or destination, or its own source at
    /// another start; -1 where there is none. There may be no sources.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static int FindOverlap(ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations)
    {
        // Destinations have the first names, sources those behind them. Twice as many slots as there are buffers, where all
        // packets are like the first one; else there are still enough.
        bool areTwo = !sources.IsEmpty && !IsInPlace(sources[0], destinations[0]);
        int places = (areTwo ? 2 : 1) * destinations.Length, names = 2 * destinations.Length;
        if (places <= FewPlaces && AreApart(sources, destinations)) return -1;

        int slots = (int)BitOperations.RoundUpToPowerOf2((uint)(2 * places));
        int[] table = ArrayPool<int>.Shared.Rent(slots);
        (int, int)[] taken = ArrayPool<(int, int)>.Shared.Rent(names);
        table.AsSpan(0, slots).Clear();
        PacketPlaces all = new(sources, destinations, table.AsSpan(0, slots), taken);
        int found = all.AreInOrder() ? -1 : all.Search();
        ArrayPool<int>.Shared.Return(table);
        ArrayPool<(int, int)>.Shared.Return(taken);
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

    // Each place lies below or above all that was taken of its buffer before. What looks like an overlap is left to the search,
    // which is exact and names the packet.
    [MethodImpl(CompileOptions.AtOnce)]
    private bool AreInOrder()
    {
        object? last = null;
        int first = 0;
        for (int name = 0; name < destinations.Length + sources.Length; name++)
        {
            ReadOnlyMemory<byte> place = PlaceOf(name);
            if (place.IsEmpty) continue;

            (object owner, int start) = Place(place);
            int end = start + place.Length;
            // Mostly the buffer of the place before, or one that was not seen yet.
            if (!ReferenceEquals(owner, last)) (last, first) = (owner, FirstIn(owner, name));
            ref (int Start, int End) buffer = ref taken[first];
            if (first == name) buffer = (start, end);
            else if (start >= buffer.End) buffer.End = end;
            else if (end <= buffer.Start) buffer.Start = start;
            else return false;
        }

        return true;
    }

    // The name of the first place that was looked up in a buffer, which may be this one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FirstIn(object owner, int name)
    {
        // Names take fewer bits than slots, so a hash loses no more than what its slot says.
        int mask = table.Length - 1, hash = RuntimeHelpers.GetHashCode(owner) | int.MinValue, slot = hash & mask;
        for (; table[slot] != 0; slot = (slot + 1) & mask)
        {
            int first = table[slot] & mask;
            if (((table[slot] ^ hash) & ~mask) == 0 && ReferenceEquals(OwnerOf(first), owner)) return first;
        }

        table[slot] = (hash & ~mask) | name;
        return name;
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private object OwnerOf(int name) => Place(PlaceOf(name)).Owner;

    // Destinations have the first names, sources those behind them; of no length is what lies where it goes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ReadOnlyMemory<byte> PlaceOf(int name)
    {
        int source = name - destinations.Length;
        return source < 0 ? destinations[name] : IsInPlace(sources[source], destinations[source]) ? default : sources[source];
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private int Search()
    {
        // The destination of each packet, and the source where it is not the start of the destination.
        (ulong Start, int End, int Name)[] places = ArrayPool<(ulong, int, int)>.Shared.Rent(2 * destinations.Length);
        int n = 0;
        for (int name = 0; name < destinations.Length + sources.Length; name++)
        {
            ReadOnlyMemory<byte> place = PlaceOf(name);
            if (place.IsEmpty) continue;

            (object owner, int start) = Place(place);
            places[n++] = (((ulong)FirstIn(owner, name) << 32) | (uint)start, start + place.Length, name);
        }

        places.AsSpan(0, n).Sort();
        int found = Scan(places.AsSpan(0, n));
        ArrayPool<(ulong, int, int)>.Shared.Return(places);
        return found;
    }

    // Sources may overlap each other: they are only read.
    private int Scan(ReadOnlySpan<(ulong Start, int End, int Name)> places)
    {
        int writtenEnd = 0, readEnd = 0;
        ulong last = ulong.MaxValue;
        foreach ((ulong place, int end, int name) in places)
        {
            int start = (int)(uint)place;
            if (place >> 32 != last) writtenEnd = readEnd = 0;
            last = place >> 32;
            bool isWritten = name < destinations.Length;
            if (start < writtenEnd || (isWritten && start < readEnd)) return isWritten ? name : name - destinations.Length;

            if (isWritten) writtenEnd = Math.Max(writtenEnd, end);
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
}
