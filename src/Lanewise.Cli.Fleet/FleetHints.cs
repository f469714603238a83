using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Fleet;

namespace Lanewise.Cli.Fleet;

/// <summary>
/// Formats the commands that messages and pages suggest. A suggested command can be copied: it begins with the program as the
/// user started it, and it names the catalogue if the user named it.
/// </summary>
internal static class FleetHints
{
    private static string option = "";

    /// <summary>A hint for a catalogue without jobs.</summary>
    public static string MakesJob => $"'{Command("plan SOURCE")}' makes one";

    /// <summary>Stores the name of the catalogue, for all later hints.</summary>
    public static void Use(string? catalogue) =>
        option = string.IsNullOrEmpty(catalogue) ? "" : $" --catalogue {FileNames.Quote(catalogue)}";

    /// <summary>Returns a command that can be copied.</summary>
    /// <param name="words">The command after the name of the program, without the catalogue.</param>
    public static string Command(string words) => $"{FleetProgram.Words} {words}{option}";

    /// <summary>Returns the command that accepts the files of a job as they are, without the name of the program.</summary>
    public static string Accept(string job) => $"plan --job {FileNames.Quote(job)} --new-baseline";

    /// <summary>Returns the command that reports a run.</summary>
    public static string Report(FleetJob run, string more = "") =>
        Command(Invariant($"report --job {FileNames.Quote(run.Name)} --run {run.Run}{more}"));
}
