using System.CommandLine;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Queues;

namespace Lanewise.Cli.Fleet;

/// <summary><c>lanewise fleet</c>: audits by many processes and machines, over a catalogue that they share.</summary>
internal static class FleetCommand
{
    private const string DefaultCatalogue = "lanewise-fleet.db", CatalogueVariable = "LANEWISE_FLEET_CATALOGUE";

    public static Command Create() => new("fleet", "Audit files by many processes and machines, over days or months.")
    {
        new FleetPlanCommand().Create(), new FleetWorkCommand().Create(), FleetStatusCommand.Create(), FleetServeCommand.Create(),
        FleetReportCommand.Create(),
    };

    public static Option<string?> Catalogue() => new("--catalogue")
    {
        HelpName = "PLACE",
        Description = "The catalogue: a file, or PostgreSQL by a connection string (Host=db;Database=fleet;Username=audit) or a "
            + "URI (postgresql://audit@db/fleet). Passwords come from PGPASSWORD or PGPASSFILE, or the whole name from "
            + $"{CatalogueVariable} [default: {DefaultCatalogue}].",
    };

    public static Option<string?> Broker() => new("--broker")
    {
        HelpName = "URL",
        Description = "RabbitMQ, which brings workers what the catalogue has for them (amqps://USER@HOST). The password comes "
            + $"from {BrokerAddress.PasswordVariable} or the file of {BrokerAddress.PasswordFileVariable}, or the whole URL from "
            + $"{BrokerAddress.Variable}.",
    };

    public static Option<string?> Job() => new("--job")
    {
        HelpName = "NAME", Description = "The job: its newest run, or one by its number [default: the newest].",
    };

    /// <summary>Opens the catalogue that is meant.</summary>
    /// <exception cref="UsageException">It would have to be one with a password on the command line.</exception>
    public static FleetCatalogue Open(ParseResult result, Option<string?> catalogue, bool isNew = false)
    {
        CatalogueName name;
        if (result.GetValue(catalogue) is { Length: > 0 } given)
        {
            name = Read(given);
            if (name.HoldsPassword)
            {
                throw new UsageException(
                    $"{catalogue.Name}: a password on a command line is seen by others: put it into PGPASSWORD, the file of "
                    + $"PGPASSFILE, or the whole string into {CatalogueVariable}");
            }
        }
        else
        {
            string? variable = Environment.GetEnvironmentVariable(CatalogueVariable);
            name = CatalogueName.Parse(string.IsNullOrEmpty(variable) ? DefaultCatalogue : variable);
        }

        FleetCatalogue opened = FleetCatalogue.Open(name, isNew);
        opened.Trouble = reason => Diagnostics.Say(
            opened.Place, reason is null ? "the catalogue is back" : $"waiting for the catalogue: {reason}");
        return opened;
    }

    // What cannot be read on the command line is wrong usage.
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

    /// <summary>The broker that is meant; null where there is none.</summary>
    /// <exception cref="UsageException">There would be a password on the command line.</exception>
    public static BrokerAddress? BrokerOf(ParseResult result, Option<string?> broker)
    {
        string? given = result.GetValue(broker);
        if (given is not null && BrokerAddress.HoldsPassword(given))
        {
            throw new UsageException(
                $"{broker.Name}: a password on a command line is seen by others: put it into {BrokerAddress.PasswordVariable}, "
                + $"the file of {BrokerAddress.PasswordFileVariable}, or the whole URL into {BrokerAddress.Variable}");
        }

        if (string.IsNullOrEmpty(given)) given = Environment.GetEnvironmentVariable(BrokerAddress.Variable);
        return string.IsNullOrEmpty(given) ? null : BrokerAddress.Parse(given);
    }

    /// <summary>How ranges come to workers.</summary>
    public static WorkQueue Queue(FleetCatalogue opened, BrokerAddress? broker) => broker is null
        ? new CatalogueQueue(opened)
        : new BrokerQueue(opened, broker)
        {
            Trouble = reason => Diagnostics.Say(
                broker.ToString(), reason is null ? "the broker is back" : $"going on without the broker: {reason}"),
        };

    /// <summary>The job that is meant.</summary>
    /// <exception cref="FleetException">There is none.</exception>
    public static FleetJob Find(FleetCatalogue catalogue, string? name) => TryFind(catalogue, name)
        ?? throw new FleetException(name is null
            ? $"{catalogue.Place}: there is no job; 'fleet plan' makes one" : $"{catalogue.Place}: there is no job '{name}'");

    public static FleetJob? TryFind(FleetCatalogue catalogue, string? name)
    {
        FleetJob[] jobs = [.. catalogue.Jobs.All().Where(job => !job.IsList)];
        if (name is null) return jobs.Length == 0 ? null : jobs[0];

        return jobs.FirstOrDefault(job => job.Name == name)
            ?? (long.TryParse(name, out long id) ? jobs.FirstOrDefault(job => job.Id == id) : null);
    }

    /// <summary>Runs a command; what an audit cannot go on with is said as one line.</summary>
    public static void SetFleetBody(this Command command, Func<ParseResult, int> body) => command.SetBody(result =>
    {
        try
        {
            return body(result);
        }
        catch (FleetException e)
        {
            Diagnostics.Say(FileNames.Visible(e.Message));
            return ExitCode.Failed;
        }
    });
}
