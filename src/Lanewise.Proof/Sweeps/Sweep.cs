namespace Lanewise.Proof.Sweeps;

/// <summary>Specifies the quantity on a chart axis.</summary>
internal enum Quantity
{
    /// <summary>The length of a message, or the total length of the blocks in a call, in bytes.</summary>
    Bytes,

    /// <summary>The number of messages per call.</summary>
    Messages,

    /// <summary>The number of messages or blocks that are processed in parallel.</summary>
    Lanes,

    Cores,

    /// <summary>The throughput in 10^6 bytes per second.</summary>
    MegabytesPerSecond,

    /// <summary>The time per message in nanoseconds.</summary>
    NanosecondsPerMessage,

    /// <summary>The throughput relative to scalar code, or to one core.</summary>
    Times,
}

/// <summary>Specifies what a line in a chart shows.</summary>
internal enum LineKind
{
    /// <summary>The code path that the public methods use.</summary>
    Chosen,

    /// <summary>Another code path in Lanewise.</summary>
    Alternative,

    /// <summary>An implementation in another library.</summary>
    OtherLibrary,

    /// <summary>The theoretical maximum speed.</summary>
    Ideal,
}

/// <summary>A point on a line of a chart.</summary>
internal readonly record struct SweepPoint(double X, Reading Y);

/// <summary>The results of one code path for all values of the varied quantity, which form a line of the chart.</summary>
internal sealed record SweepLine(string Name, LineKind Kind, IReadOnlyList<SweepPoint> Points);

/// <summary>Figures for one algorithm as a function of one quantity. Charts show them on logarithmic axes.</summary>
/// <param name="Algorithm">The algorithm's title.</param>
/// <param name="Name">The name of the sweep, which is unique among the sweeps of an algorithm, for example <c>size</c>.</param>
/// <param name="Title">The question that the sweep answers, in a few words.</param>
/// <param name="X">The quantity that was varied.</param>
/// <param name="Y">The quantity that was measured.</param>
/// <param name="Lines">
/// The lines of the chart, at least one. The first line shows the code path that the public methods use.
/// </param>
/// <param name="Notes">The conclusions, one sentence each.</param>
internal sealed record Sweep(
    string Algorithm, string Name, string Title, Quantity X, Quantity Y, IReadOnlyList<SweepLine> Lines,
    IReadOnlyList<string> Notes)
{
    /// <summary>Returns the same sweep with rounded figures, as in a saved report.</summary>
    public Sweep Rounded() => this with
    {
        Lines =
        [
            .. Lines.Select(line => line with { Points = [.. line.Points.Select(point => point with { Y = point.Y.Rounded })] }),
        ],
    };
}

/// <summary>
/// A straight line that is fitted to measured times. The line determines the fixed cost per call and the cost per unit.
/// </summary>
/// <param name="Fixed">The fixed time per call in nanoseconds, independent of the size.</param>
/// <param name="PerUnit">The time per unit in nanoseconds.</param>
/// <param name="Worst">The largest deviation of a point from the line, relative to the point.</param>
internal sealed record CostLine(double Fixed, double PerUnit, double Worst)
{
    /// <summary>
    /// Fits a line to points, each of which consists of a size and a time in nanoseconds. The fit minimizes relative errors, so
    /// short calls have the same weight as long calls.
    /// </summary>
    public static CostLine Fit(IReadOnlyList<(double Size, double Nanoseconds)> points)
    {
        // This weighted least-squares fit minimizes the relative errors, with the weights 1 / t^2.
        double s = 0, sx = 0, sxx = 0, sy = 0, sxy = 0;
        foreach ((double x, double y) in points)
        {
            double w = 1 / (y * y);
            s += w;
            sx += w * x;
            sxx += w * x * x;
            sy += w * y;
            sxy += w * x * y;
        }

        double determinant = (s * sxx) - (sx * sx);
        double perUnit = determinant == 0 ? 0 : ((s * sxy) - (sx * sy)) / determinant;
        double atZero = (sy - (perUnit * sx)) / s;
        return new(atZero, perUnit, points.Max(p => Math.Abs((atZero + (perUnit * p.Size)) / p.Nanoseconds - 1)));
    }
}
