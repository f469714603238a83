using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Serving;

/// <summary>A snapshot of a job's data for a page or a report.</summary>
internal sealed record AuditView(FleetStatus Status, FleetThroughput Throughput)
{
    /// <summary>The result of the comparison with the baseline, or null if unknown.</summary>
    public Comparison? Compared { get; init; }

    /// <summary>The items that differ or were skipped, by folder.</summary>
    public required IReadOnlyList<ItemFolder> Items { get; init; }

    /// <summary>The changed and missing items of the earlier run in <see cref="Comparison.Earlier"/>, by folder. Later runs do
    /// not report them again.</summary>
    public IReadOnlyList<ItemFolder> NotReportedAgain { get; init; } = [];

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

/// <summary>The result of a comparison, with the moved and missing items and the items that are not reported again, by
/// folder.</summary>
internal sealed record ComparedItems(
    Comparison Compared, IReadOnlyList<ItemFolder> Gone, IReadOnlyList<ItemFolder> NotReportedAgain)
{
    /// <summary>The items of a job that has no baseline.</summary>
    public static ComparedItems None { get; } = new(Comparison.None, [], []);
}

/// <summary>The maximum numbers of rows in a view.</summary>
/// <param name="Items">The number of items of each kind that are named.</param>
/// <param name="Counted">The number of items of each kind that are counted by folder.</param>
/// <param name="Ranges">The number of ranges.</param>
/// <param name="Events">The number of events.</param>
/// <param name="Steps">The number of points in a plot.</param>
internal sealed record AuditBounds(int Items, int Counted, int Ranges, int Events, int Steps)
{
    public static AuditBounds Page { get; } = new(50, 100_000, 10, 20, 100);

    public static AuditBounds Report { get; } = new(1000, int.MaxValue, 10, 200, 100);

    /// <summary>Returns a view for the live page, with the newest failures followed by missing and moved items.</summary>
    /// <param name="catalogue">The catalogue of the job.</param>
    /// <param name="job">The job.</param>
    /// <param name="compared">The result of the comparison, or null if it is unknown.</param>
    public AuditView Live(FleetCatalogue catalogue, FleetJob job, ComparedItems? compared) =>
        View(
            catalogue, job,
            ItemFolders.Join(ItemFolders.Of(catalogue.Results.NewestFailures(job, Items), Items), compared?.Gone ?? [])) with
        {
            Compared = compared?.Compared, NotReportedAgain = compared?.NotReportedAgain ?? [],
        };

    /// <summary>Returns the result of the comparison with the baseline, the missing and moved items, and the items that are not
    /// reported again.</summary>
    public ComparedItems Compare(FleetCatalogue catalogue, FleetJob job)
    {
        Comparison compared = catalogue.Results.Compare(job);
        return new(
            compared,
            ItemFolders.Of(
                catalogue.Results.Differences(job, ItemStatus.Missing).Take(Counted)
                    .Concat(catalogue.Results.Differences(job, ItemStatus.Moved).Take(Counted)),
                Items),
            Damaged(catalogue, compared.Earlier));
    }

    /// <summary>Returns a view for a report, with all kinds of results in the order of <see cref="Results.Listed"/>.</summary>
    public AuditView Whole(FleetCatalogue catalogue, FleetJob job)
    {
        Comparison compared = catalogue.Results.Compare(job);
        return View(catalogue, job, ItemFolders.Of(catalogue.Results.Differences(job), Items)) with
        {
            Compared = compared, NotReportedAgain = Damaged(catalogue, compared.Earlier),
        };
    }

    // Returns the changed and missing items of an earlier run.
    private IReadOnlyList<ItemFolder> Damaged(FleetCatalogue catalogue, NotReported? earlier) => earlier is null ? []
        : ItemFolders.Of(
            catalogue.Results.Items(earlier.Run, ItemStatus.Changed).Take(Counted)
                .Concat(catalogue.Results.Differences(earlier.Run, ItemStatus.Missing).Take(Counted)),
            Items);

    private AuditView View(FleetCatalogue catalogue, FleetJob job, IReadOnlyList<ItemFolder> items) =>
        new(catalogue.Results.Status(job), catalogue.Results.Throughput(job, Steps))
        {
            Items = items, Slowest = catalogue.Results.Slowest(job, Ranges), Events = catalogue.Results.Events(job, Events),
            EventCounts = catalogue.Results.CountEvents(job),
            Baseline = job.Baseline is long baseline ? catalogue.Jobs.Find(baseline) : null,
        };
}
