using System.CommandLine;
using System.Globalization;
using System.Text.RegularExpressions;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Cli.Fleet;

/// <summary>Implements <c>lanewise fleet list</c>, which lists the jobs of a catalogue and their runs.</summary>
internal static partial class FleetListCommand
{
    // The width of the column of run numbers, and the smallest width in which a result is wrapped next to the columns before it.
    private const int RunColumns = 5, FewestColumns = 30;

    // The number of jobs for which the command to accept the files is shown.
    private const int MostAdvised = 3;

    public static Command Create()
    {
        Option<string?> catalogue = FleetCommand.Catalogue(), job = new("--job")
        {
            HelpName = "NAME", Description = "Only the runs of this job [default: of all jobs].",
        };
        Option<string?> json = HashingOptions.Flag("--json", "Write a JSON object per run.");
        Command command = new("list", "List the jobs of a catalogue and their runs, the newest first.") { job, json, catalogue };
        command.SetFleetBody(result =>
        {
            string? wanted = result.GetValue(job);
            if (wanted is not null) FleetCommand.RequireUtf8(job.Name, wanted);

            using FleetCatalogue opened = FleetCommand.Open(result, catalogue);
            if (wanted is not null) FleetCommand.Find(opened, new(wanted, null));
            StandardOutput output = new();
            bool isJson = result.Has(json);
            IReadOnlyList<FleetJob> jobs = FleetAudit.Jobs(opened, wanted);
            if (!isJson && jobs.Count == 0)
            {
                Diagnostics.Say($"{opened.Place}: there is no job; {FleetHints.MakesJob}");
                return ExitCode.Good;
            }

            if (!isJson) output.WriteLine("Run  Begun, UTC        Result");
            List<string> open = [];
            foreach (IGrouping<string, FleetJob> runs in jobs.GroupBy(run => run.Name))
            {
                if (!isJson) output.WriteLine(FileNames.Visible(runs.Key));
                foreach (FleetJob run in runs)
                {
                    FleetJob? accepting = AuditRuns.Accepting(runs, run);
                    FleetStatus status = FleetAudit.Status(opened, run);
                    Comparison? compared = FleetStatusCommand.Compare(opened, status.Job);
                    AuditVerdict verdict = AuditVerdict.Of(status, compared);
                    if (isJson) WriteJson(output, status, compared, verdict, accepting);
                    else Write(output, run, verdict.LongWith(accepting), verdict.Tone);
                    if (verdict.IsDamageOpen && accepting is null && open.LastOrDefault() != run.Name) open.Add(run.Name);
                }
            }

            output.Flush();
            if (isJson) return ExitCode.Good;

            if (open.Count > 0) Diagnostics.Plain(FleetCommand.Restore);
            foreach (string name in open.Take(MostAdvised)) FleetCommand.SayAccept(name);
            return ExitCode.Good;
        });
        return command;
    }

    // The text fits in 40 columns. If the numbers of all kinds of differences do not fit on the line, they are continued on
    // further lines.
    private static void Write(StandardOutput output, FleetJob run, string result, Tone tone)
    {
        string line = Invariant($"{run.Run,3}  {run.Created:yyyy-MM-dd HH:mm}  ");
        int columns = Console.IsOutputRedirected ? int.MaxValue : StandardStreams.Columns;
        // A number stays on the line of its word.
        string[] words = BreakPattern().Split(result);
        int indent = columns - line.Length >= FewestColumns ? line.Length : RunColumns;
        string before = new(' ', indent);
        if (line.Length + words[0].Length <= columns) before = line;
        else output.WriteLine(line.TrimEnd());
        foreach (string text in MeasuredTableText.Wrapped(before, words, indent, columns))
        {
            output.Write(text.AsSpan(0, before.Length));
            output.Write(text.Substring(before.Length), tone);
            output.WriteLine("");
            before = new(' ', indent);
        }
    }

    [GeneratedRegex("(?<=[,:;]) ")]
    private static partial Regex BreakPattern();

    private static void WriteJson(
        StandardOutput output, FleetStatus status, Comparison? compared, AuditVerdict verdict, FleetJob? accepting)
    {
        (FleetJob run, SourceStatus total) = (status.Job, status.Total);
        JsonLine line = new JsonLine(output, "job", run.Name).Number("run", run.Run)
            .Word("state", run.State.ToString().ToLowerInvariant())
            .Text("begun", run.Created.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture))
            .Number("files", total.Files).Number("doneFiles", total.DoneFiles);
        line = AuditVerdict.WriteCounts(
            line, total, compared?.Moved ?? 0, compared?.Missing.Total ?? -1, verdict.IsDone).Word("result", verdict.Word);
        line = verdict.WriteEarlier(line);
        if (verdict.IsDamageOpen) line = line.Number("acceptedBy", accepting?.Run ?? 0);
        line.End();
    }
}
