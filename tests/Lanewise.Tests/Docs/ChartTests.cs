using Lanewise.Icc.Charts;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the axes and lines of charts. tests/Site/pictures.sh checks the positions of texts in a browser.</summary>
public sealed class ChartTests
{
    [Theory]
    [InlineData(0.0004, "0.0004")]
    [InlineData(0.0123, "0.012")]
    [InlineData(0.995, "1")]
    [InlineData(1.234, "1.23")]
    [InlineData(12.34, "12.3")]
    [InlineData(123.4, "123")]
    [InlineData(0, "0")]
    public void SmallValuesAreNotPrintedAsZero(double value, string text) => Assert.Equal(text, ChartAxis.Short(value));

    [Fact]
    public void NoTwoTicksHaveTheSameLabel()
    {
        ChartAxis axis = new("", IsLog: true, value => value.ToString("0", System.Globalization.CultureInfo.InvariantCulture));
        string[] words = [.. axis.Ticks(0.001, 100, 5).Select(tick => tick.Words)];
        Assert.Equal(["0", "1", "10", "100"], words);
    }

    [Fact]
    public void AnEvenAxisBeginsAtZero()
    {
        ChartAxis axis = new("", IsLog: false, value => value.ToString("0", System.Globalization.CultureInfo.InvariantCulture));
        Assert.Equal(["0", "2", "4"], axis.Ticks(0, 4, 2).Select(tick => tick.Words));
    }

    [Fact]
    public void AnOutlierDoesNotCompressTheAxis()
    {
        ChartPoint[] points = [.. Enumerable.Range(1, 60).Select(x => new ChartPoint(x, x == 30 ? 0.0001 : 10 + x))];
        string svg = Draw(points);
        double[] heights = [.. System.Text.RegularExpressions.Regex.Matches(svg, """translate\([0-9.]+ ([0-9.]+)\)"\s+data-x""")
            .Select(match => double.Parse(match.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture))];
        Assert.Equal(60, heights.Length);
        Assert.True(heights[0] - heights[59] > 100, $"{heights[0]} to {heights[59]}");
        Assert.Contains("class=\"point beyond\"", svg, StringComparison.Ordinal);
    }

    [Fact]
    public void TheLineOmitsDoubtfulPoints()
    {
        string svg = Draw([new(1, 5), new(2, 900, IsDoubtful: true), new(3, 6)]);
        string line = svg.Split("<polyline points=\"")[1].Split('"')[0];
        Assert.Equal(2, line.Split(' ').Length);
        Assert.Contains("point doubtful", svg, StringComparison.Ordinal);
    }

    [Fact]
    public void TheChartExplainsHollowPoints()
    {
        Assert.Contains("hollow points", Draw([new(1, 5), new(2, 900, IsDoubtful: true), new(3, 6)]), StringComparison.Ordinal);
        Assert.DoesNotContain("hollow points", Draw([new(1, 5), new(3, 6)]), StringComparison.Ordinal);
    }

    [Fact]
    public void ALineThatEndsEarlyHasItsLabelAtItsEnd()
    {
        ChartLine early = new("early", [new(1, 5), new(10, 6), new(20, 7)]), late = new("late", [new(1, 1), new(100, 1)]);
        string svg = new LineChart("t", new("x", IsLog: false, ChartAxis.Short), new("", IsLog: false, ChartAxis.Short),
            [early, late]).Inline();
        double start = double.Parse(
            System.Text.RegularExpressions.Regex.Match(svg, """x="([0-9.]+)"[^>]*>early<""").Groups[1].Value,
            System.Globalization.CultureInfo.InvariantCulture);
        Assert.InRange(start, 30, 200);
        Assert.Single(System.Text.RegularExpressions.Regex.Matches(svg, "class=\"lead\""));
    }

    /// <summary>The label of a bar starts after the baseline, so the axis must contain the baseline.</summary>
    [Theory]
    [InlineData(true, new[] { 0.92 })]
    [InlineData(false, new[] { 0.92 })]
    [InlineData(false, new[] { 0.1, 0.05 })]
    [InlineData(false, new[] { 3, 0.92 })]
    public void TheLabelOfABarBelowTheBaselineFits(bool isLog, double[] values)
    {
        ChartBar[] bars = [.. values.Select(value => new ChartBar("sha256", value, $"{value:0.##}× OpenSSL"))];
        string svg = new BarChart("t", "the other = 1", isLog, new ChartBars("", bars)).Inline();
        double[] starts = [.. System.Text.RegularExpressions.Regex.Matches(svg, """x="([0-9.]+)"[^>]*>[^<]* OpenSSL<""")
            .Select(match => double.Parse(match.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture))];
        Assert.Equal(values.Length, starts.Length);
        Assert.All(starts, start => Assert.InRange(start, 60, Chart.Width - 90));
    }

    private static string Draw(ChartPoint[] points) => new LineChart(
        "t", new("x", IsLog: false, ChartAxis.Short), new("", IsLog: true, ChartAxis.Short), [new("a", points)]).Inline();
}
