using System.Globalization;
using Lanewise.Icc.Charts;

namespace Lanewise.Icc;

/// <summary>The best curve for a given number of points.</summary>
/// <param name="Points">The number of samples.</param>
/// <param name="Bytes">
/// The size, in bytes, of a version 2 RGB profile with this curve, <see cref="IccPacking.Tight"/> and a name of up to 7
/// characters.
/// </param>
/// <param name="Error">The errors of the curve.</param>
public readonly record struct FitRow(int Points, int Bytes, CurveError Error);

/// <summary>Reports the curve error for each number of points, as a table and as a chart.</summary>
public static class FitReport
{
    /// <summary>The size of a tightly packed version 2 RGB profile without the samples, in bytes.</summary>
    private const int BytesBeforeSamples = 364;

    /// <summary>Fits a curve for every number of points in a range.</summary>
    /// <param name="exact">The curve to approximate.</param>
    /// <param name="from">The smallest number of points.</param>
    /// <param name="to">The largest number of points.</param>
    /// <param name="objective">The error to minimize.</param>
    /// <param name="progress">Receives the completed fraction, 0 to 1.</param>
    /// <param name="cancellationToken">Cancels the fits.</param>
    /// <returns>One row for each number of points.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The range is empty or not within 2 to 4096.</exception>
    /// <exception cref="OperationCanceledException">The fits were cancelled.</exception>
    public static IReadOnlyList<FitRow> Fit(
        TransferFunction exact,
        int from,
        int to,
        FitObjective objective = FitObjective.Largest,
        IProgress<double>? progress = null,
        CancellationToken cancellationToken = default)
    {
        if (from < 2 || to > CurveFitter.MaxPoints || from > to)
            throw new ArgumentOutOfRangeException(
                nameof(from), $"{from}-{to}", $"The range of points must be between 2 and {CurveFitter.MaxPoints}.");

        List<FitRow> rows = [];
        for (int points = from; points <= to; points++)
        {
            IccCurve curve = CurveFitter.Fit(exact, points, objective, null, cancellationToken);
            rows.Add(new(points, BytesBeforeSamples + (2 * points), CurveError.Of(curve, exact)));
            progress?.Report((points - from + 1.0) / (to - from + 1));
        }

        return rows;
    }

    /// <summary>
    /// Draws the maximum error and the root-mean-square error (RMSE) as functions of the number of points. The error axis is
    /// logarithmic. The chart adapts to light and dark pages.
    /// </summary>
    /// <param name="title">The title of the chart.</param>
    /// <param name="rows">The rows, in ascending order of points.</param>
    /// <returns>An SVG document.</returns>
    /// <exception cref="ArgumentException"><paramref name="rows"/> is empty.</exception>
    public static string ToSvg(string title, IReadOnlyList<FitRow> rows) => Draw(title, rows, ChartTheme.Both, []);

    /// <summary>Draws the chart of <see cref="ToSvg"/> for one theme.</summary>
    /// <param name="title">The title of the chart.</param>
    /// <param name="rows">The rows, in ascending order of points.</param>
    /// <param name="theme">The theme.</param>
    /// <param name="profiles">The names and the numbers of points of profiles that the chart marks.</param>
    internal static string Draw(
        string title, IReadOnlyList<FitRow> rows, ChartTheme theme, IReadOnlyList<(string Name, int Points)> profiles)
    {
        ArgumentNullException.ThrowIfNull(rows);
        if (rows.Count == 0) throw new ArgumentException("A chart needs at least one row.", nameof(rows));

        // A logarithmic axis cannot show zero.
        double least = rows.SelectMany(row => new[] { row.Error.Largest, row.Error.RootMeanSquare })
            .Where(error => error > 0).DefaultIfEmpty(1).Min();
        FitRow best = rows.MinBy(row => row.Error.Largest);
        FitRow small = rows.Where(row => row.Points <= best.Points / 4).DefaultIfEmpty(best).MinBy(row => row.Error.Largest);
        LineChart chart = new(
            title, new("points of the curve", IsLog: false, ChartAxis.Short),
            new("error in 8-bit codes (logarithmic)", IsLog: true, ChartAxis.Short),
            [
                Line("maximum error", ChartInk.Main, row => row.Error.Largest),
                Line("RMSE", ChartInk.Second, row => row.Error.RootMeanSquare),
            ],
            [.. new[] { small, best }.Union(rows.Where(row => NameOf(row).Length > 0)).Select(row => new ChartNote(
                row.Points, Math.Max(least, row.Error.Largest),
                NameOf(row) + Invariant($"{row.Points} points, {row.Bytes} bytes")))],
            height: 320, areLabelsInside: true);
        return Chart.Document(
            theme, [title, "The bytes are those of an RGB profile, version 2."], chart);

        ChartLine Line(string name, ChartInk ink, Func<FitRow, double> value) =>
            new(name, [.. rows.Select(row => new ChartPoint(row.Points, Math.Max(least, value(row))))])
            {
                HasMarks = false,
                Ink = ink,
            };

        string NameOf(FitRow row) => string.Concat(
            profiles.Where(profile => profile.Points == row.Points).Select(profile => $"{profile.Name}: "));

        static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
    }
}
