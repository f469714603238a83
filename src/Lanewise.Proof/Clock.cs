using System.Diagnostics;

namespace Lanewise.Proof;

/// <summary>Specifies which kind of time is measured.</summary>
internal enum Clock
{
    /// <summary>Measures wall time, for work on several cores.</summary>
    Wall,

    /// <summary>
    /// Measures the CPU time of the whole process, for work on one core. On an idle core, CPU time equals wall time. On a shared
    /// core, CPU time excludes the time slices of other programs. CPU time includes the threads that other libraries start in
    /// this process.
    /// </summary>
    Processor,
}

internal static class Clocks
{
    /// <summary>Returns the number of nanoseconds since an arbitrary starting point.</summary>
    public static double Now(this Clock clock) =>
        // On systems other than Linux, wall time is used, because the resolution of CPU time is coarser than a time slice of the
        // measurement.
        clock == Clock.Processor && OperatingSystem.IsLinux()
            ? Environment.CpuUsage.TotalTime.TotalNanoseconds
            : Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency);
}
