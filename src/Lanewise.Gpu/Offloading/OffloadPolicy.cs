namespace Lanewise.Gpu;

/// <summary>Who processes data that is on the host.</summary>
public enum OffloadPolicy
{
    /// <summary>The processor, always.</summary>
    CpuOnly,

    /// <summary>
    /// The device where figures taken on this machine say that it is faster by a tenth at least, copies included; else the
    /// processor. A device that is the processor itself behind OpenCL is never chosen.
    /// </summary>
    Measured,

    /// <summary>The device, always, whatever it is and however long it takes.</summary>
    Force,
}
