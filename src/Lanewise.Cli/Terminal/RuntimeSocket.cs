using System.Runtime.CompilerServices;

namespace Lanewise.Cli.Terminal;

/// <summary>Handles the socket that .NET's diagnostic port uses for this process.</summary>
internal static class RuntimeSocket
{
    /// <summary>
    /// Deletes the socket before another program replaces this one in the same process. The runtime of the new program would
    /// create a socket with the same name (process ID and start time) and leave this socket behind. Native AOT builds have no
    /// socket.
    /// </summary>
    public static void Delete()
    {
        const int StartField = 22, NameField = 2;
        if (!OperatingSystem.IsLinux() || !RuntimeFeature.IsDynamicCodeSupported) return;

        try
        {
            // The second field, the name in parentheses, may contain spaces.
            string status = File.ReadAllText("/proc/self/stat");
            string start = status.Substring(status.LastIndexOf(')') + 2).Split(' ')[StartField - NameField - 1];
            string name = Invariant($"dotnet-diagnostic-{Environment.ProcessId}-{start}-socket");
            File.Delete(Path.Combine(Path.GetTempPath(), name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // If the socket remains, it does no harm.
        }
    }
}
