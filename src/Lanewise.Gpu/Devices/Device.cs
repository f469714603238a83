namespace Lanewise.Gpu.Devices;

/// <summary>What is known of a device before it is opened.</summary>
internal sealed record DeviceFacts(
    AcceleratorApi Api, AcceleratorKind Kind, string Name, string Driver, long MemoryBytes, long MaxBufferBytes,
    int ComputeUnits);

/// <summary>A kernel: the family whose module it is in, and its name (Kernels/README.md).</summary>
internal readonly record struct Kernel(string Family, string Name);

/// <summary>An open device: memory, copies, launches. The callers check lengths, and each copy checks them again.</summary>
/// <remarks>
/// Work is put into queues, each in order by itself. <see cref="MainQueue"/> is everybody's; the others belong to the
/// pipeline that copies pieces while others are worked on. All methods may be called from several threads.
/// </remarks>
internal abstract class Device : IDisposable
{
    public const int MainQueue = 0, FirstPipelineQueue = 1, Queues = 3;

    /// <summary>Work items of a group, by which the items of a launch are rounded up.</summary>
    public abstract int GroupItems { get; }

    /// <summary>Allocates memory on the device, at least one byte; its contents are undefined.</summary>
    public abstract DeviceMemory Allocate(long length);

    /// <summary>Why staging arrays are not pinned for this device, if one was requested; otherwise null.</summary>
    public string? PinningProblem { get; protected set; }

    /// <summary>A host array that does not move, known to the driver where it can make use of that.</summary>
    public abstract PinnedBytes Pin(int length);

    /// <summary>Copies to the device; returns when the source may be changed again.</summary>
    public void Write(DeviceMemory memory, long offset, ReadOnlySpan<byte> source)
    {
        memory.Check(offset, source.Length);
        if (!source.IsEmpty) WriteCore(memory, offset, source);
    }

    /// <summary>Copies from the device after all work of the main queue; returns when the bytes are there.</summary>
    public void Read(DeviceMemory memory, long offset, Span<byte> destination)
    {
        memory.Check(offset, destination.Length);
        if (!destination.IsEmpty) ReadCore(memory, offset, destination);
    }

    /// <summary>Copies on the device.</summary>
    public void Copy(DeviceMemory source, long sourceOffset, DeviceMemory destination, long destinationOffset, long count)
    {
        source.Check(sourceOffset, count);
        destination.Check(destinationOffset, count);
        if (count > 0) CopyCore(source, sourceOffset, destination, destinationOffset, count);
    }

    /// <summary>Writes zeros.</summary>
    public void Clear(DeviceMemory memory, long offset, long count)
    {
        memory.Check(offset, count);
        if (count > 0) ClearCore(memory, offset, count);
    }

    /// <summary>Queues a copy to the device; the source must stay as it is until the queue is finished.</summary>
    public void BeginWrite(int queue, DeviceMemory memory, long offset, PinnedBytes source, int count)
    {
        memory.Check(offset, count);
        source.Check(count);
        if (count > 0) BeginWriteCore(queue, memory, offset, source, count);
    }

    /// <summary>Queues a copy from the device; the bytes are there when the queue is finished.</summary>
    public void BeginRead(int queue, DeviceMemory memory, long offset, PinnedBytes destination, int count)
    {
        memory.Check(offset, count);
        destination.Check(count);
        if (count > 0) BeginReadCore(queue, memory, offset, destination, count);
    }

    /// <summary>Queues a kernel over at least so many work items; kernels leave out those from their own count on.</summary>
    public abstract void Launch(int queue, Kernel kernel, uint items, KernelArguments arguments);

    /// <summary>Waits for everything in a queue.</summary>
    public abstract void Finish(int queue);

    public void Dispose()
    {
        DisposeCore();
        GC.SuppressFinalize(this);
    }

    protected abstract void WriteCore(DeviceMemory memory, long offset, ReadOnlySpan<byte> source);

    protected abstract void ReadCore(DeviceMemory memory, long offset, Span<byte> destination);

    protected abstract void CopyCore(
        DeviceMemory source, long sourceOffset, DeviceMemory destination, long destinationOffset, long count);

    protected abstract void ClearCore(DeviceMemory memory, long offset, long count);

    protected abstract void BeginWriteCore(int queue, DeviceMemory memory, long offset, PinnedBytes source, int count);

    protected abstract void BeginReadCore(int queue, DeviceMemory memory, long offset, PinnedBytes destination, int count);

    protected abstract void DisposeCore();
}
