namespace Lanewise.Icc;

/// <summary>
/// Chooses the fixed-point parameters of a version 4 curve. Rounding each parameter separately is not optimal, because the errors
/// of the exponent and the scale can cancel out. Therefore, the class tries nearby values and chooses those with the smallest
/// maximum error.
/// </summary>
internal static class ParametricFitter
{
    /// <summary>The range in which each parameter is varied, in units of 1/65536.</summary>
    private const int Reach = 12;

    /// <summary>
    /// Maximum errors up to this multiple of the smallest error are treated as equal, because they differ by less than a
    /// thousandth of an 8-bit code value. Among curves with equal maximum errors, the curve with the smallest RMS error is
    /// chosen.
    /// </summary>
    private const double Tie = 1.01;

    public static IccCurve Fit(TransferFunction exact)
    {
        if (exact.Gamma == 1 && exact.Offset == 0 && exact.Slope == 0) return IccCurve.Linear;
        if (exact.Offset == 0 && exact.Slope == 0) return IccCurve.FromParameters(0, [S15Fixed16.FromDouble(exact.Gamma)]);

        S15Fixed16 slope = S15Fixed16.FromDouble(1 / exact.Slope);
        S15Fixed16 boundary = S15Fixed16.FromDouble(exact.EncodedBreak);
        int gamma = S15Fixed16.FromDouble(exact.Gamma).Raw;
        int scale = S15Fixed16.FromDouble(1 / (1 + exact.Offset)).Raw;
        List<(IccCurve Curve, CurveError Error)> candidates = [];
        for (int g = -Reach; g <= Reach; g++)
        {
            for (int a = -Reach; a <= Reach; a++)
            {
                // The scale and the offset must add up to one, so that white stays white.
                if (scale + a > 65536 || (exact.Offset == 0 && a != 0)) continue;

                IccCurve candidate = IccCurve.FromParameters(
                    3, [new(gamma + g), new(scale + a), new(65536 - scale - a), slope, boundary]);
                candidates.Add((candidate, CurveError.Of(candidate, exact)));
            }
        }

        double allowed = candidates.Min(x => x.Error.Largest) * Tie;
        return candidates.Where(x => x.Error.Largest <= allowed).MinBy(x => x.Error.RootMeanSquare).Curve;
    }
}
