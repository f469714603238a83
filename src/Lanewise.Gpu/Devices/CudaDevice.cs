using System.Runtime.InteropServices;
using System.Text;
using Lanewise.Gpu.Native;

namespace Lanewise.Gpu.Devices;

/// <summary>
/// A device that is accessed through the CUDA driver. The device uses the primary CUDA context, which other libraries in the
/// process may also use.
/// </summary>
/// <remarks>
/// The driver compiles the PTX of a kernel family when the first of its kernels is launched. In CUDA, each thread has its own
/// current context, and a thread pool may use another thread for each call. Therefore, each call makes this context current,
/// and then restores the previous context, which may belong to another library.
/// </remarks>
internal sealed class CudaDevice : Device
{
    private const uint NonBlockingStream = 1;

    /// <summary>The error code that a working driver returns if the machine has no CUDA device.</summary>
    private const int NoDevice = 100;

    private readonly CuContext context;
    private readonly IntPtr[] streams = new IntPtr[Queues];
    private readonly Dictionary<string, IntPtr> modules = [], functions = [];
    private readonly Lock gate = new();
    private bool disposed;

    public CudaDevice(int device)
    {
        context = new CuContext(device);
        try
        {
            using CuContext.Scope scope = context.Enter();
            // The main queue is CUDA's default stream. Therefore, its work and blocking copies run in order.
            for (int i = FirstPipelineQueue; i < Queues; i++)
            {
                Cu.Check(Cu.cuStreamCreate(out streams[i], NonBlockingStream), "cuStreamCreate");
            }
        }
        catch
        {
            DisposeCore();
            throw;
        }
    }

    /// <summary>Returns the CUDA driver's devices. If a device cannot be used, its entry contains the reason.</summary>
    /// <param name="failures">Receives errors from the driver and from devices that cannot be queried.</param>
    public static List<AcceleratorInfo> List(List<AcceleratorException> failures)
    {
        List<AcceleratorInfo> devices = [];
        if (NativeLibraries.Problem(NativeLibraries.CudaVariable) is string problem) failures.Add(new(problem));
        if (!NativeLibraries.HasCuda) return devices;

        try
        {
            int code = Cu.cuInit(0);
            if (code == NoDevice) return devices;

            Cu.Check(code, "cuInit");
            Cu.Check(Cu.cuDriverGetVersion(out int version), "cuDriverGetVersion");
            code = Cu.cuDeviceGetCount(out int count);
            if (code == NoDevice) return devices;

            Cu.Check(code, "cuDeviceGetCount");
            for (int i = 0; i < count; i++)
            {
                try
                {
                    devices.Add(Describe(i, version));
                }
                catch (AcceleratorException e)
                {
                    // A device that fails before it returns its name cannot be listed. The other devices are still listed.
                    failures.Add(e);
                }
            }
        }
        catch (AcceleratorException e)
        {
            failures.Add(e);
        }
        catch (Exception e) when (NativeLibraries.IsForeign(e))
        {
            // The loaded library has the name of the CUDA driver, but is another library or lacks a required function.
            failures.Add(NativeLibraries.Foreign("CUDA driver", e));
        }

        return devices;
    }

    public override int GroupItems => 128;

    public override DeviceMemory Allocate(long length)
    {
        using CuContext.Scope scope = context.Enter();
        Cu.Check(Cu.cuMemAlloc(out ulong pointer, (nuint)length), "cuMemAlloc");
        return new CuMemory(pointer, length, context);
    }

    public override PinnedBytes Pin(int length)
    {
        using CuContext.Scope scope = context.Enter();
        CuPinned pinned = new(length, context);
        PinningProblem ??= pinned.Problem;
        return pinned;
    }

    public override void Launch(int queue, Kernel kernel, uint items, KernelArguments arguments)
    {
        using CuContext.Scope scope = context.Enter();
        IntPtr function = Find(kernel);
        int held = 0;
        try
        {
            for (; held < arguments.Count; held++)
            {
                if (arguments.MemoryOf(held) is not CuMemory memory) continue;

                bool added = false;
                memory.DangerousAddRef(ref added);
                MemoryMarshal.Write(arguments.Bytes(held), memory.Pointer);
            }

            uint grid = (uint)(((ulong)items + (uint)GroupItems - 1) / (uint)GroupItems);
            IntPtr[] addresses = arguments.Addresses();
            Cu.Check(
                Cu.cuLaunchKernel(function, grid, 1, 1, (uint)GroupItems, 1, 1, 0, streams[queue], addresses, IntPtr.Zero),
                "cuLaunchKernel", kernel.Name);
        }
        finally
        {
            // The references to device memory are no longer needed, because the memory is freed only after all launches that use
            // it have ended (CuMemory.ReleaseHandle).
            while (--held >= 0) arguments.MemoryOf(held)?.DangerousRelease();
            GC.KeepAlive(arguments);
        }
    }

    public override void Finish(int queue)
    {
        using CuContext.Scope scope = context.Enter();
        Cu.Check(Cu.cuStreamSynchronize(streams[queue]), "cuStreamSynchronize");
    }

    protected override void WriteCore(DeviceMemory memory, long offset, ReadOnlySpan<byte> source)
    {
        using CuContext.Scope scope = context.Enter();
        Cu.Check(
            Cu.cuMemcpyHtoD(
                ((CuMemory)memory).Pointer + (ulong)offset, ref MemoryMarshal.GetReference(source), (nuint)source.Length),
            "cuMemcpyHtoD");
        GC.KeepAlive(memory);
    }

    protected override void ReadCore(DeviceMemory memory, long offset, Span<byte> destination)
    {
        using CuContext.Scope scope = context.Enter();
        Cu.Check(
            Cu.cuMemcpyDtoH(
                ref MemoryMarshal.GetReference(destination), ((CuMemory)memory).Pointer + (ulong)offset,
                (nuint)destination.Length),
            "cuMemcpyDtoH");
        GC.KeepAlive(memory);
    }

    protected override void CopyCore(
        DeviceMemory source, long sourceOffset, DeviceMemory destination, long destinationOffset, long count)
    {
        using CuContext.Scope scope = context.Enter();
        Cu.Check(
            Cu.cuMemcpyDtoD(
                ((CuMemory)destination).Pointer + (ulong)destinationOffset, ((CuMemory)source).Pointer + (ulong)sourceOffset,
                (nuint)count),
            "cuMemcpyDtoD");
        GC.KeepAlive(source);
        GC.KeepAlive(destination);
    }

    protected override void ClearCore(DeviceMemory memory, long offset, long count)
    {
        using CuContext.Scope scope = context.Enter();
        Cu.Check(Cu.cuMemsetD8(((CuMemory)memory).Pointer + (ulong)offset, 0, (nuint)count), "cuMemsetD8");
        GC.KeepAlive(memory);
    }

    protected override void BeginWriteCore(int queue, DeviceMemory memory, long offset, PinnedBytes source, int count)
    {
        using CuContext.Scope scope = context.Enter();
        Cu.Check(
            Cu.cuMemcpyHtoDAsync(((CuMemory)memory).Pointer + (ulong)offset, source.Address, (nuint)count, streams[queue]),
            "cuMemcpyHtoDAsync");
    }

    protected override void BeginReadCore(int queue, DeviceMemory memory, long offset, PinnedBytes destination, int count)
    {
        using CuContext.Scope scope = context.Enter();
        Cu.Check(
            Cu.cuMemcpyDtoHAsync(destination.Address, ((CuMemory)memory).Pointer + (ulong)offset, (nuint)count, streams[queue]),
            "cuMemcpyDtoHAsync");
    }

    protected override void DisposeCore()
    {
        lock (gate)
        {
            if (disposed) return;

            disposed = true;
            if (context is null) return;

            using CuContext.Scope scope = context.TryEnter(out bool isEntered);
            if (isEntered)
            {
                _ = Cu.cuCtxSynchronize();
                foreach (IntPtr stream in streams)
                {
                    if (stream != IntPtr.Zero) _ = Cu.cuStreamDestroy(stream);
                }

                foreach (IntPtr module in modules.Values) _ = Cu.cuModuleUnload(module);
            }
        }

        // The CUDA context itself is released after the last buffer has been released.
        context.Dispose();
    }

    /// <summary>Releases the streams, the modules and the context handle of a device that was not disposed.</summary>
    ~CudaDevice() => DisposeCore();

    private IntPtr Find(Kernel kernel)
    {
        lock (gate)
        {
            if (functions.TryGetValue(kernel.Name, out IntPtr function)) return function;

            if (!modules.TryGetValue(kernel.Family, out IntPtr module))
            {
                byte[] ptx = KernelSource.Ptx(kernel.Family);
                Cu.Check(Cu.cuModuleLoadData(out module, ref ptx[0]), "cuModuleLoadData", kernel.Family);
                modules.Add(kernel.Family, module);
            }

            Cu.Check(Cu.cuModuleGetFunction(out function, module, kernel.Name), "cuModuleGetFunction", kernel.Name);
            functions.Add(kernel.Name, function);
            return function;
        }
    }

    private static AcceleratorInfo Describe(int ordinal, int version)
    {
        Cu.Check(Cu.cuDeviceGet(out int device, ordinal), "cuDeviceGet");
        byte[] name = new byte[256];
        Cu.Check(Cu.cuDeviceGetName(ref name[0], name.Length, device), "cuDeviceGetName");
        Cu.Check(Cu.cuDeviceGetAttribute(out int major, Cu.AttributeMajor, device), "cuDeviceGetAttribute");
        Cu.Check(Cu.cuDeviceGetAttribute(out int minor, Cu.AttributeMinor, device), "cuDeviceGetAttribute");
        Cu.Check(Cu.cuDeviceGetAttribute(out int units, Cu.AttributeMultiprocessors, device), "cuDeviceGetAttribute");
        Cu.Check(Cu.cuDeviceTotalMem(out nuint bytes, device), "cuDeviceTotalMem");
        int end = Array.IndexOf(name, (byte)0);
        DeviceFacts facts = new(
            AcceleratorApi.Cuda,
            AcceleratorKind.Gpu,
            Encoding.ASCII.GetString(name, 0, end < 0 ? name.Length : end),
            Invariant($"CUDA {version / 1000}.{version % 1000 / 10}, compute capability {major}.{minor}"),
            (long)bytes,
            (long)bytes,
            units);
        string? problem = !KernelSource.HasPtx ? "this build has no kernels for CUDA; OpenCL may offer the same device"
            : version < Cu.OldestDriver
            ? Invariant($"the driver is for CUDA {version / 1000}.{version % 1000 / 10}; the kernels need 10.0")
            : (major, minor).CompareTo((Cu.OldestMajor, Cu.OldestMinor)) < 0
            ? Invariant($"compute capability {major}.{minor}; the kernels need {Cu.OldestMajor}.{Cu.OldestMinor}")
            : NativeLibraries.MissingInCuda is string missing ? $"the driver lacks the function {missing}"
            : null;
        return new AcceleratorInfo(facts, problem, () => new CudaDevice(device));
    }
}
