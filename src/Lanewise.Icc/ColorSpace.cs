namespace Lanewise.Icc;

/// <summary>
/// A color in the CIE 1931 chromaticity diagram. The coordinates are decimal numbers, as published in standards.
/// </summary>
/// <param name="X">The x coordinate.</param>
/// <param name="Y">The y coordinate.</param>
public readonly record struct Chromaticity(decimal X, decimal Y)
{
    /// <summary>Daylight at 6504 K, rounded as in video standards.</summary>
    public static Chromaticity D65 => new(0.3127m, 0.3290m);

    /// <summary>Daylight at 5003 K, rounded as in print standards.</summary>
    public static Chromaticity D50 => new(0.3457m, 0.3585m);

    internal Vector3Exact Exact => new(Rational.From(X), Rational.From(Y), Rational.One - Rational.From(X) - Rational.From(Y));
}

/// <summary>
/// A color space with three primaries, or a gray axis without primaries. A color space has an exact matrix to CIE XYZ and an
/// exact tone curve.
/// </summary>
/// <remarks>
/// All matrices consist of exact fractions. Only the last step rounds to 16.16 fixed point. In each matrix row, the numbers of
/// the three colorants are rounded together, so that they add up to exactly the white of the profile connection space.
/// </remarks>
public sealed class ColorSpace
{
    /// <summary>The cone response matrix of the Bradford adaptation, as printed in the ICC specification (annex E).</summary>
    private static readonly Matrix3 Bradford = new(
        Rational.From(0.8951m), Rational.From(0.2664m), Rational.From(-0.1614m),
        Rational.From(-0.7502m), Rational.From(1.7135m), Rational.From(0.0367m),
        Rational.From(0.0389m), Rational.From(-0.0685m), Rational.From(1.0296m));

    private readonly Matrix3 adaptation;

    private ColorSpace(TransferFunction transfer, Matrix3? toXyz, in Vector3Exact white, bool positive)
    {
        Transfer = transfer;
        White = IccXyz.FromExact(white);
        IsGray = toXyz is null;
        adaptation = Adapt(white);
        Matrix3? colorants = toXyz is null ? null : adaptation * toXyz;
        if (positive && colorants is not null && toXyz is not null)
        {
            colorants = Raise(colorants);
            adaptation = colorants * toXyz.Inverse();
        }

        if (colorants is not null) (Red, Green, Blue) = RoundTogether(colorants);
    }

    /// <summary>The tone curve.</summary>
    public TransferFunction Transfer { get; }

    /// <summary>Indicates whether the color space is a gray axis without primaries.</summary>
    public bool IsGray { get; }

    /// <summary>The white point before chromatic adaptation, with a luminance of 1.</summary>
    public IccXyz White { get; }

    /// <summary>The red colorant, adapted to the white point of the profile connection space. Zero for a gray axis.</summary>
    public IccXyz Red { get; }

    /// <summary>The green colorant, adapted to the white point of the profile connection space. Zero for a gray axis.</summary>
    public IccXyz Green { get; }

    /// <summary>The blue colorant, adapted to the white point of the profile connection space. Zero for a gray axis.</summary>
    public IccXyz Blue { get; }

    /// <summary>
    /// The nine numbers, in row order, of the matrix that adapts the white point to the profile connection space.
    /// </summary>
    public IReadOnlyList<S15Fixed16> Adaptation
    {
        get
        {
            S15Fixed16[] rows = new S15Fixed16[9];
            for (int i = 0; i < 9; i++) rows[i] = S15Fixed16.FromExact(adaptation[i / 3, i % 3]);
            return rows;
        }
    }

    /// <summary>Creates a color space from the chromaticities of the primaries and the white point.</summary>
    /// <param name="red">The red primary.</param>
    /// <param name="green">The green primary.</param>
    /// <param name="blue">The blue primary.</param>
    /// <param name="white">The white point.</param>
    /// <param name="transfer">The tone curve.</param>
    /// <param name="positiveColorants">
    /// True to raise negative components of colorants to zero and reduce the same component of the other colorants, so that their
    /// sum does not change. Some software rejects negative XYZ values, because the ICC specification does not mention them.
    /// </param>
    /// <returns>The color space.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="transfer"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The primaries are collinear, or the white point is not inside the triangle of the primaries.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">A coordinate is less than -1 or greater than 2.</exception>
    public static ColorSpace FromPrimaries(
        Chromaticity red, Chromaticity green, Chromaticity blue, Chromaticity white, TransferFunction transfer,
        bool positiveColorants = false)
    {
        ArgumentNullException.ThrowIfNull(transfer);
        CheckRange(red, nameof(red));
        CheckRange(green, nameof(green));
        CheckRange(blue, nameof(blue));
        Vector3Exact target = WhiteOf(white);
        Matrix3 primaries = Matrix3.Columns(red.Exact, green.Exact, blue.Exact);
        if (primaries.Determinant().IsZero)
            throw new ArgumentException(
                $"The primaries {Show(red)}, {Show(green)}, {Show(blue)} are on one line; they must span a triangle.",
                nameof(red));

        Vector3Exact share = primaries.Inverse() * target;
        if (share.X.Sign <= 0 || share.Y.Sign <= 0 || share.Z.Sign <= 0)
            throw new ArgumentException(
                $"The white point {Show(white)} is not inside the triangle of the primaries.", nameof(white));

        return new(transfer, primaries * Matrix3.Diagonal(share), target, positiveColorants);
    }

    /// <summary>Creates a color space from its published matrix to XYZ. The white point is the sum of the colorants.</summary>
    internal static ColorSpace FromMatrix(TransferFunction transfer, params decimal[] byRows)
    {
        Matrix3 matrix = new([.. byRows.Select(Rational.From)]);
        Vector3Exact white = matrix * new Vector3Exact(Rational.One, Rational.One, Rational.One);
        return new(transfer, matrix, white, positive: false);
    }

    /// <summary>Creates a color space that is a gray axis.</summary>
    /// <param name="white">The white point.</param>
    /// <param name="transfer">The tone curve.</param>
    /// <returns>The color space.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="transfer"/> is null.</exception>
    /// <exception cref="ArgumentException">The white point has no luminance.</exception>
    public static ColorSpace Gray(Chromaticity white, TransferFunction transfer)
    {
        ArgumentNullException.ThrowIfNull(transfer);
        return new(transfer, null, WhiteOf(white), positive: false);
    }

    /// <summary>Creates a gray axis from an exact white point and a tone curve.</summary>
    /// <param name="white">The exact white point.</param>
    /// <param name="transfer">The tone curve.</param>
    /// <returns>The color space.</returns>
    internal static ColorSpace Gray(in Vector3Exact white, TransferFunction transfer) =>
        new(transfer, null, white, positive: false);

    /// <summary>
    /// Returns the Bradford matrix that adapts a white point to the white point of the profile connection space.
    /// </summary>
    private static Matrix3 Adapt(in Vector3Exact white)
    {
        Vector3Exact from = Bradford * white;
        Vector3Exact to = Bradford * IccXyz.D50.Exact;
        if (from.X.Sign <= 0 || from.Y.Sign <= 0 || from.Z.Sign <= 0)
            throw new ArgumentException(
                "The white point cannot be adapted: one of its cone responses is not above 0.", nameof(white));

        return Bradford.Inverse() * Matrix3.Diagonal(new(to.X / from.X, to.Y / from.Y, to.Z / from.Z)) * Bradford;
    }

    /// <summary>
    /// Raises negative numbers to zero, row by row, and reduces the other numbers so that the sum of each row does not change.
    /// </summary>
    private static Matrix3 Raise(Matrix3 colorants)
    {
        Rational[] raised = new Rational[9];
        for (int row = 0; row < 3; row++)
        {
            Rational sum = Rational.Zero;
            Rational positive = Rational.Zero;
            for (int i = 0; i < 3; i++)
            {
                sum += colorants[row, i];
                if (colorants[row, i].Sign > 0) positive += colorants[row, i];
            }

            for (int i = 0; i < 3; i++)
                raised[(row * 3) + i] = colorants[row, i].Sign > 0 ? colorants[row, i] * sum / positive : Rational.Zero;
        }

        return new(raised);
    }

    /// <summary>
    /// Rounds the three numbers of each row so that their sum is exactly the white point. All numbers are first rounded down.
    /// Then the missing units are added to the numbers with the largest rounding errors.
    /// </summary>
    private static (IccXyz Red, IccXyz Green, IccXyz Blue) RoundTogether(Matrix3 colorants)
    {
        int[] raw = new int[9];
        Vector3Exact white = IccXyz.D50.Exact;
        for (int row = 0; row < 3; row++)
        {
            Rational[] lost = new Rational[3];
            int missing = (int)(white[row] * 65536).Round();
            for (int i = 0; i < 3; i++)
            {
                Rational units = colorants[row, i] * 65536;
                if (units < (int.MinValue / 2) || units > (int.MaxValue / 2))
                    throw new ArgumentOutOfRangeException(
                        nameof(colorants), units.ToDouble() / 65536, "A colorant does not fit 16.16 fixed point.");

                raw[(row * 3) + i] = (int)units.Floor();
                lost[i] = units - raw[(row * 3) + i];
                missing -= raw[(row * 3) + i];
            }

            for (; missing > 0; missing--)
            {
                int most = lost[1] > lost[0] ? 1 : 0;
                if (lost[2] > lost[most]) most = 2;
                raw[(row * 3) + most]++;
                lost[most] -= Rational.One;
            }
        }

        IccXyz Column(int i) => new(new(raw[i]), new(raw[3 + i]), new(raw[6 + i]));
        return (Column(0), Column(1), Column(2));
    }

    private static Vector3Exact WhiteOf(Chromaticity white)
    {
        CheckRange(white, nameof(white));
        if (white.Y <= 0)
            throw new ArgumentException($"The white point {Show(white)} has no luminance: y must be above 0.", nameof(white));
        Vector3Exact exact = white.Exact;
        return new(exact.X / exact.Y, Rational.One, exact.Z / exact.Y);
    }

    private static void CheckRange(Chromaticity color, string name)
    {
        // Imaginary primaries, for example those of ProPhoto RGB, are outside the chromaticity diagram, but closer to it than the
        // width of the diagram.
        if (color.X is < -1 or > 2 || color.Y is < -1 or > 2)
            throw new ArgumentOutOfRangeException(name, Show(color), "Chromaticities must be between -1 and 2.");
    }

    private static string Show(Chromaticity color) => FormattableString.Invariant($"({color.X}, {color.Y})");
}
