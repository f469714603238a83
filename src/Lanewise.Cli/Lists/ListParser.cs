using Lanewise.Cli.Algorithms;

namespace Lanewise.Cli.Lists;

/// <summary>Reads the lines of one list; a line that is none of the known forms is null and never an error.</summary>
/// <remarks>
/// Forms: <c>digest  name</c> (text), <c>digest *name</c> (binary), <c>digest name</c> (the reversed form of BSD),
/// <c>TAG (name) = digest</c> (BSD) and <c>TAG(name)= digest</c> (OpenSSL); each also with a backslash in front and an
/// escaped name. By the header, hashdeep's columns; by the name or a first line that begins with a semicolon, the lines
/// <c>name crc</c> of SFV; by the name, a digest and nothing else, which is that of the file that the list is named after.
/// </remarks>
internal sealed class ListParser(bool hasEscapes)
{
    // In characters: of no output that is listed are there more.
    private const int LongestDigest = 4096;

    // Text, binary and reversed lines cannot be mixed: "digest  name" would be read as the file " name" by the reversed rule.
    private bool? isReversed;
    private bool looksReversed;
    private HashdeepColumns? columns;
    private bool hasBegun, isHashdeep;

    /// <summary>Whether lines are those of SFV; a list may also say it by how it begins.</summary>
    public bool IsSfv { get; set; }

    /// <summary>The file whose digest stands alone on a line; null where no such line is meant.</summary>
    public string? OwnName { get; init; }

    /// <summary>Why no further line of the list can be verified; null where there is no reason.</summary>
    public string? Refusal { get; private set; }

    /// <summary>Whether a line says nothing of a file: an empty one, a comment, a header.</summary>
    public bool IsComment(ReadOnlySpan<char> line)
    {
        if (line.IsEmpty || line[0] == '#') return true;

        if (line.StartsWith(HashdeepColumns.Mark, StringComparison.Ordinal))
        {
            if (hasBegun && !isHashdeep) return false;

            hasBegun = isHashdeep = true;
            Refusal = HashdeepColumns.Read(line, out HashdeepColumns? read);
            columns = read ?? columns;
            return true;
        }

        IsSfv |= !hasBegun && line[0] == ';';
        hasBegun = true;
        return IsSfv && line[0] == ';';
    }

    public ListedFile? Parse(ReadOnlySpan<char> line)
    {
        if (Refusal is not null) return null;
        if (columns is not null) return columns.Parse(line);

        ReadOnlySpan<char> whole = line;
        line = line.TrimStart(" \t");
        bool isEscaped = hasEscapes && line.StartsWith('\\');
        if (isEscaped) line = line.Slice(1);
        return ParseTagged(line, isEscaped) ?? (IsSfv ? ParseSfv(whole) : ParseAlone(line) ?? ParseUntagged(line, isEscaped));
    }

    /// <summary>The last line made sense: what it says of the form of its digests' lines holds for those behind it.</summary>
    public void Accept(ListedFile file)
    {
        if (file.Tag is null && !ReferenceEquals(file.Name, OwnName)) isReversed ??= looksReversed;
    }

    /// <summary>The bytes of hexadecimal digits; null where there is anything else.</summary>
    public static byte[]? Hex(ReadOnlySpan<char> digits) =>
        !digits.IsEmpty && digits.Length % 2 == 0 && digits.Length <= LongestDigest && AreHex(digits)
            ? Convert.FromHexString(digits) : null;

    private static ListedFile? ParseTagged(ReadOnlySpan<char> line, bool isEscaped)
    {
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

    private ListedFile? ParseUntagged(ReadOnlySpan<char> line, bool isEscaped)
    {
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

    // The name comes first and may hold spaces; some tools put it into columns.
    private static ListedFile? ParseSfv(ReadOnlySpan<char> line)
    {
        line = line.TrimEnd(" \t");
        int space = line.LastIndexOfAny(' ', '\t');
        if (space <= 0) return null;

        ReadOnlySpan<char> name = line.Slice(0, space).TrimEnd(" \t");
        return line.Length - space - 1 == 2 * sizeof(uint) && !name.IsEmpty && Hex(line.Slice(space + 1)) is { } digest
            ? new ListedFile(Crc32Hash.Title, digest, name.ToString()) : null;
    }

    // Some tools write the digits in groups. A long one in front is a digest, and what follows a name of digits.
    private ListedFile? ParseAlone(ReadOnlySpan<char> line)
    {
        const int LongestGroup = 8;
        if (OwnName is null || line.Length > LongestDigest) return null;

        line = line.TrimEnd(" \t");
        if (line.IndexOfAny(' ', '\t') > LongestGroup) return null;

        string digits = line.ToString().Replace(" ", "", StringComparison.Ordinal);
        return Digest(digits, tag: default) is { } digest ? new ListedFile(null, digest, OwnName) : null;
    }

    private static string? Name(ReadOnlySpan<char> name, bool isEscaped) =>
        isEscaped ? ChecksumLine.Unescape(name) : name.ToString();

    private static byte[]? Digest(ReadOnlySpan<char> digits, ReadOnlySpan<char> tag)
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
