using System.Diagnostics;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Runs installed programs with which the tests compare Lanewise.</summary>
internal static class Tool
{
    /// <summary>Skips the test and states the reason if a program is not installed.</summary>
    public static void Require(string program)
    {
        foreach (string folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator))
        {
            if (folder.Length > 0 && File.Exists(Path.Combine(folder, program))) return;
        }

        Assert.Skip($"The program '{program}' is not installed here (tools/install-test-deps.sh installs it).");
    }

    public static string Run(string program, IEnumerable<string> arguments, Action<Stream>? input = null)
    {
        ProcessStartInfo start = new(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = input is not null,
        };
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(), errors = process.StandardError.ReadToEndAsync();
        if (input is not null)
        {
            // A program may end before it has read all of its input. The exit code and the output show the reason, so the broken
            // pipe is ignored.
            try
            {
                input(process.StandardInput.BaseStream);
                process.StandardInput.Close();
            }
            catch (IOException)
            {
            }
        }

        process.WaitForExit();
        Assert.True(process.ExitCode == 0, $"{program} ended with {process.ExitCode}: {errors.Result}");
        return output.Result;
    }
}
