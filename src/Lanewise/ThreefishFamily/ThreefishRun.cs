using Lanewise.Ciphers;

namespace Lanewise.ThreefishFamily;

/// <summary>
/// Processes packets and runs of blocks under one key with one Threefish, in place or to another buffer.
/// </summary>
/// <remarks>
/// The key and the tweak of a packet are in two separate buffers. Therefore, the offset of a block is the index of its packet
/// rather than a number of bytes.
/// </remarks>
internal sealed class ThreefishRun<TSpec>()
    : PacketCipher(8 * TSpec.Words, 8 * TSpec.Words, ThreefishSpec.TweakBytes, stride: 1)
    where TSpec : struct, IThreefishSpec
{
    public static ThreefishRun<TSpec> Packets { get; } = new();

    public override string Name => TSpec.Name;

    /// <summary>
    /// Encrypts or decrypts each block. If the blocks form sectors, a block's tweak consists of the block's index in the sector
    /// and the sector number.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Blocks(
        bool encrypting, ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape = null, int? perSector = null, ReadOnlySpan<ulong> subkeys = default) =>
        BlockRun.Run<ulong, ThreefishBlocks<TSpec>>(
            new(encrypting ? BlockMode.Encrypt : BlockMode.Decrypt, key, tweak, perSector, subkeys: subkeys), source, destination,
            shape);

    /// <summary>Encrypts in CBC mode, one block after another.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Chain(
        ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<byte> block = stackalloc byte[8 * TSpec.Words];
        previous.CopyTo(block);
        for (int o = 0; o < source.Length; o += block.Length)
        {
            LanewiseCipher.Xor(block, source.Slice(o, block.Length));
            new ThreefishBlocks<TSpec>(BlockMode.Encrypt, key, tweak).Run<ScalarLane<ulong>>(0, block, block);
            block.CopyTo(destination.Slice(o));
        }
    }

    /// <summary>
    /// Applies counter mode. Block i of the keystream is the encryption of <paramref name="counter"/> plus i. The counter is a
    /// big-endian number as long as a block. The last block may be truncated.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Count(
        ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape = null, ReadOnlySpan<ulong> subkeys = default)
    {
        Span<byte> at = stackalloc byte[8 * TSpec.Words];
        Span<ulong> words = stackalloc ulong[TSpec.Words];
        counter.CopyTo(at);
        while (!source.IsEmpty)
        {
            // A run ends before the last eight bytes of the counter overflow. Then the carry is added to the preceding bytes.
            Word<ulong>.ReadLittleEndian(at, words);
            ulong left = unchecked(0 - BinaryPrimitives.ReadUInt64BigEndian(at.Slice(at.Length - 8)));
            int bytes = left == 0 || left > (uint)(source.Length / at.Length) ? source.Length : (int)left * at.Length;
            BlockRun.Run<ulong, ThreefishBlocks<TSpec>>(
                new(BlockMode.Count, key, tweak, counter: words, subkeys: subkeys), source.Slice(0, bytes),
                destination.Slice(0, bytes), shape);
            LanewiseCipher.Add(at, left);
            source = source.Slice(bytes);
            destination = destination.Slice(bytes);
        }
    }

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
        Word<ulong>.ReadLittleEndian(key, words);
        Blocks(encrypting, words, tweak, source, destination, shape);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(words));
    }
}
