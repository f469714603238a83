using Lanewise.Ciphers;

namespace Lanewise.ThreefishFamily;

/// <summary>
/// Represents blocks under one key. In ECB mode, all blocks have the same tweak. For sectors, a block's tweak consists of the
/// block's index in the sector and the sector number. In CTR mode, the last eight bytes of the counter must not wrap around.
/// </summary>
/// <param name="mode">The mode.</param>
/// <param name="key">The words of the key.</param>
/// <param name="tweak">The tweak of all blocks, or the tweak of the first block of the first sector.</param>
/// <param name="perSector">The number of blocks per sector, if the blocks form sectors.</param>
/// <param name="counter">The words of the first counter block in CTR mode.</param>
/// <param name="subkeys">
/// The subkeys for the key and a tweak of zero. An empty span means that the subkeys have not been computed yet.
/// </param>
internal readonly ref struct ThreefishBlocks<TSpec>(
    BlockMode mode, ReadOnlySpan<ulong> key, Tweak tweak, int? perSector = null, ReadOnlySpan<ulong> counter = default,
    ReadOnlySpan<ulong> subkeys = default)
    : ILaneBlocks<ulong>
    where TSpec : struct, IThreefishSpec
{
    private readonly ReadOnlySpan<ulong> key = key, counter = counter, subkeys = subkeys;

    public static LaneTable Table => TSpec.Table;

    public static int MostStreams => TSpec.MostStreams;

    public static int BlockBytes => 8 * TSpec.Words;

    public static bool AreShort => false;

    public static int FewestForVectors(int lanes) => LaneTable.FewestForLanes(lanes);

    [MethodImpl(CompileOptions.AtOnce)]
    public void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (perSector is { } blocks) RunSectors<TLanes>(first, blocks, source, destination);
        else if (TLanes.Count == 1) RunInOneLane<TLanes>(first, source, destination);
        else if (tweak == default && !subkeys.IsEmpty) RunScheduled<TLanes>(subkeys, first, source, destination);
        else RunScheduled<TLanes>(first, source, destination);
    }

    private bool IsCounting => mode == BlockMode.Count;

    private bool IsEncrypting => mode == BlockMode.Encrypt;

    private ulong LastCounterWord(int first) => unchecked(BinaryPrimitives.ReverseEndianness(counter[^1]) + (ulong)first);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void RunInOneLane<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, ulong>
    {
        int zero = 0, groups = source.Length / BlockBytes;
        ReadOnlySpan<int> offsets = new(in zero);
        ReadOnlySpan<ulong> tweakWords = [tweak.Low, tweak.High];
        if (!IsCounting) TSpec.Run<TLanes>(IsEncrypting, key, tweakWords, 0, source, offsets, destination, groups);
        else TSpec.Count<TLanes>(key, tweakWords, counter, LastCounterWord(first), source, offsets, destination, groups);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private void RunScheduled<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, ulong>
    {
        Span<ulong> tweaked = stackalloc ulong[TSpec.Words * TSpec.Subkeys];
        if (subkeys.IsEmpty) ThreefishSpec.Schedule(key, tweaked);
        else subkeys.CopyTo(tweaked);
        ThreefishSpec.AddTweak(tweak, TSpec.Words, tweaked);
        RunScheduled<TLanes>(tweaked, first, source, destination);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(tweaked));
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private void RunScheduled<TLanes>(
        scoped ReadOnlySpan<ulong> tweaked, int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, ulong>
    {
        int lanes = TLanes.Count, groups = source.Length / (lanes * BlockBytes);
        Span<int> offsets = stackalloc int[lanes];
        for (int l = 0; l < lanes; l++) offsets[l] = l * BlockBytes;
        if (!IsCounting) TSpec.RunScheduled<TLanes>(IsEncrypting, tweaked, source, offsets, destination, groups);
        else TSpec.CountScheduled<TLanes>(tweaked, counter, LastCounterWord(first), source, offsets, destination, groups);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private void RunSectors<TLanes>(
        int first, int perSector, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, ulong>
    {
        int lanes = TLanes.Count, groupBytes = lanes * BlockBytes;
        Span<ulong> keyWords = stackalloc ulong[TSpec.Words * lanes], tweakWords = stackalloc ulong[2 * lanes];
        Span<int> offsets = stackalloc int[lanes];
        for (int l = 0; l < lanes; l++) offsets[l] = l * BlockBytes;
        LaneStates.Broadcast<ulong, TLanes>(key, keyWords);
        for (int groups; !source.IsEmpty; first += groups * lanes)
        {
            // Processes all groups that fit completely in the current sector. If there is no such group, processes one group,
            // which may cross the end of a sector.
            groups = Math.Max(1, Math.Min(source.Length / groupBytes, (perSector - (first % perSector)) / lanes));
            for (int l = 0; l < lanes; l++)
            {
                tweakWords[l] = (ulong)((first + l) % perSector);
                tweakWords[lanes + l] = unchecked(tweak.High + (ulong)((first + l) / perSector));
            }

            TSpec.Run<TLanes>(IsEncrypting, keyWords, tweakWords, (ulong)lanes, source, offsets, destination, groups);
            source = source.Slice(groups * groupBytes);
            destination = destination.Slice(groups * groupBytes);
        }

        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(keyWords));
    }
}

/// <summary>
/// Represents the blocks of packets in ECB mode. Each block has the tweak of its packet. Each block also has the key of its
/// packet, unless all packets share <paramref name="key"/>. A lane can process a block of any packet.
/// </summary>
/// <param name="encrypting">True to encrypt, false to decrypt.</param>
/// <param name="key">The words of the key that all packets share, or an empty span if each packet has a separate key.</param>
/// <param name="keys">The keys, one per packet, or an empty span if all packets have the same key.</param>
/// <param name="tweaks">The tweaks, one per packet. An empty span means that all tweaks are zero.</param>
/// <param name="packets">The packet index of each block, and additional indexes for lanes without a block.</param>
internal readonly ref struct ThreefishOwnBlocks<TSpec>(
    bool encrypting, ReadOnlySpan<ulong> key, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<int> packets)
    : ILaneBlocks<ulong>
    where TSpec : struct, IThreefishSpec
{
    // The number of groups whose keys and tweaks (a few KiB) are written before the kernel reads them. A vector load is slow if
    // it directly follows writes to its individual words.
    private const int GroupsAtOnce = 8;

    private readonly ReadOnlySpan<ulong> key = key;
    private readonly ReadOnlySpan<byte> keys = keys, tweaks = tweaks;
    private readonly ReadOnlySpan<int> packets = packets;

    public static LaneTable Table => TSpec.Table;

    public static int MostStreams => TSpec.MostStreams;

    public static int BlockBytes => 8 * TSpec.Words;

    public static bool AreShort => false;

    public static int FewestForVectors(int lanes) => LaneTable.FewestForLanes(lanes);

    [MethodImpl(CompileOptions.AtOnce)]
    public void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, ulong>
    {
        int lanes = TLanes.Count, words = TSpec.Words * lanes, groupBytes = lanes * BlockBytes;
        int most = Math.Min(GroupsAtOnce, source.Length / groupBytes), keyGroups = keys.IsEmpty ? 1 : most,
            tweakGroups = tweaks.IsEmpty ? 1 : most;
        Span<ulong> keyWords = stackalloc ulong[keyGroups * words], tweakWords = stackalloc ulong[tweakGroups * 2 * lanes];
        Span<int> offsets = stackalloc int[lanes], keyOffsets = stackalloc int[lanes];
        for (int l = 0; l < lanes; l++) offsets[l] = l * BlockBytes;
        if (keys.IsEmpty) LaneStates.Broadcast<ulong, TLanes>(key, keyWords);
        while (!source.IsEmpty)
        {
            int groups = Math.Min(most, source.Length / groupBytes);
            for (int g = 0; g < groups; g++, first += lanes)
            {
                for (int l = 0; l < lanes; l++)
                {
                    int packet = packets[first + l];
                    keyOffsets[l] = packet * BlockBytes;
                    if (tweaks.IsEmpty) continue;

                    Tweak tweak = Tweak.Read(tweaks.Slice(packet * ThreefishSpec.TweakBytes, ThreefishSpec.TweakBytes));
                    tweakWords[(g * 2 * lanes) + l] = tweak.Low;
                    tweakWords[(((g * 2) + 1) * lanes) + l] = tweak.High;
                }

                if (!keys.IsEmpty) KeysKernel<TLanes, ulong>.LoadKeys(keys, keyOffsets, TSpec.Words, keyWords.Slice(g * words));
            }

            TSpec.Run<TLanes>(
                encrypting, keyWords.Slice(0, Math.Min(groups, keyGroups) * words),
                tweakWords.Slice(0, Math.Min(groups, tweakGroups) * 2 * lanes), 0, source, offsets, destination, groups);
            source = source.Slice(groups * groupBytes);
            destination = destination.Slice(groups * groupBytes);
        }

        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(keyWords));
    }
}
