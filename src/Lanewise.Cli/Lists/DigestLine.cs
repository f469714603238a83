namespace Lanewise.Cli.Lists;

/// <summary>
/// Reads lines that contain a digest and a name. The formats are <c>digest</c>, two spaces and <c>name</c> (text), <c>digest
/// *name</c> (binary), <c>digest name</c> (the reversed form of BSD), <c>TAG (name) = digest</c> (BSD) and <c>TAG(name)=
/// digest</c> (OpenSSL). In all formats, a backslash at the start of the line means that the name is escaped.
/// </summary>
/// <param name="hasEscapes">Whether a backslash at the start of a line means that the name is escaped.</param>
/// <param name="find">Returns the algorithm that a tag specifies, or null if the tag is unknown.</param>
internal sealed class DigestLine(bool hasEscapes, Func<string, ITaggedAlgorithm?> find)
{
    /// <summary>The maximum length of a digest in a list, in characters.</summary>
    public const int LongestDigest = 4096;

    /// <summary>Indicates that the length of a digest is unknown.</summary>
    public const int AnyLength = -1;

    // The maximum length of a tag that lists sixteen algorithms with their lengths.
    private const int LongestTag = 512;

    // Text and binary lines cannot be mixed with reversed lines. In the reversed form, "digest  name" (with two spaces) would
    // refer to the file " name".
    private bool? isReversed;
    private bool looksReversed;
    private string lastTag = "";

    /// <summary>
    /// Whether a file whose base64 digest has nonzero unused bits is reported as different, as in cksum. If false, the line is
    /// treated as malformed. No tool writes base64 digests with nonzero unused bits.
    /// </summary>
    public bool KeepsUnwritable { get; init; }

    private ITaggedAlgorithm? lastAlgorithm;

    /// <summary>Returns the line without leading white space and without the backslash of an escaped name.</summary>
    public ReadOnlySpan<char> Begin(ReadOnlySpan<char> line, out bool isEscaped)
    {
        line = line.TrimStart(" \t");
        isEscaped = hasEscapes && line.StartsWith('\\');
        return isEscaped ? line.Slice(1) : line;
    }

    /// <summary>Parses a line. Returns null if it is malformed.</summary>
    public ListedFile? Parse(ReadOnlySpan<char> line) => ParseTagged(line) ?? ParseUntagged(line);

    /// <summary>Parses a tagged line. Returns null if the line does not start with the tag of a known algorithm.</summary>
    public ListedFile? ParseTagged(ReadOnlySpan<char> line)
    {
        line = Begin(line, out bool isEscaped);
        // The name may contain anything, even ") = ", so the search for the digest starts at the end.
        int open = line.IndexOf('('), close = line.LastIndexOf(')');
        if (open <= 0 || close <= open) return null;

        ReadOnlySpan<char> digest = line.Slice(close + 1).Trim(" \t");
        if (digest.Length < 2 || digest[0] != '=') return null;
        // If the text before the parenthesis is not a tag, the line is untagged, and its name merely looks like part of a
        // tagged line.
        if (Tagged(line.Slice(0, open)) is not { } algorithm) return null;

        return Listed(
            lastTag, digest.Slice(1).TrimStart(" \t"), algorithm.HasLengthInTag ? algorithm.HashBytes : AnyLength,
            line.Slice(open + 1, close - open - 1), isEscaped);
    }

    /// <summary>
    /// Returns the algorithm of the tag at the start of a line, or null if there is no tag. The rest of the line may be
    /// malformed.
    /// </summary>
    public ITaggedAlgorithm? TagOf(ReadOnlySpan<char> line)
    {
        line = Begin(line, out _);
        int open = line.IndexOf('(');
        return open > 0 ? Tagged(line.Slice(0, open)) : null;
    }

    private ITaggedAlgorithm? Tagged(ReadOnlySpan<char> tag)
    {
        tag = tag.TrimEnd(" \t");
        if (tag.IsEmpty || tag.Length > LongestTag || tag.ContainsAny(' ', '\t')) return null;

        if (!tag.SequenceEqual(lastTag))
        {
            lastTag = tag.ToString();
            lastAlgorithm = find(lastTag);
        }

        return lastAlgorithm;
    }

    /// <summary>Parses an untagged line. Returns null if it is malformed.</summary>
    public ListedFile? ParseUntagged(ReadOnlySpan<char> line)
    {
        line = Begin(line, out bool isEscaped);
        int end = line.IndexOfAny(' ', '\t');
        if (end <= 0) return null;

        ReadOnlySpan<char> rest = line.Slice(end + 1);
        if (rest.IsEmpty) return null;

        bool hasMode = rest.Length > 1 && rest[0] is (' ' or '*');
        if (!hasMode && isReversed == false) return null;

        looksReversed = !hasMode || isReversed == true;
        return Listed(null, line.Slice(0, end), AnyLength, looksReversed ? rest : rest.Slice(1), isEscaped);
    }

    private ListedFile? Listed(
        string? tag, ReadOnlySpan<char> digits, int length, ReadOnlySpan<char> written, bool isEscaped)
    {
        if ((isEscaped ? EscapedName.Undo(written) : written.ToString()) is not { } name) return null;

        bool isBase64 = false;
        if (Digest(digits, length, ref isBase64) is { } digest)
            return new ListedFile(tag, digest, name, IsEscaped: isEscaped, IsBase64: isBase64);

        return KeepsUnwritable && Unwritable(digits, length) is { } bytes
            ? new ListedFile(tag, bytes, name, IsEscaped: isEscaped, IsBase64: true, IsUnwritable: true) : null;
    }

    /// <summary>
    /// Records that the last line was valid. All untagged lines that follow must use the same form, reversed or not.
    /// </summary>
    public void Accept(ListedFile file)
    {
        if (file.Tag is null) isReversed ??= looksReversed;
    }

    /// <summary>
    /// Decodes hexadecimal digits. Returns null if the text is empty, too long, of odd length, or not hexadecimal.
    /// </summary>
    public static byte[]? Hex(ReadOnlySpan<char> digits) =>
        !digits.IsEmpty && digits.Length % 2 == 0 && digits.Length <= LongestDigest && AreHex(digits)
            ? Convert.FromHexString(digits) : null;

    /// <summary>Decodes a digest from hexadecimal digits or base64. Returns null if the text is neither.</summary>
    /// <param name="digits">The digest in text form.</param>
    /// <param name="length">
    /// The length in bytes that the tag specifies, or <see cref="AnyLength"/> if it specifies none.
    /// </param>
    /// <param name="isBase64">Set to true if the digest is in base64.</param>
    public static byte[]? Digest(ReadOnlySpan<char> digits, int length, ref bool isBase64)
    {
        if (digits.IsEmpty || digits.Length > LongestDigest) return null;

        bool areHex = AreHex(digits);
        if (areHex && (length == AnyLength || digits.Length == 2 * length)) return Hex(digits);

        // Rejects base64 in which the unused last bits are set.
        if (Base64(digits, length) is { } bytes && digits.SequenceEqual(Convert.ToBase64String(bytes)))
        {
            isBase64 = true;
            return bytes;
        }

        return areHex ? Hex(digits) : null;
    }

    // Decodes base64, even if the unused last bits differ from those that an encoder writes.
    private static byte[]? Unwritable(ReadOnlySpan<char> digits, int length) =>
        digits.Length <= LongestDigest && Base64(digits, length) is { } bytes
            && digits.TrimEnd('=').Length == Convert.ToBase64String(bytes).TrimEnd('=').Length ? bytes : null;

    private static byte[]? Base64(ReadOnlySpan<char> digits, int length)
    {
        byte[] bytes = new byte[digits.Length];
        return !digits.ContainsAny(" \t\r\n") && Convert.TryFromBase64Chars(digits, bytes, out int written)
            && (length == AnyLength || written == length) ? bytes[..written] : null;
    }

    private static bool AreHex(ReadOnlySpan<char> digits)
    {
        foreach (char c in digits)
        {
            if (!char.IsAsciiHexDigit(c)) return false;
        }

        return true;
    }
}
