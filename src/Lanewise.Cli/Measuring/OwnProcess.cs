using System.Diagnostics;
using System.Globalization;

namespace Lanewise.Cli.Measuring;

/// <summary>
/// Runs this tool in another process, for measurements that require a fresh process. That process prints numbers.
/// </summary>
internal static class OwnProcess
{
    /// <summary>Runs the process.</summary>
    /// <param name="arguments">The arguments for the process.</param>
    /// <param name="tuning">The value of the environment variable for tuning. Null passes on the value of this process.</param>
    /// <returns>The numbers on the first line of the output, or an empty array if the process failed.</returns>
    public static double[] Ask(IEnumerable<string> arguments, string? tuning = null)
    {
        string program = Environment.ProcessPath!;
        bool isHost = Path.GetFileNameWithoutExtension(program) == "dotnet";
        string[] before = isHost ? [Environment.GetCommandLineArgs()[0]] : [];
        ProcessStartInfo start = new(program, [.. before, .. arguments]) { RedirectStandardOutput = true };
        if (tuning is not null) start.Environment[LanewiseSettings.TuningEnvironmentVariable] = tuning;
        using Process process = Process.Start(start)!;
        string[] words = process.StandardOutput.ReadToEnd().Split('\n')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        process.WaitForExit();
        return process.ExitCode != ExitCode.Good || !words.All(word => double.TryParse(word, CultureInfo.InvariantCulture, out _))
            ? []
            : [.. words.Select(word => double.Parse(word, CultureInfo.InvariantCulture))];
    }
}
