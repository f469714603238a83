namespace Lanewise.Benchmarks;

/// <summary>
/// Writes the generated parts of the documentation: tables and pictures of the figures that <c>tools/record-machine</c>
/// recorded in docs/machines.
/// </summary>
internal static class MachinePages
{
    public const string Usage = """
        pages [FOLDER]

        Writes the generated parts of the pages in FOLDER (default: the current folder) and the pictures in FOLDER/docs/images
        from the records in FOLDER/docs/machines.
        """;

    /// <summary>The pages that contain generated parts.</summary>
    public static IReadOnlyList<string> Targets { get; } =
        ["README.md", "docs/performance.md", "docs/figures.md", "src/Lanewise/README.md"];

    public const string ImagesFolder = "docs/images";

    public static int Run(ReadOnlySpan<string> arguments)
    {
        string folder = arguments.Length > 0 ? arguments[0] : ".";
        IReadOnlyList<MachinePage> pages = MachinePage.ReadAll(Path.Combine(folder, "docs", "machines"));
        foreach (string target in Targets)
        {
            string file = Path.Combine(folder, target), text = File.ReadAllText(file);
            WriteIfChanged(file, Fill(text, pages));
        }

        string images = Path.Combine(folder, ImagesFolder);
        Directory.CreateDirectory(images);
        foreach ((string file, string text) in Pictures.All(pages)) WriteIfChanged(Path.Combine(images, file), text);
        return 0;
    }

    /// <summary>Replaces each generated part of the text, <c>&lt;!-- name --&gt;...&lt;!-- /name --&gt;</c>.</summary>
    /// <exception cref="FormatException">
    /// The text has no generated part, or the start or end marker of a part is missing.
    /// </exception>
    public static string Fill(string text, IReadOnlyList<MachinePage> pages)
    {
        bool found = false;
        foreach ((string name, Func<IReadOnlyList<MachinePage>, IEnumerable<string>> write) in MachineTables.All)
        {
            string begin = $"<!-- {name} -->", end = $"<!-- /{name} -->";
            int start = text.IndexOf(begin, StringComparison.Ordinal), stop = text.IndexOf(end, StringComparison.Ordinal);
            if (start < 0 && stop < 0) continue;
            if (start < 0 || stop < start) throw new FormatException($"'{begin}' and '{end}' do not enclose any text.");

            found = true;
            text = $"{text[..(start + begin.Length)]}\n{string.Join('\n', write(pages))}\n{text[stop..]}";
        }

        return found ? text : throw new FormatException("The text has no generated part.");
    }

    private static void WriteIfChanged(string file, string text)
    {
        if (!File.Exists(file) || File.ReadAllText(file) != text) File.WriteAllText(file, text);
    }
}
