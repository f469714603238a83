namespace Lanewise.Icc;

/// <summary>
/// The exact tone curve of a color space, computed with the published formula in double precision. The curves in profiles are
/// fitted to this exact curve, and their errors are measured relative to this curve.
/// </summary>
/// <remarks>
/// All tone curves consist of a straight part near black and a power part: <c>L = V / Slope</c> below the breakpoint, otherwise
/// <c>L = ((V + Offset) / (1 + Offset)) ^ Gamma</c>. A plain gamma curve has no straight part, and a linear space has gamma 1.
/// </remarks>
public sealed record TransferFunction
{
    private TransferFunction(string name, double gamma, double offset, double slope, double encodedBreak, double linearBreak)
    {
        Name = name;
        Gamma = gamma;
        Offset = offset;
        Slope = slope;
        EncodedBreak = encodedBreak;
        LinearBreak = linearBreak;
    }

    /// <summary>The name of the curve.</summary>
    public string Name { get; }

    /// <summary>The exponent of the power part.</summary>
    public double Gamma { get; }

    /// <summary>The offset of the power part: 0.055 for sRGB, 0.099 for Rec. 709, 0 for a plain gamma.</summary>
    public double Offset { get; }

    /// <summary>
    /// The slope of the straight part: the encoded value divided by the linear value. 0 if there is no straight part.
    /// </summary>
    public double Slope { get; }

    /// <summary>
    /// The breakpoint between the two parts, as an encoded value. Lower encoded values are on the straight part.
    /// </summary>
    public double EncodedBreak { get; }

    /// <summary>
    /// The breakpoint between the two parts, as a linear value. Linear values up to the breakpoint are on the straight part.
    /// </summary>
    public double LinearBreak { get; }

    /// <summary>The sRGB curve of IEC 61966-2-1, with the standard's breakpoints 0.04045 and 0.0031308.</summary>
    public static TransferFunction Srgb { get; } = new("sRGB", 2.4, 0.055, 12.92, 0.04045, 0.0031308);

    /// <summary>The identity: encoded values are linear.</summary>
    public static TransferFunction Linear { get; } = new("linear", 1, 0, 0, 0, 0);

    /// <summary>The curve of Rec. 601 and Rec. 709, with the standard's rounded values 1.099 and 0.018.</summary>
    public static TransferFunction Rec709 { get; } = new("Rec. 709", 1 / 0.45, 0.099, 4.5, 0.081, 0.018);

    /// <summary>
    /// The curve of Rec. 2020 for 12 bits and more. At the breakpoint b, the straight part and the power part have the same value
    /// and the same slope: 4.5 b = (1 + a) b^0.45 - a and 4.5 = 0.45 (1 + a) b^-0.55.
    /// </summary>
    public static TransferFunction Rec2020 { get; } =
        new("Rec. 2020", 1 / 0.45, 0.09929682680944, 4.5, 4.5 * 0.018053968510807, 0.018053968510807);

    /// <summary>The curve of ROMM RGB (ISO 22028-2), with gamma 1.8 and slope 16 below 1/512.</summary>
    public static TransferFunction Romm { get; } = new("ROMM", 1.8, 0, 16, 16 / 512.0, 1 / 512.0);

    /// <summary>Creates a plain power curve.</summary>
    /// <param name="gamma">The exponent, above 0 and at most 100.</param>
    /// <returns>The curve.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="gamma"/> is not a number, not above 0, or above 100.
    /// </exception>
    public static TransferFunction Power(double gamma)
    {
        CheckGamma(gamma);
        return new(FormattableString.Invariant($"gamma {gamma:0.######}"), gamma, 0, 0, 0, 0);
    }

    /// <summary>
    /// Creates a power curve with a minimum slope near black. Color engines use a slope-limited curve for Adobe RGB.
    /// </summary>
    /// <param name="gamma">The exponent, above 1 and at most 100.</param>
    /// <param name="limit">
    /// The minimum slope from encoded to linear values, for example 1/32. Where the power curve would be flatter, the curve is
    /// straight.
    /// </param>
    /// <returns>The curve.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The exponent is not above 1, or the limit is not between 0 and 1.
    /// </exception>
    public static TransferFunction SlopeLimited(double gamma, double limit)
    {
        CheckGamma(gamma);
        if (gamma <= 1) throw new ArgumentOutOfRangeException(nameof(gamma), gamma, "A slope limit needs a gamma above 1.");
        if (!(limit > 0 && limit < 1))
            throw new ArgumentOutOfRangeException(nameof(limit), limit, "The slope limit must be between 0 and 1.");

        double encodedBreak = Math.Pow(limit, 1 / (gamma - 1));
        return new(
            FormattableString.Invariant($"gamma {gamma:0.######}, slope limit 1/{1 / limit:0.##}"),
            gamma, 0, 1 / limit, encodedBreak, encodedBreak * limit);
    }

    /// <summary>Converts an encoded value to linear light.</summary>
    /// <param name="encoded">
    /// The encoded value, 0 to 1. For negative values, the curve is point-symmetric about 0. For values above 1, the curve
    /// continues.
    /// </param>
    /// <returns>The linear value.</returns>
    public double Decode(double encoded)
    {
        if (encoded < 0) return -Decode(-encoded);
        return encoded < EncodedBreak ? encoded / Slope : Math.Pow((encoded + Offset) / (1 + Offset), Gamma);
    }

    /// <summary>Converts linear light to the encoded value.</summary>
    /// <param name="linear">
    /// The linear value, 0 to 1. For negative values, the curve is point-symmetric about 0. For values above 1, the curve
    /// continues.
    /// </param>
    /// <returns>The encoded value.</returns>
    public double Encode(double linear)
    {
        if (linear < 0) return -Encode(-linear);
        return linear <= LinearBreak && Slope > 0 ? linear * Slope : ((1 + Offset) * Math.Pow(linear, 1 / Gamma)) - Offset;
    }

    private static void CheckGamma(double gamma)
    {
        if (!(gamma > 0 && gamma <= 100))
            throw new ArgumentOutOfRangeException(nameof(gamma), gamma, "Gamma must be a number above 0 and at most 100.");
    }
}
