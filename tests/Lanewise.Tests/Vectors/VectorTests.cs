using System.Globalization;
using System.Text.RegularExpressions;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests every known answer in every file, with every overload that the algorithm supports.</summary>
[Trait("Category", "Lanes")]
public sealed partial class VectorTests
{
    // The exact number of cases in each file, as listed in tests/vectors/README.md. A truncated or partly read file must not
    // pass.
    private static readonly SortedDictionary<string, int> CaseCounts = ReadCounts();

    // These algorithms are neither hashes nor block ciphers, so their files are read by separate tests.
    private static readonly string[] WithoutARow = ["ThreefishSkein"];

    private static Dictionary<string, KnownAnswers> Checkers => KnownAnswers.All.ToDictionary(answers => answers.Name);

    public static TheoryData<string> FilesOfTheCatalogue =>
        [.. CaseCounts.Keys.Where(name => !WithoutARow.Contains(VectorFile.Read(name).Algorithm))];

    [Theory]
    [MemberData(nameof(FilesOfTheCatalogue))]
    public void EveryKnownAnswerIsRightInEveryForm(string name)
    {
        VectorFile file = VectorFile.Read(name);
        Assert.Equal(CaseCounts[name], file.Cases.Count);
        KnownAnswers answers = Checkers[file.Algorithm];
        List<string> failures = [];
        for (int i = 0; i < file.Cases.Count; i++)
        {
            failures.AddRange(answers.Check(file.Cases[i])
                .Select(form => string.Create(CultureInfo.InvariantCulture, $"case {i}: {form}")));
        }

        Assert.True(failures.Count == 0, $"{name}: {string.Join("; ", failures.Take(20))}");
    }

    [Theory]
    [Trait("Category", "Once")]
    [MemberData(nameof(FilesOfTheCatalogue))]
    public void AChangedAnswerIsDetected(string name)
    {
        // Verifies that the checks fail for wrong answers. The message does not list all overloads.
        VectorFile file = VectorFile.Read(name);
        KnownAnswerCase good = file.Cases[^1];
        byte[] changed = (byte[])good.Output.Clone();
        changed[^1] ^= 1;
        Assert.Equal(["all forms"], Checkers[file.Algorithm].Check(good with { Output = changed }));
    }

    [Fact]
    public void EveryFileIsListedWithItsNumberOfCases()
    {
        Assert.True(CaseCounts.Count > 30, "The table of tests/vectors/README.md was not read.");
        Assert.Equal(CaseCounts.Keys, VectorFile.Names);
        foreach ((string name, int count) in CaseCounts) Assert.Equal(count, VectorFile.Read(name).Cases.Count);
    }

    [Fact]
    public void EveryAlgorithmOfTheFilesHasARowOrIsListedAsAnException()
    {
        SortedSet<string> inFiles = new(CaseCounts.Keys.Select(name => VectorFile.Read(name).Algorithm), StringComparer.Ordinal);
        Assert.All(WithoutARow, name =>
            Assert.False(Checkers.ContainsKey(name), $"{name} now has a row, so remove its name from {nameof(WithoutARow)}."));
        Assert.Equal(inFiles, Checkers.Keys.Concat(WithoutARow).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void EveryRowHasKnownAnswersWithItsName()
    {
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs))
        {
            Assert.Contains(row.KnownAnswers, answers => answers.Name == row.Title);
        }
    }

    [Fact]
    public void EveryAlgorithmHasBuiltInAnswers()
    {
        // If an algorithm has no file in that directory, `lanewise prove` has no known answers for it.
        VectorFile[] files = [.. Directory.EnumerateFiles(Repository.File("src", "Lanewise.Cli", "Answers"), "*.json")
            .Select(VectorFile.Read)];
        Assert.Equal(Checkers.Keys.Order(StringComparer.Ordinal),
            files.Select(file => file.Algorithm).Order(StringComparer.Ordinal));
        foreach (VectorFile file in files)
        {
            Assert.NotEmpty(file.Cases);
            Assert.All(file.Cases, c => Assert.Empty(Checkers[file.Algorithm].Check(c)));
        }
    }

    private static SortedDictionary<string, int> ReadCounts()
    {
        SortedDictionary<string, int> counts = new(StringComparer.Ordinal);
        foreach (string line in File.ReadLines(Path.Combine(VectorFile.Folder, "README.md")))
        {
            Match match = TableRow().Match(line);
            if (match.Success) counts.Add(match.Groups[1].Value, int.Parse(match.Groups[2].Value, CultureInfo.InvariantCulture));
        }

        return counts;
    }

    [GeneratedRegex(@"^\| (\S+\.json) \| [^|]+ \| (\d+) \|")]
    private static partial Regex TableRow();
}
