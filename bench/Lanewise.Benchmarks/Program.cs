using BenchmarkDotNet.Running;
using Lanewise.Benchmarks;
using Lanewise.Benchmarks.Compare;
using Lanewise.Lanes;

double started = Clock.Processor.Now();
string command = args.Length == 0 || args[0].StartsWith('-') ? "compare" : args[0];
switch (command)
{
    case "compare":
        return CompareCommand.Run(args.Length > 0 && args[0] == "compare" ? args.AsSpan(1) : args);

    case FreshProcess.Command when args.Length == 2:
        return FreshProcess.RunChild(args[1], started);

    case "pages":
        return MachinePages.Run(args.AsSpan(1));

    case "bdn":
        return Benchmarks.Run(args[1..]);

    default:
        Console.Error.WriteLine(
            $"'{command}' is not a command. There are compare (the default), pages and bdn.\n\n{CompareCommand.Usage}\n\n{MachinePages.Usage}\n\n{Benchmarks.Usage}");
        return 2;
}

/// <summary>BenchmarkDotNet, kept out of the main method: a fresh process that measures itself must not load it.</summary>
internal static class Benchmarks
{
    public const string Usage = """
        bdn [options of BenchmarkDotNet]

        Absolute times and allocations, by BenchmarkDotNet, all of its options allowed:
          bdn --filter '*OneMessage*' --job short
          bdn --filter '*' --allCategories lanewise
        """;

    public static int Run(string[] arguments)
    {
        // What a process comes to, not the kernels that it begins with.
        ColdStart.Bytes = 0;

        // In process: the project that BenchmarkDotNet would generate cannot see the catalogue and needs a build of its own.
        string[] inProcess = arguments.Contains("--inProcess") ? [] : ["--inProcess"];
        BenchmarkSwitcher.FromAssembly(typeof(Benchmarks).Assembly).Run([.. arguments, .. inProcess]);
        return 0;
    }
}
