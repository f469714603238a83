using Lanewise.Icc.Charts;
using Lanewise.Proof.Sweeps;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Report;

/// <summary>
/// Writes the summary at the top of the page, which shows <see cref="Gains"/> as charts and then as sentences.
/// </summary>
internal static class Verdict
{
    public static string Html(BenchReport report)
    {
        IReadOnlyList<Gain> one = Gains.OverOne(report), others = Gains.OverOthers(report), alone = Gains.OneOverOthers(report);
        string sentences = string.Concat(GainText.Sentences(report).Select(
            (sentence, i) => i == 0 ? $"<p><strong>{E(sentence)}</strong></p>\n" : $"<p>{E(sentence)}</p>\n"));
        return "<div class=\"plots verdict\">\n"
            + Figure("Many at once against one by one", "one by one = 1 (logarithmic)", one, false)
            + Figure("Many at once against the fastest other library", "other library = 1 (logarithmic)", others, true)
            + Figure("One message against the fastest other library", "other library = 1 (logarithmic)", alone, true)
            + "</div>\n" + sentences
            + $"<p class=\"note\">{E(Gains.ManyIs)} {E(Gains.OtherIs)} 2.00×: twice as fast. 0.50×: half as fast.</p>\n"
            + Notes([.. GainText.Missing(report), .. GainText.Explanations(report, others)]);
    }

    private static string Notes(IEnumerable<string> notes) =>
        string.Concat(notes.Select(note => $"<p class=\"note\">{E(note)}</p>\n"));

    private static string Words(Gain gain) => gain.Ratio is double ratio ? ChartAxis.Three(ratio) + "×" : Reading.Noisy;

    private static string Figure(string title, string baseline, IReadOnlyList<Gain> gains, bool isNamed)
    {
        Gain[] judged = [.. GainText.Judged(gains).OrderByDescending(gain => gain.Ratio)];
        if (judged.Length == 0) return "";

        // Figures that cannot be judged come last, without a bar.
        BarChart chart = new(
            title, baseline, isLog: true, new ChartBars("", [.. judged.Concat(gains.Except(judged)).Select(gain => new ChartBar(
                gain.Algorithm, gain.Ratio ?? 1, Words(gain) + (isNamed ? $" {gain.Of}" : "")
                    + (gain.IsComparable ? "" : ", not comparable"),
                gain.IsEqual, $"#{HtmlReport.Id(gain.Algorithm)}", IsEmpty: !gain.IsJudged))]));
        List<string> notes = [];
        if (judged.Any(gain => gain.IsEqual)) notes.Add("Grey dot: equal within 5 %.");
        if (judged.Any(gain => gain.IsSlower)) notes.Add("Arrow to the left: Lanewise is slower.");
        if (gains.Any(gain => gain.Ratio is null)) notes.Add($"{Reading.NoisyMeans}.");
        return $"<figure>\n<figcaption>{E(title)}</figcaption>\n{chart.Inline()}{Notes(notes)}</figure>\n";
    }
}
