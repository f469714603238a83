using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Lists;

/// <summary>Writes the lines of a list in the coreutils formats: <c>digest  name</c> or <c>TAG (name) = digest</c>.</summary>
internal static class ChecksumLine
{
    /// <summary>Writes a line.</summary>
    /// <param name="output">The output to write to.</param>
    /// <param name="name">The name of the file.</param>
    /// <param name="digest">The digest in text form.</param>
    /// <param name="tag">The algorithm named in a tagged line, or null for an untagged line.</param>
    /// <param name="isBinary">Whether an asterisk precedes the name.</param>
    /// <param name="endsWithZero">Whether the line ends with NUL, in which case the name is not escaped.</param>
    public static void Write(
        StandardOutput output, string name, ReadOnlySpan<char> digest, string? tag, bool isBinary, bool endsWithZero)
    {
        bool isEscaped = !endsWithZero && EscapedName.IsNeeded(name);
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

    /// <summary>Writes a line with other text in place of the digest.</summary>
    public static void WriteText(StandardOutput output, string text, string name)
    {
        bool isEscaped = EscapedName.IsNeeded(name);
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

        output.Write(EscapedName.Of(name));
    }
}
