using System.CommandLine;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Gpu;
using Lanewise.Cli.Icc;

namespace Lanewise.Cli;

/// <summary>The program <c>lanewise</c>. The command <c>lanewise fleet</c> starts a separate program.</summary>
internal static class Program
{
    /// <summary>All commands. To add a command, write a class with a <c>Create</c> method and add a line here.</summary>
    private static (string Name, Func<Command> Create)[] Commands() =>
    [
        ("sum", SumCommand.Create),
        ("check", CheckCommand.Create),
        ("etag", EtagCommand.Create),
        ("prove", ProveCommand.Create),
        ("bench", BenchCommand.Create),
        ("tune", TuneCommand.Create),
        ("argon2", Argon2Command.Create),
        ("icc", IccCommand.Create),
        ("gpu", GpuCommand.Create),
        (FleetProgram.Command, FleetProgram.Create),
        ("man", ManualCommands.CreateMan),
        ("completion", ManualCommands.CreateCompletion),
    ];

    private static int Main(string[] args) => args is [FleetProgram.Command, ..] or [Tool.HelpWord, FleetProgram.Command, ..]
        ? Tool.Guarded(() => FleetProgram.Run(args))
        : Tool.Start("lanewise", Commands(), args);
}
