using Lanewise.Ciphers;

namespace Lanewise.ThreefishFamily;

/// <summary>Runs of blocks under one key, from the same place to the same place or apart.</summary>
internal static class ThreefishRun<TSpec>
    where TSpec : struct, IThreefishSpec
{
    public static int BlockBytes => 8 * TSpec.Words;

    /// <summary>Encrypts or decrypts each block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Blocks(
        bool encrypting, ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape = null) =>
        BlockRun.Run<ulong, ThreefishBlocks<TSpec>>(new(encrypting, key, tweak), source, destination, shape);

    /// <summary>Encrypts or decrypts sectors: the tweak is the block's number in its sector, then the sector's.</summary>
    public static void Sectors(
        bool encrypting, ReadOnlySpan<ulong> key, ulong firstSector, int sectorBytes, ReadOnlySpan<byte> source,
        Span<byte> destination,
        LaneShape? shape = null) =>
        BlockRun.Run<ulong, ThreefishBlocks<TSpec>>(
            new(encrypting, key, new(0, firstSector), sectorBytes / BlockBytes), source, destination, shape);

    /// <summary>Cipher block chaining, encryption: one block after the other.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Chain(
        ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<byte> block = stackalloc byte[BlockBytes];
        previous.CopyTo(block);
        for (int o = 0; o < source.Length; o += BlockBytes)
        {
            LanewiseCipher.Xor(block, source.Slice(o, BlockBytes));
            new ThreefishBlocks<TSpec>(encrypting: true, key, tweak).Run<ScalarLane<ulong>>(0, block, block);
            block.CopyTo(destination.Slice(o));
        }
    }

    /// <summary>
    /// Counter mode: block i of the key stream is the encryption of <paramref name="counter"/> plus i, a big-endian number as
    /// wide as a block. The last block may be cut short.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Count(
        ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape = null)
    {
        Span<byte> at = stackalloc byte[BlockBytes];
        Span<ulong> words = stackalloc ulong[TSpec.Words];
        counter.CopyTo(at);
        while (!source.IsEmpty)
        {
            // Up to where the last eight bytes of the counter wrap, which carries into those before.
            ThreefishSpec.ReadWords(at, words);
            ulong room = unchecked(0 - BinaryPrimitives.ReadUInt64BigEndian(at.Slice(BlockBytes - 8)));
            int bytes = room == 0 || room > (uint)(source.Length / BlockBytes) ? source.Length : (int)room * BlockBytes;
            BlockRun.Run<ulong, ThreefishCounter<TSpec>>(
                new(key, tweak, words), source.Slice(0, bytes), destination.Slice(0, bytes), shape);
            LanewiseCipher.Add(at, room);
            source = source.Slice(bytes);
            destination = destination.Slice(bytes);
        }
    }
}

/// <summary>A size of Threefish for callers that are not generic.</summary>
/// <remarks>Key and tweak of a packet lie in two places, so that the offset of its blocks is its number.</remarks>
internal abstract class ThreefishSize(int blockBytes)
    : PacketCipher(blockBytes, blockBytes, ThreefishSpec.TweakBytes, stride: 1)
{
    public abstract void Blocks(
        bool encrypting, ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination);

    public abstract void Sectors(
        bool encrypting, ReadOnlySpan<ulong> key, ulong firstSector, int sectorBytes, ReadOnlySpan<byte> source,
        Span<byte> destination);

    public abstract void Chain(
        ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination);

    public abstract void Count(
        ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination);
}

/// <inheritdoc/>
internal sealed class ThreefishSize<TSpec>() : ThreefishSize(ThreefishRun<TSpec>.BlockBytes)
    where TSpec : struct, IThreefishSpec
{
    public static ThreefishSize<TSpec> Instance { get; } = new();

    public override string Name => TSpec.Name;

    [MethodImpl(CompileOptions.AtOnce)]
    public override void Blocks(
        bool encrypting, ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<TSpec>.Blocks(encrypting, key, tweak, source, destination);

    public override void Sectors(
        bool encrypting, ReadOnlySpan<ulong> key, ulong firstSector, int sectorBytes, ReadOnlySpan<byte> source,
        Span<byte> destination) =>
        ThreefishRun<TSpec>.Sectors(encrypting, key, firstSector, sectorBytes, source, destination);

    public override void Chain(
        ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<TSpec>.Chain(key, tweak, previous, source, destination);

    public override void Count(
        ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<TSpec>.Count(key, tweak, counter, source, destination);

    public override void RunMany(
        bool encrypting, LanewiseCipher? one, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<int> offsets,
        ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape)
    {
        ReadOnlySpan<ulong> key = one is null ? default : ((ThreefishCipher)one).Key;
        BlockRun.Run<ulong, ThreefishOwnBlocks<TSpec>>(new(encrypting, key, keys, tweaks, offsets), source, destination, shape);
    }

    public override void RunOne(
        bool encrypting, ReadOnlySpan<byte> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape)
    {
        Span<ulong> words = stackalloc ulong[TSpec.Words];
        ThreefishSpec.ReadWords(key, words);
        ThreefishRun<TSpec>.Blocks(encrypting, words, tweak, source, destination, shape);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(words));
    }
}
