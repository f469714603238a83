using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>The speedup of an algorithm.</summary>
/// <param name="Algorithm">Its title.</param>
/// <param name="Ratio">The ratio of the throughputs, or null if the rounds differ too much.</param>
/// <param name="Of">The baseline.</param>
internal sealed record Gain(string Algorithm, double? Ratio, string Of);

/// <summary>The speedups of batches over single messages, and over other libraries, from the record of <c>bench</c>.</summary>
internal static class Gains
{
    /// <summary>The length in bytes of each message of a batch.</summary>
    public const int Bytes = 1024;

    /// <summary>The length in bytes of a single message.</summary>
    public const int OneBytes = 64 << 10;

    /// <summary>Returns the speedup of batches over single messages.</summary>
    public static IReadOnlyList<Gain> OverOne(BenchReport report) =>
    [
        .. from sweep in report.Sweeps
           where sweep.Name == "size"
           let one = At(sweep.Lines[0], Bytes)
           let many = At(sweep.Lines.FirstOrDefault(line => line.Name == SweepRun.ManyAtOnce), Bytes)
           where one is not null && many is not null
           select new Gain(sweep.Algorithm, Ratio(many.Value, one.Value), "one by one"),
    ];

    /// <summary>Returns the ratio of Lanewise's best figure to the figure of the fastest other library.</summary>
    public static IReadOnlyList<Gain> OverOthers(BenchReport report) => OverOthers(report, Bytes, SweepRun.ManyAtOnce);

    /// <summary>Returns the same ratio for one message.</summary>
    public static IReadOnlyList<Gain> OneOverOthers(BenchReport report) => OverOthers(report, OneBytes, null);

    private static List<Gain> OverOthers(BenchReport report, int bytes, string? way)
    {
        List<Gain> gains = [];
        foreach (Sweep sweep in report.Sweeps.Where(sweep => sweep.Name == "size"))
        {
            (string Name, Reading Y)[] others =
            [
                .. sweep.Lines.Where(line => line.Kind == LineKind.OtherLibrary && line.Name != SweepRun.Yardstick)
                    .Where(line => At(line, bytes) is not null).Select(line => (line.Name, At(line, bytes)!.Value)),
            ];
            SweepLine own = sweep.Lines.FirstOrDefault(line => line.Name == way) ?? sweep.Lines[0];
            if (others.Length == 0 || At(own, bytes) is not { } best) continue;

            (string name, Reading y) = others.MaxBy(other => other.Y.Value);
            gains.Add(new(sweep.Algorithm, Ratio(best, y), name));
        }

        return gains;
    }

    private static double? Ratio(Reading a, Reading b) => a.IsNoise || b.IsNoise ? null : a.Value / b.Value;

    private static Reading? At(SweepLine? line, int bytes) =>
        line?.Points.Where(point => point.X == bytes).Select(point => (Reading?)point.Y).FirstOrDefault();
}
