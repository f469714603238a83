using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Lanewise.Cli.Terminal;

/// <summary>Standard input, output and error as the parent process left them: open, closed, or a terminal.</summary>
internal static class StandardStreams
{
    private const int InputDescriptor = 0, OutputDescriptor = 1, ErrorDescriptor = 2;
    private const int DefaultColumns = 80, FewestColumns = 10;

    /// <summary>
    /// The width of the terminal that shows standard error. The width is queried each time, because users resize windows.
    /// </summary>
    public static int Columns
    {
        get
        {
            try
            {
                return Console.WindowWidth is int columns and > 0 ? Math.Max(columns, FewestColumns) : DefaultColumns;
            }
            catch (Exception e) when (e is IOException or PlatformNotSupportedException)
            {
                return DefaultColumns;
            }
        }
    }

    /// <summary>
    /// The width of text and tables on standard output: the width of the terminal, but at least 40 and at most 80 columns.
    /// Without a terminal, the width is 80 columns.
    /// </summary>
    public static int TextColumns => Console.IsOutputRedirected ? 80 : Math.Clamp(Columns, 40, 80);

    /// <summary>
    /// Indicates whether text on standard output is colored. Colors require that standard output is a terminal with colors, and
    /// that NO_COLOR is not set (no-color.org).
    /// </summary>
    public static bool HasColors { get; private set; }

    /// <summary>
    /// Indicates whether text on standard error is colored, under the same conditions as for <see cref="HasColors"/>.
    /// </summary>
    public static bool HasErrorColors { get; private set; }

    /// <summary>Returns standard input as raw bytes, even on a terminal.</summary>
    /// <exception cref="IOException">Standard input is closed.</exception>
    public static Stream Input()
    {
        if (!IsOpen(InputDescriptor)) throw Closed();

#pragma warning disable RS0030 // A regular file needs no conversion; see Open.
        return Open(InputDescriptor, FileAccess.Read) ?? Console.OpenStandardInput();
#pragma warning restore RS0030
    }

    /// <summary>
    /// If standard input is a terminal, prints a message that the command is waiting for input. Without this message, the
    /// command would seem to hang.
    /// </summary>
    /// <param name="argument">The argument that the user may have omitted.</param>
    public static void SayWaits(string argument)
    {
        if (Console.IsInputRedirected) return;

        string end = OperatingSystem.IsWindows() ? "Ctrl-Z and Enter" : "Ctrl-D";
        Diagnostics.Say($"no {argument} is named: reading the terminal until {end}");
    }

    /// <summary>Indicates whether standard input and standard error are a terminal, so that the user can be asked.</summary>
    public static bool CanAsk => !Console.IsInputRedirected && !Console.IsErrorRedirected;

    /// <summary>Asks the user a question on the terminal, and returns whether the answer is yes.</summary>
    public static bool Confirms(string question)
    {
        Diagnostics.Ask($"{question} [y/N]");
        using StreamReader input = new(Input());
        return input.ReadLine() is { } answer && answer.Trim().ToUpperInvariant() is "Y" or "YES";
    }

    /// <summary>Returns standard output.</summary>
    /// <exception cref="IOException">Standard output is closed.</exception>
    public static Stream Output() =>
        IsOpen(OutputDescriptor) ? Open(OutputDescriptor, FileAccess.Write) ?? Console.OpenStandardOutput() : throw Closed();

    /// <summary>Returns standard error. If standard error is closed, all output is discarded.</summary>
    public static Stream Error() =>
        IsOpen(ErrorDescriptor) ? Open(ErrorDescriptor, FileAccess.Write) ?? Console.OpenStandardError() : Stream.Null;

    /// <summary>
    /// Prevents the console class from initializing the terminal, which would write escape sequences in the middle of a line. The
    /// method changes TERM, so the use of colors is determined first.
    /// </summary>
    public static void LeaveTerminalAlone()
    {
        bool areWanted = string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
            && Environment.GetEnvironmentVariable("TERM") is { Length: > 0 } and not "dumb";
        HasColors = areWanted && !Console.IsOutputRedirected;
        HasErrorColors = areWanted && !Console.IsErrorRedirected;
        Environment.SetEnvironmentVariable("TERM", null);
    }

    /// <summary>
    /// By default, a Windows console decodes bytes with an old code page, so this method selects UTF-8. The console is shared
    /// with the shell, so the old code page is restored at the end.
    /// </summary>
    public static void SpeakUtf8()
    {
        if (!OperatingSystem.IsWindows() || (Console.IsOutputRedirected && Console.IsErrorRedirected)) return;

        try
        {
            Encoding before = Console.OutputEncoding;
            if (before.CodePage == Encoding.UTF8.CodePage) return;

            Console.OutputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
            AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.OutputEncoding = before;
        }
        catch (Exception e) when (e is IOException or PlatformNotSupportedException)
        {
            // The process has no console.
        }
    }

    // If a descriptor was closed at the start, the runtime may have reused its number for one of its own files. Reading from
    // such a file might block forever. The runtime's files have the close-on-exec flag, which an inherited descriptor cannot
    // have.
    private static bool IsOpen(int descriptor)
    {
        const int ClosesOnExec = 0x80000;
        if (!OperatingSystem.IsLinux()) return true;

        try
        {
            string path = Invariant($"/proc/self/fdinfo/{descriptor}"),
                text = File.ReadAllText(path);
            int flags = text.IndexOf("flags:\t", StringComparison.Ordinal);
            if (flags < 0) return true;

            int end = text.IndexOf('\n', flags);
            return (Convert.ToInt32(text.Substring(flags + 7, end - flags - 7), 8) & ClosesOnExec) == 0;
        }
        catch (FileNotFoundException)
        {
            return false;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException or ArgumentException)
        {
            // If /proc cannot be read, the state of the descriptor is unknown.
            return true;
        }
    }

    private static IOException Closed() => new("Bad file descriptor");

    // For a pipe, a file stream is used. The console stream drops data that a closed pipe rejects, so the run would continue
    // without a reader, whereas a file stream throws an exception. For a terminal, a file stream is also used. The console
    // stream edits lines itself, decodes bytes, and misses an end of input that was typed before the program started. A file
    // stream reads the bytes exactly as the terminal sends them. For a regular file, the console stream is used. A file stream
    // keeps its own offset, so the next program in a shell script would overwrite the output or read the input again.
    private static FileStream? Open(int descriptor, FileAccess access)
    {
        if (OperatingSystem.IsWindows()) return null;

        try
        {
            FileStream file = new(new SafeFileHandle(descriptor, ownsHandle: false), access, bufferSize: 0);
            return file.CanSeek ? null : file;
        }
        catch (Exception e) when (e is IOException or ArgumentException or UnauthorizedAccessException)
        {
            // The descriptor is not open for this kind of access. The console stream handles this case.
            return null;
        }
    }
}
