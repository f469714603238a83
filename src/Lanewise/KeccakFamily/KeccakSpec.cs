namespace Lanewise.KeccakFamily;

/// <summary>The sizes of Keccak-p[1600] and its constants (FIPS 202, sections 3.2.5 and 3.3).</summary>
internal static class KeccakSpec
{
    public const int StateWords = 25;
    public const int StateBytes = 8 * StateWords;
    public const int Rounds = 24;

    /// <summary>One stream fills the registers with the 25 words of its state.</summary>
    public const int MostStreams = 1;

    public static LaneTable Table { get; } = new(MostStreams, 1);

    /// <summary>The round constants. Permutations with fewer rounds use the last constants.</summary>
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

/// <summary>The use of a sponge, which determines the length of its output and its suffix.</summary>
internal enum SpongeKind
{
    /// <summary>The output has a fixed length, which is half the capacity (section 6.1).</summary>
    Digest,

    /// <summary>The output has any length. The default length is the whole capacity (section 6.2).</summary>
    Output,

    /// <summary>The input starts with a key, and the suffix contains the output length.</summary>
    Mac,

    /// <summary>The sponge hashes the nodes of a tree, and the suffix depends on the node.</summary>
    Node,
}

/// <summary>The specification of a sponge: the rate, the suffix and the rounds. Specifications have no fields.</summary>
internal interface IKeccakSpec
{
    static abstract string Name { get; }

    static abstract SpongeKind Kind { get; }

    /// <summary>The block length in bytes, which is the state length minus the capacity.</summary>
    static abstract int RateBytes { get; }

    /// <summary>The digest length, or the default digest length.</summary>
    static abstract int HashBytes { get; }

    /// <summary>
    /// The bits after the message and the first bit of the padding, lowest bit first. Empty if the suffix varies
    /// (<see cref="SpongeKind.Mac"/>, <see cref="SpongeKind.Node"/>).
    /// </summary>
    static abstract ReadOnlySpan<byte> Suffix { get; }

    /// <summary>The index of the first of the 24 rounds to compute. 0 means all rounds.</summary>
    static abstract int FirstRound { get; }
}

/// <summary>
/// SHA3-224 (FIPS 202, section 6.1): the capacity is twice the digest length, and the bits 01 follow the message.
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

/// <summary>SHA3-256 (FIPS 202, section 6.1). The rules are the same as for SHA3-224.</summary>
internal readonly struct Sha3_256Spec : IKeccakSpec
{
    public static string Name => "SHA3-256";
    public static SpongeKind Kind => SpongeKind.Digest;
    public static int RateBytes => KeccakSpec.StateBytes - (2 * HashBytes);
    public static int HashBytes => 32;
    public static ReadOnlySpan<byte> Suffix => [0x06];
    public static int FirstRound => 0;
}

/// <summary>SHA3-384 (FIPS 202, section 6.1). The rules are the same as for SHA3-224.</summary>
internal readonly struct Sha3_384Spec : IKeccakSpec
{
    public static string Name => "SHA3-384";
    public static SpongeKind Kind => SpongeKind.Digest;
    public static int RateBytes => KeccakSpec.StateBytes - (2 * HashBytes);
    public static int HashBytes => 48;
    public static ReadOnlySpan<byte> Suffix => [0x06];
    public static int FirstRound => 0;
}

/// <summary>SHA3-512 (FIPS 202, section 6.1). The rules are the same as for SHA3-224.</summary>
internal readonly struct Sha3_512Spec : IKeccakSpec
{
    public static string Name => "SHA3-512";
    public static SpongeKind Kind => SpongeKind.Digest;
    public static int RateBytes => KeccakSpec.StateBytes - (2 * HashBytes);
    public static int HashBytes => 64;
    public static ReadOnlySpan<byte> Suffix => [0x06];
    public static int FirstRound => 0;
}

/// <summary>The Keccak submission, before FIPS 202 added bits after the message. Ethereum uses it.</summary>
internal readonly struct Keccak256Spec : IKeccakSpec
{
    public static string Name => "Keccak-256";
    public static SpongeKind Kind => SpongeKind.Digest;
    public static int RateBytes => KeccakSpec.StateBytes - (2 * HashBytes);
    public static int HashBytes => 32;
    public static ReadOnlySpan<byte> Suffix => [0x01];
    public static int FirstRound => 0;
}

/// <summary>SHAKE128 (FIPS 202, section 6.2): the capacity is 256 bits, and the bits 1111 follow the message.</summary>
internal readonly struct Shake128Spec : IKeccakSpec
{
    public static string Name => "SHAKE128";
    public static SpongeKind Kind => SpongeKind.Output;
    public static int RateBytes => KeccakSpec.StateBytes - 32;
    public static int HashBytes => 32;
    public static ReadOnlySpan<byte> Suffix => [0x1F];
    public static int FirstRound => 0;
}

/// <summary>SHAKE256 (FIPS 202, section 6.2): the capacity is 512 bits, and the bits 1111 follow the message.</summary>
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
/// TurboSHAKE (RFC 9861, section 2): only the last 12 rounds are computed, and the caller's domain separation byte follows the
/// message.
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

/// <summary>KMAC (NIST SP 800-185, section 4): cSHAKE applied to a key and a message.</summary>
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
