using Lanewise.Proof.Libraries;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>A measured speedup of an algorithm.</summary>
/// <param name="Algorithm">The title of the algorithm.</param>
/// <param name="Measured">The ratio of the throughputs. The ratio is noise if the measurement rounds differ too much.</param>
/// <param name="Of">The baseline: <c>one by one</c> or the name of a library.</param>
/// <param name="IsComparable">
/// Whether both sides of the comparison did the same work. If not, <see cref="Gains.Explanations"/> returns the reason.
/// </param>
internal sealed record Gain(string Algorithm, Reading Measured, string Of, bool IsComparable = true)
{
    /// <summary>The ratio of the throughputs, or null if the ratio is noise.</summary>
    public double? Ratio => Measured.IsNoise ? null : Measured.Value;

    /// <summary>Indicates whether the figure exceeds the measurement noise and is comparable.</summary>
    public bool IsJudged => Ratio is not null && IsComparable;

    public bool IsFaster => Ratio > Reading.Equal;

    public bool IsSlower => Ratio * Reading.Equal < 1;

    /// <summary>Indicates whether the throughputs are equal within 5 %.</summary>
    public bool IsEqual => Ratio is not null && !IsFaster && !IsSlower;
}

/// <summary>
/// Computes speedups from a <c>bench</c> report, both of batches over single messages and over other libraries.
/// </summary>
internal static class Gains
{
    /// <summary>The length in bytes of each message in a batch.</summary>
    public const int Bytes = 1024;

    /// <summary>The length in bytes of a single message.</summary>
    public const int OneBytes = 64 << 10;

    /// <summary>The definition of "many messages at once", which all parts of a report use.</summary>
    public static string ManyIs { get; } =
        $"Many at once (HashMany): {ManyMessages}. One by one (HashData): a call for each message of {SweepRun.Size(Bytes)}.";

    /// <summary>The size of the batch that "many messages at once" refers to.</summary>
    public static string ManyMessages =>
        Invariant($"{SweepRun.MessagesOf(Bytes)} messages of {SweepRun.Size(Bytes)} in one call");

    /// <summary>The definition of "one message".</summary>
    public static string OneIs { get; } = $"One message: {SweepRun.Size(OneBytes)}, for a cipher one call of this length.";

    /// <summary>The maximum length in bytes of a short message.</summary>
    public const int ShortBytes = 64;

    /// <summary>The definition of "short message".</summary>
    public const string ShortIs = "For each algorithm, the measured length at which Lanewise compares worst.";

    /// <summary>The definition of "other library".</summary>
    public const string OtherIs =
        "Other library: the fastest measured library that has the algorithm; it processes one message after another.";

    /// <summary>The explanation of the mark after a figure that is noise.</summary>
    public const string NoiseIs =
        $"±: {Reading.TooNoisy}; the rounds differ by about this much, or other programs used the cores.";

    /// <summary>The reason why the factors of some algorithms over a loop are larger than those of similar algorithms.</summary>
    public const string SlowBaseline = "HashData of SHA-256 and SHA-512 calls .NET. HashData of SHA-224 and SHA-512/256 cannot, "
        + "and is slower, so their bars are longer.";

    /// <summary>Returns whether <see cref="SlowBaseline"/> applies to an algorithm.</summary>
    public static bool HasSlowBaseline(string algorithm) => algorithm is "SHA-224" or "SHA-512/256";

    /// <summary>The titles of the comparisons.</summary>
    public const string AgainstLoop = "Many at once against one by one";

    /// <inheritdoc cref="AgainstLoop"/>
    public static string OfMany => $"Many messages of {SweepRun.Size(Bytes)}";

    /// <inheritdoc cref="AgainstLoop"/>
    public static string OfOne => $"One message of {SweepRun.Size(OneBytes)}";

    /// <inheritdoc cref="AgainstLoop"/>
    public static string OfShort => $"One message of at most {SweepRun.Size(ShortBytes)}";

    /// <summary>Whether charts and tables mark an algorithm, because it is a broken hash.</summary>
    public static bool IsBroken(string algorithm) => Catalog.Hashes.Any(row => row.IsBroken && row.Title == algorithm);

    /// <summary>Returns the name of an algorithm for a chart or a table. The name of a broken hash is marked.</summary>
    public static string Label(string algorithm) => IsBroken(algorithm) ? $"{algorithm} (broken)" : algorithm;

    /// <summary>Returns each algorithm's speedup of batches over single messages.</summary>
    public static IReadOnlyList<Gain> OverOne(BenchReport report) =>
    [
        .. from sweep in report.Sweeps
           where sweep.Name == "size"
           let one = At(sweep.Lines[0], Bytes)
           let many = At(Many(sweep), Bytes)
           where one is not null && many is not null
           select new Gain(sweep.Algorithm, many.Value.Over(one.Value), "one by one"),
    ];

    /// <summary>Returns each algorithm's speedup over the fastest other library, for batches.</summary>
    public static IReadOnlyList<Gain> OverOthers(BenchReport report) =>
        OverOthers(report, Bytes, Many);

    /// <summary>Returns each algorithm's speedup over one library, for batches.</summary>
    public static IReadOnlyList<Gain> OverLibrary(BenchReport report, string library) =>
        OverOthers(report, Bytes, Many, library);

    /// <summary>Returns each algorithm's speedup over the fastest other library, for one message.</summary>
    public static IReadOnlyList<Gain> OneOverOthers(BenchReport report) => OverOthers(report, OneBytes, sweep => sweep.Lines[0]);

    /// <summary>
    /// Returns each algorithm's speedup over the fastest other library for one short message, at the length for which it is
    /// smallest.
    /// </summary>
    public static IReadOnlyList<Gain> ShortOverOthers(BenchReport report)
    {
        double[] sizes =
        [
            .. report.Sweeps.Where(sweep => sweep.Name == "size").SelectMany(sweep => sweep.Lines[0].Points)
                .Select(point => point.X).Where(x => x <= ShortBytes).Distinct(),
        ];
        return
        [
            .. sizes.SelectMany(size => OverOthers(report, (int)size, sweep => sweep.Lines[0])).GroupBy(gain => gain.Algorithm)
                .Select(lengths => lengths.OrderBy(gain => gain.Ratio ?? double.PositiveInfinity).First()),
        ];
    }

    /// <summary>Returns the algorithms for which no other library was measured.</summary>
    public static IReadOnlyList<string> WithoutOthers(BenchReport report) =>
        [.. report.Sweeps.Where(sweep => sweep.Name == "size" && !Others(sweep).Any()).Select(sweep => sweep.Algorithm)];

    /// <summary>Returns the names of the other libraries that were measured for the report.</summary>
    public static IReadOnlyList<string> Libraries(BenchReport report) =>
        [.. report.Sweeps.Where(sweep => sweep.Name == "size").SelectMany(Others).Select(line => line.Name).Distinct()];

    /// <summary>Returns the reasons why figures are not comparable.</summary>
    public static IEnumerable<string> Unlike(IReadOnlyList<Gain> gains) =>
        ComparedLibrary.OfTheMachine.Select(library => gains.Where(gain => gain.Of == library.Name)
            .Select(gain => library.Explain(gain.Algorithm)).FirstOrDefault(reason => reason is not null)).OfType<string>();

    /// <summary>Explains in detail why figures are not comparable.</summary>
    public static IEnumerable<string> Explanations(BenchReport report, IReadOnlyList<Gain> gains)
    {
        foreach (ComparedLibrary library in ComparedLibrary.OfTheMachine)
        {
            Gain[] explained =
                [.. gains.Where(gain => gain.Of == library.Name && library.Explain(gain.Algorithm) is not null)];
            if (explained.Length == 0) continue;

            IEnumerable<string> least =
                from gain in explained
                let sweep = report.Sweeps.First(sweep => sweep.Name == "size" && sweep.Algorithm == gain.Algorithm)
                let point = sweep.Lines.First(line => line.Name == library.Name).Points[0]
                let time = LogPlot.Figure(Quantity.NanosecondsPerMessage, point.X * 1e3 / point.Y.Value)
                select $"a {SweepRun.Size((long)point.X)} message of {gain.Algorithm} takes {time}";
            yield return $"Not comparable: {library.Explain(explained[0].Algorithm)} "
                + $"With {library.Name}, {string.Join(", ", least)}.";
        }
    }

    /// <summary>Returns whether an algorithm in a report is a cipher.</summary>
    public static bool IsCipher(BenchReport report, string algorithm) =>
        report.Sweeps.Any(sweep => sweep.Name == "size" && sweep.Algorithm == algorithm && Many(sweep) is null);

    /// <summary>Returns the throughput of many messages at once, or null for a cipher.</summary>
    public static SweepLine? Many(Sweep sweep) => sweep.Lines.FirstOrDefault(line => line.Name == SweepRun.ManyAtOnce);

    // Returns the lines of the other libraries that implement the algorithm.
    private static IEnumerable<SweepLine> Others(Sweep sweep) =>
        sweep.Lines.Where(line => line.Kind == LineKind.OtherLibrary && line.Name != SweepRun.Yardstick);

    private static List<Gain> OverOthers(
        BenchReport report, int bytes, Func<Sweep, SweepLine?> own, string? library = null)
    {
        List<Gain> gains = [];
        foreach (Sweep sweep in report.Sweeps.Where(sweep => sweep.Name == "size"))
        {
            (string Name, Reading Y)[] others =
            [
                .. Others(sweep).Where(line => At(line, bytes) is not null && (library is null || line.Name == library))
                    .Select(line => (line.Name, At(line, bytes)!.Value)),
            ];
            if (others.Length == 0 || At(own(sweep), bytes) is not { } best) continue;

            (string name, Reading y) = others.MaxBy(other => other.Y.Value);
            gains.Add(new(sweep.Algorithm, best.Over(y), name, ComparedLibrary.IsComparable(name, sweep.Algorithm)));
        }

        return gains;
    }

    private static Reading? At(SweepLine? line, int bytes) =>
        line?.Points.Where(point => point.X == bytes).Select(point => (Reading?)point.Y).FirstOrDefault();
}
