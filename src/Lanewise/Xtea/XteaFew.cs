using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// Packets of a few blocks in all, which fit one pass: beside so little work the tables, windows and choices of
/// <see cref="PacketRun"/> would be most of the time.
/// </summary>
/// <remarks>
/// Where a method says few, the packets have been checked and have <see cref="MostBlocks"/> blocks at most, with their padding.
/// Spans are passed as they come: a structure of them is written in pieces and read as a whole, which stalls. For the same
/// reason buffers are inline arrays: a method with stackalloc copies the spans that it was given, to keep them from overruns.
/// </remarks>
internal static class XteaFew
{
    /// <summary>What the lanes of a 256-bit vector hold.</summary>
    public const int MostBlocks = 8;

    private const int GroupBytes = MostBlocks * XteaSpec.BlockBytes;

    /// <summary>Whether it is one packet of one block, and nothing is wrong with it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsBlock(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, ReadOnlySpan<byte> destination) =>
        lengths.Length == 1 && lengths[0] == XteaSpec.BlockBytes && IsBlock(source, destination);

    /// <summary>Whether it is a packet of one block, and nothing is wrong with it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsBlock(ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination) =>
        source.Length == XteaSpec.BlockBytes && destination.Length >= XteaSpec.BlockBytes
        && (source == destination.Slice(0, XteaSpec.BlockBytes) || !source.Overlaps(destination.Slice(0, XteaSpec.BlockBytes)));

    /// <summary>Whether it is one packet that padding makes one block, and nothing is wrong with it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsShort(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, ReadOnlySpan<byte> destination, PaddingMode paddingMode) =>
        lengths.Length == 1 && lengths[0] == source.Length && source.Length is > 0 and < XteaSpec.BlockBytes && destination.Length >= XteaSpec.BlockBytes
        && paddingMode != PaddingMode.None && CipherPadding.IsMode(paddingMode) && !source.Overlaps(destination.Slice(0, XteaSpec.BlockBytes));

    /// <summary>Puts such a packet and its padding at the start of its destination, and returns both.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Span<byte> PlaceShort(ReadOnlySpan<byte> source, Span<byte> destination, PaddingMode paddingMode)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(destination, PaddedBlock(source, paddingMode));
        return destination.Slice(0, XteaSpec.BlockBytes);
    }

    // ---- one key ----

    /// <summary>Up to <see cref="MostBlocks"/> whole blocks under one key; in place is allowed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Run(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length != XteaSpec.BlockBytes) Several(schedule, bigEndian, encrypting, source, destination);
        else if (encrypting) XteaKernel<ScalarLane<uint>>.Encrypt(schedule, bigEndian, source, destination);
        else XteaKernel<ScalarLane<uint>>.Decrypt(schedule, bigEndian, source, destination);
    }

    /// <summary>Packets one after the other under one key.</summary>
    /// <returns>The number of bytes written; -1 where they are not few or something is wrong, and nothing was written.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static int Packets(
        ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode)
    {
        if (!PacketRun.IsFew(source, lengths, destination, MostBlocks, XteaSpec.BlockBytes, paddingMode, encrypting, out int padded)) return -1;

        destination = destination.Slice(0, padded);
        if (padded != source.Length)
        {
            Place(source, lengths, destination, paddingMode);
            source = destination;
        }

        Run(schedule, bigEndian, encrypting, source, destination);
        return padded;
    }

    /// <summary>Few packets anywhere under one key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static void Scattered(
        ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting,
        ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode)
    {
        if (sources.Length == 1)
        {
            Span<byte> packet = destinations[0];
            packet = packet.Slice(0, Place(sources[0], packet, paddingMode));
            Run(schedule, bigEndian, encrypting, packet, packet);
        }
        else
        {
            Gathered(schedule, bigEndian, encrypting, sources, destinations, paddingMode);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Gathered(
        ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting,
        ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode)
    {
        Blocks room = default;
        Span<byte> group = MemoryMarshal.AsBytes((Span<ulong>)room);
        int bytes = Gather(sources, group, paddingMode);
        Group(schedule, bigEndian, encrypting, group, bytes / XteaSpec.BlockBytes);
        Scatter(group, sources, destinations, paddingMode);
        group.Clear();
    }

    // Two blocks fill a scalar chain's gaps; more have lanes to choose, in a frame that one block need not set up.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Several(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int blocks = source.Length / XteaSpec.BlockBytes;
        if (blocks == 2)
        {
            Run<Interleaved<ScalarLane<uint>, uint>>(schedule, bigEndian, encrypting, source, destination);
            return;
        }

        Blocks room = default;
        Span<byte> group = MemoryMarshal.AsBytes((Span<ulong>)room);
        source.CopyTo(group);
        Group(schedule, bigEndian, encrypting, group, blocks);
        group.Slice(0, source.Length).CopyTo(destination);
        group.Clear();
    }

    // The group has room for lanes without a block.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Group(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, Span<byte> group, int blocks)
    {
        Debug.Assert(group.Length == GroupBytes && blocks <= MostBlocks);
        group = group.Slice(0, blocks <= 2 ? 2 * XteaSpec.BlockBytes : blocks <= 4 ? 4 * XteaSpec.BlockBytes : GroupBytes);
        if (blocks <= 2) Run<Interleaved<ScalarLane<uint>, uint>>(schedule, bigEndian, encrypting, group, group);
        else if (!HasLanes(blocks)) Run<Interleaved<Interleaved<ScalarLane<uint>, uint>, uint>>(schedule, bigEndian, encrypting, group, group);
        else if (blocks <= 4) Run<Lanes128<uint>>(schedule, bigEndian, encrypting, group, group);
        else if (Has256) Run<Lanes256<uint>>(schedule, bigEndian, encrypting, group, group);
        else Run<Interleaved<Lanes128<uint>, uint>>(schedule, bigEndian, encrypting, group, group);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Run<TLanes>(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        if (encrypting) XteaKernel<TLanes>.Encrypt(schedule, bigEndian, source, destination);
        else XteaKernel<TLanes>.Decrypt(schedule, bigEndian, source, destination);
    }

    // ---- a key per packet ----

    /// <summary>A block under a key that is not expanded: one block does not pay for a schedule.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static void OwnBlock(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int rounds, bool bigEndian, bool encrypting, Span<byte> destination)
    {
        OneKey room = default;
        Span<uint> words = room;
        XteaSpec.ReadKey(key, bigEndian, words);
        if (encrypting) XteaKeysKernel<ScalarLane<uint>>.Encrypt(rounds, bigEndian, words, source, destination);
        else XteaKeysKernel<ScalarLane<uint>>.Decrypt(rounds, bigEndian, words, source, destination);
        words.Clear();
    }

    /// <summary>Packets one after the other, each with a key of its own.</summary>
    /// <returns>The number of bytes written; -1 where they are not few or something is wrong, and nothing was written.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static int OwnPackets(
        ReadOnlySpan<byte> keys, int rounds, bool bigEndian, bool encrypting,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode)
    {
        if (!PacketRun.IsFew(source, lengths, destination, MostBlocks, XteaSpec.BlockBytes, paddingMode, encrypting, out int padded)) return -1;

        destination = destination.Slice(0, padded);
        if (padded != source.Length)
        {
            Place(source, lengths, destination, paddingMode);
            source = destination;
        }

        if (padded == XteaSpec.BlockBytes && lengths.Length == 1)
        {
            OwnBlock(keys, source, rounds, bigEndian, encrypting, destination);
            return padded;
        }

        OwnSeveral(keys, rounds, bigEndian, encrypting, source, lengths, destination, encrypting ? paddingMode : PaddingMode.None);
        return padded;
    }

    // The padding is there; the mode says how long each packet has become.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void OwnSeveral(
        ReadOnlySpan<byte> keys, int rounds, bool bigEndian, bool encrypting,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode)
    {
        Blocks room = default;
        Offsets keyOffsets = default;
        Span<byte> group = MemoryMarshal.AsBytes((Span<ulong>)room);
        Span<int> offsets = keyOffsets;
        int block = 0;
        for (int i = 0; i < lengths.Length; i++)
        {
            for (int bytes = PaddedLength(lengths[i], paddingMode); bytes > 0; bytes -= XteaSpec.BlockBytes) offsets[block++] = i * XteaSpec.KeyBytes;
        }

        source.CopyTo(group);
        OwnGroup(keys, offsets, rounds, bigEndian, encrypting, group, block);
        group.Slice(0, source.Length).CopyTo(destination);
        group.Clear();
    }

    /// <summary>Few packets anywhere, each with the key of a cipher of its own; the keys are gathered where they are used.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static void OwnScattered(
        ReadOnlySpan<Xtea> ciphers, bool encrypting, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode)
    {
        Blocks room = default;
        KeyBytes keyRoom = default;
        Offsets keyOffsets = default;
        Span<byte> group = MemoryMarshal.AsBytes((Span<ulong>)room), keys = MemoryMarshal.AsBytes((Span<ulong>)keyRoom);
        Span<int> offsets = keyOffsets;
        int block = 0;
        for (int i = 0; i < sources.Length; i++)
        {
            int bytes = Place(sources[i], group.Slice(block * XteaSpec.BlockBytes), paddingMode);
            if (bytes > 0) Copy(ciphers[i].Key, keys.Slice(block * XteaSpec.KeyBytes));
            // The blocks of a packet have the key of its first one.
            for (int first = block * XteaSpec.KeyBytes; bytes > 0; bytes -= XteaSpec.BlockBytes) offsets[block++] = first;
        }

        OwnGroup(keys, offsets, ciphers[0].Rounds, ciphers[0].IsBigEndian, encrypting, group, block);
        Scatter(group, sources, destinations, paddingMode);
        group.Clear();
        keys.Clear();
    }

    // Lanes without a block take the first key along.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void OwnGroup(ReadOnlySpan<byte> keys, ReadOnlySpan<int> offsets, int rounds, bool bigEndian, bool encrypting, Span<byte> group, int blocks)
    {
        Debug.Assert(group.Length == GroupBytes && blocks <= MostBlocks);
        group = group.Slice(0, blocks > 4 ? GroupBytes : blocks > 2 || HasLanes(blocks + 1) ? 4 * XteaSpec.BlockBytes : 2 * XteaSpec.BlockBytes);
        // Key words make a scalar stream dearer than under one key, so lanes pay a block earlier.
        if (!HasLanes(blocks + 1) && blocks <= 2) RunOwn<Interleaved<ScalarLane<uint>, uint>>(keys, offsets, rounds, bigEndian, encrypting, group);
        else if (!HasLanes(blocks + 1)) RunOwn<Interleaved<Interleaved<ScalarLane<uint>, uint>, uint>>(keys, offsets, rounds, bigEndian, encrypting, group);
        else if (blocks <= 4) RunOwn<Lanes128<uint>>(keys, offsets, rounds, bigEndian, encrypting, group);
        else if (Has256) RunOwn<Lanes256<uint>>(keys, offsets, rounds, bigEndian, encrypting, group);
        else RunOwn<Interleaved<Lanes128<uint>, uint>>(keys, offsets, rounds, bigEndian, encrypting, group);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void RunOwn<TLanes>(ReadOnlySpan<byte> keys, ReadOnlySpan<int> offsets, int rounds, bool bigEndian, bool encrypting, Span<byte> group)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        int lanes = TLanes.Count, groupBytes = lanes * XteaSpec.BlockBytes;
        Keys room = default;
        Span<uint> all = room, words = all.Slice(0, XteaSpec.KeyWords * lanes);
        for (int o = 0; o < group.Length; o += groupBytes)
        {
            Span<byte> blocks = group.Slice(o, groupBytes);
            XteaKeysKernel<TLanes>.LoadKeys(keys, offsets.Slice(o / XteaSpec.BlockBytes), bigEndian, words);
            if (encrypting) XteaKeysKernel<TLanes>.Encrypt(rounds, bigEndian, words, blocks, blocks);
            else XteaKeysKernel<TLanes>.Decrypt(rounds, bigEndian, words, blocks, blocks);
        }

        words.Clear();
    }

    // ---- lanes ----

    private static bool Has256 => LaneDispatch.Widest() >= 256;

    private static bool HasLanes(int blocks) => blocks >= XteaTable.FewestForVectors && LaneDispatch.Widest() >= 128;

    // ---- places ----

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Place(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode)
    {
        int from = 0, to = 0;
        foreach (int length in lengths)
        {
            to += Place(source.Slice(from, length), destination.Slice(to), paddingMode);
            from += length;
        }
    }

    // A packet and its padding; returns the length of both. The block with the padding is put together in a register.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Place(ReadOnlySpan<byte> source, Span<byte> destination, PaddingMode paddingMode)
    {
        int whole = source.Length & -XteaSpec.BlockBytes, padded = PaddedLength(source.Length, paddingMode);
        Copy(source.Slice(0, whole), destination);
        if (padded > whole) BinaryPrimitives.WriteUInt64LittleEndian(destination.Slice(whole), PaddedBlock(source.Slice(whole), paddingMode));
        return padded;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static int Gather(ReadOnlySpan<ArraySegment<byte>> sources, Span<byte> group, PaddingMode paddingMode)
    {
        int bytes = 0;
        for (int i = 0; i < sources.Length; i++) bytes += Place(sources[i], group.Slice(bytes), paddingMode);
        return bytes;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Scatter(
        ReadOnlySpan<byte> group, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode)
    {
        int from = 0;
        for (int i = 0; i < sources.Length; i++)
        {
            int padded = PaddedLength(sources[i].Count, paddingMode);
            Copy(group.Slice(from, padded), destinations[i]);
            from += padded;
        }
    }

    // Whole blocks, so few that a call for them would cost more.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        for (int o = 0; o < source.Length; o += XteaSpec.BlockBytes)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(destination.Slice(o), BinaryPrimitives.ReadUInt64LittleEndian(source.Slice(o)));
        }
    }

    private static int PaddedLength(int length, PaddingMode paddingMode) => (int)CipherPadding.PaddedLength(length, XteaSpec.BlockBytes, paddingMode);

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static ulong PaddedBlock(ReadOnlySpan<byte> rest, PaddingMode paddingMode)
    {
        ulong missing = (ulong)(XteaSpec.BlockBytes - rest.Length);
        ulong padding = paddingMode switch
        {
            PaddingMode.PKCS7 => (missing * 0x01010101_01010101) << (8 * rest.Length),
            PaddingMode.Zeros => 0,
            PaddingMode.ANSIX923 => missing << 56,
            _ => (missing << 56) | ((Random() >> 8) & (ulong.MaxValue << (8 * rest.Length))),
        };
        // Loads that overlap bring the same bytes to the same places.
        return rest.Length switch
        {
            0 => padding,
            1 => padding | rest[0],
            < 4 => padding | BinaryPrimitives.ReadUInt16LittleEndian(rest) | ((ulong)BinaryPrimitives.ReadUInt16LittleEndian(rest.Slice(rest.Length - 2)) << (8 * (rest.Length - 2))),
            _ => padding | BinaryPrimitives.ReadUInt32LittleEndian(rest) | ((ulong)BinaryPrimitives.ReadUInt32LittleEndian(rest.Slice(rest.Length - 4)) << (8 * (rest.Length - 4))),
        };
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong Random()
    {
        Span<byte> random = stackalloc byte[sizeof(ulong)];
        RandomNumberGenerator.Fill(random);
        return BinaryPrimitives.ReadUInt64LittleEndian(random);
    }

    // ---- room on the stack ----

    [InlineArray(XteaSpec.KeyWords)]
    private struct OneKey
    {
        private uint word;
    }

    [InlineArray(XteaSpec.KeyWords * MostBlocks)]
    private struct Keys
    {
        private uint word;
    }

    [InlineArray(MostBlocks * XteaSpec.KeyBytes / sizeof(ulong))]
    private struct KeyBytes
    {
        private ulong part;
    }

    [InlineArray(MostBlocks)]
    private struct Offsets
    {
        private int offset;
    }

    [InlineArray(MostBlocks)]
    private struct Blocks
    {
        private ulong block;
    }
}
