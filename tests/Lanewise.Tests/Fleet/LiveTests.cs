using Lanewise.Fleet.Serving;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the cached value of a live page, which is refreshed only while clients are requesting the page.</summary>
public sealed class LiveTests
{
    [Fact]
    public async Task AFailureReachesWaitingCallersAndTheNextRequestRetries()
    {
        int asked = 0;
        using Live<string> live = new(_ => ++asked < 3
            ? throw new InvalidOperationException($"failure {asked}") : ("value", TimeSpan.FromMinutes(1)));
        Assert.Equal("failure 1", (await Assert.ThrowsAsync<InvalidOperationException>(live.Now)).Message);
        Assert.Equal("failure 2", (await Assert.ThrowsAsync<InvalidOperationException>(live.Now)).Message);
        Assert.Null(live.Last);
        Assert.Equal("value", await live.Now());
        Assert.Equal("value", live.Last);
        Assert.Equal(3, asked);
    }

    [Fact]
    public async Task AFailureAfterAValueLeavesTheValue()
    {
        int asked = 0;
        using Live<string> live = new(_ => ++asked == 2
            ? throw new InvalidOperationException("failure") : (FormattableString.Invariant($"value {asked}"), TimeSpan.Zero));
        string first = await live.Now();
        Assert.Equal("failure", (await Assert.ThrowsAsync<InvalidOperationException>(() => live.After(first))).Message);
        Assert.Equal("value 1", live.Last);
        Assert.Equal("value 3", await live.After(first));
    }
}
