using Lanewise.Lanes;
using Lanewise.SkeinFamily;

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

/// <summary>A size of Threefish: its name, its words, and its loops over runs of blocks.</summary>
internal interface IThreefishSpec
{
    static abstract string Name { get; }

    /// <summary>64-bit words of a block and of a key.</summary>
    static abstract int Words { get; }

    /// <summary>Streams per width, as measured.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>The public type of this size under a key.</summary>
    static abstract ThreefishCipher Create(ReadOnlySpan<byte> key);

    /// <summary>
    /// Encrypts <paramref name="count"/> blocks of each lane: from its offset in the source to its place in the
    /// destination, which is <paramref name="stride"/> bytes after that of the lane before.
    /// </summary>
    /// <param name="keyWords">
    /// The key's words; the lanes of one word lie next to each other. Words of one block of each lane are those of all; where
    /// there are more, each block has its own.
    /// </param>
    /// <param name="tweakWords">The tweak's two words, likewise.</param>
    /// <param name="tweakStep">Added to the first word of the tweak after each block, where all have one.</param>
    /// <param name="source">What is encrypted.</param>
    /// <param name="offsets">Where each lane's first block starts.</param>
    /// <param name="destination">Where the first lane's first block goes.</param>
    /// <param name="stride">Bytes from lane to lane in the destination.</param>
    /// <param name="advance">Bytes from a lane's block to its next one, in source and destination.</param>
    /// <param name="count">Blocks of each lane.</param>
    static abstract void Encrypt<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int stride, int advance, int count)
        where TLanes : struct, ILanes<TLanes, ulong>;

    /// <summary>As <see cref="Encrypt"/>, the inverse.</summary>
    static abstract void Decrypt<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int stride, int advance, int count)
        where TLanes : struct, ILanes<TLanes, ulong>;

    /// <summary>
    /// Exclusive-ors <paramref name="count"/> groups of neighbouring blocks with encrypted counter blocks, whose words are
    /// those of <paramref name="counter"/> but the last, which is big-endian and counts up from <paramref name="first"/>.
    /// </summary>
    static abstract void Count<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
        where TLanes : struct, ILanes<TLanes, ulong>;
}

/// <summary>Threefish-256: 4 words, 72 rounds.</summary>
internal readonly struct Threefish256Spec : IThreefishSpec
{
    public static string Name => "Threefish-256";

    public static int Words => 4;

    public static LaneTable Table => Make.Here.Threefish256Streams;

    public static ThreefishCipher Create(ReadOnlySpan<byte> key) => new Threefish256(key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encrypt<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int stride, int advance, int count)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Threefish256Kernel<TLanes>.Encrypt(keyWords, tweakWords, tweakStep, source, offsets, destination, stride, advance, count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decrypt<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int stride, int advance, int count)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Threefish256Kernel<TLanes>.Decrypt(keyWords, tweakWords, tweakStep, source, offsets, destination, stride, advance, count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Count<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Threefish256Kernel<TLanes>.Count(keyWords, tweakWords, counter, first, source, offsets, destination, count);
}

/// <summary>Threefish-512: 8 words, 72 rounds.</summary>
internal readonly struct Threefish512Spec : IThreefishSpec
{
    public static string Name => "Threefish-512";

    public static int Words => 8;

    public static LaneTable Table => Make.Here.Threefish512Streams;

    public static ThreefishCipher Create(ReadOnlySpan<byte> key) => new Threefish512(key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encrypt<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int stride, int advance, int count)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Threefish512Kernel<TLanes>.Encrypt(keyWords, tweakWords, tweakStep, source, offsets, destination, stride, advance, count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decrypt<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int stride, int advance, int count)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Threefish512Kernel<TLanes>.Decrypt(keyWords, tweakWords, tweakStep, source, offsets, destination, stride, advance, count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Count<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Threefish512Kernel<TLanes>.Count(keyWords, tweakWords, counter, first, source, offsets, destination, count);
}

/// <summary>Threefish-1024: 16 words, 80 rounds.</summary>
internal readonly struct Threefish1024Spec : IThreefishSpec
{
    public static string Name => "Threefish-1024";

    public static int Words => 16;

    public static LaneTable Table => Make.Here.Threefish1024Streams;

    public static ThreefishCipher Create(ReadOnlySpan<byte> key) => new Threefish1024(key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encrypt<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int stride, int advance, int count)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Threefish1024Kernel<TLanes>.Encrypt(
            keyWords, tweakWords, tweakStep, source, offsets, destination, stride, advance, count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decrypt<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int stride, int advance, int count)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Threefish1024Kernel<TLanes>.Decrypt(
            keyWords, tweakWords, tweakStep, source, offsets, destination, stride, advance, count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Count<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Threefish1024Kernel<TLanes>.Count(keyWords, tweakWords, counter, first, source, offsets, destination, count);
}
