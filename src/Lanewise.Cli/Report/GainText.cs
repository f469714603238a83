using Lanewise.Icc.Charts;

namespace Lanewise.Cli.Report;

/// <summary>Writes <see cref="Gains"/> as sentences, for the page and for the terminal.</summary>
internal static class GainText
{
    // The limit, because a longer list of names would hide the number.
    private const int MostNames = 4;

    /// <summary>Returns the result for all algorithms. For a report of one algorithm, returns the result for this
    /// algorithm.</summary>
    public static IEnumerable<string> Sentences(BenchReport report)
    {
        if (IsOfOne(report))
        {
            yield return Of(report, report.Sweeps[0].Algorithm);
            yield break;
        }

        if (Judged(Gains.OverOne(report)) is { Length: > 0 } one)
        {
            yield return Invariant($"Many messages at once are {ChartAxis.Three(Median(one))} times as fast as one by one ")
                + $"(median of the algorithms). They are {Counts(one)}.";
        }

        string many = Counts(Judged(Gains.OverOthers(report))), alone = Counts(Judged(Gains.OneOverOthers(report)));
        string against = string.Join("; ", new[]
        {
            many.Length > 0 ? $"many messages at once are {many}" : "", alone.Length > 0 ? $"one message is {alone}" : "",
        }.Where(part => part.Length > 0));
        yield return against.Length > 0 ? $"Against the fastest other library, {against}." : "No other library was measured.";
    }

    /// <summary>Returns the result for one algorithm.</summary>
    public static string Of(BenchReport report, string algorithm)
    {
        string[] many =
        [
            .. Gains.OverOne(report).Concat(Gains.OverOthers(report)).Where(gain => gain.Algorithm == algorithm)
                .Select(gain => $"{Text(gain)} as {gain.Of}"),
        ];
        string[] alone =
        [
            .. Gains.OneOverOthers(report).Where(gain => gain.Algorithm == algorithm)
                .Select(gain => $"{Text(gain)} as {gain.Of}"),
        ];
        return string.Join(" ", new[]
        {
            many.Length == 0 ? "" : $"{algorithm}, many messages at once: {string.Join("; ", many)}.",
            alone.Length == 0 ? "" : $"{algorithm}, one message: {string.Join("; ", alone)}.",
            Gains.WithoutOthers(report).Contains(algorithm) ? WithoutOthers([algorithm]) : "",
        }.Where(part => part.Length > 0));

        static string Text(Gain gain) =>
            gain.Ratio is double ratio ? $"{ChartAxis.Three(ratio)} times as fast" : "too noisy to say whether it is as fast";
    }

    /// <summary>Returns the reason why the comparison with other libraries lacks some algorithms. Returns nothing if the
    /// comparison is complete. In a report of one algorithm, the result contains the reason.</summary>
    public static IEnumerable<string> Missing(BenchReport report) =>
        !IsOfOne(report) && Gains.WithoutOthers(report) is { Count: > 0 } without ? [WithoutOthers(without)] : [];

    private static bool IsOfOne(BenchReport report) =>
        report.Sweeps.Select(sweep => sweep.Algorithm).Distinct().Count() == 1;

    private static string WithoutOthers(IReadOnlyList<string> algorithms) =>
        $"No other library was measured for {string.Join(", ", algorithms)}.";

    private static string Counts(Gain[] judged)
    {
        (string Words, bool AreNamed, string[] Names)[] counts =
        [
            ("faster with", false, Names(gain => gain.IsFaster)),
            ("equal within 5 % with", false, Names(gain => gain.IsEqual)), ("slower with", true, Names(gain => gain.IsSlower)),
        ];
        return string.Join(", ", counts.Where(count => count.Names.Length > 0).Select(count =>
            Invariant($"{count.Words} {count.Names.Length} algorithm{(count.Names.Length == 1 ? "" : "s")}")
            + (count.AreNamed && count.Names.Length <= MostNames
                ? $" ({string.Join(", ", count.Names)})" : "")));

        string[] Names(Func<Gain, bool> has) => [.. judged.Where(has).Select(gain => gain.Algorithm)];
    }

    /// <summary>Returns the figures that exceed the measurement noise.</summary>
    public static Gain[] Judged(IReadOnlyList<Gain> gains) => [.. gains.Where(gain => gain.Ratio is not null)];

    private static double Median(Gain[] judged) =>
        judged.Select(gain => gain.Ratio!.Value).Order().ElementAt(judged.Length / 2);
}
