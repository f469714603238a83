using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Cli.Fleet;

/// <summary>The result of a run. The wording is the same on a terminal, on the page and in machine-readable output.</summary>
/// <param name="Differences">The number of changed, missing, new and unreadable files.</param>
/// <param name="IsDone">Whether all files are done.</param>
/// <param name="IsCounted">Whether the number of missing files is known.</param>
/// <param name="IsCompared">Whether the run is compared with an earlier run or a list.</param>
/// <param name="Sum">The number of differences as text, for example "3 differences".</param>
/// <param name="Counts">The number of each kind of difference as text. Empty if nothing differs.</param>
/// <param name="Short">The result in at most 20 characters, for up to a million differences.</param>
/// <param name="Long">The result with the number of each kind of difference.</param>
internal sealed record AuditVerdict(
    long Differences, bool IsDone, bool IsCounted, bool IsCompared, string Sum, string Counts, string Short, string Long)
{
    /// <summary>Whether the run is done and nothing differs.</summary>
    public bool IsGood => IsDone && IsCounted && Differences == 0;

    public Tone Tone => Differences > 0 ? Tone.Bad : IsGood && IsCompared ? Tone.Good : Tone.None;

    /// <summary>The result that is shown next to the percentage of finished files, in at most 28 characters.</summary>
    public string Now => IsDone ? Short : Differences > 0 ? $"{Sum} so far" : "not finished";

    /// <summary>The result in machine-readable form.</summary>
    public string Word => Differences > 0 ? "FAILED" : IsGood ? "OK" : "UNFINISHED";

    public static AuditVerdict Of(FleetStatus status, MissingCounts? missing)
    {
        SourceStatus total = status.Total;
        (long Count, string Word)[] kinds =
        [
            (total.Changed, "changed"), (missing?.Total ?? 0, "missing"), (total.New, "new"), (total.Unreadable, "unreadable"),
        ];
        long differences = kinds.Sum(kind => kind.Count);
        bool isDone = status.Job.State == FleetJobState.Done;
        string sum = Invariant($"{differences:N0} {(differences == 1 ? "difference" : "differences")}");
        string unfinished = Invariant($"not finished, {FleetStatusCommand.Percent(status):0.0} %");
        bool isCompared = status.Job.Baseline is not null;
        // Without a baseline, nothing is compared: this run is the baseline of the next run.
        string good = isCompared ? "OK" : "baseline recorded";
        string brief = !isDone ? unfinished : differences > 0 ? sum : missing is null ? "not counted yet" : good;
        string counts = string.Join(
            ", ", kinds.Where(kind => kind.Count > 0).Select(kind => Invariant($"{kind.Count:N0} {kind.Word}")));
        string whole = differences == 0 ? brief : isDone ? $"{sum}: {counts}" : $"{unfinished}; so far {counts}";
        return new(differences, isDone, missing is not null, isCompared, sum, counts, brief, whole);
    }
}
