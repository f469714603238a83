using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Lists;

/// <summary>A line of a list as coreutils writes it: <c>digest  name</c> or <c>TAG (name) = digest</c>.</summary>
internal static class ChecksumLine
{
    /// <summary>A line.</summary>
    /// <param name="output">Where it goes.</param>
    /// <param name="name">The name of the file.</param>
    /// <param name="digest">The digest as it is written.</param>
    /// <param name="tag">The algorithm, in a tagged line; null in another.</param>
    /// <param name="isBinary">An asterisk is in front of the name.</param>
    /// <param name="endsWithZero">It ends with NUL, and no name is escaped.</param>
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

    /// <summary>A line with something else than a digest in front of the name.</summary>
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
