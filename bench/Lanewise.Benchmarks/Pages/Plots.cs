using System.Globalization;
using Lanewise.Cli.Report;
using Lanewise.Icc.Charts;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Benchmarks;

/// <summary>The charts of the page about performance, from the records.</summary>
internal static class Plots
{
    /// <summary>Batches against a loop over .NET's own methods.</summary>
    public static string Speed(ChartTheme theme, IReadOnlyList<MachinePage> pages)
    {
        List<ChartBars> groups = [];
        foreach (MachinePage page in pages)
        {
            List<ChartBar> bars =
            [
                .. page.AgainstNet("many, 1 KiB x 512").Select(one => Bar(one.Hash, one.Ratio)),
                .. page.AgainstNet("one, 1 MiB").Where(one => one.Hash is "MD5" or "SHA-256")
                    .Select(one => Bar($"{one.Hash}, one message", one.Ratio, isSoft: true)),
            ];
            if (bars.Count > 0) groups.Add(new(Heading(page), bars));
        }

        groups.Sort((a, b) => b.Bars.Count.CompareTo(a.Bars.Count));
        return Chart.Document(
            theme,
            ["HashMany against a loop over .NET's own methods", "512 messages of 1 KiB, one core. Grey: one of 1 MiB."],
            Bars("Speed of Lanewise against .NET's own methods, one core", ".NET = 1", isLog: false, groups));
    }

    /// <summary>One long message against the fastest other library: where it is faster, and where it is slower.</summary>
    public static string One(ChartTheme theme, IReadOnlyList<MachinePage> pages)
    {
        const string Job = " one, 1 MiB";
        MachinePage page = Fullest(pages);
        ChartBar[] bars =
        [
            .. from contest in page.Contests()
               where contest.Job.EndsWith(Job, StringComparison.Ordinal) && contest.Others.Count > 0
               let fastest = contest.Others.MinBy(other => other.Time)
               let ratio = fastest.Time / contest.Lanewise
               orderby ratio descending
               select new ChartBar(
                   contest.Job[..^Job.Length], ratio, $"{Number(ratio)}× {fastest.Library}"),
        ];
        return Chart.Document(
            theme,
            ["One message against the fastest other library", $"1 MiB, one core. {Heading(page)}."],
            Bars("Speed of Lanewise against the fastest other library", "the other = 1 (logarithmic)", isLog: true,
                [new("", bars)]));
    }

    /// <summary>Throughput by the length of a message.</summary>
    public static string BySize(ChartTheme theme, IReadOnlyList<MachinePage> pages) =>
        Lines(theme, pages, "size", "SHA-256 by the length of a message", "One core. Many at once: up to 1024 messages.");

    /// <summary>The time per message by the number of messages.</summary>
    public static string ByCount(ChartTheme theme, IReadOnlyList<MachinePage> pages) =>
        Lines(theme, pages, "count", "SHA-256 by the number of messages", "One core. At once: HashMany. One by one: HashData.");

    private static string Lines(
        ChartTheme theme, IReadOnlyList<MachinePage> pages, string name, string title, string what)
    {
        MachinePage page = pages.First(page => page.Sweeps.Count > 0);
        Sweep sweep = page.Sweeps.Single(sweep => sweep.Algorithm == "SHA-256" && sweep.Name == name);
        return Chart.Document(theme, [title, $"{what} {Heading(page)}."], LogPlot.Chart(sweep));
    }

    private static BarChart Bars(string title, string one, bool isLog, IReadOnlyList<ChartBars> groups) =>
        new(title + ": " + string.Join("; ", groups.Select(group => (group.Heading.Length == 0 ? "" : group.Heading + ": ")
            + string.Join(", ", group.Bars.Select(bar => $"{bar.Label} {Number(bar.Value)} times")))), one, isLog, groups);

    private static ChartBar Bar(string label, double ratio, bool isSoft = false) =>
        new(label, ratio, $"{Number(ratio)}×", IsSoft: isSoft);

    private static MachinePage Fullest(IReadOnlyList<MachinePage> pages) => pages.MaxBy(page => page.Contests().Count())!;

    private static string Heading(MachinePage page) => $"{page.Title}, {page.InstructionSet}, {page.Date}";

    public static string Number(double value) =>
        value.ToString(value < 0.995 ? "0.00" : value < 10 ? "0.0" : "0", CultureInfo.InvariantCulture);
}
