using System.Globalization;

namespace Lanewise.Icc;

/// <summary>
/// The error of a profile's curve relative to the exact curve, in units of 8-bit code values. Each code from 0 to 255 is decoded
/// with the profile's curve and encoded with the exact formula. The error of a code is the difference between it and the value
/// that results from this round trip.
/// </summary>
/// <param name="Largest">The largest error of any code.</param>
/// <param name="RootMeanSquare">The root mean square error.</param>
/// <param name="WorstCode">The 8-bit code with the largest error.</param>
public readonly record struct CurveError(double Largest, double RootMeanSquare, int WorstCode)
{
    /// <summary>Measures the error of a curve relative to the exact curve.</summary>
    /// <param name="curve">The curve of the profile.</param>
    /// <param name="exact">The exact curve.</param>
    /// <returns>The errors of the curve, in units of 8-bit code values.</returns>
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

    /// <summary>Returns the largest error and the RMS error with four decimal places.</summary>
    /// <returns>The text.</returns>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"largest {Largest:0.0000}, rms {RootMeanSquare:0.0000}");
}
