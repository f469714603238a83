using Lanewise.Fleet;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that the result of a changed file says whether its size has changed, as far as the size was known.</summary>
public sealed class ChangedSizeTests
{
    private static readonly FleetPlanSettings Settings = new() { SegmentBytes = 1 << 20 };

    [Theory]
    [InlineData(1200, 1200, "same size")]
    [InlineData(1200, 1201, "the size was 1,200 B, and is 1,201 B")]
    [InlineData(3 << 20, 2 << 20, "the size was 3,145,728 B, and is 2,097,152 B")]
    [InlineData(3 << 20, 3 << 20, "same size")]
    [InlineData(1200, 0, "the size was 1,200 B, and is 0 B")]
    public void AChangedFileHasBothSizes(int before, int after, string note)
    {
        using FleetRun run = new();
        File.WriteAllBytes(run.File("file"), new byte[before]);
        File.WriteAllBytes(run.File("same"), new byte[before]);
        FleetJob first = run.Work(run.Plan(Settings));
        File.WriteAllBytes(run.File("file"), [.. Enumerable.Repeat((byte)1, after)]);
        FleetJob second = run.Work(run.Plan(Settings, first));

        FleetItem changed = Assert.Single(run.Catalogue.Results.Differences(second));
        Assert.Equal((ItemStatus.Changed, note), (changed.Status, changed.Note));
        Assert.Null(Assert.Single(run.Results(second), item => item.Status == ItemStatus.Same).Note);
    }

    [Theory]
    [InlineData(null, null)]
    [InlineData(3L, "the size was 3 B, and is 2 B")]
    public void AListMayHaveSizes(long? listed, string? note)
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("file"), "ab");
        FleetJob list = FleetAudit.Import(run.Catalogue, "job", "BLAKE3", [new(run.File("file"), new byte[32], listed)]);
        FleetJob job = run.Work(run.Plan(Settings, list));

        Assert.Equal(note, Assert.Single(run.Catalogue.Results.Differences(job)).Note);
    }

    /// <summary>The size of a file that was not read is unknown, even if its last known digest is.</summary>
    [Fact]
    public void AnUnreadableFileHasNoSize()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("file"), "before");
        FleetJob first = run.Work(run.Plan(Settings));
        File.Delete(run.File("file"));
        File.CreateSymbolicLink(run.File("file"), "file");
        FleetJob second = run.Work(run.Plan(Settings, first));
        File.Delete(run.File("file"));
        File.WriteAllText(run.File("file"), "after");
        FleetJob third = run.Work(run.Plan(Settings, second));

        Assert.Equal(ItemStatus.Unreadable, Assert.Single(run.Results(second)).Status);
        FleetItem changed = Assert.Single(run.Catalogue.Results.Differences(third));
        Assert.Equal((ItemStatus.Changed, null), (changed.Status, changed.Note));
    }
}
