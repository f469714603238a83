using System.Numerics;

namespace Lanewise.Ciphers;

/// <summary>Finds packets whose destinations would overwrite other packets.</summary>
/// <remarks>
/// A few buffers are compared with each other. Separate buffers per packet, and ascending or descending slices of buffers, are
/// recognized in one pass with a table of buffers. All other cases are sorted.
/// </remarks>
internal readonly ref struct PacketPlaces
{
    // Up to this number, comparing is faster than looking up.
    private const int FewPlaces = 10;

    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> sources;
    private readonly ReadOnlySpan<Memory<byte>> destinations;

    // A slot is 0, or contains the index of the first span in a buffer and above it the hash of the buffer. It is small, so
    // that clearing is fast, and has no references, whose writes cost more.
    private readonly int[] table;
    private readonly int slots;

    // By index: the range of a buffer that was used so far.
    private readonly (int Start, int End)[] taken;

    // Twice as many slots as there may be buffers; if there are more, they are still enough.
    private PacketPlaces(ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations, int buffers)
    {
        this.sources = sources;
        this.destinations = destinations;
        slots = (int)BitOperations.RoundUpToPowerOf2((uint)(2 * buffers));
        table = ArrayPool<int>.Shared.Rent(slots);
        taken = ArrayPool<(int, int)>.Shared.Rent(2 * destinations.Length);
        table.AsSpan(0, slots).Clear();
    }

    private void Dispose()
    {
        ArrayPool<int>.Shared.Return(table);
        ArrayPool<(int, int)>.Shared.Return(taken);
    }

    /// <summary>
    /// Whether a quick check shows that no destination overlaps the keys, another packet, or its own source at another offset.
    /// There may be no sources.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static bool AreApart(
        ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations, ReadOnlySpan<byte> keys)
    {
        // The number of packets if all have the length of the first one.
        int places = (sources.IsEmpty || IsInPlace(sources[0], destinations[0]) ? 1 : 2) * destinations.Length;
        if (places <= FewPlaces && AreFewApart(sources, destinations, keys)) return true;

        using PacketPlaces all = new(sources, destinations, places);
        return all.AreInOrder(keys);
    }

    /// <summary>
    /// The index of a packet whose destination overlaps another packet's source or destination, or its own source at another
    /// offset; -1 if there is none.
    /// </summary>
    public static int FindOverlap(ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations)
    {
        using PacketPlaces all = new(sources, destinations, 2 * destinations.Length);
        return all.Search();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private static bool AreFewApart(
        ReadOnlySpan<ReadOnlyMemory<byte>> sources, ReadOnlySpan<Memory<byte>> destinations, ReadOnlySpan<byte> keys)
    {
        for (int i = 0; i < destinations.Length; i++)
        {
            ReadOnlySpan<byte> place = destinations[i].Span;
            if (place.Overlaps(keys)) return false;

            for (int j = 0; j < i; j++)
            {
                if (place.Overlaps(destinations[j].Span)) return false;
            }

            // In-place packets were compared above.
            if ((uint)i >= (uint)sources.Length || IsInPlace(sources[i], destinations[i])) continue;

            ReadOnlySpan<byte> source = sources[i].Span;
            foreach (Memory<byte> other in destinations)
            {
                if (source.Overlaps(other.Span)) return false;
            }
        }

        return true;
    }

    // Each span is below or above all earlier spans of its buffer. A possible overlap is left to the search, which is exact and
    // finds the packet.
    [MethodImpl(CompileOptions.AtOnce)]
    private bool AreInOrder(ReadOnlySpan<byte> keys)
    {
        // A span after all earlier spans of the previous buffer, up to the keys, needs no look-up of its owner.
        ReadOnlySpan<byte> rest = default;
        ref (int Start, int End) buffer = ref taken[0];
        for (int name = 0; name < destinations.Length + sources.Length; name++)
        {
            ReadOnlyMemory<byte> place = PlaceOf(name);
            if (place.IsEmpty) continue;

            if (!rest.IsEmpty && rest.Overlaps(place.Span, out int gap) && gap >= 0 && gap <= rest.Length - place.Length)
            {
                rest = rest.Slice(gap + place.Length);
                buffer.End += gap + place.Length;
                continue;
            }

            (object owner, int start) = Place(place);
            if (name < destinations.Length && keys.Overlaps(place.Span)) return false;

            int end = start + place.Length, first = FirstIn(owner, name);
            buffer = ref taken[first];
            if (first == name)
            {
                buffer = (start, end);
                rest = default;
                continue;
            }

            if (start >= buffer.End) buffer.End = end;
            else if (end <= buffer.Start) buffer.Start = start;
            else return false;

            rest = owner is byte[] array ? array.AsSpan(buffer.End) : default;
            // Spans from the keys on are checked one by one.
            if (name < destinations.Length && rest.Overlaps(keys, out int before)) rest = rest.Slice(0, Math.Max(0, before));
        }

        return true;
    }

    // The index of the first span that was looked up in this buffer; may be this one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FirstIn(object owner, int name)
    {
        // Indexes need fewer bits than slots, so the hash keeps enough bits.
        int mask = slots - 1, hash = RuntimeHelpers.GetHashCode(owner) | int.MinValue, slot = hash & mask;
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

    // Destinations have the first indexes, sources the following ones; an in-place source has length 0.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ReadOnlyMemory<byte> PlaceOf(int name)
    {
        int source = name - destinations.Length;
        return source < 0 ? destinations[name] : IsInPlace(sources[source], destinations[source]) ? default : sources[source];
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private int Search()
    {
        // The destination of each packet, and its source if it does not start at the destination.
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

    // The position of a sequence has its array or memory manager only as an object.
    [MethodImpl(CompileOptions.AtOnce)]
    private static (object Owner, int Start) Place(ReadOnlyMemory<byte> place)
    {
        SequencePosition start = new ReadOnlySequence<byte>(place).Start;
        return (start.GetObject()!, start.GetInteger());
    }
}
