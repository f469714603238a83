namespace Lanewise.Gpu;

/// <summary>Selects whether the CPU or the device processes data in host memory.</summary>
public enum OffloadPolicy
{
    /// <summary>Always uses the CPU.</summary>
    CpuOnly,

    /// <summary>
    /// Uses the device if measurements on this machine predict that it is at least 10 % faster, including copies; otherwise,
    /// uses the CPU. An OpenCL device that is the CPU itself is never chosen.
    /// </summary>
    Measured,

    /// <summary>Always uses the device, even if it is slower than the CPU.</summary>
    Force,
}
