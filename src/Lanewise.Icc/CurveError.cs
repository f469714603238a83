using System.Globalization;

namespace Lanewise.Icc;

/// <summary>
/// How far a profile's curve is from the exact one, in 8-bit codes: every code 0 to 255 is sent through the curve and back
/// through the exact formula, and the distance to where it started is the error of that code.
/// </summary>
/// <param name="Largest">The largest error of any code.</param>
/// <param name="RootMeanSquare">The root of the mean of the squared errors.</param>
/// <param name="WorstCode">The code with the largest error.</param>
public readonly record struct CurveError(double Largest, double RootMeanSquare, int WorstCode)
{
    /// <summary>Measures a curve against the exact one.</summary>
    /// <param name="curve">The curve of the profile.</param>
    /// <param name="exact">The formula.</param>
    /// <returns>The errors in 8-bit codes.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static CurveError Of(IccCurve curve, TransferFunction exact)
    {
        ArgumentNullException.ThrowIfNull(curve);
        ArgumentNullException.ThrowIfNull(exact);

        double largest = 0;
        double squares = 0;
        int worst = 0;
        for (int code = 0; code < 256; code++)
        {
            double error = Math.Abs((exact.Encode(curve.Evaluate(code / 255.0)) * 255) - code);
            squares += error * error;
            if (error <= largest) continue;

            largest = error;
            worst = code;
        }

        return new(largest, Math.Sqrt(squares / 256), worst);
    }

    /// <summary>Both errors with four decimals.</summary>
    /// <returns>The decimal text.</returns>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"largest {Largest:0.0000}, rms {RootMeanSquare:0.0000}");
}
