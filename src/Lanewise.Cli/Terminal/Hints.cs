using System.CommandLine;
using Lanewise.Cli.Lists;
using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>Suggests the equivalent of a command or an option that the user knows from another tool.</summary>
internal static class Hints
{
    private const string Sum = "sum", Check = "check";

    /// <summary>The tools whose names consist of the name of an algorithm and "sum".</summary>
    private static readonly (string Tool, string Algorithm)[] Tools =
    [
        ("md5sum", "md5"), ("b2sum", "blake2b"), ("b3sum", "blake3"), ("sha1sum", "sha1"), ("sha256sum", "sha256"),
        ("sha384sum", "sha384"), ("sha512sum", "sha512"),
    ];

    /// <summary>Returns a hint for an unknown command or option, or null.</summary>
    public static string? Of(string word, Command command)
    {
        switch (word)
        {
            case "-c" or "--check" when command.Name == Sum:
                return $"unrecognized option '{word}'; lists are checked by 'lanewise {Check}'";
            case "-c" or "--check" when command.Name == Check:
                return $"unrecognized option '{word}'; 'lanewise {Check} LIST' needs none";
            case "--tag" when command.Name == Check:
                return "the --tag option is meaningless when verifying checksums";
            case "-b" or "--binary" or "-t" or "--text" when command.Name == Check:
                return "the --binary and --text options are meaningless when verifying checksums";
            case "audit" or "verify":
                return $"unknown command '{word}'; it is 'lanewise {Check}{(word == "audit" ? " --audit" : "")}'";
            case "version" or "-V" or "-v":
                return $"unknown {(word[0] == '-' ? "option" : "command")} '{word}'; 'lanewise --version' shows the version";
        }

        foreach ((string tool, string algorithm) in Tools)
        {
            if (tool == word || algorithm == word)
            {
                return $"unknown command '{word}'; it is 'lanewise {Sum} -a {algorithm}', and its --check 'lanewise {Check} -a "
                    + $"{algorithm}'";
            }
        }

        bool isOption = word.StartsWith('-');
        if (!isOption && command is RootCommand && MissingCommand(word) is string missing)
            return $"unknown command '{word}'; did you mean: lanewise {missing} {FileNames.Quote(word)}";

        IEnumerable<string> names = isOption
            ? command.Options.Select(option => option.Name)
            : command.Subcommands.Select(c => c.Name);
        string? near = Nearest(word, names);
        return near is null ? null
            : isOption ? $"unrecognized option '{word}'; did you mean '{near}'?"
            : $"unknown command '{word}'; did you mean '{near}'?";
    }

    // If the word is a file, the user may have omitted the command. Returns this command, or null.
    private static string? MissingCommand(string word) => FileTree.IsFolder(word) ? $"{Sum} -r"
        : !FileTree.IsFile(word) ? null
        : ListedAlgorithm.OfListName(word) is null ? Sum : Check;

    /// <summary>Returns the most similar name, or null if no name is similar.</summary>
    public static string? Nearest(string word, IEnumerable<string> names) =>
        Near(word, names) is [string first, ..] ? first : null;

    /// <summary>
    /// Returns the most similar name. If no name is similar, returns up to four names that begin with the word or differ from it
    /// only in a digit, shortest first.
    /// </summary>
    public static IReadOnlyList<string> Near(string word, IEnumerable<string> names)
    {
        const int FewestLetters = 3, MostLetters = 40, MostNames = 4;
        if (word.Length is < FewestLetters or > MostLetters) return [];

        string? nearest = null;
        List<string> begun = [], digit = [];
        string plain = Plain(word);
        // In a short word, at least half of the letters must match. In a long word, at most two letters may differ. Names with
        // the same digits come first, because a different digit means a different algorithm. Otherwise, one digit of a long
        // number may differ.
        int least = Math.Min(2, (plain.Length - 1) / 2) + 1;
        string? slip = null;
        foreach (string name in names)
        {
            string other = Plain(name);
            if (plain.Length >= FewestLetters && other.StartsWith(plain, StringComparison.Ordinal)) begun.Add(name);
            int distance = Distance(plain, other);
            if (!Digits(plain).Order().SequenceEqual(Digits(other).Order()))
            {
                if (distance == 1) digit.Add(name);
                if (distance == 1 && Digits(plain).Count() >= FewestLetters) slip ??= name;
                continue;
            }

            if (distance >= least) continue;

            (nearest, least) = (name, distance);
        }

        if ((nearest ?? slip) is { } only) return [only];

        return [.. (begun.Count > 0 ? begun : digit).OrderBy(name => name.Length).Take(MostNames)];

        static IEnumerable<char> Digits(string text) => text.Where(char.IsAsciiDigit);
    }

    private static string Plain(string word) => string.Concat(word.Where(char.IsAsciiLetterOrDigit)).ToLowerInvariant();

    // Returns the number of wrong, missing, extra or swapped letters (restricted Damerau-Levenshtein distance).
    private static int Distance(string a, string b)
    {
        int[,] d = new int[a.Length + 1, b.Length + 1];
        for (int i = 0; i <= a.Length; i++)
        {
            for (int j = 0; j <= b.Length; j++)
            {
                if (i == 0 || j == 0)
                {
                    d[i, j] = i + j;
                    continue;
                }

                int least = Math.Min(Math.Min(d[i - 1, j], d[i, j - 1]) + 1, d[i - 1, j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1));
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) least = Math.Min(least, d[i - 2, j - 2] + 1);
                d[i, j] = least;
            }
        }

        return d[a.Length, b.Length];
    }
}
