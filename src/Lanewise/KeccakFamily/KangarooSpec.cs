namespace Lanewise.KeccakFamily;

/// <summary>
/// KangarooTwelve's sizes and bytes (RFC 9861, section 3); its sponge is TurboSHAKE128, whose ending byte depends on the input.
/// </summary>
internal readonly struct KangarooSpec : IKeccakSpec
{
    public const int ChunkBytes = 8192;

    /// <summary>The chaining value of a chunk.</summary>
    public const int ValueBytes = 32;

    public static string Name => "KangarooTwelve";
    public static int RateBytes => TurboSpec<Shake128Spec>.RateBytes;
    public static int HashBytes => TurboSpec<Shake128Spec>.HashBytes;
    public static ReadOnlySpan<byte> Suffix => [];
    public static int FirstRound => TurboSpec<Shake128Spec>.FirstRound;

    /// <summary>
    /// The byte D: for a message of one chunk, for a later chunk, and for the first chunk with the values of the other chunks.
    /// </summary>
    public static ReadOnlySpan<byte> Alone => [0x07];

    public static ReadOnlySpan<byte> Leaf => [0x0B];
    public static ReadOnlySpan<byte> Root => [0x06];

    /// <summary>The bytes between the first chunk and the values.</summary>
    public static ReadOnlySpan<byte> Marker => [3, 0, 0, 0, 0, 0, 0, 0];

    /// <summary>length_encode.</summary>
    public static ReadOnlySpan<byte> Encode(ulong number, Span<byte> room) => LengthCode.Right(number, room, fewest: 0);
}
