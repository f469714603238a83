using System.CommandLine;
namespace Lanewise.Cli.Commands;
internal static class ProveCommand
{
    public static Command Create() => new("prove", "x");
}
