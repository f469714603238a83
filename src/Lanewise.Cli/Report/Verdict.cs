using Lanewise.Icc.Charts;
using Lanewise.Proof.Sweeps;
using static Lanewise.Cli.Report.HtmlPage;

namespace Lanewise.Cli.Report;

/// <summary>
/// Writes the summary at the top of the page. Each comparison of <see cref="Gains"/> has a headline above its chart.
/// </summary>
internal static class Verdict
{
    public static string Html(BenchReport report)
    {
        IReadOnlyList<Gain> others = Gains.OverOthers(report), alone = Gains.OneOverOthers(report);
        GainText.Answer[] answers = [.. GainText.Answers(report)];
        string sentences = string.Concat(answers.Where(answer => answer.Title.Length == 0)
            .SelectMany(answer => answer.Sentences).Select(sentence => $"<p>{E(sentence)}</p>\n"));
        string links = "<p class=\"screen\"><a href=\"#results\">Results by algorithm</a>"
            + " · <a href=\"#limits\">Limits</a> · <a href=\"#reading\">How to read the plots</a>"
            + (report.Published.Count > 0 ? " · <a href=\"#published\">The articles behind Lanewise</a>" : "") + "</p>\n";
        string origin = $"<div class=\"origin\">\n<p class=\"note\">{E(report.Machine)}; {E(report.Origin)}</p>\n{links}</div>\n";
        const string OfOther = "other library = 1 (logarithmic)";
        Gain[] brief = [.. Gains.ShortOverOthers(report)];
        // The charts of other libraries have the same scale.
        ChartBar[] all = [.. new[] { others, alone, brief }.SelectMany(gains => Bars(gains, isNamed: true))];
        const string Against = "Against the fastest other library";
        string charts =
            Figure(Gains.AgainstLoop, Gains.ManyIs, "one by one = 1 (logarithmic)", Gains.OverOne(report), null)
            + Figure(Gains.OfMany, $"{Against}. {Gains.ManyMessages}.", OfOther, others, all)
            + Figure(Gains.OfOne, $"{Against}. {Gains.OneIs}", OfOther, alone, all)
            + Figure(Gains.OfShort, $"{Against}. {Gains.ShortIs}", OfOther, brief, all);
        string legend = Legend(
            [.. new[] { Gains.OverOne(report), others, alone, brief }.Where(IsShown).SelectMany(gains => gains)]);
        return $"{origin}{sentences}{legend}<div class=\"plots verdict\">\n{charts}</div>\n";

        // If the chart has other charts beside it, their bars determine the scale, and the texts name the other library.
        string Figure(string title, string subtitle, string baseline, IReadOnlyList<Gain> gains, ChartBar[]? beside)
        {
            if (!IsShown(gains)) return "";

            BarChart chart = new(title, baseline, isLog: true, beside ?? [], Groups(report, gains, beside is not null));
            bool isSlow = title == Gains.AgainstLoop
                && gains.Any(gain => gain.IsJudged && Gains.HasSlowBaseline(gain.Algorithm));
            string[] notes = isSlow ? [Gains.SlowBaseline] : [];
            GainText.Answer? answer = answers.FirstOrDefault(one => one.Title == title);
            string headline = answer is null ? "" : $"<p class=\"headline\">{E(answer.Headline)}"
                + (answer.Detail.Length > 0 ? $" <span>{E(answer.Detail)}</span>" : "") + "</p>";
            return $"<figure>\n<figcaption>{E(title)}</figcaption>\n<div>{headline}</div>{Notes([subtitle])}"
                + $"<div>{chart.Inline()}{Notes(notes)}</div></figure>\n";
        }
    }

    private static bool IsShown(IReadOnlyList<Gain> gains) => gains.Any(gain => gain.IsJudged);

    // Explains the marks of all charts once.
    private static string Legend(IReadOnlyList<Gain> gains)
    {
        List<string> marks = [];
        if (gains.Any(gain => gain is { IsJudged: true, IsEqual: true })) marks.Add("Gray dot: equal within 5 %.");
        if (gains.Any(gain => gain is { IsJudged: true, IsSlower: true })) marks.Add("Arrow to the left: Lanewise is slower.");
        if (gains.Any(gain => gain.Ratio is null)) marks.Add($"±: {Reading.TooNoisy}.");
        string words = E(string.Join(" ", marks));
        if (gains.Any(gain => !gain.IsComparable)) words += " *: the <a href=\"#limits\">limits</a> give the reason.";
        return words.Length == 0 ? "" : $"<p class=\"note legend\">{words.TrimStart()}</p>\n";
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
        string ratio = LogPlot.Marked(Quantity.Times, gain.Measured);
        return !isNamed ? ratio : $"{ratio} {gain.Of}{(gain.IsComparable ? "" : ", not comparable*")}";
    }

    // Hashes and ciphers are in separate groups, because nobody chooses between a hash and a cipher.
    private static ChartBars[] Groups(BenchReport report, IReadOnlyList<Gain> gains, bool isNamed)
    {
        Gain[] ciphers = [.. gains.Where(gain => Gains.IsCipher(report, gain.Algorithm))];
        return ciphers.Length == 0 || ciphers.Length == gains.Count ? [new("", Bars(gains, isNamed))]
            :
            [
                new(HtmlReport.Hashes, Bars([.. gains.Except(ciphers)], isNamed)),
                new(HtmlReport.Ciphers, Bars(ciphers, isNamed)),
            ];
    }

    // Figures that cannot be judged come last, without a bar.
    private static ChartBar[] Bars(IReadOnlyList<Gain> gains, bool isNamed)
    {
        Gain[] judged = [.. GainText.Judged(gains).OrderByDescending(gain => gain.Ratio)];
        return
        [
            .. judged.Concat(gains.Except(judged)).Select(gain => new ChartBar(
                Gains.Label(gain.Algorithm), gain.Ratio ?? 1, Words(gain, isNamed), gain.IsEqual,
                $"#{HtmlReport.Id(gain.Algorithm)}", IsEmpty: !gain.IsJudged, IsMinor: Gains.IsBroken(gain.Algorithm))),
        ];
    }
}
