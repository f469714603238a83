namespace Lanewise.Hashing;

/// <summary>The sizes of a hash; of the length of a digest, what there is none of is refused.</summary>
/// <param name="Lengths">What lengths digests have.</param>
/// <param name="DefaultHashBytes">The length that they usually have.</param>
/// <param name="BlockBytes">The length of a block.</param>
/// <param name="WordBits">The width of a word.</param>
/// <param name="MinKeyBytes">The shortest key; 0 where an empty key is a key, too.</param>
/// <param name="MaxKeyBytes">The longest key that there is, or that tools offer; 0 where there is no keyed mode.</param>
/// <param name="LanesPerMessage">Lanes that a message takes.</param>
internal readonly record struct HashSizes(
    HashLengths Lengths, int DefaultHashBytes, int BlockBytes, int WordBits, int MinKeyBytes = 0, int MaxKeyBytes = 0,
    int LanesPerMessage = 1)
{
    /// <summary>A length that was asked for: out of range, under the name of the argument.</summary>
    public static void Check(int bytes, int most, string name, [CallerArgumentExpression(nameof(bytes))] string parameter = "")
    {
        if (!IsSize(bytes, most)) throw new ArgumentOutOfRangeException(parameter, bytes, Text(bytes, most, name));
    }

    /// <summary>The length of a span, which is the wrong argument then.</summary>
    public static void Check(
        ReadOnlySpan<byte> span, int most, string name, [CallerArgumentExpression(nameof(span))] string parameter = "")
    {
        if (!IsSize(span.Length, most)) throw new ArgumentException(Text(span.Length, most, name), parameter);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsSize(int bytes, int most) => bytes >= 1 && bytes <= most;

    private static string Text(int bytes, int most, string name) => most == int.MaxValue
        ? Invariant($"A digest of {name} has at least 1 byte, not {bytes}.")
        : Invariant($"A digest of {name} has 1 to {most} bytes, not {bytes}.");
}
