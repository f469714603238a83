using System.Globalization;
using System.Text;
using Lanewise.Cli.Report;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Serving;
using static Lanewise.Cli.Fleet.AuditFacts;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Fleet;

/// <summary>The places where an audit is shown.</summary>
internal enum AuditTarget
{
    /// <summary>The live page, which follows the work.</summary>
    Page,

    /// <summary>A page of a run that the list of runs on the live page links to.</summary>
    Run,

    /// <summary>A report in a file.</summary>
    Report,
}

/// <summary>Writes the parts of an audit page, for the live page and for the report.</summary>
internal sealed class AuditHtml(AuditView view, bool isReport)
{
    private const string Differences = "What differs", Anchors = "list-";

    // The minimum time in seconds for a plot.
    private const double ShortestPlot = 5;

    // A table with this number of columns fits only on a wide screen.
    private const int ManyColumns = 6;

    // The CSS classes of table cells.
    private const string Number = "", BadNumber = " class=\"bad\"", Name = " class=\"name\"", Text = " class=\"text\"",
        NewNumber = " class=\"new\"", When = " class=\"text when\"", Id = " class=\"id\"", BadText = " class=\"text bad\"";

    private readonly StringBuilder html = new();
    private string[] titles = [];
    private bool isFlow, isMarked;

    // Folders with damage come first, so that no damage is among the folders that the page does not show. On a live page, folders
    // of the same kind stay sorted by their newest failure.
    private readonly AuditFolders items = new(
        view.Items.OrderBy(folder => Results.Listed.TakeWhile(kind => kind != folder.Counts.First().Status).Count())
            .ThenBy(folder => isReport ? folder.Name : "", StringComparer.Ordinal),
        view.Job.State == FleetJobState.Done, Anchors);

    /// <summary>Returns all parts of the page. The content of a part that has nothing to show is empty.</summary>
    /// <param name="view">The content of the page.</param>
    /// <param name="target">Where the parts are shown.</param>
    /// <param name="runs">The newest runs.</param>
    public static IReadOnlyList<AuditPart> Parts(AuditView view, AuditTarget target, IReadOnlyList<AuditRun> runs)
    {
        AuditHtml of = new(view, target == AuditTarget.Report);
        List<AuditPart> parts =
        [
            Trouble(null), new("state", null, of.State(runs)), new("sources", "Sources", of.Sources()),
            new("items", of.Heading, of.Items()),
            of.Earlier(), new("rates", "Throughput", of.Rates()), new("runs", "Runs", of.Runs(target, runs)),
            new("workers", "Workers", of.Workers()), new("ranges", "Ranges that took longest", of.Ranges()),
            new("events", "What happened", of.Events()), new("settings", "Settings", of.Settings()),
        ];
        return parts;
    }

    /// <summary>Returns the content of the page while there is no job to show.</summary>
    public static IReadOnlyList<AuditPart> None(string? trouble) =>
    [
        Trouble(trouble), new("state", null, "<h1>There is no audit yet</h1>\n<p>It is shown here when it is planned.</p>\n"),
        new("sources", "Sources", ""), new("items", Differences, ""), new("earlier", EarlierVerdict.NotReportedAgain, ""),
        new("rates", "Throughput", ""), new("runs", "Runs", ""), new("workers", "Workers", ""),
        new("ranges", "Ranges that took longest", ""), new("events", "What happened", ""), new("settings", "Settings", ""),
    ];

    private FleetStatus Status => view.Status;

    private SourceStatus Total => view.Status.Total;

    private bool IsDone => view.Job.State == FleetJobState.Done;

    // The heading of the list of files.
    private string Heading => Differences
        + (!IsDone && items.AnchorOf(ItemStatus.Missing) is not null ? $" or is {ItemText.NotFoundYet}" : "")
        + (items.AnchorOf(ItemStatus.Special) is not null ? " or was skipped" : "");

    // The time in seconds during which files were read, until now or until the end of the run.
    private double Seconds => (view.Throughput.Last - view.Throughput.First).TotalSeconds;

    /// <summary>Returns the message that explains why the page is not current.</summary>
    public static AuditPart Trouble(string? trouble) =>
        new("trouble", null, trouble is null ? "" : $"<p>{E(trouble)}</p>") { Attributes = " class=\"trouble\" role=\"alert\"" };

    // ---- parts ----

    private string State(IReadOnlyList<AuditRun> runs)
    {
        html.Append($"<h1>{E(FleetStatusCommand.Title(view.Job))}</h1>\n");
        html.Append($"<p class=\"said\" role=\"status\">{(IsDone ? Ended() : Current())}</p>\n");
        html.Append($"<p class=\"note\">{Dates()}</p>\n");
        AuditVerdict verdict = AuditVerdict.Of(Status, view.Compared);
        if (verdict.IsDamageOpen)
        {
            FleetJob? accepting = runs.FirstOrDefault(run => run.Job.Id == view.Job.Id)?.Accepting;
            html.Append("<p class=\"note\">").Append(accepting is not null ? $"{Capital(verdict.Acceptance(accepting))}."
                : $"{FleetCommand.Restore} {FleetCommand.ToAccept} {CommandText(FleetHints.Accept(view.Job.Name))}")
                .Append("</p>\n");
        }

        if (!IsDone)
        {
            double percent = FleetStatusCommand.Percent(Status);
            html.Append(Invariant(
                $"<progress max=\"1000\" value=\"{(long)(10 * percent)}\" aria-label=\"Done\">{percent:0.0} %"));
            html.Append("</progress>\n");
        }

        html.Append("<div class=\"facts\">\n");
        foreach (AuditFact[] group in Groups())
        {
            html.Append("<dl class=\"big\">\n");
            foreach (AuditFact fact in group) Fact(fact.Name, Figure(fact), ToneClass(fact.Tone));
            html.Append("</dl>\n");
        }

        return Take("</div>\n");
    }

    // Returns the figures in rows. The few figures of a run that is done share a row.
    private IEnumerable<AuditFact[]> Groups()
    {
        IEnumerable<AuditFact[]> groups = AuditFacts.Of(Status, view.Compared).Select(
            group => group.Where(fact => !fact.IsInSentence && !(IsDone && fact.IsZero)).ToArray());
        return IsDone ? [[.. groups.SelectMany(group => group)]] : groups;
    }

    // Returns a figure as HTML. The number of files of a kind is a link to the list of these files.
    private string Figure(AuditFact fact)
    {
        string value = fact.Of is { } kind ? Linked(E(fact.Value), kind) : E(fact.Value);
        return fact.Note is null ? value : $"{value} <small>({E(fact.Note)})</small>";
    }

    // Makes HTML a link to the first listed file of these kinds, if any of them is listed.
    private string Linked(string text, params IEnumerable<ItemStatus> kinds) =>
        kinds.Select(items.AnchorOf).OfType<string>().FirstOrDefault() is { } anchor ? $"<a href=\"#{anchor}\">{text}</a>" : text;

    // Screen readers read this text aloud whenever it changes, so it has few words.
    private string Current()
    {
        AuditVerdict verdict = AuditVerdict.Of(Status, view.Compared);
        string known = verdict.Differences > 0 ? Strong($"{verdict.Sum} so far", verdict.Tone)
            : Total.DoneFiles == 0 && Total.Files > 0 ? Status.Working > 0 ? "no results yet" : "no file is done yet"
            : view.Job.Baseline is null ? "not compared with an earlier run or a list" : "nothing differs so far";
        return $"{Capital(FleetStatusCommand.StateOf(Status))}: {known}.";
    }

    // States the result of a run that is done.
    private string Ended()
    {
        AuditVerdict verdict = AuditVerdict.Of(Status, view.Compared);
        long missing = view.Compared?.Missing.Total ?? 0;
        long files = Total.Files;
        string all = Invariant($"{files:N0} {(files == 1 ? "file" : "files")}");
        string some = Total.Good < files ? Invariant($"{Total.Good:N0} of {all}") : all;
        string result = verdict.Differences > 0 ? Differing(all, missing)
            : files == 0 ? Strong("No file was found", verdict.Tone)
            : Strong(
                !verdict.IsCompared ? $"{some} recorded as a baseline"
                : !verdict.IsCounted ? $"{some} {Are(Total.Good)} OK so far"
                : verdict.Earlier is { } earlier ? $"{verdict.Short}, which had {earlier.Counts}"
                : Total.Good < files || files == 1 ? $"{some} {Are(Total.Good)} OK" : $"All {all} are OK",
                verdict.Tone);
        string rest = !verdict.IsCompared
            ? " This run is not compared with an earlier run or a list. The next run is compared with this run."
            : verdict.IsCounted ? "" : " The missing files are not counted yet.";
        return $"{result}.{rest}";
    }

    // Returns a sentence such as "2 of 354 files are changed; 1 file of run 1 is missing; 1 is new". A missing file is not among
    // the files that the run has found.
    private string Differing(string all, long missing)
    {
        (long bad, string badKinds) = Sum((Total.Changed, "changed"), (Total.Unreadable, "unreadable"));
        (long added, string addedKinds) = Sum(
            (view.Compared?.Moved ?? 0, "moved"), (AuditVerdict.New(Total, view.Compared?.Moved ?? 0), "new"));
        string lost = AuditVerdict.MissingText(missing, FleetStatusCommand.Baseline(view.Job, view.Baseline), IsDone);
        string of = bad == 0 || missing > 0 ? $" of {all}" : "";
        string[] parts =
        [
            bad == 0 ? "" : Linked(
                Strong(Invariant($"{bad:N0} of {all} {Are(bad)} {badKinds}"), Tone.Bad), ItemStatus.Changed,
                ItemStatus.Unreadable),
            missing == 0 ? "" : Linked(Strong(lost, Tone.Bad), ItemStatus.Missing),
            added == 0 ? "" : Linked(
                Strong(Invariant($"{added:N0}{of} {Are(added)} {addedKinds}"), Tone.Notable), ItemStatus.Moved, ItemStatus.New),
        ];
        return string.Join("; ", parts.Where(part => part.Length > 0));

        static (long, string) Sum(params IReadOnlyList<(long Count, string Word)> kinds)
        {
            string[] words = [.. kinds.Where(kind => kind.Count > 0).Select(kind => kind.Word)];
            string last = words.LastOrDefault("");
            return (kinds.Sum(kind => kind.Count),
                words.Length < 2 ? last : $"{string.Join(", ", words.SkipLast(1))} or {last}");
        }
    }

    private static string Are(long count) => count == 1 ? "is" : "are";

    private static string Strong(string text, Tone tone) =>
        $"<strong{(ToneClass(tone) is { Length: > 0 } kind ? $" class=\"{kind}\"" : "")}>{E(text)}</strong>";

    // Says when the run has ended or begun, and what it is compared with.
    private string Dates()
    {
        string time = view.Job.Ended is { } ended ? $"Ended {Time(ended)}" : $"Begun {Time(view.Job.Created)}";
        string? baseline = view.Job.Baseline is null ? null : FleetStatusCommand.Baseline(view.Job, view.Baseline);
        return E(baseline is null ? time : $"{time}; compared with {baseline}");
    }

    private string Sources()
    {
        // The numbers of the only source are those of the run.
        if (Status.Sources.Count < 2) return "";

        bool hasSkipped = Total.Skipped > 0, hasMoved = view.Compared?.Moved > 0;
        Head(
            "sources",
            [
                ("Source", Name), ("Done", Number), ("Files", Number), ("Bytes", Number), ("Changed", Number),
                (IsDone ? "Missing" : "Not found yet", Number), ("Unreadable", Number),
                .. hasMoved ? [("Moved", Number)] : ((string, string)[])[],
                (IsDone ? "New" : "New so far", Number),
                .. hasSkipped ? [(AuditFacts.Skipped, Number)] : ((string, string)[])[],
            ]);
        foreach ((int i, SourceStatus source) in Status.Sources.Index())
        {
            long? missing = view.Compared?.Missing.Of(i);
            long moved = view.Compared?.MovedTo(i) ?? 0, added = AuditVerdict.New(source, moved);
            Row(
                Shown(source.Root), Name,
                [
                    (Invariant($"{source.Percent:0.0} %"), Number),
                    (Invariant($"{source.DoneFiles:N0} of {source.Files:N0}"), Number),
                    ($"{Bytes(source.DoneBytes)} of {Bytes(source.Bytes)}", Number),
                    (Count(source.Changed), Bad(source.Changed, BadNumber)),
                    (missing is long gone ? Count(gone) : "–", IsDone ? Bad(missing ?? 0, BadNumber) : ""),
                    (Count(source.Unreadable), Bad(source.Unreadable, BadNumber)),
                    .. hasMoved ? [(Count(moved), Bad(moved, NewNumber))] : ((string, string)[])[],
                    (Count(added), IsDone ? Bad(added, NewNumber) : ""),
                    .. hasSkipped ? [(Count(source.Skipped), Bad(source.Skipped, NewNumber))] : ((string, string)[])[],
                ]);
        }

        return Foot();
    }

    // Lists the runs. On a server, the number of a run is a link to its page.
    private string Runs(AuditTarget target, IReadOnlyList<AuditRun> runs)
    {
        if (runs.Count < 2) return "";

        bool hasJobs = runs.Any(run => run.Job.Name != view.Job.Name);
        Head(
            "runs",
            [
                ("Run", Id), .. hasJobs ? [("Job", Text)] : ((string, string)[])[], ("Begun, UTC", When), ("Files", Number),
                ("Result", Text),
            ]);
        foreach (AuditRun run in runs)
        {
            string number = Invariant($"Run {run.Job.Run}");
            string path = target == AuditTarget.Page ? "run/" : "";
            string link = target == AuditTarget.Report ? number : Invariant($"<a href=\"{path}{run.Job.Id}\">{number}</a>");
            string tone = ToneClass(run.Verdict.Tone);
            isMarked = run.Job.Id == view.Job.Id;
            Row(
                link, Id,
                [
                    .. hasJobs ? [(Shown(run.Job.Name), Text)] : ((string, string)[])[],
                    (Invariant($"{run.Job.Created:yyyy-MM-dd HH:mm}"), When), (Count(run.Files), Number),
                    (E(run.Verdict.LongWith(run.Accepting)), tone.Length == 0 ? Text : $" class=\"text {tone}\""),
                ]);
        }

        isMarked = false;
        return Foot();
    }

    private string Rates()
    {
        FleetThroughput throughput = view.Throughput;
        double seconds = Seconds;
        if (throughput.Done.Count == 0 || seconds < ShortestPlot) return "";

        string from = $"from {Time(throughput.First)} on";
        html.Append("<div class=\"plots\">\n");
        Plot("Bytes per second", one => one.Bytes, rate => Bytes(rate).Replace(".0 ", " ", StringComparison.Ordinal));
        Plot(
            "Files per second", one => one.Files,
            rate => rate.ToString(rate < 10 ? "0.##" : "N0", CultureInfo.InvariantCulture));
        html.Append("</div>\n");
        if (!IsDone && Status.Working > 0)
        {
            html.Append("<p class=\"note\">The plots end at the latest time for which the results of all workers are known: ");
            html.Append($"{Time(throughput.Last)}.</p>\n");
        }

        return Take("");

        void Plot(string title, Func<(long Files, long Bytes), double> amount, Func<double, string> text)
        {
            html.Append($"<figure>\n<figcaption>{title}</figcaption>\n").Append(RatePlot.Draw(
                title, from, throughput.Step.TotalSeconds, seconds,
                [.. throughput.Done.Select(amount)], text));
            html.Append("</figure>\n");
        }
    }

    private string Workers()
    {
        if (Status.Workers.Count == 0) return "";

        bool hasRates = Status.Workers.Any(worker => worker.Bytes > 0 && AuditFacts.SecondsOf(worker) >= AuditFacts.ShortestRate);
        Head(
            "workers",
            [
                ("Worker", Id), ("State", Id), ("Files read", Number), ("Bytes read", Number),
                .. hasRates ? [("Mean rate", Number)] : ((string, string)[])[],
                ("Begun, UTC", Number), ("Heartbeat, UTC", Number),
            ]);
        foreach (WorkerStatus worker in Status.Workers)
        {
            string state = worker.Ended is not null ? "ended" : worker.IsSilent ? "silent" : "working";
            Row(
                Shown(worker.Id), Id,
                [
                    (E(state), worker.IsSilent && !IsDone ? BadText : Text), (Count(worker.Files), Number),
                    (Bytes(worker.Bytes), Number),
                    .. hasRates ? [(Rate(worker.Bytes, AuditFacts.SecondsOf(worker)), Number)] : ((string, string)[])[],
                    (Invariant($"{worker.Begun:yyyy-MM-dd HH:mm:ss}"), Number),
                    (Invariant($"{worker.Seen:yyyy-MM-dd HH:mm:ss}"), Number),
                ]);
        }

        return Foot();
    }

    private string Items()
    {
        if (items.IsEmpty) return "";

        // On a live page, new and skipped files are only counted.
        foreach (ItemStatus status in Results.Listed)
        {
            (string word, long count) = status switch
            {
                ItemStatus.Changed => ("changed", Total.Changed),
                ItemStatus.Moved => ("moved", view.Compared?.Moved ?? 0),
                ItemStatus.Missing => (AuditVerdict.MissingWord(IsDone), view.Compared?.Missing.Total ?? 0),
                ItemStatus.New => ("new", isReport ? AuditVerdict.New(Total, view.Compared?.Moved ?? 0) : 0),
                ItemStatus.Special => ("skipped", isReport ? Total.Skipped : 0),
                _ => ("unreadable", Total.Unreadable),
            };
            html.Append(items.Rest(status, word, count, $"; '{FleetHints.Report(view.Job, " --csv")}' lists all"));
        }

        return Take(items.Table());
    }

    // Lists the damage that an earlier run reported, because the reader may have nothing but this page.
    private AuditPart Earlier()
    {
        if (AuditVerdict.Of(Status, view.Compared).Earlier is not { } earlier)
            return new("earlier", EarlierVerdict.NotReportedAgain, "");

        AuditFolders folders = new(view.NotReportedAgain.OrderBy(folder => folder.Name, StringComparer.Ordinal), isDone: true);
        string where = $"; '{FleetHints.Report(earlier.Damage.Run, " --csv")}' lists all";
        html.Append(folders.Rest(ItemStatus.Changed, "changed", earlier.Damage.Changed, where));
        html.Append(folders.Rest(ItemStatus.Missing, "missing", earlier.Damage.Missing, where));
        return new("earlier", earlier.Heading, Take(folders.Table()));
    }

    private string Ranges()
    {
        if (Seconds < ShortestPlot) return "";

        FleetRange[] slow = [.. view.Slowest.Where(range => (range.To - range.From).TotalSeconds >= AuditFacts.ShortestRate)];
        if (slow.Length == 0) return "";

        Head(
            "ranges", ("First file", Id), ("Range", Number), ("Worker", Id), ("Time", Number), ("Files", Number),
            ("Bytes", Number), ("Rate", Number));
        foreach (FleetRange range in slow)
        {
            double seconds = (range.To - range.From).TotalSeconds;
            Row(
                BelowSource(range.FirstName), Id, (Invariant($"{range.Id}"), Number), (Shown(range.Worker ?? ""), Id),
                (Invariant($"{seconds:N1} s"), Number),
                (Count(range.Files), Number), (Bytes(range.Bytes), Number), (Rate(range.Bytes, seconds), Number));
        }

        return Foot();
    }

    private string Events()
    {
        if (view.Events.Count == 0) return "";

        foreach (IGrouping<(string, string?, string?), FleetEvent> same in view.Events.GroupBy(
            one => (one.Kind, one.Worker, one.Note)))
        {
            FleetEvent newest = same.First();
            html.Append("<p>").Append(E(EventText.Of(same.LongCount(), newest, newest.Worker))).Append(".</p>\n");
        }

        long all = view.EventCounts.Sum(one => one.Count);
        if (all > view.Events.Count) html.Append(Invariant(
            $"<p class=\"note\">These are the last {view.Events.Count:N0} of {all:N0} events.</p>\n"));
        return Take("");
    }

    private string Settings()
    {
        FleetPlanSettings settings = view.Job.Settings;
        html.Append("<dl>\n");
        if (Status.Sources is [var source]) Setting("Source", FileNames.Shown(source.Root));
        Setting("Algorithm", view.Job.Algorithm);
        Setting("Begun", Time(view.Job.Created));
        if (view.Job.Planned is { } planned) Setting("All files listed", Time(planned));
        if (settings.EveryDays > 0) Setting("Repeated", $"every {Several(settings.EveryDays, "day", "days")}");
        if (settings.Include.Count > 0) Setting("Only files that match", string.Join(", ", settings.Include));
        if (settings.Exclude.Count > 0) Setting("Files left out", string.Join(", ", settings.Exclude));
        string files = Several(settings.RangeFiles, "file", "files");
        Setting("A worker takes at a time", $"up to {files} or {Size(settings.RangeBytes)}");
        if (new FleetAlgorithm(view.Job.Algorithm).HasParts)
        {
            Setting("Several workers share", $"files of more than {Size(settings.SegmentBytes)}");
        }

        Setting("A file counts as unreadable", $"after {Several(settings.MostTries, "failed try", "failed tries")}");
        return Take("</dl>\n");
    }

    // ---- tables, facts ----

    private void Head(string id, params ReadOnlySpan<(string Title, string Kind)> columns)
    {
        // On a phone, a row with many figures is shown as text, in which each figure follows the title of its column.
        isFlow = columns.Length > 3;
        titles = [.. columns.ToArray().Select(column => column.Title)];
        string flow = columns.Length >= ManyColumns ? " flow many" : isFlow ? " flow" : "";
        html.Append($"<div class=\"wide{flow}\" role=\"region\" tabindex=\"0\" ");
        html.Append($"aria-labelledby=\"{id}-heading\"><table>\n<thead><tr>");
        foreach ((string title, string kind) in columns) html.Append($"<th scope=\"col\"{kind}>{E(title)}</th>");
        html.Append("</tr></thead>\n<tbody>\n");
    }

    // The text of the cells is already escaped.
    private void Row(string first, params ReadOnlySpan<(string Cell, string Kind)> cells) => Row(first, Name, cells);

    private void Row(string first, string firstKind, params ReadOnlySpan<(string Cell, string Kind)> cells)
    {
        html.Append($"<tr{(isMarked ? " class=\"now\"" : "")}><th scope=\"row\"{firstKind}>{first}</th>");
        for (int i = 0; i < cells.Length; i++)
        {
            string title = isFlow ? $" data-title=\"{E(titles[i + 1])}\"" : "";
            html.Append($"<td{cells[i].Kind}{title}>{cells[i].Cell}</td>");
        }

        html.Append("</tr>\n");
    }

    private string Foot() => Take(Foot(html));

    private static string Foot(StringBuilder html)
    {
        html.Append("</tbody></table></div>\n");
        return "";
    }

    // The value is already escaped.
    private void Fact(string name, string value, string kind)
    {
        string of = kind.Length == 0 ? "" : $" class=\"{kind}\"";
        html.Append($"<div><dt>{E(name)}</dt><dd{of}>{value}</dd></div>\n");
    }

    private void Setting(string name, string value) => Fact(name, E(value), "");

    private static string Several(long count, string one, string many) => Invariant($"{count:N0} {(count == 1 ? one : many)}");

    private string Take(string last)
    {
        string all = html.Append(last).ToString();
        html.Clear();
        return all;
    }

    // ---- words ----

    /// <summary>Returns the CSS class for the meaning of a text, or an empty string.</summary>
    public static string ToneClass(Tone tone) =>
        tone switch { Tone.Bad => "bad", Tone.Good => "good", Tone.Warning => "warning", Tone.Notable => "new", _ => "" };

    private static string Bad(long count, string word = "bad") => count > 0 ? word : "";

    private static string Bytes(double bytes) => Progress.BytesOf(bytes);

    // A setting usually is a power of two, because its units K, M and G are powers of two.
    private static string Size(long bytes)
    {
        foreach ((int shift, string unit) in ((int, string)[])[(30, "GiB"), (20, "MiB"), (10, "KiB")])
            if (bytes >> shift << shift == bytes) return Invariant($"{bytes >> shift:N0} {unit}");

        return Bytes(bytes);
    }

    private static string Rate(long bytes, double seconds) =>
        seconds < AuditFacts.ShortestRate ? "" : $"{Bytes(bytes / seconds)}/s";

    // Worker names and messages from an object store are untrusted, so control characters are made visible, as in file names.
    private static string E(string text) => HtmlPage.E(FileNames.Visible(text));

    // Shows a name without the path of the only source. The whole name is shown in a tooltip.
    private string BelowSource(string name)
    {
        string root = Status.Sources is [var source] ? source.Root.TrimEnd('/') + "/" : "";
        string below = name.StartsWith(root, StringComparison.Ordinal) ? name.Substring(root.Length) : name;
        return $"<bdi title=\"{E(FileNames.Shown(name))}\">{AuditFolders.Divided(FileNames.Shown(below))}</bdi>";
    }

    // Returns a command whose words are not divided at their hyphens.
    private static string CommandText(string words) =>
        string.Join(' ', FleetHints.Command(words).Split(' ').Select(word => $"<span class=\"word\">{E(word)}</span>"));

    private static string Shown(string name) => AuditFolders.Shown(name);
}
