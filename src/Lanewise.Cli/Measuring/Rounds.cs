using System.Diagnostics;
using Lanewise.Lanes;

namespace Lanewise.Cli.Measuring;

/// <summary>Something to time: what it does once, and the bytes it takes.</summary>
/// <param name="name">The name in tables.</param>
/// <param name="bytes">The bytes that it takes once.</param>
/// <param name="work">What it does.</param>
internal sealed class Candidate(string name, long bytes, Action work)
{
    private readonly List<double> times = [];
    private int repeats = 1;

    public string Name => name;

    /// <summary>Seconds of one time, the median over the rounds.</summary>
    public double Seconds
    {
        get
        {
            double[] sorted = [.. times];
            Array.Sort(sorted);
            return sorted[sorted.Length / 2];
        }
    }

    public double MegabytesPerSecond => bytes / Seconds / 1e6;

    /// <summary>Compiles, warms up, and finds out how often to repeat for one round.</summary>
    public void Prepare(double secondsPerRound)
    {
        work();
        double once = double.MaxValue;
        for (double start = Now(), t = start; t - start < secondsPerRound;)
        {
            work();
            double end = Now();
            once = Math.Min(once, end - t);
            t = end;
        }

        repeats = (int)Math.Clamp(secondsPerRound / Math.Max(once, 1e-8), 1, 10_000_000);
    }

    public void Round()
    {
        double start = Now();
        for (int i = 0; i < repeats; i++) work();
        times.Add((Now() - start) / repeats);
    }

    private static double Now() => Stopwatch.GetTimestamp() / (double)Stopwatch.Frequency;
}

/// <summary>Times candidates in turns, so that what the machine does beside falls on all of them alike.</summary>
internal static class Rounds
{
    public const int Count = 7;
    public const double SecondsPerRound = 0.008;

    public static void Run(IReadOnlyList<Candidate> candidates)
    {
        // A process begins with kernels that compile quickly; what is timed is what it comes to.
        ColdStart.Mode = ColdStartMode.Warm;
        foreach (Candidate c in candidates) c.Prepare(SecondsPerRound);
        for (int r = 0; r < Count; r++)
        {
            foreach (Candidate c in candidates) c.Round();
        }
    }
}
