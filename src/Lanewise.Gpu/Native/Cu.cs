using System.Runtime.InteropServices;

namespace Lanewise.Gpu.Native;

/// <summary>
/// The imported functions of the CUDA driver. The kernels are PTX, so neither the CUDA Toolkit nor NVIDIA's run-time compiler is
/// needed.
/// </summary>
internal static class Cu
{
    public const int AttributeMultiprocessors = 16, AttributeMajor = 75, AttributeMinor = 76;

    /// <summary>The oldest driver version that supports the PTX version of the kernels (6.3): CUDA 10.0.</summary>
    public const int OldestDriver = 10000;

    /// <summary>
    /// The compute capability that the PTX kernels target. Devices with higher compute capabilities can also run the kernels.
    /// </summary>
    public const int OldestMajor = 7, OldestMinor = 5;

    /// <summary>
    /// The names of all functions that this class imports. A library that lacks one of these functions is not used.
    /// </summary>
    public static readonly string[] Functions =
    [
        "cuInit", "cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName", "cuDeviceGetAttribute",
        "cuDeviceTotalMem_v2", "cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease_v2", "cuCtxGetCurrent",
        "cuCtxSetCurrent", "cuCtxSynchronize", "cuGetErrorName", "cuGetErrorString", "cuModuleLoadData", "cuModuleUnload",
        "cuModuleGetFunction", "cuMemAlloc_v2", "cuMemFree_v2",
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
    public static extern int cuGetErrorName(int code, out IntPtr text);

    [DllImport(Library)]
    public static extern int cuGetErrorString(int code, out IntPtr text);

    [DllImport(Library)]
    public static extern int cuCtxGetCurrent(out IntPtr context);

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

    /// <summary>Throws an exception if the result code does not indicate success.</summary>
    /// <param name="code">The result code of the driver function.</param>
    /// <param name="call">The name of the driver function.</param>
    /// <param name="detail">The name of the object that the call uses, such as a kernel.</param>
    public static void Check(int code, string call, string? detail = null)
    {
        if (code != 0) throw Error(code, detail is null ? call : $"{call}({detail})");
    }

    public static AcceleratorException Error(int code, string call) => new(call, code, Meaning(code));

    /// <summary>Returns the driver's message for an error code. For some codes, an explanation follows.</summary>
    private static string Meaning(int code)
    {
        string? words = Words(code);
        string? meaning = code switch
        {
            2 => "the device has no room for the buffer",
            209 => "the kernels have no code for this device",
            218 => "the kernels' PTX is not valid",
            222 => "the driver is too old for the kernels' PTX",
            500 => "the kernel is not in the module",
            700 => "a kernel read or wrote outside its memory; the device must be opened again",
            702 => "a kernel ran longer than the system allows; the device must be opened again",
            719 => "a kernel failed; the device must be opened again",
            _ => null,
        };
        return words is null ? meaning ?? Invariant($"CUDA error {code}")
            : meaning is null ? words
            : $"{words}; {meaning}";
    }

    private static string? Words(int code)
    {
        try
        {
            if (cuGetErrorString(code, out IntPtr text) != 0 || Marshal.PtrToStringUTF8(text) is not { Length: > 0 } words)
                return null;

            return cuGetErrorName(code, out IntPtr name) == 0 && Marshal.PtrToStringUTF8(name) is { Length: > 0 } known
                ? $"{words} ({known})"
                : words;
        }
        catch (Exception e) when (NativeLibraries.IsForeign(e))
        {
            return null;
        }
    }
}
