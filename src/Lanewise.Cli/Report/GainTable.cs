using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Icc.Charts;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>
/// Prints a table with one line of results per algorithm. In a narrow terminal, the table contains only the ratios.
/// </summary>
internal sealed class GainTable(StandardOutput output)
{
    private const int Name = 14;

    private static readonly (int Width, string[] Head)[] Wide =
    [
        (9, ["one by", "one,", "GB/s"]), (9, ["many at", "once,", "GB/s"]), (9, ["many /", "one by", "one"]),
        (19, ["many /", "other", "library"]), (19, ["one message /", "other", "library"]),
    ];

    private static readonly (int Width, string[] Head)[] Narrow =
        [(8, ["many /", "one"]), (9, ["many /", "other"]), (9, ["one /", "other"])];

    private bool hasHashes;
    private readonly bool isWide = StandardStreams.TextColumns >= Name + Wide.Sum(column => column.Width);

    private (int Width, string[] Head)[] Columns => isWide ? Wide : Narrow;

    /// <summary>Prints the column headings.</summary>
    public void Head()
    {
        for (int line = 0; line < Columns[0].Head.Length; line++) Line("", [.. Columns.Select(column => column.Head[line])]);
    }

    /// <summary>Prints the line for an algorithm. An empty line separates the hashes from the ciphers.</summary>
    public void Row(BenchReport report, string algorithm)
    {
        Sweep size = report.Sweeps.First(sweep => sweep.Algorithm == algorithm && sweep.Name == "size");
        bool isHash = Gains.Many(size) is not null;
        if (!isHash && hasHashes) output.WriteLine("");
        hasHashes = isHash;
        string[] ratios =
        [
            .. new[] { Gains.OverOne(report), Gains.OverOthers(report), Gains.OneOverOthers(report) }.Select((gains, i) =>
                gains.FirstOrDefault(gain => gain.Algorithm == algorithm) is not { } gain ? "-"
                : Figure(gain.Measured, "x") + (isWide && i > 0 ? $" {gain.Of}" : "") + (gain.IsComparable ? "" : "*")),
        ];
        Line(algorithm, isWide ? [isHash ? Speed(size.Lines[0]) : "-", Speed(Gains.Many(size)), .. ratios] : ratios);
    }

    /// <summary>
    /// Prints an explanation of the columns, and then a summary for all algorithms. The summary is the last output, so that it is
    /// next to the prompt.
    /// </summary>
    public void Foot(BenchReport report)
    {
        output.WriteLine("");
        IReadOnlyList<Gain>[] gains = [Gains.OverOne(report), Gains.OverOthers(report), Gains.OneOverOthers(report)];
        bool isNoisy = gains.Any(all => all.Any(gain => gain.Ratio is null)), isOfOne = GainText.IsOfOne(report);
        IEnumerable<string> unlike = isOfOne ? [] : Gains.Unlike(gains[1]);
        foreach (string text in (string[])
        [
            $"{Gains.ManyIs} {Gains.OneIs} {Gains.OtherIs}", .. isNoisy ? [Gains.NoiseIs] : (string[])[],
            .. unlike.Select(text => $"* {text}"), .. GainText.Limits(report),
        ])
        {
            foreach (string line in MeasuredTableText.Wrapped(text, 2)) output.WriteLine(line);
        }

        output.WriteLine("");
        foreach ((int number, string text) in GainText.Results(report).Index())
        {
            if (number == 0 && !isOfOne) output.WriteStrong(string.Join('\n', MeasuredTableText.Wrapped(text, 2)), Tone.None);
            else output.Write(string.Join('\n', MeasuredTableText.Wrapped(text, 2)));
            output.WriteLine("");
        }
    }

    private static string Speed(SweepLine? line) =>
        line?.Points.FirstOrDefault(point => point.X == Gains.Bytes) is { X: > 0 } point ? Figure(point.Y.Times(1e-3), "") : "-";

    // The columns have no room for both the unit and the range of a figure that is noise.
    private static string Figure(Reading reading, string unit) => ChartAxis.Three(reading.Value)
        + (reading.IsNoise ? reading.Range.Replace("\u00a0", "", StringComparison.Ordinal) : unit);

    private void Line(string name, string[] cells) => output.WriteLine((name.PadRight(Name)
        + string.Concat(cells.Zip(Columns, (cell, column) => cell.PadLeft(column.Width)))).TrimEnd());
}
