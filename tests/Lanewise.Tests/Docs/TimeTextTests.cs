using Lanewise.Cli.Terminal;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the form of times on terminals and pages.</summary>
public sealed class TimeTextTests
{
    [Theory]
    [InlineData(0.4, "<1 s")]
    [InlineData(6.9, "6 s")]
    [InlineData(60, "1 min 0 s")]
    [InlineData(105, "1 min 45 s")]
    [InlineData(12_000, "3 h 20 min")]
    [InlineData(172_799, "47 h 59 min")]
    [InlineData(200_000, "2 days 7 h")]
    [InlineData(1e9, "more than 99 days")]
    public void ATimeHasItsLargestUnits(double seconds, string text) => Assert.Equal(text, TimeText.Of(seconds));
}
