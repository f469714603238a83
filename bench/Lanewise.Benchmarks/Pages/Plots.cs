using System.Globalization;
using Lanewise.Cli.Report;
using Lanewise.Icc.Charts;
using Lanewise.Proof.Libraries;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Benchmarks;

/// <summary>Draws the charts for the performance page from the recorded measurements.</summary>
internal static class Plots
{
    // A library of portable code without vectors. To be faster than this library says little, so the charts leave it out.
    private const string Portable = "BouncyCastle";

    // The hashes in the first chart. The chart is the first thing in README, so it must not fill the screen.
    public static IReadOnlyList<string> Charted { get; } =
        ["BLAKE3", "SHA-256", "SHA-512", "BLAKE2b", "SHA3-256", "SHAKE128", "KangarooTwelve", "SHA-1", "MD5"];

    /// <summary>The hashes in the table of speedups in src/Lanewise/README.md.</summary>
    public static IReadOnlyList<string> Answered { get; } = ["BLAKE3", "SHA-256", "BLAKE2b", "SHA3-256"];

    /// <summary>
    /// Compares the throughput of batches with that of the fastest other library. For hashes for which no native library
    /// was measured, the chart compares batches with single calls. The chart ends with the largest losses for one message.
    /// </summary>
    /// <param name="width">The width of the chart in SVG units.</param>
    public static string Speed(ChartTheme theme, IReadOnlyList<MachinePage> pages, int width)
    {
        MachinePage page = Measured(pages);
        Dictionary<string, (double Ratio, string Library)> others = ManyOverOthers(page);
        Dictionary<string, double> loops = page.ManyOverOne();
        ChartBar[] alone =
        [
            .. Charted.Where(hash => !others.ContainsKey(hash) && loops.ContainsKey(hash))
                .Select(hash => new ChartBar(hash, loops[hash], $"{Number(loops[hash])}× a loop")),
        ];
        ChartBar[] losses =
        [
            .. new[]
            {
                Loss($"≤ {SweepRun.Size(Gains.ShortBytes)}", Gains.ShortOverOthers(page.Report!)),
                Loss(OneSize, Gains.OneOverOthers(page.Report!)),
            }.OfType<ChartBar>(),
        ];
        const string Many = "Many messages of 1 KiB";
        ChartBars[] groups =
        [
            new($"{Many}: HashMany against the fastest other library", Of(Charted)),
            new($"{Many}: HashMany against a loop (no native library was measured)", alone),
            new($"One message of at most {SweepRun.Size(Gains.ShortBytes)}, or of {OneSize}: the largest losses", losses),
        ];
        return Chart.Document(
            theme,
            ["Speed against other libraries", $"One core, logarithmic. Dashed line: equal speed. {Heading(page)}."],
            Bars("Speed of Lanewise", "", isLog: true, [.. groups.Where(group => group.Bars.Count > 0)], width));

        ChartBar[] Of(IEnumerable<string> hashes) =>
        [
            .. from hash in hashes
               where others.ContainsKey(hash)
               let other = others[hash]
               select new ChartBar(
                   Gains.Label(hash), other.Ratio, $"{Number(other.Ratio)}× {other.Library}", IsMinor: Gains.IsBroken(hash)),
        ];

        static ChartBar? Loss(string size, IReadOnlyList<Gain> gains) =>
            gains.Where(gain => gain is { IsJudged: true, IsSlower: true } && !Gains.IsBroken(gain.Algorithm))
                .MinBy(gain => gain.Ratio) is not { } worst ? null
                : new($"{worst.Algorithm}, {size}", worst.Ratio!.Value, $"{Number(worst.Ratio.Value)}× {worst.Of}");
    }

    /// <summary>Describes the bars that compare batches with another library: the range for hashes that are not broken.</summary>
    public static IEnumerable<string> Range(IReadOnlyList<MachinePage> pages)
    {
        MachinePage page = Measured(pages);
        Dictionary<string, (double Ratio, string Library)> others = ManyOverOthers(page);
        string[] sound =
        [
            .. Charted.Where(hash => !Gains.IsBroken(hash) && others.ContainsKey(hash)).OrderBy(hash => others[hash].Ratio),
        ];
        if (sound.Length == 0) return [];

        string range = sound.Length == 1 ? Named(sound[0]) : $"{Named(sound[0])} to {Named(sound[^1])}";
        return MachineTables.Wrapped(
            $"With the hashes of the chart that are not broken, `HashMany` is {range} times as fast for many messages of 1 KiB "
                + "as the fastest other library, which hashes one message after another "
                + $"({page.Title}, {page.InstructionSet}, one core).");

        string Named(string hash) => $"{Number(others[hash].Ratio)} ({hash})";
    }

    public static Dictionary<string, (double Ratio, string Library)> ManyOverOthers(MachinePage page) =>
        page.OverOthers(isMany: true)
            .Where(gain => gain.Value.Size == "1 KiB" && IsFast(gain.Value.Library)
                && ComparedLibrary.IsComparable(gain.Value.Library, gain.Key))
            .ToDictionary(gain => gain.Key, gain => (gain.Value.Ratio, gain.Value.Library));

    /// <summary>
    /// Compares Lanewise with the fastest other library for one long message, and shows for which hashes Lanewise is faster or
    /// slower.
    /// </summary>
    public static string One(ChartTheme theme, IReadOnlyList<MachinePage> pages)
    {
        MachinePage page = Fullest(pages);
        ChartBar[] bars =
        [
            .. from gain in OneMessage(page)
               where IsFast(gain.Library) && gain.IsComparable && !IsEqual(gain.Ratio)
               select new ChartBar(gain.Hash, gain.Ratio, $"{Number(gain.Ratio)}× {gain.Library}"),
        ];
        return Chart.Document(
            theme, ["One message against the fastest other library", $"{OneSize}, one core. {Heading(page)}."],
            Bars(
                "Speed of Lanewise against the fastest other library", "other library = 1 (logarithmic)", isLog: true,
                [new("", bars)]));
    }

    /// <summary>Lists the hashes that <see cref="One"/> does not show, with the reasons.</summary>
    public static IEnumerable<string> WithoutBar(IReadOnlyList<MachinePage> pages)
    {
        MachinePage page = Fullest(pages);
        var all = OneMessage(page).Where(gain => IsFast(gain.Library)).ToLookup(gain => gain.IsComparable);
        string[] slow = [.. OneMessage(page).Where(gain => !IsFast(gain.Library)).Select(gain => gain.Hash)];
        IEnumerable<string> equal =
            all[true].Where(gain => IsEqual(gain.Ratio)).Select(gain => gain.Hash).Order(StringComparer.Ordinal);
        yield return "These hashes have no bar:";
        yield return "";
        yield return $"- equal within 5 %: {string.Join(", ", equal)};";
        foreach (var library in all[false].GroupBy(gain => gain.Library, gain => gain.Hash))
        {
            yield return $"- not comparable with {library.Key}, which starts threads: {string.Join(", ", library)};";
        }

        if (slow.Length > 0)
        {
            yield return $"- no native library was measured, only {Portable}, which is code without vectors: "
                + $"{string.Join(", ", slow)};";
        }

        yield return $"- no other library was found by `bench`: {string.Join(", ", page.WithoutOthers())}. "
            + "[The figures](figures.md) compare some of them with the C code of their authors.";
    }

    private const string OneSize = "64 KiB";

    /// <summary>Compares Lanewise with the fastest other library for one message of 64 KiB, for each hash.</summary>
    public static IEnumerable<(string Hash, double Ratio, string Library, bool IsComparable)> OneMessage(MachinePage page)
    {
        HashSet<string> hashes = [.. page.FirstCalls().Keys];
        return
            from gain in page.OverOthers(isMany: false)
            where hashes.Contains(gain.Key) && gain.Value.Size == OneSize
            orderby gain.Value.Ratio descending
            select (gain.Key, gain.Value.Ratio, gain.Value.Library,
                ComparedLibrary.IsComparable(gain.Value.Library, gain.Key));
    }

    /// <summary>Whether a comparison with a library says something about speed.</summary>
    public static bool IsFast(string library) => library != Portable;

    private static bool IsEqual(double ratio) => Math.Abs(Math.Log(ratio)) <= Math.Log(Reading.Equal);

    /// <summary>Shows the throughput as a function of the message length.</summary>
    public static string BySize(ChartTheme theme, IReadOnlyList<MachinePage> pages) =>
        Lines(theme, pages, "size", "SHA-256 by the length of a message",
            "One core. Higher is better. Many at once: one call of HashMany with 4 MiB of messages, but at most 1,024 messages.");

    /// <summary>Shows the time per message as a function of the number of messages.</summary>
    public static string ByCount(ChartTheme theme, IReadOnlyList<MachinePage> pages) =>
        Lines(theme, pages, "count", "SHA-256 by the number of messages",
            "One core. Lower is better. At once: HashMany. One by one: HashData.");

    /// <summary>Describes the chart of <see cref="ByCount"/> in a sentence with its figures for the smallest batches.</summary>
    public static IEnumerable<string> FewMessages(IReadOnlyList<MachinePage> pages)
    {
        MachinePage page = Measured(pages);
        Sweep sweep = page.Report!.Sweeps.Single(sweep => sweep.Algorithm == "SHA-256" && sweep.Name == "count");
        const string Length = "64 B";
        (double Count, double AtOnce, double OneByOne)[] times =
        [
            .. from together in Of(SweepRun.IsAtOnce)
               join apart in Of(SweepRun.IsOneAtATime) on together.X equals apart.X
               where !together.Y.IsNoise && !apart.Y.IsNoise
               orderby together.X
               select (together.X, together.Y.Value, apart.Y.Value),
        ];
        int lost = Array.FindLastIndex(times, time => time.AtOnce > time.OneByOne);
        if (lost == times.Length - 1) return [];

        (double count, double atOnce, double oneByOne) = times[lost + 1];
        string least = Invariant($"{count:0}"), machine = $" on {page.Title} with {page.InstructionSet}";
        string smaller = lost < 0 ? "" : Invariant($" With {times[lost].Count:0}, the loop is faster: ")
            + Invariant($"{times[lost].OneByOne:0} against {times[lost].AtOnce:0} ns.");
        return MachineTables.Wrapped(
            $"With at least {least} SHA-256 messages of {Length}, one call to `HashMany` is faster than a loop over `HashData`: "
                + Invariant($"with {least}, a message takes {atOnce:0} instead of {oneByOne:0} ns{machine}.{smaller} ")
                + "These are times after [the first call](#the-first-call).");

        IEnumerable<SweepPoint> Of(Func<string, bool> isKind) =>
            sweep.Lines.Single(line => line.Name.StartsWith(Length, StringComparison.Ordinal) && isKind(line.Name)).Points;
    }

    private static string Lines(
        ChartTheme theme, IReadOnlyList<MachinePage> pages, string name, string title, string what)
    {
        MachinePage page = Measured(pages);
        Sweep sweep = page.Report!.Sweeps.Single(sweep => sweep.Algorithm == "SHA-256" && sweep.Name == name);
        // Every sweep includes MD5 for comparison, which a chart of a single hash does not need.
        SweepLine[] lines = [.. sweep.Lines.Where(line => line.Name != SweepRun.Yardstick)];
        return Chart.Document(
            theme, [title, $"{what} {Heading(page)}."],
            LogPlot.Chart(sweep with { Lines = lines }, areLabelsInside: true, height: 330));
    }

    private static BarChart Bars(
        string title, string baseline, bool isLog, IReadOnlyList<ChartBars> groups, int width = Chart.NarrowWidth) =>
        new($"{title}: {string.Join(", ", groups.SelectMany(group => group.Bars).Select(Told))}", baseline, isLog, groups)
        { Width = width };

    private static string Told(ChartBar bar) => $"{bar.Label} {Number(bar.Value)} times";

    public static MachinePage Measured(IReadOnlyList<MachinePage> pages) => pages.First(page => page.Report is not null);

    private static MachinePage Fullest(IReadOnlyList<MachinePage> pages) => pages.MaxBy(page => page.Contests().Count())!;

    private static string Heading(MachinePage page) => $"{page.Title}, {page.InstructionSet}, {page.Date}";

    public static string Number(double value) =>
        value.ToString(value < 0.995 ? "0.00" : value < 9.95 ? "0.0" : "0", CultureInfo.InvariantCulture);
}
