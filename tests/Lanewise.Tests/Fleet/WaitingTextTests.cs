using Lanewise.Cli.Fleet;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests what a worker shows while it waits for the ranges of another worker.</summary>
public sealed class WaitingTextTests
{
    private static readonly RangeHolder Silent = new("nas-7", 1, 25_000, 60_000), Alive = new("nas-7", 2, 900, 60_000);

    [Theory]
    [InlineData(100, " 91 %  waiting for 1 range of worker nas-7 (silent for 25 s; taken over after 1 min 0 s)")]
    [InlineData(79, " 91 %  waiting for 1 range of nas-7 (silent for 25 s; takeover in 35 s)")]
    [InlineData(39, "waiting for 1 range; takeover in 35 s")]
    [InlineData(30, "waiting; takeover in 35 s")]
    [InlineData(10, "")]
    public void TheTextNamesTheSilentWorkerAndTheTakeover(int columns, string text) =>
        Assert.Equal(text, WaitingText.Of(" 91 %", Silent, Silent.Worker, 25, columns));

    [Theory]
    [InlineData(79, " 91 %  waiting for 2 ranges of worker nas-7")]
    [InlineData(39, "waiting for 2 ranges of worker nas-7")]
    public void AWorkerThatSendsHeartbeatsIsNotSilent(int columns, string text) =>
        Assert.Equal(text, WaitingText.Of(" 91 %", Alive, Alive.Worker, 1, columns));

    /// <summary>Otherwise, the text would change its form each time a number gets another digit.</summary>
    [Fact]
    public void TheFormDoesNotDependOnTheTimes()
    {
        for (int columns = 20; columns < 120; columns++)
        {
            int spaces = -1;
            for (int silent = 21; silent < 59; silent++)
            {
                string text = WaitingText.Of(" 91 %", Silent, Silent.Worker, silent, columns);
                Assert.InRange(text.Length, 0, columns);
                int count = text.Count(c => c == ' ');
                Assert.Equal(spaces < 0 ? count : spaces, count);
                spaces = count;
            }
        }
    }

    [Theory]
    [InlineData(11_000, false)]
    [InlineData(13_000, true)]
    public void AHeartbeatMayBeALittleLate(long silent, bool isOverdue) =>
        Assert.Equal(isOverdue, new RangeHolder("w", 1, silent, 30_000).IsOverdue);

    [Fact]
    public void TheCatalogueNamesTheWorkerThatHoldsRanges()
    {
        using FleetRun run = new();
        for (int i = 0; i < 40; i++) File.WriteAllText(run.File($"{i}"), "text");
        FleetJob job = run.Plan(new() { RangeFiles = 10 });
        Assert.Null(run.Catalogue.Ranges.Holder(job, "me", default));

        int taken = run.Take(job).Count;
        run.Catalogue.Ranges.Renew(job.Id, [], "test", 12_000, (0, 0), default);
        RangeHolder holder = run.Catalogue.Ranges.Holder(job, "me", default)!;
        Assert.Equal(("test", taken, 12_000L), (holder.Worker, (int)holder.Ranges, holder.LeaseMilliseconds));
        Assert.Null(run.Catalogue.Ranges.Holder(job, "test", default));
    }
}
