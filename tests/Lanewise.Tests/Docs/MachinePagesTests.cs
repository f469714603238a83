using Lanewise.Benchmarks;
using Xunit;

namespace Lanewise.Tests;

/// <summary>The table of docs/performance.md is that of the machines' pages.</summary>
public sealed class MachinePagesTests
{
    [Fact]
    public void TheTableIsBuiltFromThePages()
    {
        string text = File.ReadAllText(Repository.File("docs", "performance.md"));
        string folder = Repository.File("docs", "machines");
        string built = MachinePages.Fill(text, folder);
        Assert.True(text == built,
            "docs/performance.md is not what 'dotnet run -c Release --project bench/Lanewise.Benchmarks -- pages' builds.");
        foreach (string page in Directory.EnumerateFiles(folder, "*.md"))
        {
            string title = File.ReadLines(page).First().TrimStart('#', ' ');
            Assert.Contains($"[{title}](machines/{Path.GetFileName(page)})", text, StringComparison.Ordinal);
            // As where a heading is missing.
            Assert.DoesNotContain("\n\n\n", File.ReadAllText(page), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void ARowHasAColumnOfEachMachineThatMeasuredIt()
    {
        using TemporaryFolder folder = new();
        File.WriteAllText(Path.Combine(folder.Path, "a.md"),
            "# A\n\n| job | measured as | ours | target |\n|---|---|---|---|\n| one | x | 1 | 2 |\n");
        File.WriteAllText(
            Path.Combine(folder.Path, "b.md"),
            "# B\n\n| job | measured as | before | now |\n|---|---|---|---|\n| one | x | 3 | 4 |\n| two | ns | 5 | 6 |\n\n| job | ours |\n|---|---|\n| no | 9 |\n");
        string built = MachinePages.Fill("before <!-- machines -->old<!-- /machines --> after", folder.Path);
        Assert.Equal(
            """
            before <!-- machines -->
            | job | measured as | [A](machines/a.md) | [B](machines/b.md) |
            |---|---|---|---|
            | one | x | 1 | 4 |
            | two | ns |  | 6 |
            <!-- /machines --> after
            """.ReplaceLineEndings("\n"),
            built);
        Assert.Throws<FormatException>(() => MachinePages.Fill("no marks", folder.Path));
    }
}
