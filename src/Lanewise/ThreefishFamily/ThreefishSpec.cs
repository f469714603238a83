namespace Lanewise.ThreefishFamily;

/// <summary>Constants that all sizes of Threefish share.</summary>
internal static class ThreefishSpec
{
    /// <summary>The parity of the key schedule (Skein 1.3, section 3.3.2): AES of the number 240 under an all-zero key.</summary>
    public const ulong C240 = 0x1BD11BDAA9FC1A22;

    public const int TweakBytes = 16;

    public const int MaxWords = 16;
}

/// <summary>
/// A size of Threefish: its name, its words, and its kernels. All sizes are one text, from which tools/KernelSource writes them
/// (Generated, from ThreefishText.cs).
/// </summary>
internal interface IThreefishSpec
{
    static abstract string Name { get; }

    /// <summary>64-bit words of a block and of a key.</summary>
    static abstract int Words { get; }

    /// <summary>Streams per width, chosen by measurement.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>The public type of this size under a key.</summary>
    static abstract ThreefishCipher Create(ReadOnlySpan<byte> key);

    /// <summary>
    /// Encrypts or decrypts blocks of each lane: from its offset in the source to the same place in the destination, and on
    /// group by group.
    /// </summary>
    /// <param name="encrypting">The direction.</param>
    /// <param name="keyWords">
    /// The key's words; the lanes of one word lie next to each other. Words of one block of each lane are those of all; where
    /// there are more, each block has its own.
    /// </param>
    /// <param name="tweakWords">The tweak's two words, likewise.</param>
    /// <param name="tweakStep">Added to the first word of the tweak after each block, where all have one.</param>
    /// <param name="source">What is encrypted or decrypted.</param>
    /// <param name="offsets">Where each lane's first block starts.</param>
    /// <param name="destination">Where the first lane's first block goes; the others follow.</param>
    /// <param name="groups">Blocks of each lane.</param>
    static abstract void Run<TLanes>(
        bool encrypting, ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
        where TLanes : struct, ILanes<TLanes, ulong>;

    /// <summary>
    /// XORs groups of adjacent blocks with encrypted counter blocks, whose words are those of
    /// <paramref name="counter"/> but the last, which is big-endian and counts up from <paramref name="first"/>.
    /// </summary>
    static abstract void Count<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
        where TLanes : struct, ILanes<TLanes, ulong>;
}
