using System.Globalization;

namespace Lanewise.Fuzz;

/// <summary>The command line of the fuzzer.</summary>
internal sealed record FuzzOptions
{
    public const string Help = """
        Compares every algorithm of the catalogues, in every verb, shape and width, with independent implementations, and gives
        mutated bytes to everything that reads foreign ones.

          dotnet run -c Release --project tests/Fuzz -- [OPTION...]

          --seconds N      how long (default 10; 0: until stopped)
          --cases N        ends each target after so many cases, and then the run; without --seconds no time ends it
          --seed N         the random numbers of a run that was printed (default: new ones)
          --only NAME,...  targets by name; a star at the end stands for any ending, a ! in front leaves them out:
                           --only blake3,skein-*   --only !read-*
          --case N         one case of one target, as a failure prints it; needs --seed and --only
          --threads N      workers (default 1)
          --list           the targets, and the references with their versions
          --canary         spoils one answer of ours, to see that the fuzzer fails

        Ceilings are set from outside, as for the suite: LANEWISE_MAX_VECTOR_BITS=0|128|256|512 caps what the library chooses,
        DOTNET_EnableAVX512=0, DOTNET_EnableAVX2=0 or DOTNET_EnableHWIntrinsic=0 hides instructions. Below the ceiling the width
        changes from case to case.

        A difference prints the case and how to run it again, and ends with 1. The summary counts comparisons for each target
        and reference: "itself" are forms of ours compared with each other, everything else is somebody else's code. The last line
        is "N passed, N failed, N skipped": targets without a failure, with one, and references that are not installed
        (tools/install-test-deps.sh installs them; then build again).
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

            if (i + 1 == args.Length) throw new FormatException($"'{name}' is no option, or its value is missing");

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
                _ => throw new FormatException($"'{name}' is no option"),
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
