namespace Lanewise.Ciphers;

/// <summary>Represents a cipher without a key, which processes packets with separate keys or tweaks in ECB mode.</summary>
/// <param name="blockBytes">The block length in bytes.</param>
/// <param name="keyBytes">The key length in bytes.</param>
/// <param name="tweakBytes">The tweak length in bytes, or 0 if the cipher has no tweak.</param>
/// <param name="stride">The difference between the offsets of consecutive packets.</param>
internal abstract class PacketCipher(int blockBytes, int keyBytes, int tweakBytes, int stride)
{
    public abstract string Name { get; }

    public int BlockBytes { get; } = blockBytes;

    public int KeyBytes { get; } = keyBytes;

    public int TweakBytes { get; } = tweakBytes;

    public int Stride { get; } = stride;

    /// <summary>
    /// Transforms a run of blocks from many packets. For lanes without a block, <paramref name="offsets"/> has additional entries
    /// after the entry for the last block.
    /// </summary>
    /// <param name="encrypting">True to encrypt, false to decrypt.</param>
    /// <param name="one">The cipher if all packets have the same key, otherwise null.</param>
    /// <param name="keys">The keys, one per packet, or an empty span if all packets have the same key.</param>
    /// <param name="tweaks">The tweaks, one per packet. An empty span means that all tweaks are zero.</param>
    /// <param name="offsets">For each block, the index of its packet times <see cref="Stride"/>.</param>
    /// <param name="source">The blocks.</param>
    /// <param name="destination">
    /// Receives the blocks. The destination must be the same buffer as the source, or must not overlap it.
    /// </param>
    /// <param name="shape">The shape (vector width and number of streams) to use instead of the default shape.</param>
    public abstract void RunMany(
        bool encrypting, LanewiseCipher? one, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<int> offsets,
        ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape);

    /// <summary>
    /// Transforms the blocks of a single packet with the given key. The method is used if the packet is long or is the only one.
    /// </summary>
    public abstract void RunOne(
        bool encrypting, ReadOnlySpan<byte> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape);
}
