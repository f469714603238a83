
namespace Lanewise.Benchmarks.Compare;

/// <summary>
/// A job that exists only for a single algorithm. The job is measured relative to .NET's implementation or to .NET's MD5 of 1
/// MiB and, if possible, on two cores.
/// </summary>
internal sealed class RowContest : IContest
{
    private readonly RowJob job;
    private readonly Entrant lanewise;
    private readonly Entrant reference;

    private RowContest(string algorithm, string title, RowJob job)
    {
        this.job = job;
        Name = $"{title} {job.Name}";
        (Goal, TwoCoresGoal) = Goals.Find(algorithm, job.Name);
        lanewise = Entrant.Of("Lanewise", 1, job.Run);
        reference = job.ByDotNet is { } others ? Entrant.Of(".NET", 1, others) : Contest.Yardstick;
    }

    public string Name { get; }

    public Goal Goal { get; }

    public Goal TwoCoresGoal { get; }

    public IReadOnlyList<Entrant> Entrants => [lanewise, reference];

    /// <summary>The unit of <see cref="Figure"/>: a multiple of the throughput of .NET's implementation, or of .NET's MD5 of 1
    /// MiB.</summary>
    public Measure Measure => job.ByDotNet is null ? Measure.X : Measure.Times;

    public Reading Figure { get; private set; } = new(double.NaN, 0, false);

    public double Nanoseconds { get; private set; } = double.NaN;

    /// <summary>
    /// The speedup of two cores over one core, or over .NET on one core. Null if the job cannot be divided or there is only one
    /// core.
    /// </summary>
    public Reading? TwoCores { get; private set; }

    /// <summary>Returns all algorithm-specific jobs whose name contains the filter.</summary>
    public static IReadOnlyList<RowContest> All(string? filter) =>
    [
        .. Catalog.Hashes.SelectMany(row => row.Jobs().Select(job => new RowContest(row.Name, row.Title, job)))
            .Concat(CipherRow.All.SelectMany(row => row.Jobs().Select(job => new RowContest(row.Name, row.Title, job))))
            .Where(c => filter is null || c.Name.Contains(filter, StringComparison.OrdinalIgnoreCase)),
    ];

    public string? FindDifference()
    {
        job.Run();
        if (job.Result.AsSpan().IndexOfAnyExcept((byte)0) < 0) return $"{Name}: Lanewise wrote nothing.";

        byte[] expected = [.. job.Result];
        job.Result.AsSpan().Clear();
        job.RunOverCores?.Invoke();
        if (job.RunOverCores is not null && !job.Result.AsSpan().SequenceEqual(expected))
        {
            return $"{Name}: two cores give another result than one.";
        }

        job.Result.AsSpan().Clear();
        job.ByDotNet?.Invoke();
        return job.ByDotNet is not null && !job.Result.AsSpan().SequenceEqual(expected)
            ? $"{Name}: .NET gives another result."
            : null;
    }

    /// <summary>Measures the job on two cores. Call this method before the process is pinned to one core.</summary>
    public void RunOverCores(int rounds)
    {
        if (job.RunOverCores is not { } overCores || Environment.ProcessorCount < 2) return;

        Entrant[] entrants = [job.ByDotNet is null ? lanewise : reference, Entrant.Of("two cores", 1, overCores)];
        InterleavedRounds.WarmUp(entrants, TimeSpan.FromMilliseconds(300));
        TwoCores = new InterleavedRounds(rounds, TimeSpan.FromMilliseconds(5), Clock.Wall).Measure(entrants).Ratio(0, 1);
    }

    public void Run(InterleavedRounds rounds)
    {
        RoundTimes times = rounds.Measure(Entrants);
        Figure = times.Ratio(1, 0).Times(Measure == Measure.X ? job.Bytes / (1024.0 * 1024) : 1);
        Nanoseconds = times.Nanoseconds(0);
    }
}
