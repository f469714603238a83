using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Serving;

/// <summary>What a page or a report shows of a job at one moment.</summary>
internal sealed record AuditView(FleetStatus Status, FleetThroughput Throughput)
{
    /// <summary>What was compared with has so many that were not found; null where that is not known.</summary>
    public long? Missing { get; init; }

    /// <summary>Items that differ, some of them where they are many.</summary>
    public required IReadOnlyList<FleetItem> Items { get; init; }

    /// <summary>The ranges that took longest.</summary>
    public required IReadOnlyList<FleetRange> Slowest { get; init; }

    /// <summary>How often each kind of thing happened beside the work.</summary>
    public required IReadOnlyList<(string Kind, long Count)> EventCounts { get; init; }

    /// <summary>Of them the last ones, the newest first.</summary>
    public required IReadOnlyList<FleetEvent> Events { get; init; }

    /// <summary>The run or the list that it is compared with; null where there is none.</summary>
    public required FleetJob? Baseline { get; init; }

    public FleetJob Job => Status.Job;

    /// <summary>Items that differ, of those that are counted: of a job with <see cref="Missing"/> all of them.</summary>
    public long Differences =>
        Status.Total.Changed + Status.Total.New + Status.Total.Unreadable + (Missing ?? 0);
}

/// <summary>How much of everything a view has.</summary>
internal sealed record AuditBounds(int Items, int Ranges, int Events, int Steps)
{
    public static AuditBounds Page { get; } = new(50, 10, 20, 100);

    public static AuditBounds Report { get; } = new(1000, 10, 200, 100);

    /// <summary>The newest of what failed, for a page that is looked at while it works.</summary>
    /// <param name="catalogue">Where the job is.</param>
    /// <param name="job">The job.</param>
    /// <param name="missing">What is known of its missing items.</param>
    public AuditView Live(FleetCatalogue catalogue, FleetJob job, long? missing) =>
        View(catalogue, job, catalogue.Results.NewestFailures(job, Items)) with { Missing = missing };

    /// <summary>All kinds of differences, each in the order of names.</summary>
    public AuditView Whole(FleetCatalogue catalogue, FleetJob job)
    {
        ItemStatus[] kinds = [ItemStatus.Changed, ItemStatus.Unreadable, ItemStatus.New];
        IEnumerable<FleetItem> items = kinds.SelectMany(kind => catalogue.Results.Items(job, kind).Take(Items))
            .Concat(catalogue.Results.Missing(job).Take(Items));
        return View(catalogue, job, [.. items]) with
        {
            Missing = catalogue.Results.CountMissing(job),
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
