using Lanewise.Icc.Charts;
using Lanewise.Proof.Sweeps;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Report;

/// <summary>
/// Writes the summary at the top of the report, which shows <see cref="Gains"/> as sentences and charts.
/// </summary>
internal static class Verdict
{
    public static string Html(BenchReport report)
    {
        IReadOnlyList<Gain> one = Gains.OverOne(report), others = Gains.OverOthers(report), alone = Gains.OneOverOthers(report);
        string html = "";
        if (Judged(one) is { Length: > 0 } ones)
        {
            html += Invariant($"<p><strong>Many messages at once are {ChartAxis.Three(Median(ones))} times as fast as one by one")
                + Invariant($"</strong> (median of {ones.Length} algorithms, 1 KiB each, one core; ")
                + Invariant($"faster with {ones.Count(IsFaster)} of them).");
            if (Judged(others) is { Length: > 0 } all)
            {
                html += $" Against the fastest other library that is installed they are {Counts(all)}; ";
                html += $"one message of {SweepRun.Size(Gains.OneBytes)} is {Counts(Judged(alone))}.";
            }

            html += "</p>\n";
        }

        return html + "<div class=\"plots verdict\">\n"
            + Figure("Many at once, as a multiple of one by one", "one by one = 1", one, false)
            + Figure("Many at once against the fastest other library", "the other = 1", others, true)
            + Figure("One message against the fastest other library", "the other = 1", alone, true) + "</div>\n";
    }

    private static string Counts(double[] ratios)
    {
        (string Words, int Count)[] counts =
        [
            ("faster with", ratios.Count(IsFaster)),
            ("equal within 5 % with", ratios.Count(IsEqual)),
            ("slower with", ratios.Count(r => r * Reading.Equal < 1)),
        ];
        return string.Join(", ", counts.Where(one => one.Count > 0).Select(one => Invariant($"{one.Words} {one.Count}")));
    }

    private static string Figure(string title, string baseline, IReadOnlyList<Gain> gains, bool isNamed)
    {
        Gain[] judged = [.. gains.Where(gain => gain.Ratio is not null).OrderByDescending(gain => gain.Ratio)];
        if (judged.Length == 0) return "";

        BarChart chart = new(
            title, baseline, isLog: false, new ChartBars("", [.. judged.Select(gain => new ChartBar(
                gain.Algorithm, gain.Ratio!.Value, ChartAxis.Three(gain.Ratio.Value) + "×" + (isNamed ? $" {gain.Of}" : ""),
                IsSoft: IsEqual(gain.Ratio.Value), Href: $"#{HtmlReport.Id(gain.Algorithm)}"))]));
        string[] noisy = [.. gains.Where(gain => gain.Ratio is null).Select(gain => gain.Algorithm)];
        string grey = judged.Any(gain => IsEqual(gain.Ratio!.Value)) ? "<p class=\"note\">Grey: equal within 5 %.</p>\n" : "";
        string far = chart.HasGaps ? "<p class=\"note\">A bar with a gap is longer than the axis.</p>\n" : "";
        string note = noisy.Length == 0 ? "" : $"<p class=\"note\">Too noisy to judge: {E(string.Join(", ", noisy))}.</p>\n";
        return $"<figure>\n<figcaption>{E(title)}</figcaption>\n{chart.Inline()}{grey}{far}{note}</figure>\n";
    }

    private static double[] Judged(IReadOnlyList<Gain> gains) =>
        [.. gains.Where(gain => gain.Ratio is not null).Select(gain => gain.Ratio!.Value)];

    private static double Median(double[] ratios) => ratios.Order().ElementAt(ratios.Length / 2);

    private static bool IsEqual(double ratio) => !IsFaster(ratio) && ratio * Reading.Equal >= 1;

    private static bool IsFaster(double ratio) => ratio > Reading.Equal;
}
