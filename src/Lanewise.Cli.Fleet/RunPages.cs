using System.Globalization;
using Lanewise.Fleet;
using Lanewise.Fleet.Serving;

namespace Lanewise.Cli.Fleet;

/// <summary>
/// Returns the pages of earlier runs, to which the list of runs links. One page is made at a time, and pages are kept, so that
/// viewers cannot cause many queries.
/// </summary>
/// <param name="catalogue">The catalogue.</param>
/// <param name="only">The only job whose runs are shown, or null for all jobs.</param>
internal sealed class RunPages(FleetCatalogue catalogue, string? only) : IDisposable
{
    private const string Prefix = "/run/";
    private const int MostKept = 50;

    // The time for which the page of a run is kept. Runs that are done change only if their job is removed.
    private static readonly TimeSpan Kept = TimeSpan.FromSeconds(5), KeptDone = TimeSpan.FromMinutes(1);

    private readonly Dictionary<long, (string? Page, long At, TimeSpan For)> kept = [];
    private readonly SemaphoreSlim one = new(1);

    /// <summary>Returns the page for a path, or null if there is no such page.</summary>
    public async Task<string?> Of(string path)
    {
        if (!path.StartsWith(Prefix, StringComparison.Ordinal)) return null;
        string number = path.Substring(Prefix.Length);
        if (!long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out long id)) return null;

        await one.WaitAsync().ConfigureAwait(false);
        try
        {
            if (kept.TryGetValue(id, out (string? Page, long At, TimeSpan For) last)
                && Environment.TickCount64 - last.At < last.For.TotalMilliseconds) return last.Page;

            (string? page, bool isDone) = await Task.Run(() => Make(id)).ConfigureAwait(false);
            if (kept.Count >= MostKept) kept.Clear();
            kept[id] = (page, Environment.TickCount64, isDone ? KeptDone : Kept);
            return page;
        }
        finally
        {
            one.Release();
        }
    }

    public void Dispose() => one.Dispose();

    private (string? Page, bool IsDone) Make(long id)
    {
        if (catalogue.Jobs.Find(id) is not { IsList: false } job || (only is not null && job.Name != only)) return (null, false);

        AuditView view = AuditBounds.Page.Live(
            catalogue, job, job.Baseline is null ? ComparedItems.None : job.State == FleetJobState.Planning ? null
                : FleetStatusCommand.IfInTime(() => AuditBounds.Page.Compare(catalogue, job)));
        bool isDone = job.State == FleetJobState.Done;
        return (AuditPage.OfRun(
            AuditWatch.Of(view, AuditTarget.Run, new AuditRuns(catalogue).Of(job.Name, view)), isDone), isDone);
    }
}
