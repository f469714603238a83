using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests which earlier run a later run names, because its differences are not reported again.</summary>
public sealed class NotReportedAgainTests
{
    private static readonly FleetPlanSettings Settings = new();

    [Fact]
    public void AllLaterRunsNameTheNewestRunWithDamage()
    {
        using FleetRun run = new();
        FleetJob first = Damaged(run, out FleetJob second);
        FleetJob third = run.Work(run.Plan(Settings, second)), fourth = run.Work(run.Plan(Settings, third));

        Assert.Null(Earlier(run, first));
        Assert.Null(Earlier(run, second));
        foreach (FleetJob later in (FleetJob[])[fourth, third, fourth])
        {
            NotReported earlier = Earlier(run, later)!;
            Assert.Equal((second.Id, 1, 1), (earlier.Run.Id, earlier.Changed, earlier.Missing));
        }
    }

    [Fact]
    public void ANewBaselineEndsIt()
    {
        using FleetRun run = new();
        Damaged(run, out _);
        FleetJob third = run.Work(run.Plan(Settings)), fourth = run.Work(run.Plan(Settings, third));

        Assert.Null(Earlier(run, third));
        Assert.Null(Earlier(run, fourth));
    }

    [Fact]
    public void NewFilesAreNotDamage()
    {
        using FleetRun run = new();
        FleetJob first = run.Work(run.Plan(Settings));
        File.WriteAllText(run.File("new"), "new");
        FleetJob second = run.Work(run.Plan(Settings, first)), third = run.Work(run.Plan(Settings, second));

        Assert.Equal(1, FleetAudit.Status(run.Catalogue, second).Total.New);
        Assert.Null(Earlier(run, third));
    }

    [Fact]
    public void ACycleOfBaselinesIsNotFollowed()
    {
        using FleetRun run = new();
        FleetJob first = run.Work(run.Plan(Settings)), second = run.Work(run.Plan(Settings, first));
        run.Catalogue.Run(session => session.Execute(
            "update job set baseline = @second where id = @first", ("second", second.Id), ("first", first.Id)));

        Assert.Null(Earlier(run, second));
    }

    private static NotReported? Earlier(FleetRun run, FleetJob job) => run.Catalogue.Results.Compare(job).Earlier;

    // Returns a first run, and a second run in which a file is changed and another file is missing.
    private static FleetJob Damaged(FleetRun run, out FleetJob second)
    {
        File.WriteAllText(run.File("changed"), "before");
        File.WriteAllText(run.File("removed"), "before");
        FleetJob first = run.Work(run.Plan(Settings));
        File.WriteAllText(run.File("changed"), "after");
        File.Delete(run.File("removed"));
        second = run.Work(run.Plan(Settings, first));
        return first;
    }
}
