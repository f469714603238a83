using System.CommandLine;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Cli.Fleet;

/// <summary>Implements <c>lanewise fleet status</c>, which shows the progress of jobs.</summary>
internal static class FleetStatusCommand
{
    /// <summary>The name of a baseline that is a list.</summary>
    public const string List = "a list";

    private const int NameColumns = 12;

    public static Command Create()
    {
        Option<string?> catalogue = FleetCommand.Catalogue(), job = FleetCommand.Job(), run = FleetCommand.RunNumber();
        Option<string?> json = HashingOptions.Flag("--json", "Write a JSON object per line: the job, its sources, its workers.");
        Command command = new GroupedCommand(
            "status", "Show the progress of a job, its rate and its estimated end.", null,
            ("Job", [job, run]), ("Output", [json]), ("Servers", [catalogue]))
        {
            Examples =
            [
                (FleetProgram.Words + " status", "The newest run."),
                (FleetProgram.Words + " status --job p --run 2", "An earlier run."),
            ],
            ExitCodes = (
                "The status was shown, even if files differ; see 'report'.", "There is no such job, or an error occurred."),
        };
        command.SetFleetBody(result =>
        {
            using FleetCatalogue opened = FleetCommand.Open(result, catalogue);
            StandardOutput output = new();
            FleetJob found = FleetCommand.Find(opened, FleetCommand.Wanted(result, job, run));
            FleetStatus status = opened.Results.Status(found);
            Comparison? compared = Compare(opened, found);
            if (result.Has(json))
            {
                WriteJson(output, status, compared);
            }
            else
            {
                Write(output, status, compared, Baseline(opened, found));
                output.Flush();
                FleetCommand.SayNext(opened, status.Job);
            }

            output.Flush();
            return ExitCode.Good;
        });
        return command;
    }

    public static string Title(FleetJob job) => Invariant($"Run {job.Run} of job '{FileNames.Visible(job.Name)}'");

    /// <summary>
    /// Returns the name of the baseline with which a job is compared. Returns "nothing" if the job is not compared, and null if
    /// the baseline is no longer in the catalogue.
    /// </summary>
    public static string? Baseline(FleetJob job, FleetJob? baseline) => job.Baseline is null ? "nothing"
            : baseline is null ? null
            : baseline.IsList ? List : Name(job, baseline);

    /// <summary>Returns the name of another run, for use in text about a run.</summary>
    public static string Name(FleetJob job, FleetJob other) => other.Name == job.Name ? Invariant($"run {other.Run}")
        : Invariant($"run {other.Run} of job '{FileNames.Visible(other.Name)}'");

    /// <summary>
    /// Looks up the baseline with which a job is compared, and returns its name, or null if it is no longer in the catalogue.
    /// </summary>
    public static string? Baseline(FleetCatalogue opened, FleetJob job) =>
        Baseline(job, job.Baseline is long id ? opened.Jobs.Find(id) : null);

    /// <summary>Returns the state of the job as text.</summary>
    public static string StateOf(FleetStatus status) => status.Job.State switch
    {
        FleetJobState.Planning => "being planned", FleetJobState.Done => "done",
        _ => status.Working > 0 ? "in work" : status.Workers.Count > 0 ? "interrupted" : "planned",
    };

    /// <summary>Returns the result of the comparison with the baseline. Returns null during planning, or if counting the missing
    /// files takes too long.</summary>
    public static Comparison? Compare(FleetCatalogue opened, FleetJob job) =>
        job is { Baseline: not null, State: FleetJobState.Planning } ? null : IfInTime(() => opened.Results.Compare(job));

    /// <summary>Returns the result of a query, or null if it exceeded the time limit of the catalogue.</summary>
    public static T? IfInTime<T>(Func<T> query)
        where T : class
    {
        try
        {
            return query();
        }
        catch (FleetException)
        {
            // 'report' counts the missing files, even if that takes a long time.
            return null;
        }
    }

    /// <summary>Returns the share of the run that is done, in percent.</summary>
    public static double Percent(FleetStatus status) =>
        status.Job.State == FleetJobState.Planning && status.Total.Files == 0 ? 0 : status.Total.Percent;

    // The text fits in 40 columns, except for names.
    private static void Write(StandardOutput output, FleetStatus status, Comparison? compared, string? baseline)
    {
        output.WriteLine($"{Title(status.Job)}: {StateOf(status)}");
        foreach (AuditFact fact in AuditFacts.Of(status, compared).SelectMany(group => group).Where(fact => !fact.IsZero))
            Line(fact.Name, fact.Value + (fact.Note is null ? "" : $" ({fact.Note})"), fact.Tone, fact.Name == AuditFacts.Result);
        // Workers report what they have read with each heartbeat, so the numbers are as old as the last heartbeat.
        bool isDone = status.Job.State == FleetJobState.Done;
        if (!isDone && AuditFacts.SinceHeartbeat(status) is >= 0 and var silent)
            Line("Updated", silent < 1000 ? "less than 1 s ago" : $"{TimeText.Of(silent / 1000.0)} ago");
        foreach ((int i, SourceStatus source) in status.Sources.Index())
        {
            Line("Source", FileNames.Shown(source.Root));
            if (status.Sources.Count == 1) break;

            output.WriteLine(Invariant($"  {source.DoneFiles:N0} of {source.Files:N0} files, {source.Percent:0.0} %"));
            output.WriteLine($"  {Progress.BytesOf(source.DoneBytes)} of {Progress.BytesOf(source.Bytes)}");
            long moved = compared?.MovedTo(i) ?? 0;
            Counts(
                (source.Changed, "changed"), (compared?.Missing.Of(i) ?? 0, AuditVerdict.MissingWord(isDone)),
                (source.Unreadable, "unreadable"));
            Counts(
                (moved, "moved"), (AuditVerdict.New(source, moved), AuditVerdict.NewWord(isDone)), (source.Skipped, "skipped"));
        }

        Line("Algorithm", status.Job.Algorithm);
        if (baseline is not null) Line("Compared", "with " + baseline);
        Line("Begun", AuditFacts.Time(status.Job.Created));

        void Counts(params IReadOnlyList<(long Count, string Word)> kinds)
        {
            if (kinds.Any(kind => kind.Count > 0)) output.WriteLine($"  {AuditVerdict.CountsOf(kinds)}");
        }

        void Line(string name, string value, Tone tone = Tone.None, bool isVerdict = false)
        {
            output.Write(name.PadRight(NameColumns - 1) + " ");
            if (isVerdict) output.WriteStrong(value, tone);
            else output.Write(FileNames.Visible(value), tone);
            output.WriteLine("");
        }
    }

    /// <summary>Writes the status as JSON. A value of -1 means that the number is unknown.</summary>
    public static void WriteJson(StandardOutput output, FleetStatus status, Comparison? compared)
    {
        AuditVerdict verdict = AuditVerdict.Of(status, compared);
        bool isDone = verdict.IsDone;
        JsonLine line = Done(
            new JsonLine(output, "job", status.Job.Name).Number("run", status.Job.Run)
                .Word("state", status.Job.State.ToString().ToLowerInvariant()).Text("algorithm", status.Job.Algorithm),
            status.Total)
            .Number("filesPerSecond", (long)status.FilesPerSecond).Number("bytesPerSecond", (long)status.BytesPerSecond)
            .Number("secondsLeft", status.Left is { } left ? (long)left.TotalSeconds : -1);
        line = AuditVerdict.WriteCounts(line, status.Total, compared?.Moved ?? 0, compared?.Missing.Total ?? -1, isDone)
            .Number("working", status.Working).Number("silent", status.Silent)
            .Number("sinceHeartbeatMilliseconds", AuditFacts.SinceHeartbeat(status))
            .Number("ranges", status.Total.Ranges).Number("doneRanges", status.Total.DoneRanges)
            .Number("takenRanges", status.Total.TakenRanges).Word("result", verdict.Word);
        verdict.WriteEarlier(line).End();
        foreach ((int i, SourceStatus source) in status.Sources.Index())
        {
            JsonLine one = Done(new JsonLine(output, "source", source.Root), source);
            AuditVerdict.WriteCounts(one, source, compared?.MovedTo(i) ?? 0, compared?.Missing.Of(i) ?? -1, isDone)
                .Number("ranges", source.Ranges).Number("doneRanges", source.DoneRanges)
                .Number("takenRanges", source.TakenRanges).End();
        }

        foreach (WorkerStatus worker in status.Workers)
        {
            new JsonLine(output, "worker", worker.Id)
                .Word("state", worker.Ended is not null ? "ended" : worker.IsSilent ? "silent" : "working")
                .Number("files", worker.Files).Number("bytes", worker.Bytes)
                .Number("silentMilliseconds", worker.SilentMilliseconds).End();
        }
    }

    private static JsonLine Done(JsonLine line, SourceStatus source) => line.Number("files", source.Files)
        .Number("doneFiles", source.DoneFiles).Number("bytes", source.Bytes).Number("doneBytes", source.DoneBytes);
}
