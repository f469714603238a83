using Lanewise.Files;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Planning;
using Lanewise.Fleet.Queues;
using Lanewise.Fleet.Sources;
using Lanewise.Fleet.Working;

namespace Lanewise.Fleet;

/// <summary>A file as a list knows it.</summary>
/// <param name="Name">Its name, of <see cref="PathText"/>, as the audit will find it.</param>
/// <param name="Digest">Its digest.</param>
/// <param name="Bytes">Its length; null where that is not known.</param>
public sealed record FleetKnownFile(string Name, byte[] Digest, long? Bytes);

/// <summary>
/// Audits: a job is begun, planned by one process or several, worked on by as many as there are machines, and reported. Each step
/// may be ended at any time, and goes on where it was when it is called again.
/// </summary>
public static class FleetAudit
{
    /// <summary>
    /// Begins a run of a job. An unfinished run of the same name, sources, settings and baseline is returned instead of a new
    /// one, so that planners that begin at one instant share it.
    /// </summary>
    /// <param name="catalogue">Where it is kept.</param>
    /// <param name="name">Its name; runs of one name have a history in common.</param>
    /// <param name="algorithm">The algorithm, as <see cref="LanewiseOperations"/> has it: <c>BLAKE3</c>.</param>
    /// <param name="sources">Folders, files, or <c>s3://bucket/prefix</c>.</param>
    /// <param name="settings">How it is cut; the defaults where it is null.</param>
    /// <param name="baseline">What it is compared with: a job before, or a list; null for nothing.</param>
    /// <returns>The job.</returns>
    /// <exception cref="ArgumentException">A name is empty, or there are no sources.</exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">There is no such algorithm.</exception>
    /// <exception cref="FleetException">A setting is out of range; the digests of the baseline are of another algorithm; the
    /// baseline is not done; or a run of that name is still being planned with other sources or settings.</exception>
    public static FleetJob Begin(
        FleetCatalogue catalogue, string name, string algorithm, IReadOnlyList<FleetSource> sources,
        FleetPlanSettings? settings = null, FleetJob? baseline = null) =>
        Begin(catalogue, name, algorithm, sources, settings, baseline, long.MaxValue);

    /// <summary>The same; a matching run that is newer than the one seen is shared, even if it is done by now.</summary>
    internal static FleetJob Begin(
        FleetCatalogue catalogue, string name, string algorithm, IReadOnlyList<FleetSource> sources,
        FleetPlanSettings? settings, FleetJob? baseline, long seen)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(sources);
        if (sources.Count == 0) throw new ArgumentException("There must be sources.", nameof(sources));

        foreach (FleetSource source in sources)
        {
            if (source.Root.StartsWith(S3Source.Scheme, StringComparison.Ordinal)) S3Source.BucketOf(source.Root);
        }

        string title = new FleetAlgorithm(algorithm).Hash.AlgorithmName.Name!;
        if (baseline is not null && baseline.Algorithm != title)
            throw new FleetException($"What is compared with has digests of {baseline.Algorithm}, not of {title}.");

        // A file without a digest there would pass for one that is as it was.
        if (baseline is not null && catalogue.Jobs.Find(baseline.Id) is not { State: FleetJobState.Done })
        {
            throw new FleetException(FormattableString.Invariant(
                $"run {baseline.Id} of job '{baseline.Name}' is not done: nothing can be compared with it yet"));
        }

        return catalogue.Jobs.Create(
            Catalogue.Jobs.Wanted(name, title, settings ?? new(), baseline?.Id, isList: false), sources, seen);
    }

    /// <summary>The jobs of a catalogue, the newest first, without lists.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="name">The name of the jobs; all where it is null.</param>
    /// <returns>The jobs.</returns>
    public static IReadOnlyList<FleetJob> Jobs(FleetCatalogue catalogue, string? name = null)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        return [.. catalogue.Jobs.All(name).Where(job => !job.IsList)];
    }

    /// <summary>Lists the sources of a job until all is found. Several processes may do it at once.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The job.</param>
    /// <param name="threads">Threads that list, at least 1.</param>
    /// <param name="token">Ends it; what was found stays.</param>
    /// <exception cref="OperationCanceledException">The token asked for it.</exception>
    /// <exception cref="FleetException">The catalogue stayed away, or a source cannot be listed at all.</exception>
    public static void Plan(FleetCatalogue catalogue, FleetJob job, int threads = 1, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentNullException.ThrowIfNull(job);
        ArgumentOutOfRangeException.ThrowIfLessThan(threads, 1);
        using WorkQueue queue = new CatalogueQueue(catalogue);
        new Planner(catalogue, job, queue).Run(threads, token);
    }

    /// <summary>
    /// Hashes what was planned until all of the job is done. As many processes may do it at once as there are. What is done is
    /// counted for <see cref="System.Diagnostics.Metrics"/> under the name <c>Lanewise.Fleet</c>.
    /// </summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The job.</param>
    /// <param name="options">How; the defaults where it is null.</param>
    /// <param name="token">Ends it in good order: what is begun comes to its end, and nothing is thrown.</param>
    /// <exception cref="FleetException">The catalogue stayed away.</exception>
    public static void Work(
        FleetCatalogue catalogue, FleetJob job, FleetWorkOptions? options = null, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentNullException.ThrowIfNull(job);
        options ??= new();
        using WorkQueue queue = new CatalogueQueue(catalogue);
        new Worker(catalogue, job, queue, options.Name)
        {
            Lease = options.Lease, Cores = options.Cores, BytesPerSecond = options.BytesPerSecond,
            Metrics = new(job),
        }.Run(token, CancellationToken.None);
    }

    /// <summary>How far a job is.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The job.</param>
    /// <returns>Its counts; of it as it is now.</returns>
    public static FleetStatus Status(FleetCatalogue catalogue, FleetJob job)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentNullException.ThrowIfNull(job);
        return catalogue.Results.Status(catalogue.Jobs.Find(job.Id) ?? job);
    }

    /// <summary>What came of each item, by sources and names, and then what is missing.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The job.</param>
    /// <returns>The items, while they are asked for.</returns>
    public static IEnumerable<FleetItem> Results(FleetCatalogue catalogue, FleetJob job)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentNullException.ThrowIfNull(job);
        return catalogue.Results.Items(job).Concat(catalogue.Results.Missing(job));
    }

    /// <summary>The next run of a job: the same sources and settings, compared with this one.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The job, which is done.</param>
    /// <returns>The run; the one that another planner has just begun, where there is one.</returns>
    /// <exception cref="FleetException">The job is not done.</exception>
    public static FleetJob Again(FleetCatalogue catalogue, FleetJob job)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentNullException.ThrowIfNull(job);
        return Begin(catalogue, job.Name, job.Algorithm, catalogue.Jobs.Sources(job.Id), job.Settings, job, job.Id);
    }

    /// <summary>Jobs whose newest run is done, and began as many days ago as they say.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="now">The time.</param>
    /// <returns>Their newest runs.</returns>
    public static IReadOnlyList<FleetJob> Due(FleetCatalogue catalogue, DateTimeOffset now) =>
    [
        .. Jobs(catalogue).GroupBy(job => job.Name).Select(runs => runs.First())
            .Where(job => job.State == FleetJobState.Done && job.Settings.EveryDays > 0
                && now - job.Created >= TimeSpan.FromDays(job.Settings.EveryDays)),
    ];

    /// <summary>Puts a list into a catalogue, for jobs to be compared with.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="name">The name of the job that it is for.</param>
    /// <param name="algorithm">The algorithm of its digests.</param>
    /// <param name="files">Its files. What they throw comes out, and nothing of the list stays.</param>
    /// <returns>The list.</returns>
    /// <exception cref="FleetException">A digest has another length than the algorithm's, or a name has two different
    /// digests.</exception>
    public static FleetJob Import(
        FleetCatalogue catalogue, string name, string algorithm, IEnumerable<FleetKnownFile> files)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(files);
        return catalogue.Known.Import(name, new FleetAlgorithm(algorithm).Hash, files);
    }
}
