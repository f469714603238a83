namespace Lanewise.Gpu;

/// <summary>Which processor handles data in host memory.</summary>
public enum OffloadPolicy
{
    /// <summary>Always the CPU.</summary>
    CpuOnly,

    /// <summary>
    /// The device, if measurements on this machine say that it is faster by at least a tenth, including copies; otherwise the
    /// CPU. An OpenCL device that is the CPU itself is never chosen.
    /// </summary>
    Measured,

    /// <summary>Always the device, however slow it is.</summary>
    Force,
}
