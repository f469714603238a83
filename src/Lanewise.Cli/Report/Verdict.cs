using Lanewise.Icc.Charts;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Report;

/// <summary>
/// Writes the summary at the top of the page, which shows <see cref="Gains"/> as sentences and charts.
/// </summary>
internal static class Verdict
{
    public static string Html(BenchReport report)
    {
        IReadOnlyList<Gain> one = Gains.OverOne(report), others = Gains.OverOthers(report), alone = Gains.OneOverOthers(report);
        string html = string.Concat(GainText.Sentences(report).Select(
            (sentence, i) => i == 0 ? $"<p><strong>{E(sentence)}</strong></p>\n" : $"<p>{E(sentence)}</p>\n"));
        return html + $"<p class=\"note\">{E(Gains.ManyIs)} {E(Gains.OtherIs)}</p>\n"
            + "<div class=\"plots verdict\">\n"
            + Figure(report, "Many at once against one by one", "one by one = 1 (logarithmic)", one, false)
            + Figure(report, "Many at once against the fastest other library", "other library = 1 (logarithmic)", others, true)
            + Figure(report, "One message against the fastest other library", "other library = 1 (logarithmic)", alone, true)
            + "</div>\n";
    }

    private static string Figure(
        BenchReport report, string title, string baseline, IReadOnlyList<Gain> gains, bool isNamed)
    {
        Gain[] judged = [.. GainText.Judged(gains).OrderByDescending(gain => gain.Ratio)];
        if (judged.Length == 0) return "";

        BarChart chart = new(
            title, baseline, isLog: true, new ChartBars("", [.. judged.Select(gain => new ChartBar(
                gain.Algorithm, gain.Ratio!.Value, ChartAxis.Three(gain.Ratio.Value) + "×" + (isNamed ? $" {gain.Of}" : ""),
                IsSoft: gain.IsEqual, Href: $"#{HtmlReport.Id(gain.Algorithm)}"))]));
        List<string> notes = [];
        if (judged.Any(gain => gain.IsEqual)) notes.Add("Grey: equal within 5 %.");
        if (judged.Any(gain => gain.IsSlower)) notes.Add("Arrow to the left: Lanewise is slower.");
        if (judged.Length < gains.Count)
            notes.Add($"Too noisy to judge: {string.Join(", ", gains.Except(judged).Select(gain => gain.Algorithm))}.");
        if (isNamed) notes.AddRange([.. GainText.Missing(report), .. Gains.Explanations(report, gains)]);
        return $"<figure>\n<figcaption>{E(title)}</figcaption>\n{chart.Inline()}"
            + string.Concat(notes.Select(note => $"<p class=\"note\">{E(note)}</p>\n")) + "</figure>\n";
    }
}
