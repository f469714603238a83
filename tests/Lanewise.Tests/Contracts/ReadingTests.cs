using Lanewise.Proof.Sweeps;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests which measured ratios are marked as noise.</summary>
public sealed class ReadingTests
{
    [Theory]
    [InlineData(false, 1.00, 1.01, 1.02, 0.99, 1.00)] // Both sides are equal, and the rounds agree.
    [InlineData(true, 0.90, 1.15, 1.02, 0.85, 1.20)] // Both sides may be equal, but the rounds disagree.
    [InlineData(false, 3.9, 4.5, 3.0, 5.0, 4.0)] // The rounds differ, but in every round, the first side is faster.
    [InlineData(true, 1.10, 1.60, 0.80, 1.20, 1.00)] // It is unclear whether the first side is faster or slower.
    [InlineData(false, 0.25, 0.26, 0.20, 0.30, 0.24)] // slower
    [InlineData(true, 20.0, 40.0, 25.0, 60.0, 30.0)] // The first side is faster, but the figure is uncertain.
    public void ARatioIsNoiseIfItsRoundsDifferByMoreThanTheRatio(bool isNoise, params double[] rounds) =>
        Assert.Equal(isNoise, Reading.Of(rounds, isRatio: true).IsNoise);

    /// <summary>A run and its saved report show the same ratios, because both use the rounded figures.</summary>
    [Fact]
    public void ASavedFigureHasFiveDigits()
    {
        Reading rounded = new Reading(399.987654, 0.1234567, true).Rounded;
        Assert.Equal(new(399.99, 0.12346, true), rounded);
        Assert.Equal(rounded, rounded.Rounded);
    }

    [Theory]
    [InlineData(false, 100.0, 110.0, 90.0, 105.0, 95.0)]
    [InlineData(true, 100.0, 150.0, 90.0, 140.0, 95.0)]
    public void ATimeIsNoiseIfItsRoundsDifferByAQuarter(bool isNoise, params double[] rounds)
    {
        Reading reading = Reading.Of(rounds, isRatio: false);
        Assert.Equal(isNoise, reading.IsNoise);
        Assert.Equal(100, reading.Value);
        Assert.Equal(isNoise ? Reading.Noisy : "100", reading.Text("0"));
    }

    [Fact]
    public void ARatioComparesTimesOfTheSameRound()
    {
        // The second half of the rounds ran at half the clock rate. Both sides took twice as long, so the ratio stayed the same.
        RoundTimes times = new(Clock.Processor,
        [
            [(10, 10), (11, 11), (10, 10), (20, 20), (22, 22), (20, 20)],
            [(5, 5), (5.5, 5.5), (5, 5), (10, 10), (11, 11), (10, 10)],
        ]);
        Assert.True(times.Nanoseconds(0).IsNoise);
        Reading ratio = times.Ratio(0, 1);
        Assert.False(ratio.IsNoise);
        Assert.Equal(2, ratio.Value, 6);
        Assert.Equal(0, ratio.Spread, 6);
    }

    [Fact]
    public void ALoadFromOtherProgramsIsReportedAsTheReason()
    {
        RoundTimes shared = new(Clock.Processor, [[(20, 10), (20, 10), (20, 10)]]);
        Assert.Contains("50", shared.Reason, StringComparison.Ordinal);
        Assert.DoesNotContain("others", new RoundTimes(Clock.Processor, [[(10, 10), (10, 10), (10, 10)]]).Reason,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(100, 0.5)]
    [InlineData(0, 3)]
    public void TheFittedLineGivesTheCostPerCallAndPerByte(double fixedCost, double perByte)
    {
        CostLine line = CostLine.Fit(
            [.. new double[] { 1, 16, 256, 4096, 1 << 20 }.Select(size => (size, fixedCost + (perByte * size)))]);
        Assert.Equal(fixedCost, line.Fixed, 3);
        Assert.Equal(perByte, line.PerUnit, 6);
        Assert.InRange(line.Worst, 0, 1e-6);
        Assert.InRange(CostLine.Fit([(1, 10), (2, 30), (3, 20)]).Worst, 0.1, 1);
    }

    [Fact]
    public void ImpossibleFiguresAreNoise()
    {
        Reading reading = Reading.Of([20, 20, 20.1], isRatio: true);
        Assert.False(reading.AtMost(20.5).IsNoise);
        Assert.True(reading.AtMost(12).IsNoise);
    }

    [Fact]
    public void ANoisyCellHasTextAndTheTableHasANote()
    {
        MeasuredCell cell = MeasuredCell.Figure(Reading.Of([1, 2, 1, 2, 0.5], isRatio: true), 2);
        Assert.Null(cell.Value);
        MeasuredTable table = new("t", "T", ["a", "b"], [["row", cell]], []);
        Assert.Contains("because", Assert.Single(table.WithReason("because").Notes), StringComparison.Ordinal);
        Assert.Empty((table with { Rows = [["row", MeasuredCell.Whole(1)]] }).WithReason("because").Notes);
    }

    /// <summary>The times are wall time and processor time. Two cores have twice the processor time of the wall time.</summary>
    [Theory]
    [InlineData(10, 10, 5.2, 10, false)]
    [InlineData(10, 10, 12, 24, false)]
    [InlineData(10, 10, 16, 20, true)]
    [InlineData(10, 5, 6, 12, true)]
    [InlineData(10, 10, 20, 15, true)]
    public void ASpeedupOverCoresIsNoiseIfTheCoresWereNotFree(
        double wall, double processor, double wallOfTwo, double processorOfTwo, bool isNoise)
    {
        RoundTimes times = new(Clock.Wall,
            [Enumerable.Repeat((wall, processor), 3).ToArray(), Enumerable.Repeat((wallOfTwo, processorOfTwo), 3).ToArray()]);
        Assert.Equal(isNoise, times.OverCores(1, 2).IsNoise);
        Assert.False(times.OverCores(0, 1).IsNoise);
        if (isNoise) Assert.Contains(" the ", times.ReasonOn([1, 2]), StringComparison.Ordinal);
    }
}
