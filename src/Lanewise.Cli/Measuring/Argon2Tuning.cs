using System.Diagnostics;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Measuring;

/// <summary>
/// Implements <c>lanewise tune --argon2</c>. The command finds Argon2id parameters with which a hash takes at most a given time
/// on this machine. The hash uses as much of the allowed memory as possible. Memory has priority, because it makes guessing
/// expensive. The remaining time is used for iterations.
/// </summary>
internal static class Argon2Tuning
{
    private const int Runs = 5;

    private static readonly Argon2Parameters[] LeastByOwasp =
    [
        Argon2Parameters.Owasp46MiB, Argon2Parameters.Owasp19MiB, Argon2Parameters.Owasp12MiB, Argon2Parameters.Owasp9MiB,
        Argon2Parameters.Owasp7MiB,
    ];

    /// <summary>Measures cost parameters, and prints the suggested parameters.</summary>
    /// <param name="milliseconds">The maximum time for one password.</param>
    /// <param name="mostMemoryKiB">The maximum memory for one password.</param>
    /// <param name="parallelism">The number of cores for one password.</param>
    public static int Run(int milliseconds, int mostMemoryKiB, int parallelism)
    {
        int least = Argon2Parameters.MinMemoryKiBPerLane * parallelism;
        if (mostMemoryKiB < least)
        {
            throw new UsageException(Invariant($"--memory: {parallelism} lanes need at least {least} KiB"));
        }

        (Argon2Parameters costs, double[] times) = Suggest(milliseconds, mostMemoryKiB, parallelism, Measure);
        StandardOutput output = new();
        output.WriteText(ProcessorName.Line());
        output.WriteLine(Invariant(
            $"Argon2id with {costs}: {times[Runs / 2]:0.0} ms ({times[0]:0.0} to {times[^1]:0.0} in {Runs} runs)"));
        if (times[Runs / 2] > milliseconds)
        {
            output.WriteLine(Invariant($"Even the minimum memory takes longer than {milliseconds} ms."));
        }

        if (!Array.Exists(LeastByOwasp, row => row.MemoryKiB <= costs.MemoryKiB && row.Iterations <= costs.Iterations))
        {
            output.WriteLine("That is weaker than OWASP's minimum (19 MiB, 2 iterations): allow more time or memory.");
        }

        output.WriteLine(Invariant($"lanewise argon2 hash -m {costs.MemoryKiB}KiB -t {costs.Iterations} -p {costs.Parallelism}"));
        output.Flush();
        return ExitCode.Good;
    }

    /// <summary>Returns the largest cost parameters that stay within the time limit, and the measured times in ascending
    /// order.</summary>
    internal static (Argon2Parameters Costs, double[] Times) Suggest(
        int milliseconds, int mostMemoryKiB, int parallelism, Func<Argon2Parameters, double[]> measure)
    {
        int least = Argon2Parameters.MinMemoryKiBPerLane * parallelism, memory = mostMemoryKiB;
        Argon2Parameters costs = new(memory, 1, parallelism);
        double[] times = measure(costs);
        // The time grows with the memory size, and faster once the memory exceeds a cache, so a few steps are sufficient to find
        // the right size.
        while (times[times.Length / 2] > milliseconds && memory > least)
        {
            double share = Math.Min(0.95, milliseconds / times[times.Length / 2]);
            memory = Math.Max(least, (int)(memory * share));
            costs = new(memory, 1, parallelism);
            times = measure(costs);
        }

        // Each further iteration takes as long as the first one, or slightly less.
        int iterations = 1;
        while (times[times.Length / 2] * (iterations + 1) / iterations <= milliseconds)
        {
            int next = Math.Max(iterations + 1, (int)(milliseconds / times[times.Length / 2] * iterations));
            Argon2Parameters more = new(memory, next, parallelism);
            double[] moreTimes = measure(more);
            if (moreTimes[times.Length / 2] > milliseconds) break;

            (costs, times, iterations) = (more, moreTimes, next);
        }

        return (costs, times);
    }

    private static double[] Measure(Argon2Parameters costs)
    {
        byte[] salt = new byte[16], key = new byte[32];
        ParallelOptions cores = new() { MaxDegreeOfParallelism = costs.Parallelism };
        double[] times = new double[Runs];
        // The first call allocates the memory.
        for (int run = -1; run < Runs; run++)
        {
            long start = Stopwatch.GetTimestamp();
            Argon2id.DeriveKey("tune"u8, salt, costs, key, cores);
            if (run >= 0) times[run] = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        }

        Array.Sort(times);
        return times;
    }
}
