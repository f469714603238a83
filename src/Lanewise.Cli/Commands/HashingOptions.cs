using System.CommandLine;
using System.CommandLine.Parsing;
using Lanewise.Cli.Terminal;
using Lanewise.Hashing;

namespace Lanewise.Cli.Commands;

/// <summary>Options and manners that commands share.</summary>
internal static class HashingOptions
{
    public static Option<string?> Algorithm(string description) => new("--algorithm", "-a") { HelpName = "NAME", Description = description };

    public static Option<int> Length() => new("--length", "-l") { HelpName = "BITS", Description = "Length of the digest in bits, as with b2sum." };

    public static Option<int?> Jobs() => new("--jobs", "-j") { HelpName = "N", Description = "Files to work on at once [default: number of cores]." };

    public static Option<bool> Flag(string name, string description) => new(name) { Description = description };

    public static Option<bool> Flag(string name, string shortName, string description) => new(name, shortName) { Description = description };

    public static Argument<string[]> Names(string name, string description) => new(name)
    {
        Arity = ArgumentArity.ZeroOrMore, Description = description, DefaultValueFactory = static _ => [],
    };

    /// <summary>The number of workers for so many files.</summary>
    public static int Workers(int? jobs, long files)
    {
        if (jobs is < 1 or > 1024) throw new UsageException($"invalid number of jobs: '{jobs}': it must be 1 to 1024");

        return (int)Math.Min(jobs ?? Math.Min(Environment.ProcessorCount, 64), Math.Max(1, files));
    }

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
            Diagnostics.Plain($"Try 'lanewise {command.Name} --help' for more information.");
            return ExitCode.WrongUsage;
        }
    });
}
