using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>The arguments as bytes.</summary>
internal static class Arguments
{
    /// <summary>
    /// The runtime makes text of arguments and puts U+FFFD for what is not UTF-8; the kernel still has the bytes. Where one has
    /// that
    /// character, all are taken from there.
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
    /// The last of the texts that end with NUL, as many as there are arguments: before them stands the program.
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
