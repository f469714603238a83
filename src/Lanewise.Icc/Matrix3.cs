namespace Lanewise.Icc;

/// <summary>A column vector of three exact numbers.</summary>
internal readonly record struct Vector3Exact(Rational X, Rational Y, Rational Z)
{
    public Rational this[int i] => i switch { 0 => X, 1 => Y, _ => Z };
}

/// <summary>A 3 x 3 matrix of exact numbers, stored by rows.</summary>
internal sealed class Matrix3
{
    private readonly Rational[] m;

    public Matrix3(params Rational[] byRows)
    {
        if (byRows.Length != 9)
            throw new ArgumentException($"A 3 x 3 matrix has 9 numbers, not {byRows.Length}.", nameof(byRows));
        m = byRows;
    }

    public Rational this[int row, int column] => m[(row * 3) + column];

    public static Matrix3 Columns(in Vector3Exact a, in Vector3Exact b, in Vector3Exact c) =>
        new(a.X, b.X, c.X, a.Y, b.Y, c.Y, a.Z, b.Z, c.Z);

    public static Matrix3 Diagonal(in Vector3Exact d) =>
        new(d.X, Rational.Zero, Rational.Zero, Rational.Zero, d.Y, Rational.Zero, Rational.Zero, Rational.Zero, d.Z);

    public static Matrix3 operator *(Matrix3 a, Matrix3 b)
    {
        Rational[] product = new Rational[9];
        for (int row = 0; row < 3; row++)
        {
            for (int column = 0; column < 3; column++)
                product[(row * 3) + column] = (a[row, 0] * b[0, column]) + (a[row, 1] * b[1, column])
                    + (a[row, 2] * b[2, column]);
        }

        return new(product);
    }

    public static Vector3Exact operator *(Matrix3 a, in Vector3Exact v) => new(
        (a[0, 0] * v.X) + (a[0, 1] * v.Y) + (a[0, 2] * v.Z),
        (a[1, 0] * v.X) + (a[1, 1] * v.Y) + (a[1, 2] * v.Z),
        (a[2, 0] * v.X) + (a[2, 1] * v.Y) + (a[2, 2] * v.Z));

    public Vector3Exact Column(int i) => new(this[0, i], this[1, i], this[2, i]);

    public Rational Determinant() =>
        (this[0, 0] * Cofactor(0, 0)) + (this[0, 1] * Cofactor(0, 1)) + (this[0, 2] * Cofactor(0, 2));

    /// <summary>Returns the exact inverse: the adjugate divided by the determinant.</summary>
    public Matrix3 Inverse()
    {
        Rational determinant = Determinant();
        Rational[] inverse = new Rational[9];
        for (int row = 0; row < 3; row++)
        {
            for (int column = 0; column < 3; column++)
                inverse[(row * 3) + column] = Cofactor(column, row) / determinant;
        }

        return new(inverse);
    }

    private Rational Cofactor(int row, int column)
    {
        // Because the row and column indexes are cyclic, the minor already has the correct sign.
        int r1 = (row + 1) % 3;
        int r2 = (row + 2) % 3;
        int c1 = (column + 1) % 3;
        int c2 = (column + 2) % 3;
        return (this[r1, c1] * this[r2, c2]) - (this[r1, c2] * this[r2, c1]);
    }
}
