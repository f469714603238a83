using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Lanewise.Ciphers;

/// <summary>Finds packets that would be written over others.</summary>
/// <remarks>
/// Slices of one buffer in ascending order, and a buffer per packet in place, are told in one pass. Anything else is sorted.
/// </remarks>
internal static class PacketPlaces
{
    // Up to here, comparing each packet with each costs less than a table of arrays.
    private const int FewPackets = 24;

    /// <summary>
    /// The number of a packet whose destination overlaps another packet's source or destination, or its own source at
    /// another start; -1 where there is none.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int FindOverlap(ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations)
    {
        if (AreAscending(sources, destinations)) return -1;

        return destinations.Length <= FewPackets && AreApart(sources, destinations) ? -1 : Search(sources, destinations);
    }

    // In place, in one buffer.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static bool AreAscending(ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations)
    {
        int end = 0;
        for (int i = 0; i < destinations.Length && i < sources.Length; i++)
        {
            ref readonly ArraySegment<byte> source = ref sources[i], destination = ref destinations[i];
            if (!IsInPlace(source, destination) || !ReferenceEquals(destination.Array, destinations[0].Array) || destination.Offset < end) return false;

            end = destination.Offset + destination.Count;
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static int Search(ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations)
    {
        // Places: the destination of each packet, and the source where it is not the start of the destination.
        int places = 0;
        for (int i = 0; i < destinations.Length; i++) places += IsInPlace(sources[i], destinations[i]) || sources[i].Count == 0 ? 1 : 2;

        int slots = (int)BitOperations.RoundUpToPowerOf2((uint)(2 * places));
        byte[]?[] arrays = ArrayPool<byte[]?>.Shared.Rent(slots);
        ulong[] starts = ArrayPool<ulong>.Shared.Rent(places);
        (int End, int Packet)[] ends = ArrayPool<(int End, int Packet)>.Shared.Rent(places);
        arrays.AsSpan(0, slots).Clear();
        int n = 0;
        bool sorted = true, shared = false;
        for (int i = 0; i < destinations.Length; i++)
        {
            Add(destinations[i], i);
            if (!IsInPlace(sources[i], destinations[i])) Add(sources[i], ~i);
        }

        // Where every place has an array of its own nothing can overlap.
        if (!sorted && shared) starts.AsSpan(0, n).Sort(ends.AsSpan(0, n));
        int found = shared ? Scan(starts.AsSpan(0, n), ends.AsSpan(0, n)) : -1;
        ArrayPool<byte[]?>.Shared.Return(arrays, clearArray: true);
        ArrayPool<ulong>.Shared.Return(starts);
        ArrayPool<(int End, int Packet)>.Shared.Return(ends);
        return found;

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        void Add(ArraySegment<byte> place, int packet)
        {
            if (place.Count == 0) return;

            // An array's number is its slot in a table of the arrays seen.
            int slot = RuntimeHelpers.GetHashCode(place.Array) & (slots - 1);
            while (arrays[slot] is { } seen && !ReferenceEquals(seen, place.Array)) slot = (slot + 1) & (slots - 1);
            shared |= arrays[slot] is not null;
            arrays[slot] = place.Array;
            starts[n] = ((ulong)slot << 32) | (uint)place.Offset;
            ends[n] = (place.Offset + place.Count, packet);
            sorted &= n == 0 || starts[n] > starts[n - 1];
            n++;
        }
    }

    // What looks like an overlap is left to the search, which is exact and names the packet.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static bool AreApart(ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations)
    {
        for (int i = 0; i < destinations.Length; i++)
        {
            byte[]? array = destinations[i].Array;
            int start = destinations[i].Offset, end = start + destinations[i].Count;
            for (int j = 0; j < destinations.Length && j < sources.Length; j++)
            {
                ref readonly ArraySegment<byte> destination = ref destinations[j], source = ref sources[j];
                if (ReferenceEquals(destination.Array, array) && j != i && destination.Offset < end && start < destination.Offset + destination.Count) return false;
                if (ReferenceEquals(source.Array, array) && (j != i || source.Offset != start) && source.Offset < end && start < source.Offset + source.Count) return false;
            }
        }

        return true;
    }

    private static bool IsInPlace(in ArraySegment<byte> source, in ArraySegment<byte> destination) =>
        ReferenceEquals(source.Array, destination.Array) && source.Offset == destination.Offset;

    // Sources may overlap each other: they are only read. A source is marked by the complement of its packet.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static int Scan(ReadOnlySpan<ulong> starts, ReadOnlySpan<(int End, int Packet)> ends)
    {
        int writtenEnd = 0, readEnd = 0;
        for (int i = 0; i < starts.Length; i++)
        {
            int start = (int)(uint)starts[i];
            if (i == 0 || starts[i] >> 32 != starts[i - 1] >> 32) writtenEnd = readEnd = 0;
            (int end, int packet) = ends[i];
            if (start < writtenEnd || (packet >= 0 && start < readEnd)) return packet < 0 ? ~packet : packet;

            if (packet >= 0) writtenEnd = Math.Max(writtenEnd, end);
            else readEnd = Math.Max(readEnd, end);
        }

        return -1;
    }
}
