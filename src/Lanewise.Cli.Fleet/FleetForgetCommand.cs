using System.CommandLine;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;

namespace Lanewise.Cli.Fleet;

/// <summary>Implements <c>lanewise fleet forget</c>, which removes a job from the catalogue.</summary>
internal static class FleetForgetCommand
{
    public static Command Create()
    {
        Argument<string> job = new("JOB") { Description = "The name of the job, as 'list' shows it." };
        Option<string?> catalogue = FleetCommand.Catalogue();
        Option<string?> force = HashingOptions.Flag(
            "--force", "Forget it even if workers or planners are processing it; their results are dropped.");
        Option<string?> yes = HashingOptions.Flag("--yes", "-y", "Do not ask; required without a terminal.");
        Command command = new("forget", "Remove a job and all its runs from the catalogue; no audited file is changed.")
        {
            job, force, yes, catalogue,
        };
        command.SetFleetBody(result =>
        {
            string name = result.GetValue(job)!;
            if (name.Length == 0) throw new UsageException("the name of a JOB is empty");

            FleetCommand.RequireUtf8(job.Name, name);
            // A script or a closed terminal must not remove the evidence of an audit by mistake.
            if (!result.Has(yes) && !StandardStreams.CanAsk)
            {
                throw new UsageException(
                    "without a terminal, 'forget' cannot ask before it removes all runs of a job: add --yes");
            }

            using FleetCatalogue opened = FleetCommand.Open(result, catalogue);
            int count = FleetAudit.Jobs(opened, name).Count;
            if (count == 0) throw FleetCommand.NoJob(opened, name);
            if (!result.Has(yes)
                && !StandardStreams.Confirms($"Remove job '{name}' with {Runs(count)} from the catalogue?"))
            {
                Diagnostics.Say("nothing is removed");
                return ExitCode.Failed;
            }

            int runs = FleetAudit.Forget(opened, name, result.Has(force));
            StandardOutput output = new();
            output.WriteLine($"Job '{FileNames.Visible(name)}' is forgotten: {Runs(runs)}");
            output.Flush();
            return ExitCode.Good;
        });
        return command;
    }

    private static string Runs(int count) => Invariant($"{count:N0} {(count == 1 ? "run" : "runs")}");
}
