using Lanewise.Cli.Terminal;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the line that shows the progress of a command.</summary>
public sealed class ProgressTextTests
{
    [Theory]
    [InlineData(0, 80, "  0 %  0 B of 10.0 MB")]
    [InlineData(5_000_000, 80, " 50 %  5.0 MB of 10.0 MB  1.0 MB/s  5 s left")]
    [InlineData(5_000_000, 30, " 50 %  5 s left  1.0 MB/s")]
    [InlineData(9_990_000, 80, " 99 %  10.0 MB of 10.0 MB  2.0 MB/s  <1 s left")]
    [InlineData(10_000_000, 80, "100 %  10.0 MB of 10.0 MB  2.0 MB/s  finishing")]
    [InlineData(10_000_000, 30, "100 %  finishing  2.0 MB/s")]
    public void TheEndIsShownAsFinishing(long done, int columns, string line) => Assert.Equal(
        line, Progress.Line(done, 10_000_000, TimeSpan.FromSeconds(5), columns));

    /// <summary>A worker that joins at the end has read nothing, so that there is no rate.</summary>
    [Fact]
    public void TheEndIsAlsoShownWithoutARate() => Assert.Equal(
        "100 %  1.0 MB of 1.0 MB  finishing", Progress.Line(1_000_000, 1_000_000, TimeSpan.FromSeconds(5), 80, first: 1_000_000));
}
