using System.Diagnostics;

namespace Lanewise.Tests;

/// <summary>The test program anew, with the JIT writing down the machine code of some methods.</summary>
internal static class ListedProcess
{
    public static ProcessStartInfo Start(string methods, string listingFile, params string[] arguments)
    {
        string executable = Environment.ProcessPath!, assembly = typeof(ListedProcess).Assembly.Location;
        bool isHost = Path.GetFileNameWithoutExtension(executable) == "dotnet";
        ProcessStartInfo start = new(executable, [.. isHost ? new[] { "exec", assembly } : [], .. arguments]);
        start.Environment["DOTNET_JitDisasm"] = methods;
        start.Environment["DOTNET_JitStdOutFile"] = listingFile;
        // .NET's methods that a kernel inlines bring their profiles along, and those depend on how far the
        // runtime's counting had come: BLAKE3's scalar kernel had 5,259 or 8,206 bytes of code by the load of the day.
        start.Environment["DOTNET_TieredPGO"] = "0";
        // Only the shapes themselves decide what is compiled here.
        start.Environment.Remove(LanewiseSettings.MaxVectorBitsEnvironmentVariable);
        return start;
    }
}
