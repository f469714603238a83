using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Lists;

/// <summary>A line of a list as coreutils writes it: <c>digest  name</c> or <c>TAG (name) = digest</c>.</summary>
internal static class ChecksumLine
{
    /// <summary>Whether a name would break a line, so that the line is written escaped, with a backslash in front.</summary>
    public static bool NeedsEscape(string name) => name.AsSpan().ContainsAny('\\', '\n', '\r');

    /// <summary>A line.</summary>
    /// <param name="output">Where it goes.</param>
    /// <param name="name">The name of the file.</param>
    /// <param name="digest">The digest as it is written.</param>
    /// <param name="tag">The algorithm, in a tagged line; null in another.</param>
    /// <param name="isBinary">An asterisk stands in front of the name.</param>
    /// <param name="endsWithZero">It ends with NUL, and no name is escaped.</param>
    public static void Write(
        StandardOutput output, string name, ReadOnlySpan<char> digest, string? tag, bool isBinary, bool endsWithZero)
    {
        bool isEscaped = !endsWithZero && NeedsEscape(name);
        if (isEscaped) output.Write('\\');
        if (tag is null)
        {
            output.Write(digest);
            output.Write(isBinary ? " *" : "  ");
            WriteName(output, name, isEscaped);
        }
        else
        {
            output.Write(tag);
            output.Write(" (");
            WriteName(output, name, isEscaped);
            output.Write(") = ");
            output.Write(digest);
        }

        output.Write(endsWithZero ? '\0' : '\n');
    }

    /// <summary>A line with something else than a digest in front of the name.</summary>
    public static void WriteText(StandardOutput output, string text, string name)
    {
        bool isEscaped = NeedsEscape(name);
        if (isEscaped) output.Write('\\');
        output.Write(text);
        output.Write("  ");
        WriteName(output, name, isEscaped);
        output.Write('\n');
    }

    public static void WriteName(StandardOutput output, string name, bool isEscaped)
    {
        if (!isEscaped)
        {
            output.Write(name);
            return;
        }

        output.Write(Escape(name));
    }

    /// <summary>The name without the characters that would break a line.</summary>
    public static string Escape(string name) => name.Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal).Replace("\r", "\\r", StringComparison.Ordinal);

    /// <summary>The name that an escaped one stands for; null where a backslash is followed by anything else.</summary>
    public static string? Unescape(ReadOnlySpan<char> name)
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
