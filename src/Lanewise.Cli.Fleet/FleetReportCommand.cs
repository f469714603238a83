using System.CommandLine;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Serving;

namespace Lanewise.Cli.Fleet;

/// <summary>Implements <c>lanewise fleet report</c>, which writes the results of an audit.</summary>
internal sealed class FleetReportCommand
{
    // The longest word for a result is "UNREADABLE".
    private const int MostEvents = 1000, WordColumns = 10;

    // The number of digits of a shortened digest.
    private const int ShortDigits = 16;

    private readonly Option<string?> catalogue = FleetCommand.Catalogue(), job = FleetCommand.Job(),
        number = FleetCommand.RunNumber();
    private readonly Option<string?> manifest = HashingOptions.Flag(
        "--manifest", "Write the list of all files, as 'sum -r' writes it.");
    private readonly Option<string?> all = HashingOptions.Flag(
        "--all", "List all files, also those that do not differ, each on a line.");
    private readonly Option<string?> json = HashingOptions.Flag("--json", "Write a JSON object per line, the counts last.");
    private readonly Option<string?> csv = HashingOptions.Flag("--csv", "Write a table: name, result, digest, bytes, note.");
    private readonly Option<string?> html = new("--html")
    {
        HelpName = "FILE", Description = "Write the report as a self-contained web page to this file [default: JOB-run-N.html].",
        Arity = ArgumentArity.ZeroOrOne,
    };
    private readonly Option<string?> history = new("--history")
    {
        HelpName = "FILE", Description = "Show the result of one file in every run of the job.",
    };
    private readonly Option<string?> outputPath = new("--output", "-o")
    {
        HelpName = "FILE", Description = "Write to this file; it appears when it is complete, or not at all.",
    };

    public static Command Create()
    {
        FleetReportCommand report = new();
        Command command = new GroupedCommand(
            "report", "Report what is changed, moved, missing, new or unreadable.", null,
            ("Job", [report.job, report.number]),
            ("Output", [
                report.all, report.html, report.csv, report.json, report.manifest, report.history, report.outputPath,
            ]),
            ("Servers", [report.catalogue]))
        {
            Examples =
            [
                (FleetProgram.Words + " report --job p", "The newest run of a job."),
                (FleetProgram.Words + " report --html p.html", "The report as a web page."),
            ],
            ExitCodes = (
                "The run is done, nothing differs, and all earlier damage is accepted.",
                "Files differ, damage is not accepted, or the run is not done."),
        };
        command.SetFleetBody(report.Run);
        return command;
    }

    private int Run(ParseResult result)
    {
        if (new[] { manifest, json, csv, html, history }.Count(result.Has) > 1)
            throw new UsageException("only one of --manifest, --json, --csv, --html and --history can be used");

        string? page = result.GetValue(html);
        if (page is not null) HashingOptions.Refuse(result, "--html FILE", [outputPath]);

        using FleetCatalogue opened = FleetCommand.Open(result, catalogue);
        FleetJob found = FleetCommand.Find(opened, FleetCommand.Wanted(result, job, number));
        string? path = page ?? result.GetValue(outputPath) ?? (result.Has(html) ? PageName(found) : null);
        if (path is null) return Write(result, opened, found, new());

        try
        {
            using WholeFile file = WholeFile.Begin(path);
            StandardOutput output = new(file.Stream, path);
            int code = Write(result, opened, found, output);
            file.Complete();
            if (result.Has(html)) Diagnostics.Say($"the report is in {FileNames.Shown(path)}");
            return code;
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new OutputException($"{path}: {ReadErrors.Reason(e, path)}");
        }
    }

    // Returns a file name for the HTML page. The page is written to a file because it would flood a terminal. The name of a job
    // may contain characters that a file name cannot contain. In that case, the file name contains a hash of the job's name, so
    // that similar names do not collide.
    private static string PageName(FleetJob job)
    {
        string name = string.Concat(job.Name.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' ? c : '_'))
            .TrimStart('.', '-');
        if (name != job.Name) name += "-" + Convert.ToHexStringLower(Blake3.HashData(PathText.ToBytes(job.Name)), 0, 4);
        return Invariant($"{name}-run-{job.Run}.html");
    }

    private int Write(ParseResult result, FleetCatalogue opened, FleetJob found, StandardOutput output)
    {
        bool isFile = result.GetValue(outputPath) is not null;
        int code = result.Has(manifest) ? Manifest(opened, found, output)
            : result.Has(html) ? Page(opened, found, output)
            : result.GetValue(history) is string name
                ? History(opened, found, name, output, isFile)
            : Differences(
                opened, found, output, result.Has(json) ? 'j' : result.Has(csv) ? 'c' : 't', result.Has(all),
                isFolded: !isFile && !Console.IsOutputRedirected);
        output.Flush();
        if (found.State != FleetJobState.Done)
        {
            Diagnostics.Say($"{FleetStatusCommand.Title(found)} is not done: this is what is known so far");
            code = ExitCode.Failed;
        }

        return code;
    }

    private static int Manifest(FleetCatalogue opened, FleetJob job, StandardOutput output)
    {
        ItemStatus[] hashed = [ItemStatus.Hashed, ItemStatus.Same, ItemStatus.Changed, ItemStatus.New];
        foreach (FleetItem item in opened.Results.Items(job, hashed))
        {
            ChecksumLine.Write(
                output, item.Name, Convert.ToHexStringLower(item.Digest!), tag: null, isBinary: false, endsWithZero: false);
        }

        return opened.Results.Status(job).Total.Unreadable == 0 ? ExitCode.Good : ExitCode.Failed;
    }

    private static int Page(FleetCatalogue opened, FleetJob job, StandardOutput output)
    {
        AuditView view = AuditBounds.Report.Whole(opened, job);
        output.Write(AuditPage.File(AuditWatch.Of(view, AuditTarget.Report, new AuditRuns(opened).Of(job.Name, view))));
        AuditVerdict verdict = AuditVerdict.Of(view.Status, view.Compared);
        FleetJob? accepting = AuditRuns.Accepting(opened, job);
        Diagnostics.Say($"{FleetStatusCommand.Title(job)}: {verdict.LongWith(accepting)}");
        return verdict.IsClean(accepting) ? ExitCode.Good : ExitCode.Failed;
    }

    private static int History(FleetCatalogue opened, FleetJob job, string name, StandardOutput output, bool isFile)
    {
        (FleetJob Run, FleetItem Item)[] runs = [.. opened.Results.History(name, job.Name)];
        if (runs.Length == 0)
        {
            throw new FleetException(
                $"job '{job.Name}' has no file '{name}' in any of its runs; "
                + $"'{FleetHints.Command($"report --job {FileNames.Quote(job.Name)} --manifest")}' lists the names");
        }

        bool isNarrow = !isFile && !Console.IsOutputRedirected;
        output.WriteLine("Run  Begun, UTC        Result      Digest or note");
        foreach ((FleetJob run, FleetItem item) in runs)
        {
            string digest = item.Digest is null ? FileNames.Visible(item.Note ?? "") : Convert.ToHexStringLower(item.Digest);
            string line = Invariant($"{run.Run,-3}  {run.Created:yyyy-MM-dd HH:mm}  ")
                + $"{ItemText.WordOf(item.Status).PadRight(WordColumns)}  ";
            string from = item.MovedFrom is null ? "" : $"  from {FileNames.Shown(item.MovedFrom)}";
            // On a terminal, a digest that does not fit is shortened. If that does not suffice, it follows on its own line.
            string row = line + digest + from;
            if (isNarrow && row.Length > StandardStreams.Columns && item.Digest is not null)
                row = $"{line}{digest.AsSpan(0, Math.Min(ShortDigits, digest.Length))}...{from}";
            output.WriteLine(!isNarrow || row.Length <= StandardStreams.Columns
                ? row.TrimEnd() : $"{line.TrimEnd()}\n  {digest}{(from.Length == 0 ? "" : '\n')}{from}");
        }

        return ExitCode.Good;
    }

    private static int Differences(
        FleetCatalogue opened, FleetJob job, StandardOutput output, char form, bool isAll, bool isFolded)
    {
        if (form == 'c') output.WriteLine("name,result,digest,bytes,note");
        if (form == 't') output.WriteText(Heading(opened, job));
        (long missing, long moved) = (0, 0);
        bool isDone = job.State == FleetJobState.Done;
        IEnumerable<FleetItem> items = (isAll ? FleetAudit.Results(opened, job) : opened.Results.Differences(job)).Select(item =>
        {
            if (item.Status == ItemStatus.Missing) missing++;
            if (item.Status == ItemStatus.Moved) moved++;
            return item;
        });
        if (form == 't' && !isAll)
        {
            bool hasFolders = false;
            foreach (ReportLine one in isFolded ? FoldedItems.Of(items) : FoldedItems.Moved(items))
            {
                hasFolders |= one.Item is null;
                if (one.Item is { } item) Write(output, item, form, isDone);
                else if (one.Moved is { } moves) Write(output, moves);
                else Write(output, one.Folder!, isDone);
            }

            if (hasFolders && isFolded) output.WriteText($"To list each file: '{FleetHints.Report(job, " --csv")}'");
        }
        else
        {
            foreach (FleetItem item in items) Write(output, item, form, isDone);
        }

        FleetStatus status = opened.Results.Status(job);
        SourceStatus total = status.Total;
        Comparison compared = new(new([(null, missing)], [(0, moved)]), opened.Results.NotReportedAgain(job));
        AuditVerdict known = AuditVerdict.Of(status, compared);
        bool isGood = known.Differences == 0;
        FleetJob? accepting = known.IsDamageOpen ? AuditRuns.Accepting(opened, job) : null;
        if (form == 'j')
        {
            foreach (FleetEvent one in opened.Results.Events(job, MostEvents).Reverse()) AuditLines.Write(output, one);

            JsonLine line = new JsonLine(output, "result", known.Word)
                .Text("job", job.Name).Number("run", job.Run)
                .Number("files", total.Files).Number("bytes", total.DoneBytes);
            known.WriteEarlier(AuditVerdict.WriteCounts(line, total, moved, missing, isDone)).End();
        }
        else if (form == 't')
        {
            WriteEvents(opened, job, output);
            bool isBaseline = job.Baseline is null;
            string verdict = !isGood ? known.Sum
                : isBaseline && isDone ? "Baseline recorded"
                : known.Earlier is not null ? known.Short
                : isDone || (total.DoneFiles > 0 && !isBaseline) ? "Nothing differs"
                : total.DoneFiles > 0 ? "Nothing is compared" : "Nothing is hashed";
            string lost = missing == 0 ? ""
                : $". {AuditVerdict.MissingText(missing, FleetStatusCommand.Baseline(opened, job), isDone)}.";
            output.WriteVerdict(
                verdict + (isDone ? "" : " so far"), $"; {CountsOf(total, moved, isBaseline, isDone)}{lost}", known.Tone);
            if (isBaseline)
            {
                output.WriteText("This run is not compared with an earlier run or a list, so changed files are not detected. The "
                    + "next run is compared with this run.");
            }

            if (known.Earlier is { } earlier) output.WriteText(earlier.Sentence);
            if (isGood && !known.IsClean(accepting))
                output.WriteText("Nobody has accepted this damage, so the exit code is 1.");
            if (known.IsDamageOpen) WriteAcceptance(job, output, known, accepting);
        }

        return known.IsClean(accepting) ? ExitCode.Good : ExitCode.Failed;
    }

    // The numbers add up to the number of files that are done. A missing file is not among them.
    private static string CountsOf(SourceStatus total, long moved, bool isBaseline, bool isDone)
    {
        string differing = AuditVerdict.CountsOf(
        [
            (total.Changed, "changed"), (total.Unreadable, "unreadable"), (moved, "moved"),
            (AuditVerdict.New(total, moved), AuditVerdict.NewWord(isDone)), (total.Skipped, "skipped"),
        ]);
        return Invariant($"{total.DoneFiles:N0} of {total.Files:N0} {(total.Files == 1 ? "file" : "files")}: {total.Good:N0} ")
            + (isBaseline ? "recorded" : "OK") + (differing.Length == 0 ? "" : $", {differing}");
    }

    // Says which run accepted the damage, or which command accepts it.
    private static void WriteAcceptance(FleetJob job, StandardOutput output, AuditVerdict verdict, FleetJob? accepting) =>
        output.WriteText(accepting is not null ? $"{AuditFacts.Capital(verdict.Acceptance(accepting))}."
            : $"{FleetCommand.Restore} {FleetCommand.ToAccept} '{FleetHints.Command(FleetHints.Accept(job.Name))}'");

    // A report may be sent by mail, and may list many files, so its first line names the job, the run and the result.
    private static string Heading(FleetCatalogue opened, FleetJob job)
    {
        string? baseline = job.Baseline is null ? null : FleetStatusCommand.Baseline(opened, job);
        string compared = baseline is null ? "" : $", compared with {baseline}";
        string about = FleetStatusCommand.Title(job) + compared;
        FleetStatus status = opened.Results.Status(job);
        if (job is { State: FleetJobState.Done, Ended: { } ended })
        {
            string result = AuditVerdict.Of(status, FleetStatusCommand.Compare(opened, job)).Short;
            return $"{about}: {result}, ended {AuditFacts.Time(ended)}";
        }

        return Invariant($"{about}: {FleetStatusCommand.StateOf(status)}, {FleetStatusCommand.Percent(status):0.0} %");
    }

    private static void WriteEvents(FleetCatalogue opened, FleetJob job, StandardOutput output)
    {
        Dictionary<string, long> counts = opened.Results.CountEvents(job).ToDictionary(one => one.Kind, one => one.Count);
        foreach (IGrouping<string, FleetEvent> kind in opened.Results.Events(job, MostEvents).GroupBy(one => one.Kind))
        {
            // If there are more events than were read, other workers may have caused the rest.
            long read = kind.LongCount(), count = counts.GetValueOrDefault(kind.Key, read);
            string? worker = count == read && kind.Select(one => one.Worker).Distinct().ToArray() is [{ } only] ? only : null;
            output.WriteText(FileNames.Visible(EventText.Of(count, kind.First(), worker)));
        }
    }

    private static void Write(StandardOutput output, FolderLine folder, bool isDone)
    {
        output.Write(Invariant($"{folder.Count:N0} {(folder.Count == 1 ? "file" : "files")} "));
        output.Write(ItemText.WordOf(folder.Status, isDone), ItemText.ToneOf(folder.Status, isDone));
        output.WriteLine(folder.Others == 0 ? $" in {FileNames.Shown(folder.Name.Length == 0 ? "./" : folder.Name)}"
            : Invariant($" in {folder.Others:N0} other {(folder.Others == 1 ? "folder" : "folders")}"));
    }

    private static void Write(StandardOutput output, MovedFolder folder)
    {
        output.Write(Invariant($"{folder.Count:N0} files "));
        output.Write(ItemText.WordOf(ItemStatus.Moved), ItemText.ToneOf(ItemStatus.Moved));
        output.WriteLine($" from {FileNames.Shown(folder.From)} to {FileNames.Shown(folder.To)}");
    }

    private static void Write(StandardOutput output, FleetItem item, char form, bool isDone)
    {
        string word = ItemText.WordOf(item.Status, isDone);
        string digest = item.Digest is null ? "" : Convert.ToHexStringLower(item.Digest);
        switch (form)
        {
            case 'j':
                JsonLine line = new JsonLine(output, "name", item.Name).Word("result", word).Word("digest", digest)
                    .Number("bytes", item.Bytes);
                if (item.MovedFrom is not null) line = line.Text("from", item.MovedFrom);
                if (ItemText.RemarkOf(item, isDone) is { } note) line = line.Text("note", note);
                line.End();
                break;
            case 'c':
                string cell = ItemText.NoteOf(item, isDone, name => name, text => text);
                output.WriteLine(Invariant($"{Cell(item.Name)},{word},{digest},{item.Bytes},{Cell(cell)}"));
                break;
            default:
                output.Write(FileNames.Shown(item.Name));
                output.Write(": ");
                output.Write(word, ItemText.ToneOf(item.Status, isDone));
                output.Write(item.MovedFrom is null ? "" : $" from {FileNames.Shown(item.MovedFrom)}");
                output.WriteLine(ItemText.RemarkOf(item, isDone) is { } remark ? $" ({FileNames.Visible(remark)})" : "");
                break;
        }
    }

    // RFC 4180 defines how a CSV cell is quoted.
    private static string Cell(string text) =>
        text.AsSpan().ContainsAny(",\"\r\n") ? $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : text;
}
