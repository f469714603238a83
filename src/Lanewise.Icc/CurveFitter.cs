namespace Lanewise.Icc;

/// <summary>What a fit makes small.</summary>
public enum FitObjective
{
    /// <summary>The largest error of any 8-bit code; among curves that are equally good, the one with the smallest rms.</summary>
    Largest,

    /// <summary>The root of the mean of the squared errors.</summary>
    RootMeanSquare,
}

/// <summary>
/// Finds the 16-bit samples of a curve that bring 8-bit codes back closest to where they started.
/// </summary>
/// <remarks>
/// <para>
/// Between two samples the curve is a straight line, so an 8-bit code depends on exactly two neighbouring samples: the samples
/// form a chain. For a given bound on the error, each code allows a range of its interpolated value, and that is one linear
/// inequality for two neighbours, in whole numbers. Going along the chain, the set of values that a sample may take follows
/// from the set of its left neighbour. The bound can be kept if and only if the last sample may be 65535: no search, no
/// starting point, no local minimum. Halving the bound finds the smallest one that can be kept, which is the best curve there
/// is for that number of samples; a second pass along the chain takes the one with the smallest rms.
/// </para>
/// <para>
/// The smallest largest error is found for every curve. Where the bound leaves each sample thousands of values, as a high gamma
/// does, looking at all pairs for the rms would take minutes: then the rms is the smallest in the neighbourhood.
/// </para>
/// <para>Black and white are exact: the first sample is 0, the last 65535, and no sample is below the one before it.</para>
/// </remarks>
public static class CurveFitter
{
    /// <summary>
    /// Above this many samples every code lies between samples of its own, and the rounded curve is as good as any.
    /// </summary>
    public const int MaxFittedPoints = 256;

    /// <summary>The most samples that the fitter makes.</summary>
    public const int MaxPoints = 4096;

    /// <summary>
    /// A sample may leave the exact curve by this many 8-bit codes more than the bound: inputs between codes stay near it too.
    /// </summary>
    private const double Freedom = 0.75;

    /// <summary>A billionth of a code is no error: a straight line has none, and halving it would go on for long.</summary>
    private const double Negligible = 1e-9;

    /// <summary>Fits a curve with a given number of samples.</summary>
    /// <param name="exact">The curve to come close to.</param>
    /// <param name="points">The number of samples, 2 to 4096.</param>
    /// <param name="objective">What to make small.</param>
    /// <param name="progress">Told the share that is done, 0 to 1.</param>
    /// <param name="cancellationToken">Stops the fit.</param>
    /// <returns>The best curve; the same one every time.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="exact"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="points"/> is below 2 or above 4096.</exception>
    /// <exception cref="OperationCanceledException">The fit was stopped.</exception>
    public static IccCurve Fit(
        TransferFunction exact,
        int points,
        FitObjective objective = FitObjective.Largest,
        IProgress<double>? progress = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(exact);
        if (points is < 2 or > MaxPoints)
            throw new ArgumentOutOfRangeException(
                nameof(points), points, $"The number of points must lie between 2 and {MaxPoints}.");

        return points > MaxFittedPoints
            ? Rounded(exact, points)
            : Fit(new(exact, points), exact, points, objective, progress, cancellationToken);
    }

    /// <summary>Fits along a chain, which then knows what the fit cost.</summary>
    internal static IccCurve Fit(CurveChain chain, TransferFunction exact, int points, FitObjective objective,
        IProgress<double>? progress = null, CancellationToken cancellationToken = default)
    {
        IccCurve best = Rounded(exact, points);
        double bound = CurveError.Of(best, exact).Largest;
        if (objective == FitObjective.RootMeanSquare)
        {
            // The best rms may need a larger largest error than the rounded curve has; twice is more than any curve needs.
            int[] rounded = [.. best.Samples.Select(x => (int)x)];
            IccCurve smooth = chain.Solve(2 * bound, Freedom, rounded, cancellationToken);
            progress?.Report(1);
            return smooth;
        }

        double impossible = 0;
        int step = 0;
        while (bound - impossible > 1e-7 * bound && bound > Negligible)
        {
            cancellationToken.ThrowIfCancellationRequested();
            double middle = (bound + impossible) / 2;
            if (chain.IsPossible(middle, Freedom, cancellationToken)) bound = middle;
            else impossible = middle;

            progress?.Report(Math.Min(++step / 26.0, 1));
        }

        if (chain.Find(bound, Freedom, cancellationToken) is int[] found)
            best = chain.Solve(bound, Freedom, found, cancellationToken);
        progress?.Report(1);
        return best;
    }

    /// <summary>Finds the smallest number of samples whose best curve keeps a bound.</summary>
    /// <param name="exact">The curve to come close to.</param>
    /// <param name="largestError">The bound on the largest error in 8-bit codes; above 0.</param>
    /// <param name="progress">Told the share of the 255 candidates that has been tried.</param>
    /// <param name="cancellationToken">Stops the search.</param>
    /// <returns>The number of samples, or 0 where not even 256 are enough.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="exact"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="largestError"/> is not above 0.</exception>
    /// <exception cref="OperationCanceledException">The search was stopped.</exception>
    public static int FewestPoints(
        TransferFunction exact, double largestError, IProgress<double>? progress = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(exact);
        if (!(largestError > 0))
            throw new ArgumentOutOfRangeException(
                nameof(largestError), largestError, "The error that is allowed must be above 0.");

        for (int points = 2; points <= MaxFittedPoints; points++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (new CurveChain(exact, points).IsPossible(largestError, Freedom, cancellationToken)) return points;

            progress?.Report((points - 1) / (double)(MaxFittedPoints - 1));
        }

        return 0;
    }

    private static IccCurve Rounded(TransferFunction exact, int points)
    {
        ushort[] samples = new ushort[points];
        for (int i = 0; i < points; i++) samples[i] = (ushort)Math.Round(exact.Decode(i / (points - 1.0)) * 65535);
        return IccCurve.FromSamples(samples);
    }
}
