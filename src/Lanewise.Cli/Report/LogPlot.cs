using System.Globalization;
using Lanewise.Proof.Sweeps;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Report;

/// <summary>
/// A sweep as SVG, both axes in powers: lines, points with their figures as tooltips, and what each point stands for as
/// attributes.
/// </summary>
internal sealed class LogPlot : Plot
{
    private readonly Sweep sweep;
    private readonly double leastX, mostX, leastY, mostY;

    private LogPlot(Sweep sweep)
    {
        this.sweep = sweep;
        SweepPoint[] points = [.. sweep.Lines.SelectMany(line => line.Points)];
        (leastX, mostX) = (points.Min(p => p.X), points.Max(p => p.X));
        if (leastX == mostX) mostX = leastX * 2;
        (leastY, mostY) = (Round(points.Min(p => p.Y.Value), up: false), Round(points.Max(p => p.Y.Value), up: true));
    }

    public static string Draw(Sweep sweep) => new LogPlot(sweep).Draw();

    /// <summary>The class of a line in the page's style sheet: a colour, and how it is drawn.</summary>
    public static string Class(Sweep sweep, int line) => sweep.Lines[line].Kind switch
    {
        LineKind.Ideal => "ideal",
        LineKind.Peer => Invariant($"c{line % Colors} peer"),
        _ => Invariant($"c{line % Colors} ours"),
    };

    /// <summary>Colours of the style sheet: c0 and so on.</summary>
    public const int Colors = 10;

    /// <summary>A value with the unit of an axis.</summary>
    public static string Text(Quantity quantity, double value) => quantity switch
    {
        Quantity.Bytes => SweepRun.Size((long)value),
        Quantity.MegabytesPerSecond => value < 1000 ? Short(value) + " MB/s" : Short(value / 1000) + " GB/s",
        Quantity.NanosecondsPerMessage => value < 1000 ? Short(value) + " ns" : Short(value / 1000) + " µs",
        Quantity.Times => Short(value) + "×",
        _ => Short(value),
    };

    /// <summary>What an axis counts, for people.</summary>
    public static string Name(Quantity quantity) => quantity switch
    {
        Quantity.Bytes => "bytes",
        Quantity.Messages => "messages in a call",
        Quantity.Lanes => "lanes",
        Quantity.Cores => "cores",
        Quantity.MegabytesPerSecond => "throughput",
        Quantity.NanosecondsPerMessage => "time of a message",
        _ => "speedup",
    };

    private string Draw()
    {
        Begin($"{sweep.Algorithm}: {sweep.Title}", $"data-sweep=\"{sweep.Name}\"");
        foreach (double x in TicksX()) Tick(X(x), null, Text(sweep.X, x));
        foreach (double y in TicksY()) Tick(null, Y(y), Text(sweep.Y, y));
        NameX(Name(sweep.X));
        for (int l = sweep.Lines.Count - 1; l >= 0; l--) Line(l);
        return End();
    }

    private void Line(int index)
    {
        SweepLine line = sweep.Lines[index];
        Svg.Append(Invariant($"<g class=\"{Class(sweep, index)}\" data-line=\"{E(line.Name)}\">"));
        IEnumerable<SweepPoint> clear = line.Points.Where(p => !p.Y.IsNoise);
        string path = string.Join(' ', clear.Select(p => Invariant($"{X(p.X):0.#},{Y(p.Y.Value):0.#}")));
        Svg.Append(Invariant($"<polyline points=\"{path}\"/>"));
        foreach (SweepPoint point in line.Kind == LineKind.Ideal ? [] : line.Points)
        {
            string value = point.Y.IsNoise
                ? Reading.NoisyMeans
                : Invariant($"{Text(sweep.Y, point.Y.Value)}, spread {point.Y.Spread:P0}");
            Svg.Append(point.Y.IsNoise ? "<circle class=\"noise\"" : "<circle");
            Svg.Append(Invariant($" cx=\"{X(point.X):0.##}\" cy=\"{Y(point.Y.Value):0.##}\" r=\"2.6\" "));
            Svg.Append(Invariant($"data-x=\"{point.X:R}\" data-y=\"{point.Y.Value:G6}\">"));
            string title = E($"{line.Name}, {Text(sweep.X, point.X)}: {value}");
            Svg.Append(Invariant($"<title>{title}</title></circle>"));
        }

        Svg.Append("</g>\n");
    }

    private double X(double value) => Left + (Math.Log(value / leastX) / Math.Log(mostX / leastX) * (Width - Left - Right));

    private double Y(double value) =>
        Height - Bottom - (Math.Log(value / leastY) / Math.Log(mostY / leastY) * (Height - Top - Bottom));

    private IEnumerable<double> TicksX()
    {
        double step = sweep.X switch { Quantity.Bytes => 16, Quantity.Messages => 4, _ => 2 };
        for (double x = 1; x <= mostX * 1.001; x *= step)
        {
            if (x >= leastX * 0.999) yield return x;
        }
    }

    // 1, 2, 5, 10, 20 ..., or powers of ten where those would be too many.
    private IEnumerable<double> TicksY()
    {
        bool many = mostY / leastY > 300;
        for (int power = -6; power < 15; power++)
        {
            foreach (int digit in many ? (int[])[1] : [1, 2, 5])
            {
                double y = digit * Math.Pow(10, power);
                if (y >= leastY * 0.999 && y <= mostY * 1.001) yield return y;
            }
        }
    }

    private static string Short(double value) =>
        value.ToString(value < 9.95 ? "0.##" : value < 99.5 ? "0.#" : "0", CultureInfo.InvariantCulture);
}
