namespace Lanewise.Ciphers;

/// <summary>A cipher without a key: its sizes, and ECB for packets with their own keys or tweaks.</summary>
/// <param name="blockBytes">The length of a block.</param>
/// <param name="keyBytes">The length of a key.</param>
/// <param name="tweakBytes">The length of a tweak; 0 if there is none.</param>
/// <param name="stride">The difference between the offsets of adjacent packets' blocks.</param>
internal abstract class PacketCipher(int blockBytes, int keyBytes, int tweakBytes, int stride)
{
    public abstract string Name { get; }

    public int BlockBytes { get; } = blockBytes;

    public int KeyBytes { get; } = keyBytes;

    public int TweakBytes { get; } = tweakBytes;

    public int Stride { get; } = stride;

    /// <summary>
    /// Transforms a run of blocks of many packets. Lanes without a block use the additional offsets after the last block's
    /// offset.
    /// </summary>
    /// <param name="encrypting">The direction.</param>
    /// <param name="one">The cipher if all packets have one key, or null.</param>
    /// <param name="keys">One key per packet, or empty.</param>
    /// <param name="tweaks">One tweak per packet; an empty span means zeros.</param>
    /// <param name="offsets">For each block, the index of its packet times <see cref="Stride"/>.</param>
    /// <param name="source">The blocks.</param>
    /// <param name="destination">Receives the blocks: the same buffer, or a buffer that does not overlap.</param>
    /// <param name="shape">The lanes to use instead of the default.</param>
    public abstract void RunMany(
        bool encrypting, LanewiseCipher? one, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<int> offsets,
        ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape);

    /// <summary>Transforms the blocks of a single packet with a key: a long packet, or the only one.</summary>
    public abstract void RunOne(
        bool encrypting, ReadOnlySpan<byte> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape);
}
