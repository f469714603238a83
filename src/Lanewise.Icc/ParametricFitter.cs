namespace Lanewise.Icc;

/// <summary>
/// Chooses the fixed-point parameters of a version 4 curve. Rounding each number by itself is not the best: the exponent and
/// the scale can make up for each other, so their neighbours are tried and the smallest largest error wins.
/// </summary>
internal static class ParametricFitter
{
    /// <summary>How many units of 1/65536 each parameter is tried up and down.</summary>
    private const int Reach = 12;

    /// <summary>
    /// Largest errors this close to the least count as equal, and the rms decides: they are below a thousandth of a code.
    /// </summary>
    private const double Tie = 1.01;

    public static IccCurve Fit(TransferFunction exact)
    {
        if (exact.Gamma == 1 && exact.Offset == 0 && exact.Slope == 0) return IccCurve.Linear;
        if (exact.Offset == 0 && exact.Slope == 0) return IccCurve.FromParameters(0, [S15Fixed16.FromDouble(exact.Gamma)]);

        S15Fixed16 slope = S15Fixed16.FromDouble(1 / exact.Slope);
        S15Fixed16 border = S15Fixed16.FromDouble(exact.EncodedBreak);
        int gamma = S15Fixed16.FromDouble(exact.Gamma).Raw;
        int scale = S15Fixed16.FromDouble(1 / (1 + exact.Offset)).Raw;
        List<(IccCurve Curve, CurveError Error)> candidates = [];
        for (int g = -Reach; g <= Reach; g++)
        {
            for (int a = -Reach; a <= Reach; a++)
            {
                // Scale and offset add up to one, so that white stays white.
                if (scale + a > 65536 || (exact.Offset == 0 && a != 0)) continue;

                IccCurve candidate = IccCurve.FromParameters(
                    3, [new(gamma + g), new(scale + a), new(65536 - scale - a), slope, border]);
                candidates.Add((candidate, CurveError.Of(candidate, exact)));
            }
        }

        double allowed = candidates.Min(x => x.Error.Largest) * Tie;
        return candidates.Where(x => x.Error.Largest <= allowed).MinBy(x => x.Error.RootMeanSquare).Curve;
    }
}
