using Lanewise.Fleet.Working;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests how the workers of a job share the rate limit of a source. A limit of 0 means that the rate is unlimited.
/// </summary>
public sealed class ShareTests
{
    [Theory]
    [InlineData(0, 1, 0)]
    [InlineData(0, 3, 0)]
    [InlineData(100, 0, 100)]
    [InlineData(100, 3, 33)]
    [InlineData(1, 2, 1)]
    [InlineData(999, 1000, 1)]
    public void ALimitNeverBecomesUnlimited(long rate, int workers, long share) =>
        Assert.Equal(share, Worker.ShareOf(rate, workers));
}
