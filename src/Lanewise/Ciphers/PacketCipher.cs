namespace Lanewise.Ciphers;

/// <summary>A cipher without a key: its sizes, and ECB over packets that have keys or tweaks of their own.</summary>
/// <param name="blockBytes">The length of a block.</param>
/// <param name="keyBytes">The length of a key.</param>
/// <param name="tweakBytes">The length of a tweak; 0 where there is none.</param>
/// <param name="stride">How much the offset of a packet's blocks grows from one packet to the next.</param>
internal abstract class PacketCipher(int blockBytes, int keyBytes, int tweakBytes, int stride)
{
    public abstract string Name { get; }

    public int BlockBytes { get; } = blockBytes;

    public int KeyBytes { get; } = keyBytes;

    public int TweakBytes { get; } = tweakBytes;

    public int Stride { get; } = stride;

    /// <summary>
    /// Transforms a run of blocks of many packets. Behind the last offset there are more, for lanes without a block.
    /// </summary>
    /// <param name="encrypting">The direction.</param>
    /// <param name="one">The cipher whose key all have, or null.</param>
    /// <param name="keys">A key for each packet, or empty.</param>
    /// <param name="tweaks">A tweak for each packet; an empty span means zeros.</param>
    /// <param name="offsets">For each block, the number of its packet times <see cref="Stride"/>.</param>
    /// <param name="source">The blocks.</param>
    /// <param name="destination">Receives them; the same place or apart.</param>
    /// <param name="shape">The lanes to use instead of the chosen ones.</param>
    public abstract void RunMany(
        bool encrypting, LanewiseCipher? one, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<int> offsets,
        ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape);

    /// <summary>Transforms the blocks of a single packet under a key: one that is long, or all that there is.</summary>
    public abstract void RunOne(
        bool encrypting, ReadOnlySpan<byte> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape);
}
