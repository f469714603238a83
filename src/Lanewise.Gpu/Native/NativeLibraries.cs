using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Lanewise.Gpu.Native;

/// <summary>Maps the names of the two imported libraries to the names that each operating system uses.</summary>
internal static class NativeLibraries
{
    public const string OpenCl = "lanewise-opencl", Cuda = "lanewise-cuda";

    /// <summary>
    /// The environment variables that can specify another library, for example a simulator, a test double, or a loader in an
    /// unusual directory. The value <see cref="None"/> disables the search.
    /// </summary>
    public const string OpenClVariable = "LANEWISE_OPENCL_LIBRARY", CudaVariable = "LANEWISE_CUDA_LIBRARY";

    /// <summary>The value of the environment variables that disables the search for a library.</summary>
    public const string None = "none";

    private const DllImportSearchPath Folders = DllImportSearchPath.System32 | DllImportSearchPath.SafeDirectories;

    // In containers and in the Windows Subsystem for Linux, the driver has the second or the third of the following names.
    private static readonly Lazy<IntPtr> CudaLibrary = new(() => Load(
        CudaVariable,
        ["libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"],
        ["nvcuda.dll"],
        []));

    private static readonly Lazy<IntPtr> OpenClLibrary = new(() => Load(
        OpenClVariable,
        ["libOpenCL.so.1", "libOpenCL.so"],
        ["OpenCL.dll"],
        ["/System/Library/Frameworks/OpenCL.framework/OpenCL"]));

    public static bool HasCuda => CudaLibrary.Value != IntPtr.Zero;

    public static bool HasOpenCl => OpenClLibrary.Value != IntPtr.Zero;

    /// <summary>
    /// The reason why the library that an environment variable specifies is not used, or null if it is used or the variable
    /// specifies no library.
    /// </summary>
    public static string? Problem(string variable)
    {
        string? forced = Environment.GetEnvironmentVariable(variable);
        if (string.IsNullOrEmpty(forced) || forced == None) return null;

        try
        {
            // If the library is already loaded, these calls only change a reference count.
            NativeLibrary.Free(NativeLibrary.Load(forced, typeof(NativeLibraries).Assembly, Folders));
            return null;
        }
        catch (Exception e) when (e is DllNotFoundException or BadImageFormatException)
        {
            // The first line of the exception message contains general advice. The operating system's messages follow, one
            // line for each name that was tried.
            string words = e.Message.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries) switch
            {
                [_, string first, ..] => first,
                [string only] => only,
                _ => "the system returned no reason",
            };
            return $"{variable} specifies '{forced}', which cannot be loaded: {words}";
        }
    }

    /// <summary>Returns the exception for a library that has the right name but lacks functions.</summary>
    public static AcceleratorException Foreign(string what, Exception e) => new($"The {what} cannot be used: {e.Message}", e);

    /// <summary>The first required function that the CUDA driver lacks, or null if no function is missing.</summary>
    public static string? MissingInCuda => Missing(CudaLibrary, Cu.Functions);

    /// <summary>The first required function that the OpenCL loader lacks, or null if no function is missing.</summary>
    public static string? MissingInOpenCl => Missing(OpenClLibrary, Cl.Functions);

    /// <summary>
    /// Returns whether an exception from the first call means that the library is too old, is built for another architecture,
    /// or is not a driver.
    /// </summary>
    public static bool IsForeign(Exception e) =>
        e is EntryPointNotFoundException or DllNotFoundException or BadImageFormatException;

    [ModuleInitializer]
    [SuppressMessage(
        "Usage", "CA2255",
        Justification = "Nothing runs but the registration of a resolver, which must precede the first import.")]
    internal static void Register() => NativeLibrary.SetDllImportResolver(
        typeof(NativeLibraries).Assembly,
        static (name, _, _) => name switch
        {
            OpenCl => OpenClLibrary.Value,
            Cuda => CudaLibrary.Value,
            _ => IntPtr.Zero,
        });

    private static string? Missing(Lazy<IntPtr> library, string[] functions) =>
        library.Value == IntPtr.Zero
            ? null
            : Array.Find(functions, name => !NativeLibrary.TryGetExport(library.Value, name, out _));

    private static IntPtr Load(string variable, string[] linux, string[] windows, string[] mac)
    {
        string? forced = Environment.GetEnvironmentVariable(variable);
        string[] names = forced == None ? []
            : !string.IsNullOrEmpty(forced) ? [forced]
            : OperatingSystem.IsWindows() ? windows
            : OperatingSystem.IsMacOS() ? mac
            : linux;
        foreach (string name in names)
        {
            if (NativeLibrary.TryLoad(name, typeof(NativeLibraries).Assembly, Folders, out IntPtr library))
            {
                return library;
            }
        }

        return IntPtr.Zero;
    }
}
