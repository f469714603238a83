using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Tests;

/// <summary>
/// A job in an SQLite catalogue. Tests take the job's ranges themselves, without a worker. The files and the catalogue are
/// stored in a temporary directory.
/// </summary>
internal sealed class FleetRun : IDisposable
{
    // A lease must not expire during a test.
    private const long LongLease = 1L << 40;

    private readonly TemporaryFolder folder = new();

    public FleetRun()
    {
        Directory.CreateDirectory(folder.File("data"));
        Catalogue = FleetCatalogue.Open(folder.File("fleet.db"));
    }

    public FleetCatalogue Catalogue { get; }

    public string File(string name) => System.IO.Path.Combine(folder.Path, "data", name);

    /// <summary>Plans the next run of the job.</summary>
    public FleetJob Plan(FleetPlanSettings settings, FleetJob? baseline = null)
    {
        FleetJob job = FleetAudit.Begin(
            Catalogue, "job", "BLAKE3", [new FleetSource(0, folder.File("data"))], settings, baseline);
        FleetAudit.Plan(Catalogue, job);
        return job;
    }

    /// <summary>Hashes the files of a run with a real worker.</summary>
    public FleetJob Work(FleetJob job)
    {
        FleetAudit.Work(Catalogue, job);
        return Catalogue.Jobs.Find(job.Id)!;
    }

    /// <summary>Takes all ranges that no worker holds.</summary>
    public IReadOnlyList<RangeLease> Take(FleetJob job) => Catalogue.Ranges.Take(job, 100, "test", LongLease, default);

    /// <summary>Makes the leases of all ranges expire, as if their workers had sent no heartbeat.</summary>
    public void EndLeases() => Catalogue.Run(session => session.Execute("update range set lease = 0 where state = 1"));

    public IReadOnlyList<FleetItem> Results(FleetJob job) => [.. FleetAudit.Results(Catalogue, job)];

    public void Dispose()
    {
        Catalogue.Dispose();
        folder.Dispose();
    }
}
