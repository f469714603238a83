using System.CommandLine;
using Lanewise.Cli.Commands;

namespace Lanewise.Cli.Fleet;

/// <summary>The program <c>lanewise-fleet</c>, which <c>lanewise fleet</c> starts.</summary>
internal static class Program
{
    private static (string Name, Func<Command> Create)[] Commands() =>
    [
        (FleetProgram.Command, FleetCommand.Create),
        ("man", ManualCommands.CreateMan),
        ("completion", ManualCommands.CreateCompletion),
    ];

    private static int Main(string[] args) =>
        args is ["man" or "completion" or "--version", ..] or [Tool.HelpWord, "man" or "completion", ..]
        ? Tool.Start(FleetProgram.FileName, Commands(), args)
        : Tool.Start(FleetProgram.FileName, Commands(), args, FleetProgram.Command);
}
