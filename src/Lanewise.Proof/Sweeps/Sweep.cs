namespace Lanewise.Proof.Sweeps;

/// <summary>What an axis counts.</summary>
internal enum Quantity
{
    /// <summary>The length of a message, or of all blocks of a call.</summary>
    Bytes,

    /// <summary>Messages of a call.</summary>
    Messages,

    /// <summary>Messages or blocks side by side.</summary>
    Lanes,

    Cores,

    /// <summary>Throughput: 10^6 bytes per second.</summary>
    MegabytesPerSecond,

    /// <summary>The time of a message.</summary>
    NanosecondsPerMessage,

    /// <summary>Throughput as a multiple of scalar code's, or of one core's.</summary>
    Times,
}

/// <summary>Whose line it is.</summary>
internal enum LineKind
{
    /// <summary>What a user of the library gets.</summary>
    Ours,

    /// <summary>Another path of Lanewise.</summary>
    OurOther,

    /// <summary>Somebody else's implementation.</summary>
    Peer,

    /// <summary>What could be had at most.</summary>
    Ideal,
}

/// <summary>A place on a line.</summary>
internal readonly record struct SweepPoint(double X, Reading Y);

/// <summary>How one way of doing a job runs over what an axis counts.</summary>
internal sealed record SweepLine(string Name, LineKind Kind, IReadOnlyList<SweepPoint> Points);

/// <summary>Figures of one algorithm over one quantity, as they are drawn: both axes in powers.</summary>
/// <param name="Algorithm">The algorithm's title.</param>
/// <param name="Name">Unique among the sweeps of an algorithm: <c>size</c>.</param>
/// <param name="Title">What is asked, in a few words.</param>
/// <param name="X">What was changed.</param>
/// <param name="Y">What was measured.</param>
/// <param name="Lines">At least one; the first is what a user gets.</param>
/// <param name="Notes">What can be read from it, a sentence each.</param>
internal sealed record Sweep(
    string Algorithm, string Name, string Title, Quantity X, Quantity Y, IReadOnlyList<SweepLine> Lines,
    IReadOnlyList<string> Notes);

/// <summary>A straight line through times: what a call costs, and what each unit of it.</summary>
/// <param name="Fixed">Nanoseconds of a call, whatever its size.</param>
/// <param name="PerUnit">Nanoseconds of each unit.</param>
/// <param name="Worst">The farthest that a point lies from the line, as a part of the point.</param>
internal sealed record CostLine(double Fixed, double PerUnit, double Worst)
{
    /// <summary>
    /// Through points of size and nanoseconds; each counts as much as any other whatever its size, so short calls are not lost
    /// beside long ones.
    /// </summary>
    public static CostLine Fit(IReadOnlyList<(double Size, double Nanoseconds)> points)
    {
        // Least squares of the errors as parts of the times: weights of 1 / t^2.
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
