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

    private static readonly (int Width, string First, string Second)[] Wide =
    [
        (10, "one", "by one"), (10, "many", "at once"), (8, "many /", "one"), (18, "many /", "other library"),
        (18, "one message /", "other library"),
    ];

    private static readonly (int Width, string First, string Second)[] Narrow =
        [(8, "many /", "one"), (8, "many /", "other"), (8, "one /", "other")];

    private readonly bool isWide = StandardStreams.TextColumns >= Name + Wide.Sum(column => column.Width);

    private (int Width, string First, string Second)[] Columns => isWide ? Wide : Narrow;

    /// <summary>Prints the column headings.</summary>
    public void Head()
    {
        Line("", [.. Columns.Select(column => column.First)]);
        Line("", [.. Columns.Select(column => column.Second)]);
    }

    /// <summary>Prints the line for an algorithm.</summary>
    public void Row(BenchReport report, string algorithm)
    {
        Sweep size = report.Sweeps.First(sweep => sweep.Algorithm == algorithm && sweep.Name == "size");
        bool isHash = Gains.Many(size) is not null;
        string[] ratios =
        [
            .. new[] { Gains.OverOne(report), Gains.OverOthers(report), Gains.OneOverOthers(report) }.Select((gains, i) =>
                gains.FirstOrDefault(gain => gain.Algorithm == algorithm) is not { } gain ? "-"
                : gain.Ratio is not double ratio ? Reading.Noisy
                : $"{ChartAxis.Three(ratio)}x{(isWide && i > 0 ? $" {gain.Of}" : "")}{(gain.IsComparable ? "" : "*")}"),
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
            $"{Gains.ManyIs} {Gains.OneIs} {Gains.OtherIs}", .. isNoisy ? [$"{Reading.NoisyMeans}."] : (string[])[],
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
        line?.Points.FirstOrDefault(point => point.X == Gains.Bytes) is not { X: > 0 } point ? "-"
        : point.Y.IsNoise ? Reading.Noisy : LogPlot.Figure(Quantity.MegabytesPerSecond, point.Y.Value);

    private void Line(string name, string[] cells) => output.WriteLine((name.PadRight(Name)
        + string.Concat(cells.Zip(Columns, (cell, column) => cell.PadLeft(column.Width)))).TrimEnd());
}
