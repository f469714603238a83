using System.Text;

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
            return name.Contains('\'') && !HasAny(name, "\"$`\\!") ? $"\"{name}\"" : $"'{name.Replace("'", "'\\''", StringComparison.Ordinal)}'";
        }

        StringBuilder text = new("'");
        bool plain = true;
        foreach (char c in name)
        {
            if (char.IsControl(c) == plain)
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
                _ when char.IsControl(c) => "\\" + Convert.ToString(c, 8).PadLeft(3, '0'),
                _ => c.ToString(),
            });
        }

        return text.Append('\'').ToString();
    }

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
        foreach (char c in name)
        {
            if (char.IsControl(c)) return true;
        }

        return false;
    }
}
