using System.Runtime.InteropServices;
using Lanewise.Gpu.Devices;
using Lanewise.Gpu.Native;

namespace Lanewise.Gpu.Tests;

/// <summary>
/// The first OpenCL device of this machine (usually PoCL), which is opened only once. If there is no device, tests are skipped.
/// </summary>
/// <remarks>
/// Only OpenCL devices are listed. A search for CUDA devices would load the real driver into the process, but the tests need the
/// fake one.
/// </remarks>
#pragma warning disable CA1515 // The test framework requires this class to be public.
public sealed class OpenCl : IDisposable
#pragma warning restore CA1515
{
    private readonly Lazy<Accelerator> shared = new(Open);

    /// <summary>An accelerator that all tests share, just as the parts of a program share one.</summary>
    internal Accelerator Shared => shared.Value;

    /// <summary>A separate accelerator on the same device.</summary>
    internal static Accelerator Open()
    {
        AcceleratorInfo? device = OpenClDevice.List([]).Find(info => info.Problem is null);
        if (device is null) Assert.Skip("There is no OpenCL device; see tools/install-test-deps.sh");
        return device.Open();
    }

    public void Dispose()
    {
        if (shared.IsValueCreated) shared.Value.Dispose();
    }

    /// <summary>
    /// Releases device memory and returns what it contains afterwards. A second reference keeps the memory allocated.
    /// </summary>
    internal static byte[] AfterRelease(DeviceMemory memory, int length)
    {
        IntPtr library = NativeLibrary.Load(
            Environment.GetEnvironmentVariable(NativeLibraries.OpenClVariable) ?? "libOpenCL.so.1");
        IntPtr handle = memory.DangerousGetHandle();
        const uint MemContext = 0x1106, ContextDevices = 0x1081;
        Assert.Equal(0, Function<Retain>(library, "clRetainMemObject")(handle));
        memory.Dispose();
        Assert.Equal(
            0,
            Function<Info>(library, "clGetMemObjectInfo")(
                handle, MemContext, (nuint)IntPtr.Size, out IntPtr context, IntPtr.Zero));
        Assert.Equal(
            0,
            Function<Info>(library, "clGetContextInfo")(
                context, ContextDevices, (nuint)IntPtr.Size, out IntPtr device, IntPtr.Zero));
        IntPtr queue = Function<CreateQueue>(library, "clCreateCommandQueue")(context, device, 0, out int error);
        Assert.Equal(0, error);
        byte[] bytes = new byte[length];
        Assert.Equal(
            0,
            Function<ReadBuffer>(library, "clEnqueueReadBuffer")(
                queue, handle, Cl.True, 0, (nuint)length, bytes, 0, IntPtr.Zero, IntPtr.Zero));
        Assert.Equal(0, Function<Retain>(library, "clReleaseCommandQueue")(queue));
        Assert.Equal(0, Function<Retain>(library, "clReleaseMemObject")(handle));
        return bytes;
    }

    private static T Function<T>(IntPtr library, string name) =>
        Marshal.GetDelegateForFunctionPointer<T>(NativeLibrary.GetExport(library, name));

    private delegate int Retain(IntPtr handle);

    private delegate int Info(IntPtr handle, uint parameter, nuint size, out IntPtr value, IntPtr none);

    private delegate IntPtr CreateQueue(IntPtr context, IntPtr device, ulong properties, out int error);

    private delegate int ReadBuffer(
        IntPtr queue, IntPtr memory, uint blocking, nuint offset, nuint size, [Out] byte[] destination, uint waits, IntPtr list,
        IntPtr done);
}
