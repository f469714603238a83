using Lanewise.Icc.Charts;

namespace Lanewise.Cli.Report;

/// <summary>Describes <see cref="Gains"/> in sentences, for the HTML page and for the terminal.</summary>
internal static class GainText
{
    // The maximum number of names in a list. A longer list would distract from the number of algorithms.
    private const int MostNames = 4;

    /// <summary>
    /// Returns a summary for all algorithms or, if the report covers a single algorithm, the result for that algorithm.
    /// </summary>
    public static IEnumerable<string> Sentences(BenchReport report)
    {
        if (IsOfOne(report))
        {
            yield return Of(report, report.Sweeps[0].Algorithm);
            yield break;
        }

        IReadOnlyList<Gain> one = Gains.OverOne(report);
        if (Judged(one) is { Length: > 0 } judged)
        {
            yield return Invariant($"Many messages at once are {ChartAxis.Three(Median(judged))} times as fast as one by one ")
                + $"(median of the algorithms). They are {Counts(one)}.";
        }

        IReadOnlyList<Gain> others = Gains.OverOthers(report), single = Gains.OneOverOthers(report);
        string many = Counts(others), alone = Counts(single);
        string against = string.Join("; ", new[]
        {
            many.Length > 0 ? $"many messages at once are {many}" : "", alone.Length > 0 ? $"one message is {alone}" : "",
        }.Where(part => part.Length > 0));
        yield return against.Length > 0 ? $"Against the fastest other library, {against}." : "No other library was measured.";

        string[] unlike = [.. others.Concat(single).Where(gain => !gain.IsComparable).Select(gain => gain.Algorithm).Distinct()];
        int without = Gains.WithoutOthers(report).Count;
        string omitted = string.Join("; ", new[]
        {
            unlike.Length > 0 ? $"{string.Join(", ", unlike)} (not comparable)" : "",
            without > 0 ? $"{Algorithms(without)} (no other library was measured)" : "",
        }.Where(part => part.Length > 0));
        if (against.Length > 0 && omitted.Length > 0) yield return $"Not counted: {omitted}.";
    }

    /// <summary>Returns the result for one algorithm.</summary>
    public static string Of(BenchReport report, string algorithm)
    {
        Gain[] ofMany =
            [.. Gains.OverOne(report).Concat(Gains.OverOthers(report)).Where(gain => gain.Algorithm == algorithm)];
        string[] many = [.. ofMany.Select(Text)];
        string[] alone = [.. Gains.OneOverOthers(report).Where(gain => gain.Algorithm == algorithm).Select(Text)];
        return string.Join(" ", new[]
        {
            many.Length == 0 ? "" : $"{algorithm}, many messages at once: {string.Join("; ", many)}.",
            alone.Length == 0 ? "" : $"{algorithm}, one message: {string.Join("; ", alone)}.",
            Gains.WithoutOthers(report).Contains(algorithm) ? WithoutOthers(report, [algorithm]) : "",
            string.Join(" ", Gains.Explanations(report, ofMany)),
        }.Where(part => part.Length > 0));

        static string Text(Gain gain) => gain.Ratio is not double ratio ? $"too noisy to say whether it is as fast as {gain.Of}"
            : gain.IsComparable ? $"{ChartAxis.Three(ratio)} times as fast as {gain.Of}"
            : $"not comparable with {gain.Of} ({ChartAxis.Three(ratio)} times as fast)";
    }

    /// <summary>
    /// Explains why some algorithms are missing from the comparison with other libraries. Returns nothing if none is missing,
    /// or if the report covers a single algorithm, because <see cref="Of"/> then includes the explanation.
    /// </summary>
    public static IEnumerable<string> Missing(BenchReport report) =>
        !IsOfOne(report) && Gains.WithoutOthers(report) is { Count: > 0 } without ? [WithoutOthers(report, without)] : [];

    /// <summary>
    /// Explains why figures are not comparable. Returns nothing if the report covers a single algorithm, because
    /// <see cref="Of"/> then includes the explanation.
    /// </summary>
    public static IEnumerable<string> Explanations(BenchReport report, IReadOnlyList<Gain> gains) =>
        IsOfOne(report) ? [] : Gains.Explanations(report, gains);

    private static bool IsOfOne(BenchReport report) =>
        report.Sweeps.Select(sweep => sweep.Algorithm).Distinct().Count() == 1;

    private static string WithoutOthers(BenchReport report, IReadOnlyList<string> algorithms)
    {
        IReadOnlyList<string> libraries = Gains.Libraries(report);
        string reason = libraries.Count == 0 || IsOfOne(report) ? ""
            : $": {string.Join(", ", libraries)} do not have them, or cannot be timed with them";
        return $"No other library was measured for {string.Join(", ", algorithms)}{reason}.";
    }

    private static string Algorithms(int count) => Invariant($"{count} algorithm{(count == 1 ? "" : "s")}");

    private static string Counts(IReadOnlyList<Gain> gains)
    {
        (string Words, bool AreNamed, string[] Names)[] counts =
        [
            ("faster with", false, Names(gain => gain.IsFaster)),
            ("equal within 5 % with", false, Names(gain => gain.IsEqual)), ("slower with", true, Names(gain => gain.IsSlower)),
            ("too noisy to judge with", true, Names(gain => gain.Ratio is null)),
        ];
        return string.Join(", ", counts.Where(count => count.Names.Length > 0).Select(count =>
            $"{count.Words} {Algorithms(count.Names.Length)}"
            + (count.AreNamed && count.Names.Length <= MostNames
                ? $" ({string.Join(", ", count.Names)})" : "")));

        string[] Names(Func<Gain, bool> has) =>
            [.. gains.Where(gain => gain.IsComparable && has(gain)).Select(gain => gain.Algorithm)];
    }

    /// <summary>Returns the figures that exceed the measurement noise and are comparable.</summary>
    public static Gain[] Judged(IReadOnlyList<Gain> gains) => [.. gains.Where(gain => gain.IsJudged)];

    private static double Median(Gain[] judged) =>
        judged.Select(gain => gain.Ratio!.Value).Order().ElementAt(judged.Length / 2);
}
