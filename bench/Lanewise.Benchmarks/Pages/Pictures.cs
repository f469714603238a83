using System.Globalization;
using Lanewise.Icc;
using Lanewise.Icc.Charts;

namespace Lanewise.Benchmarks;

/// <summary>The pictures of the pages: docs/images, each for a light and for a dark page.</summary>
internal static class Pictures
{
    /// <summary>All pictures: the name of the file, and its text.</summary>
    public static IEnumerable<(string File, string Text)> All(IReadOnlyList<MachinePage> pages) =>
        new[] { (Theme.Light, ChartTheme.Light), (Theme.Dark, ChartTheme.Dark) }.SelectMany(both => new (string, string)[]
        {
            ("speed", Speed(both.Item2, pages)),
            ("icc-srgb", Fit(both.Item2)),
            ("lanes", Lanes(both.Item1).ToString()),
            ("layers", Layers(both.Item1).ToString()),
            ("fleet", Fleet(both.Item1).ToString()),
            ("chooser", Chooser(both.Item1).ToString()),
        }.Select(picture => ($"{picture.Item1}-{both.Item1.Name}.svg", picture.Item2)));

    private static readonly Lazy<IReadOnlyList<FitRow>> Srgb = new(() => FitReport.Fit(TransferFunction.Srgb, 2, 256));

    private static string Fit(ChartTheme theme) =>
        FitReport.Draw("sRGB (IEC 61966-2-1): error of the best curve", Srgb.Value, theme);

    /// <summary>Batches against a loop over .NET's own methods, from the records.</summary>
    private static string Speed(ChartTheme theme, IReadOnlyList<MachinePage> pages)
    {
        List<(string Heading, List<(string Label, double Ratio, bool IsBatch)> Bars)> groups = [];
        foreach (MachinePage page in pages)
        {
            var contests = page.Contests()
                .SelectMany(contest => contest.Others.Where(other => other.Library == ".NET")
                    .Select(other => (contest.Job, Ratio: other.Time / contest.Lanewise)))
                .ToArray();
            List<(string, double, bool)> bars =
            [
                .. contests.Where(contest => contest.Job.EndsWith("many, 1 KiB x 512", StringComparison.Ordinal))
                    .OrderByDescending(contest => contest.Ratio)
                    .Select(contest => (contest.Job.Split(' ')[0], contest.Ratio, true)),
                .. contests.Where(contest => contest.Job is "MD5 one, 1 MiB" or "SHA-256 one, 1 MiB")
                    .Select(contest => ($"{contest.Job.Split(' ')[0]}, one message", contest.Ratio, false)),
            ];
            if (bars.Count > 0) groups.Add(($"{page.Title}, {page.InstructionSet}, {page.Date}", bars));
        }

        groups.Sort((a, b) => b.Bars.Count.CompareTo(a.Bars.Count));
        BarChart chart = new(
            "Speed of Lanewise against .NET's own methods, one core: " + string.Join("; ", groups.SelectMany(group =>
                group.Bars.Select(bar => $"{group.Heading}: {bar.Label} {Number(bar.Ratio)} times"))),
            ".NET = 1", isLog: false,
            [.. groups.Select(group => new ChartBars(group.Heading, [.. group.Bars.Select(
                bar => new ChartBar(bar.Label, bar.Ratio, $"{Number(bar.Ratio)}×", IsSoft: !bar.IsBatch))]))]);
        return Chart.Document(
            theme, ["HashMany against a loop over .NET's own methods", "512 messages of 1 KiB, one core. Grey: one message of 1 MiB."], chart);
    }

    /// <summary>Messages one after the other in one lane, and side by side in all lanes.</summary>
    private static Drawing Lanes(Theme theme)
    {
        Drawing drawing = new(theme, 720, 250,
            "Left: a loop hashes eight messages one after the other; seven of eight lanes are idle. "
            + "Right: HashMany hashes the eight messages side by side, one in each lane, in about the time of one.");
        drawing.Text(0, 18, "A loop: one after the other", 15, isBold: true);
        drawing.Text(0, 38, "one lane works, seven are idle", 13, isMuted: true);
        drawing.Text(470, 18, "HashMany: side by side", 15, isBold: true);
        drawing.Text(470, 38, "one message in each lane", 13, isMuted: true);
        for (int lane = 0; lane < 8; lane++)
        {
            double y = 52 + (lane * 21);
            for (int step = 0; step < 8; step++)
            {
                double x = 10 + (step * 50);
                if (lane == 0)
                {
                    drawing.Box(x, y, 46, 18, isAccent: true);
                    drawing.Text(x + 23, y + 13, $"m{step}", 12, anchor: "middle");
                }
                else
                {
                    drawing.Box(x, y, 46, 18, isDashed: true);
                }
            }

            drawing.Box(480, y, 46, 18, isAccent: true);
            drawing.Text(503, y + 13, $"m{lane}", 12, anchor: "middle");
            drawing.Text(538, y + 13, $"lane {lane}", 12, isMuted: true);
        }

        drawing.Line(10, 230, 406, 230, isArrow: true);
        drawing.Text(10, 246, "time", 12, isMuted: true);
        drawing.Line(480, 230, 530, 230, isArrow: true);
        drawing.Text(480, 246, "time", 12, isMuted: true);
        return drawing;
    }

    /// <summary>The layers of src/Lanewise; a layer uses only those below it.</summary>
    private static Drawing Layers(Theme theme)
    {
        (string Name, string Knows)[] layers =
        [
            ("Catalog, names, PBKDF2, HKDF", "all hashes"),
            ("Adapters", "Stream and HashAlgorithm over any hash"),
            ("Aead, MerkleTrees", "Threefish and Skein; node hashes"),
            ("A folder for each family", "padding, keys, counters, rounds; no width"),
            ("MerkleDamgard, Ciphers", "blocks, batches, HMAC; modes, packets"),
            ("Hashing", "how many messages, how long; no algorithm"),
            ("Lanes", "instructions and CPU microarchitectures"),
        ];
        Drawing drawing = new(theme, 720, 30 + (layers.Length * 42),
            "The layers of src/Lanewise from top to bottom: "
            + string.Join("; ", layers.Select(layer => $"{layer.Name} ({layer.Knows})")) + ". A layer uses only those below it.");
        drawing.Text(40, 16, "folder of src/Lanewise", 13, isMuted: true);
        drawing.Text(370, 16, "what it knows", 13, isMuted: true);
        for (int i = 0; i < layers.Length; i++)
        {
            double y = 26 + (i * 42);
            drawing.Box(40, y, 300, 34, isAccent: i == layers.Length - 1);
            drawing.Text(54, y + 22, layers[i].Name, 14, isBold: true);
            drawing.Text(370, y + 22, layers[i].Knows, 13, isMuted: true);
        }

        drawing.Line(16, 30, 16, 20 + (layers.Length * 42), isArrow: true);
        return drawing;
    }

    /// <summary>Who reads and writes what in an audit over many machines.</summary>
    private static Drawing Fleet(Theme theme)
    {
        Drawing drawing = new(theme, 720, 350,
            "fleet plan lists files and objects into the catalogue. fleet work takes ranges from the catalogue, reads the files, "
            + "and writes digests back in one transaction. fleet status, report and serve read the catalogue. "
            + "RabbitMQ may announce ranges.");
        drawing.Box(20, 20, 170, 60, false, "Sources", "folders, S3 buckets");
        drawing.Box(275, 20, 170, 60, false, "fleet plan", "lists what is there");
        drawing.Box(275, 134, 170, 76, true, "Catalogue", "SQLite or PostgreSQL", "jobs, files, results");
        drawing.Box(20, 142, 170, 60, false, "fleet work", "any number of workers");
        drawing.Box(260, 262, 200, 56, false, "fleet status, report", "fleet serve: live page");
        drawing.Box(530, 142, 170, 60, false, "RabbitMQ", "optional");
        drawing.Line(190, 50, 273, 50, isArrow: true);
        drawing.Text(231, 42, "names", 12, isMuted: true, anchor: "middle");
        drawing.Line(360, 80, 360, 132, isArrow: true);
        drawing.Text(368, 110, "rows, ranges", 12, isMuted: true);
        drawing.Line(105, 80, 105, 140, isArrow: true);
        drawing.Text(113, 114, "bytes", 12, isMuted: true);
        drawing.Line(273, 160, 192, 160, isArrow: true);
        drawing.Text(232, 153, "range", 12, isMuted: true, anchor: "middle");
        drawing.Line(190, 184, 273, 184, isArrow: true);
        drawing.Text(232, 200, "digests", 12, isMuted: true, anchor: "middle");
        drawing.Line(360, 210, 360, 260, isArrow: true);
        drawing.Text(368, 240, "results", 12, isMuted: true);
        drawing.Line(445, 50, 615, 50, isDashed: true);
        drawing.Line(615, 50, 615, 140, isArrow: true, isDashed: true);
        drawing.Text(530, 42, "numbers of ranges", 12, isMuted: true, anchor: "middle");
        drawing.Line(615, 202, 615, 338, isDashed: true);
        drawing.Line(615, 338, 105, 338, isDashed: true);
        drawing.Line(105, 338, 105, 204, isArrow: true, isDashed: true);
        return drawing;
    }

    /// <summary>Which command keeps and checks the digests of an archive.</summary>
    private static Drawing Chooser(Theme theme)
    {
        (string Question, string Answer, string Why)[] rows =
        [
            ("Is the archive on several machines, or in S3?", "lanewise fleet", "workers share one catalogue"),
            ("Must every byte be read again, as proof against bit rot?", "lanewise check --audit",
                "one pass: changed, moved, missing, new"),
            ("Do you keep one list, and few files change?", "lanewise sum --update", "reads only files that look changed"),
            ("May the run be killed before it ends?", "lanewise sum --journal", "the next run continues where it stopped"),
        ];
        Drawing drawing = new(theme, 720, 50 + (rows.Length * 84),
            "Which command: " + string.Join(" ", rows.Select(row => $"{row.Question} Yes: {row.Answer}, {row.Why}."))
            + " Otherwise: lanewise sum -r.");
        for (int i = 0; i < rows.Length; i++)
        {
            double y = 8 + (i * 84);
            drawing.Box(10, y, 330, 46);
            string[] lines = Wrap(rows[i].Question, 40);
            for (int line = 0; line < lines.Length; line++)
            {
                drawing.Text(175, y + (lines.Length == 1 ? 28 : 20 + (line * 18)), lines[line], 13, anchor: "middle");
            }

            drawing.Line(340, y + 23, 408, y + 23, isArrow: true);
            drawing.Text(372, y + 17, "yes", 12, isMuted: true, anchor: "middle");
            drawing.Box(410, y, 300, 46, true, rows[i].Answer, rows[i].Why);
            drawing.Line(175, y + 46, 175, y + 82, isArrow: true);
            drawing.Text(185, y + 69, "no", 12, isMuted: true);
        }

        drawing.Box(75, 8 + (rows.Length * 84), 200, 34, true, "lanewise sum -r");
        return drawing;
    }

    private static string[] Wrap(string text, int length)
    {
        if (text.Length <= length) return [text];

        int space = text.LastIndexOf(' ', Math.Min(length, text.Length - 1));
        return [text[..space], text[(space + 1)..]];
    }

    private static string Number(double value) =>
        value.ToString(value < 10 ? "0.0" : "0", CultureInfo.InvariantCulture);
}
