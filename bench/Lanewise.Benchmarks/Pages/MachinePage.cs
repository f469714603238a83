using System.Globalization;
using System.Text.RegularExpressions;
using Lanewise.Cli.Report;
using Lanewise.Icc.Charts;

namespace Lanewise.Benchmarks;

/// <summary>The data of a page in docs/machines: its title, and every Markdown table with its heading.</summary>
internal sealed partial class MachinePage
{
    private readonly List<Table> tables = [];

    private MachinePage(string path)
    {
        string[] lines = File.ReadAllLines(path);
        Name = Path.GetFileNameWithoutExtension(path);
        string json = Path.ChangeExtension(path, ".json");
        Report = File.Exists(json) ? ReportReader.Read(File.ReadAllBytes(json)) : null;
        Title = lines[0].TrimStart('#', ' ');
        Text = string.Join('\n', lines);
        Table? open = null;
        string heading = "";
        foreach (string line in lines)
        {
            if (line.StartsWith('#')) heading = line.TrimStart('#', ' ');
            if (!line.StartsWith('|'))
            {
                open = null;
                continue;
            }

            string[] cells = [.. line.Trim().Trim('|').Split('|').Select(cell => cell.Trim())];
            if (open is null) tables.Add(open = new(heading, cells, []));
            else if (!cells[0].StartsWith("--", StringComparison.Ordinal)) open.Rows.Add(cells);
        }
    }

    /// <summary>The name of the file without its extension.</summary>
    public string Name { get; }

    public string Title { get; }

    public string Text { get; }

    /// <summary>The name of the instruction set that provides the CPU's widest vectors.</summary>
    public string InstructionSet => HasAvx512 ? "AVX-512" : "AVX2";

    // Pages of machines without AVX-512 mention it, too. Recorded pages list the instruction sets that were in use.
    private bool HasAvx512 => Array.Find(Text.Split('\n'), IsInUse) is { } used
        ? used.Contains("AVX-512", StringComparison.Ordinal)
        : Text.Contains("AVX-512", StringComparison.Ordinal) && !Text.Contains("no AVX-512", StringComparison.Ordinal);

    private static bool IsInUse(string line) => line.StartsWith("- In use: ", StringComparison.Ordinal);

    /// <summary>The latest date on the page, or an empty string if there is none.</summary>
    public string Date => DatePattern().Matches(Text).Select(match => match.Value).Max(StringComparer.Ordinal) ?? "";

    /// <summary>The report that <c>bench --json</c> wrote for this machine, or null if there is none.</summary>
    public BenchReport? Report { get; }

    /// <summary>Returns the tables that have a column with this name, in the order of the page.</summary>
    public IEnumerable<Table> With(string column) => tables.Where(table => table.Column(column) >= 0);

    /// <summary>Returns Lanewise's figures by job and unit.</summary>
    public Dictionary<(string Job, string Measure), string> Jobs()
    {
        Dictionary<(string, string), string> jobs = [];
        foreach (Table table in With("measured as").Where(table => table.Head[0] == "job"))
        {
            int figure = Math.Max(table.Column("Lanewise"), table.Column("now"));
            foreach (string[] row in table.Rows) jobs.TryAdd((row[0], row[1]), row[figure]);
        }

        return jobs;
    }

    /// <summary>
    /// Returns the results of each job: Lanewise's time, and the name and time of each other library. All times for a job have
    /// the same unit.
    /// </summary>
    public IEnumerable<(string Job, double Lanewise, IReadOnlyList<(string Library, double Time)> Others)> Contests()
    {
        foreach (Table table in With("BouncyCastle").Where(table => table.Column("Lanewise") == 1))
        {
            int first = table.Column("BouncyCastle") - (table.Column(".NET") > 0 ? 1 : 0);
            foreach (string[] row in table.Rows)
            {
                double lanewise = Time(row[1]);
                if (double.IsNaN(lanewise)) continue;

                yield return (row[0], lanewise,
                    [.. table.Head.Skip(first).Select((library, i) => (library, Time(row[first + i])))
                        .Where(other => !double.IsNaN(other.Item2))]);
            }
        }
    }

    /// <summary>
    /// Returns the times of the first calls in a process, for each hash. If there is a report, they are the times in the report.
    /// </summary>
    public Dictionary<string, (string One, string Many)> FirstCalls()
    {
        return Report is { FirstCalls.Count: > 0 }
            ? Report.FirstCalls.ToDictionary(call => call.Algorithm, call => (Milliseconds(call.One), Milliseconds(call.Many)))
            : With("first HashMany").SelectMany(table => table.Rows).ToDictionary(row => row[0], row => (row[1], row[2]));

        static string Milliseconds(double value) => $"{ChartAxis.Three(value)} ms";
    }

    /// <summary>
    /// Returns the speedup of batches over single messages for each hash, as in the first chart of <c>bench --html</c>.
    /// </summary>
    public Dictionary<string, double> ManyOverOne() => Report is null ? []
        : Gains.OverOne(Report).Where(gain => gain.Ratio is not null)
            .ToDictionary(gain => gain.Algorithm, gain => gain.Ratio!.Value);

    /// <summary>Returns the speedup of batches over a library for each hash that the library has.</summary>
    public Dictionary<string, double> ManyOver(string library) => Report is null ? []
        : Gains.OverLibrary(Report, library).Where(gain => gain.IsJudged)
            .ToDictionary(gain => gain.Algorithm, gain => gain.Ratio!.Value);

    /// <summary>
    /// Returns the speedup over the fastest other library for each hash, either for one message or for many, with the message
    /// size. Figures from <c>bench</c> take precedence over those from <c>compare</c>, which measures more libraries.
    /// </summary>
    public Dictionary<string, (double Ratio, string Library, string Size)> OverOthers(bool isMany)
    {
        Dictionary<string, (double Ratio, string Library, string Size)> found = [];
        foreach (Gain gain in Report is null ? [] : isMany ? Gains.OverOthers(Report) : Gains.OneOverOthers(Report))
        {
            if (gain.Ratio is not null) found.Add(gain.Algorithm, (gain.Ratio.Value, gain.Of, isMany ? "1 KiB" : "64 KiB"));
        }

        foreach (string job in isMany ? [" many, 1 KiB x 512", " many, 4 KiB x 512"] : (string[])[" one, 64 KiB", " one, 1 MiB"])
        {
            foreach ((string name, double lanewise, IReadOnlyList<(string Library, double Time)> others) in Contests())
            {
                if (!name.EndsWith(job, StringComparison.Ordinal) || others.Count == 0) continue;

                (string library, double time) = others.MinBy(other => other.Time);
                found.TryAdd(name[..^job.Length], (time / lanewise, library, job.Split(", ")[1].Split(" x")[0]));
            }
        }

        return found;
    }

    /// <summary>Returns the hashes for which no other library was measured.</summary>
    public IEnumerable<string> WithoutOthers()
    {
        HashSet<string> measured = [.. Contests().Where(contest => contest.Others.Count > 0).Select(contest => contest.Job)];
        return FirstCalls().Keys.Where(hash => Report is null || Gains.WithoutOthers(Report).Contains(hash))
            .Where(hash => !measured.Any(job => job.StartsWith(hash + " ", StringComparison.Ordinal)));
    }

    /// <summary>
    /// Reads all pages of a folder. Pages with a report come first, because they have the most figures, and among these the pages
    /// of machines with the widest vectors.
    /// </summary>
    public static IReadOnlyList<MachinePage> ReadAll(string folder)
    {
        MachinePage[] pages = [.. Directory.EnumerateFiles(folder, "*.md").Order(StringComparer.Ordinal)
            .Select(file => new MachinePage(file)).OrderBy(page => page.Report is null).ThenByDescending(page => page.HasAvx512)];
        return pages.Length > 0 ? pages : throw new FormatException($"There is no page in {folder}.");
    }

    // Parses cells such as "1.06x, 1222778 ns" and "9.55 ns". Cells for ciphers contain only a throughput, such as "4.94x".
    private static double Time(string cell)
    {
        Match time = TimePattern().Match(cell), throughput = ThroughputPattern().Match(cell);
        return time.Success ? double.Parse(time.Groups[1].Value, CultureInfo.InvariantCulture)
            : throughput.Success ? 1 / double.Parse(throughput.Groups[1].Value, CultureInfo.InvariantCulture)
            : double.NaN;
    }

    [GeneratedRegex(@"([0-9.]+) ns$")]
    private static partial Regex TimePattern();

    [GeneratedRegex("^([0-9.]+)x$")]
    private static partial Regex ThroughputPattern();

    [GeneratedRegex("20[0-9]{2}-[0-9]{2}-[0-9]{2}")]
    private static partial Regex DatePattern();

    internal sealed record Table(string Heading, string[] Head, List<string[]> Rows)
    {
        /// <summary>Returns the index of a column, or -1 if the column does not exist.</summary>
        public int Column(string name) => Array.FindIndex(Head, head => head == name);
    }
}
