namespace Lanewise.SkeinFamily;

/// <summary>
/// Defines a variant of Skein: its name, its number of words, and the method that processes consecutive blocks. The tool
/// <c>tools/KernelSource</c> generates the implementations in the folder Generated from SkeinText.cs, together with the
/// Threefish variants.
/// </summary>
internal interface ISkeinSpec
{
    static abstract string Name { get; }

    /// <summary>The number of 64-bit words in a state, in a block and in a chaining value.</summary>
    static abstract int Words { get; }

    static abstract int StateBytes { get; }

    /// <summary>
    /// The chaining value after the configuration stage of an unkeyed hash whose digest is as long as the state.
    /// </summary>
    static abstract ReadOnlySpan<ulong> Iv { get; }

    /// <summary>The number of interleaved streams that is fastest according to measurements, for each vector width.</summary>
    static abstract LaneTable Table { get; }

    /// <inheritdoc cref="ILaneJob{TWord}.MostStreams"/>
    static abstract int MostStreams { get; }

    /// <summary>Processes consecutive blocks of each lane, and updates the lane's state.</summary>
    static abstract void Run<TLanes>(Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong>;

    /// <summary>
    /// Encrypts blocks in place with Threefish of the same size. All blocks use the same key and tweak.
    /// </summary>
    static abstract void EncryptBlocks(ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, Span<byte> blocks, LaneShape? shape);
}

/// <summary>
/// Contains the initial chaining values of Skein-256-256, Skein-512-512 and Skein-1024-1024 (Skein 1.3, appendix B).
/// </summary>
internal static class SkeinIv
{
    public static ReadOnlySpan<ulong> Skein256 =>
    [
        0xFC9DA860D048B449, 0x2FCA66479FA7D833, 0xB33BC3896656840F, 0x6A54E920FDE8DA69,
    ];

    public static ReadOnlySpan<ulong> Skein512 =>
    [
        0x4903ADFF749C51CE, 0x0D95DE399746DF03, 0x8FD1934127C79BCE, 0x9A255629FF352CB1,
        0x5DB62599DF6CA7B0, 0xEABE394CA9D5C3F4, 0x991112C71A75B523, 0xAE18A40B660FCC33,
    ];

    public static ReadOnlySpan<ulong> Skein1024 =>
    [
        0xD593DA0741E72355, 0x15B5E511AC73E00C, 0x5180E5AEBAF2C4F0, 0x03BD41D3FCBCAFAF,
        0x1CAEC6FD1983A898, 0x6E510B8BCDD0589F, 0x77E2BDFDC6394ADA, 0xC11E1DB524DCB0A3,
        0xD6D14AF9C6329AB5, 0x6A9B0BFC6EB67E0D, 0x9243C60DCCFF1332, 0x1A1F1DDE743F02D4,
        0x0996753C10ED0BB8, 0x6572DD22F2B4969A, 0x61FD3062D00A579A, 0x1DE0536E8682E539,
    ];
}

/// <summary>Contains the fields in the high word of a tweak, which starts at bit 64 (Skein 1.3, section 3.4).</summary>
internal static class SkeinTweak
{
    public const ulong First = 1UL << 62;
    public const ulong Final = 1UL << 63;

    /// <summary>The flag for a string whose last byte is partial.</summary>
    public const ulong BitPad = 1UL << 55;

    /// <summary>The value to use instead of the bit count of the last byte if the string consists of whole bytes.</summary>
    public const int WholeBytes = 0;

    // The string types (table 5), in the order in which the strings are hashed. The optional strings have the types 8, 12, 16
    // and 20.
    public const ulong Key = 0UL << 56;
    public const ulong Configuration = 4UL << 56;
    public const ulong Message = 48UL << 56;
    public const ulong Output = 63UL << 56;

    /// <summary>
    /// Returns the type of an optional string, a value between the types of the configuration and the message.
    /// </summary>
    public static ulong Text(int text) => Configuration + ((ulong)(text + 1) << 58);

    public static ulong Level(int level) => (ulong)level << 48;
}
