using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using Lanewise.Gpu.Native;

namespace Lanewise.Gpu.Devices;

/// <summary>
/// A device that is accessed through OpenCL 1.2. The driver compiles the source of a kernel family when the first of its
/// kernels is launched.
/// </summary>
internal sealed class OpenClDevice : Device
{
    private const int MostGroupItems = 64;

    /// <summary>
    /// The code that an OpenCL loader without drivers returns, and the code that a driver without devices returns. Neither code
    /// is treated as an error.
    /// </summary>
    private const int NoDriver = -1001, NoDevice = -1;

    private readonly IntPtr id;
    private readonly ClContext context;
    private readonly ClQueue?[] queues = new ClQueue?[Queues];
    private readonly Dictionary<string, ClProgram> programs = [];
    private readonly Dictionary<string, ClKernel> kernels = [];
    private readonly Lock gate = new();

    public OpenClDevice(IntPtr id)
    {
        this.id = id;
        GroupItems = (int)Math.Clamp(Number(id, Cl.DeviceMaxWorkGroupSize), 1, MostGroupItems);
        context = Cl.clCreateContext(IntPtr.Zero, 1, [id], IntPtr.Zero, IntPtr.Zero, out int error);
        Cl.Check(error, "clCreateContext");
        try
        {
            for (int i = 0; i < Queues; i++)
            {
                queues[i] = Cl.clCreateCommandQueue(context, id, 0, out error);
                Cl.Check(error, "clCreateCommandQueue");
            }
        }
        catch
        {
            DisposeCore();
            throw;
        }
    }

    /// <summary>Returns the devices of all OpenCL drivers. If a device cannot be used, its entry contains the reason.</summary>
    /// <param name="failures">
    /// Receives the errors of the OpenCL loader, of drivers, and of devices that cannot be queried.
    /// </param>
    public static List<AcceleratorInfo> List(List<AcceleratorException> failures)
    {
        List<AcceleratorInfo> devices = [];
        if (NativeLibraries.Problem(NativeLibraries.OpenClVariable) is string problem) failures.Add(new(problem));
        if (!NativeLibraries.HasOpenCl) return devices;

        try
        {
            int code = Cl.clGetPlatformIDs(0, null, out uint count);
            if (code == NoDriver || (code == 0 && count == 0)) return devices;

            Cl.Check(code, "clGetPlatformIDs");
            IntPtr[] platforms = new IntPtr[count];
            Cl.Check(Cl.clGetPlatformIDs(count, platforms, out _), "clGetPlatformIDs");

            foreach (IntPtr platform in platforms)
            {
                IntPtr[] ids = [];
                code = Cl.clGetDeviceIDs(platform, Cl.DeviceTypeAll, 0, null, out uint found);
                if (code == 0 && found > 0)
                    code = Cl.clGetDeviceIDs(platform, Cl.DeviceTypeAll, found, ids = new IntPtr[found], out _);
                if (code is not (0 or NoDevice)) failures.Add(Cl.Error(code, "clGetDeviceIDs"));
                if (code != 0) continue;

                foreach (IntPtr device in ids)
                {
                    try
                    {
                        devices.Add(Describe(device));
                    }
                    catch (AcceleratorException e)
                    {
                        // A device that fails before it returns its name cannot be listed. The devices of other drivers are still
                        // listed.
                        failures.Add(e);
                    }
                }
            }
        }
        catch (AcceleratorException e)
        {
            failures.Add(e);
        }
        catch (Exception e) when (NativeLibraries.IsForeign(e))
        {
            // The loaded library has the name of the OpenCL loader, but is another library or lacks a function of OpenCL 1.2.
            failures.Add(NativeLibraries.Foreign("OpenCL loader", e));
        }

        return devices;
    }

    public override int GroupItems { get; }

    public override DeviceMemory Allocate(long length)
    {
        IntPtr memory = Cl.clCreateBuffer(context, Cl.MemReadWrite, (nuint)length, IntPtr.Zero, out int error);
        Cl.Check(error, "clCreateBuffer");
        return new ClMemory(memory, length, Queue(MainQueue));
    }

    public override PinnedBytes Pin(int length)
    {
        PinningProblem = "OpenCL cannot register the staging arrays, so its driver copies them once more.";
        return new(length);
    }

    public override void Launch(int queue, Kernel kernel, uint items, KernelArguments arguments)
    {
        // An OpenCL kernel object stores its arguments until it is queued, so only one launch can be prepared at a time.
        lock (gate)
        {
            ClKernel k = Find(kernel);
            int held = 0;
            try
            {
                for (; held < arguments.Count; held++)
                {
                    Span<byte> value = arguments.Bytes(held);
                    if (arguments.MemoryOf(held) is ClMemory memory)
                    {
                        bool added = false;
                        memory.DangerousAddRef(ref added);
                        MemoryMarshal.Write(value, memory.DangerousGetHandle());
                    }

                    int code = Cl.clSetKernelArg(k, (uint)held, (nuint)value.Length, ref MemoryMarshal.GetReference(value));
                    if (code == 0) continue;

                    int failed = held++;
                    Cl.Check(code, "clSetKernelArg", kernel.Name, failed);
                }

                nuint local = (nuint)GroupItems, global = ((nuint)items + local - 1) / local * local;
                Cl.Check(
                    Cl.clEnqueueNDRangeKernel(Queue(queue), k, 1, IntPtr.Zero, in global, in local, 0, IntPtr.Zero, IntPtr.Zero),
                    "clEnqueueNDRangeKernel", kernel.Name);
            }
            finally
            {
                // The references are no longer needed, because OpenCL keeps the memory of a queued launch alive.
                while (--held >= 0) arguments.MemoryOf(held)?.DangerousRelease();
            }

            Cl.Check(Cl.clFlush(Queue(queue)), "clFlush");
        }
    }

    public override void Finish(int queue) => Cl.Check(Cl.clFinish(Queue(queue)), "clFinish");

    protected override void WriteCore(DeviceMemory memory, long offset, ReadOnlySpan<byte> source) => Cl.Check(
        Cl.clEnqueueWriteBuffer(
            Queue(MainQueue), (ClMemory)memory, Cl.True, (nuint)offset, (nuint)source.Length,
            ref MemoryMarshal.GetReference(source), 0, IntPtr.Zero, IntPtr.Zero),
        "clEnqueueWriteBuffer");

    protected override void ReadCore(DeviceMemory memory, long offset, Span<byte> destination) => Cl.Check(
        Cl.clEnqueueReadBuffer(
            Queue(MainQueue), (ClMemory)memory, Cl.True, (nuint)offset, (nuint)destination.Length,
            ref MemoryMarshal.GetReference(destination), 0, IntPtr.Zero, IntPtr.Zero),
        "clEnqueueReadBuffer");

    protected override void CopyCore(
        DeviceMemory source, long sourceOffset, DeviceMemory destination, long destinationOffset, long count) => Cl.Check(
        Cl.clEnqueueCopyBuffer(
            Queue(MainQueue), (ClMemory)source, (ClMemory)destination, (nuint)sourceOffset, (nuint)destinationOffset,
            (nuint)count, 0, IntPtr.Zero, IntPtr.Zero),
        "clEnqueueCopyBuffer");

    protected override void ClearCore(DeviceMemory memory, long offset, long count) => Cl.Check(
        Cl.clEnqueueFillBuffer(
            Queue(MainQueue), (ClMemory)memory, 0, 1, (nuint)offset, (nuint)count, 0, IntPtr.Zero, IntPtr.Zero),
        "clEnqueueFillBuffer");

    protected override void BeginWriteCore(int queue, DeviceMemory memory, long offset, PinnedBytes source, int count) =>
        Cl.Check(
            Cl.clEnqueueWriteBuffer(
                Queue(queue), (ClMemory)memory, Cl.False, (nuint)offset, (nuint)count, source.Address,
                0, IntPtr.Zero, IntPtr.Zero),
            "clEnqueueWriteBuffer");

    protected override void BeginReadCore(int queue, DeviceMemory memory, long offset, PinnedBytes destination, int count) =>
        Cl.Check(
            Cl.clEnqueueReadBuffer(
                Queue(queue), (ClMemory)memory, Cl.False, (nuint)offset, (nuint)count, destination.Address,
                0, IntPtr.Zero, IntPtr.Zero),
            "clEnqueueReadBuffer");

    protected override void DisposeCore()
    {
        lock (gate)
        {
            foreach (ClKernel kernel in kernels.Values) kernel.Dispose();
            foreach (ClProgram program in programs.Values) program.Dispose();
        }

        foreach (ClQueue? queue in queues) queue?.Dispose();
        context.Dispose();
    }

    private static AcceleratorInfo Describe(IntPtr device)
    {
        DeviceFacts facts = new(
            AcceleratorApi.OpenCl,
            Kind(device),
            Text(Info(device, Cl.DeviceName)),
            $"{Text(Info(device, Cl.DeviceVersion))}, driver {Text(Info(device, Cl.DriverVersion))}",
            Number(device, Cl.DeviceGlobalMemSize),
            Number(device, Cl.DeviceMaxAllocSize),
            (int)Number(device, Cl.DeviceMaxComputeUnits));
        string? problem = Number(device, Cl.DeviceEndianLittle) == 0 ? "the device is big-endian; the kernels are not"
            : Number(device, Cl.DeviceAvailable) == 0 ? "the driver says that the device is not available"
            : Number(device, Cl.DeviceCompilerAvailable) == 0 ? "the driver has no compiler for the kernels"
            : Text(Info(device, Cl.DeviceVersion)) is var version
                && (version.StartsWith("OpenCL 1.0", StringComparison.Ordinal)
                    || version.StartsWith("OpenCL 1.1", StringComparison.Ordinal))
                ? "the driver has less than OpenCL 1.2"
            : NativeLibraries.MissingInOpenCl is string missing ? $"the loader lacks the function {missing}"
            : null;
        return new AcceleratorInfo(facts, problem, () => new OpenClDevice(device));
    }

    private static byte[] Info(IntPtr device, uint parameter)
    {
        Cl.Check(Cl.clGetDeviceInfo(device, parameter, 0, IntPtr.Zero, out nuint size), "clGetDeviceInfo");
        byte[] value = new byte[(int)size];
        if (size != 0) Cl.Check(Cl.clGetDeviceInfo(device, parameter, size, ref value[0], out _), "clGetDeviceInfo");
        return value;
    }

    // The queried numbers are 4 or 8 bytes long. The type size_t has the same size as a pointer in this process.
    private static long Number(IntPtr device, uint parameter)
    {
        Span<byte> eight = stackalloc byte[8];
        eight.Clear();
        ReadOnlySpan<byte> info = Info(device, parameter);
        info.Slice(0, Math.Min(info.Length, eight.Length)).CopyTo(eight);
        ulong value = BinaryPrimitives.ReadUInt64LittleEndian(eight);
        return value > long.MaxValue ? long.MaxValue : (long)value;
    }

    private static string Text(byte[] bytes) => Encoding.UTF8.GetString(bytes).TrimEnd('\0', ' ', '\n');

    private static AcceleratorKind Kind(IntPtr device)
    {
        ulong type = (ulong)Number(device, Cl.DeviceType);
        if ((type & Cl.DeviceTypeCpu) != 0) return AcceleratorKind.CpuRuntime;

        return (type & Cl.DeviceTypeGpu) != 0 ? AcceleratorKind.Gpu : AcceleratorKind.Other;
    }

    // No entry is null, because the constructor creates all queues.
    private ClQueue Queue(int queue) => queues[queue]!;

    private ClKernel Find(Kernel kernel)
    {
        if (kernels.TryGetValue(kernel.Name, out ClKernel? found)) return found;

        if (!programs.TryGetValue(kernel.Family, out ClProgram? program))
        {
            program = Build(kernel.Family);
            programs.Add(kernel.Family, program);
        }

        found = Cl.clCreateKernel(program, kernel.Name, out int error);
        Cl.Check(error, "clCreateKernel", kernel.Name);
        kernels.Add(kernel.Name, found);
        return found;
    }

    private ClProgram Build(string family)
    {
        byte[][] source = KernelSource.OpenCl(family);
        GCHandle[] pins = [.. source.Select(part => GCHandle.Alloc(part, GCHandleType.Pinned))];
        ClProgram built;
        try
        {
            built = Cl.clCreateProgramWithSource(
                context, (uint)source.Length, [.. pins.Select(p => p.AddrOfPinnedObject())],
                [.. source.Select(part => (nuint)part.Length)], out int error);
            Cl.Check(error, "clCreateProgramWithSource");
        }
        finally
        {
            foreach (GCHandle pin in pins) pin.Free();
        }

        int code = Cl.clBuildProgram(built, 1, [id], "-cl-std=CL1.2", IntPtr.Zero, IntPtr.Zero);
        if (code == 0) return built;

        // The exception contains only the first lines of the compiler's log, which contain the errors.
        byte[] log = [];
        if (Cl.clGetProgramBuildInfo(built, id, Cl.ProgramBuildLog, 0, IntPtr.Zero, out nuint size) == 0 && size > 0)
        {
            log = new byte[(int)size];
            _ = Cl.clGetProgramBuildInfo(built, id, Cl.ProgramBuildLog, size, ref log[0], out _);
        }

        built.Dispose();
        string text = Text(log);
        throw new AcceleratorException(
            $"clBuildProgram({family})", code, $"the kernels did not compile: {text.AsSpan(0, Math.Min(text.Length, 500))}");
    }
}

/// <summary>
/// An OpenCL buffer. The buffer keeps its queue alive, because the queue is needed to zero the buffer on release.
/// </summary>
internal sealed class ClMemory : DeviceMemory
{
    private readonly ClQueue queue;
    private readonly bool holdsQueue;

    public ClMemory(IntPtr handle, long length, ClQueue queue)
        : base(handle, length)
    {
        this.queue = queue;
        queue.DangerousAddRef(ref holdsQueue);
    }

    protected override bool ReleaseHandle()
    {
        // The device was closed before this memory object could retain the queue. No data has been written, and the queue may
        // already be released.
        if (!holdsQueue) return Cl.clReleaseMemObject(handle) == 0;

        IntPtr q = queue.DangerousGetHandle();
        bool isGood = Cl.clEnqueueFillBuffer(q, handle, 0, 1, 0, (nuint)Length, 0, IntPtr.Zero, IntPtr.Zero) == 0
            && Cl.clFinish(q) == 0;
        isGood &= Cl.clReleaseMemObject(handle) == 0;
        queue.DangerousRelease();
        return isGood;
    }
}
