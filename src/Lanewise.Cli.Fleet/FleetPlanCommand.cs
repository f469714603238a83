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
        "SOURCE",
        "Folders, files, or s3://BUCKET/PREFIX. Default: the sources of the job. If the newest run of the job is done, 'plan' "
            + "begins the next run; otherwise, it continues the newest run.");
    private readonly Option<string?> catalogue = FleetCommand.Catalogue(), broker = FleetCommand.Broker();
    private readonly Option<string?> job = new("--job")
    {
        HelpName = "NAME",
        Description = $"The name of the job, shared by all its runs [default: with SOURCE, the only job that has these "
            + $"sources, or {DefaultName}; without SOURCE, the only job].",
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
        "--against-last", "Compare with the newest finished run, even if SOURCE differs from that run's.");
    private readonly Option<string?> newBaseline = HashingOptions.Flag(
        "--new-baseline", "Compare with nothing: accept the files as they are now. The next run is compared with this run.");
    private readonly Option<string?> include = new("--include")
    {
        HelpName = "GLOB", Description = "Only files that match, as with 'sum'; may be repeated. '': all files.",
    };
    private readonly Option<string?> exclude = new("--exclude")
    {
        HelpName = "GLOB", Description = "No files or folders that match; may be repeated. '': none.",
    };
    private readonly Option<string?> rate = new("--rate")
    {
        HelpName = "SIZE",
        Description = "Maximum bytes per second of each source, over all workers, with K, M (MiB, 1,048,576 bytes) or G; "
            + "0: no limit.",
    };
    private readonly Option<string?> every = new("--every")
    {
        HelpName = "DAYS", Description = "Begin the job again that many days after it began, with 'plan --due'; 0: never.",
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
        Command command = new GroupedCommand(
            "plan",
            "List the files to audit, or continue the listing. A later run of a job is compared with its previous run.", sources,
            ("Job", [job, every, due]),
            ("Comparison", [against, beside, last, newBaseline]),
            ("Files", [algorithm, include, exclude]),
            ("Work", [rate, rangeFiles, rangeBytes, partBytes, tries, jobs]),
            ("Servers", [catalogue, broker]))
        {
            Examples =
            [
                (FleetProgram.Words + " plan photos --job p", "The first run: a baseline."),
                (FleetProgram.Words + " plan --job p", "The next run, which is compared."),
                (FleetProgram.Words + " plan --new-baseline", "Accept what differs."),
            ],
        };
        command.SetFleetBody(Run);
        return command;
    }

    private int Run(ParseResult result)
    {
        FleetCommand.BrokerOf(result, broker);
        bool isDue = result.Has(due), hasSources = result.GetValue(sources) is { Length: > 0 };
        if (isDue && hasSources) throw new UsageException("--due plans the sources of each job: omit SOURCE");

        if (isDue) HashingOptions.Refuse(result, "--due", [job, last, newBaseline]);
        if (result.Has(newBaseline)) HashingOptions.Refuse(result, newBaseline.Name, [against, beside, last]);
        if (!hasSources)
        {
            string mode = isDue ? "--due"
                : "a plan without SOURCE, which keeps the settings of the job: to change them, name its SOURCEs too";
            string ofWorker = isDue ? mode : $"{mode}; to limit one worker, use '{FleetHints.Command("work --rate SIZE")}'";
            HashingOptions.Refuse(result, ofWorker, [rate]);
            HashingOptions.Refuse(
                result, mode, [algorithm, against, beside, every, include, exclude, rangeFiles, rangeBytes, partBytes, tries]);
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
        List<string>? included = result.Has(include) ? Globs(result, include) : null,
            excluded = result.Has(exclude) ? Globs(result, exclude) : null;
        string[] roots = result.GetValue(sources) ?? [];
        string[] known = roots.Length > 0 ? [] : [.. FleetAudit.Jobs(opened).Select(one => one.Name).Distinct()];
        string name = result.GetValue(job)
            ?? (known is [string only] ? only : roots.Length > 0 ? JobOf(opened, roots) : DefaultName);
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

            if (newest.State == FleetJobState.Done)
                return result.Has(newBaseline) ? FleetAudit.Afresh(opened, newest) : FleetAudit.Again(opened, newest);

            if (result.Has(last) && newest.Baseline != runs.FirstOrDefault(one => one.State == FleetJobState.Done)?.Id)
                throw StartedWithout(last, newest);

            return result.Has(newBaseline) && newest.Baseline is not null ? throw StartedWithout(newBaseline, newest)
                : Continued(newest);
        }

        // A run with the same sources is continued or compared, and settings that are not named keep their values.
        (FleetJob? like, IReadOnlyList<FleetSource> before) = Like(opened, runs, roots);
        if (like is not null) roots = [.. before.Select(source => source.Root)];
        if (like is { State: not FleetJobState.Done, Baseline: not null } && result.Has(newBaseline))
            throw StartedWithout(newBaseline, like);

        FleetJob? baseline = null, imported = null;
        FileAlgorithm? chosen = result.GetValue(algorithm) is string named ? AlgorithmNames.Choose(named, 0) : null;
        if (result.GetValue(against) is string list)
        {
            if (result.Has(last)) throw new UsageException("--against cannot be combined with --against-last");

            baseline = imported = KnownList.Import(opened, name, list, chosen, result.Has(beside));
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
        else
        {
            if (like?.State == FleetJobState.Done) FleetAudit.RequireFiles(opened, like);
            if (!result.Has(newBaseline)) baseline = Usual(opened, name, runs, like);
        }

        string hash = chosen?.Hash.AlgorithmName.Name ?? baseline?.Algorithm ?? like?.Algorithm ?? AlgorithmNames.Default;
        if (baseline is not null && chosen is not null && baseline.Algorithm != hash)
        {
            throw new UsageException($"-a: the baseline has digests of {baseline.Algorithm}, not of {hash}"
                + (result.Has(against) || result.Has(last) ? "" : $"; {newBaseline.Name} compares with nothing"));
        }

        long? limit = result.GetValue(rate) == "0" ? 0 : Size(result, rate);
        FleetPlanSettings kept = newest?.Settings ?? new(), settings = new()
        {
            RangeFiles = HashingOptions.Number(result, rangeFiles, 1, 1_000_000) ?? kept.RangeFiles,
            RangeBytes = Size(result, rangeBytes) ?? kept.RangeBytes,
            SegmentBytes = Size(result, partBytes) ?? kept.SegmentBytes,
            MostTries = HashingOptions.Number(result, tries, 1, 1000) ?? kept.MostTries,
            EveryDays = HashingOptions.Number(result, every, 0, 36_500) ?? kept.EveryDays,
            Include = included ?? kept.Include,
            Exclude = excluded ?? kept.Exclude,
        };
        Dictionary<string, long> rates = [];
        foreach (FleetSource source in before.Concat(newest is null ? [] : opened.Jobs.Sources(newest.Id)))
            rates[Plain(source.Root)] = source.BytesPerSecond;
        FleetSource[] wanted =
        [
            .. roots.Select((root, i) => new FleetSource(i, root, limit ?? rates.GetValueOrDefault(Plain(root)))),
        ];
        // Otherwise, a run with other settings would silently be a new baseline beside the unfinished one.
        if (like is { State: FleetJobState.Planned } && baseline is null && !result.Has(newBaseline)
            && runs.Any(run => run.State == FleetJobState.Done)
            && !(hash == like.Algorithm && settings.HasSameValues(like.Settings) && wanted.SequenceEqual(before)))
        {
            throw new UsageException($"{FleetStatusCommand.Title(like)} is not finished: finish it with "
                + $"'{FleetHints.Command("work")}' before you change its settings");
        }

        FleetJob? begun = null;
        try
        {
            begun = FleetAudit.Begin(
                opened, name, hash, wanted, settings, baseline,
                newest is null ? 0 : newest.State == FleetJobState.Done ? newest.Id : newest.Id - 1);
            if (baseline is { IsList: false } && !settings.HasSameFilters(baseline.Settings))
            {
                Diagnostics.Say($"the filters are not those of run {baseline.Run}, so files that only one of the runs contains "
                    + $"count as missing or new; {newBaseline.Name} compares with nothing");
            }

            return begun.Id == newest?.Id ? Continued(begun) : begun;
        }
        catch (CryptographicException)
        {
            throw new UsageException($"-a: audits do not support {chosen!.Name}");
        }
        finally
        {
            // The list of this call is not needed: no run was begun, or another planner has imported the same list.
            if (imported is not null && begun?.Baseline != imported.Id) opened.Jobs.Drop(imported.Id);
        }
    }

    // Returns the job to which a plan with these sources belongs if the user did not name a job. A second job with the sources of
    // the only job that has them would be a new baseline, which hides damage.
    private static string JobOf(FleetCatalogue opened, string[] roots)
    {
        string[] same = [.. FleetAudit.Jobs(opened).GroupBy(run => run.Name)
            .Where(runs => Like(opened, [.. runs], roots).Run is not null).Select(runs => runs.Key)];
        if (same.Length > 1)
            throw new UsageException("several jobs have these SOURCEs: name one of them with --job: " + List(same));

        return same is [string only] ? only : DefaultName;
    }

    // Returns the newest run with these sources, and its sources. A slash at the end of a name makes no difference.
    private static (FleetJob? Run, IReadOnlyList<FleetSource> Sources) Like(
        FleetCatalogue opened, FleetJob[] runs, string[] roots)
    {
        string[] wanted = [.. roots.Select(Plain)];
        foreach (FleetJob run in runs)
        {
            IReadOnlyList<FleetSource> sources = opened.Jobs.Sources(run.Id);
            if (sources.Select(source => Plain(source.Root)).SequenceEqual(wanted)) return (run, sources);
        }

        return (null, []);
    }

    private static string Plain(string root) =>
        root.StartsWith(S3Source.Scheme, StringComparison.Ordinal) || root.Trim('/').Length == 0 ? root : root.TrimEnd('/');

    // Returns the baseline of a run for which no baseline was named. A run that was compared with nothing would hide damage, so
    // this happens only in a job without a finished run.
    private FleetJob? Usual(FleetCatalogue opened, string name, FleetJob[] runs, FleetJob? like)
    {
        if (like is { State: not FleetJobState.Done }) return like.Baseline is long id ? opened.Jobs.Find(id) : null;
        if (like is not null || !runs.Any(one => one.State == FleetJobState.Done)) return like;

        string others = List([.. opened.Jobs.Sources(runs[0].Id).Select(source => source.Root)], "");
        throw new UsageException($"job '{name}' has other SOURCEs ({others}): name another job with --job, or choose "
            + $"{last.Name} or {newBaseline.Name}");
    }

    private static UsageException StartedWithout(Option<string?> option, FleetJob run) =>
        new($"{option.Name}: {FleetStatusCommand.Title(run)} was started without this option; finish it with "
            + $"'{FleetHints.Command($"work --job {FileNames.Quote(run.Name)}")}', then repeat this command");

    // Returns a hint that lists the jobs of the catalogue.
    private static string List(string[] names) => List(names, $" ('{FleetHints.Command("list")}' lists all jobs)");

    private static string List(string[] names, string more)
    {
        const int Most = 10;
        return string.Join(", ", names.Take(Most).Select(FileNames.Visible)) + (names.Length <= Most ? "" : $", ...{more}");
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
        string found = $"{TitleOf(opened, begun)}: {Found(total.Files)},";
        string size = Invariant($"{Progress.BytesOf(total.Bytes)}, in {seconds:0.0} s");
        int columns = Console.IsOutputRedirected ? int.MaxValue : StandardStreams.Columns;
        if (found.Length > columns) output.WriteText($"{found} {size}");
        else output.WriteLine(found.Length + 1 + size.Length <= columns ? $"{found} {size}" : $"{found}\n  {size}");
        output.Flush();
        // There is nothing to hash, so no command is suggested.
        if (total.Files == 0)
            Diagnostics.Say("no file was found: SOURCE is empty, or --include and --exclude leave out all files");
        else SayNext(result, opened, begun);
        return ExitCode.Good;
    }

    // Names the run, and says what it is compared with. The first run of a job has nothing to be compared with.
    private static string TitleOf(FleetCatalogue opened, FleetJob run) => FleetStatusCommand.Title(run)
        + (run.Baseline is null ? run.Run == 1 ? "" : ", a new baseline"
            : FleetStatusCommand.Baseline(opened, run) is { } baseline ? $", compared with {baseline}" : "");

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
        // An empty pattern removes the patterns of the previous run.
        if (result.GetResult(option)?.Tokens is [{ Value: "" }]) return [];

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
