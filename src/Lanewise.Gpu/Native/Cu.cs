using System.Globalization;
using System.Runtime.InteropServices;

namespace Lanewise.Gpu.Native;

/// <summary>
/// The entry points of the CUDA driver that are used. No toolkit and no run-time compiler: the kernels are PTX.
/// </summary>
internal static class Cu
{
    public const int AttributeMultiprocessors = 16, AttributeMajor = 75, AttributeMinor = 76;

    /// <summary>The first driver that reads the PTX version of our kernels (6.3): CUDA 10.0.</summary>
    public const int OldestDriver = 10000;

    /// <summary>The chip that our PTX is made for, and all later ones.</summary>
    public const int OldestMajor = 7, OldestMinor = 5;

    /// <summary>All functions below. A library that lacks one is not used: better no device than half a one.</summary>
    public static readonly string[] Functions =
    [
        "cuInit", "cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName", "cuDeviceGetAttribute",
        "cuDeviceTotalMem_v2", "cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease_v2", "cuCtxSetCurrent",
        "cuCtxSynchronize", "cuModuleLoadData", "cuModuleUnload", "cuModuleGetFunction", "cuMemAlloc_v2", "cuMemFree_v2",
        "cuMemcpyHtoD_v2", "cuMemcpyDtoH_v2", "cuMemcpyDtoD_v2", "cuMemsetD8_v2", "cuMemcpyHtoDAsync_v2",
        "cuMemcpyDtoHAsync_v2", "cuMemHostRegister_v2", "cuMemHostUnregister", "cuStreamCreate", "cuStreamDestroy_v2",
        "cuStreamSynchronize", "cuLaunchKernel",
    ];

    private const string Library = NativeLibraries.Cuda;

    [DllImport(Library)]
    public static extern int cuInit(uint flags);

    [DllImport(Library)]
    public static extern int cuDriverGetVersion(out int version);

    [DllImport(Library)]
    public static extern int cuDeviceGetCount(out int count);

    [DllImport(Library)]
    public static extern int cuDeviceGet(out int device, int ordinal);

    [DllImport(Library)]
    public static extern int cuDeviceGetName(ref byte name, int length, int device);

    [DllImport(Library)]
    public static extern int cuDeviceGetAttribute(out int value, int attribute, int device);

    [DllImport(Library, EntryPoint = "cuDeviceTotalMem_v2")]
    public static extern int cuDeviceTotalMem(out nuint bytes, int device);

    [DllImport(Library)]
    public static extern int cuDevicePrimaryCtxRetain(out IntPtr context, int device);

    [DllImport(Library, EntryPoint = "cuDevicePrimaryCtxRelease_v2")]
    public static extern int cuDevicePrimaryCtxRelease(int device);

    [DllImport(Library)]
    public static extern int cuCtxSetCurrent(IntPtr context);

    [DllImport(Library)]
    public static extern int cuCtxSynchronize();

    [DllImport(Library)]
    public static extern int cuModuleLoadData(out IntPtr module, ref byte image);

    [DllImport(Library)]
    public static extern int cuModuleUnload(IntPtr module);

    [DllImport(Library, CharSet = CharSet.Ansi, BestFitMapping = false, ThrowOnUnmappableChar = true)]
    public static extern int cuModuleGetFunction(
        out IntPtr function, IntPtr module, [MarshalAs(UnmanagedType.LPStr)] string name);

    [DllImport(Library, EntryPoint = "cuMemAlloc_v2")]
    public static extern int cuMemAlloc(out ulong pointer, nuint size);

    [DllImport(Library, EntryPoint = "cuMemFree_v2")]
    public static extern int cuMemFree(ulong pointer);

    [DllImport(Library, EntryPoint = "cuMemcpyHtoD_v2")]
    public static extern int cuMemcpyHtoD(ulong destination, ref byte source, nuint size);

    [DllImport(Library, EntryPoint = "cuMemcpyDtoH_v2")]
    public static extern int cuMemcpyDtoH(ref byte destination, ulong source, nuint size);

    [DllImport(Library, EntryPoint = "cuMemcpyDtoD_v2")]
    public static extern int cuMemcpyDtoD(ulong destination, ulong source, nuint size);

    [DllImport(Library, EntryPoint = "cuMemsetD8_v2")]
    public static extern int cuMemsetD8(ulong destination, byte value, nuint size);

    [DllImport(Library, EntryPoint = "cuMemcpyHtoDAsync_v2")]
    public static extern int cuMemcpyHtoDAsync(ulong destination, IntPtr source, nuint size, IntPtr stream);

    [DllImport(Library, EntryPoint = "cuMemcpyDtoHAsync_v2")]
    public static extern int cuMemcpyDtoHAsync(IntPtr destination, ulong source, nuint size, IntPtr stream);

    [DllImport(Library, EntryPoint = "cuMemHostRegister_v2")]
    public static extern int cuMemHostRegister(IntPtr pointer, nuint size, uint flags);

    [DllImport(Library)]
    public static extern int cuMemHostUnregister(IntPtr pointer);

    [DllImport(Library)]
    public static extern int cuStreamCreate(out IntPtr stream, uint flags);

    [DllImport(Library, EntryPoint = "cuStreamDestroy_v2")]
    public static extern int cuStreamDestroy(IntPtr stream);

    [DllImport(Library)]
    public static extern int cuStreamSynchronize(IntPtr stream);

    [DllImport(Library)]
    public static extern int cuLaunchKernel(
        IntPtr function, uint gridX, uint gridY, uint gridZ, uint blockX, uint blockY, uint blockZ, uint shared, IntPtr stream,
        [In] IntPtr[] parameters, IntPtr extra);

    public static void Check(int code, string call)
    {
        if (code != 0) throw new AcceleratorException(call, code, Meaning(code));
    }

    /// <summary>What the usual codes mean; the others keep their number.</summary>
    private static string Meaning(int code) => code switch
    {
        1 => "a value is not valid",
        2 => "the device has no room for the buffer",
        3 or 4 => "the driver is not initialized, or shuts down",
        35 => "the driver is older than the library of the driver",
        100 => "no device",
        201 => "the context is not valid",
        209 => "the kernels have no code for this device",
        218 => "the kernels' PTX is not valid",
        222 => "the driver is too old for the kernels' PTX",
        500 => "the kernel is not in the module",
        700 => "a kernel read or wrote outside its memory; the device must be opened anew",
        702 => "a kernel ran longer than the system allows; the device must be opened anew",
        719 => "a kernel failed; the device must be opened anew",
        _ => string.Create(CultureInfo.InvariantCulture, $"CUDA error {code}"),
    };
}
