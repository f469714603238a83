using System.Globalization;
using Lanewise.Cli.Report;
using Lanewise.Proof.Libraries;

namespace Lanewise.Benchmarks;

/// <summary>Generates the named parts of the pages as lines of Markdown.</summary>
internal static class MachineTables
{
    private const string Net = ".NET", OnRecordColumn = "best other code on record, Zen 5 / Xeon";

    public static IReadOnlyList<(string Name, Func<IReadOnlyList<MachinePage>, IEnumerable<string>> Write)> All { get; } =
    [
        ("gains", Gains),
        ("many", Plots.Range),
        ("short", Short),
        ("speed", Speed),
        ("slower", Slower),
        ("one", Plots.WithoutBar),
        ("few", Plots.FewMessages),
        ("machines", Machines),
        ("summary", Summary),
        ("losses", Losses),
        ("figures", Figures),
    ];

    private static IEnumerable<string> Machines(IReadOnlyList<MachinePage> pages) =>
    [
        "| machine | instruction set | date of the record | compared with other libraries |",
        "|---|---|---|---|",
        .. pages.Select(page =>
            $"| {Link(page)} | {page.InstructionSet} | {page.Date} | {(page.Contests().Any() ? "yes" : "no")} |"),
    ];

    /// <summary>
    /// The speedup of batches over single messages, over .NET's implementation and over the fastest other library, as a table
    /// with one row per hash.
    /// </summary>
    private static IEnumerable<string> Gains(IReadOnlyList<MachinePage> pages)
    {
        MachinePage page = Plots.Measured(pages);
        Dictionary<string, double> loops = page.ManyOverOne(), net = page.ManyOver(Net);
        Dictionary<string, (double Ratio, string Library)> others = Plots.ManyOverOthers(page);
        yield return $"| {page.Title}, {page.InstructionSet} | against `HashData` in a loop | against .NET's implementation "
            + "| against the fastest other library |";
        yield return "|---|---|---|---|";
        foreach (string hash in Plots.Answered)
        {
            string over = net.TryGetValue(hash, out double ratio) ? $"{Plots.Number(ratio)} times" : "not in .NET";
            string best = others.TryGetValue(hash, out (double Ratio, string Library) other)
                ? $"{Plots.Number(other.Ratio)} times ({other.Library})" : "not measured";
            string loop = loops.TryGetValue(hash, out double gain) ? $"{Plots.Number(gain)} times" : "too noisy";
            yield return $"| {hash} | {loop} | {over} | {best} |";
        }
    }

    /// <summary>For each machine with a report, a sentence about the hashes that are slower for one short message.</summary>
    private static IEnumerable<string> Short(IReadOnlyList<MachinePage> pages)
    {
        List<string> sentences = [];
        string before = "";
        foreach (MachinePage page in pages.Where(page => page.Report is not null))
        {
            if (GainText.ShortLosses(page.Report!)?.TrimEnd('.').Split(": ") is not [string hashes, string range]) continue;

            // Several machines usually have the same losses.
            sentences.Add(hashes == before ? $"On {page.Title}, it is {range}." : $"{hashes}: {range} ({page.Title}).");
            before = hashes;
        }

        return Wrapped(string.Join(' ', sentences));
    }

    /// <summary>
    /// The factors of each charted hash for many messages, on the machine with a report. A dash means that nothing was measured.
    /// The table fits on a phone.
    /// </summary>
    private static IEnumerable<string> Speed(IReadOnlyList<MachinePage> pages)
    {
        MachinePage page = Plots.Measured(pages);
        Dictionary<string, double> loops = page.ManyOverOne();
        Dictionary<string, (double Ratio, string Library)> many = Plots.ManyOverOthers(page);
        yield return "| hash | against a loop | against the best other library |";
        yield return "|---|---|---|";
        foreach (string hash in Plots.Charted)
        {
            yield return $"| {Cli.Report.Gains.Label(hash)} | {Cell(loops.TryGetValue(hash, out double loop) ? loop : null)} "
                + $"| {Cell(many.TryGetValue(hash, out (double Ratio, string Library) other) ? other.Ratio : null)} |";
        }

        static string Cell(double? ratio) => ratio is not double factor ? "–" : Plots.Number(factor);
    }

    /// <summary>The losses of the machine with a report in one sentence, for a page with little room.</summary>
    private static IEnumerable<string> Slower(IReadOnlyList<MachinePage> pages)
    {
        MachinePage page = Plots.Measured(pages);
        Gain[] long64 = Losses(Cli.Report.Gains.OneOverOthers(page.Report!));
        Gain[] brief = Losses(Cli.Report.Gains.ShortOverOthers(page.Report!));
        if (long64.Length == 0 && brief.Length == 0) return [];

        string libraries = string.Join(" or ", long64.Concat(brief).Select(gain => gain.Of).Distinct());
        return Wrapped($"**Slower than {libraries}** ({page.Title}): with one message of 64 KiB, {Lost(long64)}. "
            + $"With one message of at most 64 B, {LostRange(brief)}.");

        static Gain[] Losses(IEnumerable<Gain> gains) => [.. gains.Where(gain => gain is { IsJudged: true, IsSlower: true })];
    }

    private static string Lost(Gain[] gains)
    {
        Gain[] losses = [.. gains.Where(gain => gain.IsSlower).OrderBy(gain => gain.Ratio)];
        return losses.Length == 0 ? "no hash"
            : string.Join(", ", losses.Select((gain, i) =>
                $"{gain.Algorithm} is {Plots.Number(gain.Ratio!.Value)}{(i == 0 ? " times as fast" : "")}"));
    }

    private static string LostRange(Gain[] gains)
    {
        Gain[] losses = [.. gains.Where(gain => gain.IsSlower).OrderBy(gain => gain.Ratio)];
        return losses.Length < 2 ? Lost(losses)
            : $"{string.Join(", ", losses.Select(gain => gain.Algorithm).Order(StringComparer.Ordinal))} are "
                + $"{Plots.Number(losses[0].Ratio!.Value)} to {Plots.Number(losses[^1].Ratio!.Value)} times as fast";
    }

    /// <summary>Wraps text into lines that are not longer than other lines of the pages.</summary>
    public static IEnumerable<string> Wrapped(string text)
    {
        const int Columns = 130;
        string line = "";
        foreach (string word in text.Split(' '))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > Columns)
            {
                yield return line;
                line = "";
            }

            line += (line.Length > 0 ? " " : "") + word;
        }

        yield return line;
    }

    /// <summary>A table with one row per hash, for each machine on which other libraries were measured.</summary>
    private static IEnumerable<string> Summary(IReadOnlyList<MachinePage> pages)
    {
        bool hasTable = false;
        foreach (MachinePage page in pages.Where(page => page.Contests().Any()))
        {
            var many = page.OverOthers(isMany: true);
            var one = page.OverOthers(isMany: false);
            Dictionary<string, double> gains = page.ManyOverOne();
            string oneByOne = gains.Count > 0 ? " many messages against a loop, 1 KiB |" : "";
            // The page is long, so only the first table is visible at once.
            string title = $"{page.Title} ({page.InstructionSet}, one core)";
            bool isFirst = !hasTable;
            hasTable = true;
            if (isFirst)
            {
                yield return $"**{title}**:";
            }
            else
            {
                yield return "<details>";
                yield return $"<summary>{title}</summary>";
            }

            yield return "";
            yield return $"| hash |{oneByOne} many messages against the fastest other library "
                + "| one message against the fastest other library | time of the first call: one message; many messages |";
            yield return $"|---|---|---|---|{(oneByOne.Length > 0 ? "---|" : "")}";
            foreach ((string hash, (string One, string Many) first) in page.FirstCalls())
            {
                string times = oneByOne.Length == 0 ? "" : gains.TryGetValue(hash, out double gain)
                    ? $" {Plots.Number(gain)} times |" : " too noisy |";
                yield return $"| {hash} |{times} {Cell(many, hash)} | {Cell(one, hash)} | {first.One}; {first.Many} |";
            }

            yield return "";
            if (isFirst) continue;

            yield return "</details>";
            yield return "";
        }

        static string Cell(Dictionary<string, (double Ratio, string Library, string Size)> gains, string hash)
        {
            if (!gains.TryGetValue(hash, out (double Ratio, string Library, string Size) gain)) return "not measured";

            return ComparedLibrary.IsComparable(gain.Library, hash)
                ? $"{Plots.Number(gain.Ratio)} times {gain.Library}, {gain.Size}" : $"not comparable ({gain.Library})";
        }
    }

    /// <summary>For each machine, every job in which another library is more than 3 % faster.</summary>
    private static IEnumerable<string> Losses(IReadOnlyList<MachinePage> pages)
    {
        foreach (MachinePage page in pages)
        {
            yield return $"**{Link(page)}**";
            yield return "";
            List<string> losses =
            [
                .. page.Contests().SelectMany(contest => contest.Others
                    .Where(other => other.Time < 0.97 * contest.Lanewise)
                    .Select(other => $"| {contest.Job} | {other.Library} | {Number(other.Time / contest.Lanewise)} |")),
                .. OnRecord(page, pages),
            ];
            if (losses.Count > 0)
            {
                yield return "| job | faster library | its time divided by Lanewise's time |";
                yield return "|---|---|---|";
                foreach (string loss in losses) yield return loss;
            }
            else
            {
                yield return "No other library was more than 3 % faster in any job.";
            }

            yield return "";
            if (page.Contests().Any()) continue;

            yield return "The other libraries in `compare` were not measured on this machine.";
            yield return "";
        }
    }

    // One column of the target tables contains the best published figures of other implementations, which their authors
    // measured on two of the machines.
    private static IEnumerable<string> OnRecord(MachinePage page, IReadOnlyList<MachinePage> pages)
    {
        int machine = page.Name.StartsWith("zen-5", StringComparison.Ordinal) ? 0
            : page.Name.StartsWith("xeon", StringComparison.Ordinal) ? 1 : -1;
        if (machine < 0) yield break;

        Dictionary<(string Job, string Measure), string> jobs = page.Jobs();
        HashSet<string> seen = [];
        foreach (MachinePage.Table table in pages.SelectMany(p => p.With(OnRecordColumn)))
        {
            if (table.Column("measured as") < 0) continue;

            foreach (string[] row in table.Rows.Where(row => seen.Add($"{row[0]}|{row[1]}")))
            {
                // Parses text such as "17.1x / 17.7x (C, assembly)". In "9.4x to 9.9x", the lower figure is used.
                string[] parts = row[table.Column(OnRecordColumn)].Split(" / ");
                if (parts.Length != 2 || !jobs.TryGetValue((row[0], row[1]), out string? figure)) continue;

                bool isTime = figure.EndsWith("ns", StringComparison.Ordinal);
                if (!isTime && !figure.EndsWith('x')) continue;
                if (parts[machine].Contains(" ns", StringComparison.Ordinal) != isTime) continue;

                double other = First(parts[machine]), lanewise = First(figure);
                double share = isTime ? other / lanewise : lanewise / other;
                if (share < 0.97) yield return $"| {row[0]} | best other code on record | {Number(share)} |";
            }
        }
    }

    private static double First(string text)
    {
        string digits = string.Concat(text.TakeWhile(c => char.IsAsciiDigit(c) || c == '.'));
        return digits.Length > 0 ? double.Parse(digits, CultureInfo.InvariantCulture) : double.NaN;
    }

    /// <summary>All figures, with one row per job and one column per machine.</summary>
    private static IEnumerable<string> Figures(IReadOnlyList<MachinePage> pages)
    {
        var columns = pages.Select(page => (Page: page, Jobs: page.Jobs(), Own: OwnFigures(page))).ToArray();
        yield return $"| job | measured as | {string.Join(" | ", pages.Select(Link))} |";
        yield return "|---|---|" + string.Concat(Enumerable.Repeat("---|", pages.Count));
        foreach ((string job, string measure) in columns.SelectMany(column => column.Jobs.Keys).Distinct())
        {
            IEnumerable<string> cells = columns.Select(column => Cell(column.Jobs, column.Own, job, measure));
            yield return $"| {job} | {measure} | {string.Join(" | ", cells)} |";
        }

        static string Cell(
            Dictionary<(string, string), string> jobs, Dictionary<string, string> own, string job, string measure)
        {
            string figure = jobs.GetValueOrDefault((job, measure), "");
            // For MD5, the baseline is already .NET's implementation of the same hash.
            bool isOther = figure.EndsWith('x') && !job.StartsWith("MD5", StringComparison.Ordinal);
            return isOther && own.TryGetValue(job, out string? net)
                ? $"{figure} (.NET's own: {net})" : figure;
        }
    }

    // Returns the figures of .NET's own implementation for each job, in the unit of Lanewise's figures.
    private static Dictionary<string, string> OwnFigures(MachinePage page) => page.With(Net)
        .SelectMany(table => table.Rows.Select(row => (Job: row[0], Figure: row[table.Column(Net)].Split(',')[0])))
        .Where(row => row.Figure.EndsWith('x')).ToDictionary(row => row.Job, row => row.Figure);

    private static string Link(MachinePage page) => $"[{page.Title}](machines/{page.Name}.md)";

    private static string Number(double value) =>
        value.ToString(value < 10 ? "0.00" : value < 100 ? "0.0" : "0", CultureInfo.InvariantCulture);
}
