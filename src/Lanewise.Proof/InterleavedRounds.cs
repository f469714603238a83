using System.Diagnostics;

namespace Lanewise.Proof;

/// <summary>
/// Measures benchmark entrants in interleaved rounds. All measurements use this class. In every round, the entrants run one after
/// another, and each entrant gets one time slice. The result is the median over all rounds.
/// </summary>
/// <remarks>
/// A machine's clock rate and load change from second to second, so entrants that are timed in separate blocks run under
/// different conditions. Interleaved entrants run under the same conditions. The ratio of two times in the same round is far more
/// stable than the times themselves. <see cref="InterleavedRounds"/> is not specific to hashing and can time any loop.
/// </remarks>
/// <param name="rounds">The number of measured rounds.</param>
/// <param name="slice">The minimum time of one entrant in one round. If a single call takes longer, the slice is longer.</param>
/// <param name="clock">The clock: CPU time for one core, wall time for several cores.</param>
internal sealed class InterleavedRounds(int rounds, TimeSpan slice, Clock clock = Clock.Processor)
{
    private const int LeastRounds = 2;

    /// <summary>The settings for a quick measurement.</summary>
    public static InterleavedRounds Short { get; } = new(7, TimeSpan.FromMilliseconds(8));

    /// <summary>The time after which no new round starts, provided that at least two rounds are complete.</summary>
    public TimeSpan Budget { get; init; } = TimeSpan.MaxValue;

    /// <summary>
    /// The warm-up time before the first round. During the warm-up, the runtime compiles all code at the highest optimization
    /// tier. Without a warm-up, all rounds might measure code that a longer-running process does not run.
    /// </summary>
    public static TimeSpan Warm { get; } = TimeSpan.FromMilliseconds(300);

    /// <summary>Measures each entrant's time per unit in each round.</summary>
    /// <param name="entrants">The benchmark entrants.</param>
    /// <param name="isWarm">True if the entrants have run before and are therefore fully compiled.</param>
    public RoundTimes Measure(IReadOnlyList<Entrant> entrants, bool isWarm = true)
    {
        // A process starts with kernels that compile quickly. The measurement skips these kernels, because it measures the steady
        // state.
        ColdStart.Bytes = 0;
        if (!isWarm) WarmUp(entrants, Warm);
        int[] calls = [.. entrants.Select(CallsPerSlice)];
        List<(double Wall, double Processor)>[] times = [.. entrants.Select(_ => new List<(double, double)>())];
        long start = Stopwatch.GetTimestamp();
        for (int round = 0; round < rounds && (round < LeastRounds || Stopwatch.GetElapsedTime(start) < Budget); round++)
        {
            // Each round starts with a different entrant, to vary the cache contents at the start of each entrant's time slice.
            for (int i = 0; i < entrants.Count; i++)
            {
                int e = (i + round) % entrants.Count;
                double units = (double)calls[e] * entrants[e].UnitsPerCall;
                (double wall, double processor) = Time(entrants[e], calls[e]);
                times[e].Add((wall / units, processor / units));
            }
        }

        return new RoundTimes(clock, times);
    }

    /// <summary>
    /// Runs all entrants alternately for the given time, so the runtime compiles all code at the highest optimization tier. Each
    /// tier requires a number of calls and a delay of about a tenth of a second, so several passes are necessary.
    /// </summary>
    public static void WarmUp(IReadOnlyList<Entrant> entrants, TimeSpan time)
    {
        long start = Stopwatch.GetTimestamp();
        do
        {
            foreach (Entrant entrant in entrants)
            {
                long began = Stopwatch.GetTimestamp();
                for (int i = 0; i < 64 && Stopwatch.GetElapsedTime(began) < TimeSpan.FromMilliseconds(2); i++) entrant.Run(1);
            }
        }
        while (Stopwatch.GetElapsedTime(start) < time);
    }

    /// <summary>
    /// Returns the number of calls that fill a time slice. Measuring this number also compiles the entrant and loads its data
    /// into the cache.
    /// </summary>
    private int CallsPerSlice(Entrant entrant)
    {
        entrant.Run(1);
        int calls = 1;
        double wanted = slice.TotalNanoseconds;
        while (true)
        {
            (double wall, double processor) = Time(entrant, calls);
            // Work on a device may use almost no CPU time in this process, so the wall time also limits the number of calls.
            double spent = Math.Max(clock == Clock.Wall ? wall : processor, wall / 16);
            if (spent >= wanted / 2) return Math.Max(1, (int)Math.Ceiling(calls * wanted / spent));

            calls = Math.Max(calls * 2, (int)Math.Min(int.MaxValue / 2, calls * wanted / (2 * Math.Max(spent, 100))));
        }
    }

    private static (double Wall, double Processor) Time(Entrant entrant, int calls)
    {
        double wall = Clock.Wall.Now(), processor = Clock.Processor.Now();
        entrant.Run(calls);
        return (Clock.Wall.Now() - wall, Clock.Processor.Now() - processor);
    }
}
