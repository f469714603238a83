using Lanewise.Ciphers;

namespace Lanewise.XteaFamily;

/// <summary>Represents blocks under one key, in ECB or CTR mode.</summary>
/// <param name="schedule">The words that the Feistel rounds add.</param>
/// <param name="bigEndian">The byte order of the words.</param>
/// <param name="mode">The mode.</param>
/// <param name="counter">The first counter in CTR mode.</param>
internal readonly ref struct XteaBlocks(
    ReadOnlySpan<uint> schedule, bool bigEndian, BlockMode mode, ulong counter = 0) : ILaneBlocks<uint>
{
    private readonly ReadOnlySpan<uint> schedule = schedule;

    // Five of the six operations of a round form a dependency chain. Therefore, the code needs many interleaved streams to keep
    // the execution ports busy (docs/algorithms/xtea.md).
    public static LaneTable Table => CpuProfile.Here.XteaStreams;

    public static int MostStreams => StreamLimits.Xtea;

    public static int BlockBytes => XteaSpec.BlockBytes;

    public static bool AreShort => true;

    public static int FewestForVectors(int lanes) => CpuProfile.Here.XteaFewestForVectors;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        if (mode == BlockMode.Count) XteaKernel<TLanes>.Count(schedule, bigEndian, counter + (uint)first, source, destination);
        else if (mode == BlockMode.Encrypt) XteaKernel<TLanes>.Encrypt(schedule, bigEndian, source, destination);
        else XteaKernel<TLanes>.Decrypt(schedule, bigEndian, source, destination);
    }
}

/// <summary>
/// Represents blocks in ECB mode with one key per block. Block <c>j</c> has the key at <c>keys[offsets[j]]</c>.
/// </summary>
internal readonly ref struct XteaOwnBlocks(
    int rounds, bool bigEndian, bool encrypting, ReadOnlySpan<byte> keys, ReadOnlySpan<int> offsets) : ILaneBlocks<uint>
{
    private readonly ReadOnlySpan<byte> keys = keys;
    private readonly ReadOnlySpan<int> offsets = offsets;

    // With one key per block, a separate table is needed: the key words are read from memory, and short lists of packets fill
    // fewer lanes.
    public static LaneTable Table => CpuProfile.Here.XteaKeysStreams;

    public static int MostStreams => StreamLimits.Xtea;

    public static int BlockBytes => XteaSpec.BlockBytes;

    public static bool AreShort => true;

    public static int FewestForVectors(int lanes) => CpuProfile.Here.XteaFewestForVectors;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, uint> =>
        XteaKeysKernel<TLanes>.Transform(encrypting, rounds, bigEndian, keys, offsets.Slice(first), source, destination);
}

/// <summary>Implements XTEA with a given number of rounds and a given byte order.</summary>
internal sealed class XteaCipher : PacketCipher
{
    // There is only one instance for each combination of parameters.
    private static readonly XteaCipher?[] All = new XteaCipher?[XteaSpec.MaxRounds + 2];

    // The offsets for blocks that share one key. For up to this many blocks (an unused lane counts as a block), computing a key
    // schedule takes more time than it saves.
    private static readonly int[] OneKeyOffsets = new int[32];

    private XteaCipher(int rounds, XteaByteOrder byteOrder)
        : base(XteaSpec.BlockBytes, XteaSpec.KeyBytes, 0, XteaSpec.KeyBytes) => (Rounds, ByteOrder) = (rounds, byteOrder);

    public int Rounds { get; }

    public XteaByteOrder ByteOrder { get; }

    public override string Name => Invariant($"XTEA of {Rounds / 2} cycles with {ByteOrder} words");

    private bool IsBigEndian => ByteOrder == XteaByteOrder.BigEndian;

    [MethodImpl(CompileOptions.AtOnce)]
    public static XteaCipher Of(int cycles, XteaByteOrder byteOrder)
    {
        if (cycles is < 1 or > XteaSpec.MaxRounds / 2 || byteOrder is not (XteaByteOrder.BigEndian or XteaByteOrder.LittleEndian))
        {
            throw NotPossible(cycles, byteOrder);
        }

        ref XteaCipher? cipher = ref All[(2 * (cycles - 1)) + (int)byteOrder];
        return cipher ?? Interlocked.CompareExchange(ref cipher, new(2 * cycles, byteOrder), null) ?? cipher;
    }

    private static ArgumentOutOfRangeException NotPossible(int cycles, XteaByteOrder byteOrder) =>
        byteOrder is XteaByteOrder.BigEndian or XteaByteOrder.LittleEndian
            ? new(nameof(cycles), cycles, "There must be 1 to 64 cycles; a cycle is two Feistel rounds.")
            : new(nameof(byteOrder), byteOrder, "The byte order must be big-endian or little-endian.");

    [MethodImpl(CompileOptions.AtOnce)]
    public override void RunMany(
        bool encrypting, LanewiseCipher? one, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<int> offsets,
        ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape)
    {
        XteaOwnBlocks blocks = new(Rounds, IsBigEndian, encrypting, keys, offsets);
        if (source.Length <= XteaFew.MostBytes && shape is null) XteaFew.Run(blocks, source, destination);
        else BlockRun.Run<uint, XteaOwnBlocks>(blocks, source, destination, shape);
    }

    [MethodImpl(CompileOptions.AtOnce)]
    public override void RunOne(
        bool encrypting, ReadOnlySpan<byte> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape)
    {
        bool few = source.Length <= OneKeyOffsets.Length / 2 * XteaSpec.BlockBytes;
        if (source.Length == XteaSpec.BlockBytes) RunBlock(encrypting, key, source, destination);
        else if (few) RunMany(encrypting, null, key, default, OneKeyOffsets, source, destination, shape);
        else RunExpanded(encrypting, key, source, destination, shape);
    }

    // For one block, computing a key schedule takes more time than it saves.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private void RunBlock(bool encrypting, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        KeyWords buffer = default;
        Span<uint> words = buffer;
        XteaSpec.ReadKey(key, IsBigEndian, words);
        if (encrypting) XteaKeysKernel<ScalarLane<uint>>.Encrypt(Rounds, IsBigEndian, words, source, destination);
        else XteaKeysKernel<ScalarLane<uint>>.Decrypt(Rounds, IsBigEndian, words, source, destination);
        words.Clear();
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private void RunExpanded(
        bool encrypting, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape)
    {
        Span<uint> words = stackalloc uint[XteaSpec.KeyWords + XteaSpec.MaxRounds];
        Span<uint> schedule = words.Slice(XteaSpec.KeyWords, Rounds);
        XteaSpec.ReadKey(key, IsBigEndian, words);
        XteaSpec.Expand(words, schedule);
        BlockRun.Run<uint, XteaBlocks>(
            new(schedule, IsBigEndian, encrypting ? BlockMode.Encrypt : BlockMode.Decrypt), source, destination, shape);
        words.Clear();
    }

    [InlineArray(XteaSpec.KeyWords)]
    private struct KeyWords
    {
        private uint word;
    }
}
