using System.CommandLine;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Queues;

namespace Lanewise.Cli.Fleet;

/// <summary>
/// Implements <c>lanewise fleet</c>, which runs audits using many processes and machines that share a catalogue.
/// </summary>
internal static class FleetCommand
{
    private const string DefaultCatalogue = "lanewise-fleet.db", CatalogueVariable = "LANEWISE_FLEET_CATALOGUE";

    public static Command Create() => new(
        "fleet",
        "Audit files with many processes and machines, over days or months: 'plan' lists the files, 'work' hashes them, 'report' "
            + "shows what differs.")
    {
        new FleetPlanCommand().Create(), new FleetWorkCommand().Create(), FleetStatusCommand.Create(), FleetServeCommand.Create(),
        FleetReportCommand.Create(), FleetListCommand.Create(), FleetForgetCommand.Create(),
    };

    public static Option<string?> Catalogue() => new("--catalogue")
    {
        HelpName = "DATABASE",
        Description = "The database that records the audits: the path of a file (SQLite), or PostgreSQL by a URI "
            + "(postgresql://audit@db/fleet) or a connection string (Host=db;Database=fleet). Passwords come "
            + $"from PGPASSWORD or PGPASSFILE, or the whole name from {CatalogueVariable} [default: {DefaultCatalogue}].",
    };

    public static Option<string?> Broker() => new("--broker")
    {
        HelpName = "URL",
        Description = "RabbitMQ, which distributes the catalogue's work (amqps://USER@HOST). The password comes "
            + $"from {BrokerAddress.PasswordVariable}, or from the file that the same variable with _FILE at the end names, or "
            + $"the whole URL from {BrokerAddress.Variable}.",
    };

    public static Option<string?> Job() => new("--job")
    {
        HelpName = "NAME", Description = "The job [default: the newest].",
    };

    public static Option<string?> RunNumber() => new("--run")
    {
        HelpName = "N", Description = "The run of the job, by its number in 'list' [default: the newest].",
    };

    /// <summary>Returns the run that the options select.</summary>
    public static WantedRun Wanted(ParseResult result, Option<string?> job, Option<string?> run)
    {
        if (result.GetValue(job) is { } name) RequireUtf8(job.Name, name);
        return new(result.GetValue(job), HashingOptions.Number(result, run, 1, int.MaxValue));
    }

    /// <summary>Rejects a value that is not valid UTF-8, because a catalogue cannot store it.</summary>
    public static void RequireUtf8(string option, string value)
    {
        if (PathText.HasRawBytes(value)) throw new UsageException($"{option}: '{value}' must be UTF-8");
    }

    /// <summary>Opens the requested catalogue.</summary>
    /// <exception cref="UsageException">The command line contains a password.</exception>
    public static FleetCatalogue Open(ParseResult result, Option<string?> catalogue, bool isNew = false)
    {
        CatalogueName name;
        string? given = result.GetValue(catalogue);
        if (!string.IsNullOrEmpty(given))
        {
            name = Read(given);
            if (name.HoldsPassword)
            {
                throw new UsageException(
                    $"{catalogue.Name}: others can see a password on a command line: put it into PGPASSWORD, the file of "
                    + $"PGPASSFILE, or the whole string into {CatalogueVariable}");
            }
        }
        else
        {
            string? variable = Environment.GetEnvironmentVariable(CatalogueVariable);
            name = CatalogueName.Parse(string.IsNullOrEmpty(variable) ? DefaultCatalogue : variable);
        }

        FleetHints.Use(given);
        bool isAbsent = name.Path is { } path && !PathText.HasRawBytes(path) && !FileId.Exists(path);
        if (isAbsent && !isNew) throw new FleetException($"{name.Path}: there is no such catalogue; {FleetHints.MakesJob}");

        FleetCatalogue opened = FleetCatalogue.Open(name, isNew);
        if (isAbsent) Diagnostics.Say($"created the catalogue {opened.Place}");
        opened.Trouble = reason => Diagnostics.Say(
            opened.Place, reason is null ? "the catalogue is back" : $"waiting for the catalogue: {reason}");
        return opened;
    }

    // A malformed name on the command line is reported as a usage error.
    private static CatalogueName Read(string given)
    {
        try
        {
            return CatalogueName.Parse(given);
        }
        catch (FleetException e)
        {
            throw new UsageException(e.Message);
        }
    }

    /// <summary>Returns the requested broker, or null if none was requested.</summary>
    /// <exception cref="UsageException">The command line contains a password.</exception>
    public static BrokerAddress? BrokerOf(ParseResult result, Option<string?> broker)
    {
        string? given = result.GetValue(broker);
        if (given is not null && BrokerAddress.HoldsPassword(given))
        {
            throw new UsageException(
                $"{broker.Name}: others can see a password on a command line: put it into {BrokerAddress.PasswordVariable}, "
                + $"the file of {BrokerAddress.PasswordFileVariable}, or the whole URL into {BrokerAddress.Variable}");
        }

        if (string.IsNullOrEmpty(given)) given = Environment.GetEnvironmentVariable(BrokerAddress.Variable);
        return string.IsNullOrEmpty(given) ? null : BrokerAddress.Parse(given);
    }

    /// <summary>Returns the queue that distributes the ranges to workers.</summary>
    public static WorkQueue Queue(FleetCatalogue opened, BrokerAddress? broker) => broker is null
        ? new CatalogueQueue(opened)
        : new BrokerQueue(opened, broker)
        {
            Trouble = reason => Diagnostics.Say(
                broker.ToString(), reason is null ? "the broker is back" : $"continuing without the broker: {reason}"),
        };

    /// <summary>
    /// Shows the command that continues a run or, if workers are working on it, the command to watch them. The command is written
    /// to standard error, so it is visible even if the output goes to a file. The command is never split, so that users can copy
    /// it. In a narrow terminal, the command is on a separate line.
    /// </summary>
    /// <param name="opened">The catalogue.</param>
    /// <param name="job">The run.</param>
    public static void SayNext(FleetCatalogue opened, FleetJob job)
    {
        int working = job.State == FleetJobState.Done ? 0 : FleetAudit.Status(opened, job).Working;
        string command = job.State == FleetJobState.Done ? "report" : working > 0 ? "serve" : "work";
        string run = TryFind(opened, new(job.Name, null))?.Id == job.Id ? "" : Invariant($" --run {job.Run}");
        string label = working == 0 ? "Next:"
            : Invariant($"{working:N0} {(working == 1 ? "worker is" : "workers are")} working. To watch:");
        SayNext($"{command} --job {FileNames.Quote(job.Name)}{run}", label);
    }

    /// <summary>Shows a suggested command, which is not split.</summary>
    /// <param name="words">The command after the name of the program, without the catalogue.</param>
    /// <param name="label">The word before the command.</param>
    public static void SayNext(string words, string label = "Next:")
    {
        string whole = FleetHints.Command(words);
        int columns = Console.IsErrorRedirected ? int.MaxValue : StandardStreams.Columns;
        Diagnostics.Write($"{label}{(label.Length + 1 + whole.Length <= columns ? ' ' : '\n')}{whole}\n");
    }

    /// <summary>The advice on damaged files, which precedes the command to accept the files.</summary>
    public const string Restore = "Restore damaged files from a backup.";

    /// <summary>The beginning of the advice that names the command to accept the files of a job.</summary>
    public const string ToAccept = "To accept the files as they are now:";

    /// <summary>Shows the command that accepts the files of a job as they are.</summary>
    public static void SayAccept(string job) => SayNext(FleetHints.Accept(job), ToAccept);

    /// <summary>Finds the selected run. If the user named no job and there are several, says which job was selected.</summary>
    /// <exception cref="FleetException">The catalogue does not contain the job.</exception>
    public static FleetJob Find(FleetCatalogue catalogue, WantedRun wanted)
    {
        if (TryFind(catalogue, wanted) is { } found)
        {
            if (wanted.Job is null && FleetAudit.Jobs(catalogue).Select(one => one.Name).Distinct().Count() is > 1 and var jobs)
                Diagnostics.Say(Invariant($"job '{found.Name}', the newest of {jobs:N0} jobs; --job selects another job"));
            return found;
        }

        if (wanted.Run is int run && TryFind(catalogue, wanted with { Run = null }) is { } newest)
        {
            throw new FleetException(Invariant($"{catalogue.Place}: job '{newest.Name}' has no run {run}; ")
                + $"'{FleetHints.Command($"list --job {FileNames.Quote(newest.Name)}")}' names its runs");
        }

        throw wanted.Job is null ? new($"{catalogue.Place}: there is no job; {FleetHints.MakesJob}")
            : NoJob(catalogue, wanted.Job);
    }

    /// <summary>Returns the error for a job that is not in the catalogue.</summary>
    public static FleetException NoJob(FleetCatalogue catalogue, string job) =>
        new($"{catalogue.Place}: there is no job '{job}'; '{FleetHints.Command("list")}' names the jobs");

    public static FleetJob? TryFind(FleetCatalogue catalogue, WantedRun wanted)
    {
        FleetJob[] jobs = [.. catalogue.Jobs.All(wanted.Job).Where(job => !job.IsList)];
        return wanted.Run is int run
            ? jobs.FirstOrDefault(job => job.Name == jobs[0].Name && job.Run == run) : jobs.FirstOrDefault();
    }

    /// <summary>Sets the action of a command. Each audit error is reported on a single line.</summary>
    public static void SetFleetBody(this Command command, Func<ParseResult, int> body) => command.SetBody(result =>
    {
        try
        {
            return body(result);
        }
        catch (FleetException e)
        {
            Diagnostics.Say(e.Message);
            return ExitCode.Failed;
        }
    });
}

/// <summary>A run that the user selected.</summary>
/// <param name="Job">The name of the job, or null for the newest job.</param>
/// <param name="Run">The number of the run in the job, or null for the newest run.</param>
internal sealed record WantedRun(string? Job, int? Run);
