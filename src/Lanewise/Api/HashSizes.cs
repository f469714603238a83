namespace Lanewise.Api;

/// <summary>
/// The key lengths and digest lengths that a hash allows, and methods that check lengths against them. The minimum key length
/// is 0 if an empty key is valid. The maximum key length is 0 if the hash has no keyed mode.
/// </summary>
internal readonly record struct HashSizes(
    HashLengths Lengths, int DefaultHashBytes, int BlockBytes, int WordBits, int MinKeyBytes = 0, int MaxKeyBytes = 0,
    int LanesPerMessage = 1)
{
    /// <summary>The minimum length of an expected MAC: 16 bytes (128 bits).</summary>
    public const int LeastVerifiedBytes = 16;

    /// <summary>The maximum digest length or, if the digest length is fixed, that length.</summary>
    public int MaxHashBytes { get; init; } =
        Lengths is HashLengths.Fixed or HashLengths.Bounded ? DefaultHashBytes : int.MaxValue;

    /// <summary>
    /// Indicates whether an expected MAC of this length is too short to be accepted. This can be the case only if the sender can
    /// choose the length. An attacker can guess a one-byte MAC after 128 attempts on average.
    /// </summary>
    public bool CanBeGuessed(int bytes) => Lengths != HashLengths.Fixed && bytes < LeastVerifiedBytes;

    /// <summary>Checks a requested length. Throws <see cref="ArgumentOutOfRangeException"/> if the length is not valid.</summary>
    public static void Check(int bytes, int most, string name, [CallerArgumentExpression(nameof(bytes))] string parameter = "")
    {
        if (bytes < 1 || bytes > most) throw new ArgumentOutOfRangeException(parameter, bytes, Text(bytes, most, name));
    }

    /// <summary>Checks the length of a span. Throws <see cref="ArgumentException"/> if the length is not valid.</summary>
    public static void Check(
        ReadOnlySpan<byte> span, int most, string name, [CallerArgumentExpression(nameof(span))] string parameter = "")
    {
        if (span.IsEmpty || span.Length > most) throw new ArgumentException(Text(span.Length, most, name), parameter);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsSize(int bytes) => bytes >= 1 && bytes <= MaxHashBytes;

    /// <summary>Indicates whether the hash allows a key of this length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsKey(int bytes) => bytes >= MinKeyBytes && bytes <= MaxKeyBytes;

    public void CheckKey(int bytes, string name)
    {
        if (IsKey(bytes)) return;

        throw new CryptographicException(
            MaxKeyBytes == 0 ? $"{name} has no keyed mode."
            : bytes == 0 ? $"The {name} key is empty."
            : MinKeyBytes == MaxKeyBytes ? Invariant($"The {name} key must be {MaxKeyBytes} bytes long, not {bytes}.")
            : Invariant($"The {name} key must be at most {MaxKeyBytes} bytes long, not {bytes}."));
    }

    private static string Text(int bytes, int most, string name) => most == int.MaxValue
        ? Invariant($"The {name} digest must be at least 1 byte long, not {bytes}.")
        : Invariant($"The {name} digest must be 1 to {most} bytes long, not {bytes}.");
}
