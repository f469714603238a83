using System.Text;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Planning;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that the first ranges of a run are small, so that a small run has several ranges.</summary>
public sealed class RangeSizeTests
{
    [Theory]
    [InlineData(16, 1, 16)]
    [InlineData(17, 2, 16)]
    [InlineData(354, 17, 36)]
    [InlineData(10_000, 46, 1000)]
    [InlineData(100_000, 136, 1000)]
    public void ARangeHasAtMostAnEighthOfTheFilesBeforeIt(int files, int ranges, int most)
    {
        PlannedRange[] planned = Plan(files, new());
        Assert.Equal(
            (files, ranges, most), (planned.Sum(range => range.Files), planned.Length, planned.Max(range => range.Files)));
    }

    [Fact]
    public void TheSettingIsTheUpperLimit() =>
        Assert.All(Plan(10_000, new() { RangeFiles = 10 }), range => Assert.Equal(10, range.Files));

    /// <summary>A planner lists at most 256 directories at a time. The second batch must not begin with small ranges
    /// again.</summary>
    [Fact]
    public void ThePlannerCountsTheFilesOfEarlierDirectories()
    {
        using FleetRun run = new();
        for (int i = 0; i < 300; i++)
        {
            string folder = Directory.CreateDirectory(run.File(FormattableString.Invariant($"{i:000}"))).FullName;
            for (int j = 0; j < 2; j++) File.WriteAllText(Path.Combine(folder, FormattableString.Invariant($"{j}")), "");
        }

        FleetJob job = run.Plan(new());
        List<long> sizes = run.Catalogue.Read(session => session.Query(
            "select files from range where job = @job order by id", row => row.GetInt64(0), ("job", job.Id)));

        // The first 256 directories contain 512 files.
        Assert.Equal(600, sizes.Sum());
        Assert.Equal([64L, 24L], sizes.TakeLast(2));
    }

    private static PlannedRange[] Plan(int files, FleetPlanSettings settings)
    {
        FleetJob job = new(1, "job", 1, false, FleetJobState.Planning, "BLAKE3", null, settings, default, null, null);
        PageMaker page = new(job, hasParts: true);
        PlannedItem[] items = [.. Enumerable.Range(0, files).Select(
            i => new PlannedItem(Encoding.ASCII.GetBytes(FormattableString.Invariant($"{i}")), 1))];
        List<PlannedRange> ranges = [];
        // A planner commits the items in pages.
        foreach (PlannedItem[] some in items.Chunk(10_000))
        {
            page.Add(new FolderLease(0, [], false), new(some, [], null));
            ranges.AddRange(page.Take(null, null).Ranges);
        }

        return [.. ranges];
    }
}
