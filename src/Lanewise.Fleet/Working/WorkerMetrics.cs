using System.Diagnostics;
using System.Diagnostics.Metrics;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Working;

/// <summary>A worker's metrics for <see cref="System.Diagnostics.Metrics"/>, under the name <see cref="Name"/>.</summary>
internal sealed class WorkerMetrics(FleetJob job)
{
    /// <summary>The name of the meter.</summary>
    public const string Name = "Lanewise.Fleet";

    private static readonly Meter Meter = new(Name);

    private static readonly Counter<long> Files = Meter.CreateCounter<long>(
        "lanewise.fleet.files", "{file}", "Committed files, by result.");

    private static readonly Counter<long> Bytes = Meter.CreateCounter<long>(
        "lanewise.fleet.bytes", "By", "Bytes that were hashed and committed.");

    private static readonly Counter<long> ReadBytes = Meter.CreateCounter<long>(
        "lanewise.fleet.read", "By", "Bytes that were read, including those of ranges that are not committed.");

    private static readonly Counter<long> Ranges = Meter.CreateCounter<long>(
        "lanewise.fleet.ranges", "{range}", "Ranges that were committed or came too late.");

    private static readonly Counter<long> Retries = Meter.CreateCounter<long>(
        "lanewise.fleet.retries", "{retry}", "Transactions that were repeated because the catalogue could not be reached.");

    private static readonly Histogram<double> RangeDuration = Seconds(
        "lanewise.fleet.range.duration", "The time to read a range, from its first byte to its last.",
        [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800]);

    private static readonly Histogram<double> CommitDuration = Seconds(
        "lanewise.fleet.commit.duration", "The time to commit a range, including the wait for the catalogue.",
        [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]);

    private readonly KeyValuePair<string, object?> name = new("lanewise.fleet.job", job.Name);

    /// <summary>Counts a range that was committed, or that another worker took over.</summary>
    /// <param name="range">The range.</param>
    /// <param name="isDone">Whether this worker committed the range.</param>
    /// <param name="results">The results of the items in the range.</param>
    /// <param name="bytes">The number of bytes hashed.</param>
    /// <param name="commit">The time when the commit began, as a <see cref="Stopwatch.GetTimestamp"/> value.</param>
    public void Add(RangeRun range, bool isDone, IEnumerable<ItemResult> results, long bytes, long commit)
    {
        Ranges.Add(1, name, new("lanewise.fleet.outcome", isDone ? "done" : "late"));
        CommitDuration.Record(Stopwatch.GetElapsedTime(commit).TotalSeconds, name);
        if (!isDone) return;

        RangeDuration.Record(Stopwatch.GetElapsedTime(range.Times.First, range.Times.Last).TotalSeconds, name);
        Bytes.Add(bytes, name);
        foreach ((string word, int count) in results.CountBy(result => WordOf(result.Status)))
            Files.Add(count, name, new("lanewise.fleet.result", word));
    }

    /// <summary>Counts bytes that were read.</summary>
    public void Read(long bytes) => ReadBytes.Add(bytes, name);

    public void Retry() => Retries.Add(1, name);

    private static Histogram<double> Seconds(string name, string description, double[] bounds) => Meter.CreateHistogram<double>(
        name, "s", description, tags: null, new() { HistogramBucketBoundaries = bounds });

    private static string WordOf(ItemStatus status) => status switch
    {
        ItemStatus.Changed => "changed",
        ItemStatus.New => "new",
        ItemStatus.Unreadable => "unreadable",
        ItemStatus.Special => "skipped",
        _ => "ok",
    };
}
