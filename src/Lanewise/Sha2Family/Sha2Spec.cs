using Lanewise.MerkleDamgard;

namespace Lanewise.Sha2Family;

/// <summary>
/// Defines the constants and rotations that all SHA-2 variants with the same word size share (FIPS 180-4, section 4.2).
/// </summary>
internal interface ISha2Constants<TWord>
    where TWord : unmanaged
{
    /// <summary>The round constants, one for each round.</summary>
    static abstract ReadOnlySpan<TWord> K { get; }
}

/// <summary>The round constants of SHA-224 and SHA-256, which have 32-bit words.</summary>
internal readonly struct Sha2Constants32 : ISha2Constants<uint>
{
    // The constants are the first bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
    public static ReadOnlySpan<uint> K =>
    [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ];
}

/// <summary>
/// The constants for the padding block that follows a 64-byte message. Because all messages are 64 bytes long, the padding block
/// is always the same. Therefore, each constant is the sum of the round constant and the block's schedule word (FIPS 180-4,
/// section 6.2.2).
/// </summary>
internal readonly struct Sha256PaddingConstants : ISha2Constants<uint>
{
    public static ReadOnlySpan<uint> K =>
    [
        0xc28a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf374,
        0x649b69c1, 0xf0fe4786, 0x0fe1edc6, 0x240cf254, 0x4fe9346f, 0x6cc984be, 0x61b9411e, 0x16f988fa,
        0xf2c65152, 0xa88e5a6d, 0xb019fc65, 0xb9d99ec7, 0x9a1231c3, 0xe70eeaa0, 0xfdb1232b, 0xc7353eb0,
        0x3069bad5, 0xcb976d5f, 0x5a0f118f, 0xdc1eeefd, 0x0a35b689, 0xde0b7a04, 0x58f4ca9d, 0xe15d5b16,
        0x007f3e86, 0x37088980, 0xa507ea32, 0x6fab9537, 0x17406110, 0x0d8cd6f1, 0xcdaa3b6d, 0xc0bbbe37,
        0x83613bda, 0xdb48a363, 0x0b02e931, 0x6fd15ca7, 0x521afaca, 0x31338431, 0x6ed41a95, 0x6d437890,
        0xc39c91f2, 0x9eccabbd, 0xb5c9a0e6, 0x532fb63c, 0xd2c741c6, 0x07237ea3, 0xa4954b68, 0x4c191d76,
    ];
}

/// <summary>The round constants of SHA-384, SHA-512 and SHA-512/t, which have 64-bit words.</summary>
internal readonly struct Sha2Constants64 : ISha2Constants<ulong>
{
    // The constants are the first bits of the fractional parts of the cube roots of the first 80 primes (section 4.2.3).
    public static ReadOnlySpan<ulong> K =>
    [
        0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
        0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
        0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
        0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
        0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
        0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
        0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
        0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
        0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
        0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
        0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
        0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
        0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
        0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
        0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
        0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
        0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
        0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
        0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
        0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
    ];
}

/// <summary>SHA-224 (FIPS 180-4).</summary>
internal readonly struct Sha224Spec : IMdSpec<uint>
{
    public static string Name => "SHA-224";
    public static int HashBytes => 28;

    // The words are the low halves of SHA-384's initial words (FIPS 180-4, section 5.3.2).
    public static ReadOnlySpan<uint> Iv =>
    [
        0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
        0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
    ];

    public static bool IsBigEndian => true;
    public static bool TakesTransposed => false;
    public static LaneTable Table => CpuProfile.Here.Sha256Streams;
    public static int MostStreams => StreamLimits.Sha;
    public static string? Platform => null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(Span<uint> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, uint> =>
        Blocks<uint, TLanes, Sha2Rounds<uint, Sha2Constants32>>.Run(states, source, offsets, blocks);
}

/// <summary>SHA-256 (FIPS 180-4).</summary>
internal readonly struct Sha256Spec : IMdSpec<uint>
{
    public static string Name => "SHA-256";
    public static int HashBytes => 32;

    // The words are the first bits of the fractional parts of the square roots of the first eight primes (FIPS 180-4, section
    // 5.3.3).
    public static ReadOnlySpan<uint> Iv =>
    [
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    ];

    public static bool IsBigEndian => true;
    public static bool TakesTransposed => false;
    public static LaneTable Table => CpuProfile.Here.Sha256Streams;
    public static int MostStreams => StreamLimits.Sha;
    public static string? Platform => PlatformHashes.AreUsed ? "SHA256" : null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(Span<uint> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, uint> =>
        Blocks<uint, TLanes, Sha2Rounds<uint, Sha2Constants32>>.Run(states, source, offsets, blocks);
}

/// <summary>SHA-384 (FIPS 180-4).</summary>
internal readonly struct Sha384Spec : IMdSpec<ulong>
{
    public static string Name => "SHA-384";
    public static int HashBytes => 48;

    // The words are the first bits of the fractional parts of the square roots of the ninth to sixteenth primes (FIPS 180-4,
    // section 5.3.4).
    public static ReadOnlySpan<ulong> Iv =>
    [
        0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
        0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
    ];

    public static bool IsBigEndian => true;
    public static bool TakesTransposed => false;
    public static LaneTable Table => CpuProfile.Here.Sha512Streams;
    public static int MostStreams => StreamLimits.Sha;
    public static string? Platform => PlatformHashes.AreUsed ? "SHA384" : null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Blocks<ulong, TLanes, Sha2Rounds<ulong, Sha2Constants64>>.Run(states, source, offsets, blocks);
}

/// <summary>SHA-512 (FIPS 180-4).</summary>
internal readonly struct Sha512Spec : IMdSpec<ulong>
{
    public static string Name => "SHA-512";
    public static int HashBytes => 64;

    // The words are the first bits of the fractional parts of the square roots of the first eight primes (FIPS 180-4, section
    // 5.3.5).
    public static ReadOnlySpan<ulong> Iv =>
    [
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
    ];

    public static bool IsBigEndian => true;
    public static bool TakesTransposed => false;
    public static LaneTable Table => CpuProfile.Here.Sha512Streams;
    public static int MostStreams => StreamLimits.Sha;
    public static string? Platform => PlatformHashes.AreUsed ? "SHA512" : null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Blocks<ulong, TLanes, Sha2Rounds<ulong, Sha2Constants64>>.Run(states, source, offsets, blocks);
}

/// <summary>SHA-512/256 (FIPS 180-4).</summary>
internal readonly struct Sha512T256Spec : IMdSpec<ulong>
{
    public static string Name => "SHA-512/256";
    public static int HashBytes => 32;

    // The words are the digest of the name "SHA-512/256", computed by SHA-512 with a different initial value (section 5.3.6.2).
    public static ReadOnlySpan<ulong> Iv =>
    [
        0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
        0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2,
    ];

    public static bool IsBigEndian => true;
    public static bool TakesTransposed => false;
    public static LaneTable Table => CpuProfile.Here.Sha512Streams;
    public static int MostStreams => StreamLimits.Sha;
    public static string? Platform => null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        Blocks<ulong, TLanes, Sha2Rounds<ulong, Sha2Constants64>>.Run(states, source, offsets, blocks);
}
