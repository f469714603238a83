using System.Diagnostics;

namespace Lanewise.Proof;

/// <summary>
/// The one way in which anything is timed: entrants against each other, in every round each has a slice of time, one after the
/// other, and the median over the rounds counts.
/// </summary>
/// <remarks>
/// A machine's clock and its neighbours change from second to second. Whoever is timed in one block is timed under other
/// conditions than the next one; interleaved, all of them meet the same weather, and a ratio of two slices of one round is
/// far steadier than either time. It knows no hash: anything with a loop can enter.
/// </remarks>
/// <param name="rounds">Rounds that count.</param>
/// <param name="slice">The least time of one entrant in one round; a single call may take longer.</param>
/// <param name="clock">The processor's time for one core, the wall's for several.</param>
internal sealed class InterleavedRounds(int rounds, TimeSpan slice, Clock clock = Clock.Processor)
{
    private const int LeastRounds = 2;

    /// <summary>A look that takes little time.</summary>
    public static InterleavedRounds Short { get; } = new(7, TimeSpan.FromMilliseconds(8));

    /// <summary>The time after which no other round begins, if two were taken.</summary>
    public TimeSpan Budget { get; init; } = TimeSpan.MaxValue;

    /// <summary>
    /// Time for the runtime to compile everything at its last tier before the first round. Without it a table may measure code
    /// that is not what a process comes to, in all rounds alike.
    /// </summary>
    public static TimeSpan Warm { get; } = TimeSpan.FromMilliseconds(300);

    /// <summary>The time of a unit of each entrant in each round.</summary>
    /// <param name="entrants">Who is timed.</param>
    /// <param name="isWarm">Whether they ran before, so that the runtime has nothing left to compile.</param>
    public RoundTimes Measure(IReadOnlyList<Entrant> entrants, bool isWarm = true)
    {
        // A process begins with kernels that compile quickly; what is timed is what it comes to.
        ColdStart.Bytes = 0;
        if (!isWarm) WarmUp(entrants, Warm);
        int[] calls = [.. entrants.Select(CallsPerSlice)];
        List<(double Wall, double Processor)>[] times = [.. entrants.Select(_ => new List<(double, double)>())];
        long start = Stopwatch.GetTimestamp();
        for (int round = 0; round < rounds && (round < LeastRounds || Stopwatch.GetElapsedTime(start) < Budget); round++)
        {
            // Another one begins each time, so that nobody always follows the same neighbour's cache.
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
    /// Runs all entrants in turn for the given time, so that the runtime has compiled everything at its last tier. The tiers
    /// follow calls and a delay of about a tenth of a second each, hence several passes.
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

    /// <summary>Calls that fill a slice; finding it out also compiles the entrant and warms its data.</summary>
    private int CallsPerSlice(Entrant entrant)
    {
        entrant.Run(1);
        int calls = 1;
        double wanted = slice.TotalNanoseconds;
        while (true)
        {
            (double wall, double processor) = Time(entrant, calls);
            // Work on a device or on other cores may take no processor time to speak of; it must not be repeated for ever.
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
