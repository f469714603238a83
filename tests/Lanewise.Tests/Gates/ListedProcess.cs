using System.Diagnostics;

namespace Lanewise.Tests;

/// <summary>Starts the test program again, with the JIT printing the machine code of some methods.</summary>
internal static class ListedProcess
{
    public static ProcessStartInfo Start(string methods, string listingFile, params string[] arguments)
    {
        string executable = Environment.ProcessPath!, assembly = typeof(ListedProcess).Assembly.Location;
        bool isHost = Path.GetFileNameWithoutExtension(executable) == "dotnet";
        ProcessStartInfo start = new(executable, [.. isHost ? new[] { "exec", assembly } : [], .. arguments]);
        start.Environment["DOTNET_JitDisasm"] = methods;
        start.Environment["DOTNET_JitStdOutFile"] = listingFile;
        // Inlined .NET methods include their profiles, which depend on how far the runtime has counted. The scalar kernel of
        // BLAKE3 had 5,259 or 8,206 bytes of code, depending on the load of the machine.
        start.Environment["DOTNET_TieredPGO"] = "0";
        // Only the shapes decide what is compiled here.
        start.Environment.Remove(LanewiseSettings.MaxVectorBitsEnvironmentVariable);
        return start;
    }
}
