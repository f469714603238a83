namespace Lanewise.Gpu;

/// <summary>Selects whether the CPU or the device processes data in host memory.</summary>
public enum OffloadPolicy
{
    /// <summary>Always uses the CPU.</summary>
    CpuOnly,

    /// <summary>
    /// Uses the device if measurements on this machine predict that the device is at least 10 % faster, including copies.
    /// Otherwise, uses the CPU. An OpenCL device that is the CPU itself is never chosen.
    /// </summary>
    Measured,

    /// <summary>Always uses the device, even if the device is slower than the CPU.</summary>
    Force,
}
