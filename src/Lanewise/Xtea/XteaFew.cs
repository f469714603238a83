using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// Packets too few to fill lanes, whose blocks go straight to the scalar kernel: beside so little work the tables, windows
/// and choices of <see cref="PacketRun"/> would be most of the time.
/// </summary>
/// <remarks>Spans are passed as they come: a structure of them is written in pieces and read as a whole, which stalls.</remarks>
internal static class XteaFew
{
    /// <summary>Blocks under one key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Run(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length != XteaSpec.BlockBytes) Several(schedule, bigEndian, encrypting, source, destination);
        else if (encrypting) XteaKernel<ScalarLane<uint>>.Encrypt(schedule, bigEndian, source, destination);
        else XteaKernel<ScalarLane<uint>>.Decrypt(schedule, bigEndian, source, destination);
    }

    /// <summary>Packets one after the other under one key, of which <see cref="PacketRun.IsFew"/> said that nothing is wrong.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Run(
        ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode)
    {
        if (destination.Length != source.Length)
        {
            PacketRun.Place(source, lengths, destination, XteaSpec.BlockBytes, paddingMode);
            source = destination;
        }

        Run(schedule, bigEndian, encrypting, source, destination);
    }

    /// <summary>Packets one after the other, each with a key of its own, of which <see cref="PacketRun.IsFew"/> said that nothing is wrong.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void RunOwn(
        ReadOnlySpan<byte> keys, int rounds, bool bigEndian, bool encrypting,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode)
    {
        bool whole = destination.Length == source.Length;
        if (!whole)
        {
            PacketRun.Place(source, lengths, destination, XteaSpec.BlockBytes, paddingMode);
            source = destination;
        }

        if (lengths.Length > 1 && Vector128.IsHardwareAccelerated && XteaTable.OwnKeys.Choose().Bits >= 128)
        {
            RunOwnInLanes(keys, rounds, bigEndian, encrypting, source, lengths, destination, whole, paddingMode);
            return;
        }

        for (int i = 0, o = 0; i < lengths.Length; i++)
        {
            int length = whole ? lengths[i] : (int)CipherPadding.PaddedLength(lengths[i], XteaSpec.BlockBytes, paddingMode);
            if (length == 0) continue;

            RunOwn(keys.Slice(i * XteaSpec.KeyBytes, XteaSpec.KeyBytes), rounds, bigEndian, encrypting, source.Slice(o, length), destination.Slice(o, length));
            o += length;
        }
    }

    /// <summary>A packet of few blocks under a key of its own.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void RunOwn(ReadOnlySpan<byte> key, int rounds, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length > XteaSpec.BlockBytes && rounds <= XteaSpec.FullRounds && Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian)
        {
            Span<uint> schedule = stackalloc uint[XteaSpec.FullRounds];
            Expand(key, bigEndian, schedule.Slice(0, (rounds + 3) & ~3));
            Run(schedule.Slice(0, rounds), bigEndian, encrypting, source, destination);
            schedule.Clear();
        }
        else
        {
            RunUnexpanded(key, rounds, bigEndian, encrypting, source, destination);
        }
    }

    // A single block does not pay for a schedule, nor does a packet where there are no vectors to make one with.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void RunUnexpanded(ReadOnlySpan<byte> key, int rounds, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<uint> words = stackalloc uint[XteaSpec.KeyWords];
        XteaSpec.ReadKey(key, bigEndian, words);
        ReadOnlySpan<uint> sums = XteaTable.Sums.AsSpan(0, rounds);
        for (int o = 0; o < source.Length; o += XteaSpec.BlockBytes)
        {
            ReadOnlySpan<byte> from = source.Slice(o, XteaSpec.BlockBytes);
            Span<byte> to = destination.Slice(o, XteaSpec.BlockBytes);
            if (encrypting) XteaKeysKernel<ScalarLane<uint>>.Encrypt(sums, bigEndian, words, from, to);
            else XteaKeysKernel<ScalarLane<uint>>.Decrypt(sums, bigEndian, words, from, to);
        }

        words.Clear();
    }

    // The schedule four rounds at a time: the sums are known, and a shuffle picks the key words that they name.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Expand(ReadOnlySpan<byte> key, bool bigEndian, Span<uint> schedule)
    {
        Vector128<byte> words = Vector128.Create(key);
        if (bigEndian) words = Vector128.Shuffle(words, Vector128.Create((byte)3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
        ReadOnlySpan<uint> sums = XteaTable.Sums;
        ReadOnlySpan<byte> picks = XteaTable.Picks;
        for (int i = 0; i < schedule.Length; i += 4)
        {
            Vector128<uint> picked = Vector128.Shuffle(words, Vector128.Create(picks.Slice(4 * i, 16))).AsUInt32();
            (Vector128.Create(sums.Slice(i, 4)) + picked).CopyTo(schedule.Slice(i, 4));
        }
    }

    // Up to four blocks of several packets, each with the key of its packet, in the lanes of one vector.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void RunOwnInLanes(
        ReadOnlySpan<byte> keys, int rounds, bool bigEndian, bool encrypting,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, bool whole, PaddingMode paddingMode)
    {
        Span<int> offsets = stackalloc int[PacketRun.DirectBlocks];
        Span<uint> words = stackalloc uint[XteaSpec.KeyWords * PacketRun.DirectBlocks];
        Span<byte> group = stackalloc byte[PacketRun.DirectBlocks * XteaSpec.BlockBytes];
        int block = 0;
        for (int i = 0; i < lengths.Length; i++)
        {
            int length = whole ? lengths[i] : (int)CipherPadding.PaddedLength(lengths[i], XteaSpec.BlockBytes, paddingMode);
            for (; length > 0; length -= XteaSpec.BlockBytes) offsets[block++] = i * XteaSpec.KeyBytes;
        }

        source.CopyTo(group);
        XteaKeysKernel<Lanes128<uint>>.LoadKeys(keys, offsets, bigEndian, words);
        ReadOnlySpan<uint> sums = XteaTable.Sums.AsSpan(0, rounds);
        if (encrypting) XteaKeysKernel<Lanes128<uint>>.Encrypt(sums, bigEndian, words, group, group);
        else XteaKeysKernel<Lanes128<uint>>.Decrypt(sums, bigEndian, words, group, group);
        group.Slice(0, destination.Length).CopyTo(destination);
        words.Clear();
        group.Clear();
    }

    // Several blocks have lanes to choose, in a frame that a single one need not set up.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Several(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (encrypting) BlockRun.Run<uint, XteaEncryption>(new XteaEncryption(schedule, bigEndian), source, destination);
        else BlockRun.Run<uint, XteaDecryption>(new XteaDecryption(schedule, bigEndian), source, destination);
    }
}
