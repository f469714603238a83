using System.Globalization;
using System.Numerics;

namespace Lanewise.Icc;

/// <summary>
/// An exact fraction. Chromaticities are decimal numbers, so matrices and their inverses are exact. Only the conversion of
/// colorants to 16.16 fixed point rounds.
/// </summary>
internal readonly struct Rational : IEquatable<Rational>
{
    private readonly BigInteger denominator;

    private Rational(BigInteger numerator, BigInteger denominator)
    {
        if (denominator.Sign < 0) (numerator, denominator) = (-numerator, -denominator);
        BigInteger common = BigInteger.GreatestCommonDivisor(numerator, denominator);
        Numerator = numerator / common;
        this.denominator = denominator / common;
    }

    public BigInteger Numerator { get; }

    /// <summary>
    /// The denominator, which is always positive. A stored denominator of zero is treated as one, so the default value of this
    /// structure is a valid zero.
    /// </summary>
    public BigInteger Denominator => denominator.IsZero ? BigInteger.One : denominator;

    public static Rational Zero => default;

    public static Rational One => new(1, 1);

    public bool IsZero => Numerator.IsZero;

    public int Sign => Numerator.Sign;

    public static implicit operator Rational(int value) => new(value, 1);

    public static Rational Over(BigInteger numerator, BigInteger denominator)
    {
        if (denominator.IsZero) throw new DivideByZeroException("A fraction needs a denominator that is not zero.");
        return new(numerator, denominator);
    }

    /// <summary>Returns the exact fraction for a decimal number.</summary>
    public static Rational From(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        BigInteger digits = ((BigInteger)(uint)bits[2] << 64) | ((BigInteger)(uint)bits[1] << 32) | (uint)bits[0];
        return new(bits[3] < 0 ? -digits : digits, BigInteger.Pow(10, (bits[3] >> 16) & 0xFF));
    }

    public static Rational operator +(in Rational a, in Rational b) =>
        new((a.Numerator * b.Denominator) + (b.Numerator * a.Denominator), a.Denominator * b.Denominator);

    public static Rational operator -(in Rational a, in Rational b) =>
        new((a.Numerator * b.Denominator) - (b.Numerator * a.Denominator), a.Denominator * b.Denominator);

    public static Rational operator *(in Rational a, in Rational b) =>
        new(a.Numerator * b.Numerator, a.Denominator * b.Denominator);

    public static Rational operator /(in Rational a, in Rational b) =>
        Over(a.Numerator * b.Denominator, a.Denominator * b.Numerator);

    public static Rational operator -(in Rational a) => new(-a.Numerator, a.Denominator);

    public static bool operator <(in Rational a, in Rational b) => (a - b).Sign < 0;

    public static bool operator >(in Rational a, in Rational b) => (a - b).Sign > 0;

    public static bool operator <=(in Rational a, in Rational b) => (a - b).Sign <= 0;

    public static bool operator >=(in Rational a, in Rational b) => (a - b).Sign >= 0;

    public static bool operator ==(in Rational a, in Rational b) => a.Equals(b);

    public static bool operator !=(in Rational a, in Rational b) => !a.Equals(b);

    /// <summary>Returns the largest integer that is not greater than the value.</summary>
    public BigInteger Floor()
    {
        BigInteger quotient = BigInteger.DivRem(Numerator, Denominator, out BigInteger remainder);
        return remainder.Sign < 0 ? quotient - 1 : quotient;
    }

    /// <summary>Returns the nearest integer. Ties are rounded up.</summary>
    public BigInteger Round() => (this + new Rational(1, 2)).Floor();

    /// <summary>
    /// Returns the value with full double precision. The division uses integers, because a long numerator or denominator could
    /// overflow a double.
    /// </summary>
    public double ToDouble() => Math.ScaleB((double)((Numerator << 128) / Denominator), -128);

    public bool Equals(Rational other) => Numerator == other.Numerator && Denominator == other.Denominator;

    public override bool Equals(object? obj) => obj is Rational other && Equals(other);

    public override int GetHashCode() => HashCode.Combine(Numerator, Denominator);

    public override string ToString() => ToDouble().ToString("R", CultureInfo.InvariantCulture);
}
