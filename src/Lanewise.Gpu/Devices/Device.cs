namespace Lanewise.Gpu.Devices;

/// <summary>The properties of a device before it is opened.</summary>
internal sealed record DeviceFacts(
    AcceleratorApi Api, AcceleratorKind Kind, string Name, string Driver, long MemoryBytes, long MaxBufferBytes,
    int ComputeUnits);

/// <summary>
/// Identifies a kernel by the name of its family (a group of kernels that is compiled together) and its own name.
/// </summary>
internal readonly record struct Kernel(string Family, string Name);

/// <summary>
/// An open device, which allocates memory, copies data and launches kernels. Callers check all lengths, and each copy method
/// checks them again.
/// </summary>
/// <remarks>
/// Each queue executes its work in order. Only <see cref="Pipeline"/> uses queues other than <see cref="MainQueue"/>, to copy one
/// piece of data while another piece is processed. All methods are thread-safe.
/// </remarks>
internal abstract class Device : IDisposable
{
    public const int MainQueue = 0, FirstPipelineQueue = 1, Queues = 3;

    /// <summary>
    /// The number of work items per work group. The number of work items in a launch is rounded up to whole groups.
    /// </summary>
    public abstract int GroupItems { get; }

    /// <summary>Allocates at least one byte of device memory. The contents of the memory are undefined.</summary>
    public abstract DeviceMemory Allocate(long length);

    /// <summary>
    /// The reason why a requested staging array is not pinned for this device, or null if it is pinned or none was requested.
    /// </summary>
    public string? PinningProblem { get; protected set; }

    /// <summary>
    /// Returns a pinned host array. The array is registered with the driver if registration makes copies faster.
    /// </summary>
    public abstract PinnedBytes Pin(int length);

    /// <summary>Copies data to the device. Returns when it is safe for the caller to change the source.</summary>
    public void Write(DeviceMemory memory, long offset, ReadOnlySpan<byte> source)
    {
        memory.Check(offset, source.Length);
        if (!source.IsEmpty) WriteCore(memory, offset, source);
    }

    /// <summary>
    /// Copies data from the device after all work in the main queue has ended. Returns when the copy is complete.
    /// </summary>
    public void Read(DeviceMemory memory, long offset, Span<byte> destination)
    {
        memory.Check(offset, destination.Length);
        if (!destination.IsEmpty) ReadCore(memory, offset, destination);
    }

    /// <summary>Copies data within the device.</summary>
    public void Copy(DeviceMemory source, long sourceOffset, DeviceMemory destination, long destinationOffset, long count)
    {
        source.Check(sourceOffset, count);
        destination.Check(destinationOffset, count);
        if (count > 0) CopyCore(source, sourceOffset, destination, destinationOffset, count);
    }

    /// <summary>Fills device memory with zeros.</summary>
    public void Clear(DeviceMemory memory, long offset, long count)
    {
        memory.Check(offset, count);
        if (count > 0) ClearCore(memory, offset, count);
    }

    /// <summary>Queues a copy to the device. The source must not change until the work in the queue has ended.</summary>
    public void BeginWrite(int queue, DeviceMemory memory, long offset, PinnedBytes source, int count)
    {
        memory.Check(offset, count);
        source.Check(count);
        if (count > 0) BeginWriteCore(queue, memory, offset, source, count);
    }

    /// <summary>Queues a copy from the device. The copy is complete when the work in the queue has ended.</summary>
    public void BeginRead(int queue, DeviceMemory memory, long offset, PinnedBytes destination, int count)
    {
        memory.Check(offset, count);
        destination.Check(count);
        if (count > 0) BeginReadCore(queue, memory, offset, destination, count);
    }

    /// <summary>Queues a kernel for at least the given number of work items. Kernels ignore surplus work items.</summary>
    public abstract void Launch(int queue, Kernel kernel, uint items, KernelArguments arguments);

    /// <summary>Waits for all work in a queue.</summary>
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
