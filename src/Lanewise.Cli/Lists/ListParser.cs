using Lanewise.Cli.Algorithms;

namespace Lanewise.Cli.Lists;

/// <summary>Parses the lines of one list. The parser returns null for a malformed line, and never throws.</summary>
/// <remarks>
/// The parser accepts the lines that <see cref="DigestLine"/> reads, and hashdeep's columns if there is a header. The parser
/// also accepts SFV lines (<c>name crc</c>) if the name of the list or an initial semicolon indicates this format, or if the
/// algorithm is CRC-32. If the list is named after a file, the parser also accepts a line that contains only this file's
/// digest.
/// </remarks>
/// <param name="hasEscapes">Whether a backslash at the start of a line means that the name is escaped.</param>
/// <param name="keepsUnwritable">See <see cref="DigestLine.KeepsUnwritable"/>.</param>
internal sealed class ListParser(bool hasEscapes, bool keepsUnwritable = false)
{
    private const int Crc32Digits = 2 * sizeof(uint);

    private readonly DigestLine digestLine = new(hasEscapes, AlgorithmNames.FromTag) { KeepsUnwritable = keepsUnwritable };
    private HashdeepColumns? columns;
    private bool hasBegun, isHashdeep;

    /// <summary>Whether the lines are in SFV format. A semicolon at the start of the list also sets this property.</summary>
    public bool IsSfv { get; set; }

    /// <summary>
    /// Whether the algorithm of untagged lines is CRC-32. If the algorithm is CRC-32, untagged lines can be in either SFV or
    /// coreutils format.
    /// </summary>
    public bool IsCrc32 { get; init; }

    /// <summary>The file that a bare digest belongs to, or null if bare digests are not allowed.</summary>
    public string? OwnName { get; init; }

    /// <summary>Returns the algorithm of the tag at the start of a line, or null if there is no tag. The rest of the line may be
    /// malformed.</summary>
    public FileAlgorithm? TagOf(ReadOnlySpan<char> line) => columns is null ? (FileAlgorithm?)digestLine.TagOf(line) : null;

    /// <summary>The reason why the rest of the list cannot be verified, or null if it can be.</summary>
    public string? Refusal { get; private set; }

    /// <summary>Whether a line describes no file because it is empty, a comment or a header.</summary>
    public bool IsComment(ReadOnlySpan<char> line)
    {
        if (line.IsEmpty) return true;
        // In SFV format, a name may begin with a number sign.
        if (line[0] == '#') return !(IsSfv || IsCrc32) || ParseSfv(line) is null;

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
        return (IsSfv || IsCrc32) && line[0] == ';';
    }

    public ListedFile? Parse(ReadOnlySpan<char> line)
    {
        if (Refusal is not null) return null;
        if (columns is not null) return columns.Parse(line);

        if (digestLine.ParseTagged(line) is { } tagged) return tagged;
        if (IsCrc32 && (IsSfv || !BeginsWithCrc32(line)) && ParseSfv(line) is { } sfv) return sfv;
        if (IsCrc32) return digestLine.ParseUntagged(line);

        if (IsSfv) return ParseSfv(line);

        return (OwnName is null ? null : BareDigest.Parse(digestLine.Begin(line, out _), OwnName, AlgorithmNames.FromTag))
            ?? digestLine.ParseUntagged(line);
    }

    /// <summary>
    /// Records that the last line was valid. All untagged lines that follow must use the same form, reversed or not.
    /// </summary>
    public void Accept(ListedFile file)
    {
        if (!ReferenceEquals(file.Name, OwnName)) digestLine.Accept(file);
    }

    // Recognizes a line that 'sum -a crc32' wrote. The file name may itself consist of eight digits. In base64, a CRC-32
    // is also eight characters long.
    private bool BeginsWithCrc32(ReadOnlySpan<char> line)
    {
        bool isBase64 = false;
        line = digestLine.Begin(line, out _);
        return line.Length > Crc32Digits + 2 && line[Crc32Digits] == ' ' && line[Crc32Digits + 1] is (' ' or '*')
            && DigestLine.Digest(line.Slice(0, Crc32Digits), DigestLine.AnyLength, ref isBase64) is { Length: sizeof(uint) };
    }

    // In an SFV line, the name comes first and may contain spaces. Some tools pad columns with spaces to align them.
    private static ListedFile? ParseSfv(ReadOnlySpan<char> line)
    {
        line = line.TrimEnd(" \t");
        int space = line.LastIndexOfAny(' ', '\t');
        if (space <= 0) return null;

        ReadOnlySpan<char> name = line.Slice(0, space).TrimEnd(" \t");
        return line.Length - space - 1 == Crc32Digits && !name.IsEmpty && DigestLine.Hex(line.Slice(space + 1)) is { } digest
            ? new ListedFile(Crc32Hash.Title, digest, name.ToString()) : null;
    }
}
