namespace Lanewise.Cli.Lists;

/// <summary>
/// Escapes names in the lines of a list. Each character that would break the line is replaced with an escape sequence.
/// </summary>
internal static class EscapedName
{
    /// <summary>
    /// Returns whether a name must be escaped because it would break a line. A backslash at the start of the line marks the name
    /// as escaped.
    /// </summary>
    public static bool IsNeeded(string name) => name.AsSpan().ContainsAny('\\', '\n', '\r');

    /// <summary>Escapes the characters that would break a line.</summary>
    public static string Of(string name) => name.Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal).Replace("\r", "\\r", StringComparison.Ordinal);

    /// <summary>Unescapes a name. Returns null if a backslash is not followed by a valid escape character.</summary>
    public static string? Undo(ReadOnlySpan<char> name)
    {
        char[] plain = new char[name.Length];
        int length = 0;
        for (int i = 0; i < name.Length; i++)
        {
            char c = name[i];
            if (c == '\\')
            {
                if (++i == name.Length) return null;

                switch (name[i])
                {
                    case '\\': break;
                    case 'n': c = '\n'; break;
                    case 'r': c = '\r'; break;
                    default: return null;
                }
            }

            plain[length++] = c;
        }

        return new string(plain, 0, length);
    }
}
