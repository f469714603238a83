using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Queues;
using Lanewise.Fleet.Working;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the ranges for which a worker sends heartbeats.</summary>
public sealed class LeasesTests
{
    // A worker that was suspended for longer than its lease may take over its own range.
    [Fact]
    public void ARangeThatItsWorkerTakesOverKeepsItsHeartbeats()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("a"), "a");
        FleetJob job = run.Plan(new());
        using CatalogueQueue queue = new(run.Catalogue);
        // The lease is so long that only the first heartbeat occurs during the test.
        using Leases leases = new(run.Catalogue, new(run.Catalogue, job, queue, "test") { Lease = TimeSpan.FromDays(1) });
        RangeRun old = Take();
        run.EndLeases();
        RangeRun taken = Take();
        Assert.True(old.IsLost);
        Assert.False(taken.IsLost);
        leases.Remove(old);
        Assert.Same(taken, Assert.Single(leases.Held));
        leases.Remove(taken);
        Assert.Empty(leases.Held);

        RangeRun Take()
        {
            RangeLease lease = Assert.Single(run.Take(job));
            RangeRun range = new(lease, run.Catalogue.Ranges.Items(job, lease, default));
            leases.Add(range);
            return range;
        }
    }
}
