namespace Lanewise.Icc.Charts;

/// <summary>A point on a line of a chart.</summary>
/// <param name="X">The x value.</param>
/// <param name="Y">The y value.</param>
/// <param name="Words">The tooltip, which is also shown on touch.</param>
/// <param name="IsDoubtful">True if the point is drawn hollow and is not connected to the line.</param>
internal readonly record struct ChartPoint(double X, double Y, string Words = "", bool IsDoubtful = false);

/// <summary>Selects how a line is drawn.</summary>
internal enum ChartStroke
{
    Solid,
    Dashed,
    Dotted,
}

/// <summary>A line of a chart.</summary>
/// <param name="Name">The label at the end of the line, which may be empty.</param>
/// <param name="Points">The points from left to right.</param>
internal sealed record ChartLine(string Name, IReadOnlyList<ChartPoint> Points)
{
    /// <summary>The meaning of the line, which determines its color.</summary>
    public ChartInk Ink { get; init; }

    public ChartStroke Stroke { get; init; }

    /// <summary>Indicates whether a marker is drawn at each point.</summary>
    public bool HasMarks { get; init; } = true;

    /// <summary>Indicates whether the area below the line is filled.</summary>
    public bool IsArea { get; init; }
}

/// <summary>A point with an annotation.</summary>
internal readonly record struct ChartNote(double X, double Y, string Words);

/// <summary>
/// Draws lines in a coordinate system. The name of each line is shown at its end or next to it.
/// </summary>
internal sealed class LineChart : Chart
{
    /// <summary>The default height of a chart in units.</summary>
    public const int UsualHeight = 300;

    // A marker on the axis must not touch the text of a tick.
    private const int Top = 28, BottomOfTicks = 26, MostLabel = 118, LeadSpace = 14, TickGap = 9;

    private static readonly string[] Shapes =
    [
        "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", "M-2.6 -2.6h5.2v5.2h-5.2z", "M0 -3.8L3.8 0L0 3.8L-3.8 0z",
        "M0 -3.4L3.5 2.8H-3.5z", "M0 3.4L3.5 -2.8H-3.5z", "M-3 0H3M0 -3V3",
    ];

    private const string Hollow = "hollow points: too noisy";

    private const string Beyond = "M0 -5L3.5 1H-3.5z", Below = "M0 5L3.5 -1H-3.5z";

    // The texts next to and between the lines, which no other text may cover.
    private readonly List<(double Start, double Base, double Width)> placed = [];

    private readonly bool areLabelsInside;
    private readonly ChartAxis x, y;
    private readonly IReadOnlyList<ChartLine> lines;
    private readonly IReadOnlyList<ChartNote> notes;
    private readonly double leastX, mostX, leastY, mostY, left, right, bottom;
    private readonly IReadOnlyList<(double Value, string Words)> ticksX, ticksY;

    /// <param name="title">The title of the chart.</param>
    /// <param name="x">The horizontal axis.</param>
    /// <param name="y">The vertical axis.</param>
    /// <param name="lines">The lines. At least one line with at least one point is required.</param>
    /// <param name="notes">The points with annotations.</param>
    /// <param name="height">The total height.</param>
    /// <param name="areLabelsInside">
    /// True if the names of the lines are inside the coordinate system, next to their lines. With labels inside, more width is
    /// left for the lines, but the chart needs free areas between them.
    /// </param>
    public LineChart(
        string title, ChartAxis x, ChartAxis y, IReadOnlyList<ChartLine> lines, IReadOnlyList<ChartNote>? notes = null,
        int height = UsualHeight, bool areLabelsInside = false)
        : base(title)
    {
        (this.x, this.y, this.lines, this.notes, Height) = (x, y, lines, notes ?? [], height);
        this.areLabelsInside = areLabelsInside;
        ChartPoint[] points = [.. lines.SelectMany(line => line.Points)];
        (leastX, mostX) = (points.Min(p => p.X), points.Max(p => p.X));
        if (leastX == mostX) mostX = x.IsLog ? leastX * 2 : leastX + 1;
        (leastY, mostY) = Range(points);
        ticksY = y.Ticks(leastY, mostY, 5);
        left = Math.Max(30, ticksY.Max(tick => WidthOf(tick.Words)) + TickGap + 4);
        bottom = height - BottomOfTicks - (x.Name.Length > 0 ? LineHeight + 2 : 0);
        double widest = lines.Where(line => line.Name.Length > 0 && !IsBeside(line))
            .SelectMany(line => Balanced(line.Name, MostLabel)).Select(part => WidthOf(part)).DefaultIfEmpty(0).Max();
        IReadOnlyList<(double, string Words)> all = x.Ticks(leastX, mostX, 6);
        right = Math.Max(widest > 0 ? widest + LeadSpace + 8 : 0, (all.Count > 0 ? WidthOf(all[^1].Words) / 2 : 0) + 4);
        ticksX = Apart(all);
    }

    /// <summary>
    /// Indicates whether each point shows its tooltip if the pointer is on it. A page that shows the values in another way leaves
    /// the tooltips out.
    /// </summary>
    public bool HasTips { get; init; } = true;

    /// <summary>Returns the horizontal position of a value, as a fraction of the width of the chart.</summary>
    public double Across(double value) => X(value) / Width;

    protected override int Height { get; }

    protected override void Draw()
    {
        placed.Clear();
        foreach ((double value, string words) in ticksX)
        {
            Rule(X(value), Top, X(value), bottom);
            Words(X(value), bottom + 18, words, "middle");
        }

        foreach ((double value, string words) in ticksY)
        {
            Rule(left, Y(value), Width - right, Y(value));
            Words(left - TickGap, Y(value) + 4.5, words, "end");
        }

        if (x.Name.Length > 0) Words((left + Width - right) / 2, Height - 5, x.Name, "middle");
        if (y.Name.Length > 0) Words(0, 14, y.Name);
        if (lines.Any(line => line.HasMarks && line.Points.Any(p => p.IsDoubtful))) Words(Width, 14, Hollow, "end");
        for (int l = lines.Count - 1; l >= 0; l--) Line(l);
        foreach (ChartNote note in notes) Note(note);
        Labels();
        // Points come last, so that no line or label covers a tooltip.
        for (int l = lines.Count - 1; l >= 0; l--) Points(l);
    }

    private void Line(int index)
    {
        ChartLine line = lines[index];
        Add($"<g class=\"{Kind(index)}\">");
        string path = string.Join(' ', line.Points.Where(p => !p.IsDoubtful).Select(p => Text($"{X(p.X):0.#},{Y(p.Y):0.#}")));
        if (line.IsArea && path.Length > 0)
        {
            (double from, double to) = (X(line.Points[0].X), X(line.Points[^1].X));
            Add($"<polygon class=\"area\" points=\"{from:0.#},{bottom:0.#} {path} {to:0.#},{bottom:0.#}\"/>");
        }

        Add($"<polyline points=\"{path}\"/>");
        Add($"</g>");
    }

    private void Points(int index)
    {
        ChartLine line = lines[index];
        if (!line.HasMarks) return;

        Add($"<g class=\"{Kind(index)}\" data-line=\"{Escape(line.Name)}\">");
        foreach (ChartPoint point in line.Points)
        {
            // A value outside the range of the axis is drawn as an arrow at the edge.
            bool isBeyond = point.Y > mostY * 1.001, isBelow = point.Y < leastY * 0.999;
            string shape = IsCovered(index, point) ? "" : isBeyond ? Beyond : isBelow ? Below : Shape(index);
            double at = X(point.X);
            double width = WidthOf(point.Words) + 12, start = at < Width * 0.38 ? 0 : at > Width * 0.62 ? -width : -width / 2;
            start = Math.Clamp(at + start, 0, Math.Max(0, Width - width)) - at;
            string kind = (point.IsDoubtful ? " doubtful" : "") + (isBeyond || isBelow ? " beyond" : "");
            string stop = HasTips ? " tabindex=\"-1\"" : "";
            Add($"""
                <g class="point{kind}"{stop} transform="translate({at:0.##} {Y(point.Y):0.##})"
                data-x="{point.X:R}" data-y="{point.Y:G6}">
                """);
            if (!HasTips)
            {
                Add($"<path class=\"mark\" d=\"{shape}\"/></g>");
                continue;
            }

            Add($"""
                <path class="mark" d="{shape}"/><g class="tip">
                <rect x="{start:0.#}" y="-27" width="{width:0.#}" height="20" rx="3"/>
                <text x="{start + (width / 2):0.#}" y="-12.5" text-anchor="middle">{Escape(point.Words)}</text></g></g>
                """);
        }

        Add($"</g>");
    }

    // If two points are at nearly the same position, only the upper marker is drawn, because readers could recognize neither.
    private bool IsCovered(int index, ChartPoint point)
    {
        const double Near = 3;
        return !point.IsDoubtful && lines.Take(index).Any(line => line.HasMarks && line.Points.Any(other => !other.IsDoubtful
            && Math.Abs(X(other.X) - X(point.X)) < Near && Math.Abs(Y(other.Y) - Y(point.Y)) < Near));
    }

    // Colors and shapes repeat with different periods. Therefore, even with many lines, each combination of color and shape
    // occurs only once.
    private static string Shape(int line) => Shapes[(line + (line / Shapes.Length)) % Shapes.Length];

    private string Kind(int line) =>
        Palette.Class(lines[line].Ink, lines.Take(line).Count(other => other.Ink == lines[line].Ink))
        + lines[line].Stroke switch { ChartStroke.Dashed => " dashed", ChartStroke.Dotted => " dotted", _ => "" };

    private void Labels()
    {
        LabelsAtEnds();
        LabelsBeside();
    }

    // Places labels to the right of the chart, in the order of the line ends.
    private void LabelsAtEnds()
    {
        (int Line, IReadOnlyList<string> Parts, double Y)[] labels =
        [
            .. lines.Select((line, index) => (index, Balanced(line.Name, MostLabel), Y(End(line).Y)))
                .Where(label => lines[label.index].Name.Length > 0 && !IsBeside(lines[label.index]))
                .OrderBy(label => label.Item3),
        ];
        // If two labels overlap, each moves by half of the overlap. As a result, all labels stay near their lines and inside
        // the chart.
        for (int round = 0; round < 200 && labels.Length > 0; round++)
        {
            labels[0].Y = Math.Max(labels[0].Y, Top + 4);
            labels[^1].Y = Math.Min(labels[^1].Y, Height - 4 - ((labels[^1].Parts.Count - 1) * 15));
            for (int i = 1; i < labels.Length; i++)
            {
                double near = labels[i - 1].Y + (labels[i - 1].Parts.Count * 15) + 2 - labels[i].Y;
                if (near <= 0) continue;

                labels[i - 1].Y -= near / 2;
                labels[i].Y += near / 2;
            }
        }

        foreach ((int index, IReadOnlyList<string> parts, double at) in labels)
        {
            ChartPoint end = End(lines[index]);
            double start = Width - right + 4;
            Add($"<g class=\"{Kind(index)}\">");
            Rule(X(end.X) + 4, Y(end.Y), start + LeadSpace - 4, at, "lead");
            for (int part = 0; part < parts.Count; part++)
            {
                Words(start + LeadSpace, at + 4.5 + (part * 15), parts[part], kind: "line-words");
                placed.Add((start + LeadSpace, at + 4.5 + (part * 15), WidthOf(parts[part]) * 1.08));
            }

            Add($"</g>");
        }
    }

    // Places labels next to their lines, after all labels at line ends have been placed.
    private void LabelsBeside()
    {
        for (int l = 0; l < lines.Count; l++)
        {
            ChartLine line = lines[l];
            if (line.Name.Length == 0 || !IsBeside(line)) continue;

            // The points of a long line are close together, so it is enough to try a label at some of them.
            int step = Math.Max(1, line.Points.Count / 20);
            (double At, double Up)[] points =
                [.. Connected(line).Where((_, i) => i % step == 0).Append(End(line)).Select(p => (X(p.X), Y(p.Y)))];
            // A label may also be placed between two points, if the line is not steep there.
            (double At, double Up)[] between =
            [
                .. points.Zip(points.Skip(1)).Where(two => Math.Abs(two.First.Up - two.Second.Up) < LineHeight)
                    .Select(two => ((two.First.At + two.Second.At) / 2, (two.First.Up + two.Second.Up) / 2)),
            ];
            (double X, double Y)[] own = [.. Drawn(line)];
            (double X, double Y)[] others = [.. lines.Where(other => other != line).SelectMany(Drawn)];
            (double start, double up) = Free([.. points, .. between], points[^1], line.Name, own, others);
            Add($"<g class=\"{Kind(l)}\">");
            Lead(own, others, start, up, line.Name);
            Words(start, up, line.Name, kind: "note-words line-words");
            Add($"</g>");
        }
    }

    // If a label is not next to its line, or is nearer to another line, draws a leader line between the two.
    private void Lead(
        (double X, double Y)[] own, (double X, double Y)[] others, double start, double line,
        string words)
    {
        const double Near = 14;
        double width = WidthOf(words), distance = Distance(own, start, line, width);
        if (distance <= Near && distance <= Distance(others, start, line, width)) return;

        (double x, double y) = own.MinBy(p => Distance([p], start, line, width));
        (double toX, double toY) = (Math.Clamp(x, start - 2, start + width + 2), Math.Clamp(y, line - 12, line + 4));
        double length = Math.Sqrt(((toX - x) * (toX - x)) + ((toY - y) * (toY - y)));
        if (length > 6) Rule(x + ((toX - x) * 4 / length), y + ((toY - y) * 4 / length), toX, toY, "leader");
    }

    // Returns the last point that is connected to the line.
    private static ChartPoint End(ChartLine line) => Connected(line).LastOrDefault(line.Points[^1]);

    private static IEnumerable<ChartPoint> Connected(ChartLine line) => line.Points.Where(p => !p.IsDoubtful);

    private bool IsBeside(ChartLine line) => areLabelsInside || IsShort(line) || IsAloneBeforeItsEnd(line);

    // If a line ends far from the right edge, the label is placed at its end. A leader line to the edge would look like part
    // of the line.
    private bool IsShort(ChartLine line) =>
        line.Points.Any(p => !p.IsDoubtful) && Part(x, End(line).X, leastX, mostX) < 0.8;

    // True if a line ends near another line, but is far from all others for most of its length. At the end, readers would take
    // another line for the line of the label.
    private bool IsAloneBeforeItsEnd(ChartLine line)
    {
        const double Far = 2 * LineHeight;
        ChartLine[] others = [.. lines.Where(other => other != line)];
        ChartPoint[] points = [.. Connected(line)];
        return Array.Exists(others, other => IsWithin(LineHeight, End(line), End(other)))
            && points.Count(p => Array.TrueForAll(others, other => !IsWithin(Far, p, Nearest(other, p)))) > points.Length / 2;

        bool IsWithin(double distance, ChartPoint point, ChartPoint other) => Math.Abs(Y(point.Y) - Y(other.Y)) < distance;
    }

    // Returns the point of a line that is nearest to another point on the horizontal axis.
    private ChartPoint Nearest(ChartLine line, ChartPoint to)
    {
        double at = Part(x, to.X, leastX, mostX);
        return line.Points.MinBy(p => Math.Abs(Part(x, p.X, leastX, mostX) - at));
    }

    private void Note(ChartNote note)
    {
        double at = X(note.X), up = Y(note.Y);
        Add($"<circle class=\"ring\" cx=\"{at:0.#}\" cy=\"{up:0.#}\" r=\"5\"/>");
        (double start, double line) = Free([(at, up)], (at, up), note.Words, [], []);
        // If a text is not next to its point, a leader line connects the two.
        double middle = Math.Clamp(at, start, start + WidthOf(note.Words));
        if (line < up - 16) Leader(at, up - 5, middle, line + 4);
        if (line > up + 28) Leader(at, up + 5, middle, line - 12);
        Words(start, line, note.Words, kind: "note-words");
    }

    private void Leader(double x1, double y1, double x2, double y2)
    {
        Rule(x1, y1, x2, y2, "ring");
        const int HalfWidth = 10;
        for (double part = 0; part <= 1; part += 0.25)
        {
            placed.Add((x1 + (part * (x2 - x1)) - HalfWidth, y1 + (part * (y2 - y1)) + 5, 2 * HalfWidth));
        }
    }

    // Returns the start and the baseline of a text near one of the given points. At this position, the text covers no other text.
    // The position has the lowest cost: a text should not cover a line, should be nearer to its own line than to the others, and
    // should be near the end of its line. If there is no free position, returns the position at the end of the line.
    private (double Start, double Base) Free(
        (double At, double Up)[] points, (double At, double Up) end, string words,
        (double X, double Y)[] own, (double X, double Y)[] others)
    {
        // The text must be nearer to its own line than to the others by this factor.
        const double Nearer = 1.5;
        // The cost for each 3 units of a line that the text covers.
        const double Cover = 12;
        // The cost for each unit by which the text is too near to another line.
        const double Stray = 6;
        // The cost for a text beside the plot area.
        const double Outside = 40;
        // The cost for each 3 units of another line near the text.
        const double Surround = 0.5;
        // Moving a text by this distance along the line is as bad as moving it away from the line by 1.
        const double Along = 15;
        double width = WidthOf(words) * 1.08;
        (double X, double Y)[] drawn = [.. lines.SelectMany(Drawn)];
        (double Start, double Base) free = (end.At + 9, end.Up - 9);
        double least = double.MaxValue;
        foreach ((double at, double up) in points)
        {
            foreach (double start in (double[])[at + 9, at - (width / 2), at - width - 9])
            {
                foreach (double away in (double[])[4.5, -9, 21, -24, 36, -40, 52, -56, 68])
                {
                    double line = up + away;
                    bool isInside = start > left && start + width < Width - 2 && line > Top + 12 && line < bottom - 4;
                    if (isInside && !IsTaken(start, line)) Consider(at, up, start, line);
                }
            }
        }

        placed.Add((free.Start, free.Base, width));
        return free;

        bool IsTaken(double start, double line) => placed.Exists(other =>
            start < other.Start + other.Width && start + width > other.Start && Math.Abs(line - other.Base) < 24);

        void Consider(double at, double up, double start, double line)
        {
            double cost = (start + width > Width - right ? Outside : 0) + (Math.Abs(end.At - at) / Along)
                + Math.Abs(line - up) + (Math.Abs(start - at) / 8);
            if (cost >= least) return;

            cost += Cover * Covered(drawn, start, line, 0);
            if (cost >= least) return;

            if (own.Length > 0)
            {
                double distance = Distance(own, start, line, width);
                cost += distance + (Stray * Math.Max(0, (Nearer * distance) - Distance(others, start, line, width)));
            }

            cost += Surround * Covered(others, start, line, 12);
            if (cost < least) (least, free) = (cost, (start, line));
        }

        int Covered((double X, double Y)[] of, double start, double line, double more) => of.Count(p =>
            p.X > start - 3 - more && p.X < start + width + 3 + more && p.Y > line - 15 - more && p.Y < line + 6 + more);
    }

    // Returns the shortest distance between a text and points of lines.
    private static double Distance((double X, double Y)[] of, double start, double line, double width)
    {
        double least = double.MaxValue;
        foreach ((double x, double y) in of)
        {
            double aside = Math.Max(0, Math.Max(start - x, x - start - width));
            double above = Math.Max(0, Math.Max(line - 11 - y, y - line - 3));
            least = Math.Min(least, (aside * aside) + (above * above));
        }

        return Math.Sqrt(least);
    }

    // Returns points along a line, at most 3 units apart.
    private IEnumerable<(double X, double Y)> Drawn(ChartLine line)
    {
        (double X, double Y)[] points = [.. Connected(line).Select(p => (X(p.X), Y(p.Y)))];
        if (points.Length == 1) yield return points[0];
        for (int i = 1; i < points.Length; i++)
        {
            ((double fromX, double fromY), (double toX, double toY)) = (points[i - 1], points[i]);
            int steps = 1 + (int)(Math.Max(Math.Abs(toX - fromX), Math.Abs(toY - fromY)) / 3);
            for (int step = 0; step <= steps; step++)
            {
                double part = (double)step / steps;
                yield return (fromX + (part * (toX - fromX)), fromY + (part * (toY - fromY)));
            }
        }

        foreach (ChartPoint doubtful in line.Points.Where(p => p.IsDoubtful)) yield return (X(doubtful.X), Y(doubtful.Y));
    }

    // A single outlier must not compress the other values. Therefore, the axis covers the lowest and the highest 1 % of the
    // values only if they are near the others.
    private (double Least, double Most) Range(ChartPoint[] points)
    {
        double[] values = [.. points.Where(p => !p.IsDoubtful).Select(p => p.Y).DefaultIfEmpty(points[0].Y).Order()];
        if (!y.IsLog)
        {
            double top = values[^1] > 0 ? values[^1] : 1, step = y.Base ?? ChartAxis.Round(top / 5, up: true);
            return (Math.Min(0, values[0]), Math.Ceiling((top / step) - 0.001) * step);
        }

        const double Near = 4;
        int edge = values.Length / 50;
        double low = values[edge], high = values[^(edge + 1)];
        double least = Math.Max(values[0], low / Near), most = Math.Min(values[^1], high * Near);
        least = ChartAxis.Round(least, up: false);
        most = ChartAxis.Round(most, up: true);
        return (least, Math.Max(most, least * 2));
    }

    // Omits ticks whose labels would touch another label.
    private List<(double Value, string Words)> Apart(IReadOnlyList<(double Value, string Words)> ticks)
    {
        List<(double, string)> apart = [];
        double end = double.NegativeInfinity;
        foreach ((double value, string words) in ticks)
        {
            double half = WidthOf(words) / 2;
            if (X(value) - half < end + 6) continue;

            apart.Add((value, words));
            end = X(value) + half;
        }

        return apart;
    }

    private double X(double value) => left + (Part(x, value, leastX, mostX) * (Width - left - right));

    private double Y(double value) => bottom - (Math.Clamp(Part(y, value, leastY, mostY), 0, 1) * (bottom - Top));

    private static double Part(ChartAxis axis, double value, double least, double most) => axis.IsLog
        ? Math.Log(Math.Max(value, double.Epsilon) / least) / Math.Log(most / least)
        : (value - least) / (most - least);
}
