using Lanewise.Icc;
using Lanewise.Icc.Charts;

namespace Lanewise.Benchmarks;

/// <summary>Draws the pictures in docs/images that the pages show, each in a light and a dark version.</summary>
internal static class Pictures
{
    // The width of a drawing. On a page that is 400 pixels wide, its text is more than 11 pixels high.
    private const int Width = 424;

    /// <summary>All pictures, each with the name and contents of its file.</summary>
    public static IEnumerable<(string File, string Text)> All(IReadOnlyList<MachinePage> pages) =>
        new[] { (Theme.Light, ChartTheme.Light), (Theme.Dark, ChartTheme.Dark) }.SelectMany(both => new (string, string)[]
        {
            ("speed", Plots.Speed(both.Item2, pages, Chart.NarrowWidth)),
            ("speed-wide", Plots.Speed(both.Item2, pages, 720)),
            ("one-message", Plots.One(both.Item2, pages)),
            ("sha256-length", Plots.BySize(both.Item2, pages)),
            ("sha256-count", Plots.ByCount(both.Item2, pages)),
            ("icc-srgb", Fit(both.Item2)),
            ("lanes", Lanes(both.Item1).ToString()),
            ("layers", Layers(both.Item1).ToString()),
            ("fleet", Fleet(both.Item1).ToString()),
            ("chooser", Chooser(both.Item1).ToString()),
        }.Select(picture => ($"{picture.Item1}-{both.Item1.Name}.svg", picture.Item2)));

    private static readonly Lazy<IReadOnlyList<FitRow>> Srgb = new(() => FitReport.Fit(TransferFunction.Srgb, 2, 256));

    private static readonly IReadOnlyList<(string Name, int Points)> SrgbProfiles =
        IccSpaces.All.Single(space => space.Name == "sRGB").SampledProfiles;

    private static string Fit(ChartTheme theme) =>
        FitReport.Draw("sRGB (IEC 61966-2-1): error of the best curve", Srgb.Value, theme, SrgbProfiles);

    /// <summary>Shows how messages are hashed one after another in a single lane, and side by side in all lanes.</summary>
    private static Drawing Lanes(Theme theme)
    {
        const int Cell = 31, Box = 28, Row = 26, High = 23, Right = 284, Foot = 52 + (8 * Row) + 8;
        Drawing drawing = new(theme, Width, Foot + 24,
            "Left: a loop hashes eight messages one after the other; seven of eight lanes are idle. "
            + "Right: HashMany hashes the eight messages side by side, one in each lane, in about the time of one.");
        drawing.Text(0, 18, "A loop", 15, isBold: true);
        drawing.Text(0, 38, "one lane works, seven are idle", 14, isMuted: true);
        drawing.Text(Right, 18, "HashMany", 15, isBold: true);
        drawing.Text(Right, 38, "a message per lane", 14, isMuted: true);
        for (int lane = 0; lane < 8; lane++)
        {
            double y = 52 + (lane * Row);
            for (int step = 0; step < 8; step++)
            {
                double x = 2 + (step * Cell);
                drawing.Box(x, y, Box, High, lane == 0 ? ChartInk.Second : ChartInk.Reference, isDashed: lane > 0);
                if (lane == 0) drawing.Text(x + (Box / 2.0), y + 16.5, $"m{step}", 14, anchor: "middle");
            }

            drawing.Box(Right, y, Box, High, ChartInk.Main);
            drawing.Text(Right + (Box / 2.0), y + 16.5, $"m{lane}", 14, anchor: "middle");
            drawing.Text(Right + Box + 10, y + 16.5, $"lane {lane}", 14, isMuted: true);
        }

        drawing.Line(2, Foot, 8 * Cell, Foot, isArrow: true);
        drawing.Text(2, Foot + 18, "time: eight messages", 14, isMuted: true);
        drawing.Line(Right, Foot, Right + Box, Foot, isArrow: true);
        drawing.Text(Right, Foot + 18, "time: one message", 14, isMuted: true);
        return drawing;
    }

    /// <summary>Shows the layers of src/Lanewise. Each layer uses only the layers below it.</summary>
    private static Drawing Layers(Theme theme)
    {
        (string Group, (string Name, string Knows)[] Layers)[] groups =
        [
            ("Uses all hashes", [
                ("KeyDerivation", "PBKDF2 and HKDF"), ("Catalog, operations", "hashes by name"),
                ("Adapters", "Stream, HashAlgorithm"),
            ]),
            ("Algorithms", [
                ("Aead, MerkleTrees", "compositions of algorithms"), ("Argon2, Blake3, Skein", "use other families"),
                ("The other families", "rounds, keys, padding"),
            ]),
            ("Shared by algorithms", [
                ("MerkleDamgard, Ciphers", "blocks of data"), ("Api", "public base classes"),
                ("Incremental", "buffers, saved states"), ("Batching", "many messages, many cores"),
            ]),
            ("Machine", [("Simd", "vector lanes, CPU profiles"), ("Common", "arrays, disposal")]),
        ];
        const int Row = 28, Head = 30, Left = 24, Split = 212;
        int height = 30 + groups.Sum(group => Head + (group.Layers.Length * Row));
        Drawing drawing = new(theme, Width, height,
            "The layers of src/Lanewise from top to bottom: "
            + string.Join("; ", groups.SelectMany(group => group.Layers).Select(layer => $"{layer.Name} ({layer.Knows})"))
            + ". A layer uses only lower layers.");
        drawing.Text(Left, 16, "Arrow: a layer uses only layers below it.", 14, isMuted: true);
        int y = 22;
        foreach ((string group, (string Name, string Knows)[] layers) in groups)
        {
            drawing.Text(Left, y + 21, group, 14, isBold: true);
            y += Head;
            ChartInk ink = group == "Algorithms" ? ChartInk.Main : ChartInk.Reference;
            foreach ((string name, string knows) in layers)
            {
                drawing.Box(Left, y, Width - Left - 2, Row - 4, ink);
                drawing.Text(Left + 8, y + 17, name, 14);
                drawing.Text(Split, y + 17, knows, 14, isMuted: true);
                y += Row;
            }
        }

        drawing.Line(12, 30, 12, height - 10, isArrow: true);
        return drawing;
    }

    /// <summary>Shows the data flow of an audit across many machines.</summary>
    private static Drawing Fleet(Theme theme)
    {
        Drawing drawing = new(theme, Width, 352,
            "fleet plan lists files and objects into the catalogue. fleet work takes ranges from the catalogue, reads the files, "
            + "and writes digests back in one transaction. fleet status, report and serve read the catalogue. "
            + "RabbitMQ may announce ranges.");
        drawing.Box(2, 20, 114, 60, ChartInk.Reference, "Sources", "folders, S3");
        drawing.Box(176, 20, 150, 60, ChartInk.Reference, "fleet plan", "lists all sources");
        drawing.Box(176, 134, 150, 76, ChartInk.Main, "Catalogue", "SQLite, PostgreSQL", "jobs, files, results");
        drawing.Box(2, 142, 114, 60, ChartInk.Reference, "fleet work", "many workers");
        drawing.Box(166, 258, 170, 56, ChartInk.Reference, "fleet status, report", "fleet serve: live page");
        drawing.Box(334, 142, 88, 60, ChartInk.Reference, "RabbitMQ", "optional");
        drawing.Line(116, 50, 174, 50, isArrow: true);
        drawing.Text(144, 42, "names", 14, isMuted: true, anchor: "middle");
        drawing.Line(251, 80, 251, 132, isArrow: true);
        drawing.Text(259, 110, "rows, ranges", 14, isMuted: true);
        drawing.Line(59, 80, 59, 140, isArrow: true);
        drawing.Text(67, 114, "bytes", 14, isMuted: true);
        drawing.Line(176, 160, 118, 160, isArrow: true);
        drawing.Text(148, 152, "range", 14, isMuted: true, anchor: "middle");
        drawing.Line(116, 184, 174, 184, isArrow: true);
        drawing.Text(145, 202, "digests", 14, isMuted: true, anchor: "middle");
        drawing.Line(251, 210, 251, 256, isArrow: true);
        drawing.Text(259, 238, "results", 14, isMuted: true);
        drawing.Line(326, 50, 378, 50, isDashed: true);
        drawing.Line(378, 50, 378, 140, isArrow: true, isDashed: true);
        drawing.Line(378, 202, 378, 328, isDashed: true);
        drawing.Line(378, 328, 59, 328, isDashed: true);
        drawing.Line(59, 328, 59, 204, isArrow: true, isDashed: true);
        drawing.Text(218, 346, "range numbers", 14, isMuted: true, anchor: "middle");
        return drawing;
    }

    /// <summary>Shows how to choose the command that creates or checks the digests of an archive.</summary>
    private static Drawing Chooser(Theme theme)
    {
        (string Question, string Answer, string Why)[] rows =
        [
            ("Several machines, S3, a history, or an audit of days?", "lanewise fleet", "compares runs, shares and resumes work"),
            ("Must every byte be read again, as proof against bit rot?", "lanewise check --audit",
                "one pass: changed, moved, missing, new"),
            ("Do you keep one list, and few files change?", "lanewise sum --update", "reads only files that look changed"),
            ("May the run be killed before it ends?", "lanewise sum --journal", "the next run continues where it stopped"),
        ];
        const int Row = 122, Box = 86, Asked = 180, Told = 196, Gap = 42;
        Drawing drawing = new(theme, Width, 54 + (rows.Length * Row),
            "Which command: " + string.Join(" ", rows.Select(row => $"{row.Question} Yes: {row.Answer}, {row.Why}."))
            + " Otherwise: lanewise sum -r.");
        for (int i = 0; i < rows.Length; i++)
        {
            double y = 8 + (i * Row);
            drawing.Box(4, y, Asked, Box);
            IReadOnlyList<string> lines = Chart.Wrapped(rows[i].Question, Asked - 8, 14);
            for (int line = 0; line < lines.Count; line++)
            {
                double text = y + (Box / 2) + 5 - ((lines.Count - 1) * 9) + (line * 18);
                drawing.Text(4 + (Asked / 2), text, lines[line], 14, anchor: "middle");
            }

            drawing.Line(4 + Asked, y + (Box / 2), 2 + Asked + Gap, y + (Box / 2), isArrow: true);
            drawing.Text(2 + Asked + (Gap / 2), y + (Box / 2) - 7, "yes", 14, isMuted: true, anchor: "middle");
            drawing.Box(
                4 + Asked + Gap, y, Told, Box, ChartInk.Main, [rows[i].Answer, .. Chart.Wrapped(rows[i].Why, Told - 8, 14)]);
            drawing.Line(4 + (Asked / 2), y + Box, 4 + (Asked / 2), y + Row - 2, isArrow: true);
            drawing.Text(14 + (Asked / 2), y + Box + 22, "no", 14, isMuted: true);
        }

        drawing.Box(4, 8 + (rows.Length * Row), Asked, 36, ChartInk.Main, "lanewise sum -r");
        return drawing;
    }
}
