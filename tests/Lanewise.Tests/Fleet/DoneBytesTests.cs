using Lanewise.Fleet.Working;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that the progress of a worker does not go backwards when a range ends.</summary>
public sealed class DoneBytesTests
{
    [Fact]
    public void ACommittedRangeIsStillCounted()
    {
        DoneBytes done = new();
        done.Count(1000, 0, 0);
        Assert.Equal(1300, done.After(300));
        // The worker commits these 300 bytes. The catalogue has not been asked again.
        Assert.Equal(1310, done.After(310));
        done.Count(1300, 300, 300);
        Assert.Equal(1320, done.After(320));
    }

    /// <summary>The result of a query may or may not include a range that is committed at the same time.</summary>
    [Theory]
    [InlineData(1000)]
    [InlineData(1300)]
    public void ARangeThatEndsDuringTheQueryIsCountedOnce(long counted)
    {
        DoneBytes done = new();
        done.Count(1000, 0, 0);
        done.Count(counted, 0, 300);
        Assert.Equal(1310, done.After(310));
    }

    [Fact]
    public void OtherWorkersAreCountedIfThisWorkerCommitsContinuously()
    {
        DoneBytes done = new();
        done.Count(0, 0, 0);
        for (int i = 1; i < 10; i++) done.Count(1_000_000, i, i + 1);
        Assert.InRange(done.After(20), 1_000_000, 1_000_020);
    }

    [Fact]
    public void TheNumberDoesNotDecrease()
    {
        DoneBytes done = new();
        done.Count(1000, 0, 0);
        Assert.Equal(1000, done.After(0));
        // Another worker has failed, so its unfinished range is no longer counted.
        done.Count(400, 0, 0);
        Assert.Equal(1000, done.After(200));
        Assert.Equal(1100, done.After(700));
    }
}
