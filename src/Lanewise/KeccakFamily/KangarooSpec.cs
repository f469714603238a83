namespace Lanewise.KeccakFamily;

/// <summary>
/// Contains the sizes and constants of KangarooTwelve (RFC 9861, section 3). The sponge is TurboSHAKE128 with a suffix byte
/// that depends on the node.
/// </summary>
internal readonly struct KangarooSpec : IKeccakSpec
{
    public const int ChunkBytes = 8192;

    /// <summary>The length of a chunk's chaining value in bytes.</summary>
    public const int ValueBytes = 32;

    public static string Name => "KangarooTwelve";
    public static SpongeKind Kind => SpongeKind.Node;
    public static int RateBytes => TurboSpec<Shake128Spec>.RateBytes;
    public static int HashBytes => TurboSpec<Shake128Spec>.HashBytes;
    public static ReadOnlySpan<byte> Suffix => [];
    public static int FirstRound => TurboSpec<Shake128Spec>.FirstRound;

    /// <summary>
    /// The suffix byte D for a message with one chunk. For longer messages, chunks after the first chunk use
    /// <see cref="Leaf"/>, and the final node uses <see cref="Root"/>.
    /// </summary>
    public static ReadOnlySpan<byte> Alone => [0x07];

    public static ReadOnlySpan<byte> Leaf => [0x0B];
    public static ReadOnlySpan<byte> Root => [0x06];

    /// <summary>The bytes between the first chunk and the chaining values.</summary>
    public static ReadOnlySpan<byte> Marker => [3, 0, 0, 0, 0, 0, 0, 0];

    /// <summary>Implements the function length_encode (RFC 9861, section 3.3).</summary>
    public static ReadOnlySpan<byte> Encode(ulong number, Span<byte> buffer) => LengthCode.Right(number, buffer, fewest: 0);
}
