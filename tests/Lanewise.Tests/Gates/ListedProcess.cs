using System.Diagnostics;

namespace Lanewise.Tests;

/// <summary>Starts the test program again with settings that make the JIT print the machine code of selected methods.</summary>
internal static class ListedProcess
{
    public static ProcessStartInfo Start(string methods, string listingFile, params string[] arguments)
    {
        string executable = Environment.ProcessPath!, assembly = typeof(ListedProcess).Assembly.Location;
        bool isHost = Path.GetFileNameWithoutExtension(executable) == "dotnet";
        ProcessStartInfo start = new(executable, [.. isHost ? new[] { "exec", assembly } : [], .. arguments]);
        start.Environment["DOTNET_JitDisasm"] = methods;
        start.Environment["DOTNET_JitStdOutFile"] = listingFile;
        // The JIT uses the profiles of inlined .NET methods, which depend on how many calls the runtime has counted. For
        // example, BLAKE3's scalar kernel was 5,259 or 8,206 bytes long, depending on the machine's load.
        start.Environment["DOTNET_TieredPGO"] = "0";
        // Without this variable, the requested vector widths and numbers of streams alone decide which kernels are compiled.
        start.Environment.Remove(LanewiseSettings.MaxVectorBitsEnvironmentVariable);
        return start;
    }
}
