using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;

namespace Lanewise.Cli.Fleet;

/// <summary><c>lanewise fleet list</c>: the jobs of a catalogue and their runs.</summary>
internal static class FleetListCommand
{
    public static Command Create()
    {
        Option<string?> catalogue = FleetCommand.Catalogue(), job = new("--job")
        {
            HelpName = "NAME", Description = "Only the runs of this job [default: of all jobs].",
        };
        Option<string?> json = HashingOptions.Flag("--json", "Write a JSON object per run.");
        Command command = new("list", "List the jobs of a catalogue and their runs, the newest first.") { catalogue, job, json };
        command.SetFleetBody(result =>
        {
            using FleetCatalogue opened = FleetCommand.Open(result, catalogue);
            string? wanted = result.GetValue(job);
            if (wanted is not null) FleetCommand.Find(opened, new(wanted, null));
            StandardOutput output = new();
            foreach (IGrouping<string, FleetJob> runs in FleetAudit.Jobs(opened, wanted).GroupBy(run => run.Name))
            {
                if (!result.Has(json)) output.WriteLine(FileNames.Visible(runs.Key));
                foreach (FleetJob run in runs)
                {
                    SourceStatus total = FleetAudit.Status(opened, run).Total;
                    if (result.Has(json)) WriteJson(output, run, total);
                    else output.WriteLine(Line(run, total));
                }
            }

            output.Flush();
            return ExitCode.Good;
        });
        return command;
    }

    // Fits into 40 columns.
    private static string Line(FleetJob run, SourceStatus total)
    {
        string state = run.State switch
        {
            FleetJobState.Planning => "being planned",
            FleetJobState.Planned => Invariant($"{FleetStatusCommand.Percent(total):0.0} % done"),
            _ => "done",
        };
        return Invariant($"{run.Run,6}  {run.Created:yyyy-MM-dd HH:mm} UTC  {state}");
    }

    private static void WriteJson(StandardOutput output, FleetJob run, SourceStatus total) =>
        new JsonLine(output, "job", run.Name).Number("run", run.Run).Word("state", run.State.ToString().ToLowerInvariant())
            .Text("begun", run.Created.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture))
            .Number("files", total.Files).Number("doneFiles", total.DoneFiles).End();
}
