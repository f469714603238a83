using System.Diagnostics;

namespace Lanewise.Benchmarks.Timing;

/// <summary>
/// Times entrants against each other: in every round each has a slice of time, one after the other, and the median over the
/// rounds counts.
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
    /// <summary>Nanoseconds per message: for each entrant, in its order, one figure per round.</summary>
    public RoundTimes Measure(IReadOnlyList<Entrant> entrants)
    {
        int[] calls = [.. entrants.Select(CallsPerSlice)];
        double[][] times = [.. entrants.Select(_ => new double[rounds])];
        for (int round = 0; round < rounds; round++)
        {
            // Another one begins each time, so that nobody always follows the same neighbour's cache.
            for (int i = 0; i < entrants.Count; i++)
            {
                int e = (i + round) % entrants.Count;
                times[e][round] = Nanoseconds(entrants[e], calls[e]) / ((double)calls[e] * entrants[e].MessagesPerCall);
            }
        }

        return new RoundTimes(times);
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

    /// <summary>Calls that fill a slice; finding it out also warms the entrant's data.</summary>
    private int CallsPerSlice(Entrant entrant)
    {
        int calls = 1;
        double wanted = slice.TotalNanoseconds;
        while (true)
        {
            double spent = Nanoseconds(entrant, calls);
            if (spent >= wanted / 2) return Math.Max(1, (int)Math.Ceiling(calls * wanted / spent));

            calls = Math.Max(calls * 2, (int)Math.Min(int.MaxValue / 2, calls * wanted / (2 * Math.Max(spent, 100))));
        }
    }

    private double Nanoseconds(Entrant entrant, int calls)
    {
        double start = clock.Now();
        entrant.Run(calls);
        return clock.Now() - start;
    }
}

/// <summary>What <see cref="InterleavedRounds"/> measured.</summary>
internal sealed class RoundTimes(double[][] times)
{
    /// <summary>The median time of an entrant, in nanoseconds per message.</summary>
    public double Nanoseconds(int entrant) => Median(times[entrant]);

    /// <summary>How many times as long the first entrant takes as the second: the median of the rounds' ratios.</summary>
    public double Ratio(int entrant, int other) => Median([.. times[entrant].Zip(times[other], (a, b) => a / b)]);

    private static double Median(double[] values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
