using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace Lanewise.Ciphers;

/// <summary>One direction of ECB over packets: what <see cref="PacketRun"/> needs to know of a cipher and its keys.</summary>
internal interface IPacketCipher
{
    static abstract int BlockBytes { get; }

    /// <summary>Bytes from the key of one packet to that of the next; 0 where all have one key.</summary>
    int KeyBytes { get; }

    /// <summary>
    /// Transforms a run of blocks of many packets; block <c>j</c> has the key at <c>keyOffsets[j]</c>. Behind the last
    /// offset there are <see cref="PacketRun.SpareOffsets"/> more, for lanes without a block.
    /// </summary>
    void RunMany(ReadOnlySpan<int> keyOffsets, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination);

    /// <summary>Transforms the blocks of a single packet: one that is long, or all that there is.</summary>
    void RunOne(int packet, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination);
}

/// <summary>
/// Packets of unequal length through lanes. In ECB no block waits for another, so the blocks of all packets, one after the
/// other, are one run, and lanes are full whatever the lengths; only the key changes from lane to lane. It knows no cipher.
/// </summary>
internal static class PacketRun
{
    /// <summary>As many lanes as any shape has.</summary>
    public const int SpareOffsets = 128;

    // Blocks that go through lanes at once: many groups, and small beside the first cache.
    private const int WindowBlocks = 1024;

    // From here on a packet of its own key fills lanes by itself, and a schedule of its own pays.
    private const int LongBlocks = 96;

    // Up to here, offsets lie on the stack: a rented array costs more than the blocks.
    private const int FewBlocks = 32;

    /// <summary>
    /// Whether these are packets of few blocks in all and nothing is wrong with them; what is wrong with others the checks say.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsFew(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, ReadOnlySpan<byte> destination,
        int mostBlocks, int blockBytes, PaddingMode paddingMode, bool encrypting, out int padded)
    {
        padded = 0;
        int most = mostBlocks * blockBytes, sum = 0;
        if (source.Length > most || lengths.Length > mostBlocks || !CipherPadding.IsMode(paddingMode)) return false;

        bool pads = encrypting && paddingMode != PaddingMode.None;
        foreach (int length in lengths)
        {
            if ((uint)length > (uint)most || (!pads && CipherPadding.Rest(length, blockBytes) != 0)) return false;

            sum += length;
            padded += pads ? (int)CipherPadding.PaddedLength(length, blockBytes, paddingMode) : length;
        }

        if (sum != source.Length || padded > most || padded == 0 || padded > destination.Length) return false;

        return !source.Overlaps(destination.Slice(0, padded), out int offset) || (offset == 0 && padded == sum);
    }

    /// <summary>Whether scattered packets, which have been checked, have few blocks in all, but some.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static bool AreFew(ReadOnlySpan<ArraySegment<byte>> sources, int mostBlocks, int blockBytes, PaddingMode paddingMode)
    {
        if (sources.Length > mostBlocks) return false;

        long padded = 0;
        for (int i = 0; i < sources.Length; i++) padded += CipherPadding.PaddedLength(sources[i].Count, blockBytes, paddingMode);
        return padded > 0 && padded <= mostBlocks * blockBytes;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Place(ReadOnlySpan<byte> source, Span<byte> packet, PaddingMode paddingMode)
    {
        source.CopyTo(packet);
        if (packet.Length > source.Length) CipherPadding.Write(packet, source.Length, paddingMode);
    }

    /// <summary>Packets one after the other, whole blocks each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Whole<TCipher>(in TCipher cipher, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination)
        where TCipher : struct, IPacketCipher, allows ref struct
    {
        if (cipher.KeyBytes == 0)
        {
            cipher.RunMany(default, source, destination);
            return;
        }

        if (source.Length <= FewBlocks * TCipher.BlockBytes)
        {
            Span<int> few = stackalloc int[FewBlocks + SpareOffsets];
            Whole(cipher, source, lengths, destination, few);
            return;
        }

        int[] rented = ArrayPool<int>.Shared.Rent(WindowBlocks + LongBlocks + SpareOffsets);
        Span<int> offsets = rented.AsSpan(0, WindowBlocks + LongBlocks + SpareOffsets);
        offsets.Clear();
        Whole(cipher, source, lengths, destination, offsets);
        ArrayPool<int>.Shared.Return(rented);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Whole<TCipher>(
        in TCipher cipher, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, Span<int> offsets)
        where TCipher : struct, IPacketCipher, allows ref struct
    {
        int blockBytes = TCipher.BlockBytes, keyBytes = cipher.KeyBytes, start = 0, count = 0;
        for (int i = 0; i < lengths.Length; i++)
        {
            int blocks = lengths[i] / blockBytes;
            bool isLong = blocks >= LongBlocks;
            if (isLong || count >= WindowBlocks)
            {
                Flush(cipher, offsets, ref start, ref count, source, destination);
            }

            if (isLong)
            {
                cipher.RunOne(i, source.Slice(start, lengths[i]), destination.Slice(start, lengths[i]));
                start += lengths[i];
                continue;
            }

            int key = i * keyBytes;
            foreach (ref int offset in offsets.Slice(count, blocks)) offset = key;
            count += blocks;
        }

        Flush(cipher, offsets, ref start, ref count, source, destination);
    }

    /// <summary>Packets one after the other that grow by their padding.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Padded<TCipher>(
        in TCipher cipher, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode)
        where TCipher : struct, IPacketCipher, allows ref struct
    {
        if (destination.Length <= FewBlocks * TCipher.BlockBytes)
        {
            Span<int> few = stackalloc int[FewBlocks + SpareOffsets];
            Padded(cipher, source, lengths, destination, paddingMode, few);
            return;
        }

        int[] rented = ArrayPool<int>.Shared.Rent(WindowBlocks + LongBlocks + SpareOffsets);
        Span<int> offsets = rented.AsSpan(0, WindowBlocks + LongBlocks + SpareOffsets);
        offsets.Clear();
        Padded(cipher, source, lengths, destination, paddingMode, offsets);
        ArrayPool<int>.Shared.Return(rented);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Padded<TCipher>(
        in TCipher cipher, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode, Span<int> offsets)
        where TCipher : struct, IPacketCipher, allows ref struct
    {
        // Plaintext and padding are put where the ciphertext goes, and encrypted there while they are still in the cache.
        int blockBytes = TCipher.BlockBytes, keyBytes = cipher.KeyBytes, start = 0, count = 0, from = 0;
        for (int i = 0; i < lengths.Length; i++)
        {
            int length = lengths[i], padded = (int)CipherPadding.PaddedLength(length, blockBytes, paddingMode), blocks = padded / blockBytes;
            bool isLong = blocks >= LongBlocks;
            if (isLong || count >= WindowBlocks) Flush(cipher, offsets, ref start, ref count, destination, destination);

            Span<byte> packet = destination.Slice(start + (count * blockBytes), padded);
            source.Slice(from, length).CopyTo(packet);
            CipherPadding.Write(packet, length, paddingMode);
            from += length;
            if (isLong)
            {
                cipher.RunOne(i, packet, packet);
                start += padded;
                continue;
            }

            int key = i * keyBytes;
            foreach (ref int offset in offsets.Slice(count, blocks)) offset = key;
            count += blocks;
        }

        Flush(cipher, offsets, ref start, ref count, destination, destination);
    }

    /// <summary>Packets anywhere; each destination holds exactly the packet with its padding.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Scattered<TCipher>(
        in TCipher cipher, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode)
        where TCipher : struct, IPacketCipher, allows ref struct
    {
        if (AreFew(sources, FewBlocks, TCipher.BlockBytes, paddingMode))
        {
            Span<int> few = stackalloc int[FewBlocks + SpareOffsets];
            Span<byte> fewBytes = stackalloc byte[FewBlocks * TCipher.BlockBytes];
            Scattered(cipher, sources, destinations, paddingMode, few, fewBytes);
            return;
        }

        int[] rented = ArrayPool<int>.Shared.Rent(WindowBlocks + LongBlocks + SpareOffsets);
        byte[] rentedWindow = ArrayPool<byte>.Shared.Rent((WindowBlocks + LongBlocks) * TCipher.BlockBytes);
        Span<int> offsets = rented.AsSpan(0, WindowBlocks + LongBlocks + SpareOffsets);
        offsets.Clear();
        Scattered(cipher, sources, destinations, paddingMode, offsets, rentedWindow.AsSpan(0, (WindowBlocks + LongBlocks) * TCipher.BlockBytes));
        ArrayPool<byte>.Shared.Return(rentedWindow);
        ArrayPool<int>.Shared.Return(rented);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Scattered<TCipher>(
        in TCipher cipher, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode,
        Span<int> offsets, Span<byte> window)
        where TCipher : struct, IPacketCipher, allows ref struct
    {
        int blockBytes = TCipher.BlockBytes, keyBytes = cipher.KeyBytes, count = 0, first = 0;
        for (int i = 0; i < sources.Length; i++)
        {
            ReadOnlySpan<byte> source = sources[i];
            int padded = (int)CipherPadding.PaddedLength(source.Length, blockBytes, paddingMode), blocks = padded / blockBytes;
            if (blocks >= LongBlocks)
            {
                Span<byte> destination = destinations[i].AsSpan(0, padded);
                source.CopyTo(destination);
                CipherPadding.Write(destination, source.Length, paddingMode);
                cipher.RunOne(i, destination, destination);
                continue;
            }

            if (count >= WindowBlocks)
            {
                FlushScattered(cipher, offsets, window.Slice(0, count * blockBytes), destinations, sources, first, i, paddingMode);
                count = 0;
                first = i;
            }

            Span<byte> packet = window.Slice(count * blockBytes, padded);
            source.CopyTo(packet);
            CipherPadding.Write(packet, source.Length, paddingMode);
            int key = i * keyBytes;
            foreach (ref int offset in offsets.Slice(count, blocks)) offset = key;
            count += blocks;
        }

        FlushScattered(cipher, offsets, window.Slice(0, count * blockBytes), destinations, sources, first, sources.Length, paddingMode);
        CryptographicOperations.ZeroMemory(window);
    }

    /// <summary>The lengths without padding of decrypted packets; -1, and a wiped slot, where the padding is wrong.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Unpad(Span<byte> packets, ReadOnlySpan<int> lengths, Span<int> plaintextLengths, int blockBytes, PaddingMode paddingMode)
    {
        for (int i = 0, o = 0; i < lengths.Length; i++)
        {
            // Read once: the lengths may be written where they are.
            int length = lengths[i];
            plaintextLengths[i] = Unpad(packets.Slice(o, length), blockBytes, paddingMode);
            o += length;
        }
    }

    /// <inheritdoc cref="Unpad(Span{byte}, ReadOnlySpan{int}, Span{int}, int, PaddingMode)"/>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int Unpad(Span<byte> packet, int blockBytes, PaddingMode paddingMode)
    {
        if (packet.IsEmpty) return 0;

        int padding = CipherPadding.Length(packet.Slice(packet.Length - blockBytes), paddingMode);
        if (padding >= 0) return packet.Length - padding;

        packet.Clear();
        return -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Flush<TCipher>(
        in TCipher cipher, Span<int> offsets, ref int start, ref int count, ReadOnlySpan<byte> source, Span<byte> destination)
        where TCipher : struct, IPacketCipher, allows ref struct
    {
        int bytes = count * TCipher.BlockBytes;
        if (count > 0) cipher.RunMany(offsets.Slice(0, count + SpareOffsets), source.Slice(start, bytes), destination.Slice(start, bytes));
        start += bytes;
        count = 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void FlushScattered<TCipher>(
        in TCipher cipher, Span<int> offsets, Span<byte> window, ReadOnlySpan<ArraySegment<byte>> destinations,
        ReadOnlySpan<ArraySegment<byte>> sources, int first, int end, PaddingMode paddingMode)
        where TCipher : struct, IPacketCipher, allows ref struct
    {
        int blockBytes = TCipher.BlockBytes;
        if (!window.IsEmpty) cipher.RunMany(offsets.Slice(0, (window.Length / blockBytes) + SpareOffsets), window, window);
        for (int i = first, o = 0; i < end; i++)
        {
            int padded = (int)CipherPadding.PaddedLength(sources[i].Count, blockBytes, paddingMode);
            if (padded / blockBytes >= LongBlocks) continue;

            window.Slice(o, padded).CopyTo(destinations[i]);
            o += padded;
        }
    }

    // ---- checks, before anything is written ----

    /// <summary>Whether plaintext lengths would be written over packet lengths that are still to be read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreShifted(ReadOnlySpan<int> packetLengths, ReadOnlySpan<int> plaintextLengths) =>
        packetLengths.Overlaps(plaintextLengths) && packetLengths != plaintextLengths;

    public static ArgumentException ShiftedLengths() =>
        new("The plaintext lengths lie across the packet lengths: they must be apart, or the same place.", "plaintextLengths");

    /// <summary>The lengths must add up to the source; the bytes of all packets with their padding.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int CheckPacked(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, int blockBytes, PaddingMode paddingMode, bool encrypting)
    {
        CipherPadding.CheckMode(paddingMode);
        long sum = 0, padded = 0;
        for (int i = 0; i < lengths.Length; i++)
        {
            int length = lengths[i];
            if (length < 0) throw new ArgumentOutOfRangeException(nameof(lengths), length, Text($"The length of packet {i} is negative."));

            sum += length;
            CheckWhole(length, i, blockBytes, paddingMode, encrypting, nameof(lengths));
            padded += encrypting ? CipherPadding.PaddedLength(length, blockBytes, paddingMode) : length;
        }

        if (sum != source.Length)
        {
            throw new ArgumentException(Text($"The packet lengths add up to {sum} bytes, so the source must have {sum} bytes; it has {source.Length}."), nameof(source));
        }

        return padded <= Array.MaxLength
            ? (int)padded
            : throw new ArgumentOutOfRangeException(nameof(lengths), padded, Text($"With padding the packets would have {padded} bytes; at most {Array.MaxLength} are possible."));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckKeys(int keysLength, int count, int keyBytes)
    {
        if (keysLength != (long)count * keyBytes) throw NotAKeyEach(keysLength, count, keyBytes);
    }

    /// <summary>Packets keep their places, or source and destination are apart.</summary>
    public static void CheckPlaces(ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination, bool samePlaces)
    {
        if (source.Overlaps(destination, out int offset) && !(samePlaces && offset == 0))
        {
            throw new ArgumentException("Source and destination overlap, so packets would be overwritten before they are read: they must be apart, or the same place where packets keep their length.", nameof(destination));
        }
    }

    /// <summary>Each destination must hold its packet, and no packet may be written over another.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void CheckScattered(
        ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, int blockBytes, PaddingMode paddingMode, bool encrypting)
    {
        CipherPadding.CheckMode(paddingMode);
        if (sources.Length != destinations.Length) throw NotADestinationEach(sources.Length, destinations.Length);

        for (int i = 0; i < sources.Length; i++)
        {
            int length = sources[i].Count;
            CheckWhole(length, i, blockBytes, paddingMode, encrypting, nameof(sources));
            long needed = encrypting ? CipherPadding.PaddedLength(length, blockBytes, paddingMode) : length;
            if (destinations[i].Count < needed) throw DestinationTooShort(i, needed, destinations[i].Count);
        }

        int other = PacketPlaces.FindOverlap(sources, destinations);
        if (other >= 0) throw Overlapping(other);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CheckWhole(int length, int packet, int blockBytes, PaddingMode paddingMode, bool encrypting, string parameter)
    {
        if (CipherPadding.Rest(length, blockBytes) == 0 || (encrypting && paddingMode != PaddingMode.None)) return;

        throw NotWhole(length, packet, blockBytes, encrypting, parameter);
    }

    // Apart: a method that builds a text has a frame that every call would pay for.
    private static ArgumentException NotAKeyEach(int keysLength, int count, int keyBytes) =>
        new(Text($"There are {count} packets, so the keys must have {count} times {keyBytes} bytes; they have {keysLength} bytes."), "keys");

    private static ArgumentException NotADestinationEach(int sources, int destinations) =>
        new(Text($"There are {sources} packets, so there must be as many destinations; there are {destinations}."), nameof(destinations));

    private static ArgumentException DestinationTooShort(int packet, long needed, int count) =>
        new(Text($"Destination {packet} must have at least {needed} bytes; it has {count}."), "destinations");

    private static ArgumentException Overlapping(int packet) =>
        new(Text($"Packet {packet} overlaps another packet or another packet's destination; each must have a place of its own."), "destinations");

    private static Exception NotWhole(int length, int packet, int blockBytes, bool encrypting, string parameter)
    {
        string text = Text($"Packet {packet} has {length} bytes; {(encrypting ? "without padding it" : "a ciphertext")} must be whole blocks of {blockBytes} bytes.");
        return encrypting ? new ArgumentException(text, parameter) : new CryptographicException(text);
    }

    private static string Text(ref DefaultInterpolatedStringHandler text) => string.Create(CultureInfo.InvariantCulture, ref text);
}
