namespace Lanewise.Icc;

/// <summary>
/// The samples of a curve as a chain: what the 8-bit codes between two neighbours demand of both, and the two passes that
/// answer whether a bound can be kept and which samples keep it best.
/// </summary>
/// <remarks>
/// A code k of 255 lies at k (points - 1) / 255 samples from the left: between sample i and i + 1, at r / 255 of the way with
/// r = k (points - 1) mod 255. Its value is ((255 - r) u + r v) / 255 for the neighbours u and v, so 255 times the value is
/// a whole number and every inequality here is exact.
/// </remarks>
internal sealed class CurveChain
{
    private const int Last = ushort.MaxValue;

    private readonly TransferFunction exact;
    private readonly int points;
    private readonly Link[] links;

    public CurveChain(TransferFunction exact, int points)
    {
        this.exact = exact;
        this.points = points;
        links = new Link[points - 1];
        int code = 0;
        for (int i = 0; i < links.Length; i++)
        {
            int first = code;
            while (code <= 255 && code * (points - 1) / 255 == i) code++;
            links[i] = new(first, code - first);
        }
    }

    /// <summary>The codes from one sample up to, and not at, the next.</summary>
    private readonly record struct Link(int FirstCode, int Codes);

    /// <summary>Whether some curve keeps the bound at every code.</summary>
    public bool IsPossible(double bound, double freedom)
    {
        (int[] low, int[] high) = Windows(bound, freedom);
        (long[] least, long[] most) = Bounds(bound);
        bool[] current = [true];
        for (int i = 0; i < links.Length; i++)
        {
            // Each left value allows one run of right values; counting where runs begin and end gives their union.
            int width = high[i + 1] - low[i + 1] + 1;
            int[] steps = new int[width + 1];
            for (int u = low[i]; u <= high[i]; u++)
            {
                if (!current[u - low[i]]) continue;

                (long a, long b) = Allowed(links[i], u, low[i + 1], high[i + 1], least, most);
                if (a > b) continue;

                steps[a - low[i + 1]]++;
                steps[b - low[i + 1] + 1]--;
            }

            bool[] next = new bool[width];
            bool any = false;
            int open = 0;
            for (int v = 0; v < width; v++)
            {
                open += steps[v];
                next[v] = open > 0;
                any |= next[v];
            }

            if (!any) return false;
            current = next;
        }

        return true;
    }

    /// <summary>The curve with the smallest rms of those that keep the bound, or null where none does.</summary>
    public IccCurve? Solve(double bound, double freedom, CancellationToken cancellationToken)
    {
        (int[] low, int[] high) = Windows(bound, freedom);
        (long[] least, long[] most) = Bounds(bound);
        double[] cost = [0];
        int[][] from = new int[points][];
        for (int i = 0; i < links.Length; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            int width = high[i + 1] - low[i + 1] + 1;
            double[] next = new double[width];
            Array.Fill(next, double.PositiveInfinity);
            int[] came = new int[width];
            Quadratic form = Form(i);
            for (int u = low[i]; u <= high[i]; u++)
            {
                double soFar = cost[u - low[i]];
                if (double.IsPositiveInfinity(soFar)) continue;

                (long a, long b) = Allowed(links[i], u, low[i + 1], high[i + 1], least, most);
                for (int v = (int)a; v <= b; v++)
                {
                    double total = soFar + form.Of(u, v);
                    if (total >= next[v - low[i + 1]]) continue;

                    next[v - low[i + 1]] = total;
                    came[v - low[i + 1]] = u;
                }
            }

            cost = next;
            from[i + 1] = came;
        }

        if (double.IsPositiveInfinity(cost[0])) return null;

        ushort[] samples = new ushort[points];
        samples[^1] = Last;
        for (int i = points - 1; i > 0; i--) samples[i - 1] = (ushort)from[i][samples[i] - low[i]];
        return IccCurve.FromSamples(samples);
    }

    /// <summary>The right neighbours that a left one allows: monotonic, inside the window, and good for every code between.</summary>
    private (long Low, long High) Allowed(in Link link, int u, int low, int high, long[] least, long[] most)
    {
        long a = Math.Max(low, u);
        long b = high;
        for (int code = link.FirstCode; code < link.FirstCode + link.Codes; code++)
        {
            int r = code * (points - 1) % 255;
            long left = (255L - r) * u;
            if (r == 0)
            {
                if (left < least[code] || left > most[code]) return (1, 0);
                continue;
            }

            a = Math.Max(a, -FloorDivide(left - least[code], r));
            b = Math.Min(b, FloorDivide(most[code] - left, r));
        }

        return (a, b);
    }

    private static long FloorDivide(long a, long b)
    {
        long quotient = a / b;
        return (a % b) < 0 ? quotient - 1 : quotient;
    }

    /// <summary>The range of 255 times the value of each code within the bound.</summary>
    private (long[] Least, long[] Most) Bounds(double bound)
    {
        long[] least = new long[256];
        long[] most = new long[256];
        for (int code = 0; code < 256; code++)
        {
            least[code] = (long)Math.Ceiling(255.0 * Last * exact.Decode((code - bound) / 255));
            most[code] = (long)Math.Floor(255.0 * Last * exact.Decode((code + bound) / 255));
        }

        return (least, most);
    }

    /// <summary>The range each sample is looked for in; the ends are fixed.</summary>
    private (int[] Low, int[] High) Windows(double bound, double freedom)
    {
        int[] low = new int[points];
        int[] high = new int[points];
        double reach = (bound + freedom) / 255;
        for (int i = 1; i < points - 1; i++)
        {
            double x = i / (points - 1.0);
            low[i] = (int)Math.Clamp(Math.Floor(exact.Decode(x - reach) * Last), 0, Last);
            high[i] = (int)Math.Clamp(Math.Ceiling(exact.Decode(x + reach) * Last), 0, Last);
        }

        low[^1] = Last;
        high[^1] = Last;
        return (low, high);
    }

    /// <summary>
    /// The squared error of the codes of a link as a quadratic form in both samples. A small value of the error is proportional
    /// to the distance in linear light, with the slope of the encoding there; that is what is summed.
    /// </summary>
    private Quadratic Form(int i)
    {
        Quadratic form = default;
        for (int code = links[i].FirstCode; code < links[i].FirstCode + links[i].Codes; code++)
        {
            double r = code * (points - 1) % 255 / 255.0;
            form = form.Plus(1 - r, r, exact.Decode(code / 255.0) * Last, CodesPerUnit(code / 255.0));
        }

        // A sample that no code pins down goes to the curve itself: the weight is too small to decide anything else.
        double knot = (i + 1) / (points - 1.0);
        return form.Plus(0, 1, exact.Decode(knot) * Last, 1e-4 * CodesPerUnit(knot));
    }

    private double CodesPerUnit(double x)
    {
        const double Step = 1 / 1024.0;
        double rise = exact.Decode(x + Step) - exact.Decode(x - Step);
        return 255 * 2 * Step / (Last * Math.Max(rise, 1e-9));
    }

    /// <summary>A sum of squares of (p u + q v - t) s, kept as six numbers.</summary>
    private readonly record struct Quadratic(double Uu, double Uv, double Vv, double U, double V, double One)
    {
        public Quadratic Plus(double p, double q, double t, double s)
        {
            double w = s * s;
            return new(
                Uu + (w * p * p), Uv + (2 * w * p * q), Vv + (w * q * q),
                U - (2 * w * p * t), V - (2 * w * q * t), One + (w * t * t));
        }

        public double Of(double u, double v) => (Uu * u * u) + (Uv * u * v) + (Vv * v * v) + (U * u) + (V * v) + One;
    }
}
