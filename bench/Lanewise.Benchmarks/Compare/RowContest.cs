
namespace Lanewise.Benchmarks.Compare;

/// <summary>A job that an algorithm's row brings along, timed against the yardstick and, where it can, on two cores.</summary>
internal sealed class RowContest : IContest
{
    private readonly RowJob job;
    private readonly Entrant ours;

    private RowContest(string algorithm, string title, RowJob job)
    {
        this.job = job;
        Name = $"{title} {job.Name}";
        (Goal, TwoCoresGoal) = Goals.Find(algorithm, job.Name);
        ours = Entrant.Of("ours", 1, job.Run);
    }

    public string Name { get; }

    public Goal Goal { get; }

    public Goal TwoCoresGoal { get; }

    public IReadOnlyList<Entrant> Entrants => [ours, Contest.Yardstick];

    /// <summary>Throughput in x.</summary>
    public Reading Figure { get; private set; } = new(double.NaN, 0, false);

    public double Nanoseconds { get; private set; } = double.NaN;

    /// <summary>How many times as fast two cores are; null where the job cannot be divided, or there is one core.</summary>
    public Reading? TwoCores { get; private set; }

    /// <summary>Those of all rows whose name contains the filter.</summary>
    public static IReadOnlyList<RowContest> All(string? filter) =>
    [
        .. Catalog.Hashes.SelectMany(row => row.Jobs().Select(job => new RowContest(row.Name, row.Title, job)))
            .Concat(CipherRow.All.SelectMany(row => row.Jobs().Select(job => new RowContest(row.Name, row.Title, job))))
            .Where(c => filter is null || c.Name.Contains(filter, StringComparison.OrdinalIgnoreCase)),
    ];

    public string? FindDifference()
    {
        job.Run();
        if (job.Result.AsSpan().IndexOfAnyExcept((byte)0) < 0) return $"{Name}: ours wrote nothing.";

        byte[] expected = [.. job.Result];
        job.Result.AsSpan().Clear();
        job.RunOverCores?.Invoke();
        return job.RunOverCores is not null && !job.Result.AsSpan().SequenceEqual(expected) ? $"{Name}: two cores give another result than one." : null;
    }

    /// <summary>On two cores; before the process ties itself to one.</summary>
    public void RunOverCores(int rounds)
    {
        if (job.RunOverCores is not { } overCores || Environment.ProcessorCount < 2) return;

        Entrant[] entrants = [ours, Entrant.Of("two cores", 1, overCores)];
        InterleavedRounds.WarmUp(entrants, TimeSpan.FromMilliseconds(300));
        TwoCores = new InterleavedRounds(rounds, TimeSpan.FromMilliseconds(5), Clock.Wall).Measure(entrants).Ratio(0, 1);
    }

    public void Run(InterleavedRounds rounds)
    {
        RoundTimes times = rounds.Measure(Entrants);
        Figure = times.Ratio(1, 0).Times(job.Bytes / (1024.0 * 1024));
        Nanoseconds = times.Nanoseconds(0);
    }
}
