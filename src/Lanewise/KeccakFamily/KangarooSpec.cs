namespace Lanewise.KeccakFamily;

/// <summary>KangarooTwelve's sizes and bytes (RFC 9861, section 3); its sponge is TurboSHAKE128.</summary>
internal static class KangarooSpec
{
    public const string Name = "KangarooTwelve";
    public const int ChunkBytes = 8192;

    /// <summary>The chaining value of a chunk.</summary>
    public const int ValueBytes = 32;

    /// <summary>D of a message of one chunk, of a further chunk, and of the first with the values of the others.</summary>
    public static ReadOnlySpan<byte> Alone => [0x07];

    public static ReadOnlySpan<byte> Leaf => [0x0B];
    public static ReadOnlySpan<byte> Root => [0x06];

    /// <summary>Between the first chunk and the values.</summary>
    public static ReadOnlySpan<byte> Marker => [3, 0, 0, 0, 0, 0, 0, 0];

    /// <summary>length_encode.</summary>
    public static ReadOnlySpan<byte> Encode(ulong number, Span<byte> room) => LengthCode.Right(number, room, fewest: 0);

    /// <summary>What follows the message: the customization, and how long it is.</summary>
    public static int SuffixBytes(ReadOnlySpan<byte> customization) =>
        customization.Length + Encode((uint)customization.Length, stackalloc byte[LengthCode.MostBytes]).Length;

    /// <summary>Writes what follows the message, so many bytes as <see cref="SuffixBytes"/> says.</summary>
    public static void WriteSuffix(ReadOnlySpan<byte> customization, Span<byte> suffix)
    {
        customization.CopyTo(suffix);
        Encode((uint)customization.Length, stackalloc byte[LengthCode.MostBytes]).CopyTo(suffix.Slice(customization.Length));
    }
}
