using System.Runtime.CompilerServices;

namespace Lanewise.Cli.Terminal;

/// <summary>The socket by which debuggers reach the runtime of this process.</summary>
internal static class RuntimeSocket
{
    /// <summary>
    /// Deletes the socket, before another program takes this one's place in the process. The next runtime would give its own
    /// socket the same name, of the process and its start, and would leave this one behind. Machine code has none.
    /// </summary>
    public static void Delete()
    {
        const int StartField = 22, NameField = 2;
        if (!OperatingSystem.IsLinux() || !RuntimeFeature.IsDynamicCodeSupported) return;

        try
        {
            // The second field, the name in brackets, may hold spaces.
            string status = File.ReadAllText("/proc/self/stat");
            string start = status.Substring(status.LastIndexOf(')') + 2).Split(' ')[StartField - NameField - 1];
            string name = Invariant($"dotnet-diagnostic-{Environment.ProcessId}-{start}-socket");
            File.Delete(Path.Combine(Path.GetTempPath(), name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It stays, and does no harm.
        }
    }
}
