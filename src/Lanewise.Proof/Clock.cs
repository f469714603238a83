using System.Diagnostics;

namespace Lanewise.Proof;

/// <summary>Specifies the kind of time that is measured.</summary>
internal enum Clock
{
    /// <summary>Measures wall time, for work on several cores.</summary>
    Wall,

    /// <summary>
    /// Measures the CPU time of the whole process, for work on one core. On an idle core, CPU time equals wall time. On a shared
    /// core, it excludes the time slices of other programs. It includes the time of threads that other libraries start.
    /// </summary>
    Processor,
}

internal static class Clocks
{
    /// <summary>The nanoseconds since an arbitrary point in time.</summary>
    public static double Now(this Clock clock) =>
        // On systems other than Linux, wall time is used, because the resolution of CPU time is coarser than a slice.
        clock == Clock.Processor && OperatingSystem.IsLinux()
            ? Environment.CpuUsage.TotalTime.TotalNanoseconds
            : Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency);
}
