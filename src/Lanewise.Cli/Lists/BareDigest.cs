namespace Lanewise.Cli.Lists;

/// <summary>
/// Reads a digest without a file name: hexadecimal digits or base64, after an algorithm and a colon if the text names one
/// (<c>sha256:HEX</c>). Hexadecimal digits may be in groups, with a space or a colon between two groups.
/// </summary>
internal static class BareDigest
{
    // In a line with a name, a digest precedes the space, so a longer group is a digest.
    private const int LongestGroup = 8;

    /// <summary>Parses a digest. Returns null if the text is not a digest.</summary>
    /// <param name="text">The text, which may end with a space.</param>
    /// <param name="name">The file that the digest belongs to.</param>
    /// <param name="find">Returns the algorithm with a name, or null if there is no such algorithm.</param>
    public static ListedFile? Parse(ReadOnlySpan<char> text, string name, Func<string, ITaggedAlgorithm?> find)
    {
        if (text.Length > DigestLine.LongestDigest) return null;

        if (text.EndsWith(' ')) text = text.Slice(0, text.Length - 1);
        int colon = text.IndexOf(':');
        if (colon <= 0 || find(text.Slice(0, colon).ToString()) is not { } algorithm)
            return Untagged(text, DigestLine.AnyLength, null, name);

        return Untagged(
            text.Slice(colon + 1).TrimStart(' '), algorithm.HasLengthInTag ? algorithm.HashBytes : DigestLine.AnyLength,
            text.Slice(0, colon).ToString(), name);
    }

    private static ListedFile? Untagged(ReadOnlySpan<char> digits, int length, string? tag, string name)
    {
        if (Grouped(digits) is { } grouped)
            return length == DigestLine.AnyLength || grouped.Length == length ? new ListedFile(tag, grouped, name) : null;

        bool isBase64 = false;
        return DigestLine.Digest(digits, length, ref isBase64) is { } digest
            ? new ListedFile(tag, digest, name, IsBase64: isBase64) : null;
    }

    // Returns null if the digits are not in groups. Two consecutive separators are not between two groups.
    private static byte[]? Grouped(ReadOnlySpan<char> digits)
    {
        int first = digits.IndexOfAny(' ', ':');
        if (first is <= 0 or > LongestGroup) return null;

        string[] groups = digits.ToString().Split(digits[first]);
        return Array.TrueForAll(groups, group => group.Length > 0) ? DigestLine.Hex(string.Concat(groups)) : null;
    }
}
