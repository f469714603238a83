using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Lanewise.Cli.Terminal;

/// <summary>Standard input, output and error as the parent process left them: open, closed, or a terminal.</summary>
internal static class StandardStreams
{
    private const int InputDescriptor = 0, OutputDescriptor = 1, ErrorDescriptor = 2;
    private const int DefaultColumns = 80, FewestColumns = 10;

    /// <summary>
    /// The columns of the terminal that standard error goes to; asked for again each time, because windows change.
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

    /// <summary>Standard input: the bytes as they come, from a terminal, too.</summary>
    /// <exception cref="IOException">It is closed.</exception>
    public static Stream Input()
    {
        if (!IsOpen(InputDescriptor)) throw Closed();

#pragma warning disable RS0030 // For a regular file, which it reads as it is; see Open.
        return Open(InputDescriptor, FileAccess.Read) ?? Console.OpenStandardInput();
#pragma warning restore RS0030
    }

    /// <summary>Standard output.</summary>
    /// <exception cref="IOException">It is closed.</exception>
    public static Stream Output() =>
        IsOpen(OutputDescriptor) ? Open(OutputDescriptor, FileAccess.Write) ?? Console.OpenStandardOutput() : throw Closed();

    /// <summary>Standard error; where it is closed nobody is told.</summary>
    public static Stream Error() =>
        IsOpen(ErrorDescriptor) ? Open(ErrorDescriptor, FileAccess.Write) ?? Console.OpenStandardError() : Stream.Null;

    /// <summary>
    /// Keeps the console class from initialising the terminal, which it does with escape sequences in the middle of a line.
    /// </summary>
    public static void LeaveTerminalAlone() => Environment.SetEnvironmentVariable("TERM", null);

    /// <summary>
    /// On Windows a console takes bytes for characters of an old code page, unless it is told that they are UTF-8. It is the
    /// shell's console, too, so it gets its own back at the end.
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
            // No console behind it after all.
        }
    }

    // Under the number of a descriptor that was closed the runtime opens a file of its own, and reading it may never end. But
    // what it opens it closes for programs that it starts, and what was handed to us cannot have been closed so.
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
            // No such folder here: nothing is known.
            return true;
        }
    }

    private static IOException Closed() => new("Bad file descriptor");

    // The console stream drops what a closed pipe does not take, and the run would continue without a reader. A file stream throws.
    // On a terminal the console stream edits lines itself: it decodes bytes, and it misses an end of input that was typed before
    // the program started. A file stream reads what the terminal gives.
    // But a file stream on a regular file uses its own offset. The next program of a shell's list would overwrite our lines, or read
    // our input again. The console stream is right there.
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
            // Not open for this access: the console stream deals with it.
            return null;
        }
    }
}
