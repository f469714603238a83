using System.Globalization;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Cli.Fleet;

/// <summary>A named figure of an audit.</summary>
/// <param name="Name">The name.</param>
/// <param name="Value">The value as text.</param>
/// <param name="Tone">The meaning of the value, which determines its color.</param>
internal readonly record struct AuditFact(string Name, string Value, Tone Tone = Tone.None)
{
    /// <summary>
    /// Indicates whether the figure is a count of 0. A terminal and the page of a finished run do not show it.
    /// </summary>
    public bool IsZero { get; init; }

    /// <summary>Indicates whether the page shows this figure elsewhere, in a sentence.</summary>
    public bool IsInSentence { get; init; }

    /// <summary>A remark in parentheses, or null.</summary>
    public string? Note { get; init; }

    /// <summary>The results that the figure counts, or null if it counts something else.</summary>
    public ItemStatus? Of { get; init; }
}

/// <summary>Formats the counts of a run. The order and the wording are the same on a terminal and on the page.</summary>
internal static class AuditFacts
{
    public const string Result = "Result";

    /// <summary>The name for pipes, sockets and devices. A run without them does not mention them.</summary>
    public const string Skipped = "Skipped";

    /// <summary>The minimum time in seconds for a rate. A rate over a shorter time would not be meaningful.</summary>
    public const double ShortestRate = 1;

    private const string Unknown = "not known yet";

    /// <summary>
    /// Returns all numbers of a run in three groups: the progress, the results, and details of the work. A run that is not
    /// compared has only the results that need no comparison. The results of an earlier run may follow. Once the run is done,
    /// there is no third group.
    /// </summary>
    /// <param name="status">The run.</param>
    /// <param name="compared">The result of the comparison with the baseline, or null if unknown.</param>
    public static IReadOnlyList<IReadOnlyList<AuditFact>> Of(FleetStatus status, Comparison? compared)
    {
        SourceStatus total = status.Total;
        AuditVerdict verdict = AuditVerdict.Of(status, compared);
        // If an earlier run found damage, the files that are the same as in that run may still be damaged.
        Tone good = compared?.Earlier is null ? Tone.Good : Tone.Warning;
        bool isDone = status.Job.State == FleetJobState.Done;
        AuditFact workers = new("Workers", Workers(status));
        // Without a running worker, there is no rate and no estimate of the remaining time.
        bool isInWork = !isDone && status.Working > 0;
        (double files, double bytes) = Rates(status);
        AuditFact? when = isInWork ? new("Time left", Left(status, bytes))
            : !isDone ? workers
            : status.Job.Ended is { } ended ? new("Ended", Time(ended)) { IsInSentence = true } : null;
        bool isWhole = isDone && total.DoneFiles == total.Files && total.DoneBytes == total.Bytes;
        IReadOnlyList<AuditFact> progress =
        [
            new(Result, verdict.Now, verdict.Tone) { IsInSentence = true },
            new("Done", Invariant($"{FleetStatusCommand.Percent(status):0.0} %")) { IsInSentence = isDone },
            .. when is { } fact ? [fact] : (AuditFact[])[],
            new("Files", isWhole ? Count(total.Files) : Part(total.DoneFiles, total.Files)),
            new(
                "Bytes",
                (isWhole ? "" : $"{Progress.BytesOf(total.DoneBytes)} of ") + Progress.BytesOf(total.Bytes)),
        ], results =
        [
            verdict.IsCompared ? Counted("OK", total.Good, good)
                : Counted("Recorded", total.Good, Tone.None) with { IsInSentence = isWhole && total.Good == total.Files },
            .. verdict.IsCompared ? Damaged(total, compared, isDone) : [],
            Counted("Unreadable", total.Unreadable, Tone.Bad, of: ItemStatus.Unreadable),
            .. verdict.IsCompared ? Fresh(total, compared, isDone) : [],
            .. total.Skipped > 0
                ? [Counted(Skipped, total.Skipped, Tone.Notable, of: ItemStatus.Special)] : (AuditFact[])[],
            .. verdict.Earlier is { } earlier
                ? [new(Capital($"{earlier.Name} had"), earlier.Counts, Tone.Warning) { IsInSentence = true }]
                : (AuditFact[])[],
        ];
        if (isDone) return [progress, results];

        string rate = files + bytes <= 0 && !status.IsRateKnown ? Unknown
            : Invariant($"{files:N0} files/s, {Progress.BytesOf(bytes)}/s");
        return
        [
            progress, results,
            [
                .. isInWork ? [workers, new("Rate", rate)] : (AuditFact[])[],
                new("Ranges", Part(total.DoneRanges, total.Ranges)),
                Counted("In work", total.TakenRanges, Tone.None, total.TakenRanges == 1 ? " range" : " ranges"),
            ],
        ];
    }

    /// <summary>Capitalizes the first letter of the text.</summary>
    public static string Capital(string text) => $"{char.ToUpperInvariant(text[0])}{text.AsSpan(1)}";

    // Until the run is done, no file is missing, because it may have moved.
    private static IReadOnlyList<AuditFact> Damaged(SourceStatus total, Comparison? compared, bool isDone)
    {
        string name = isDone ? "Missing" : "Not found";
        AuditFact missing = compared is null ? new(name, "not counted yet")
            : Found(name, compared.Missing.Total, Tone.Bad, ItemStatus.Missing, isDone);
        // The other numbers of files add up to the number of files that the run has found.
        if (isDone && !missing.IsZero && compared is not null) missing = missing with { Note = "of the baseline" };
        return [Counted("Changed", total.Changed, Tone.Bad, of: ItemStatus.Changed), missing];
    }

    // Moved files are known only when the run is done.
    private static IReadOnlyList<AuditFact> Fresh(SourceStatus total, Comparison? compared, bool isDone) =>
    [
        .. compared?.Moved > 0 ? [Counted("Moved", compared.Moved, Tone.Notable, of: ItemStatus.Moved)] : (AuditFact[])[],
        Found("New", AuditVerdict.New(total, compared?.Moved ?? 0), Tone.Notable, ItemStatus.New, isDone),
    ];

    private static AuditFact Found(string title, long count, Tone tone, ItemStatus of, bool isDone) => isDone || count == 0
        ? Counted(title, count, tone, of: of)
        : Counted(title, count, Tone.None, " so far", of) with { Note = ItemText.MayHaveMoved };

    private static AuditFact Counted(string name, long count, Tone tone, string more = "", ItemStatus? of = null) =>
        new(name, Count(count) + more, count > 0 ? tone : Tone.None) { IsZero = count == 0, Of = of };

    public static string Count(long count) => count.ToString("N0", CultureInfo.InvariantCulture);

    public static string Time(DateTimeOffset time) => Invariant($"{time:yyyy-MM-dd HH:mm:ss} UTC");

    // Returns the number of workers, and the number of workers that send no heartbeats.
    private static string Workers(FleetStatus status)
    {
        string working = status.Workers.Count == 0 ? "none has started" : status.Working == 0 ? "none is running"
            : Invariant($"{status.Working:N0} working");
        return Invariant($"{working}{(status.Silent == 0 ? "" : $", {status.Silent:N0} silent")}");
    }

    private static string Part(long done, long all) => Invariant($"{done:N0} of {all:N0}");

    /// <summary>Returns how long a worker has worked, in seconds, as far as the catalogue knows.</summary>
    public static double SecondsOf(WorkerStatus worker) => ((worker.Ended ?? worker.Seen) - worker.Begun).TotalSeconds;

    /// <summary>
    /// Returns the time since a worker of the run last sent a heartbeat, in milliseconds, or -1 if no worker has started.
    /// </summary>
    public static long SinceHeartbeat(FleetStatus status) =>
        status.Workers.Count == 0 ? -1 : status.Workers.Min(worker => worker.SilentMilliseconds);

    // Returns the rates of the run. Until they are known, returns the sum of the mean rates of the running workers.
    private static (double Files, double Bytes) Rates(FleetStatus status)
    {
        if (status.IsRateKnown) return (status.FilesPerSecond, status.BytesPerSecond);

        (double files, double bytes) = (0, 0);
        foreach (WorkerStatus worker in status.Workers)
        {
            double seconds = SecondsOf(worker);
            if (worker.Ended is not null || worker.IsSilent || seconds < ShortestRate) continue;

            (files, bytes) = (files + (worker.Files / seconds), bytes + (worker.Bytes / seconds));
        }

        return (files, bytes);
    }

    private static TimeSpan? LeftAt(FleetStatus status, double rate)
    {
        double seconds = (status.Total.Bytes - status.Total.PassedBytes) / rate;
        return seconds > 0 && seconds < TimeSpan.MaxValue.TotalSeconds / 2 ? TimeSpan.FromSeconds(seconds) : null;
    }

    private static string Left(FleetStatus status, double rate) =>
        (status.Left ?? LeftAt(status, rate)) is { } left ? TimeText.Of(left.TotalSeconds) : Unknown;
}
