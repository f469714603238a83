namespace Lanewise.Icc;

/// <summary>Specifies which error a curve fit minimizes.</summary>
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
/// Finds the 16-bit samples that approximate an exact curve with the smallest error. The error is measured in 8-bit code values.
/// </summary>
/// <remarks>
/// <para>
/// Between two samples, the curve is a straight line, so each 8-bit code depends on exactly two adjacent samples. Therefore, the
/// samples form a chain. A bound on the error restricts the interpolated value of each code to a range. The ranges are equivalent
/// to linear inequalities with integer coefficients for two adjacent samples. The set of values allowed for each sample is
/// computed from the set for the sample to its left. A curve within the bound exists if and only if the set of the last sample
/// contains 65535. The algorithm needs neither a search nor a starting point, and has no local minima. Bisection finds the
/// smallest possible bound, and thus the best curve for the given number of samples. A second pass along the chain chooses the
/// curve with the smallest RMS error.
/// </para>
/// <para> The fit always finds the smallest possible maximum error. However, with a high gamma, the bound allows thousands of
/// values per sample, and testing all pairs of values would take minutes. In this case, the fit tests only values near the best
/// curve so far, so the RMS error may be only a local minimum. </para>
/// <para>
/// Black and white are exact: the first sample is 0, and the last sample is 65535. Each sample is at least as large as the
/// previous one.
/// </para>
/// </remarks>
public static class CurveFitter
{
    /// <summary>
    /// The maximum number of samples for which a fit is computed. With more samples, no two codes share a sample, so no curve is
    /// better than the rounded exact curve.
    /// </summary>
    public const int MaxFittedPoints = 256;

    /// <summary>
    /// The maximum number of samples of a curve. If a curve has more than <see cref="MaxFittedPoints"/> samples, they are not
    /// fitted: they are the values of the exact curve, rounded to 16 bits.
    /// </summary>
    public const int MaxPoints = 4096;

    /// <summary>
    /// A sample may differ from the exact curve by the error bound plus this number of 8-bit code values. The limit keeps the
    /// curve close to the exact curve between two codes.
    /// </summary>
    private const double Freedom = 0.75;

    /// <summary>
    /// Errors below a billionth of an 8-bit code value are treated as zero. Without this limit, the bisection would not end for a
    /// straight line, which has no error.
    /// </summary>
    private const double Negligible = 1e-9;

    /// <summary>Finds the best curve with a given number of samples.</summary>
    /// <param name="exact">The curve to approximate.</param>
    /// <param name="points">The number of samples, 2 to 4096.</param>
    /// <param name="objective">The error to minimize.</param>
    /// <param name="progress">Receives the completed fraction, 0 to 1.</param>
    /// <param name="cancellationToken">Cancels the fit.</param>
    /// <returns>The best curve. The same arguments always produce the same result.</returns>
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

    /// <summary>Fits a curve with the given chain, which also counts the tested sample pairs.</summary>
    internal static IccCurve Fit(CurveChain chain, TransferFunction exact, int points, FitObjective objective,
        IProgress<double>? progress = null, CancellationToken cancellationToken = default)
    {
        IccCurve best = Rounded(exact, points);
        double bound = CurveError.Of(best, exact).Largest;
        if (objective == FitObjective.RootMeanSquare)
        {
            // The curve with the smallest RMS error may have a larger maximum error than the rounded curve. However, a bound of
            // twice the rounded curve's maximum error always includes this curve.
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

    /// <summary>Finds the smallest number of samples for which the best curve is within an error bound.</summary>
    /// <param name="exact">The curve to approximate.</param>
    /// <param name="largestError">
    /// The bound on the largest error, in units of 8-bit code values. The bound must be above 0.
    /// </param>
    /// <param name="progress">Receives the fraction of the 255 candidate sample counts that have been tried.</param>
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
