namespace Lanewise.Icc.Tests;

public sealed class CurveFitterTests
{
    /// <summary>Compares fitted curves with published curves that have the same number of points.</summary>
    [Theory]
    [InlineData(20, 0.4780, 0.12008)]
    [InlineData(42, 0.09528, 0.02458)]
    [InlineData(182, 0.01279, 0.00272)]
    public void TheFitOfSrgbIsAtLeastAsGoodAsThePublishedCurves(int points, double largest, double rms)
    {
        CurveChain chain = new(TransferFunction.Srgb, points);
        IccCurve curve = CurveFitter.Fit(chain, TransferFunction.Srgb, points, FitObjective.Largest);
        CurveError error = CurveError.Of(curve, TransferFunction.Srgb);
        Assert.InRange(error.Largest, 0, largest);
        Assert.InRange(error.RootMeanSquare, 0, rms);
        Assert.InRange(chain.Pairs, 1, CurveChain.MaxSteps);
    }

    /// <summary>With three points, only one sample can vary, so the test tries all its values.</summary>
    [Fact]
    public void ThreePointsEqualAnExhaustiveSearch()
    {
        foreach (TransferFunction exact in new[] { TransferFunction.Srgb, TransferFunction.Rec709, TransferFunction.Power(1.2) })
        {
            double least = double.PositiveInfinity;
            for (int middle = 0; middle <= 65535; middle += 1)
            {
                double largest = 0;
                for (int code = 0; code < 256 && largest < least; code++)
                {
                    double position = code * 2 / 255.0;
                    double value = position < 1 ? position * middle : middle + ((position - 1) * (65535 - middle));
                    largest = Math.Max(largest, Math.Abs((exact.Encode(value / 65535) * 255) - code));
                }

                least = Math.Min(least, largest);
            }

            Assert.Equal(least, CurveError.Of(CurveFitter.Fit(exact, 3), exact).Largest, 1e-6);
        }
    }

    /// <summary>Moving any single sample of a fitted curve never reduces the maximum error.</summary>
    [Theory]
    [InlineData(20)]
    [InlineData(45)]
    [InlineData(182)]
    public void NoAdjacentValueIsBetter(int points)
    {
        IccCurve curve = CurveFitter.Fit(TransferFunction.Srgb, points);
        double best = CurveError.Of(curve, TransferFunction.Srgb).Largest;
        for (int i = 1; i < points - 1; i++)
        {
            foreach (int step in (ReadOnlySpan<int>)[-3, -2, -1, 1, 2, 3])
            {
                ushort[] moved = [.. curve.Samples];
                moved[i] = (ushort)Math.Clamp(moved[i] + step, 0, 65535);
                Assert.True(CurveError.Of(IccCurve.FromSamples(moved), TransferFunction.Srgb).Largest >= best - 1e-9);
            }
        }
    }

    [Fact]
    public void NoFitKeepsASmallerBound()
    {
        foreach (int points in new[] { 20, 45, 182 })
        {
            double best = CurveError.Of(CurveFitter.Fit(TransferFunction.Srgb, points), TransferFunction.Srgb).Largest;
            CurveChain chain = new(TransferFunction.Srgb, points);
            Assert.True(chain.IsPossible(best * 1.000001, 0.75));

            // In this search, a sample's deviation from the exact curve may exceed the bound by five 8-bit codes instead of
            // 0.75. The equal result shows that the usual limit of 0.75 does not exclude a better curve.
            Assert.False(chain.IsPossible(best * 0.999, 5));
        }
    }

    [Fact]
    public void CurvesAreMonotonicWithExactEndsAndTheSameEveryTime()
    {
        foreach (TransferFunction exact in IccSpaces.All.Select(x => x.Space.Transfer).Distinct())
        {
            foreach (int points in new[] { 2, 3, 17, 64, 255, 256, 257, 1024 })
            {
                IccCurve curve = CurveFitter.Fit(exact, points);
                Assert.Equal(points, curve.Samples.Length);
                Assert.Equal(0, curve.Samples[0]);
                Assert.Equal(65535, curve.Samples[^1]);
                for (int i = 1; i < points; i++) Assert.True(curve.Samples[i] >= curve.Samples[i - 1]);
                if (points == 17) Assert.Equal(curve, CurveFitter.Fit(exact, points));
            }
        }
    }

    /// <summary>
    /// With a high gamma value, an error bound allows thousands of values per sample. Testing all pairs would take minutes.
    /// </summary>
    [Theory]
    [InlineData(4, 32)]
    [InlineData(20, 64)]
    [InlineData(100, 64)]
    [InlineData(0.01, 64)]
    public void AFitTriesFewPairsAtAnyGamma(double gamma, int points)
    {
        TransferFunction exact = TransferFunction.Power(gamma);
        IccCurve? byLargest = null;
        foreach (FitObjective objective in new[] { FitObjective.Largest, FitObjective.RootMeanSquare })
        {
            CurveChain chain = new(exact, points);
            IccCurve curve = CurveFitter.Fit(chain, exact, points, objective);
            byLargest ??= curve;
            for (int i = 1; i < points; i++) Assert.True(curve.Samples[i] >= curve.Samples[i - 1]);
            Assert.InRange(chain.Pairs, 1, 3L * CurveChain.MaxSteps);
        }

        if (gamma > 50) return; // With such a gamma value, the powers and both errors exceed the range of a double.

        double best = CurveError.Of(byLargest!, exact).Largest;
        Assert.False(new CurveChain(exact, points).IsPossible(best * 0.999, 0.75));
    }

    [Fact]
    public void TheRmsFitHasASmallerRmsError()
    {
        foreach (int points in new[] { 12, 20, 45 })
        {
            CurveError byLargest = CurveError.Of(CurveFitter.Fit(TransferFunction.Srgb, points), TransferFunction.Srgb);
            CurveError byRms = CurveError.Of(
                CurveFitter.Fit(TransferFunction.Srgb, points, FitObjective.RootMeanSquare), TransferFunction.Srgb);
            Assert.True(byRms.RootMeanSquare < byLargest.RootMeanSquare);
            Assert.True(byRms.Largest >= byLargest.Largest - 1e-9);
        }
    }

    [Fact]
    public void FewestPointsReturnsTheSmallestNumberThatKeepsTheBound()
    {
        int points = CurveFitter.FewestPoints(TransferFunction.Srgb, 0.0953);
        Assert.Equal(42, points);
        Assert.InRange(CurveError.Of(CurveFitter.Fit(TransferFunction.Srgb, points), TransferFunction.Srgb).Largest, 0, 0.0953);
        Assert.Equal(0, CurveFitter.FewestPoints(TransferFunction.Srgb, 0.0001));
    }

    [Fact]
    public void ProgressReachesTheEndAndCancellingStops()
    {
        List<double> told = [];
        CurveFitter.Fit(TransferFunction.Srgb, 20, progress: new Told(told));
        Assert.Equal(1, told[^1]);
        Assert.Equal(told.Order(), told);
        using CancellationTokenSource source = new();
        source.Cancel();
        Assert.Throws<OperationCanceledException>(() =>
            CurveFitter.Fit(TransferFunction.Srgb, 20, cancellationToken: source.Token));
    }

    [Fact]
    public void ReportDrawsEveryRow()
    {
        IReadOnlyList<FitRow> rows = FitReport.Fit(TransferFunction.Srgb, 10, 30);
        Assert.Equal(21, rows.Count);
        Assert.Equal(404, rows[10].Bytes);
        string svg = FitReport.ToSvg("a < b", rows);
        System.Xml.Linq.XDocument parsed = System.Xml.Linq.XDocument.Parse(svg);
        string[] lines = [.. parsed.Descendants().Where(x => x.Name.LocalName == "polyline").Select(x =>
            x.Attribute("points")!.Value)];
        Assert.Equal(2, lines.Length);
        Assert.All(lines, x => Assert.Equal(21, x.Split(' ').Length));
    }

    [Fact]
    public void ArgumentsAreChecked()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => CurveFitter.Fit(TransferFunction.Srgb, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => CurveFitter.Fit(TransferFunction.Srgb, 4097));
        Assert.Throws<ArgumentOutOfRangeException>(() => CurveFitter.FewestPoints(TransferFunction.Srgb, double.NaN));
        Assert.Throws<ArgumentOutOfRangeException>(() => FitReport.Fit(TransferFunction.Srgb, 5, 4));
    }

    /// <summary>Records progress values synchronously, whereas <see cref="Progress{T}"/> posts them to other threads.</summary>
    private sealed class Told(List<double> values) : IProgress<double>
    {
        public void Report(double value) => values.Add(value);
    }
}
