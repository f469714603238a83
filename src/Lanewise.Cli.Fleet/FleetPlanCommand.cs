using System.CommandLine;
using System.CommandLine.Parsing;
using System.Security.Cryptography;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Lanewise.Fleet;
using Lanewise.Fleet.Planning;
using Lanewise.Fleet.Queues;
using Lanewise.Fleet.Sources;

namespace Lanewise.Cli.Fleet;

/// <summary>Implements <c>lanewise fleet plan</c>, which lists the files of an audit.</summary>
internal sealed class FleetPlanCommand
{
    private const string DefaultName = "audit";

    // A run begins shortly after its timer has fired. Without slack, a timer whose period equals the job's interval would skip
    // every other run.
    private static readonly TimeSpan TimerSlack = TimeSpan.FromHours(1);

    private readonly Argument<string[]> sources = HashingOptions.Names(
        "SOURCE", "Folders, files, or s3://BUCKET/PREFIX. Without any: continue the job, or begin it again if it is done.");
    private readonly Option<string?> catalogue = FleetCommand.Catalogue(), broker = FleetCommand.Broker();
    private readonly Option<string?> job = new("--job")
    {
        HelpName = "NAME",
        Description = $"The name of the job, shared by all its runs [default: {DefaultName}; without SOURCE, the only job].",
    };
    private readonly Option<string?> algorithm = new("--algorithm", "-a")
    {
        HelpName = "NAME",
        Description = $"The algorithm [default: that of the list or run to compare with, or {AlgorithmNames.Default}].",
    };
    private readonly Option<string?> against = new("--against")
    {
        HelpName = "LIST",
        Description = "Compare with any list that 'check' reads, or with the manifest of a bag (a folder).",
    };
    private readonly Option<string?> beside = HashingOptions.Flag(
        "--beside", "Names in LIST are relative to its folder, as with 'check'; those in a bag always are.");
    private readonly Option<string?> last = HashingOptions.Flag(
        "--against-last", "Compare with the previous run. A run without SOURCE always does.");
    private readonly Option<string?> include = new("--include")
    {
        HelpName = "GLOB", Description = "Only files that match, as with 'sum'; may be repeated.",
    };
    private readonly Option<string?> exclude = new("--exclude")
    {
        HelpName = "GLOB", Description = "No files or folders that match; may be repeated.",
    };
    private readonly Option<string?> rate = new("--rate")
    {
        HelpName = "SIZE", Description = "Maximum bytes per second of each source, over all workers, with K, M or G.",
    };
    private readonly Option<string?> every = new("--every")
    {
        HelpName = "DAYS", Description = "Begin the job again that many days after it began, with 'plan --due'.",
    };
    private readonly Option<string?> due = HashingOptions.Flag(
        "--due", "Plan the next run of every job that is due; for a timer.");
    private readonly Option<string?> rangeFiles = new("--range-files")
    {
        HelpName = "N", Description = "Maximum files that a worker takes at a time [default: 1000].",
    };
    private readonly Option<string?> rangeBytes = new("--range-bytes")
    {
        HelpName = "SIZE", Description = "Maximum bytes that a worker takes at a time [default: 1G].",
    };
    private readonly Option<string?> partBytes = new("--part-bytes")
    {
        HelpName = "SIZE",
        Description = "Larger files are hashed in parts of this size by several workers (BLAKE3 only); a power of two "
            + "[default: 1G].",
    };
    private readonly Option<string?> tries = new("--tries")
    {
        HelpName = "N", Description = "Split a range, and finally give it up, after this many workers died on it [default: 3].",
    };
    private readonly Option<string?> jobs = HashingOptions.Jobs();

    public Command Create()
    {
        Command command = new("plan", "List the files to audit, or continue the listing.")
        {
            sources, catalogue, broker, job, algorithm, against, beside, last, include, exclude, rate, every, due, rangeFiles,
            rangeBytes, partBytes, tries, jobs,
        };
        command.SetFleetBody(Run);
        return command;
    }

    private int Run(ParseResult result)
    {
        FleetCommand.BrokerOf(result, broker);
        bool isDue = result.Has(due), hasSources = result.GetValue(sources) is { Length: > 0 };
        if (isDue && hasSources) throw new UsageException("--due plans the sources of each job: omit SOURCE");

        if (isDue) HashingOptions.Refuse(result, "--due", [job, last]);
        if (!hasSources)
        {
            HashingOptions.Refuse(
                result, isDue ? "--due" : "a plan without SOURCE, which keeps the settings of the job",
                [algorithm, against, beside, rate, every, include, exclude, rangeFiles, rangeBytes, partBytes, tries]);
        }

        // A wrong SOURCE must not leave an empty catalogue behind.
        foreach (string root in result.GetValue(sources) ?? []) Check(root);
        using FleetCatalogue opened = FleetCommand.Open(result, catalogue, isDue || hasSources);
        if (!isDue) return List(result, opened, Begin(result, opened));

        int code = ExitCode.Good;
        IReadOnlyList<FleetJob> jobsDue = FleetAudit.Due(opened, DateTimeOffset.UtcNow + TimerSlack);
        // If a timer starts the command, nothing is printed, so that the timer's log stays empty.
        if (jobsDue.Count == 0 && !Console.IsErrorRedirected) Diagnostics.Say("no job is due");
        foreach (FleetJob one in jobsDue)
        {
            try
            {
                code = Math.Max(code, List(result, opened, FleetAudit.Again(opened, one)));
            }
            catch (FleetException e)
            {
                // One job whose file system is not mounted must not prevent the others.
                Diagnostics.Say(e.Message);
                code = ExitCode.Failed;
            }
        }

        return code;
    }

    private static void Check(string root)
    {
        if (root.Length == 0) throw new UsageException("the name of a SOURCE is empty");
        if (root.StartsWith(S3Source.Scheme, StringComparison.Ordinal) || FileId.Exists(root)) return;

        if (SecretText.MayHoldPassword(root))
        {
            throw new UsageException("a SOURCE is a folder, a file or s3://BUCKET/PREFIX, and there is no such file; --catalogue "
                + "takes the address of a database (the text is not shown, because it may contain a password)");
        }

        FolderEntry.TryRead(root, followsLinks: false, out _, out Exception? error);
        string reason = error is null ? "it cannot be looked up" : ReadErrors.Reason(error, root);
        throw new UsageException($"{FileNames.Visible(root)}: {reason}");
    }

    private FleetJob Begin(ParseResult result, FleetCatalogue opened)
    {
        string[] roots = result.GetValue(sources) ?? [];
        string[] known = roots.Length > 0 ? [] : [.. FleetAudit.Jobs(opened).Select(one => one.Name).Distinct()];
        string name = result.GetValue(job) ?? (known is [string only] ? only : DefaultName);
        if (name.Length == 0) throw new UsageException("--job is empty");

        FleetCommand.RequireUtf8(job.Name, name);
        FleetJob[] runs = [.. opened.Jobs.All(name).Where(one => !one.IsList)];
        FleetJob? newest = runs.FirstOrDefault();
        if (roots.Length == 0)
        {
            if (newest is null)
            {
                throw new UsageException(
                    result.GetValue(job) is null && known.Length > 0
                        ? "there are several jobs: name one of them with --job: " + List(known)
                    : $"there is no job '{name}' yet: name its SOURCEs"
                        + (known.Length == 0 ? "" : ", or name another job with --job: " + List(known)));
            }

            if (newest.State == FleetJobState.Done) return FleetAudit.Again(opened, newest);
            if (result.Has(last) && newest.Baseline != runs.FirstOrDefault(one => one.State == FleetJobState.Done)?.Id)
                throw new UsageException($"--against-last: {FleetStatusCommand.Title(newest)} was started without this option");

            return Continued(newest);
        }

        FleetJob? baseline = null;
        FileAlgorithm? chosen = result.GetValue(algorithm) is string named ? AlgorithmNames.Choose(named, 0) : null;
        if (result.GetValue(against) is string list)
        {
            if (result.Has(last)) throw new UsageException("--against cannot be combined with --against-last");

            baseline = KnownList.Import(opened, name, list, chosen, result.Has(beside));
        }
        else if (result.Has(beside))
        {
            throw new UsageException("--beside is for names in a list: it needs --against");
        }
        else if (result.Has(last))
        {
            baseline = runs.FirstOrDefault(one => one.State == FleetJobState.Done)
                ?? throw new UsageException($"--against-last: job '{name}' has no earlier run that is done");
        }
        else if (runs.FirstOrDefault(one => one.State == FleetJobState.Done) is { } earlier)
        {
            Diagnostics.Say(
                Invariant($"this run is not compared with run {earlier.Run} of job '{name}', because SOURCE is named; ")
                + "--against-last compares it");
        }

        string hash = chosen?.Hash.AlgorithmName.Name ?? baseline?.Algorithm ?? AlgorithmNames.Default;
        if (baseline is not null && chosen is not null && baseline.Algorithm != hash)
            throw new UsageException($"-a: the baseline has digests of {baseline.Algorithm}, not of {hash}");

        long limit = Size(result, rate) ?? 0;
        FleetPlanSettings settings = new()
        {
            RangeFiles = HashingOptions.Number(result, rangeFiles, 1, 1_000_000) ?? 1000,
            RangeBytes = Size(result, rangeBytes) ?? 1L << 30,
            SegmentBytes = Size(result, partBytes) ?? 1L << 30,
            MostTries = HashingOptions.Number(result, tries, 1, 1000) ?? 3,
            EveryDays = HashingOptions.Number(result, every, 1, 36_500) ?? 0,
            Include = Globs(result, include), Exclude = Globs(result, exclude),
        };
        FleetJob? begun = null;
        try
        {
            begun = FleetAudit.Begin(
                opened, name, hash, [.. roots.Select((root, i) => new FleetSource(i, root, limit))], settings, baseline,
                newest is null ? 0 : newest.State == FleetJobState.Done ? newest.Id : newest.Id - 1);
            return begun.Id == newest?.Id ? Continued(begun) : begun;
        }
        catch (CryptographicException)
        {
            throw new UsageException($"-a: audits do not support {chosen!.Name}");
        }
        finally
        {
            // Another planner has imported the same list, so both planners share its run.
            if (baseline is { IsList: true } && begun?.Baseline != baseline.Id) opened.Jobs.Drop(baseline.Id);
        }
    }

    // Returns a hint that lists the jobs of the catalogue.
    private static string List(string[] names)
    {
        const int Most = 10;
        string list = string.Join(", ", names.Take(Most).Select(FileNames.Visible));
        string rest = names.Length <= Most ? "" : $", ... ('{FleetHints.Command("list")}' lists all jobs)";
        return list + rest;
    }

    private static FleetJob Continued(FleetJob run)
    {
        if (run.State == FleetJobState.Planning) Diagnostics.Say($"{FleetStatusCommand.Title(run)}: continuing its planning");
        return run;
    }

    private int List(ParseResult result, FleetCatalogue opened, FleetJob begun)
    {
        StandardOutput output = new();
        if (begun.State != FleetJobState.Planning)
        {
            output.WriteLine($"{FleetStatusCommand.Title(begun)} is already planned");
            output.Flush();
            SayNext(result, opened, begun);
            return ExitCode.Good;
        }

        bool isShown = !Console.IsErrorRedirected;
        StatusLine line = new();
        Lock gate = new();
        (long items, long bytes) = (0, 0);
        using WorkQueue queue = FleetCommand.Queue(opened, FleetCommand.BrokerOf(result, broker));
        Planner planner = new(opened, begun, queue)
        {
            Progress = (foundItems, foundBytes) =>
            {
                lock (gate)
                {
                    (items, bytes) = (Math.Max(items, foundItems), Math.Max(bytes, foundBytes));
                    if (isShown) line.Show(_ => $"{Found(items)}, {Progress.BytesOf(bytes)}");
                }
            },
            Failure = line.Say,
        };
        int cores = HashingOptions.Cores(result, jobs);
        long start = Environment.TickCount64;
        Interruption.Defer(
            token =>
            {
                planner.Run(cores > 0 ? cores : Math.Min(4, Environment.ProcessorCount), token);
                return true;
            },
            endsAtSecond: true);
        if (isShown) line.Clear();
        double seconds = Math.Max(1, Environment.TickCount64 - start) / 1000.0;
        // Other planners may have found some of the files, now or before an interruption.
        SourceStatus total = FleetAudit.Status(opened, begun).Total;
        string found = $"{FleetStatusCommand.Title(begun)}: {Found(total.Files)},";
        string size = Invariant($"{Progress.BytesOf(total.Bytes)}, in {seconds:0.0} s");
        int columns = Console.IsOutputRedirected ? int.MaxValue : StandardStreams.Columns;
        output.WriteLine(found.Length + 1 + size.Length <= columns ? $"{found} {size}" : $"{found}\n  {size}");
        output.Flush();
        if (total.Files == 0) Diagnostics.Say("no file was found: check SOURCE, --include and --exclude");
        SayNext(result, opened, begun);
        return ExitCode.Good;
    }

    private void SayNext(ParseResult result, FleetCatalogue opened, FleetJob begun)
    {
        // A timer that plans the due jobs also starts the workers, so it needs no suggestion.
        if (!result.Has(due) || !Console.IsErrorRedirected) FleetCommand.SayNext(opened, begun);
    }

    private static string Found(long items) => Invariant($"{items:N0} found");

    private static long? Size(ParseResult result, Option<string?> option) =>
        result.GetValue(option) is string text ? ByteSize.Of(option.Name, text) : null;

    private static List<string> Globs(ParseResult result, Option<string?> option)
    {
        List<string> globs = [];
        foreach (Token token in result.GetResult(option)?.Tokens ?? [])
        {
            if (token.Value.Trim('/').Length == 0) throw new UsageException($"{option.Name}: '{token.Value}' matches nothing");
            FleetCommand.RequireUtf8(option.Name, token.Value);
            globs.Add(token.Value);
        }

        return globs;
    }
}
