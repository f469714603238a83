using System.Diagnostics;

namespace Lanewise.Proof;

/// <summary>What time means in a measurement.</summary>
internal enum Clock
{
    /// <summary>The wall's time: for work on several cores.</summary>
    Wall,

    /// <summary>
    /// The processor time of the whole process: for work on one core. On an idle core it is the wall's time; on a shared one it
    /// leaves out the slices of other programs, and another library that starts threads still pays for all of them.
    /// </summary>
    Processor,
}

internal static class Clocks
{
    /// <summary>Nanoseconds since some fixed moment.</summary>
    public static double Now(this Clock clock) =>
        // Elsewhere than on Linux processor time comes in steps that are coarser than a slice.
        clock == Clock.Processor && OperatingSystem.IsLinux()
            ? Environment.CpuUsage.TotalTime.TotalNanoseconds
            : Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency);
}
