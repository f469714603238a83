using System.Globalization;
using System.Text;

namespace Lanewise.Icc;

/// <summary>The best curve for one number of points.</summary>
/// <param name="Points">The number of samples.</param>
/// <param name="Bytes">
/// The size of an RGB profile of version 2 with that curve, packed tightly with a name of up to 7 characters.
/// </param>
/// <param name="Error">The errors of the curve.</param>
public readonly record struct FitRow(int Points, int Bytes, CurveError Error);

/// <summary>Error against number of points and bytes: as rows, and as a picture.</summary>
public static class FitReport
{
    private const int Width = 860;
    private const int Height = 480;
    private const int Left = 80;
    private const int Right = 30;
    private const int Top = 90;
    private const int Bottom = 60;
    private const string Font = "font-family=\"sans-serif\" font-size=\"12\"";

    /// <summary>The bytes of a tightly packed RGB profile of version 2 before its samples.</summary>
    private const int BytesBeforeSamples = 364;

    /// <summary>Fits every number of points in a range.</summary>
    /// <param name="exact">The curve to come close to.</param>
    /// <param name="from">The smallest number of points.</param>
    /// <param name="to">The largest number of points.</param>
    /// <param name="objective">What to make small.</param>
    /// <param name="progress">Told the share that is done.</param>
    /// <param name="cancellationToken">Stops the fits.</param>
    /// <returns>A row for each number of points.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The range is empty or reaches outside 2 to 4096.</exception>
    /// <exception cref="OperationCanceledException">The fits were stopped.</exception>
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
                nameof(from), $"{from}-{to}", $"The range of points must lie between 2 and {CurveFitter.MaxPoints}.");

        List<FitRow> rows = [];
        for (int points = from; points <= to; points++)
        {
            IccCurve curve = CurveFitter.Fit(exact, points, objective, null, cancellationToken);
            rows.Add(new(points, BytesBeforeSamples + (2 * points), CurveError.Of(curve, exact)));
            progress?.Report((points - from + 1.0) / (to - from + 1));
        }

        return rows;
    }

    /// <summary>Draws largest error and rms over the number of points, on logarithmic errors, with the bytes above.</summary>
    /// <param name="title">The line over the picture.</param>
    /// <param name="rows">The rows, in ascending order of points.</param>
    /// <returns>An SVG document.</returns>
    /// <exception cref="ArgumentException">There are no rows.</exception>
    public static string ToSvg(string title, IReadOnlyList<FitRow> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        if (rows.Count == 0) throw new ArgumentException("A picture needs at least one row.", nameof(rows));

        double[] errors = [.. rows.SelectMany(x => new[] { x.Error.Largest, x.Error.RootMeanSquare }).Where(x => x > 0)];
        int low = errors.Length == 0 ? -1 : (int)Math.Floor(Math.Log10(errors.Min()));
        int high = errors.Length == 0 ? 0 : Math.Max((int)Math.Ceiling(Math.Log10(errors.Max())), low + 1);
        int first = rows[0].Points;
        int last = Math.Max(rows[^1].Points, first + 1);
        double X(double points) => Left + ((points - first) / (last - first) * (Width - Left - Right));
        double Y(double error)
        {
            double power = Math.Clamp(Math.Log10(Math.Max(error, double.Epsilon)), low, high);
            return Top + ((high - power) / (high - low) * (Height - Top - Bottom));
        }


        StringBuilder svg = new();
        void Line(FormattableString text) => svg.Append(text.ToString(CultureInfo.InvariantCulture)).Append('\n');
        void Text(double x, double y, string anchor, string text) =>
            Line($"<text x=\"{x:0.#}\" y=\"{y:0.#}\" text-anchor=\"{anchor}\">{Escape(text)}</text>");
        void Rule(double x1, double y1, double x2, double y2, string colour) =>
            Line($"<line x1=\"{x1:0.#}\" y1=\"{y1:0.#}\" x2=\"{x2:0.#}\" y2=\"{y2:0.#}\" stroke=\"{colour}\"/>");

        Line(
            $"""
            <svg xmlns="http://www.w3.org/2000/svg" width="{Width}" height="{Height}" viewBox="0 0 {Width} {Height}" {Font}>
            """);
        Line($"<rect width=\"{Width}\" height=\"{Height}\" fill=\"#fff\"/>");
        Line($"<text x=\"{Left}\" y=\"24\" font-size=\"16\">{Escape(title)}</text>");
        for (int power = low; power <= high; power++)
        {
            double y = Y(Math.Pow(10, power));
            Rule(Left, y, Width - Right, y, "#ccc");
            Text(Left - 8, y + 4, "end", Math.Pow(10, power).ToString("0.######", CultureInfo.InvariantCulture));
        }

        int step = Step(last - first);
        for (int points = (first + step - 1) / step * step; points <= last; points += step)
        {
            Rule(X(points), Top, X(points), Height - Bottom, "#eee");
            Text(X(points), Height - Bottom + 18, "middle", points.ToString(CultureInfo.InvariantCulture));
            Text(X(points), Top - 8, "middle", (BytesBeforeSamples + (2 * points)).ToString(CultureInfo.InvariantCulture));
        }

        Text((Left + Width - Right) / 2.0, Height - 16, "middle", "points of the curve");
        Text((Left + Width - Right) / 2.0, Top - 28, "middle", "bytes of an RGB profile, version 2");
        string middle = $"translate(20 {(Top + Height - Bottom) / 2}) rotate(-90)";
        Line($"<text transform=\"{middle}\" text-anchor=\"middle\">error in 8-bit codes</text>");
        Series("#c0392b", "largest", 0, x => x.Largest);
        Series("#2471a3", "rms", 1, x => x.RootMeanSquare);
        Line($"</svg>");
        return svg.ToString();

        void Series(string colour, string name, int number, Func<CurveError, double> value)
        {
            string path = string.Join(' ', rows.Select(x =>
                string.Create(CultureInfo.InvariantCulture, $"{X(x.Points):0.##},{Y(value(x.Error)):0.##}")));
            Line($"<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{path}\"/>");
            double x = Width - Right - 150 + (80 * number);
            Line($"<line x1=\"{x}\" y1=\"20\" x2=\"{x + 20}\" y2=\"20\" stroke=\"{colour}\" stroke-width=\"2\"/>");
            Text(x + 26, 24, "start", name);
        }
    }

    /// <summary>A distance of marks that gives between five and twelve of them.</summary>
    private static int Step(int range)
    {
        ReadOnlySpan<int> steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
        foreach (int step in steps)
        {
            if (range / step <= 12) return step;
        }

        return 1000;
    }

    private static string Escape(string text) =>
        text.Replace("&", "&amp;", StringComparison.Ordinal).Replace("<", "&lt;", StringComparison.Ordinal);
}
