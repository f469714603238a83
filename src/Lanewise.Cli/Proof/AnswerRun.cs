using System.Reflection;

namespace Lanewise.Cli.Proof;

/// <summary>Runs known-answer tests through the public API, in every way that the algorithm supports.</summary>
internal static class AnswerRun
{
    public static void Run(AnswerFile file, Tally tally)
    {
        tally.Begin(file.Name);
        KnownAnswers? answers = KnownAnswers.All.FirstOrDefault(
            a => a.Name.Equals(file.Algorithm, StringComparison.OrdinalIgnoreCase));
        for (int i = 0; i < file.Cases.Count; i++)
        {
            string name = Invariant($"case {i + 1}");
            if (answers is null)
            {
                tally.Fail($"{name}: the algorithm {file.Algorithm} is unknown");
                continue;
            }

            IReadOnlyList<string> wrong = answers.Check(file.Cases[i]);
            if (wrong.Count == 0) tally.Pass();
            else tally.Fail($"{name}: {string.Join(", ", wrong)}");
        }
    }

    /// <summary>The known answers built into the tool: a few per algorithm.</summary>
    public static IReadOnlyList<AnswerFile> BuiltIn()
    {
        List<AnswerFile> files = [];
        Assembly assembly = typeof(AnswerRun).Assembly;
        string[] names = assembly.GetManifestResourceNames();
        Array.Sort(names, StringComparer.Ordinal);
        foreach (string name in names)
        {
            using Stream? stream = assembly.GetManifestResourceStream(name);
            if (stream is null || !name.StartsWith("Answers/", StringComparison.Ordinal)) continue;

            using MemoryStream bytes = new();
            stream.CopyTo(bytes);
            files.Add(AnswerFile.Parse(name, bytes.ToArray()));
        }

        return files;
    }
}
