namespace Lanewise.Benchmarks;

/// <summary>
/// The pages of docs/machines, which <c>tools/record-machine</c> writes, as one table of docs/performance.md: a row per job, a
/// column per machine.
/// </summary>
internal static class MachinePages
{
    private const string Start = "<!-- machines -->", End = "<!-- /machines -->";

    private static readonly string[] Figures = ["now", "ours"];

    public const string Usage = """
        pages [FOLDER]

        Builds the table of FOLDER/docs/performance.md from the pages in FOLDER/docs/machines; FOLDER is the current one.
        """;

    public static int Run(ReadOnlySpan<string> arguments)
    {
        string docs = Path.Combine(arguments.Length > 0 ? arguments[0] : ".", "docs"),
            file = Path.Combine(docs, "performance.md");
        string text = File.ReadAllText(file), changed = Fill(text, Path.Combine(docs, "machines"));
        if (changed != text) File.WriteAllText(file, changed);
        return 0;
    }

    /// <summary>The text with the table between its marks built anew.</summary>
    /// <exception cref="FormatException">The marks are not there, or there is no page.</exception>
    public static string Fill(string text, string folder)
    {
        int start = text.IndexOf(Start, StringComparison.Ordinal), end = text.IndexOf(End, StringComparison.Ordinal);
        if (start < 0 || end < start) throw new FormatException($"The text has no {Start} and {End}.");

        return text[..(start + Start.Length)] + "\n" + Table(folder) + text[end..];
    }

    private static string Table(string folder)
    {
        (string Name, string Title, Dictionary<(string Job, string Measure), string> Jobs)[] pages =
        [
            .. Directory.EnumerateFiles(folder, "*.md").Order(StringComparer.Ordinal).Select(file =>
                (Path.GetFileNameWithoutExtension(file), File.ReadLines(file).First().TrimStart('#', ' '),
                    Jobs(File.ReadAllLines(file)))),
        ];
        if (pages.Length == 0) throw new FormatException($"There is no page in {folder}.");

        IEnumerable<string> head = pages.Select(page => $"[{page.Title}](machines/{page.Name}.md)");
        List<string> lines =
        [
            $"| job | measured as | {string.Join(" | ", head)} |",
            "|---|---|" + string.Concat(Enumerable.Repeat("---|", pages.Length)),
        ];
        foreach ((string job, string measure) in pages.SelectMany(page => page.Jobs.Keys).Distinct())
        {
            IEnumerable<string> cells = pages.Select(page => page.Jobs.GetValueOrDefault((job, measure), ""));
            lines.Add($"| {job} | {measure} | {string.Join(" | ", cells)} |");
        }

        return string.Join('\n', lines) + "\n";
    }

    // Of every table that begins with "job" and "measured as" the column of our figures.
    private static Dictionary<(string Job, string Measure), string> Jobs(string[] lines)
    {
        Dictionary<(string, string), string> jobs = [];
        int figure = -1;
        foreach (string line in lines)
        {
            string[] cells = [.. line.Trim().Trim('|').Split('|').Select(cell => cell.Trim())];
            if (cells.Length > 2 && cells[0] == "job")
            {
                figure = cells[1] == "measured as" ? Array.FindIndex(cells, Figures.Contains) : -1;
            }
            else if (!line.StartsWith('|')) figure = -1;
            else if (figure > 0 && !cells[0].StartsWith('-')) jobs.TryAdd((cells[0], cells[1]), cells[figure]);
        }

        return jobs;
    }
}
