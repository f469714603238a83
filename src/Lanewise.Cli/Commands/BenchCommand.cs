using System.CommandLine;
namespace Lanewise.Cli.Commands;
internal static class BenchCommand
{
    public static Command Create() => new("bench", "x");
}
