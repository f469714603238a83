using System.Collections;
using System.Runtime.CompilerServices;

namespace Lanewise.Icc;

/// <summary>
/// Represents the samples of a curve as a chain. The 8-bit codes between two adjacent samples constrain both samples. Two passes
/// along the chain determine whether the error can stay within a bound, and which samples have the smallest error.
/// </summary>
/// <remarks>
/// The 8-bit code k is at position k (points - 1) / 255. Therefore, code k is between the samples i and i + 1, at r / 255 of the
/// distance, where r = k (points - 1) mod 255. For adjacent samples u and v, the value of code k is ((255 - r) u + r v) / 255.
/// Therefore, 255 times the value of a code is an integer, and every inequality in this class is exact.
/// </remarks>
internal sealed class CurveChain
{
    /// <summary>
    /// The maximum number of sample pairs that one search tests. Testing this many pairs takes about a second.
    /// </summary>
    internal const int MaxSteps = 1 << 28;

    private const int MaxRounds = 3;
    private const int Last = ushort.MaxValue;
    private const int Scale = 255 * Last;

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

    /// <summary>
    /// The number of sample pairs that all searches have tested so far, which is a machine-independent measure of the cost of
    /// a fit.
    /// </summary>
    public long Pairs { get; private set; }

    /// <summary>The 8-bit codes from one sample (inclusive) to the next sample (exclusive).</summary>
    private readonly record struct Link(int FirstCode, int Codes);

    /// <summary>Returns whether there is a curve whose error is within the bound at every 8-bit code.</summary>
    public bool IsPossible(double bound, double freedom, CancellationToken cancellationToken = default) =>
        Reach(new(this, bound, freedom), null, cancellationToken);

    /// <summary>
    /// Returns a curve whose error is within the bound, or null if no such curve exists. Each sample is as close to the exact
    /// curve as the samples to its right allow.
    /// </summary>
    public int[]? Find(double bound, double freedom, CancellationToken cancellationToken)
    {
        Ranges ranges = new(this, bound, freedom);
        BitArray[] reached = new BitArray[points];
        if (!Reach(ranges, reached, cancellationToken)) return null;

        int[] samples = new int[points];
        samples[^1] = Last;
        for (int i = points - 2; i > 0; i--)
        {
            int target = (int)Math.Round(exact.Decode(i / (points - 1.0)) * Last);
            int nearest = -1;
            for (int u = ranges.Low[i]; u <= ranges.High[i]; u++)
            {
                if (!reached[i][u - ranges.Low[i]] || (nearest >= 0 && Math.Abs(u - target) >= Math.Abs(nearest - target)))
                    continue;

                (int a, int b) = Allowed(links[i], u, ranges, i + 1);
                if (samples[i + 1] >= a && samples[i + 1] <= b) nearest = u;
            }

            samples[i] = nearest;
        }

        return samples;
    }

    /// <summary>
    /// Returns the curve with the smallest RMS error among all curves within the bound. If a complete search would exceed
    /// <see cref="MaxSteps"/>, the method starts at <paramref name="start"/> and repeatedly searches near the best curve so far.
    /// </summary>
    /// <param name="bound">The maximum error, in units of 8-bit code values.</param>
    /// <param name="freedom">
    /// The amount by which a sample's difference from the exact curve may exceed the bound, in units of 8-bit code values.
    /// </param>
    /// <param name="start">A curve whose error is within the bound.</param>
    /// <param name="cancellationToken">Cancels the search.</param>
    public IccCurve Solve(double bound, double freedom, ReadOnlySpan<int> start, CancellationToken cancellationToken)
    {
        Ranges ranges = new(this, bound, freedom);
        int[] best = [.. start];
        if (Steps(ranges, cancellationToken) <= MaxSteps) return ToCurve(Solve(ranges, cancellationToken) ?? best);

        int reach = (int)((Math.Sqrt(MaxSteps / links.Length) - 1) / 2);
        for (int round = 0; round < MaxRounds; round++)
        {
            int[]? better = Solve(ranges.Around(best, reach), cancellationToken);
            if (better is null || better.AsSpan().SequenceEqual(best)) break;

            best = better;
        }

        return ToCurve(best);
    }

    private static IccCurve ToCurve(int[] samples) => IccCurve.FromSamples([.. samples.Select(x => (ushort)x)]);

    /// <summary>
    /// Computes the set of allowed values for each sample along the chain. Stores the sets in <paramref name="reached"/> unless
    /// it is null.
    /// </summary>
    private bool Reach(Ranges ranges, BitArray[]? reached, CancellationToken cancellationToken)
    {
        bool[] current = [true];
        for (int i = 0; i < links.Length; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (reached is not null) reached[i] = new(current);

            // Each value of the left sample allows an interval of values of the right sample. Counting the starts and ends of
            // these intervals yields their union.
            int width = ranges.Width(i + 1);
            int low = ranges.Low[i + 1];
            int[] steps = new int[width + 1];
            for (int u = ranges.Low[i]; u <= ranges.High[i]; u++)
            {
                if (!current[u - ranges.Low[i]]) continue;

                (int a, int b) = Allowed(links[i], u, ranges, i + 1);
                if (a > b) continue;

                steps[a - low]++;
                steps[b - low + 1]--;
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

    /// <summary>Returns the number of sample pairs that a search of all curves would test.</summary>
    private double Steps(Ranges ranges, CancellationToken cancellationToken)
    {
        double steps = 0;
        for (int i = 0; i < links.Length; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            for (int u = ranges.Low[i]; u <= ranges.High[i]; u++)
            {
                (int a, int b) = Allowed(links[i], u, ranges, i + 1);
                steps += Math.Max(0, b - a + 1);
            }
        }

        return steps;
    }

    private int[]? Solve(Ranges ranges, CancellationToken cancellationToken)
    {
        double[] cost = [0];
        int[][] from = new int[points][];
        for (int i = 0; i < links.Length; i++)
        {
            int width = ranges.Width(i + 1);
            int low = ranges.Low[i + 1];
            double[] next = new double[width];
            Array.Fill(next, double.PositiveInfinity);
            int[] came = new int[width];
            Quadratic form = Form(i);
            for (int u = ranges.Low[i]; u <= ranges.High[i]; u++)
            {
                double soFar = cost[u - ranges.Low[i]];
                if (double.IsPositiveInfinity(soFar)) continue;

                cancellationToken.ThrowIfCancellationRequested();
                (int a, int b) = Allowed(links[i], u, ranges, i + 1);
                Pairs += Math.Max(0, b - a + 1);
                for (int v = a; v <= b; v++)
                {
                    double total = soFar + form.Of(u, v);
                    if (total >= next[v - low]) continue;

                    next[v - low] = total;
                    came[v - low] = u;
                }
            }

            cost = next;
            from[i + 1] = came;
        }

        if (double.IsPositiveInfinity(cost[0])) return null;

        int[] samples = new int[points];
        samples[^1] = Last;
        for (int i = points - 1; i > 0; i--) samples[i - 1] = from[i][samples[i] - ranges.Low[i]];
        return samples;
    }

    /// <summary>
    /// Returns the interval of right sample values that a left sample value allows. All values in the interval are at least the
    /// left value, are within the bounds of the right sample, and are valid for every code between the two samples.
    /// </summary>
    private (int Low, int High) Allowed(in Link link, int u, Ranges ranges, int right)
    {
        int a = Math.Max(ranges.Low[right], u);
        int b = ranges.High[right];
        for (int code = link.FirstCode; code < link.FirstCode + link.Codes; code++)
        {
            int least = ranges.Least[code], most = ranges.Most[code];
            if (least <= 0 && most >= Scale) continue;

            int r = code * (points - 1) % 255;
            int left = (255 - r) * u;
            if (r == 0)
            {
                if (left < least || left > most) return (1, 0);
                continue;
            }

            a = Math.Max(a, -FloorDivide(left - least, r));
            b = Math.Min(b, FloorDivide(most - left, r));
        }

        return (a, b);
    }

    private static int FloorDivide(int a, int b)
    {
        int quotient = a / b;
        return a - (quotient * b) < 0 ? quotient - 1 : quotient;
    }

    /// <summary>
    /// For a given error bound, computes the allowed ranges of each sample and of 255 times the value of each code. The first
    /// and last samples are fixed.
    /// </summary>
    private sealed class Ranges
    {
        public Ranges(CurveChain chain, double bound, double freedom)
        {
            for (int code = 0; code < 256; code++)
            {
                // Curve values are between 0 and Scale, so limits outside this interval are clamped.
                Least[code] = (int)Math.Clamp(
                    Math.Ceiling((double)Scale * chain.exact.Decode((code - bound) / 255)), 0, Scale + 1.0);
                Most[code] = (int)Math.Clamp(Math.Floor((double)Scale * chain.exact.Decode((code + bound) / 255)), -1, Scale);
            }

            Low = new int[chain.points];
            High = new int[chain.points];
            double reach = (bound + freedom) / 255;
            for (int i = 1; i < chain.points - 1; i++)
            {
                double x = i / (chain.points - 1.0);
                Low[i] = (int)Math.Clamp(Math.Floor(chain.exact.Decode(x - reach) * Last), 0, Last);
                High[i] = (int)Math.Clamp(Math.Ceiling(chain.exact.Decode(x + reach) * Last), 0, Last);
            }

            Low[^1] = Last;
            High[^1] = Last;
        }

        private Ranges(Ranges other, int[] samples, int reach)
        {
            (Least, Most) = (other.Least, other.Most);
            Low = [.. other.Low.Select((x, i) => Math.Max(x, samples[i] - reach))];
            High = [.. other.High.Select((x, i) => Math.Min(x, samples[i] + reach))];
        }

        public int[] Least { get; } = new int[256];

        public int[] Most { get; } = new int[256];

        public int[] Low { get; }

        public int[] High { get; }

        public int Width(int sample) => High[sample] - Low[sample] + 1;

        public Ranges Around(int[] samples, int reach) => new(this, samples, reach);
    }

    /// <summary>
    /// Returns the squared error of the codes between two adjacent samples as a quadratic function of both samples. If the
    /// error is small, its size in code values is the difference in linear light, multiplied by the slope of the encoding at that
    /// point.
    /// </summary>
    private Quadratic Form(int i)
    {
        Quadratic form = default;
        for (int code = links[i].FirstCode; code < links[i].FirstCode + links[i].Codes; code++)
        {
            double r = code * (points - 1) % 255 / 255.0;
            form = form.Plus(1 - r, r, exact.Decode(code / 255.0) * Last, CodesPerUnit(code / 255.0));
        }

        // If no code constrains a sample, this term moves the sample toward the exact curve. The weight of the term is too small
        // to affect the other samples.
        double knot = (i + 1) / (points - 1.0);
        return form.Plus(0, 1, exact.Decode(knot) * Last, 1e-4 * CodesPerUnit(knot));
    }

    private double CodesPerUnit(double x)
    {
        const double Step = 1 / 1024.0;
        double difference = exact.Decode(x + Step) - exact.Decode(x - Step);
        return 255 * 2 * Step / (Last * Math.Max(difference, 1e-9));
    }

    /// <summary>A sum of squares of (p u + q v - t) s, stored as six numbers.</summary>
    private readonly record struct Quadratic(double Uu, double Uv, double Vv, double U, double V, double One)
    {
        public Quadratic Plus(double p, double q, double t, double s)
        {
            double w = s * s;
            return new(
                Uu + (w * p * p), Uv + (2 * w * p * q), Vv + (w * q * q),
                U - (2 * w * p * t), V - (2 * w * q * t), One + (w * t * t));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public double Of(double u, double v) => (Uu * u * u) + (Uv * u * v) + (Vv * v * v) + (U * u) + (V * v) + One;
    }
}
