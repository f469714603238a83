using Lanewise.Fleet;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the run of an existing job that is not compared with an earlier run.</summary>
public sealed class NewBaselineTests
{
    private static readonly FleetPlanSettings Settings = new() { RangeFiles = 7, EveryDays = 30, Exclude = ["*.tmp"] };

    [Fact]
    public void ANewBaselineKeepsTheSettingsAndIsNotCompared()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("file"), "before");
        FleetJob first = run.Work(run.Plan(Settings));
        FleetJob second = FleetAudit.Afresh(run.Catalogue, first);

        Assert.Null(second.Baseline);
        Assert.Equal((2, first.Algorithm), (second.Run, second.Algorithm));
        Assert.Equal((7, 30), (second.Settings.RangeFiles, second.Settings.EveryDays));
        Assert.Equal(Settings.Exclude, second.Settings.Exclude);
        Assert.Equal(run.Catalogue.Jobs.Sources(first.Id), run.Catalogue.Jobs.Sources(second.Id));
    }

    [Fact]
    public void TwoPlannersShareTheRun()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("file"), "before");
        FleetJob first = run.Work(run.Plan(Settings));

        Assert.Equal(FleetAudit.Afresh(run.Catalogue, first).Id, FleetAudit.Afresh(run.Catalogue, first).Id);
    }

    [Fact]
    public void AnEmptySourceIsNotANewBaseline()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("file"), "before");
        FleetJob first = run.Work(run.Plan(Settings));
        File.Delete(run.File("file"));

        FleetException error = Assert.Throws<FleetException>(() => FleetAudit.Afresh(run.Catalogue, first));
        Assert.Contains("is it mounted?", error.Message, StringComparison.Ordinal);
    }
}
