using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Terminal;
using Lanewise.Hashing;

namespace Lanewise.Cli.Commands;

/// <summary>Options and manners that commands share.</summary>
internal static class HashingOptions
{
    public static Option<string?> Algorithm(string description) => new("--algorithm", "-a") { HelpName = "NAME", Description = description };

    public static Option<string?> Length() => new("--length", "-l") { HelpName = "BITS", Description = "Length of the digest in bits, as with b2sum." };

    public static Option<string?> Jobs() => new("--jobs", "-j") { HelpName = "N", Description = "Files to work on at once [default: number of cores]." };

    public static Option<string?> Flag(string name, string description) => new(name) { Description = description, Arity = ArgumentArity.Zero };

    public static Option<string?> Flag(string name, string shortName, string description) =>
        new(name, shortName) { Description = description, Arity = ArgumentArity.Zero };

    /// <summary>Whether a flag was given.</summary>
    /// <remarks>
    /// All options hold texts: generic code over texts is precompiled in the parser's library, over truth values and numbers
    /// it is compiled at every start, and a number's message would name a type.
    /// </remarks>
    public static bool Has(this ParseResult result, Option<string?> flag) => result.GetResult(flag) is not null;

    public static Argument<string[]> Names(string name, string description) => new(name)
    {
        Arity = ArgumentArity.ZeroOrMore, Description = description, DefaultValueFactory = static _ => [],
    };

    /// <summary>A number that an option was given; null where it was not given.</summary>
    public static int? Number(ParseResult result, Option<string?> option, int least, int most)
    {
        string? text = result.GetValue(option);
        if (text is null) return null;

        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number >= least && number <= most
            ? number
            : throw new UsageException(string.Create(CultureInfo.InvariantCulture, $"invalid {option.Name}: '{text}': it must be {least} to {most}"));
    }

    /// <summary>The number of workers for so many files.</summary>
    public static int Workers(ParseResult result, Option<string?> jobs, long files) =>
        (int)Math.Min(Number(result, jobs, 1, 1024) ?? Math.Min(Environment.ProcessorCount, 64), Math.Max(1, files));

    /// <summary>The rows of the catalogue that a command is about: all, or the one named.</summary>
    public static IReadOnlyList<HashRow> Rows(string? name)
    {
        if (name is null) return Catalog.Hashes;

        foreach (HashRow row in Catalog.Hashes)
        {
            if (row.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) return [row];
        }

        throw new UsageException($"unknown algorithm '{name}'; known are {string.Join(", ", Catalog.Hashes.Select(row => row.Name))}");
    }

    /// <summary>What a command is started with: <c>lanewise icc make</c>.</summary>
    public static string WordsOf(Command command)
    {
        foreach (Symbol parent in command.Parents)
        {
            if (parent is Command outer) return $"{WordsOf(outer)} {command.Name}";
        }

        // The root has the name of the assembly.
        return "lanewise";
    }

    /// <summary>Runs a command; wrong usage found on the way is said as one line, with where to look.</summary>
    public static void SetBody(this Command command, Func<ParseResult, int> body) => command.SetAction(result =>
    {
        try
        {
            return body(result);
        }
        catch (UsageException e)
        {
            Diagnostics.Say(e.Message);
            Diagnostics.Plain($"Try '{WordsOf(command)} --help' for more information.");
            return ExitCode.WrongUsage;
        }
    });
}
