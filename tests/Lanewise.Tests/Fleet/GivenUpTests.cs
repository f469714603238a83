using Lanewise.Fleet;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the result for a file that is given up because too many workers have failed on it.</summary>
public sealed class GivenUpTests
{
    private static readonly FleetPlanSettings OneTry = new() { MostTries = 1, SegmentBytes = 1 << 20 };

    [Fact]
    public void AFileInPartsCountsOnce()
    {
        using FleetRun run = new();
        File.WriteAllBytes(run.File("large"), new byte[3 << 20]);
        FleetJob job = run.Plan(OneTry);
        Assert.Equal(3, run.Take(job).Count);
        run.EndLeases();
        Assert.Empty(run.Take(job));
        Assert.Equal(ItemStatus.Unreadable, Assert.Single(run.Results(job)).Status);
        Assert.Equal(1, FleetAudit.Status(run.Catalogue, job).Total.Unreadable);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(3 << 20)]
    public void TheNextRunComparesTheFileWithItsLastDigest(int length)
    {
        using FleetRun run = new();
        File.WriteAllBytes(run.File("changed"), new byte[length]);
        File.WriteAllBytes(run.File("removed"), new byte[length]);
        FleetJob first = run.Work(run.Plan(OneTry with { RangeFiles = 1 }));

        FleetJob second = run.Plan(OneTry with { RangeFiles = 1 }, first);
        Assert.NotEmpty(run.Take(second));
        run.EndLeases();
        Assert.Empty(run.Take(second));
        second = run.Work(second);
        Assert.Equal(FleetJobState.Done, second.State);
        Assert.All(run.Results(second), item => Assert.Equal((ItemStatus.Unreadable, null), (item.Status, item.Digest)));

        File.WriteAllBytes(run.File("changed"), [.. new byte[length - 1], 1]);
        File.Delete(run.File("removed"));
        FleetJob third = run.Work(run.Plan(OneTry, second));
        Assert.Equal([ItemStatus.Changed, ItemStatus.Missing], run.Results(third).Select(item => item.Status));
    }
}
