using System.Diagnostics;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu;

/// <summary>
/// Represents an open device, such as a GPU. An accelerator allocates device memory and queues work on it.
/// </summary>
/// <remarks>
/// Methods that operate on device buffers only queue the work, so they may return before the device has finished it.
/// <see cref="AcceleratorBuffer.Read"/> and <see cref="Synchronize"/> wait for queued work. All methods are thread-safe. The
/// device executes each thread's work in the order in which the thread queued it. The caller must prevent data races on a
/// buffer, as with an array.
/// <para>
/// Before the first use of each algorithm, the device runs a self-test. If the device's results differ from the CPU's, the
/// call throws.
/// </para>
/// <para>
/// Every device buffer is zeroed before it is released, even if the buffer or the accelerator is not disposed. The staging arrays
/// on the host are also zeroed. Drivers copy kernel arguments, such as round keys, into driver memory and do not wipe these
/// copies. Do not use important keys on a shared GPU.
/// </para>
/// <para>
/// Methods with span parameters copy the data to the device and the result back. The copies use two pinned staging arrays, and
/// only one call with span parameters runs at a time. For methods with span parameters, the bus is the bottleneck, so the CPU
/// alone is often as fast as the device.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// using Accelerator? gpu = Accelerator.Find();
/// if (gpu is not null)
/// {
///     using AcceleratorBuffer data = gpu.Allocate(1 &lt;&lt; 30), digests = gpu.Allocate(16 &lt;&lt; 20);
///     AcceleratorMd5.HashMany(data, 1024, 1 &lt;&lt; 20, digests);
/// }
/// </code>
/// </example>
public sealed class Accelerator : IDisposable
{
    // Kernels load whole words, so the size of every device buffer is a multiple of this value (Kernels/README.md).
    private const int Granule = 16;

    // Drivers use 32-bit counts of work items, and launches round the count up to whole work groups.
    private const long MostItems = 1 << 30;

    private readonly DeviceFacts facts;
    private readonly Dictionary<string, bool> trust = [];
    private readonly Stack<KernelArguments> spare = new();
    private readonly Lock gate = new();
    private Pipeline? pipeline;
    private int disposed;

    internal Accelerator(AcceleratorInfo info, DeviceFacts facts, Device device)
    {
        Info = info;
        this.facts = facts;
        Device = device;
    }

    /// <summary>The description of the device.</summary>
    public AcceleratorInfo Info { get; }

    /// <summary>The maximum length of a buffer in bytes.</summary>
    public long MaxBufferBytes => Math.Min(facts.MaxBufferBytes, nint.MaxValue) / Granule * Granule;

    internal Device Device { get; }

    /// <summary>
    /// The maximum number of bytes per kernel launch. Operating systems terminate kernels that block a display for seconds.
    /// Judging by the number of operations, a launch of this size should take only milliseconds on a GPU.
    /// </summary>
    internal long LaunchBytes { get; set; } = 256 << 20;

    /// <summary>
    /// The minimum number of work items per kernel launch if each work item processes a whole message. A launch with fewer work
    /// items would not be faster, because most of the GPU would be idle.
    /// </summary>
    internal int LaunchMessages { get; set; } = 1 << 14;

    /// <summary>The number of candidates that each kernel launch of a proof-of-work search tests.</summary>
    internal int LaunchCandidates { get; set; } = 1 << 26;

    /// <summary>The size, in bytes, of the pieces in which host data is copied to the device and back.</summary>
    internal int PieceBytes { get; set; } = 8 << 20;

    /// <summary>
    /// Indicates whether one piece of host data is copied while another is processed. Benchmarks disable this overlap to
    /// measure its benefit.
    /// </summary>
    internal bool Overlaps { get; set; } = true;

    /// <summary>
    /// The reason why the staging arrays are not pinned for the device, or null if they are pinned or have not been needed
    /// yet. Unpinned staging arrays make copies slower.
    /// </summary>
    public string? PinningProblem => Device.PinningProblem;

    /// <summary>
    /// Returns all devices of all drivers, including unusable ones. If no driver is installed, the list is empty.
    /// </summary>
    /// <returns>
    /// The devices. GPUs precede all other devices. Within each kind, CUDA devices precede OpenCL devices. A device that supports
    /// both CUDA and OpenCL is listed twice.
    /// </returns>
    public static IReadOnlyList<AcceleratorInfo> List() => List(out _);

    /// <summary>Returns all devices of all drivers, and the errors of drivers that could not list their devices.</summary>
    /// <param name="failures">
    /// The errors, including the driver messages. Examples are a driver that does not start, a device that returns no
    /// information, and a library that is specified by an environment variable but cannot be loaded. A missing driver or a
    /// driver without devices is not an error.
    /// </param>
    /// <returns>
    /// The devices. GPUs precede all other devices. Within each kind, CUDA devices precede OpenCL devices. A device that supports
    /// both CUDA and OpenCL is listed twice.
    /// </returns>
    public static IReadOnlyList<AcceleratorInfo> List(out IReadOnlyList<AcceleratorException> failures)
    {
        List<AcceleratorException> failed = [];
        failures = failed;
        return [.. CudaDevice.List(failed).Concat(OpenClDevice.List(failed)).OrderBy(info => info.Kind).ThenBy(info => info.Api)];
    }

    /// <summary>
    /// Opens the first usable GPU, or returns null if there is none. If the result is null,
    /// <see cref="List(out IReadOnlyList{AcceleratorException})"/> returns the reasons.
    /// </summary>
    /// <returns>The open device, which the caller must dispose, or null.</returns>
    public static Accelerator? Find() => Find(info => info.Kind == AcceleratorKind.Gpu);

    /// <summary>
    /// Opens the first usable device that meets a condition, or returns null if there is none.
    /// </summary>
    /// <param name="choice">
    /// The condition, which is not evaluated for devices with a <see cref="AcceleratorInfo.Problem"/>.
    /// </param>
    /// <returns>The open device, which the caller must dispose, or null.</returns>
    public static Accelerator? Find(Predicate<AcceleratorInfo> choice)
    {
        ArgumentNullException.ThrowIfNull(choice);
        foreach (AcceleratorInfo info in List())
        {
            if (info.Problem is not null || !choice(info)) continue;

            try
            {
                return info.Open();
            }
            catch (AcceleratorException)
            {
                // The search skips a device that its driver lists but cannot open. List and Open report why it cannot be opened.
            }
        }

        return null;
    }

    /// <summary>Allocates memory on the device. The contents of the memory are undefined until data is written.</summary>
    /// <param name="length">The length in bytes, at least 1.</param>
    /// <returns>The buffer, which the caller must dispose.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length of the buffer is less than 1.</exception>
    /// <exception cref="AcceleratorException">The device does not have enough memory.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public AcceleratorBuffer Allocate(long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(length);
        return new AcceleratorBuffer(this, AllocateMemory(length), length);
    }

    /// <summary>Waits until all queued work has finished.</summary>
    /// <exception cref="AcceleratorException">Queued work failed.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public void Synchronize()
    {
        ThrowIfDisposed();
        Device.Finish(Device.MainQueue);
    }

    /// <summary>Closes the device. Afterwards, the accelerator's remaining buffers can only be disposed.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref disposed, 1) != 0) return;

        Pipeline? last;
        lock (gate)
        {
            last = pipeline;
            pipeline = null;
        }

        // Disposing the pipeline waits until a running call has ended.
        last?.Dispose();
        Device.Dispose();
    }

    internal void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(Volatile.Read(ref disposed) != 0, this);

    internal DeviceMemory AllocateMemory(long length)
    {
        ThrowIfDisposed();
        long rounded = (length + Granule - 1) / Granule * Granule;
        if (rounded > MaxBufferBytes || rounded < 0)
        {
            throw new AcceleratorException(Invariant(
                $"A buffer of {length} bytes was requested; {facts.Name} allows at most {MaxBufferBytes} bytes."));
        }

        return Device.Allocate(rounded);
    }

    /// <summary>
    /// The number of work items per kernel launch if each work item processes the given number of bytes. The result is a multiple
    /// of the group size.
    /// </summary>
    internal ulong ItemsPerLaunch(long bytes) => WholeGroups(LaunchBytes / Math.Max(1, bytes));

    /// <summary>
    /// The number of messages per kernel launch for the given maximum message length. The result is a multiple of the group size.
    /// </summary>
    internal ulong MessagesPerLaunch(int longest) => WholeGroups(Math.Max(LaunchMessages, LaunchBytes / Math.Max(64, longest)));

    /// <summary>Queues a kernel for a range of work items. Long ranges are divided into several launches.</summary>
    /// <param name="kernel">The kernel.</param>
    /// <param name="queue">The index of the queue.</param>
    /// <param name="first">The index of the first work item.</param>
    /// <param name="end">The exclusive end of the range.</param>
    /// <param name="most">
    /// The maximum number of work items per launch: at most 2^30 and, if several launches are needed, a multiple of the group
    /// size.
    /// </param>
    /// <param name="arguments">
    /// A callback that receives the index of a launch's first work item and adds that launch's kernel arguments.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation. The token is checked before each launch.</param>
    internal void Launch<TLaunch>(
        Kernel kernel, int queue, ulong first, ulong end, ulong most, in TLaunch arguments, CancellationToken cancellationToken)
        where TLaunch : struct, ILaunch
    {
        ThrowIfDisposed();
        // The last group of a launch is padded with surplus work items. Only the last launch may be padded; in any other
        // launch, the surplus work items would repeat work items of the next launch.
        Debug.Assert(
            most >= end - first || most % (uint)Device.GroupItems == 0, "Only the last launch may have an incomplete group.");
        KernelArguments list;
        lock (spare) list = spare.TryPop(out KernelArguments? used) ? used : new();
        try
        {
            while (first < end)
            {
                cancellationToken.ThrowIfCancellationRequested();
                arguments.Add(list, first);
                uint items = (uint)Math.Min(most, end - first);
                Device.Launch(queue, kernel, items, list);
                list.Clear();
                first += items;
            }
        }
        finally
        {
            list.Clear();
            lock (spare) spare.Push(list);
        }
    }

    /// <summary>
    /// Compares the results of an algorithm's kernels with those of the CPU, once per algorithm. Throws if the results differ.
    /// </summary>
    internal void CheckTrust(string algorithm, Func<bool> selfTest)
    {
        ThrowIfDisposed();
        lock (gate)
        {
            if (!trust.TryGetValue(algorithm, out bool isGood))
            {
                isGood = selfTest();
                trust.Add(algorithm, isGood);
            }

            if (isGood) return;
        }

        throw new AcceleratorException(
            $"{algorithm} is not used on {Info.Name}: the self-test results differ from the CPU's results.");
    }

    /// <summary>Processes pieces of host data on the device. Calls to this method run one after another.</summary>
    internal void RunPieces<TPieces>(scoped in TPieces pieces, CancellationToken cancellationToken)
        where TPieces : IPieces, allows ref struct
    {
        Pipeline mine;
        lock (gate)
        {
            ThrowIfDisposed();
            mine = pipeline ??= new Pipeline(this);
        }

        mine.Run(pieces, Overlaps, cancellationToken);
    }

    private ulong WholeGroups(long items)
    {
        long group = Device.GroupItems;
        return (ulong)((Math.Clamp(items, 1, MostItems) + group - 1) / group * group);
    }
}
