using Lanewise.Files;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Planning;
using Lanewise.Fleet.Queues;
using Lanewise.Fleet.Sources;
using Lanewise.Fleet.Working;

namespace Lanewise.Fleet;

/// <summary>A file in an imported list, with its digest.</summary>
/// <param name="Name">The name under which the audit finds the file, in the form of <see cref="PathText"/>.</param>
/// <param name="Digest">The digest of the file.</param>
/// <param name="Bytes">The length of the file in bytes, or null if unknown.</param>
public sealed record FleetKnownFile(string Name, byte[] Digest, long? Bytes);

/// <summary>
/// Plans audits, hashes their files, and returns the results. Any number of processes on any number of machines can plan and hash
/// the files of the same job. A call can safely be interrupted at any time; the next call to the same method resumes the work.
/// </summary>
public static class FleetAudit
{
    /// <summary>
    /// Begins a run of a job. If an unfinished run with the same name, sources, settings and baseline exists, returns that run
    /// instead. Therefore, planners that start at the same moment share a run.
    /// </summary>
    /// <param name="catalogue">The catalogue in which the job is stored.</param>
    /// <param name="name">The name of the job. Runs with the same name form a history.</param>
    /// <param name="algorithm">The name of the algorithm, as in <see cref="LanewiseOperations"/>, for example
    /// <c>BLAKE3</c>.</param>
    /// <param name="sources">Directories, files, or <c>s3://bucket/prefix</c>.</param>
    /// <param name="settings">The settings of the job. Null means the defaults.</param>
    /// <param name="baseline">The job or list to compare with. Null means no comparison.</param>
    /// <returns>The job.</returns>
    /// <exception cref="ArgumentException">The name is empty, or there are no sources.</exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The algorithm is unknown.</exception>
    /// <exception cref="FleetException">
    /// A setting is out of range, the baseline uses another algorithm or is unfinished, or a run with this name is still being
    /// planned with other sources or settings.
    /// </exception>
    public static FleetJob Begin(
        FleetCatalogue catalogue, string name, string algorithm, IReadOnlyList<FleetSource> sources,
        FleetPlanSettings? settings = null, FleetJob? baseline = null) =>
        Begin(catalogue, name, algorithm, sources, settings, baseline, long.MaxValue);

    /// <summary>
    /// Begins a run like the public overload, but also returns a matching run that is already done if it is newer than
    /// <c>seen</c>.
    /// </summary>
    internal static FleetJob Begin(
        FleetCatalogue catalogue, string name, string algorithm, IReadOnlyList<FleetSource> sources,
        FleetPlanSettings? settings, FleetJob? baseline, long seen)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(sources);
        if (sources.Count == 0) throw new ArgumentException("At least one source is required.", nameof(sources));

        foreach (FleetSource source in sources)
        {
            if (source.Root.StartsWith(S3Source.Scheme, StringComparison.Ordinal)) S3Source.BucketOf(source.Root);
        }

        string title = new FleetAlgorithm(algorithm).Hash.AlgorithmName.Name!;
        if (baseline is not null && baseline.Algorithm != title)
            throw new FleetException($"The baseline has digests of {baseline.Algorithm}, not of {title}.");

        // If the baseline were unfinished, files that have no digest in it yet would be reported as unchanged.
        if (baseline is not null && catalogue.Jobs.Find(baseline.Id) is not { State: FleetJobState.Done })
        {
            throw new FleetException(FormattableString.Invariant(
                $"run {baseline.Run} of job '{baseline.Name}' is not done: nothing can be compared with it yet"));
        }

        return catalogue.Jobs.Create(
            Catalogue.Jobs.Wanted(name, title, settings ?? new(), baseline?.Id, isList: false), sources, seen);
    }

    /// <summary>Returns the jobs of a catalogue, newest first. Lists that serve as baselines are not returned.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="name">The name of the jobs to return. Null means all jobs.</param>
    /// <returns>The jobs.</returns>
    public static IReadOnlyList<FleetJob> Jobs(FleetCatalogue catalogue, string? name = null)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        return [.. catalogue.Jobs.All(name).Where(job => !job.IsList)];
    }

    /// <summary>
    /// Lists the files in the sources of a job until all files have been found. Several processes can call this method at the
    /// same time.
    /// </summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The job.</param>
    /// <param name="threads">The number of threads, at least 1.</param>
    /// <param name="token">Stops the planning. Files that were already committed to the catalogue are kept.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="FleetException">The catalogue stayed unavailable, or a source cannot be listed at all.</exception>
    public static void Plan(FleetCatalogue catalogue, FleetJob job, int threads = 1, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentNullException.ThrowIfNull(job);
        ArgumentOutOfRangeException.ThrowIfLessThan(threads, 1);
        using WorkQueue queue = new CatalogueQueue(catalogue);
        new Planner(catalogue, job, queue).Run(threads, token);
    }

    /// <summary>
    /// Hashes the planned files until the whole job is done. Any number of processes can call this method at the same time. The
    /// worker publishes its metrics in the <see cref="System.Diagnostics.Metrics"/> meter <c>Lanewise.Fleet</c>.
    /// </summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The job.</param>
    /// <param name="options">The options. Null means the defaults.</param>
    /// <param name="token">Stops the worker. The worker then finishes the work that it has started, and the method returns
    /// without an exception.</param>
    /// <exception cref="FleetException">The catalogue stayed unavailable.</exception>
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

    /// <summary>Returns the progress of a job.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The job.</param>
    /// <returns>The job's current counts.</returns>
    public static FleetStatus Status(FleetCatalogue catalogue, FleetJob job)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentNullException.ThrowIfNull(job);
        return catalogue.Results.Status(catalogue.Jobs.Find(job.Id) ?? job);
    }

    /// <summary>Returns the result of each item, sorted by source and name, followed by the missing items. Moved items are
    /// recognized when the job is done; before that, a moved item is a new item and a missing item.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The job.</param>
    /// <returns>The items, read lazily from the catalogue.</returns>
    public static IEnumerable<FleetItem> Results(FleetCatalogue catalogue, FleetJob job)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentNullException.ThrowIfNull(job);
        return catalogue.Results.All(catalogue.Jobs.Find(job.Id) ?? job);
    }

    /// <summary>Begins the next run of a job with the same sources and settings. The next run is compared with
    /// <paramref name="job"/>.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The job, which must be done.</param>
    /// <returns>The new run, or the run that another planner has just begun.</returns>
    /// <exception cref="FleetException">The job is not done, or a directory in which <paramref name="job"/> found files is now
    /// missing or empty, probably because a file system is not mounted. To audit this state, call <c>Begin</c>.</exception>
    public static FleetJob Again(FleetCatalogue catalogue, FleetJob job)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentNullException.ThrowIfNull(job);
        return Next(catalogue, job, job);
    }

    /// <summary>Begins the next run of a job with the same sources and settings, but without a comparison: the run is a new
    /// baseline.</summary>
    internal static FleetJob Afresh(FleetCatalogue catalogue, FleetJob job) => Next(catalogue, job, baseline: null);

    private static FleetJob Next(FleetCatalogue catalogue, FleetJob job, FleetJob? baseline)
    {
        RequireFiles(catalogue, job);
        return Begin(catalogue, job.Name, job.Algorithm, catalogue.Jobs.Sources(job.Id), job.Settings, baseline, job.Id);
    }

    /// <summary>Throws an exception if a directory in which the job found files is now missing or empty.</summary>
    internal static void RequireFiles(FleetCatalogue catalogue, FleetJob job)
    {
        // Without its file system, a mount point is an empty directory. All its files would then be missing in this run and new
        // in the next one, and neither run would compare their content.
        foreach (SourceStatus source in Status(catalogue, job).Sources)
        {
            long found = source.Files - source.Unreadable;
            if (found <= 0 || source.Root.StartsWith(S3Source.Scheme, StringComparison.Ordinal)
                || !FolderSource.IsLost(source.Root, found)) continue;

            throw new FleetException(FormattableString.Invariant(
                $"{source.Root}: missing or empty, but run {job.Run} of job '{job.Name}' found {found} ")
                + (found == 1 ? "file" : "files") + " there; is it mounted?"
                + " No run was begun; to audit it as it is, name the sources and --against-last");
        }
    }

    /// <summary>
    /// Returns the jobs that are due: their newest run is done, and at least <see cref="FleetPlanSettings.EveryDays"/> days have
    /// passed since that run began.
    /// </summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="now">The current time.</param>
    /// <returns>The newest run of each due job.</returns>
    public static IReadOnlyList<FleetJob> Due(FleetCatalogue catalogue, DateTimeOffset now) =>
    [
        .. Jobs(catalogue).GroupBy(job => job.Name).Select(runs => runs.First())
            .Where(job => job.State == FleetJobState.Done && job.Settings.EveryDays > 0
                && now - job.Created >= TimeSpan.FromDays(job.Settings.EveryDays)),
    ];

    /// <summary>Removes a job from a catalogue, along with all its runs and the lists they were compared with.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="name">The name of the job.</param>
    /// <param name="isForced">Whether to remove the job even if workers are processing it. The results of these workers are then
    /// discarded.</param>
    /// <returns>The number of runs that were removed.</returns>
    /// <exception cref="FleetException">There is no such job, workers are processing one of its runs, or another job is compared
    /// with it.</exception>
    public static int Forget(FleetCatalogue catalogue, string name, bool isForced = false)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        ArgumentException.ThrowIfNullOrEmpty(name);
        return catalogue.Jobs.Forget(name, isForced);
    }

    /// <summary>Stores a list of known digests in a catalogue. Jobs can then be compared with this list.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="name">The name of the job that uses the list.</param>
    /// <param name="algorithm">The algorithm that computed the digests in the list.</param>
    /// <param name="files">The files of the list. If the enumeration throws, the exception propagates and no part of the list is
    /// stored.</param>
    /// <returns>The list, which can be the baseline of a job.</returns>
    /// <exception cref="FleetException">The length of a digest does not match the algorithm, or a name has two different
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
