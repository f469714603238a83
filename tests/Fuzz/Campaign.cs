using System.Diagnostics;
using System.Globalization;
using Lanewise.Simd;

namespace Lanewise.Fuzz;

/// <summary>Corrupts Lanewise's results to verify that the fuzzer finds differences.</summary>
internal static class Canary
{
    public static bool IsOn { get; set; }

    public static void Sing(Span<byte> answer)
    {
        if (IsOn && !answer.IsEmpty) answer[^1] ^= 1;
    }
}

/// <summary>
/// A run of the fuzzer. Each worker repeatedly runs a case of the target that has used the least time so far, until the time
/// limit is reached or a result is wrong.
/// </summary>
internal sealed class Campaign(FuzzOptions options, string[] names)
{
    // The maximum time that is counted for a case. The first cases include compilation, so their times do not predict those of
    // later cases.
    private static readonly long MostTicks = Stopwatch.Frequency / 20;

    private readonly Lock gate = new();
    private readonly long[] ticks = new long[names.Length], cases = new long[names.Length];
    private readonly bool[] hasFailed = new bool[names.Length];
    private readonly SortedSet<string> notCalled = new(StringComparer.Ordinal);

    // The vector widths that the environment allows. A case may use a smaller width.
    private readonly int[] widths = [.. LaneDispatch.Widths.Where(bits => bits <= LaneDispatch.Widest())];

    public Tally Tally { get; } = new();

    public long Cases => cases.Sum();

    public int Failed => hasFailed.Count(failed => failed);

    public IEnumerable<string> NotCalled => notCalled;

    public void Run()
    {
        Thread[] workers = [.. Enumerable.Range(0, options.Case is null ? options.Threads : 1)
            .Select(_ => new Thread(Work, 16 << 20))];
        foreach (Thread worker in workers) worker.Start();
        foreach (Thread worker in workers) worker.Join();
    }

    private void Work()
    {
        Dictionary<string, Target> mine = Target.All().ToDictionary(target => target.Name);
        Tally tally = new();
        long start = Stopwatch.GetTimestamp();
        bool goesOn;
        do
        {
            (int t, long n) = Next();
            if (t < 0) break;

            long before = Stopwatch.GetTimestamp();
            goesOn = RunCase(mine[names[t]], t, n, tally) && options.Case is null;
            Interlocked.Add(ref ticks[t], Math.Min(Stopwatch.GetTimestamp() - before, MostTicks));
        }
        while (goesOn && Failed == 0 && (options.Seconds == 0 || Stopwatch.GetElapsedTime(start).TotalSeconds < options.Seconds));

        lock (gate)
        {
            Tally.Add(tally);
            foreach (string name in names) notCalled.UnionWith(mine[name].NotCalled);
        }
    }

    private (int Target, long Case) Next()
    {
        lock (gate)
        {
            int least = -1;
            for (int t = 0; t < ticks.Length; t++)
            {
                if (cases[t] >= options.Cases) continue;
                if (least < 0 || Volatile.Read(ref ticks[t]) < Volatile.Read(ref ticks[least])) least = t;
            }

            if (least < 0) return (least, 0);

            // This increment prevents other workers from choosing the same target while this worker runs it.
            Interlocked.Add(ref ticks[least], 1);
            return (least, options.Case ?? cases[least]++);
        }
    }

    private bool RunCase(Target target, int t, long n, Tally tally)
    {
        Random random = new(Mix(options.Seed, target.Name, n));
        // The settings apply to the whole process, so they also affect other workers. The settings must never affect a result.
        LanewiseSettings.MaxVectorBits = widths[random.Next(widths.Length)];
        ColdStart.Bytes = random.Next(2) == 0 ? 0 : long.MaxValue;
        int bits = LanewiseSettings.MaxVectorBits;
        try
        {
            target.Run(random, tally);
            return true;
        }
#pragma warning disable CA1031 // Any exception is reported as a bug.
        catch (Exception e)
#pragma warning restore CA1031
        {
            lock (gate)
            {
                hasFailed[t] = true;
                string what = e is DifferenceException ? e.Message : $"unexpected {e}";
                Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                    $"DIFFERENCE in {target.Name}, case {n}, at {bits} bits: {what}"));
                Console.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"To repeat it: --seed {options.Seed} --only {target.Name} --case {n}, under the same instruction-set limit."));
            }

            return false;
        }
    }

    private static int Mix(int seed, string name, long n)
    {
        ulong mixed = ((ulong)(uint)seed << 32) ^ (ulong)n;
        foreach (char c in name) mixed = (mixed ^ c) * 0x100000001B3;
        mixed = (mixed ^ (mixed >> 31)) * 0x9E3779B97F4A7C15;
        return (int)(mixed >> 33);
    }
}
