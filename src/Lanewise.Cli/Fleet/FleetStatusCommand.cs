using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Cli.Fleet;

/// <summary><c>lanewise fleet status</c>: how far it is.</summary>
internal static class FleetStatusCommand
{
    public static Command Create()
    {
        Option<string?> catalogue = FleetCommand.Catalogue(), job = FleetCommand.Job();
        Option<string?> all = HashingOptions.Flag("--all", "A line for each run of each job.");
        Option<string?> json = HashingOptions.Flag("--json", "Write a JSON object per line: the job, its sources, its workers.");
        Command command = new("status", "Show how far a job is, its rate, and when it will be done.")
        {
            catalogue, job, all, json,
        };
        command.SetFleetBody(result =>
        {
            using FleetCatalogue opened = FleetCommand.Open(result, catalogue);
            StandardOutput output = new();
            if (result.Has(all))
            {
                foreach (FleetJob one in opened.Jobs.All().Where(one => !one.IsList)) output.WriteLine(Line(one));
            }
            else
            {
                FleetJob found = FleetCommand.Find(opened, result.GetValue(job));
                FleetStatus status = opened.Results.Status(found);
                long? missing = Missing(opened, found);
                if (result.Has(json)) WriteJson(output, status, missing);
                else Write(output, status, missing);
            }

            output.Flush();
            return ExitCode.Good;
        });
        return command;
    }

    public static string Title(FleetJob job) => Invariant($"Run {job.Id} of job '{FileNames.Visible(job.Name)}'");

    /// <summary>What goes on with it.</summary>
    public static string StateOf(FleetStatus status) =>
        status.Job.State == FleetJobState.Planned && status.Workers.Any(worker => worker.Ended is null && !worker.IsSilent)
            ? "in work" : StateOf(status.Job);

    public static string StateOf(FleetJob job) => job.State switch
    {
        FleetJobState.Planning => "being planned", FleetJobState.Planned => "planned", _ => "done",
    };

    /// <summary>
    /// How many files of its baseline a job did not find; null while it is being planned, or if they are too many.
    /// </summary>
    public static long? Missing(FleetCatalogue opened, FleetJob job)
    {
        if (job is { Baseline: not null, State: FleetJobState.Planning }) return null;

        try
        {
            return opened.Results.CountMissing(job);
        }
        catch (FleetException)
        {
            // 'report' waits as long as it takes.
            return null;
        }
    }

    private static string Line(FleetJob job) =>
        Invariant($"{Title(job)}: {StateOf(job)}, {job.Created:yyyy-MM-dd HH:mm} UTC");

    private static void Write(StandardOutput output, FleetStatus status, long? missing)
    {
        SourceStatus total = status.Total;
        output.WriteLine($"{Title(status.Job)}: {StateOf(status)}");
        output.WriteLine(Invariant($"  {status.Job.Algorithm}, begun {status.Job.Created:yyyy-MM-dd HH:mm} UTC"));
        if (status.Job.Baseline is long baseline)
            output.WriteLine(Invariant($"  compared with {baseline}"));
        foreach (SourceStatus source in status.Sources)
        {
            output.WriteLine(FileNames.Shown(source.Root));
            WriteCounts(output, source);
            if (status.Sources.Count > 1 && source.Changed + source.New + source.Unreadable > 0)
            {
                output.WriteLine(Invariant(
                    $"  {source.Changed:N0} changed, {source.New:N0} new, {source.Unreadable:N0} unreadable"));
            }
        }

        if (status.Sources.Count > 1)
        {
            output.WriteLine("Together");
            WriteCounts(output, total);
        }

        output.WriteLine(Results(status, missing));
        output.WriteLine($"{Workers(status)}, {total.TakenRanges.ToString("N0", CultureInfo.InvariantCulture)} ranges in work");
        if (status.Job.State == FleetJobState.Done) return;

        output.WriteLine(Invariant(
            $"{status.FilesPerSecond:N0} files/s, {Progress.BytesOf((long)status.BytesPerSecond)}/s, {Left(status)}"));
    }

    private static void WriteCounts(StandardOutput output, SourceStatus source)
    {
        output.WriteLine(Invariant($"  {source.DoneFiles:N0} of {source.Files:N0} files ({Percent(source):0.0} %)"));
        output.WriteLine($"  {Progress.BytesOf(source.DoneBytes)} of {Progress.BytesOf(source.Bytes)}");
    }

    // What the page counts, in its order; within 40 columns.
    private static string Results(FleetStatus status, long? missing)
    {
        SourceStatus total = status.Total;
        string gone = missing is long count ? Invariant($"{count:N0} missing") : "missing unknown";
        string compared = status.Job.Baseline is null
            ? "" : Invariant($"{total.Changed:N0} changed,\n  {gone}, {total.New:N0} new, ");
        return Invariant($"  {total.Good:N0} OK, {compared}{total.Unreadable:N0} unreadable");
    }

    /// <summary>How many there are, and of how many nothing is heard.</summary>
    public static string Workers(FleetStatus status)
    {
        int silent = status.Workers.Count(worker => worker.IsSilent);
        int working = status.Workers.Count(worker => worker.Ended is null) - silent;
        return Invariant($"{working:N0} working{(silent == 0 ? "" : $", {silent:N0} silent")}");
    }

    public static double Percent(SourceStatus source) => source.Files == 0 ? 100 : 100.0 * source.DoneFiles / source.Files;

    public static string Left(FleetStatus status) => status.Left is not { } left ? "no end in sight" : left switch
    {
        { TotalDays: >= 2 } => Invariant($"{left.TotalDays:0.0} days left"),
        { TotalHours: >= 2 } => Invariant($"{left.TotalHours:0.0} hours left"),
        _ => Invariant($"{(int)left.TotalMinutes}:{left.Seconds:00} min left"),
    };

    /// <summary>The same for programs; what is not known is -1.</summary>
    public static void WriteJson(StandardOutput output, FleetStatus status, long? missing)
    {
        Counts(
            new JsonLine(output, "job", status.Job.Name).Number("run", status.Job.Id)
                .Word("state", status.Job.State.ToString().ToLowerInvariant()).Text("algorithm", status.Job.Algorithm),
            status.Total).Number("missing", missing ?? -1)
            .Number("filesPerSecond", (long)status.FilesPerSecond).Number("bytesPerSecond", (long)status.BytesPerSecond)
            .Number("secondsLeft", status.Left is { } left ? (long)left.TotalSeconds : -1).End();
        foreach (SourceStatus source in status.Sources) Counts(new JsonLine(output, "source", source.Root), source).End();
        foreach (WorkerStatus worker in status.Workers)
        {
            new JsonLine(output, "worker", worker.Id)
                .Word("state", worker.Ended is not null ? "ended" : worker.IsSilent ? "silent" : "working")
                .Number("files", worker.Files).Number("bytes", worker.Bytes)
                .Number("silentMilliseconds", worker.SilentMilliseconds).End();
        }
    }

    private static JsonLine Counts(JsonLine line, SourceStatus source) => line.Number("files", source.Files)
        .Number("bytes", source.Bytes).Number("doneFiles", source.DoneFiles).Number("doneBytes", source.DoneBytes)
        .Number("good", source.Good).Number("changed", source.Changed).Number("new", source.New)
        .Number("unreadable", source.Unreadable).Number("ranges", source.Ranges).Number("doneRanges", source.DoneRanges);
}
