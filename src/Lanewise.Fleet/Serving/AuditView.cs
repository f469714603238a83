using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Serving;

/// <summary>A snapshot of a job's data for a page or a report.</summary>
internal sealed record AuditView(FleetStatus Status, FleetThroughput Throughput)
{
    /// <summary>The result of the comparison with the baseline, or null if unknown.</summary>
    public Comparison? Compared { get; init; }

    /// <summary>The items that differ, up to a maximum number.</summary>
    public required IReadOnlyList<FleetItem> Items { get; init; }

    /// <summary>The changed and missing items of the earlier run in <see cref="Comparison.Earlier"/>, up to a maximum number of
    /// each kind. Later runs do not report them again.</summary>
    public IReadOnlyList<FleetItem> NotReportedAgain { get; init; } = [];

    /// <summary>The ranges that took the longest.</summary>
    public required IReadOnlyList<FleetRange> Slowest { get; init; }

    /// <summary>The number of events of each kind.</summary>
    public required IReadOnlyList<(string Kind, long Count)> EventCounts { get; init; }

    /// <summary>The latest events, newest first.</summary>
    public required IReadOnlyList<FleetEvent> Events { get; init; }

    /// <summary>The run or list with which the job is compared, or null if there is none.</summary>
    public required FleetJob? Baseline { get; init; }

    public FleetJob Job => Status.Job;
}

/// <summary>
/// The result of a comparison, the first few missing items, and the first few items that are not reported again.
/// </summary>
internal sealed record ComparedItems(
    Comparison Compared, IReadOnlyList<FleetItem> FirstMissing, IReadOnlyList<FleetItem> NotReportedAgain)
{
    /// <summary>The items of a job that has no baseline.</summary>
    public static ComparedItems None { get; } = new(Comparison.None, [], []);
}

/// <summary>The maximum numbers of rows in a view.</summary>
internal sealed record AuditBounds(int Items, int Ranges, int Events, int Steps)
{
    public static AuditBounds Page { get; } = new(50, 10, 20, 100);

    public static AuditBounds Report { get; } = new(1000, 10, 200, 100);

    /// <summary>Returns a view for the live page, with the newest failures followed by missing items.</summary>
    /// <param name="catalogue">The catalogue of the job.</param>
    /// <param name="job">The job.</param>
    /// <param name="compared">The result of the comparison, or null if it is unknown.</param>
    public AuditView Live(FleetCatalogue catalogue, FleetJob job, ComparedItems? compared) =>
        View(catalogue, job, [.. catalogue.Results.NewestFailures(job, Items), .. compared?.FirstMissing ?? []]) with
        {
            Compared = compared?.Compared, NotReportedAgain = compared?.NotReportedAgain ?? [],
        };

    /// <summary>Returns the result of the comparison with the baseline, the first few missing items, and the first few items that
    /// are not reported again.</summary>
    public ComparedItems Compare(FleetCatalogue catalogue, FleetJob job)
    {
        Comparison compared = catalogue.Results.Compare(job);
        return new(
            compared, [.. catalogue.Results.Missing(job).Take(Items)],
            compared.Earlier is { } earlier ? Damaged(catalogue, earlier.Run) : []);
    }

    // Returns the first few changed and missing items of a run.
    private List<FleetItem> Damaged(FleetCatalogue catalogue, FleetJob run) =>
    [
        .. catalogue.Results.Items(run, ItemStatus.Changed).Take(Items), .. catalogue.Results.Missing(run).Take(Items),
    ];

    /// <summary>Returns a view for a report, with all kinds of differences in the order of <see cref="Results.Kinds"/>.</summary>
    public AuditView Whole(FleetCatalogue catalogue, FleetJob job)
    {
        ComparedItems compared = Compare(catalogue, job);
        IEnumerable<FleetItem> items = Results.Kinds.SelectMany(
            kind => kind == ItemStatus.Missing ? compared.FirstMissing : catalogue.Results.Items(job, kind).Take(Items));
        return View(catalogue, job, [.. catalogue.Results.WithRenames(job, items)]) with
        {
            Compared = compared.Compared, NotReportedAgain = compared.NotReportedAgain,
        };
    }

    private AuditView View(FleetCatalogue catalogue, FleetJob job, IReadOnlyList<FleetItem> items) =>
        new(catalogue.Results.Status(job), catalogue.Results.Throughput(job, Steps))
        {
            Items = items, Slowest = catalogue.Results.Slowest(job, Ranges), Events = catalogue.Results.Events(job, Events),
            EventCounts = catalogue.Results.CountEvents(job),
            Baseline = job.Baseline is long baseline ? catalogue.Jobs.Find(baseline) : null,
        };
}
