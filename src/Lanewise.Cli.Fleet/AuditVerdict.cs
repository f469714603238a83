using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Cli.Fleet;

/// <summary>The result of a run. The wording is the same on a terminal, on the page and in machine-readable output.</summary>
/// <param name="Differences">The number of changed, moved, missing, new and unreadable files.</param>
/// <param name="Damaged">The number of changed, missing and unreadable files.</param>
/// <param name="IsDone">Whether all files are done.</param>
/// <param name="IsCounted">Whether the number of missing files is known.</param>
/// <param name="IsCompared">Whether the run is compared with an earlier run or a list.</param>
/// <param name="Sum">The number of differences as text, for example "3 differences".</param>
/// <param name="Short">The result in at most 20 characters, for up to a million differences.</param>
/// <param name="Long">The result with the number of each kind of difference, and of skipped files.</param>
/// <param name="Earlier">The earlier run whose differences a finished run does not report again, or null if there is
/// none.</param>
internal sealed record AuditVerdict(
    long Differences, long Damaged, bool IsDone, bool IsCounted, bool IsCompared, string Sum,
    string Short, string Long, EarlierVerdict? Earlier)
{
    /// <summary>Indicates whether the run is done and nothing differs.</summary>
    public bool IsGood => IsDone && IsCounted && Differences == 0;

    /// <summary>Indicates whether files are changed or missing, or were in an earlier run, so that they may be damaged until the
    /// user accepts them.</summary>
    public bool IsDamageOpen { get; private init; }

    /// <summary>Indicates whether the exit code is 0: nothing differs, and a run has accepted the damage of an earlier run, if
    /// there is any.</summary>
    /// <param name="accepting">The run that accepted the damage, or null.</param>
    public bool IsClean(FleetJob? accepting) => Differences == 0 && (Earlier is null || accepting is not null);

    // New and moved files are not damaged. Files that an earlier run reported may still be damaged, so such a result is not shown
    // as good.
    public Tone Tone => Damaged > 0 ? Tone.Bad : Differences > 0 ? Tone.Notable : !IsGood || !IsCompared ? Tone.None
        : Earlier is null ? Tone.Good : Tone.Warning;

    /// <summary>The result that is shown next to the percentage of finished files, in at most 28 characters.</summary>
    public string Now => IsDone ? Short : Differences > 0 ? $"{Sum} so far" : "not finished";

    /// <summary>The result in machine-readable form.</summary>
    public string Word => Differences > 0 ? "FAILED" : !IsGood ? "UNFINISHED" : !IsCompared ? "BASELINE"
        : Earlier is null ? "OK" : "OK-SINCE";

    /// <summary>Returns the result of a run.</summary>
    /// <param name="status">The run.</param>
    /// <param name="compared">The result of the comparison with the baseline, or null if unknown.</param>
    public static AuditVerdict Of(FleetStatus status, Comparison? compared)
    {
        SourceStatus total = status.Total;
        bool isDone = status.Job.State == FleetJobState.Done;
        (long missing, long moved) = (compared?.Missing.Total ?? 0, compared?.Moved ?? 0);
        (long missed, long added) = isDone ? (missing, New(total, moved)) : (0, 0);
        (long Count, string Word)[] kinds =
        [
            (total.Changed, "changed"), (missed, "missing"), (total.Unreadable, "unreadable"), (moved, "moved"), (added, "new"),
        ];
        // The rest of the run may find these files under other names.
        string open = isDone ? "" : CountsOf([(missing, MissingWord(isDone)), (total.New, NewWord(isDone))]);
        long differences = kinds.Sum(kind => kind.Count), damaged = total.Changed + missed + total.Unreadable;
        bool isGood = isDone && differences == 0;
        EarlierVerdict? earlier = isDone && compared?.Earlier is { } found ? EarlierVerdict.Of(status.Job, found) : null;
        string sum = Invariant($"{differences:N0} {(differences == 1 ? "difference" : "differences")}");
        string unfinished = Invariant($"not finished, {FleetStatusCommand.Percent(status):0.0} %");
        bool isCompared = status.Job.Baseline is not null;
        // Without a baseline, nothing is compared: this run is the baseline of the next run.
        string good = !isCompared ? "baseline recorded" : earlier is null ? "OK" : $"OK since {earlier.Name}";
        string brief = !isDone ? unfinished : differences > 0 ? sum : compared is null ? "not counted yet" : good;
        string counts = CountsOf(kinds);
        string whole = differences == 0 ? isGood && earlier is not null ? $"{brief}, which had {earlier.Counts}" : brief
            : isDone ? $"{sum}: {counts}" : $"{unfinished}; so far {counts}";
        if (open.Length > 0) whole += $"; {open}";
        // Skipped files are no differences, but nothing is known about them.
        string skipped = total.Skipped == 0 ? "" : Invariant($"; {total.Skipped:N0} skipped");
        return new(
            differences, damaged, isDone, compared is not null, isCompared, sum, brief, whole + skipped,
            earlier)
        {
            IsDamageOpen = isDone && (total.Changed + missed > 0 || earlier is not null),
        };
    }

    /// <summary>Returns a text that says whether the user has accepted the damage that the run found. Empty if there is no
    /// damage.</summary>
    /// <param name="accepting">The run that accepted the damage, or null.</param>
    public string Acceptance(FleetJob? accepting) => !IsDamageOpen ? ""
        : accepting is null ? "not accepted" : Invariant($"accepted by run {accepting.Run}");

    /// <summary>Returns the result, and whether the user has accepted the damage that the run found.</summary>
    /// <param name="accepting">The run that accepted the damage, or null.</param>
    public string LongWith(FleetJob? accepting) => Long + (IsDamageOpen ? $"; {Acceptance(accepting)}" : "");

    /// <summary>Returns a text such as "1 file of run 1 is missing". Missing files are not among the files that a run finds.
    /// </summary>
    /// <param name="count">The number of missing files.</param>
    /// <param name="baseline">The name of the baseline, or null if it is unknown.</param>
    /// <param name="isDone">Whether the run is done.</param>
    public static string MissingText(long count, string? baseline, bool isDone)
    {
        string of = baseline switch { null => "the baseline", FleetStatusCommand.List => "the list", _ => baseline };
        return Invariant($"{count:N0} {(count == 1 ? "file" : "files")} of {of} {(count == 1 ? "is" : "are")} ")
            + MissingWord(isDone);
    }

    /// <summary>Returns the word for the files of the baseline that the run did not find under their names.</summary>
    public static string MissingWord(bool isDone) => isDone ? "missing" : ItemText.NotFoundYet;

    /// <summary>Returns the word for new files.</summary>
    public static string NewWord(bool isDone) => isDone ? "new" : "new so far";

    /// <summary>Adds the numbers of the results to a JSON object.</summary>
    /// <param name="line">The object.</param>
    /// <param name="source">A source, or all sources of the run.</param>
    /// <param name="moved">The number of moved files.</param>
    /// <param name="missing">The number of files that were not found under their names, or -1 if it is unknown.</param>
    /// <param name="isDone">Whether the run is done. Before that, a file may have moved, so it is not missing.</param>
    public static JsonLine WriteCounts(JsonLine line, SourceStatus source, long moved, long missing, bool isDone) =>
        line.Number("good", source.Good).Number("changed", source.Changed).Number("moved", moved)
            .Number("missing", isDone ? missing : 0).Number("new", New(source, moved)).Number("unreadable", source.Unreadable)
            .Number("skipped", source.Skipped).Number("notFoundYet", isDone ? 0 : missing);

    /// <summary>Adds the differences that the run does not report again to a JSON object.</summary>
    public JsonLine WriteEarlier(JsonLine line) => Earlier is not { Damage: { } damage } ? line
        : line.Number("earlierRun", damage.Run.Run).Number("earlierChanged", damage.Changed)
            .Number("earlierMissing", damage.Missing);

    /// <summary>Returns the number of new files of a source or a run, without the moved files.</summary>
    public static long New(SourceStatus source, long moved) => Math.Max(0, source.New - moved);

    /// <summary>Returns the counts that are not 0 as text.</summary>
    public static string CountsOf(IEnumerable<(long Count, string Word)> kinds) => string.Join(
        ", ", kinds.Where(kind => kind.Count > 0).Select(kind => Invariant($"{kind.Count:N0} {kind.Word}")));
}

/// <summary>The differences of an earlier run that later runs do not report again.</summary>
/// <param name="Damage">The run and its differences.</param>
/// <param name="Name">The name of the run, for example "run 2".</param>
/// <param name="Counts">The number of each kind of difference as text.</param>
internal sealed record EarlierVerdict(NotReported Damage, string Name, string Counts)
{
    /// <summary>The wording for differences that a run does not report, because an earlier run already reported them.</summary>
    public const string NotReportedAgain = "Not reported again";

    public static EarlierVerdict Of(FleetJob job, NotReported damage) => new(
        damage, FleetStatusCommand.Name(job, damage.Run),
        AuditVerdict.CountsOf([(damage.Changed, "changed"), (damage.Missing, "missing")]));

    /// <summary>A sentence that names the command that lists the differences.</summary>
    public string Sentence => $"{NotReportedAgain}: {Name} had {Counts}; '{FleetHints.Report(Damage.Run)}' lists them.";

    /// <summary>The heading of a list of the differences.</summary>
    public string Heading => $"{NotReportedAgain}: found by {Name}";
}
