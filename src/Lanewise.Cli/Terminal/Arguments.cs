using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>Reads the command-line arguments as bytes.</summary>
internal static class Arguments
{
    /// <summary>
    /// Returns the arguments with their exact bytes. The runtime decodes arguments and replaces invalid UTF-8 with U+FFFD, but
    /// the kernel still has the original bytes. If any argument contains U+FFFD, all arguments are read from the kernel.
    /// </summary>
    public static string[] Exact(string[] args)
    {
        bool isExact = !OperatingSystem.IsLinux();
        if (!isExact)
        {
            isExact = true;
            foreach (string arg in args) isExact &= !arg.Contains('\uFFFD', StringComparison.Ordinal);
        }

        if (isExact) return args;

        try
        {
            return Take(File.ReadAllBytes("/proc/self/cmdline"), args);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return args;
        }
    }

    /// <summary>
    /// Returns the last NUL-terminated strings of the command line, one per argument. The arguments are preceded by the name of
    /// the program.
    /// </summary>
    public static string[] Take(ReadOnlySpan<byte> commandLine, string[] args)
    {
        string[] exact = new string[args.Length];
        if (commandLine.EndsWith((byte)0)) commandLine = commandLine.Slice(0, commandLine.Length - 1);
        for (int i = args.Length - 1; i >= 0; i--)
        {
            int before = commandLine.LastIndexOf((byte)0);
            if (before < 0) return args;

            exact[i] = PathText.FromBytes(commandLine.Slice(before + 1));
            commandLine = commandLine.Slice(0, before);
        }

        return exact;
    }
}
