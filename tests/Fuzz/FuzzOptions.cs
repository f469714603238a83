using System.Globalization;

namespace Lanewise.Fuzz;

/// <summary>The command line of the fuzzer.</summary>
internal sealed record FuzzOptions
{
    public const string Help = """
        Compares every algorithm of the catalogues with other implementations, for every method, shape and vector width. Also
        passes mutated bytes to all code that reads untrusted input.

          dotnet run -c Release --project tests/Fuzz -- [OPTION...]

          --seconds N      the length of the run (default 10; 0: until stopped)
          --cases N        ends each target after N cases; without --seconds, the run has no time limit
          --seed N         repeats the random numbers of a run (default: a new seed)
          --only NAME,...  selects targets by name; a final * matches any ending, an initial ! excludes targets:
                           --only blake3,skein-*   --only !read-*
          --case N         runs one case of one target, as a failure prints it; needs --seed and --only
          --threads N      the number of workers (default 1)
          --list           lists the targets, and the reference implementations with their versions
          --canary         corrupts one answer of Lanewise, to show that the fuzzer fails

        Variables limit the instruction sets, as for the suite. LANEWISE_MAX_VECTOR_BITS=0|128|256|512 caps the width that the
        library chooses. DOTNET_EnableAVX512=0, DOTNET_EnableAVX2=0 or DOTNET_EnableHWIntrinsic=0 hides instructions. Below the
        limit, the width changes from case to case.

        If an answer differs, the fuzzer prints the case with the options that repeat it, and exits with 1. The summary counts
        comparisons for each target and reference implementation; "itself" means comparisons between methods of Lanewise. The
        last line is "N passed, N failed, N skipped": the targets without and with a failure, and the reference implementations
        that are not installed (tools/install-test-deps.sh installs them; then build again).
        """;

    public double Seconds { get; private init; } = 10;

    private bool HasSeconds { get; init; }

    public long Cases { get; private init; } = long.MaxValue;

    public int Seed { get; private init; } = Random.Shared.Next();

    public string[] Only { get; private init; } = ["*"];

    public long? Case { get; private init; }

    public int Threads { get; private init; } = 1;

    public bool IsList { get; private init; }

    public bool IsHelp { get; private init; }

    public bool IsCanary { get; private init; }

    /// <exception cref="FormatException">An option is invalid. The message describes the error.</exception>
    public static FuzzOptions Parse(ReadOnlySpan<string> args)
    {
        FuzzOptions options = new();
        for (int i = 0; i < args.Length; i++)
        {
            string name = args[i];
            switch (name)
            {
                case "--help" or "-h": options = options with { IsHelp = true }; continue;
                case "--list": options = options with { IsList = true }; continue;
                case "--canary": options = options with { IsCanary = true }; continue;
            }

            if (i + 1 == args.Length) throw new FormatException($"'{name}' is not an option, or its value is missing");

            string value = args[++i];
            options = name switch
            {
                "--seconds" => options with { Seconds = Number(name, value, 0, 1_000_000), HasSeconds = true },
                "--seed" => options with { Seed = (int)Number(name, value, 0, int.MaxValue) },
                "--cases" => options with
                {
                    Cases = Number(name, value, 1, long.MaxValue), Seconds = options.HasSeconds ? options.Seconds : 0,
                },
                "--case" => options with { Case = Number(name, value, 0, long.MaxValue) },
                "--threads" => options with { Threads = (int)Number(name, value, 1, 1024) },
                "--only" => options with { Only = value.Split(',') },
                _ => throw new FormatException($"'{name}' is not an option"),
            };
        }

        return options;
    }

    public bool Takes(string target)
    {
        bool Is(string name) => name.EndsWith('*')
            ? target.StartsWith(name.AsSpan(0, name.Length - 1), StringComparison.Ordinal)
            : name == target;
        string[] without = [.. Only.Where(name => name.StartsWith('!'))];
        return !without.Any(name => Is(name[1..])) && (without.Length == Only.Length || Only.Except(without).Any(Is));
    }

    private static long Number(string name, string text, long least, long most) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) && number >= least && number <= most
            ? number
            : throw new FormatException(
                string.Create(CultureInfo.InvariantCulture, $"'{name}' takes a number from {least} to {most}"));
}
