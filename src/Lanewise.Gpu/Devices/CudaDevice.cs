using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Lanewise.Gpu.Native;

namespace Lanewise.Gpu.Devices;

/// <summary>
/// A device by the CUDA driver, in its primary context, which is the one that other libraries of the process use.
/// </summary>
/// <remarks>
/// The driver compiles the PTX of a family when its first kernel is launched. The current context belongs to a thread, and a
/// pool's threads come and go: every call makes it current first.
/// </remarks>
internal sealed class CudaDevice : Device
{
    private const uint NonBlockingStream = 1;

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
            context.Enter();
            // The main queue is the default stream, with which the copies that block are in order.
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

    /// <summary>The driver's devices, with what keeps one from being used.</summary>
    public static List<AcceleratorInfo> List()
    {
        List<AcceleratorInfo> devices = [];
        if (!NativeLibraries.HasCuda) return devices;

        try
        {
            // 100 is "no device"; a driver that is broken in another way has none that could be used either.
            if (Cu.cuInit(0) != 0 || Cu.cuDriverGetVersion(out int version) != 0) return devices;
            if (Cu.cuDeviceGetCount(out int count) != 0) return devices;

            for (int i = 0; i < count; i++)
            {
                try
                {
                    devices.Add(Describe(i, version));
                }
                catch (AcceleratorException)
                {
                    // A device that fails before it has told its name cannot be listed; the others can.
                }
            }
        }
        catch (Exception e) when (NativeLibraries.IsForeign(e))
        {
            // Something else under the name of the driver, or a driver without a function that we need.
        }

        return devices;
    }

    public override int GroupItems => 128;

    public override DeviceMemory Allocate(long length)
    {
        context.Enter();
        Cu.Check(Cu.cuMemAlloc(out ulong pointer, (nuint)length), "cuMemAlloc");
        return new CuMemory(pointer, length, context);
    }

    public override PinnedBytes Pin(int length)
    {
        context.Enter();
        return new CuPinned(length, context);
    }

    public override void Launch(int queue, Kernel kernel, uint items, KernelArguments arguments)
    {
        context.Enter();
        IntPtr function = Find(kernel);
        IntPtr[] addresses = new IntPtr[arguments.Count];
        List<CuMemory> held = [];
        try
        {
            for (int i = 0; i < addresses.Length; i++)
            {
                addresses[i] = arguments.Address(i);
                if (arguments.MemoryOf(i) is CuMemory memory)
                {
                    bool added = false;
                    memory.DangerousAddRef(ref added);
                    held.Add(memory);
                    MemoryMarshal.Write(arguments.Bytes(i), memory.Pointer);
                }
            }

            uint grid = (uint)(((ulong)items + (uint)GroupItems - 1) / (uint)GroupItems);
            Cu.Check(
                Cu.cuLaunchKernel(function, grid, 1, 1, (uint)GroupItems, 1, 1, 0, streams[queue], addresses, IntPtr.Zero),
                $"cuLaunchKernel({kernel.Name})");
        }
        finally
        {
            // Memory is freed only after everything that was launched before (CuMemory.ReleaseHandle).
            foreach (CuMemory memory in held) memory.DangerousRelease();
            GC.KeepAlive(arguments);
        }
    }

    public override void Finish(int queue)
    {
        context.Enter();
        Cu.Check(Cu.cuStreamSynchronize(streams[queue]), "cuStreamSynchronize");
    }

    protected override void WriteCore(DeviceMemory memory, long offset, ReadOnlySpan<byte> source)
    {
        context.Enter();
        Cu.Check(
            Cu.cuMemcpyHtoD(
                ((CuMemory)memory).Pointer + (ulong)offset, ref MemoryMarshal.GetReference(source), (nuint)source.Length),
            "cuMemcpyHtoD");
        GC.KeepAlive(memory);
    }

    protected override void ReadCore(DeviceMemory memory, long offset, Span<byte> destination)
    {
        context.Enter();
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
        context.Enter();
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
        context.Enter();
        Cu.Check(Cu.cuMemsetD8(((CuMemory)memory).Pointer + (ulong)offset, 0, (nuint)count), "cuMemsetD8");
        GC.KeepAlive(memory);
    }

    protected override void BeginWriteCore(int queue, DeviceMemory memory, long offset, PinnedBytes source, int count)
    {
        context.Enter();
        Cu.Check(
            Cu.cuMemcpyHtoDAsync(((CuMemory)memory).Pointer + (ulong)offset, source.Address, (nuint)count, streams[queue]),
            "cuMemcpyHtoDAsync");
    }

    protected override void BeginReadCore(int queue, DeviceMemory memory, long offset, PinnedBytes destination, int count)
    {
        context.Enter();
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
            if (context.TryEnter())
            {
                _ = Cu.cuCtxSynchronize();
                foreach (IntPtr stream in streams)
                {
                    if (stream != IntPtr.Zero) _ = Cu.cuStreamDestroy(stream);
                }

                foreach (IntPtr module in modules.Values) _ = Cu.cuModuleUnload(module);
            }
        }

        // The context itself goes when the last buffer has gone.
        context.Dispose();
    }

    private IntPtr Find(Kernel kernel)
    {
        lock (gate)
        {
            if (functions.TryGetValue(kernel.Name, out IntPtr function)) return function;

            if (!modules.TryGetValue(kernel.Family, out IntPtr module))
            {
                byte[] ptx = KernelSource.Ptx(kernel.Family);
                Cu.Check(Cu.cuModuleLoadData(out module, ref ptx[0]), $"cuModuleLoadData({kernel.Family})");
                modules.Add(kernel.Family, module);
            }

            Cu.Check(Cu.cuModuleGetFunction(out function, module, kernel.Name), $"cuModuleGetFunction({kernel.Name})");
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
            string.Create(
                CultureInfo.InvariantCulture, $"CUDA {version / 1000}.{version % 1000 / 10}, compute capability {major}.{minor}"),
            (long)bytes,
            (long)bytes,
            units);
        string? problem = !KernelSource.HasPtx ? "this build has no kernels for CUDA; OpenCL may offer the same device"
            : version < Cu.OldestDriver
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"the driver is for CUDA {version / 1000}.{version % 1000 / 10}; the kernels need 10.0")
            : (major, minor).CompareTo((Cu.OldestMajor, Cu.OldestMinor)) < 0
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"compute capability {major}.{minor}; the kernels need {Cu.OldestMajor}.{Cu.OldestMinor}")
            : NativeLibraries.MissingInCuda is string missing ? $"the driver has no function {missing}"
            : null;
        return new AcceleratorInfo(facts, problem, () => new CudaDevice(device));
    }
}

/// <summary>The primary context of a device, kept as long as anything uses it.</summary>
internal sealed class CuContext : SafeHandle
{
    private readonly int device;

    public CuContext(int device)
        : base(IntPtr.Zero, ownsHandle: true)
    {
        this.device = device;
        Cu.Check(Cu.cuDevicePrimaryCtxRetain(out IntPtr context, device), "cuDevicePrimaryCtxRetain");
        SetHandle(context);
    }

    public override bool IsInvalid => handle == IntPtr.Zero;

    public void Enter()
    {
        ObjectDisposedException.ThrowIf(IsClosed, this);
        Cu.Check(Cu.cuCtxSetCurrent(handle), "cuCtxSetCurrent");
    }

    /// <summary>For releases, which have nobody to tell, and may come after the owner was disposed.</summary>
    public bool TryEnter() => handle != IntPtr.Zero && Cu.cuCtxSetCurrent(handle) == 0;

    protected override bool ReleaseHandle() => Cu.cuDevicePrimaryCtxRelease(device) == 0;
}

/// <summary>Memory by CUDA. It keeps the context that it lies in.</summary>
internal sealed class CuMemory : DeviceMemory
{
    private readonly CuContext context;
    private readonly bool holdsContext;

    public CuMemory(ulong pointer, long length, CuContext context)
        : base((nint)pointer, length)
    {
        this.context = context;
        context.DangerousAddRef(ref holdsContext);
    }

    public ulong Pointer
    {
        get
        {
            ObjectDisposedException.ThrowIf(IsClosed, this);
            return (ulong)handle;
        }
    }

    protected override bool ReleaseHandle()
    {
        // The device was closed before this could hold its context: nothing was written yet, and the driver has the rest.
        if (!holdsContext) return false;

        // Streams of the pipeline do not wait for the default one: everything must be done before zeros are written.
        bool isGood = context.TryEnter() && Cu.cuCtxSynchronize() == 0 && Cu.cuMemsetD8((ulong)handle, 0, (nuint)Length) == 0;
        isGood &= Cu.cuMemFree((ulong)handle) == 0;
        context.DangerousRelease();
        return isGood;
    }
}

/// <summary>
/// A host array that the driver has locked, so that the device reads and writes it at the full speed of the bus.
/// </summary>
internal sealed class CuPinned : PinnedBytes
{
    private readonly CuContext context;
    private readonly bool isRegistered, holdsContext;

    public CuPinned(int length, CuContext context)
        : base(length)
    {
        this.context = context;
        context.DangerousAddRef(ref holdsContext);
        // Without the registration the copies are right, and slower.
        isRegistered = Cu.cuMemHostRegister(Address, (nuint)length, 0) == 0;
    }

    protected override void Release()
    {
        if (isRegistered && context.TryEnter()) _ = Cu.cuMemHostUnregister(Address);
        if (holdsContext) context.DangerousRelease();
    }
}
