namespace Lanewise.Blake2Family;

/// <summary>
/// Defines the differences between BLAKE2b and BLAKE2s (RFC 7693, section 2.1): the word size, the rotations, the number of
/// rounds and the initial value.
/// </summary>
internal interface IBlake2Spec<TWord>
    where TWord : unmanaged
{
    static abstract int BlockBytes { get; }

    static abstract int MaxHashBytes { get; }
    static abstract int R1 { get; }
    static abstract int R2 { get; }
    static abstract int R3 { get; }
    static abstract int R4 { get; }
    static abstract int Rounds { get; }
    static abstract ReadOnlySpan<TWord> Iv { get; }
    static abstract string Name { get; }
}

/// <summary>BLAKE2b has 64-bit words and 12 rounds.</summary>
internal readonly struct Blake2bSpec : IBlake2Spec<ulong>
{
    public static int BlockBytes => 128;
    public static int MaxHashBytes => 64;
    public static int R1 => 32;
    public static int R2 => 24;
    public static int R3 => 16;
    public static int R4 => 63;
    public static int Rounds => 12;

    // The initial value consists of the fractional parts of the square roots of the first eight primes, as in SHA-512 (section
    // 2.6).
    public static ReadOnlySpan<ulong> Iv =>
    [
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
    ];

    public static string Name => "BLAKE2b";
}

/// <summary>BLAKE2s has 32-bit words and 10 rounds.</summary>
internal readonly struct Blake2sSpec : IBlake2Spec<uint>
{
    public static int BlockBytes => 64;
    public static int MaxHashBytes => 32;
    public static int R1 => 16;
    public static int R2 => 12;
    public static int R3 => 8;
    public static int R4 => 7;
    public static int Rounds => 10;

    // BLAKE2s uses the initial values of SHA-256 (section 2.6).
    public static ReadOnlySpan<uint> Iv =>
    [
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    ];

    public static string Name => "BLAKE2s";
}

/// <summary>The message schedule sigma (RFC 7693, section 2.7), which repeats after ten rounds.</summary>
internal static class Blake2Sigma
{
    public static ReadOnlySpan<byte> Table =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3,
        11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4,
        7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8,
        9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13,
        2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9,
        12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11,
        13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10,
        6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5,
        10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
    ];
}

/// <summary>
/// The state that one lane keeps between blocks: chaining value h, byte counter t, and flags f (RFC 7693, section 3.2). The words
/// of all lanes with the same index are adjacent: word <c>i</c> of lane <c>j</c> is at <c>i * lanes + j</c>.
/// </summary>
internal static class Blake2State
{
    public const int ChainingWords = 8;
    public const int T0 = 8;
    public const int T1 = 9;
    public const int F0 = 10;
    public const int F1 = 11;
    public const int Words = 12;

    /// <summary>
    /// The number of words after a state that hold the message block, in kernels for vectors that compute the rounds in a loop.
    /// </summary>
    public const int MessageWords = 16;
}
