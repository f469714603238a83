using System.Diagnostics;
using System.Runtime.InteropServices;
using Lanewise.Gpu.Native;

namespace Lanewise.Gpu.Tests;

/// <summary>
/// The fake CUDA driver (tests/Gpu/stand-in), which is built once. Afterwards, this process uses no other driver.
/// </summary>
internal static class StandIn
{
    private const string Name = "lanewise-stand-in";

    private static readonly Lazy<string?> WhyNot = new(Build);
    private static string library = "";

    public static string Folder => Path.Combine(Root(), "tests", "Gpu", "stand-in");

    /// <summary>
    /// Returns the device of the fake driver with its default settings. If no compiler can build the driver, the test is
    /// skipped.
    /// </summary>
    public static AcceleratorInfo Use(string settings = "")
    {
        if (WhyNot.Value is string reason) Assert.Skip(reason);
        // Finalizes the objects that the previous test did not dispose.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        lw_stand_in_set("fresh " + settings);
        // A lost device may have left its context on this thread.
        _ = Cu.cuCtxSetCurrent(IntPtr.Zero);
        return Assert.Single(Accelerator.List(), info => info.Api == AcceleratorApi.Cuda);
    }

    /// <summary>Changes the settings and resets the counters.</summary>
    public static void Set(string settings) => lw_stand_in_set(settings);

    public static long Count(string what) => lw_stand_in_count(what);

    /// <summary>Checks that no resources remain, and that no call was invalid.</summary>
    public static void ExpectClean()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        foreach (string what in (ReadOnlySpan<string>)
            ["live", "dirty", "overruns", "misuses", "registered", "streams", "modules", "contexts"])
        {
            Assert.True(Count(what) == 0, $"{what}: {Count(what)}");
        }
    }

    public static string Root()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "Lanewise.slnx"))) folder = Path.GetDirectoryName(folder);
        return folder ?? throw new InvalidOperationException("No folder above the tests contains Lanewise.slnx.");
    }

    private static string? Build()
    {
        if (!OperatingSystem.IsLinux()) return "The stand-in for the CUDA driver is built on Linux only.";

        library = Path.Combine(AppContext.BaseDirectory, "stand-in.so");
        string kernels = Path.Combine(Root(), "src", "Lanewise.Gpu", "Kernels", "lanewise.cl");
        string[] sources = [Path.Combine(Folder, "cuda.cpp"), kernels];
        if (!File.Exists(library) || sources.Any(source => File.GetLastWriteTimeUtc(source) > File.GetLastWriteTimeUtc(library)))
        {
            string made = library + "." + Environment.ProcessId.ToString(System.Globalization.CultureInfo.InvariantCulture);
            ProcessStartInfo start = new("bash", [Path.Combine(Folder, "build.sh"), made]) { RedirectStandardError = true };
            using Process build = Process.Start(start)!;
            string errors = build.StandardError.ReadToEnd();
            build.WaitForExit();
            if (errors.Contains("not found", StringComparison.Ordinal)) return "g++ is missing; see tools/install-test-deps.sh";
            Assert.True(build.ExitCode == 0, errors);
            File.Move(made, library, overwrite: true);
        }

        // The variable must be set before the first call into either library.
        Environment.SetEnvironmentVariable(NativeLibraries.CudaVariable, library);
        NativeLibrary.SetDllImportResolver(
            typeof(StandIn).Assembly, static (name, _, _) => name == Name ? NativeLibrary.Load(library) : IntPtr.Zero);
        return null;
    }

    [DllImport(Name, CharSet = CharSet.Ansi, BestFitMapping = false, ThrowOnUnmappableChar = true)]
    private static extern void lw_stand_in_set([MarshalAs(UnmanagedType.LPStr)] string settings);

    [DllImport(Name, CharSet = CharSet.Ansi, BestFitMapping = false, ThrowOnUnmappableChar = true)]
    private static extern long lw_stand_in_count([MarshalAs(UnmanagedType.LPStr)] string what);
}
