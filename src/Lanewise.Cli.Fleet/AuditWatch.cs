using System.Data.Common;
using System.Net.Sockets;
using System.Text;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Serving;

namespace Lanewise.Cli.Fleet;

/// <summary>Queries the catalogue repeatedly for a page. The queries use at most a tenth of the elapsed time.</summary>
/// <param name="catalogue">The catalogue with the job.</param>
/// <param name="wanted">The run to show. If no job is named, the newest run of all jobs is shown.</param>
internal sealed class AuditWatch(FleetCatalogue catalogue, WantedRun wanted)
{
    private static readonly TimeSpan Least = TimeSpan.FromSeconds(1), Done = TimeSpan.FromSeconds(5),
        Most = TimeSpan.FromSeconds(15);

    // Runs are compared after the planning has ended, because the number of missing files no longer changes after that, and again
    // when they are done, because then the moved files are known.
    private readonly Dictionary<(long Job, bool IsDone), ComparedItems?> compared = [];
    private readonly AuditRuns runs = new(catalogue);
    private DateTimeOffset? troubleSince;

    // The type of the last exception, which is stored so that a repeated exception is logged only once.
    private (Type Type, bool IsAway)? kind;

    /// <summary>Returns the current content of the page, and the time for which it stays current.</summary>
    public (AuditParts Parts, TimeSpan Pause) Take(AuditParts? last)
    {
        long begun = Environment.TickCount64;
        AuditParts parts;
        try
        {
            parts = View(last?.View) is { } view ? Of(view, AuditTarget.Page, runs.Of(wanted.Job, view)) : None(null);
            if (troubleSince is not null) Diagnostics.Say(catalogue.Place, "the catalogue is back");
            (troubleSince, kind) = (null, null);
        }
#pragma warning disable CA1031 // If a query throws an exception of any type, the page shows it, and the query is repeated.
        catch (Exception e)
#pragma warning restore CA1031
        {
            string reason = e is FleetException ? e.Message : $"unexpected error: {e.GetType().Name}: {e.Message}";
            bool isAway = e is FleetException
            {
                InnerException: DbException or IOException or SocketException or TimeoutException,
            };
            if (kind != (e.GetType(), isAway)) Diagnostics.Say(reason);
            kind = (e.GetType(), isAway);
            troubleSince ??= DateTimeOffset.UtcNow;
            string what = isAway ? "unavailable" : "unreadable";
            parts = Late(last, Invariant(
                $"The catalogue has been {what} since {troubleSince:yyyy-MM-dd HH:mm:ss} UTC. This page shows data from then. "
                + $"{reason}"));
        }

        TimeSpan tenfold = TimeSpan.FromMilliseconds(10 * (Environment.TickCount64 - begun));
        if (tenfold > Most) tenfold = Most;
        bool isLast = parts.View is { Job: { State: FleetJobState.Done } job }
            && (job.Baseline is null || compared.ContainsKey((job.Id, true)));
        TimeSpan pause = isLast ? Done : Least;
        return (parts, tenfold > pause && troubleSince is null ? tenfold : pause);
    }

    /// <summary>Formats a view for a page.</summary>
    public static AuditParts Of(AuditView view, AuditTarget target, IReadOnlyList<AuditRun> runs)
    {
        using MemoryStream lines = new();
        StandardOutput output = new(lines);
        FleetStatusCommand.WriteJson(output, view.Status, view.Compared);
        AuditLines.Write(output, view);
        output.Flush();
        bool isFollowed = target == AuditTarget.Page && view.Job.State != FleetJobState.Done;
        string percent = isFollowed ? Invariant($"{FleetStatusCommand.Percent(view.Status):0} %, ") : "";
        string title = percent + FleetStatusCommand.Title(view.Job);
        return new(
            title, AuditHtml.Parts(view, target, runs), Encoding.UTF8.GetString(lines.ToArray()), view, view.Status.Now);
    }

    /// <summary>Returns the same content, marked as outdated, while no newer content is available.</summary>
    public static AuditParts Late(AuditParts? parts) => Late(parts, parts is null ? "The catalogue does not answer." : Invariant(
        $"The catalogue does not answer. This page shows the data from {parts.Taken:yyyy-MM-dd HH:mm:ss} UTC."));

    private static AuditParts Late(AuditParts? parts, string trouble)
    {
        if (parts is null) return None(trouble);

        AuditPart status = AuditHtml.Trouble(trouble);
        return parts with { All = [.. parts.All.Select(part => part.Id == status.Id ? status : part)] };
    }

    private static AuditParts None(string? trouble) =>
        new("No audit yet", AuditHtml.None(trouble), "", null, DateTimeOffset.UtcNow);

    private AuditView? View(AuditView? last)
    {
        if (FleetCommand.TryFind(catalogue, wanted) is not { } job) return null;

        // The missing files are counted after the page is first shown, because this query takes a while for millions of files.
        if (job is { Baseline: not null, State: not FleetJobState.Planning } && last?.Job.Id == job.Id)
        {
            (long, bool) key = (job.Id, job.State == FleetJobState.Done);
            if (!compared.TryGetValue(key, out ComparedItems? items))
                compared.Add(key, items = FleetStatusCommand.IfInTime(() => AuditBounds.Page.Compare(catalogue, job)));
            return AuditBounds.Page.Live(catalogue, job, items);
        }

        return AuditBounds.Page.Live(catalogue, job, job.Baseline is null ? ComparedItems.None : null);
    }
}
