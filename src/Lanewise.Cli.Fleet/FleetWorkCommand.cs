using System.CommandLine;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Queues;
using Lanewise.Fleet.Working;

namespace Lanewise.Cli.Fleet;

/// <summary>Implements <c>lanewise fleet work</c>, which runs one of the processes that hash files.</summary>
internal sealed class FleetWorkCommand
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(2);

    private readonly Option<string?> catalogue = FleetCommand.Catalogue(), broker = FleetCommand.Broker();
    private readonly Option<string?> job = new("--job")
    {
        HelpName = "NAME",
        Description = "Work only on this job, on its newest run [default: all jobs, the oldest first].",
    };
    private readonly Option<string?> run = FleetCommand.RunNumber();
    private readonly Option<string?> name = new("--name")
    {
        HelpName = "NAME",
        Description = "The name of this worker; it must be unique [default: machine and process].",
    };
    private readonly Option<string?> rate = new("--rate")
    {
        HelpName = "SIZE",
        Description = "Maximum bytes per second that this worker reads, with K, M (MiB, 1,048,576 bytes) or G.",
    };
    private readonly Option<string?> lease = new("--lease")
    {
        HelpName = "SECONDS",
        Description = "Other workers take over this worker's ranges after this time without a heartbeat [default: 30].",
    };
    private readonly Option<string?> patience = new("--patience")
    {
        HelpName = "SECONDS", Description = "Wait this long for an unavailable catalogue [default: 3600].",
    };
    private readonly Option<string?> stay = HashingOptions.Flag(
        "--stay", "Wait for more work, and begin jobs that are due; for a service.");
    private readonly Option<string?> jobs = HashingOptions.Jobs();
    private readonly Option<string?> quiet = HashingOptions.Flag("--quiet", "No progress on a terminal, and no line at the end.");

    public Command Create()
    {
        Command command = new GroupedCommand(
            "work", "Hash the planned files; run as many workers as you like.", null,
            ("Job", [job, run]),
            ("Work", [rate, jobs, stay, quiet]),
            ("Several workers", [name, lease]),
            ("Servers", [catalogue, broker, patience]))
        {
            Examples =
            [
                (FleetProgram.Words + " work", "Hash all jobs, then end."),
                (FleetProgram.Words + " work --job p --rate 50M", "Read at most 50 MiB/s."),
                (FleetProgram.Words + " work --stay", "Run as a service."),
            ],
            ExitCodes = ("The work is done, even if files differ; see 'report'.", "An error ended the work."),
        };
        command.SetFleetBody(Run);
        return command;
    }

    private int Run(ParseResult result)
    {
        string worker = result.GetValue(name) ?? Invariant($"{Environment.MachineName}-{Environment.ProcessId}");
        if (worker.Length == 0) throw new UsageException("--name is empty");

        FleetCommand.RequireUtf8(name.Name, worker);
        FleetCommand.BrokerOf(result, broker);
        // An invalid value is an error even if there is nothing to hash.
        WorkLimits limits = new(
            HashingOptions.Number(result, lease, 1, 86_400) ?? 30, HashingOptions.Cores(result, jobs),
            result.GetValue(rate) is string text ? ByteSize.Of(rate.Name, text) : 0);
        using FleetCatalogue opened = FleetCommand.Open(result, catalogue);
        opened.Patience = TimeSpan.FromSeconds(HashingOptions.Number(result, patience, 1, 100_000_000) ?? 3600);
        WantedRun wanted = FleetCommand.Wanted(result, job, run);
        if (wanted is { Job: null, Run: not null }) throw new UsageException("--run numbers the runs of a job: it needs --job");
        if (wanted.Job is not null) FleetCommand.Find(opened, wanted);

        // After the first signal, the worker finishes the work that it has started, so that no file is hashed twice. A second
        // signal stops the worker immediately.
        StatusLine line = new();
        return Interruption.Defer(
            leave =>
            {
                using IDisposable? telemetry = FleetTelemetry.IsAsked ? FleetTelemetry.Start(worker) : null;
                return Work(result, opened, wanted, worker, limits, line, leave);
            },
            endsAtSecond: true,
            stopping: () =>
            {
                if (!IsShown(result)) return;

                line.End("stopping: finishing or returning ranges, at most 10 s; Ctrl-C again stops at once");
            });
    }

    private bool IsShown(ParseResult result) => !result.Has(quiet) && !Console.IsErrorRedirected;

    private int Work(
        ParseResult result, FleetCatalogue opened, WantedRun wanted, string worker, WorkLimits limits, StatusLine line,
        CancellationToken leave)
    {
        bool isQuiet = result.Has(quiet), isShown = IsShown(result);
        long begun = Environment.TickCount64;
        (long files, long bytes) = (0, 0);
        List<FleetJob> worked = [];
        HashSet<long> refused = [];
        while (!leave.IsCancellationRequested)
        {
            if (result.Has(stay)) PlanDue(result, opened, refused, leave);

            if (Next(opened, wanted) is not { } next)
            {
                if (!result.Has(stay)) break;

                leave.WaitHandle.WaitOne(Pause);
                continue;
            }

            using WorkQueue queue = FleetCommand.Queue(opened, FleetCommand.BrokerOf(result, broker));
            Worker one = new(opened, next, queue, worker)
            {
                Lease = TimeSpan.FromSeconds(limits.LeaseSeconds), Cores = limits.Cores, BytesPerSecond = limits.BytesPerSecond,
                Failure = line.Say,
                Resumed = () => Diagnostics.Say(
                    $"{FleetStatusCommand.Title(next)}: no planner is working on it; continuing its planning"),
                Metrics = FleetTelemetry.IsAsked ? new(next) : null,
            };
            using (isShown ? new JobProgress(opened, one, line, leave) : null) one.Run(leave, CancellationToken.None);
            worked.RemoveAll(run => run.Id == next.Id);
            worked.Add(next);
            (files, bytes) = (files + one.Stored.Files, bytes + one.Stored.Bytes);
        }

        if (isQuiet) return ExitCode.Good;

        int columns = isShown ? StandardStreams.Columns : int.MaxValue;
        if (worked.Count == 0 && !result.Has(stay))
        {
            if (FleetCommand.TryFind(opened, new(wanted.Job, null)) is not { } newest)
            {
                Diagnostics.Say($"{opened.Place}: there is no job; {FleetHints.MakesJob}");
                return ExitCode.Good;
            }

            Diagnostics.Say($"nothing to hash; '{FleetHints.Command("list")}' shows the results");
            string ofJob = $"--job {FileNames.Quote(newest.Name)}";
            FleetCommand.SayNext($"plan {ofJob}");
            FleetCommand.SayNext($"report {ofJob}", "Or:");
            return ExitCode.Good;
        }

        string[] words = Words(files, bytes, begun, columns, isStopped: leave.IsCancellationRequested);
        Diagnostics.Say(words[0]);
        foreach (string text in words.Skip(1)) Diagnostics.Plain(text);
        foreach (FleetJob run in worked)
        {
            FleetStatus status = FleetAudit.Status(opened, run);
            AuditVerdict verdict = AuditVerdict.Of(status, FleetStatusCommand.Compare(opened, status.Job));
            Diagnostics.Verdict($"{FleetStatusCommand.Title(status.Job)}: ", verdict.Long, verdict.Tone);
            FleetCommand.SayNext(opened, status.Job);
        }

        return ExitCode.Good;
    }

    private static FleetJob? Next(FleetCatalogue opened, WantedRun wanted)
    {
        IEnumerable<FleetJob> open = wanted.Job is null
            ? opened.Jobs.All().Where(job => !job.IsList).Reverse() : [FleetCommand.Find(opened, wanted)];
        return open.FirstOrDefault(job => job.State != FleetJobState.Done);
    }

    private void PlanDue(ParseResult result, FleetCatalogue opened, HashSet<long> refused, CancellationToken leave)
    {
        foreach (FleetJob due in FleetAudit.Due(opened, DateTimeOffset.UtcNow))
        {
            FleetJob next;
            try
            {
                next = FleetAudit.Again(opened, due);
            }
            catch (FleetException e)
            {
                // The job remains due, for example until its file system is mounted. The reason is reported once.
                if (refused.Add(due.Id)) Diagnostics.Say(e.Message);
                continue;
            }

            refused.Remove(due.Id);
            Plan(result, opened, next, leave);
        }
    }

    private void Plan(ParseResult result, FleetCatalogue opened, FleetJob job, CancellationToken token)
    {
        using WorkQueue queue = FleetCommand.Queue(opened, FleetCommand.BrokerOf(result, broker));
        new Lanewise.Fleet.Planning.Planner(opened, job, queue).Run(1, token);
    }

    // The result is one line long, or two lines in a narrow terminal. A worker that was stopped has read more than it has stored.
    private static string[] Words(long files, long bytes, long begun, int columns, bool isStopped)
    {
        double seconds = Math.Max(1, Environment.TickCount64 - begun) / 1000.0;
        string done = Invariant($"{files:N0} {(files == 1 ? "file" : "files")}, {Progress.BytesOf(bytes)}");
        if (isStopped) done = $"stopped: {done} stored";
        // Most of a shorter time is spent on opening the catalogue, so a rate would say nothing about the hashing.
        string rate = Invariant($"in {seconds:0.00} s")
            + (seconds < AuditFacts.ShortestRate || bytes == 0 ? "" : $", {Progress.BytesOf((long)(bytes / seconds))}/s");
        return Diagnostics.Prefix.Length + done.Length + 1 + rate.Length <= columns ? [$"{done} {rate}"] : [done, $"  {rate}"];
    }

    /// <summary>The options that limit a worker.</summary>
    private readonly record struct WorkLimits(int LeaseSeconds, int Cores, long BytesPerSecond);
}
