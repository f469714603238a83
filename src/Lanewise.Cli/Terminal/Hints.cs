using System.CommandLine;

namespace Lanewise.Cli.Terminal;

/// <summary>What somebody probably meant who types as for another tool.</summary>
internal static class Hints
{
    private const string Sum = "sum", Check = "check";

    /// <summary>Tools whose name is that of an algorithm with "sum" behind it.</summary>
    private static readonly (string Tool, string Algorithm)[] Tools =
    [
        ("md5sum", "md5"), ("b2sum", "blake2b"), ("b3sum", "blake3"), ("sha1sum", "sha1"), ("sha256sum", "sha256"),
        ("sha384sum", "sha384"), ("sha512sum", "sha512"),
    ];

    /// <summary>A hint for a word that is no command or option; null where nobody knows.</summary>
    public static string? Of(string word, Command command)
    {
        switch (word)
        {
            case "-c" or "--check" when command.Name == Sum:
                return $"unrecognized option '{word}'; lists are checked by 'lanewise {Check}'";
            case "help":
                return "unknown command 'help'; 'lanewise --help' and 'lanewise COMMAND --help' show help";
            case "version" or "-V" or "-v":
                return $"unknown {(word[0] == '-' ? "option" : "command")} '{word}'; 'lanewise --version' shows the version";
        }

        foreach ((string tool, string algorithm) in Tools)
        {
            if (tool == word)
            {
                return $"unknown command '{word}'; it is 'lanewise {Sum} -a {algorithm}', and its --check 'lanewise {Check} -a "
                    + $"{algorithm}'";
            }
        }

        return null;
    }
}
