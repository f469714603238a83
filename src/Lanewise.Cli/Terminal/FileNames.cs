using System.Text;
using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>Names of files in messages.</summary>
internal static class FileNames
{
    // What a shell would not take as part of a word.
    private const string Special = " !\"#$&'()*;<=>?[\\]^`{|}~\t";

    /// <summary>
    /// A name as it can be pasted into a shell: as it is where that is safe, else in quotes, control characters written out,
    /// so that a name can neither forge a line of output nor steer a terminal.
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
            if (IsEscaped(name, i) == plain)
            {
                // The two kinds of quotes follow each other without a space, which a shell joins.
                text.Append(plain ? "'$'" : "''");
                plain = !plain;
            }

            text.Append(c switch
            {
                '\'' => "'\\''",
                '\n' => "\\n",
                '\r' => "\\r",
                '\t' => "\\t",
                _ when IsEscaped(name, i) => string.Concat(PathText.ToBytes(c.ToString()).Select(Octal)),
                _ => c.ToString(),
            });
        }

        return text.Append('\'').ToString();
    }

    /// <summary>A name in a table: as it is where it has no control characters.</summary>
    public static string Shown(string name) => HasControl(name) ? Quote(name) : name;

    private static string Octal(byte b) => "\\" + Convert.ToString(b, 8).PadLeft(3, '0');

    // Not a vectorized search: names are short, and its set-up would be paid in every run with an error.
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

    // Control characters, and the bytes that are not UTF-8, which stand as surrogates without a first half.
    private static bool IsEscaped(string name, int i) =>
        char.IsControl(name[i]) || (char.IsLowSurrogate(name[i]) && (i == 0 || !char.IsHighSurrogate(name[i - 1])));
}
