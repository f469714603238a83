using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Commands;

/// <summary>
/// Implements <c>lanewise fleet</c>. The command starts the separate program <c>lanewise-fleet</c>, because most users do not
/// need the libraries for audits across many machines.
/// </summary>
internal static class FleetProgram
{
    public const string Command = "fleet", FileName = "lanewise-fleet";

    // This environment variable tells lanewise-fleet that the user has started it with 'lanewise fleet'.
    private const string Variable = "LANEWISE_FLEET_STARTED_BY", Starter = "lanewise";

    /// <summary>Indicates whether this program was not started by <c>lanewise fleet</c>.</summary>
    public static bool IsDirect { get; } = Environment.GetEnvironmentVariable(Variable) != Starter;

    /// <summary>The words with which the user starts the commands of audits: <c>lanewise fleet</c>, or <c>lanewise-fleet</c> if
    /// the user has started that program directly.</summary>
    public static string Words => IsDirect ? FileName : $"{Starter} {Command}";

    /// <summary>Creates the command's help entry.</summary>
    public static System.CommandLine.Command Create() =>
        new(Command, $"Audit files with many processes and machines, over days or months (the program {FileName}).");

    /// <summary>
    /// Runs <c>lanewise-fleet</c> with the arguments that follow <c>fleet</c>. On Unix, <c>lanewise-fleet</c> replaces this
    /// program in the same process, so its streams, signals and exit code need no forwarding. On Windows, this program waits for
    /// <c>lanewise-fleet</c>.
    /// </summary>
    /// <returns>The exit code of <c>lanewise-fleet</c>, or the exit code for a usage error if it is not installed.</returns>
    public static int Run(string[] args)
    {
        string[] given = Arguments.Exact(args);
        given = given[0] == Tool.HelpWord ? [Tool.HelpWord, .. given[2..]] : given[1..];
        if (!OperatingSystem.IsWindows()) RuntimeSocket.Delete();
        string? reason = null;
        foreach (string folder in Folders())
        {
            string path = Path.Combine(folder, OperatingSystem.IsWindows() ? FileName + ".exe" : FileName);
            if (OperatingSystem.IsWindows())
            {
                if (Wait(path, given) is int code) return code;
            }
            else if (Replace(path, given) is string error) reason ??= $"{path}: {error}";
        }

        Diagnostics.Say(reason is null
            ? $"'{Command}' needs the program {FileName}, which is neither beside lanewise nor on the PATH"
            : $"'{Command}' cannot start {reason}");
        if (reason is null)
        {
            Diagnostics.Plain($"Install the Debian package {FileName}, or the .NET tool: dotnet tool install --global "
                + "Lanewise.Fleet.Tool");
        }

        return ExitCode.WrongUsage;
    }

    // Returns the directories to search for the program: the directory of this program, the directory of the link that started
    // it, and the directories in PATH. Relative directories are never used.
    private static IEnumerable<string> Folders()
    {
        yield return AppContext.BaseDirectory;
        foreach (string? program in new[] { Environment.ProcessPath, Environment.GetCommandLineArgs()[0] })
        {
            if (Path.IsPathRooted(program) && Path.GetDirectoryName(program) is { Length: > 0 } folder) yield return folder;
        }

        foreach (string folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator))
        {
            if (Path.IsPathRooted(folder)) yield return folder;
        }
    }

    /// <summary>
    /// Replaces this program with the given program. Returns the reason if this fails, or null if the program does not exist.
    /// </summary>
    private static string? Replace(string path, string[] args)
    {
        byte[][] texts = [Text(path), .. args.Select(Text)];
        // C requires a null pointer at the end of the argument list.
        byte[] name = Text(Variable), value = Text(Starter);
        _ = LibC.SetVariable(
            Marshal.UnsafeAddrOfPinnedArrayElement(name, 0), Marshal.UnsafeAddrOfPinnedArrayElement(value, 0), replaces: 1);
        GC.KeepAlive(name);
        GC.KeepAlive(value);
        nint[] list = GC.AllocateArray<nint>(texts.Length + 1, pinned: true);
        for (int i = 0; i < texts.Length; i++) list[i] = Marshal.UnsafeAddrOfPinnedArrayElement((Array)texts[i], 0);
        _ = LibC.Execute(list[0], Marshal.UnsafeAddrOfPinnedArrayElement((Array)list, 0));

        int error = Marshal.GetLastSystemError();
        GC.KeepAlive(texts);
        // If this user has no permission to search a directory, the program is treated as not found there, whichever error the
        // system reports.
        return FileId.Exists(path) ? Marshal.GetPInvokeErrorMessage(error) : null;
    }

    private static byte[] Text(string text)
    {
        byte[] bytes = PathText.ToBytes(text), ended = GC.AllocateArray<byte>(bytes.Length + 1, pinned: true);
        bytes.CopyTo(ended, 0);
        return ended;
    }

    /// <summary>Runs the program and waits for it to exit. Returns null if the program does not exist.</summary>
    private static int? Wait(string path, string[] args)
    {
        // A console sends Ctrl-C to all programs attached to it, but this program must not exit before lanewise-fleet.
        Console.CancelKeyPress += static (_, key) => key.Cancel = true;
        try
        {
            ProcessStartInfo start = new(path, args) { UseShellExecute = false };
            start.Environment[Variable] = Starter;
            using Process process = Process.Start(start)!;
            process.WaitForExit();
            return process.ExitCode;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
