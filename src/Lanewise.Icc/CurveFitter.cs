namespace Lanewise.Icc;

/// <summary>Selects the kind of error that a fit minimizes.</summary>
public enum FitObjective
{
    /// <summary>
    /// Minimizes the largest error of any 8-bit code. If several curves are equally good, selects the curve with the smallest RMS
    /// error.
    /// </summary>
    Largest,

    /// <summary>Minimizes the root mean square error.</summary>
    RootMeanSquare,
}

/// <summary>
/// Finds the 16-bit samples that give the smallest error of a curve in 8-bit codes.
/// </summary>
/// <remarks>
/// <para>
/// Between two samples, the curve is a straight line, so an 8-bit code depends on exactly two adjacent samples. Thus, the samples
/// form a chain. For a given bound on the error, the interpolated value of each code may lie anywhere in a range. This gives
/// linear inequalities with integer coefficients for two adjacent samples. Along the chain, the set of allowed values of each
/// sample follows from the set of the sample to its left. A curve within the bound exists if and only if the set of the last
/// sample contains 65535. The method needs neither a search nor a starting point, and has no local minima. Bisection finds the
/// smallest possible bound, and thus the best curve for this number of samples. A second pass along the chain chooses the curve
/// with the smallest RMS error.
/// </para>
/// <para>
/// The smallest maximum error is found for every curve. With a high gamma, the bound allows thousands of values per sample, and
/// testing all pairs would take minutes. In this case, the RMS error is only a local minimum in the neighbourhood of a curve.
/// </para>
/// <para>Black and white are exact: the first sample is 0, and the last sample is 65535. Samples never decrease.</para>
/// </remarks>
public static class CurveFitter
{
    /// <summary>
    /// The maximum number of fitted samples. With more samples, no two codes share a sample, so no curve is better than the
    /// rounded exact curve.
    /// </summary>
    public const int MaxFittedPoints = 256;

    /// <summary>The maximum number of samples of a fit.</summary>
    public const int MaxPoints = 4096;

    /// <summary>
    /// A sample may differ from the exact curve by the bound plus this number of 8-bit codes. This limit keeps inputs between
    /// codes close to the curve.
    /// </summary>
    private const double Freedom = 0.75;

    /// <summary>
    /// Errors below a billionth of a code count as zero. A straight line has no error, so the bisection would not end without
    /// this limit.
    /// </summary>
    private const double Negligible = 1e-9;

    /// <summary>Fits a curve with a given number of samples.</summary>
    /// <param name="exact">The curve to approximate.</param>
    /// <param name="points">The number of samples, 2 to 4096.</param>
    /// <param name="objective">The error to minimize.</param>
    /// <param name="progress">Receives the completed fraction, 0 to 1.</param>
    /// <param name="cancellationToken">Cancels the fit.</param>
    /// <returns>The best curve. The same arguments always give the same result.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="exact"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="points"/> is below 2 or above 4096.</exception>
    /// <exception cref="OperationCanceledException">The fit was cancelled.</exception>
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
                nameof(points), points, $"The number of points must be between 2 and {MaxPoints}.");

        return points > MaxFittedPoints
            ? Rounded(exact, points)
            : Fit(new(exact, points), exact, points, objective, progress, cancellationToken);
    }

    /// <summary>Fits a curve along a chain, which also counts the cost.</summary>
    internal static IccCurve Fit(CurveChain chain, TransferFunction exact, int points, FitObjective objective,
        IProgress<double>? progress = null, CancellationToken cancellationToken = default)
    {
        IccCurve best = Rounded(exact, points);
        double bound = CurveError.Of(best, exact).Largest;
        if (objective == FitObjective.RootMeanSquare)
        {
            // The curve with the smallest RMS error may have a larger maximum error than the rounded curve. Twice the maximum
            // error of the rounded curve is always enough.
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

    /// <summary>Finds the smallest number of samples whose best curve is within a bound.</summary>
    /// <param name="exact">The curve to approximate.</param>
    /// <param name="largestError">The bound on the largest error in 8-bit codes, above 0.</param>
    /// <param name="progress">Receives the fraction of the 255 candidates that have been tried.</param>
    /// <param name="cancellationToken">Cancels the search.</param>
    /// <returns>The number of samples, or 0 if 256 samples are not enough.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="exact"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="largestError"/> is not above 0.</exception>
    /// <exception cref="OperationCanceledException">The search was cancelled.</exception>
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
