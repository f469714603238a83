using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu;

/// <summary>The driver interface of a device.</summary>
public enum AcceleratorApi
{
    /// <summary>The CUDA driver API, for NVIDIA devices.</summary>
    Cuda,

    /// <summary>OpenCL 1.2 or later, used through the system's loader, for devices of all vendors.</summary>
    OpenCl,
}

/// <summary>The kind of a device, as reported by its driver.</summary>
public enum AcceleratorKind
{
    /// <summary>A GPU.</summary>
    Gpu,

    /// <summary>
    /// The machine's CPU, accessed through OpenCL. On the CPU, Lanewise is at least as fast without OpenCL.
    /// </summary>
    CpuRuntime,

    /// <summary>Any other device.</summary>
    Other,
}

/// <summary>Describes a device that a driver on this machine lists. The device need not be open.</summary>
public sealed class AcceleratorInfo
{
    private readonly DeviceFacts facts;
    private readonly Func<Device> open;

    internal AcceleratorInfo(DeviceFacts facts, string? problem, Func<Device> open)
    {
        this.facts = facts;
        this.open = open;
        Problem = problem;
    }

    /// <summary>The driver interface.</summary>
    public AcceleratorApi Api => facts.Api;

    /// <summary>The kind of the device.</summary>
    public AcceleratorKind Kind => facts.Kind;

    /// <summary>The device's name.</summary>
    public string Name => facts.Name;

    /// <summary>The versions of the interface and of the driver, as reported by the driver.</summary>
    public string Driver => facts.Driver;

    /// <summary>The size of the device's memory in bytes.</summary>
    public long MemoryBytes => facts.MemoryBytes;

    /// <summary>The number of multiprocessors or compute units.</summary>
    public int ComputeUnits => facts.ComputeUnits;

    /// <summary>The reason why the device cannot be used, or null if no reason is known.</summary>
    public string? Problem { get; }

    /// <summary>Opens the device.</summary>
    /// <returns>The open device, which the caller must dispose.</returns>
    /// <exception cref="AcceleratorException">The device has a <see cref="Problem"/>, or its driver failed.</exception>
    public Accelerator Open() => Problem is null
        ? new Accelerator(this, facts, open())
        : throw new AcceleratorException($"{Name} cannot be used: {Problem}.");

    /// <summary>Returns the name, the driver interface and the driver version as one line.</summary>
    /// <returns>The description in one line.</returns>
    public override string ToString() => $"{Name} ({Driver})";
}
