namespace Lanewise.KeccakFamily;

/// <summary>Contains the sizes and constants of Keccak-p[1600] (FIPS 202, sections 3.2.5 and 3.3).</summary>
internal static class KeccakSpec
{
    public const int StateWords = 25;
    public const int StateBytes = 8 * StateWords;
    public const int Rounds = 24;

    /// <summary>
    /// The maximum number of interleaved streams is one, because the 25 words of one state already fill the registers.
    /// </summary>
    public const int MostStreams = 1;

    public static LaneTable Table { get; } = new(MostStreams, 1);

    /// <summary>The round constants. A permutation with fewer than 24 rounds uses only the last constants.</summary>
    public static ReadOnlySpan<ulong> RoundConstants =>
    [
        0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
        0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
        0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
        0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
        0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
        0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
    ];
}

/// <summary>Specifies how a sponge is used, which determines the possible output lengths and the suffix.</summary>
internal enum SpongeKind
{
    /// <summary>The output length is fixed and is half the capacity (FIPS 202, section 6.1).</summary>
    Digest,

    /// <summary>The output can have any length. The default length equals the capacity (FIPS 202, section 6.2).</summary>
    Output,

    /// <summary>The input starts with a key, and the suffix encodes the output length.</summary>
    Mac,

    /// <summary>The sponge hashes the nodes of a hash tree, and the suffix depends on the node.</summary>
    Node,
}

/// <summary>Specifies a sponge function: the rate, the suffix and the number of rounds.</summary>
internal interface IKeccakSpec
{
    static abstract string Name { get; }

    static abstract SpongeKind Kind { get; }

    /// <summary>The block length (rate) in bytes, which is the state length minus the capacity.</summary>
    static abstract int RateBytes { get; }

    /// <summary>The fixed or default digest length in bytes.</summary>
    static abstract int HashBytes { get; }

    /// <summary>
    /// The bits that follow the message, including the first padding bit, least significant bit first. Empty for
    /// <see cref="SpongeKind.Mac"/> and <see cref="SpongeKind.Node"/>, whose suffix varies.
    /// </summary>
    static abstract ReadOnlySpan<byte> Suffix { get; }

    /// <summary>The index (out of 24) of the first round that is computed. Index 0 means that all rounds are computed.</summary>
    static abstract int FirstRound { get; }
}

/// <summary>
/// Specifies SHA3-224 (FIPS 202, section 6.1). The capacity is twice the digest length, and the bits 01 follow the message.
/// </summary>
internal readonly struct Sha3_224Spec : IKeccakSpec
{
    public static string Name => "SHA3-224";
    public static SpongeKind Kind => SpongeKind.Digest;
    public static int RateBytes => KeccakSpec.StateBytes - (2 * HashBytes);
    public static int HashBytes => 28;
    public static ReadOnlySpan<byte> Suffix => [0x06];
    public static int FirstRound => 0;
}

/// <summary>
/// Specifies SHA3-256 (FIPS 202, section 6.1). The capacity and the suffix follow the rules of SHA3-224.
/// </summary>
internal readonly struct Sha3_256Spec : IKeccakSpec
{
    public static string Name => "SHA3-256";
    public static SpongeKind Kind => SpongeKind.Digest;
    public static int RateBytes => KeccakSpec.StateBytes - (2 * HashBytes);
    public static int HashBytes => 32;
    public static ReadOnlySpan<byte> Suffix => [0x06];
    public static int FirstRound => 0;
}

/// <summary>
/// Specifies SHA3-384 (FIPS 202, section 6.1). The capacity and the suffix follow the rules of SHA3-224.
/// </summary>
internal readonly struct Sha3_384Spec : IKeccakSpec
{
    public static string Name => "SHA3-384";
    public static SpongeKind Kind => SpongeKind.Digest;
    public static int RateBytes => KeccakSpec.StateBytes - (2 * HashBytes);
    public static int HashBytes => 48;
    public static ReadOnlySpan<byte> Suffix => [0x06];
    public static int FirstRound => 0;
}

/// <summary>
/// Specifies SHA3-512 (FIPS 202, section 6.1). The capacity and the suffix follow the rules of SHA3-224.
/// </summary>
internal readonly struct Sha3_512Spec : IKeccakSpec
{
    public static string Name => "SHA3-512";
    public static SpongeKind Kind => SpongeKind.Digest;
    public static int RateBytes => KeccakSpec.StateBytes - (2 * HashBytes);
    public static int HashBytes => 64;
    public static ReadOnlySpan<byte> Suffix => [0x06];
    public static int FirstRound => 0;
}

/// <summary>
/// Specifies Keccak as submitted to the SHA-3 competition, which Ethereum uses. FIPS 202 later added two bits after the message.
/// </summary>
internal readonly struct Keccak256Spec : IKeccakSpec
{
    public static string Name => "Keccak-256";
    public static SpongeKind Kind => SpongeKind.Digest;
    public static int RateBytes => KeccakSpec.StateBytes - (2 * HashBytes);
    public static int HashBytes => 32;
    public static ReadOnlySpan<byte> Suffix => [0x01];
    public static int FirstRound => 0;
}

/// <summary>Specifies SHAKE128 (FIPS 202, section 6.2). The capacity is 256 bits, and the bits 1111 follow the message.</summary>
internal readonly struct Shake128Spec : IKeccakSpec
{
    public static string Name => "SHAKE128";
    public static SpongeKind Kind => SpongeKind.Output;
    public static int RateBytes => KeccakSpec.StateBytes - 32;
    public static int HashBytes => 32;
    public static ReadOnlySpan<byte> Suffix => [0x1F];
    public static int FirstRound => 0;
}

/// <summary>Specifies SHAKE256 (FIPS 202, section 6.2). The capacity is 512 bits, and the bits 1111 follow the message.</summary>
internal readonly struct Shake256Spec : IKeccakSpec
{
    public static string Name => "SHAKE256";
    public static SpongeKind Kind => SpongeKind.Output;
    public static int RateBytes => KeccakSpec.StateBytes - 64;
    public static int HashBytes => 64;
    public static ReadOnlySpan<byte> Suffix => [0x1F];
    public static int FirstRound => 0;
}

/// <summary>
/// Specifies TurboSHAKE (RFC 9861, section 2). Only the last 12 rounds are computed, and the caller's domain separation byte
/// follows the message.
/// </summary>
internal readonly struct TurboSpec<TShake> : IKeccakSpec
    where TShake : IKeccakSpec
{
    public static string Name => TShake.Name;
    public static SpongeKind Kind => TShake.Kind;
    public static int RateBytes => TShake.RateBytes;
    public static int HashBytes => TShake.HashBytes;
    public static ReadOnlySpan<byte> Suffix => TShake.Suffix;
    public static int FirstRound => 12;
}

/// <summary>Specifies KMAC (NIST SP 800-185, section 4), which applies cSHAKE to a key and a message.</summary>
internal readonly struct KmacSpec<TShake> : IKeccakSpec
    where TShake : IKeccakSpec
{
    public static string Name => TShake.Name.Replace("SHAKE", "KMAC", StringComparison.Ordinal);
    public static SpongeKind Kind => SpongeKind.Mac;
    public static int RateBytes => TShake.RateBytes;
    public static int HashBytes => TShake.HashBytes;
    public static ReadOnlySpan<byte> Suffix => [];
    public static int FirstRound => 0;
}
