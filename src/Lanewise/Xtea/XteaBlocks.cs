using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>Measured choices of XTEA's block runs (docs/algorithms/xtea.md).</summary>
internal static class XteaTable
{
    /// <summary>One key: a round is six operations on a chain of five, so many streams are needed to fill the ports.</summary>
    public static LaneTable OneKey => Make.Here.XteaStreams;

    /// <summary>A key per block: key words are read from memory, and short lists fill fewer lanes.</summary>
    public static LaneTable OwnKeys => Make.Here.XteaKeysStreams;

    public static int FewestForVectors => Make.Here.XteaFewestForVectors;
}

/// <summary>ECB under one key.</summary>
internal readonly ref struct XteaBlocks(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting) : ILaneBlocks<uint>
{
    private readonly ReadOnlySpan<uint> schedule = schedule;

    public static LaneTable Table => XteaTable.OneKey;

    public static int BlockBytes => XteaSpec.BlockBytes;

    public static bool RunsEightStreams => true;

    public static int FewestForVectors(int lanes) => XteaTable.FewestForVectors;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        if (encrypting) XteaKernel<TLanes>.Encrypt(schedule, bigEndian, source, destination);
        else XteaKernel<TLanes>.Decrypt(schedule, bigEndian, source, destination);
    }
}

/// <summary>CTR under one key, in either direction.</summary>
internal readonly ref struct XteaCounter(ReadOnlySpan<uint> schedule, bool bigEndian, ulong counter) : ILaneBlocks<uint>
{
    private readonly ReadOnlySpan<uint> schedule = schedule;

    public static LaneTable Table => XteaTable.OneKey;

    public static int BlockBytes => XteaSpec.BlockBytes;

    public static bool RunsEightStreams => true;

    public static int FewestForVectors(int lanes) => XteaTable.FewestForVectors;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, uint> =>
        XteaKernel<TLanes>.Count(schedule, bigEndian, counter + (uint)first, source, destination);
}

/// <summary>ECB with a key per block: block <c>j</c> under the key at <c>keys[offsets[j]]</c>.</summary>
internal readonly ref struct XteaOwnBlocks(
    int rounds, bool bigEndian, bool encrypting, ReadOnlySpan<byte> keys, ReadOnlySpan<int> offsets) : ILaneBlocks<uint>
{
    private readonly ReadOnlySpan<byte> keys = keys;
    private readonly ReadOnlySpan<int> offsets = offsets;

    public static LaneTable Table => XteaTable.OwnKeys;

    public static int BlockBytes => XteaSpec.BlockBytes;

    public static bool RunsEightStreams => true;

    public static int FewestForVectors(int lanes) => XteaTable.FewestForVectors;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        int lanes = TLanes.Count, groupBytes = lanes * BlockBytes;
        Span<uint> words = stackalloc uint[XteaSpec.KeyWords * lanes];
        for (int o = 0; o < source.Length; o += groupBytes, first += lanes)
        {
            ReadOnlySpan<byte> from = source.Slice(o, groupBytes);
            XteaKeysKernel<TLanes>.LoadKeys(keys, offsets.Slice(first), bigEndian, words);
            if (encrypting) XteaKeysKernel<TLanes>.Encrypt(rounds, bigEndian, words, from, destination.Slice(o, groupBytes));
            else XteaKeysKernel<TLanes>.Decrypt(rounds, bigEndian, words, from, destination.Slice(o, groupBytes));
        }

        words.Clear();
    }
}

/// <summary>One direction over packets, all with one key or each with its own.</summary>
internal readonly ref struct XteaPackets : IPacketCipher
{
    private readonly ReadOnlySpan<uint> schedule;
    private readonly ReadOnlySpan<byte> keys;
    private readonly int rounds;
    private readonly bool bigEndian, encrypting;

    /// <summary>All with one key.</summary>
    public XteaPackets(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting)
    {
        this.schedule = schedule;
        this.bigEndian = bigEndian;
        this.encrypting = encrypting;
    }

    /// <summary>A key of 16 bytes per packet.</summary>
    public XteaPackets(ReadOnlySpan<byte> keys, int rounds, bool bigEndian, bool encrypting)
    {
        this.keys = keys;
        this.rounds = rounds;
        this.bigEndian = bigEndian;
        this.encrypting = encrypting;
        KeyBytes = XteaSpec.KeyBytes;
    }

    public static int BlockBytes => XteaSpec.BlockBytes;

    public int KeyBytes { get; }

    /// <summary>Lanes to take in place of the chosen ones.</summary>
    public LaneShape? Shape { get; init; }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void RunMany(ReadOnlySpan<int> keyOffsets, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
    {
        if (KeyBytes == 0) Run(schedule, source, destination);
        else BlockRun.Run<uint, XteaOwnBlocks>(new(rounds, bigEndian, encrypting, keys, keyOffsets), source, destination, Shape);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void RunOne(int packet, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
    {
        if (KeyBytes == 0)
        {
            Run(schedule, source, destination);
            return;
        }

        Span<uint> words = stackalloc uint[XteaSpec.KeyWords + XteaSpec.MaxRounds];
        Span<uint> own = words.Slice(XteaSpec.KeyWords, rounds);
        XteaSpec.ReadKey(keys.Slice(packet * XteaSpec.KeyBytes, XteaSpec.KeyBytes), bigEndian, words);
        XteaSpec.Expand(words, own);
        Run(own, source, destination);
        words.Clear();
    }

    private void Run(scoped ReadOnlySpan<uint> schedule, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination) =>
        BlockRun.Run<uint, XteaBlocks>(new(schedule, bigEndian, encrypting), source, destination, Shape);
}

internal sealed class XteaCipher : PacketCipher
{
    public static XteaCipher Instance { get; } = new();

    public override string Name => "XTEA";

    public override int BlockBytes => XteaSpec.BlockBytes;

    public override int KeyBytes => XteaSpec.KeyBytes;
}
