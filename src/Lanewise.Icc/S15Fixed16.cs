using System.Globalization;
using System.Numerics;

namespace Lanewise.Icc;

/// <summary>A signed 16.16 fixed-point number (s15Fixed16Number) of the ICC format.</summary>
/// <param name="Raw">The value multiplied by 65536.</param>
public readonly record struct S15Fixed16(int Raw)
{
    /// <summary>The number 1.</summary>
    public static S15Fixed16 One => new(65536);

    /// <summary>The exact value as a floating-point number.</summary>
    public double Value => Raw / 65536.0;

    internal Rational Exact => Rational.Over(Raw, 65536);

    /// <summary>Converts a number to the nearest fixed-point number.</summary>
    /// <param name="value">The number, between -32768 and 32768.</param>
    /// <returns>The nearest fixed-point number.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> is not a number or is out of range.</exception>
    public static S15Fixed16 FromDouble(double value)
    {
        double raw = Math.Round(value * 65536, MidpointRounding.AwayFromZero);
        if (!(raw >= int.MinValue && raw <= int.MaxValue))
            throw new ArgumentOutOfRangeException(
                nameof(value), value, "A 16.16 fixed-point number must be between -32768 and 32768.");
        return new((int)raw);
    }

    internal static S15Fixed16 FromExact(in Rational value)
    {
        BigInteger raw = (value * 65536).Round();
        if (raw < int.MinValue || raw > int.MaxValue)
            throw new ArgumentOutOfRangeException(
                nameof(value), value.ToDouble(), "A 16.16 fixed-point number must be between -32768 and 32768.");
        return new((int)raw);
    }

    /// <summary>Returns the value with enough digits to distinguish adjacent fixed-point numbers.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => Value.ToString("0.0000000", CultureInfo.InvariantCulture);
}

/// <summary>The tristimulus values of a color, as stored in the ICC format.</summary>
/// <param name="X">The X value.</param>
/// <param name="Y">The Y value.</param>
/// <param name="Z">The Z value.</param>
public readonly record struct IccXyz(S15Fixed16 X, S15Fixed16 Y, S15Fixed16 Z)
{
    /// <summary>The illuminant of the profile connection space, which every profile header contains: 0.9642, 1, 0.8249.</summary>
    public static IccXyz D50 { get; } = new(new(0xF6D6), new(0x10000), new(0xD32D));

    internal Vector3Exact Exact => new(X.Exact, Y.Exact, Z.Exact);

    /// <summary>Adds the components of two colors.</summary>
    /// <param name="a">The first color.</param>
    /// <param name="b">The second color.</param>
    /// <returns>The sum of both colors.</returns>
    public static IccXyz operator +(IccXyz a, IccXyz b) => Add(a, b);

    /// <summary>Adds the components of two colors.</summary>
    /// <param name="a">The first color.</param>
    /// <param name="b">The second color.</param>
    /// <returns>The sum of both colors.</returns>
    public static IccXyz Add(IccXyz a, IccXyz b) => new(new(a.X.Raw + b.X.Raw), new(a.Y.Raw + b.Y.Raw), new(a.Z.Raw + b.Z.Raw));

    internal static IccXyz FromExact(in Vector3Exact v) =>
        new(S15Fixed16.FromExact(v.X), S15Fixed16.FromExact(v.Y), S15Fixed16.FromExact(v.Z));

    /// <summary>Returns the three values as text.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => $"{X} {Y} {Z}";
}
