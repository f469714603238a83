using Lanewise.Icc.Charts;
using Lanewise.Proof.Libraries;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>Describes <see cref="Gains"/> in sentences, for the HTML page and for the terminal.</summary>
internal static class GainText
{
    /// <summary>The result of a comparison.</summary>
    /// <param name="Title">The title of the comparison, or an empty string for a result without a chart.</param>
    /// <param name="Headline">The result in a few words.</param>
    /// <param name="Detail">The worst result, or an empty string if the headline contains it.</param>
    /// <param name="Sentences">The result in sentences.</param>
    public sealed record Answer(string Title, string Headline, string Detail, IReadOnlyList<string> Sentences);

    // The maximum number of names in a list. A longer list would distract from the number of algorithms.
    private const int MostNames = 4, MostShortNames = 8;

    private const string Hash = "hash", Algorithm = "algorithm";

    /// <summary>
    /// Returns a summary for all algorithms or, if the report covers a single algorithm, the result for that algorithm.
    /// </summary>
    public static IEnumerable<string> Sentences(BenchReport report) => Results(report).Concat(Limits(report));

    /// <summary>Returns the results of <see cref="Sentences"/>.</summary>
    public static IEnumerable<string> Results(BenchReport report) => Answers(report).SelectMany(answer => answer.Sentences);

    /// <summary>
    /// Returns the results, one for each comparison: many messages with a loop, many messages with other libraries, one message,
    /// and one short message. Comparisons without a result are left out.
    /// </summary>
    public static IEnumerable<Answer> Answers(BenchReport report)
    {
        if (IsOfOne(report))
        {
            yield return new("", "", "", [Of(report, report.Sweeps[0].Algorithm)]);
            yield break;
        }

        IReadOnlyList<Gain> overLoop = Gains.OverOne(report);
        if (Judged(overLoop) is { Length: > 0 } judged)
        {
            bool isAlways = judged.All(gain => gain.IsFaster);
            string always = isAlways && judged.Length > 1 ? ", and faster with each of them" : "";
            // The median of one or two values would look like a result for many hashes.
            bool isMedian = judged.Length > 2;
            string factor = isMedian ? ChartAxis.Three(Median(judged)) : Range(judged, ChartAxis.Three);
            string whole = $"HashMany is {factor} times as fast as HashData in a loop "
                + $"({(isMedian ? "median of " : "")}{Count(judged.Length, Hash)}){always}.";
            string[] sentences = isAlways ? [whole] : [whole, Counts("HashMany is ", overLoop, Hash)];
            string detail = isMedian ? $"median of {Count(judged.Length, Hash)}; {Worst(overLoop)}" : "";
            yield return new(Gains.AgainstLoop, $"{factor} times as fast", detail, sentences);
        }

        const string Compared = "compared with the fastest other library,";
        IReadOnlyList<Gain> others = Gains.OverOthers(report), single = Gains.OneOverOthers(report);
        string many = Counts($"C{Compared.AsSpan(1)} HashMany is ", others, Hash);
        if (many.Length > 0) yield return new(Gains.OfMany, Numbers(others), Worst(others), [many]);

        string start = $"For one message of {SweepRun.Size(Gains.OneBytes)}, {Compared} Lanewise is ";
        string alone = Counts(start, single, Algorithm);
        if (alone.Length > 0) yield return new(Gains.OfOne, Numbers(single), Worst(single), [alone]);
        if (many.Length + alone.Length == 0) yield return new("", "", "", ["No other library was measured."]);
        IReadOnlyList<Gain> brief = Gains.ShortOverOthers(report);
        string[] losses = ShortLosses(report) is { } slower ? [slower] : [];
        if (Judged(brief).Length > 0) yield return new(Gains.OfShort, Numbers(brief), Worst(brief), losses);
    }

    // Returns the worst result of a comparison. A single result is not the worst one.
    private static string Worst(IReadOnlyList<Gain> gains) =>
        Judged(gains) is { Length: > 1 } judged && judged.MinBy(gain => gain.Ratio) is { Ratio: double least } worst
            ? $"worst: {worst.Algorithm}, {ChartAxis.Three(least)} times as fast" : "";

    // Returns the numbers of wins, equal results and losses in a few words, for example "5 faster, 11 equal, 2 slower".
    private static string Numbers(IReadOnlyList<Gain> gains)
    {
        (string Word, int Count)[] counts =
        [
            ("faster", Names(gains, gain => gain.IsFaster).Length), ("equal", Names(gains, gain => gain.IsEqual).Length),
            ("slower", Names(gains, gain => gain.IsSlower).Length),
        ];
        (string Word, int Count)[] parts = [.. counts.Where(part => part.Count > 0)];
        return parts is [(string word, > 1 and int count)] ? Invariant($"All {count} {word}")
            : string.Join(", ", parts.Select(part => Invariant($"{part.Count} {part.Word}")));
    }

    /// <summary>Returns the limits of the results: figures that are too noisy, and algorithms that are not counted.</summary>
    public static IEnumerable<string> Limits(BenchReport report)
    {
        if (IsOfOne(report)) yield break;

        IReadOnlyList<Gain> overLoop = Gains.OverOne(report), others = Gains.OverOthers(report),
            single = Gains.OneOverOthers(report);
        if (Noise(overLoop, Hash) is { Length: > 0 } noise) yield return noise;
        if (Noise(others, Hash, "Compared with other libraries, too") is { Length: > 0 } noiseOfMany) yield return noiseOfMany;
        if (Noise(single, Algorithm, "For one message, too") is { Length: > 0 } noiseOfOne) yield return noiseOfOne;

        string[] unlike = [.. others.Concat(single).Where(gain => !gain.IsComparable).Select(gain => gain.Algorithm).Distinct()];
        int without = Gains.WithoutOthers(report).Count;
        string omitted = string.Join("; ", new[]
        {
            unlike.Length > 0 ? $"{string.Join(", ", unlike)} (not comparable)" : "",
            without > 0 ? $"{Count(without, Algorithm)} (no other library was measured)" : "",
        }.Where(part => part.Length > 0));
        if (Judged(others).Length + Judged(single).Length > 0 && omitted.Length > 0) yield return $"Not counted: {omitted}.";
    }

    /// <summary>
    /// Returns a sentence about the algorithms for which another library is faster with one short message, or null if there are
    /// none. This sentence belongs to the headline of a report, because many programs hash short messages one by one.
    /// </summary>
    public static string? ShortLosses(BenchReport report)
    {
        Gain[] losses = [.. Judged(Gains.ShortOverOthers(report)).Where(gain => gain.IsSlower)];
        if (losses.Length == 0) return null;

        string[] libraries = [.. losses.Select(gain => gain.Of).Distinct()];
        string other = libraries.Length == 1 ? $"{libraries[0]}, called directly" : "the fastest other library";
        string names = losses.Length <= MostShortNames ? $" ({string.Join(", ", losses.Select(gain => gain.Algorithm))})" : "";
        string range = Range(losses, ratio => Invariant($"{ratio:0.00}"));
        return $"For one message of at most {SweepRun.Size(Gains.ShortBytes)}, Lanewise is slower with "
            + $"{Count(losses.Length, Algorithm)}{names}: {range} times as fast as {other}.";
    }

    /// <summary>Returns the result for one algorithm.</summary>
    public static string Of(BenchReport report, string algorithm)
    {
        Gain[] ofMany =
            [.. Gains.OverOne(report).Concat(Gains.OverOthers(report)).Where(gain => gain.Algorithm == algorithm)];
        string[] many = [.. ofMany.Select(Text)];
        string[] alone = [.. Gains.OneOverOthers(report).Where(gain => gain.Algorithm == algorithm).Select(Text)];
        string[] brief = [.. Gains.ShortOverOthers(report).Where(gain => gain.Algorithm == algorithm).Select(Text)];
        return string.Join(" ", new[]
        {
            many.Length == 0 ? "" : $"{algorithm}, many messages at once: {string.Join("; ", many)}.",
            alone.Length == 0 ? "" : $"{algorithm}, one message: {string.Join("; ", alone)}.",
            brief.Length == 0 ? ""
                : $"{algorithm}, one message of at most {SweepRun.Size(Gains.ShortBytes)}: {string.Join("; ", brief)}.",
            Gains.WithoutOthers(report).Contains(algorithm) ? WithoutOthers(report, [algorithm]) : "",
            string.Join(" ", Gains.Explanations(report, ofMany)),
        }.Where(part => part.Length > 0));

        static string Text(Gain gain)
        {
            string ratio = ChartAxis.Three(gain.Measured.Value);
            return gain.Ratio is null ? $"{ratio} {gain.Measured.Range} times as fast as {gain.Of}, {Reading.TooNoisy}"
                : gain.IsComparable ? $"{ratio} times as fast as {gain.Of}"
                : $"not comparable with {gain.Of} ({ratio} times as fast)";
        }
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

    /// <summary>Returns whether the report covers a single algorithm.</summary>
    public static bool IsOfOne(BenchReport report) =>
        report.Sweeps.Select(sweep => sweep.Algorithm).Distinct().Count() == 1;

    private static string WithoutOthers(BenchReport report, IReadOnlyList<string> algorithms)
    {
        IReadOnlyList<string> libraries = Gains.Libraries(report);
        string them = algorithms.Count == 1 ? "it" : "them";
        string reason = libraries.Count == 0 || IsOfOne(report) ? ""
            : $": {string.Join(", ", libraries)} {(libraries.Count == 1 ? "does" : "do")} not have {them}, "
                + $"or cannot be timed with {them}";
        // Many machines have the program b3sum, so readers look for it in the report.
        string blake3 = algorithms.Contains(LibBlake3.Title)
            ? $" For {LibBlake3.Title}, the C library libblake3 is measured if it is installed (Debian 13: libblake3-0). The "
                + "program b3sum is not measured, because starting it takes longer than hashing a message."
            : "";
        return $"No other library was measured for {string.Join(", ", algorithms)}{reason}.{blake3}";
    }

    private static string Count(int count, string noun) =>
        Invariant($"{count} {noun}{(count == 1 ? "" : noun == Hash ? "es" : "s")}");

    // Returns a sentence with the numbers of wins, equal results and losses, or an empty string if there are none.
    private static string Counts(string start, IReadOnlyList<Gain> gains, string noun)
    {
        (string Words, bool AreNamed, string[] Names)[] counts =
        [
            ("faster", false, Names(gains, gain => gain.IsFaster)),
            ("equal within 5 %", false, Names(gains, gain => gain.IsEqual)),
            ("slower", true, Names(gains, gain => gain.IsSlower)),
        ];
        string[] parts = [.. counts.Where(count => count.Names.Length > 0).Select(count =>
            $"{count.Words} with {Count(count.Names.Length, noun)}"
            + (count.AreNamed && count.Names.Length <= MostNames ? $" ({string.Join(", ", count.Names)})" : ""))];
        return parts.Length > 0 ? $"{start}{string.Join(", ", parts)}." : "";
    }

    // Returns a sentence about the figures that are too noisy, or an empty string if there are none.
    private static string Noise(IReadOnlyList<Gain> gains, string noun, string start = "Too")
    {
        string[] names = Names(gains, gain => gain.Ratio is null);
        return names.Length == 0 ? ""
            : $"{start} noisy to judge: {(names.Length <= MostNames ? string.Join(", ", names) : Count(names.Length, noun))}.";
    }

    private static string[] Names(IReadOnlyList<Gain> gains, Func<Gain, bool> has) =>
        [.. gains.Where(gain => gain.IsComparable && has(gain)).Select(gain => gain.Algorithm)];

    /// <summary>Returns the figures that exceed the measurement noise and are comparable.</summary>
    public static Gain[] Judged(IReadOnlyList<Gain> gains) => [.. gains.Where(gain => gain.IsJudged)];

    // The median of an even number of values is the mean of the two middle values.
    private static double Median(Gain[] judged)
    {
        double[] ratios = [.. judged.Select(gain => gain.Ratio!.Value).Order()];
        return (ratios[(ratios.Length - 1) / 2] + ratios[ratios.Length / 2]) / 2;
    }

    private static string Range(Gain[] judged, Func<double, string> format)
    {
        string least = format(judged.Min(gain => gain.Ratio!.Value)), most = format(judged.Max(gain => gain.Ratio!.Value));
        return least == most ? least : $"{least} to {most}";
    }
}
