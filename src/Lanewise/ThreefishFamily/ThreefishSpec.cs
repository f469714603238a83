namespace Lanewise.ThreefishFamily;

/// <summary>Constants that all sizes of Threefish share.</summary>
internal static class ThreefishSpec
{
    /// <summary>The parity of the key schedule (Skein 1.3, section 3.3.2): AES of the number 240 under an all-zero key.</summary>
    public const ulong C240 = 0x1BD11BDAA9FC1A22;

    public const int TweakBytes = 16;

    public const int MaxWords = 16;

    /// <summary>Reads the words of a key or a counter.</summary>
    public static void ReadWords(ReadOnlySpan<byte> bytes, Span<ulong> words)
    {
        for (int i = 0; i < words.Length; i++) words[i] = BinaryPrimitives.ReadUInt64LittleEndian(bytes.Slice(8 * i));
    }
}

/// <summary>
/// A size of Threefish: its name and its words. Rounds and kernels of all sizes are one text, from which the build writes them:
/// ThreefishText.cs in src/Lanewise.Faces.
/// </summary>
internal interface IThreefishSpec
{
    static abstract string Name { get; }

    /// <summary>64-bit words of a block and of a key.</summary>
    static abstract int Words { get; }

    /// <summary>Streams per width, as measured.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>The public type of this size under a key.</summary>
    static abstract ThreefishCipher Create(ReadOnlySpan<byte> key);
}

/// <summary>Threefish-256: 4 words, 72 rounds.</summary>
internal readonly struct Threefish256Spec : IThreefishSpec
{
    public static string Name => "Threefish-256";

    public static int Words => 4;

    public static LaneTable Table => Make.Here.Threefish256Streams;

    public static ThreefishCipher Create(ReadOnlySpan<byte> key) => new Threefish256(key);
}

/// <summary>Threefish-512: 8 words, 72 rounds.</summary>
internal readonly struct Threefish512Spec : IThreefishSpec
{
    public static string Name => "Threefish-512";

    public static int Words => 8;

    public static LaneTable Table => Make.Here.Threefish512Streams;

    public static ThreefishCipher Create(ReadOnlySpan<byte> key) => new Threefish512(key);
}

/// <summary>Threefish-1024: 16 words, 80 rounds.</summary>
internal readonly struct Threefish1024Spec : IThreefishSpec
{
    public static string Name => "Threefish-1024";

    public static int Words => 16;

    public static LaneTable Table => Make.Here.Threefish1024Streams;

    public static ThreefishCipher Create(ReadOnlySpan<byte> key) => new Threefish1024(key);
}
