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

    /// <summary>The number of interleaved streams that is fastest according to measurements, for each vector width.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>The maximum number of interleaved streams. With more streams, the compiled code is not faster.</summary>
    static abstract int MostStreams { get; }

    /// <summary>Processes consecutive blocks of each lane, and updates the lane's state.</summary>
    static abstract void Run<TLanes>(Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong>;

    /// <summary>
    /// Encrypts blocks in place with Threefish of the same size. All blocks use the same key and tweak.
    /// </summary>
    static abstract void EncryptBlocks(ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, Span<byte> blocks, LaneShape? shape);
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
