namespace Lanewise.Cli.Lists;

/// <summary>
/// Reads lines of a digest and a name: <c>digest  name</c> (text), <c>digest *name</c> (binary), <c>digest name</c> (the reversed
/// form of BSD), <c>TAG (name) = digest</c> (BSD) and <c>TAG(name)= digest</c> (OpenSSL); each also with a backslash in front and
/// an escaped name.
/// </summary>
internal sealed class DigestLine(bool hasEscapes)
{
    /// <summary>In characters: of no output that is listed are there more.</summary>
    public const int LongestDigest = 4096;

    // Text, binary and reversed lines cannot be mixed: "digest  name" would be read as the file " name" by the reversed rule.
    private bool? isReversed;
    private bool looksReversed;

    /// <summary>The line without what may stand in front of it: white space, and the backslash of an escaped name.</summary>
    public ReadOnlySpan<char> Begin(ReadOnlySpan<char> line, out bool isEscaped)
    {
        line = line.TrimStart(" \t");
        isEscaped = hasEscapes && line.StartsWith('\\');
        return isEscaped ? line.Slice(1) : line;
    }

    /// <summary>A line; null where it is none.</summary>
    public ListedFile? Parse(ReadOnlySpan<char> line) => ParseTagged(line) ?? ParseUntagged(line);

    /// <summary>A line with a tag; null where it is none.</summary>
    public ListedFile? ParseTagged(ReadOnlySpan<char> line)
    {
        line = Begin(line, out bool isEscaped);
        // The name may hold anything, ") = " too, so the digest is looked for from the end.
        int open = line.IndexOf('('), close = line.LastIndexOf(')');
        if (open <= 0 || close <= open) return null;

        ReadOnlySpan<char> tag = line.Slice(0, open).TrimEnd(" \t"), digest = line.Slice(close + 1).Trim(" \t");
        if (digest.Length < 2 || digest[0] != '=') return null;
        // A digest in front makes it an untagged line whose name happens to look so.
        if (tag.IsEmpty || tag.ContainsAny(' ', '\t')) return null;

        byte[]? bytes = Digest(digest.Slice(1).TrimStart(" \t"), tag);
        string? name = Name(line.Slice(open + 1, close - open - 1), isEscaped);
        return bytes is null || name is null ? null : new ListedFile(tag.ToString(), bytes, name);
    }

    /// <summary>A line without a tag; null where it is none.</summary>
    public ListedFile? ParseUntagged(ReadOnlySpan<char> line)
    {
        line = Begin(line, out bool isEscaped);
        int end = line.IndexOfAny(' ', '\t');
        if (end <= 0) return null;

        byte[]? digest = Digest(line.Slice(0, end), tag: default);
        ReadOnlySpan<char> rest = line.Slice(end + 1);
        if (digest is null || rest.IsEmpty) return null;

        bool hasMode = rest.Length > 1 && rest[0] is (' ' or '*');
        if (!hasMode && isReversed == false) return null;

        looksReversed = !hasMode || isReversed == true;
        string? name = Name(looksReversed ? rest : rest.Slice(1), isEscaped);
        return name is null ? null : new ListedFile(null, digest, name);
    }

    /// <summary>The last line made sense: what it says of the form of its digests' lines holds for those behind it.</summary>
    public void Accept(ListedFile file)
    {
        if (file.Tag is null) isReversed ??= looksReversed;
    }

    /// <summary>The bytes of hexadecimal digits; null where there is anything else.</summary>
    public static byte[]? Hex(ReadOnlySpan<char> digits) =>
        !digits.IsEmpty && digits.Length % 2 == 0 && digits.Length <= LongestDigest && AreHex(digits)
            ? Convert.FromHexString(digits) : null;

    private static string? Name(ReadOnlySpan<char> name, bool isEscaped) =>
        isEscaped ? EscapedName.Undo(name) : name.ToString();

    /// <summary>
    /// The bytes of a digest as a line has it: hexadecimal digits, or base64 of a usual length;
    /// else null.
    /// </summary>
    public static byte[]? Digest(ReadOnlySpan<char> digits, ReadOnlySpan<char> tag)
    {
        if (digits.IsEmpty || digits.Length > LongestDigest) return null;
        if (AreHex(digits)) return Hex(digits);

        // As cksum --base64 writes it: whole, so of some length that digests have, and with an equals sign at its end. Only one
        // of 48 bytes has none: without a tag that says so it is a hexadecimal digest of 32 bytes with a wrong character.
        if (!digits.EndsWith('=') && !tag.Contains("384", StringComparison.Ordinal)) return null;

        byte[] bytes = new byte[digits.Length];
        if (!Convert.TryFromBase64Chars(digits, bytes, out int length)) return null;
        if (length is not (16 or 20 or 28 or 32 or 48 or 64)) return null;

        // Written as it would be: no white space within, no bits behind the end.
        return digits.SequenceEqual(Convert.ToBase64String(bytes, 0, length)) ? bytes[..length] : null;
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
