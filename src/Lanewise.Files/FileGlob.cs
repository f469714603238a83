namespace Lanewise.Files;

/// <summary>A file name pattern with the syntax of <c>.gitignore</c>.</summary>
/// <remarks>
/// <c>*</c> matches any number of characters except slashes, and <c>?</c> matches one character. <c>[a-z]</c> matches any
/// character in the set, and <c>[!a-z]</c> matches any character that is not in the set. <c>**</c> also matches slashes, and
/// <c>**/</c> matches zero or more directories. A backslash escapes the next character. A pattern without a slash is matched
/// against the last part of a path, and a pattern with a slash against the whole path. A pattern that ends with a slash matches
/// only directories. Patterns and names are treated as bytes. A character is either a UTF-8 character or a byte that is not valid
/// UTF-8.
/// </remarks>
public sealed class FileGlob
{
    private readonly string pattern;
    private readonly bool isWhole, isFolder;

    /// <summary>Creates a pattern.</summary>
    /// <param name="pattern">The pattern, in the format of <see cref="PathText"/>.</param>
    /// <exception cref="ArgumentException"><paramref name="pattern"/> is null, empty, or a single slash.</exception>
    public FileGlob(string pattern)
    {
        ArgumentException.ThrowIfNullOrEmpty(pattern);
        isFolder = pattern.EndsWith('/');
        this.pattern = pattern.Trim('/');
        isWhole = pattern.AsSpan(0, pattern.Length - (isFolder ? 1 : 0)).Contains('/');
        if (this.pattern.Length == 0) throw new ArgumentException("A slash alone matches nothing.", nameof(pattern));
    }

    /// <summary>Returns whether a path matches the pattern.</summary>
    /// <param name="path">
    /// The path, in the format of <see cref="PathText"/>, relative to the directory that the pattern applies to.
    /// </param>
    /// <param name="isFolder">True if the path refers to a directory.</param>
    /// <returns>True if the path itself matches. Parent directories are not considered.</returns>
    public bool Matches(ReadOnlySpan<char> path, bool isFolder = false)
    {
        if (this.isFolder && !isFolder) return false;

        return Matches(pattern, isWhole ? path.TrimStart('/') : path.Slice(path.LastIndexOf('/') + 1));
    }

    // After a mismatch, the last star matches one more character. If that character is a slash, the last pair of stars matches
    // one more character instead. The text before a star was matched at the earliest possible position, so no other position
    // needs to be tried.
    private static bool Matches(ReadOnlySpan<char> glob, ReadOnlySpan<char> text)
    {
        int g = 0, t = 0, star = -1, starText = 0, deep = -1, deepText = 0;
        bool deepIsFolders = false;
        while (true)
        {
            if (g < glob.Length && glob[g] == '*')
            {
                int end = g + 1;
                while (end < glob.Length && glob[end] == '*') end++;
                if (end == g + 1)
                {
                    (star, starText, g) = (end, t, end);
                    continue;
                }

                deepIsFolders = (g == 0 || glob[g - 1] == '/') && end < glob.Length && glob[end] == '/';
                if (deepIsFolders) end++;
                (deep, deepText, g, star) = (end, t, end, -1);
                continue;
            }

            if (g == glob.Length && t == text.Length) return true;
            if (g < glob.Length && t < text.Length && MatchesOne(glob, ref g, text, ref t)) continue;

            if (star >= 0 && starText < text.Length && text[starText] != '/')
            {
                starText += CharacterAt(text, starText, out _);
                (g, t) = (star, starText);
                continue;
            }

            if (deep < 0 || deepText == text.Length) return false;

            int slash = deepIsFolders ? text.Slice(deepText).IndexOf('/') : 0;
            if (slash < 0) return false;

            deepText += deepIsFolders ? slash + 1 : CharacterAt(text, deepText, out _);
            (g, t, star) = (deep, deepText, -1);
        }
    }

    private static bool MatchesOne(ReadOnlySpan<char> glob, ref int g, ReadOnlySpan<char> text, ref int t)
    {
        int length = CharacterAt(text, t, out int character);
        switch (glob[g])
        {
            case '?':
                if (character == '/') return false;

                g++;
                break;
            case '[' when IsSet(glob, g, character, out bool isIn, out int end):
                if (!isIn || character == '/') return false;

                g = end;
                break;
            default:
                int at = glob[g] == '\\' && g + 1 < glob.Length ? g + 1 : g, wanted = CharacterAt(glob, at, out int literal);
                if (literal != character) return false;

                g = at + wanted;
                break;
        }

        t += length;
        return true;
    }

    /// <summary>
    /// Returns whether a complete set, such as <c>[a-z]</c>, starts at an offset. An unclosed bracket is a literal character.
    /// </summary>
    private static bool IsSet(ReadOnlySpan<char> glob, int start, int character, out bool isIn, out int end)
    {
        int at = start + 1;
        bool isNegated = at < glob.Length && glob[at] is '!' or '^';
        if (isNegated) at++;
        isIn = false;
        for (bool isFirst = true; at < glob.Length; isFirst = false)
        {
            if (glob[at] == ']' && !isFirst)
            {
                isIn ^= isNegated;
                end = at + 1;
                return true;
            }

            int low = Member(glob, ref at), high = low;
            if (at + 1 < glob.Length && glob[at] == '-' && glob[at + 1] != ']')
            {
                at++;
                high = Member(glob, ref at);
            }

            isIn |= character >= low && character <= high;
        }

        end = start;
        return false;
    }

    private static int Member(ReadOnlySpan<char> glob, ref int at)
    {
        if (glob[at] == '\\' && at + 1 < glob.Length) at++;
        at += CharacterAt(glob, at, out int character);
        return character;
    }

    // Bytes that are not valid UTF-8 are represented as lone surrogates, each of which is treated as a character.
    private static int CharacterAt(ReadOnlySpan<char> text, int at, out int character)
    {
        bool isPair = at + 1 < text.Length && char.IsSurrogatePair(text[at], text[at + 1]);
        character = isPair ? char.ConvertToUtf32(text[at], text[at + 1]) : text[at];
        return isPair ? 2 : 1;
    }
}
