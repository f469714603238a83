using System.Globalization;
using Lanewise.Cli.Report;
using Lanewise.Icc.Charts;
using Lanewise.Proof.Libraries;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Benchmarks;

/// <summary>Draws the charts for the performance page from the recorded measurements.</summary>
internal static class Plots
{
    // The hashes in the first chart, starting with the most widely used. Broken hashes follow under a separate heading.
    public static IReadOnlyList<string> Common { get; } =
        ["BLAKE3", "SHA-256", "SHA-512", "BLAKE2b", "BLAKE2s", "SHA3-256", "SHAKE128", "KangarooTwelve", "Skein-512"];

    private static readonly string[] Broken = ["SHA-1", "MD5"];

    /// <summary>The hashes in the table of speedups in src/Lanewise/README.md.</summary>
    public static IReadOnlyList<string> Answered { get; } = ["BLAKE3", "SHA-256", "BLAKE2b", "SHA3-256"];

    /// <summary>Compares the throughput of batches with that of single calls for the same messages.</summary>
    /// <param name="width">The width of the chart in SVG units.</param>
    public static string Speed(ChartTheme theme, IReadOnlyList<MachinePage> pages, int width)
    {
        MachinePage page = Measured(pages);
        Dictionary<string, double> gains = page.ManyOverOne();
        return Chart.Document(
            theme,
            ["HashMany against HashData in a loop", $"Messages of 1 KiB, one core. {Heading(page)}."],
            Bars(
                "Speed of HashMany against a loop over HashData", "Lanewise's HashData in a loop = 1", isLog: false,
                [new("", Of(Common)), new("Broken hashes, only for fixity and old protocols:", Of(Broken))], width));

        ChartBar[] Of(IEnumerable<string> hashes) =>
            [.. hashes.Where(gains.ContainsKey).Select(hash => new ChartBar(hash, gains[hash], $"{Number(gains[hash])}×"))];
    }

    /// <summary>
    /// Compares Lanewise with the fastest other library for one long message, and shows for which hashes Lanewise is faster or
    /// slower.
    /// </summary>
    public static string One(ChartTheme theme, IReadOnlyList<MachinePage> pages)
    {
        MachinePage page = Fullest(pages);
        ChartBar[] bars =
        [
            .. OneMessage(page).Where(gain => gain.IsComparable && !IsEqual(gain.Ratio)).Select(gain => new ChartBar(
                gain.Hash, gain.Ratio, $"{Number(gain.Ratio)} times {gain.Library}")),
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
        var all = OneMessage(page).ToLookup(gain => gain.IsComparable);
        IEnumerable<string> equal =
            all[true].Where(gain => IsEqual(gain.Ratio)).Select(gain => gain.Hash).Order(StringComparer.Ordinal);
        yield return "These hashes have no bar:";
        yield return "";
        yield return $"- equal within 5 %: {string.Join(", ", equal)};";
        foreach (var library in all[false].GroupBy(gain => gain.Library, gain => gain.Hash))
        {
            yield return $"- not comparable with {library.Key}, which starts threads: {string.Join(", ", library)};";
        }

        yield return $"- no other library was found by `bench`: {string.Join(", ", page.WithoutOthers())}. "
            + "[The figures](figures.md) compare some of them with the C code of their authors.";
    }

    private const string OneSize = "64 KiB";

    private static IEnumerable<(string Hash, double Ratio, string Library, bool IsComparable)> OneMessage(MachinePage page)
    {
        HashSet<string> hashes = [.. page.FirstCalls().Keys];
        return
            from gain in page.OverOthers(isMany: false)
            where hashes.Contains(gain.Key) && gain.Value.Size == OneSize
            orderby gain.Value.Ratio descending
            select (gain.Key, gain.Value.Ratio, gain.Value.Library,
                ComparedLibrary.IsComparable(gain.Value.Library, gain.Key));
    }

    private static bool IsEqual(double ratio) => Math.Abs(Math.Log(ratio)) <= Math.Log(Reading.Equal);

    /// <summary>Shows the throughput as a function of the message length.</summary>
    public static string BySize(ChartTheme theme, IReadOnlyList<MachinePage> pages) =>
        Lines(theme, pages, "size", "SHA-256 by the length of a message",
            "One core. Higher is better. Many at once: HashMany, up to 1024 messages.");

    /// <summary>Shows the time per message as a function of the number of messages.</summary>
    public static string ByCount(ChartTheme theme, IReadOnlyList<MachinePage> pages) =>
        Lines(theme, pages, "count", "SHA-256 by the number of messages",
            "One core. Lower is better. At once: HashMany. One by one: HashData.");

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
        string title, string one, bool isLog, IReadOnlyList<ChartBars> groups, int width = Chart.NarrowWidth) =>
        new($"{title}: {string.Join(", ", groups.SelectMany(group => group.Bars).Select(Told))}", one, isLog, groups)
        { Width = width };

    private static string Told(ChartBar bar) => $"{bar.Label} {Number(bar.Value)} times";

    private static MachinePage Measured(IReadOnlyList<MachinePage> pages) => pages.First(page => page.Report is not null);

    private static MachinePage Fullest(IReadOnlyList<MachinePage> pages) => pages.MaxBy(page => page.Contests().Count())!;

    private static string Heading(MachinePage page) => $"{page.Title}, {page.InstructionSet}, {page.Date}";

    public static string Number(double value) =>
        value.ToString(value < 0.995 ? "0.00" : value < 10 ? "0.0" : "0", CultureInfo.InvariantCulture);
}
