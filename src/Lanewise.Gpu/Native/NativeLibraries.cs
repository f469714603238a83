using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Lanewise.Gpu.Native;

/// <summary>Maps the two library names that this assembly imports from to what each system calls them.</summary>
internal static class NativeLibraries
{
    public const string OpenCl = "lanewise-opencl", Cuda = "lanewise-cuda";

    /// <summary>Environment variables that name another library: a simulator, a stand-in, a loader in an odd place.</summary>
    public const string OpenClVariable = "LANEWISE_OPENCL_LIBRARY", CudaVariable = "LANEWISE_CUDA_LIBRARY";

    private const DllImportSearchPath Folders = DllImportSearchPath.System32 | DllImportSearchPath.SafeDirectories;

    // The second and third are where containers and the Windows subsystem for Linux put the driver.
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

    /// <summary>The first function that the CUDA driver does not have; null where it has all.</summary>
    public static string? MissingInCuda => Missing(CudaLibrary, Cu.Functions);

    /// <summary>The first function that the OpenCL loader does not have; null where it has all.</summary>
    public static string? MissingInOpenCl => Missing(OpenClLibrary, Cl.Functions);

    /// <summary>
    /// What a library that is none of ours, too old, or of another architecture makes of the first call into it.
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
        string[] names = !string.IsNullOrEmpty(forced) ? [forced]
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
