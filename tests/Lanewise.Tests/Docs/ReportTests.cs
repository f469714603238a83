using Lanewise.Cli.Report;
using Lanewise.Proof;
using Lanewise.Proof.Libraries;
using Lanewise.Proof.Sweeps;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the sentences in the reports that <c>bench</c> writes. tests/Cli/report.sh tests the report page.</summary>
public sealed class ReportTests
{
    [Theory]
    [InlineData(1, "a batch is faster than single calls, even with one message.")]
    [InlineData(2, "a batch is faster than single calls if it has at least 2 messages.")]
    [InlineData(9, "a batch is not faster than single calls.")]
    public void TheCrossoverIsASentence(int first, string sentence) =>
        Assert.Equal(sentence, SweepRun.Crossover(
            [.. ((int[])[1, 2, 4]).Select(count => (count, new Reading(count >= first ? 3 : 0.5, 0, false)))]));

    [Fact]
    public void ANoisyCrossoverIsASentence() =>
        Assert.Equal("too noisy to judge.", SweepRun.Crossover([(1, new Reading(1.5, 1, true))]));

    [Fact]
    public void OnlyHashesAreInTheComparisonOfManyMessages()
    {
        BenchReport report = Report(Hash("BLAKE3", 100, 900, null), Hash("MD5", 100, 900, 300), Cipher("XTEA", 100, 50));
        Assert.Equal(["BLAKE3", "MD5"], Gains.OverOne(report).Select(gain => gain.Algorithm));
        Assert.Equal([new Gain("MD5", new(3, 0, false), "OpenSSL")], Gains.OverOthers(report));
        Assert.Equal(["MD5", "XTEA"], Gains.OneOverOthers(report).Select(gain => gain.Algorithm));
        Assert.Equal(["BLAKE3"], Gains.WithoutOthers(report));
    }

    [Fact]
    public void LossesAreNamed()
    {
        BenchReport report = Report(Hash("SHA-224", 100, 900, 300), Hash("MD5", 100, 900, 80));
        Assert.Contains(
            "For one message of 64 KiB, compared with the fastest other library, Lanewise is faster with 1 algorithm, slower with 1 "
                + "algorithm (SHA-224).",
            GainText.Sentences(report));
    }

    [Fact]
    public void AReportBeginsWithTheFactorOfHashMany()
    {
        Assert.Equal("HashMany is 9.00 times as fast as HashData in a loop (2 hashes), and faster with each of them.",
            GainText.Sentences(Report(Hash("BLAKE3", 100, 900, null), Hash("MD5", 100, 900, 80))).First());
        Assert.Equal(
            [
                "HashMany is 1.00 times as fast as HashData in a loop (median of 3 hashes).",
                "HashMany is faster with 1 hash, equal within 5 % with 1 hash, slower with 1 hash (SHA-224).",
                "Compared with the fastest other library, HashMany is faster with 1 hash.",
                "For one message of 64 KiB, compared with the fastest other library, Lanewise is faster with 1 algorithm.",
            ],
            GainText.Sentences(Report(
                Hash("SHA-224", 100, 50, null), Hash("SHA-256", 100, 100, null), Hash("MD5", 100, 900, 80))).Take(4));
    }

    /// <summary>For an even number of hashes, the median is the mean of the two middle values.</summary>
    [Theory]
    [InlineData("9.00 times as fast as HashData in a loop (1 hash)", 900)]
    [InlineData("5.00 to 9.00 times as fast as HashData in a loop (2 hashes)", 900, 500)]
    [InlineData("5.00 times as fast as HashData in a loop (median of 3 hashes)", 900, 500, 400)]
    [InlineData("4.50 times as fast as HashData in a loop (median of 4 hashes)", 900, 500, 400, 300)]
    public void TheFactorOfHashManyIsAMedianOrARange(string factor, params int[] speeds)
    {
        Sweep[] hashes = [.. speeds.Select((many, i) => Hash($"hash {i}", 100, many, null)), Cipher("XTEA", 100, 50)];
        Assert.StartsWith($"HashMany is {factor}", GainText.Sentences(Report(hashes)).First(), StringComparison.Ordinal);
    }

    /// <summary>Many programs hash short messages one by one, so these losses belong to the headline.</summary>
    [Fact]
    public void TheHeadlineHasTheRangeOfLossesForShortMessages()
    {
        BenchReport report = Report(
            Short(Hash("SHA-1", 100, 900, 80), (1, 30), (16, 25), (64, 50)), Short(Hash("SHA-256", 100, 900, 80), (64, 90)),
            Short(Hash("MD5", 100, 900, 80), (64, 200)));
        Assert.Equal(
            "For one message of at most 64 B, Lanewise is slower with 2 algorithms (SHA-1, SHA-256): 0.25 to 0.90 times as fast as "
                + "OpenSSL, called directly.",
            GainText.Results(report).Last());
        Assert.Null(GainText.ShortLosses(Report(Hash("SHA-1", 100, 900, 80))));
    }

    /// <summary>A headline is a few words. Below it is the worst result.</summary>
    [Fact]
    public void EachResultHasAHeadlineAndItsWorstCase()
    {
        BenchReport report = Report(
            Short(Hash("SHA-224", 100, 900, 300), (64, 90)), Short(Hash("SHA-256", 100, 500, 100), (64, 100)),
            Short(Hash("MD5", 100, 400, 80), (64, 200)));
        Assert.Equal(
            ["5.00 times as fast", "All 3 faster", "1 faster, 1 equal, 1 slower", "1 faster, 1 equal, 1 slower"],
            GainText.Answers(report).Select(answer => answer.Headline));
        Assert.Equal(
            [
                "median of 3 hashes; worst: MD5, 4.00 times as fast", "worst: SHA-224, 3.00 times as fast",
                "worst: SHA-224, 0.33 times as fast", "worst: SHA-224, 0.90 times as fast",
            ],
            GainText.Answers(report).Select(answer => answer.Detail));
        Assert.Equal([""], GainText.Answers(Report(Hash("MD5", 100, 400, 80))).Select(answer => answer.Headline));
    }

    /// <summary>A figure that is noise is shown with its range, and does not count as a result.</summary>
    [Fact]
    public void ANoisyFigureIsShownAndMarked()
    {
        Sweep noisy = Hash("MD5", 100, 400, 80) with { Lines = [.. Hash("MD5", 100, 400, 80).Lines.Select(Noisy)] };
        BenchReport report = Report(noisy);
        Gain gain = Assert.Single(Gains.OverOthers(report));
        Assert.Null(gain.Ratio);
        Assert.Equal("5.00× ±15\u00a0%", LogPlot.Marked(Quantity.Times, gain.Measured));
        Assert.Contains(
            "5.00 ±15\u00a0% times as fast as OpenSSL, too noisy to judge", GainText.Of(report, "MD5"),
            StringComparison.Ordinal);

        static SweepLine Noisy(SweepLine line) =>
            line with { Points = [.. line.Points.Select(point => point with { Y = new(point.Y.Value, 0.3, true) })] };
    }

    [Fact]
    public void AReportSaysWhichLibraryIsMeasuredForBlake3()
    {
        BenchReport report = Report(Hash("BLAKE3", 100, 900, null), Hash("MD5", 100, 900, 80));
        string missing = Assert.Single(GainText.Missing(report));
        Assert.Contains("libblake3", missing, StringComparison.Ordinal);
        Assert.Contains("BLAKE3: OpenSSL does not have it, or cannot be timed with it.", missing, StringComparison.Ordinal);
        Assert.Contains(
            "BLAKE3, SM3: OpenSSL does not have them, or cannot be timed with them.",
            Assert.Single(GainText.Missing(
                Report(Hash("BLAKE3", 100, 900, null), Hash("SM3", 100, 900, null), Hash("MD5", 100, 900, 80)))),
            StringComparison.Ordinal);
    }

    [Fact]
    public void AReportWithoutOtherLibrariesSaysSo()
    {
        Assert.Contains("No other library was measured.", GainText.Sentences(
            Report(Hash("SHA-224", 100, 900, null), Hash("MD5", 100, 900, null))));
        Assert.Contains("No other library was measured for MD5.",
            GainText.Of(Report(Hash("MD5", 100, 900, null)), "MD5"), StringComparison.Ordinal);
    }

    /// <summary>The explanation in the report mentions only libb2's tree hashes, not the other baselines.</summary>
    [Fact]
    public void TheThreadsOfLibb2AreExplained()
    {
        Libb2 libb2 = new();
        Assert.All(["BLAKE2bp", "BLAKE2sp"], title =>
            Assert.Contains("threads", libb2.Explain(title)!, StringComparison.Ordinal));
        Assert.Null(libb2.Explain("BLAKE2b"));
        BenchReport report = Report(Hash("MD5", 100, 900, 300));
        Assert.Empty(Gains.Explanations(report, Gains.OverOthers(report)));
    }

    private static BenchReport Report(params Sweep[] sweeps) => new("", "", default, false, sweeps, [], [], []);

    private static Sweep Hash(string title, double one, double many, double? other) => new(
        title, "size", "", Quantity.Bytes, Quantity.MegabytesPerSecond,
        [
            Line("one message", LineKind.Chosen, one), Line(SweepRun.ManyAtOnce, LineKind.Alternative, many),
            .. other is double speed ? [Line("OpenSSL", LineKind.OtherLibrary, speed)] : (SweepLine[])[],
            Line(SweepRun.Yardstick, LineKind.OtherLibrary, 1000),
        ],
        []);

    // Adds the speeds of one short message. The speed of the other library is 100.
    private static Sweep Short(Sweep sweep, params (int Size, double Speed)[] speeds) => sweep with
    {
        Lines =
        [
            .. sweep.Lines.Select(line => line with
            {
                Points =
                [
                    .. speeds.Select(one => new SweepPoint(
                        one.Size, new(line.Kind == LineKind.OtherLibrary ? 100 : one.Speed, 0, false))),
                    .. line.Points,
                ],
            }),
        ],
    };

    private static Sweep Cipher(string title, double one, double other) => new(
        title, "size", "", Quantity.Bytes, Quantity.MegabytesPerSecond,
        [Line("as chosen", LineKind.Chosen, one), Line("Botan", LineKind.OtherLibrary, other)], []);

    private static SweepLine Line(string name, LineKind kind, double speed) => new(
        name, kind, [.. ((int[])[Gains.Bytes, Gains.OneBytes]).Select(size => new SweepPoint(size, new(speed, 0, false)))]);
}
