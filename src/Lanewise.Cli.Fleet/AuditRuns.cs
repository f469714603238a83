using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Serving;

namespace Lanewise.Cli.Fleet;

/// <summary>A run in the list of runs on a page.</summary>
internal sealed record AuditRun(FleetJob Job, long Files, AuditVerdict Verdict)
{
    /// <summary>The run that accepted the damage that this run found, or null.</summary>
    public FleetJob? Accepting { get; init; }
}

/// <summary>Returns the newest runs for a page. The results of runs that are done do not change, so they are kept.</summary>
internal sealed class AuditRuns(FleetCatalogue catalogue)
{
    private const int Most = 20;

    private readonly Dictionary<long, AuditRun> done = [];

    /// <summary>Returns the newest runs, newest first.</summary>
    /// <param name="job">The name of the job, or null for the runs of all jobs.</param>
    /// <param name="shown">The run that the page shows, which is in the list even if it is old.</param>
    public IReadOnlyList<AuditRun> Of(string? job, AuditView shown)
    {
        FleetJob[] all = [.. FleetAudit.Jobs(catalogue, job)];
        FleetJob[] newest = [.. all.Take(Most)];
        if (newest.All(run => run.Id != shown.Job.Id)) newest = [.. newest.SkipLast(1), shown.Job];
        return
        [
            .. newest.Select(run => (run.Id == shown.Job.Id ? Of(shown.Status, shown.Compared) : Of(run)) with
            {
                Accepting = Accepting(all, run),
            }),
        ];
    }

    /// <summary>Returns the run that accepted the damage in a run: the next run that is compared with nothing, so that it accepts
    /// the files as they are. Returns null if no such run is done.</summary>
    public static FleetJob? Accepting(IEnumerable<FleetJob> runs, FleetJob run) => runs
        .Where(one => one is { State: FleetJobState.Done, Baseline: null } && one.Name == run.Name && one.Run > run.Run)
        .MinBy(one => one.Run);

    /// <summary>Returns the run that accepted the damage in a run, or null.</summary>
    public static FleetJob? Accepting(FleetCatalogue catalogue, FleetJob run) =>
        Accepting(FleetAudit.Jobs(catalogue, run.Name), run);

    private AuditRun Of(FleetJob run)
    {
        if (done.TryGetValue(run.Id, out AuditRun? known)) return known;

        FleetStatus status = FleetAudit.Status(catalogue, run);
        bool isDone = status.Job.State == FleetJobState.Done;
        // Counting the missing files of an unfinished run takes a while, and the page of that run shows them.
        Comparison? compared = !isDone ? null : FleetStatusCommand.Compare(catalogue, status.Job);
        AuditRun one = Of(status, compared);
        if (isDone && compared is not null) done[run.Id] = one;
        return one;
    }

    private static AuditRun Of(FleetStatus status, Comparison? compared) =>
        new(status.Job, status.Total.Files, AuditVerdict.Of(status, compared));
}
