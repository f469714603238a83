using Lanewise.Icc.Charts;
using Lanewise.Proof.Sweeps;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Report;

/// <summary>
/// Writes the summary at the top of the page, which presents <see cref="Gains"/> first in sentences and then as charts.
/// </summary>
internal static class Verdict
{
    public static string Html(BenchReport report)
    {
        IReadOnlyList<Gain> one = Gains.OverOne(report), others = Gains.OverOthers(report), alone = Gains.OneOverOthers(report);
        string? losses = GainText.ShortLosses(report);
        string sentences = string.Concat(GainText.Results(report).Select((sentence, i) =>
            i == 0 || sentence == losses ? $"<p><strong>{E(sentence)}</strong></p>\n" : $"<p>{E(sentence)}</p>\n"));
        string links = "<p class=\"screen\"><a href=\"#contents\">Contents</a>"
            + " · <a href=\"#limits\">Limits</a> · <a href=\"#reading\">How to read the plots</a>"
            + (report.Published.Count > 0 ? " · <a href=\"#published\">The articles behind Lanewise</a>" : "") + "</p>\n";
        string origin = $"<p class=\"note\">{E(report.Machine)}; {E(report.Origin)}</p>\n";
        const string OfOne = "one by one = 1 (logarithmic)", OfOther = "other library = 1 (logarithmic)";
        return $"<div class=\"results\">\n{sentences}</div>\n{origin}{links}<div class=\"plots verdict\">\n"
            + Figure("Many at once against one by one", Gains.ManyIs, OfOne, one, false)
            + Figure("Many at once against the fastest other library", $"{Gains.ManyMessages}.", OfOther, others, true)
            + Figure("One message against the fastest other library", Gains.OneIs, OfOther, alone, true)
            + Figure(
                "One short message against the fastest other library", Gains.ShortIs, OfOther, Gains.ShortOverOthers(report),
                true)
            + "</div>\n";
    }

    /// <summary>Returns the definitions and the limits of the results.</summary>
    public static string Limits(BenchReport report) =>
        "<section>\n<h2 id=\"limits\">Limits</h2>\n"
        + string.Concat(GainText.Limits(report).Select(sentence => $"<p>{E(sentence)}</p>\n"))
        + Notes(
        [
            $"{Gains.OtherIs} 2.00×: twice as fast. 0.50×: half as fast.", .. GainText.Missing(report),
            .. GainText.Explanations(report, Gains.OverOthers(report)),
        ])
        + "</section>\n";

    private static string Notes(IEnumerable<string> notes) =>
        string.Concat(notes.Select(note => $"<p class=\"note\">{E(note)}</p>\n"));

    // Returns the text behind a bar. A figure that cannot be judged must not look like a result.
    private static string Words(Gain gain, bool isNamed)
    {
        string ratio = gain.Ratio is double measured ? ChartAxis.Three(measured) + "×" : Reading.Noisy;
        return !gain.IsComparable ? $"not comparable ({gain.Of}, {ratio})"
            : !isNamed ? ratio
            : gain.Ratio is null ? $"too noisy ({gain.Of})" : $"{ratio} {gain.Of}";
    }

    private static string Figure(string title, string subtitle, string baseline, IReadOnlyList<Gain> gains, bool isNamed)
    {
        Gain[] judged = [.. GainText.Judged(gains).OrderByDescending(gain => gain.Ratio)];
        if (judged.Length == 0) return "";

        // Figures that cannot be judged come last, without a bar.
        BarChart chart = new(
            title, baseline, isLog: true, new ChartBars("", [.. judged.Concat(gains.Except(judged)).Select(gain => new ChartBar(
                gain.Algorithm, gain.Ratio ?? 1, Words(gain, isNamed), gain.IsEqual,
                $"#{HtmlReport.Id(gain.Algorithm)}", IsEmpty: !gain.IsJudged))]));
        List<string> notes = [];
        if (judged.Any(gain => gain.IsEqual)) notes.Add("Gray dot: equal within 5 %.");
        if (judged.Any(gain => gain.IsSlower)) notes.Add("Arrow to the left: Lanewise is slower.");
        if (gains.Any(gain => gain.Ratio is null)) notes.Add($"{Reading.NoisyMeans}.");
        return $"<figure>\n<figcaption>{E(title)}</figcaption>\n{Notes([subtitle])}"
            + $"<div>{chart.Inline()}{Notes(notes)}</div></figure>\n";
    }
}
