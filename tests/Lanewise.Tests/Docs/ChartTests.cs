using System.Globalization;
using System.Text.RegularExpressions;
using Lanewise.Cli.Report;
using Lanewise.Icc.Charts;
using Lanewise.Proof.Sweeps;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the axes and lines of charts. tests/Site/pictures.sh checks the positions of the texts in a browser.</summary>
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
        ChartAxis axis = new("", IsLog: true, value => value.ToString("0", CultureInfo.InvariantCulture));
        string[] words = [.. axis.Ticks(0.001, 100, 5).Select(tick => tick.Words)];
        Assert.Equal(["0", "1", "10", "100"], words);
    }

    [Fact]
    public void AnEvenAxisBeginsAtZero()
    {
        ChartAxis axis = new("", IsLog: false, value => value.ToString("0", CultureInfo.InvariantCulture));
        Assert.Equal(["0", "2", "4"], axis.Ticks(0, 4, 2).Select(tick => tick.Words));
    }

    [Fact]
    public void AnOutlierDoesNotCompressTheAxis()
    {
        ChartPoint[] points = [.. Enumerable.Range(1, 60).Select(x => new ChartPoint(x, x == 30 ? 0.0001 : 10 + x))];
        string svg = Draw(points);
        double[] heights = [.. Regex.Matches(svg, """translate\([0-9.]+ ([0-9.]+)\)"\s+data-x""").Select(Number)];
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
    public void OfTwoPointsAtOnePositionOnlyOneHasAMarker()
    {
        ChartLine one = new("one", [new(1, 1), new(100, 100)]), other = new("other", [new(1, 50), new(100, 100.1)]);
        string svg = Lines([one, other]);
        Assert.Equal(4, Regex.Count(svg, "class=\"mark\""));
        Assert.Equal(3, Regex.Count(svg, "class=\"mark\" d=\"M"));
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
        string svg = Lines([early, late]);
        double start = Number(Regex.Match(svg, """x="([0-9.]+)"[^>]*>early<"""));
        Assert.InRange(start, 30, 200);
        Assert.Single(Regex.Matches(svg, "class=\"lead\""));
    }

    /// <summary>
    /// If lines end close together, their labels are in the order of the ends and in the colors of the lines.
    /// </summary>
    [Fact]
    public void LabelsAreInTheOrderOfTheEndsAndInTheColorOfTheirLines()
    {
        ChartInk[] inks = [ChartInk.Second, ChartInk.Main, ChartInk.Compared, ChartInk.Reference];
        string svg = Lines([.. inks.Select((ink, i) =>
            new ChartLine($"line {i}", [new(1, 100 + i), new(100, 50 + i)]) { Ink = ink })]);
        const string Label = """<g class="(\w+)">\n<line class="lead"[^>]* y1="([0-9.]+)" y2="([0-9.]+)"/>\n"""
            + """<text class="line-words"[^>]*>([^<]*)<""";
        (string Ink, string Name, double End, double Label)[] labels = [.. Regex.Matches(svg, Label)
            .Select(match => (match.Groups[1].Value, match.Groups[4].Value, Number(match.Groups[2]), Number(match.Groups[3])))];
        Assert.Equal(["line 3", "line 2", "line 1", "line 0"], labels.OrderBy(label => label.Label).Select(label => label.Name));
        Assert.Equal(labels.OrderBy(label => label.Label), labels.OrderBy(label => label.End));
        Assert.All(labels, label => Assert.Equal(Palette.Class(inks[label.Name[^1] - '0']), label.Ink));
    }

    /// <summary>
    /// A line that is above all others for most of its length, but ends among them, has its label next to the line. At the end,
    /// readers would take another line for it.
    /// </summary>
    [Fact]
    public void ALineThatEndsAmongOthersHasItsLabelWhereItIsAlone()
    {
        ChartLine alone = new("alone", [.. Enumerable.Range(1, 10).Select(x => new ChartPoint(x, x == 10 ? 9 : 100))]);
        ChartLine[] others = [.. new[] { 8.0, 9.5, 10 }.Select(y => new ChartLine($"{y}", [new(1, y), new(10, y)]))];
        string svg = Lines([alone, .. others]);
        Match words = Regex.Match(svg, """x="([0-9.]+)" y="([0-9.]+)"[^>]*>alone<""");
        Assert.InRange(Number(words.Groups[1]), 30, 350);
        Assert.InRange(Number(words.Groups[2]), 20, 120);
        Assert.Equal(3, Regex.Count(svg, "class=\"lead\""));
    }

    /// <summary>In a report, a label inside a plot is nearest to its own line, or a leader line joins them.</summary>
    [Fact]
    public void ALabelInsideAPlotIsNearestToItsLine()
    {
        BenchReport report = ReportReader.Read(File.ReadAllBytes(Repository.File("docs", "machines", "zen-5.json")));
        int labels = 0;
        foreach (Sweep sweep in report.Sweeps)
        {
            string svg = LogPlot.Chart(sweep, hasTips: false).Inline();
            const string Line = """data-line="([^"]*)">(.*?)\n</g>""";
            const string Point = """class="point(?! doubtful)[^"]*"[^>]*translate\(([0-9.]+) ([0-9.]+)\)""";
            const string Inside = "(<line class=\"leader\"[^>]*>\n)?<text class=\"note-words line-words\" "
                + "x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>([^<]*)<";
            Dictionary<string, (double X, double Y)[]> drawn = Regex.Matches(svg, Line, RegexOptions.Singleline).ToDictionary(
                line => line.Groups[1].Value,
                line => Along([.. Regex.Matches(line.Groups[2].Value, Point)
                    .Select(point => (Number(point.Groups[1]), Number(point.Groups[2])))]));
            foreach (Match label in Regex.Matches(svg, Inside))
            {
                labels++;
                string name = label.Groups[4].Value;
                (double x, double y) = (Number(label.Groups[2]), Number(label.Groups[3]));
                double own = Least(drawn[name], x, y, Chart.WidthOf(name));
                double other = drawn.Where(line => line.Key != name).Min(line => Least(line.Value, x, y, Chart.WidthOf(name)));
                Assert.True(label.Groups[1].Success || (own < other && own < 16),
                    $"{sweep.Algorithm}, {sweep.Name}: '{name}' is {own:0} from its line and {other:0} from another.");
            }
        }

        Assert.True(labels > 50, $"{labels}");

        static (double X, double Y)[] Along((double X, double Y)[] points) =>
        [
            .. points,
            .. points.Zip(points.Skip(1), (a, b) => Enumerable.Range(0, 50).Select(
                step => (a.X + (step / 50.0 * (b.X - a.X)), a.Y + (step / 50.0 * (b.Y - a.Y))))).SelectMany(all => all),
        ];

        static double Least((double X, double Y)[] line, double x, double y, double width) =>
            line.Select(p => Math.Sqrt(Math.Pow(Math.Max(0, Math.Max(x - p.X, p.X - x - width)), 2)
                + Math.Pow(Math.Max(0, Math.Max(y - 11 - p.Y, p.Y - y - 3)), 2))).DefaultIfEmpty(double.MaxValue).Min();
    }

    [Fact]
    public void TheBaselineDoesNotCrossATextWithoutABar()
    {
        ChartBar[] bars = [new("md5", 4, "4×"), new("blake2bp", 1, "not comparable", IsEmpty: true)];
        string svg = new BarChart("t", "the other = 1", isLog: true, new ChartBars("", bars)).Inline();
        double end = Number(Regex.Match(svg, """class="base"[^>]* y2="([0-9.]+)["]"""));
        double text = Number(Regex.Match(svg, """y="([0-9.]+)"[^>]*>not comparable<"""));
        Assert.True(end < text - 11, $"{end} {text}");
    }

    /// <summary>Charts beside each other have one scale, so equal bars are equally long.</summary>
    [Fact]
    public void ChartsBesideEachOtherHaveOneScale()
    {
        ChartBar[] one = [new("a", 4, "4×")], other = [new("a long name", 4, "4× OpenSSL"), new("b", 0.2, "0.2×")];
        string[] widths = [.. new[] { one, other }.Select(bars =>
            Regex.Match(new BarChart("t", "", isLog: true, [.. one, .. other], [new("", bars)]).Inline(), "<rect[^>]*>").Value)];
        Assert.Equal(widths[0], widths[1]);
    }

    /// <summary>The label of a bar starts to the right of the baseline, so the axis must include the baseline.</summary>
    [Theory]
    [InlineData(true, new[] { 0.92 })]
    [InlineData(true, new[] { 446, 0.92, 0.2 })]
    [InlineData(false, new[] { 0.92 })]
    [InlineData(false, new[] { 0.1, 0.05 })]
    [InlineData(false, new[] { 3, 0.92 })]
    public void TheLabelOfABarBelowTheBaselineFits(bool isLog, double[] values)
    {
        double[] starts = [.. Regex.Matches(Bars(isLog, values), """x="([0-9.]+)"[^>]*>[^<]* OpenSSL<""").Select(Number)];
        Assert.Equal(values.Length, starts.Length);
        Assert.All(starts, start => Assert.InRange(start, 60, Chart.NarrowWidth - 90));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void ALossIsAsLongAsTheWinOfTheSameFactor(bool isLog)
    {
        string svg = Bars(isLog, 4, 0.25);
        double win = Number(Regex.Match(svg, """<g class="main"><rect class="bar"[^>]* width="([0-9.]+)"\s"""));
        double[] loss = Loss(svg);
        Assert.Equal(win, loss[1] - loss[0], 0.2);
        Assert.True(win > 50, svg);
    }

    [Fact]
    public void AnEqualResultIsADotOnTheBaseline()
    {
        ChartBar[] bars =
            [new("md5", 0.99, "0.99×", IsEqual: true), new("sha256", 4, "4×"), new("sha1", 1.04, "1.04×", IsEqual: true)];
        string svg = new BarChart("t", "the other = 1", isLog: true, new ChartBars("", bars)).Inline();
        double line = Number(Regex.Match(svg, """class="base" x1="([0-9.]+)["]"""));
        double[] dots = [.. Regex.Matches(svg, """<g class="soft"><circle class="bar" cx="([0-9.]+)["]""").Select(Number)];
        Assert.Equal([line, line], dots);
        Assert.True(svg.IndexOf("class=\"base\"", StringComparison.Ordinal) < svg.IndexOf("<circle", StringComparison.Ordinal),
            "The baseline is drawn over the dots.");
        Assert.Single(Regex.Matches(svg, "<rect class=\"bar\""));
    }

    [Theory]
    [InlineData(446, 0.94)]
    [InlineData(0.94, 0.93)]
    public void ASmallLossIsVisible(double other, double value)
    {
        double[] loss = Loss(Bars(isLog: true, other, value));
        Assert.True(loss[1] - loss[0] >= 10, $"{loss[0]} to {loss[1]}");
        Assert.True(loss[0] >= Chart.WidthOf("sha256"), $"{loss[0]}");
    }

    [Fact]
    public void ALogarithmicAxisHasTicks()
    {
        string svg = Bars(isLog: true, 446, 17, 0.2);
        Assert.All(["1×", "10×", "100×"], tick =>
            Assert.Contains($">{Chart.Escape(tick)}</text>", svg, StringComparison.Ordinal));
        Assert.DoesNotContain("class=\"grid\"", Bars(isLog: false, 446, 17, 0.2), StringComparison.Ordinal);
    }

    [Fact]
    public void TheTicksOfALogarithmicAxisAreEvenlySpaced()
    {
        string svg = Bars(isLog: true, 16.4, 3.7, 0.2);
        double[] at = [.. new[] { "0.25×", "1×", "4×", "16×" }.Select(tick =>
            Number(Regex.Match(svg, $"""x="([0-9.]+)"[^>]*>{Chart.Escape(tick)}</text>""")))];
        Assert.All(at.Zip(at.Skip(1)), two => Assert.Equal(at[1] - at[0], two.Second - two.First, tolerance: 0.2));
    }

    [Fact]
    public void GridLinesDoNotCrossHeadings()
    {
        ChartBar[] bars = [new("a", 20, "20×"), new("b", 2, "2×")];
        string svg = new BarChart("t", "", isLog: true, [], [new("first", bars), new("second", bars)]).Inline();
        double[] headings = [.. Regex.Matches(svg, """y="([0-9.]+)"[^>]*>(?:first|second)<""").Select(Number)];
        (double Top, double Bottom)[] lines =
        [
            .. Regex.Matches(svg, """<line class="grid"[^>]* y1="([0-9.]+)" y2="([0-9.]+)"/>""")
                .Select(match => (Number(match), Number(match.Groups[2]))),
        ];
        Assert.Equal(2, headings.Length);
        Assert.True(lines.Length >= 4);
        Assert.All(lines, line => Assert.DoesNotContain(headings, y => line.Top < y && y < line.Bottom));
    }

    private static string Bars(bool isLog, params double[] values) => new BarChart("t", "the other = 1", isLog,
        new ChartBars("", [.. values.Select(value => new ChartBar("sha256", value, $"{value:0.##}× OpenSSL"))])).Inline();

    // Returns the horizontal extent of the last bar that extends to the left. The bar has an arrowhead.
    private static double[] Loss(string svg)
    {
        string points = Regex.Matches(svg, """<g class="slower"><polygon class="bar" points="([^"]*)"/>""")[^1].Groups[1].Value;
        double[] x = [.. points.Split(' ').Select(
            point => double.Parse(point.Split(',')[0], CultureInfo.InvariantCulture))];
        return [x.Min(), x.Max()];
    }

    private static double Number(Match match) => Number(match.Groups[1]);

    private static double Number(Group group) => double.Parse(group.Value, CultureInfo.InvariantCulture);

    private static string Lines(ChartLine[] lines) => new LineChart(
        "t", new("x", IsLog: false, ChartAxis.Short), new("", IsLog: false, ChartAxis.Short), lines).Inline();

    private static string Draw(ChartPoint[] points) => new LineChart(
        "t", new("x", IsLog: false, ChartAxis.Short), new("", IsLog: true, ChartAxis.Short), [new("a", points)]).Inline();
}
