using System.Runtime.InteropServices;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu.Native;

/// <summary>The imported functions of OpenCL 1.2.</summary>
/// <remarks>
/// Host memory is passed as <c>ref byte</c>. The marshaller pins the memory only during the call, so these copies must be
/// blocking. Non-blocking copies use the address of a pinned array.
/// </remarks>
internal static class Cl
{
    public const ulong DeviceTypeCpu = 2, DeviceTypeGpu = 4, DeviceTypeAll = 0xFFFFFFFF, MemReadWrite = 1;
    public const uint DeviceType = 0x1000, DeviceMaxComputeUnits = 0x1002, DeviceMaxWorkGroupSize = 0x1004,
        DeviceMaxAllocSize = 0x1010;
    public const uint DeviceGlobalMemSize = 0x101F, DeviceEndianLittle = 0x1026, DeviceAvailable = 0x1027;
    public const uint DeviceCompilerAvailable = 0x1028, DeviceName = 0x102B, DriverVersion = 0x102D, DeviceVersion = 0x102F;
    public const uint ProgramBuildLog = 0x1183, True = 1, False = 0;

    /// <summary>
    /// The names of all functions that this class imports. A library that lacks one of these functions is not used.
    /// </summary>
    public static readonly string[] Functions =
    [
        "clGetPlatformIDs", "clGetDeviceIDs", "clGetDeviceInfo", "clCreateContext", "clReleaseContext", "clCreateCommandQueue",
        "clReleaseCommandQueue", "clCreateProgramWithSource", "clBuildProgram", "clGetProgramBuildInfo", "clReleaseProgram",
        "clCreateKernel", "clReleaseKernel", "clSetKernelArg", "clCreateBuffer", "clReleaseMemObject", "clEnqueueWriteBuffer",
        "clEnqueueReadBuffer", "clEnqueueCopyBuffer", "clEnqueueFillBuffer", "clEnqueueNDRangeKernel", "clFlush", "clFinish",
    ];

    private const string Library = NativeLibraries.OpenCl;

    [DllImport(Library)]
    public static extern int clGetPlatformIDs(uint entries, [Out] IntPtr[]? platforms, out uint found);

    [DllImport(Library)]
    public static extern int clGetDeviceIDs(IntPtr platform, ulong type, uint entries, [Out] IntPtr[]? devices, out uint found);

    [DllImport(Library)]
    public static extern int clGetDeviceInfo(IntPtr device, uint parameter, nuint size, ref byte value, out nuint needed);

    // A null pointer queries the size. With a non-null pointer and size 0, the call would return CL_INVALID_VALUE.
    [DllImport(Library)]
    public static extern int clGetDeviceInfo(IntPtr device, uint parameter, nuint size, IntPtr none, out nuint needed);

    [DllImport(Library)]
    public static extern ClContext clCreateContext(
        IntPtr properties, uint count, [In] IntPtr[] devices, IntPtr notify, IntPtr user, out int error);

    [DllImport(Library)]
    public static extern int clReleaseContext(IntPtr handle);

    [DllImport(Library)]
    public static extern ClQueue clCreateCommandQueue(ClContext context, IntPtr device, ulong properties, out int error);

    [DllImport(Library)]
    public static extern int clReleaseCommandQueue(IntPtr handle);

    [DllImport(Library)]
    public static extern ClProgram clCreateProgramWithSource(
        ClContext context, uint count, [In] IntPtr[] strings, [In] nuint[] lengths, out int error);

    [DllImport(Library, CharSet = CharSet.Ansi, BestFitMapping = false, ThrowOnUnmappableChar = true)]
    public static extern int clBuildProgram(
        ClProgram program, uint count, [In] IntPtr[] devices, [MarshalAs(UnmanagedType.LPStr)] string options, IntPtr notify,
        IntPtr user);

    [DllImport(Library)]
    public static extern int clGetProgramBuildInfo(
        ClProgram program, IntPtr device, uint parameter, nuint size, ref byte value, out nuint needed);

    [DllImport(Library)]
    public static extern int clGetProgramBuildInfo(
        ClProgram program, IntPtr device, uint parameter, nuint size, IntPtr none, out nuint needed);

    [DllImport(Library)]
    public static extern int clReleaseProgram(IntPtr handle);

    [DllImport(Library, CharSet = CharSet.Ansi, BestFitMapping = false, ThrowOnUnmappableChar = true)]
    public static extern ClKernel clCreateKernel(ClProgram program, [MarshalAs(UnmanagedType.LPStr)] string name, out int error);

    [DllImport(Library)]
    public static extern int clReleaseKernel(IntPtr handle);

    [DllImport(Library)]
    public static extern int clSetKernelArg(ClKernel kernel, uint index, nuint size, ref byte value);

    [DllImport(Library)]
    public static extern IntPtr clCreateBuffer(ClContext context, ulong flags, nuint size, IntPtr host, out int error);

    [DllImport(Library)]
    public static extern int clReleaseMemObject(IntPtr handle);

    [DllImport(Library)]
    public static extern int clEnqueueWriteBuffer(
        ClQueue queue, ClMemory memory, uint blocking, nuint offset, nuint size, ref byte source, uint waits, IntPtr list,
        IntPtr done);

    [DllImport(Library)]
    public static extern int clEnqueueWriteBuffer(
        ClQueue queue, ClMemory memory, uint blocking, nuint offset, nuint size, IntPtr source, uint waits, IntPtr list,
        IntPtr done);

    [DllImport(Library)]
    public static extern int clEnqueueReadBuffer(
        ClQueue queue, ClMemory memory, uint blocking, nuint offset, nuint size, ref byte destination, uint waits, IntPtr list,
        IntPtr done);

    [DllImport(Library)]
    public static extern int clEnqueueReadBuffer(
        ClQueue queue, ClMemory memory, uint blocking, nuint offset, nuint size, IntPtr destination, uint waits, IntPtr list,
        IntPtr done);

    [DllImport(Library)]
    public static extern int clEnqueueCopyBuffer(
        ClQueue queue, ClMemory source, ClMemory destination, nuint sourceOffset, nuint destinationOffset, nuint size,
        uint waits, IntPtr list, IntPtr done);

    [DllImport(Library)]
    public static extern int clEnqueueFillBuffer(
        ClQueue queue, ClMemory memory, in uint pattern, nuint patternSize, nuint offset, nuint size, uint waits, IntPtr list,
        IntPtr done);

    // This overload with raw handles is for releasing memory, which must not change the reference count of the handle.
    [DllImport(Library)]
    public static extern int clEnqueueFillBuffer(
        IntPtr queue, IntPtr memory, in uint pattern, nuint patternSize, nuint offset, nuint size, uint waits, IntPtr list,
        IntPtr done);

    [DllImport(Library)]
    public static extern int clEnqueueNDRangeKernel(
        ClQueue queue, ClKernel kernel, uint dimensions, IntPtr offset, in nuint global, in nuint local, uint waits, IntPtr list,
        IntPtr done);

    [DllImport(Library)]
    public static extern int clFlush(ClQueue queue);

    [DllImport(Library)]
    public static extern int clFinish(ClQueue queue);

    [DllImport(Library)]
    public static extern int clFinish(IntPtr queue);

    /// <summary>Throws an exception if the result code does not indicate success.</summary>
    /// <param name="code">The result code of the driver function.</param>
    /// <param name="call">The name of the driver function.</param>
    /// <param name="detail">The name of the object that the call uses, such as a kernel.</param>
    /// <param name="argument">The index of the kernel argument, or -1.</param>
    public static void Check(int code, string call, string? detail = null, int argument = -1)
    {
        if (code == 0) return;

        string suffix = argument < 0 ? "" : Invariant($", {argument}");
        throw Error(code, detail is null ? call : $"{call}({detail}{suffix})");
    }

    public static AcceleratorException Error(int code, string call) => new(call, code, Meaning(code));

    /// <summary>Returns the meaning of a common error code. Other error codes are shown as numbers.</summary>
    private static string Meaning(int code) => code switch
    {
        -2 => "the device is not available",
        -4 => "the device has no room for the buffer",
        -5 => "out of resources: the device ran out of memory, or a kernel failed",
        -6 => "the driver is out of host memory",
        -11 => "the kernels did not compile",
        -36 => "the command queue is not valid; the device may be lost",
        -38 => "the buffer is not valid",
        -54 => "the device does not support this work group size",
        -61 => "the device does not support this buffer size",
        -1001 => "no driver is registered",
        _ => Invariant($"OpenCL error {code}"),
    };
}

internal abstract class ClHandle() : SafeHandle(IntPtr.Zero, ownsHandle: true)
{
    public override bool IsInvalid => handle == IntPtr.Zero;
}

internal sealed class ClContext : ClHandle
{
    protected override bool ReleaseHandle() => Cl.clReleaseContext(handle) == 0;
}

internal sealed class ClQueue : ClHandle
{
    protected override bool ReleaseHandle() => Cl.clReleaseCommandQueue(handle) == 0;
}

internal sealed class ClProgram : ClHandle
{
    protected override bool ReleaseHandle() => Cl.clReleaseProgram(handle) == 0;
}

internal sealed class ClKernel : ClHandle
{
    protected override bool ReleaseHandle() => Cl.clReleaseKernel(handle) == 0;
}

