using System.Diagnostics;

namespace Lanewise.Proof;

/// <summary>
/// Measures entrants in interleaved rounds. All measurements use this class. In every round, the entrants run one after another,
/// and each entrant gets a slice of time. The result is the median over the rounds.
/// </summary>
/// <remarks>
/// A machine's clock rate and load change from second to second, so entrants timed in separate blocks run under different
/// conditions. If they are interleaved, all entrants run under the same conditions. The ratio of two slices in the same round is
/// far more stable than either of the times. The class does not depend on hashes, so it can time any loop.
/// </remarks>
/// <param name="rounds">The number of rounds that are included in the result.</param>
/// <param name="slice">The minimum time of one entrant in one round. A single call may take longer.</param>
/// <param name="clock">The clock: CPU time for one core, wall time for several cores.</param>
internal sealed class InterleavedRounds(int rounds, TimeSpan slice, Clock clock = Clock.Processor)
{
    private const int LeastRounds = 2;

    /// <summary>The settings for a quick measurement.</summary>
    public static InterleavedRounds Short { get; } = new(7, TimeSpan.FromMilliseconds(8));

    /// <summary>The time after which no other round starts, if at least two rounds are complete.</summary>
    public TimeSpan Budget { get; init; } = TimeSpan.MaxValue;

    /// <summary>
    /// The warm-up time before the first round, in which the runtime compiles everything at its last tier. Without it, all rounds
    /// might measure code that a longer-running process would not run.
    /// </summary>
    public static TimeSpan Warm { get; } = TimeSpan.FromMilliseconds(300);

    /// <summary>Measures the time per unit of each entrant in each round.</summary>
    /// <param name="entrants">The entrants.</param>
    /// <param name="isWarm">True if the entrants have run before, so that everything is compiled.</param>
    public RoundTimes Measure(IReadOnlyList<Entrant> entrants, bool isWarm = true)
    {
        // A process starts with kernels that compile quickly, but this class measures the steady state.
        ColdStart.Bytes = 0;
        if (!isWarm) WarmUp(entrants, Warm);
        int[] calls = [.. entrants.Select(CallsPerSlice)];
        List<(double Wall, double Processor)>[] times = [.. entrants.Select(_ => new List<(double, double)>())];
        long start = Stopwatch.GetTimestamp();
        for (int round = 0; round < rounds && (round < LeastRounds || Stopwatch.GetElapsedTime(start) < Budget); round++)
        {
            // Each round starts with a different entrant, so that an entrant does not always find the cache contents that the
            // same predecessor left.
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
    /// Runs all entrants alternately for the given time, so that the runtime compiles everything at its last tier. Each tier
    /// requires a number of calls and a delay of about a tenth of a second, so several passes are necessary.
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
    /// Returns the number of calls that fill a slice. Measuring this number also compiles the entrant and loads its data into the
    /// cache.
    /// </summary>
    private int CallsPerSlice(Entrant entrant)
    {
        entrant.Run(1);
        int calls = 1;
        double wanted = slice.TotalNanoseconds;
        while (true)
        {
            (double wall, double processor) = Time(entrant, calls);
            // Work on a device or on other cores may use almost no CPU time in this process, so the number of repetitions is
            // limited.
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
