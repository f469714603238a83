using System.Diagnostics;
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
        // With this long lease, heartbeats are at least a second apart.
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
            IReadOnlyList<RangeLease> taken;
            // A heartbeat may renew the lease that was just made to expire.
            while ((taken = run.Take(job)).Count == 0) run.EndLeases();
            RangeLease lease = Assert.Single(taken);
            RangeRun range = new(lease, run.Catalogue.Ranges.Items(job, lease, default));
            leases.Add(range);
            return range;
        }
    }

    // While a worker reads a large file, hardly any files are done.
    [Theory]
    [InlineData(1_000_000, 0.001, 10_000, 100)]
    [InlineData(0, 2, 0, 500)]
    public void TheRemainingTimeIsThatOfTheBytesWhileBytesRemain(
        long bytes, double filesPerSecond, double bytesPerSecond, double expected)
    {
        using FleetRun run = new();
        File.WriteAllBytes(run.File("a"), new byte[1]);
        FleetJob job = run.Plan(new());
        SourceStatus source = new("", 1000, bytes, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1);
        FleetStatus status = new(job, [source], [], default, filesPerSecond, bytesPerSecond);
        Assert.Equal(expected, status.Left!.Value.TotalSeconds, 3);
    }

    // Without the progress values in heartbeats, a run of one large range would show no progress until it ends.
    [Fact]
    public void AHeartbeatStoresTheProgressOfItsRanges()
    {
        using FleetRun run = new();
        File.WriteAllBytes(run.File("a"), new byte[300]);
        File.WriteAllBytes(run.File("b"), new byte[100]);
        FleetJob job = run.Plan(new());
        RangeLease lease = Assert.Single(run.Take(job));
        FleetStatus before = FleetAudit.Status(run.Catalogue, job);
        Assert.Equal((0L, 0.0, null), (before.Total.DoneBytes, before.Total.Percent, before.Left));

        Renew(1);
        FleetStatus early = FleetAudit.Status(run.Catalogue, job);
        Assert.Equal((100L, 0L, 25.0), (early.Total.DoneBytes, early.Total.DoneFiles, early.Total.Percent));
        // The rate in the first second is too inaccurate to estimate the remaining time.
        Assert.Equal((false, null), (early.IsRateKnown, early.Left));

        Renew(10);
        FleetStatus late = FleetAudit.Status(run.Catalogue, job);
        Assert.True(late.IsRateKnown);
        Assert.InRange(late.BytesPerSecond, 9, 10.1);
        Assert.InRange(late.Left!.Value.TotalSeconds, 29, 34);
        Assert.Equal(0, run.Catalogue.Results.Status(job, "test").Total.DoneBytes);

        // The next worker reads the whole range again.
        run.EndLeases();
        Assert.Equal(0, FleetAudit.Status(run.Catalogue, job).Total.DoneBytes);
        run.Take(job);
        FleetStatus taken = FleetAudit.Status(run.Catalogue, job);
        Assert.Equal((0L, false), (taken.Total.DoneBytes, taken.IsRateKnown));

        FleetStatus done = FleetAudit.Status(run.Catalogue, Finished());
        Assert.Equal((400L, 2L, 100.0), (done.Total.DoneBytes, done.Total.DoneFiles, done.Total.Percent));

        void Renew(int seconds) => Assert.Empty(run.Catalogue.Ranges.Renew(
            job.Id, [new(lease, 100, new(Stopwatch.GetTimestamp() - (seconds * Stopwatch.Frequency), 0))], "test", 1 << 30,
            default, default));

        FleetJob Finished()
        {
            run.EndLeases();
            return run.Work(job);
        }
    }

    [Fact]
    public void UnfinishedBytesBelongToTheRangesThatBeganFirst()
    {
        using FleetRun run = new();
        for (int i = 0; i < 4; i++) File.WriteAllBytes(run.File($"{i}"), new byte[100]);
        FleetJob job = run.Plan(new() { RangeFiles = 1 });
        RangeRun[] ranges =
            [.. run.Take(job).Select(lease => new RangeRun(lease, run.Catalogue.Ranges.Items(job, lease, default)))];
        foreach (RangeRun range in ranges[..3]) range.Begin();
        ranges[0].Add(100);
        ranges[0].End();
        ranges[1].Add(30);
        Assert.Equal([100, 100, 50, 0], Leases.Progress(ranges.Reverse(), 120).Select(range => range.Bytes));
    }
}
