using System.Text;
using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>Formats file names for messages.</summary>
internal static class FileNames
{
    // Characters that a shell does not treat as part of a word.
    private const string Special = " !\"#$&'()*;<=>?[\\]^`{|}~\t";

    /// <summary>
    /// Formats a name so that it can be pasted into a shell. If necessary, the name is quoted and its control characters are
    /// escaped, so that it can neither forge a line of output nor control a terminal.
    /// </summary>
    public static string Quote(string name)
    {
        if (name.Length > 0 && !HasAny(name, Special) && !HasControl(name)) return name;

        if (!HasControl(name))
        {
            bool inDoubleQuotes = name.Contains('\'') && !HasAny(name, "\"$`\\!");
            return inDoubleQuotes ? $"\"{name}\"" : $"'{name.Replace("'", "'\\''", StringComparison.Ordinal)}'";
        }

        StringBuilder text = new("'");
        bool plain = true;
        for (int i = 0; i < name.Length; i++)
        {
            char c = name[i];
            int length = i + 1 < name.Length && char.IsSurrogatePair(c, name[i + 1]) ? 2 : 1;
            if (IsEscaped(name, i) == plain)
            {
                // A shell joins the two quoted parts, because there is no space between them.
                text.Append(plain ? "'$'" : "''");
                plain = !plain;
            }

            text.Append(c switch
            {
                '\'' => "'\\''",
                '\n' => "\\n",
                '\r' => "\\r",
                '\t' => "\\t",
                _ when IsEscaped(name, i) => string.Concat(PathText.ToBytes(name.Substring(i, length)).Select(Octal)),
                _ => name.Substring(i, length),
            });
            i += length - 1;
        }

        return text.Append('\'').ToString();
    }

    /// <summary>Formats a name for a table. The name remains unchanged unless it contains control characters.</summary>
    public static string Shown(string name) => HasControl(name) ? Quote(name) : name;

    /// <summary>Escapes the characters that control a terminal, in text that may contain untrusted names or messages.</summary>
    public static string Visible(string text)
    {
        if (!HasControl(text)) return text;

        StringBuilder visible = new();
        for (int i = 0; i < text.Length; i++)
        {
            int length = i + 1 < text.Length && char.IsSurrogatePair(text[i], text[i + 1]) ? 2 : 1;
            if (IsEscaped(text, i)) visible.Append(string.Concat(PathText.ToBytes(text.Substring(i, length)).Select(Octal)));
            else visible.Append(text, i, length);
            i += length - 1;
        }

        return visible.ToString();
    }

    private static string Octal(byte b) => "\\" + Convert.ToString(b, 8).PadLeft(3, '0');

    // The search is not vectorized: names are short, and initializing a vectorized search would delay every run that reports an
    // error.
    private static bool HasAny(string name, string characters)
    {
        foreach (char c in name)
        {
            if (characters.Contains(c)) return true;
        }

        return false;
    }

    private static bool HasControl(string name)
    {
        for (int i = 0; i < name.Length; i++)
        {
            if (IsEscaped(name, i)) return true;
        }

        return false;
    }

    // Escapes control characters, line and paragraph separators, and characters that change the writing direction. Also escapes
    // invalid UTF-8 bytes, which are stored as lone surrogates, and invisible characters, which make different names look the
    // same.
    private static bool IsEscaped(string name, int i)
    {
        char c = name[i];
        if (c < '\u007f') return char.IsControl(c);
        if (char.IsLowSurrogate(c)) return i == 0 || !char.IsHighSurrogate(name[i - 1]);
        // Tag characters are invisible in every font.
        if (c == '\udb40' && i + 1 < name.Length) return name[i + 1] <= '\udc7f';

        return char.IsControl(c) || c is '\u00ad' or '\u034f' or '\u061c' or '\u180e' or '\u200b' or '\u200e' or '\u200f'
            or (>= '\u2028' and <= '\u202e') or (>= '\u2060' and <= '\u206f') or '\ufeff' or (>= '\ufff9' and <= '\ufffb');
    }
}
