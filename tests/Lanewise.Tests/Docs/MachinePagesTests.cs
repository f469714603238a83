using System.Globalization;
using Lanewise.Benchmarks;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that the generated parts of the pages match the measurements in docs/machines.</summary>
public sealed class MachinePagesTests
{
    [Fact]
    public void GeneratedPartsMatchTheRecords()
    {
        string folder = Repository.File("docs", "machines");
        IReadOnlyList<MachinePage> pages = MachinePage.ReadAll(folder);
        foreach (string target in MachinePages.Targets)
        {
            string text = File.ReadAllText(Repository.File(target));
            Assert.True(text == MachinePages.Fill(text, pages),
                $"{target} is not what 'dotnet run -c Release --project bench/Lanewise.Benchmarks -- pages' writes.");
        }

        string performance = File.ReadAllText(Repository.File("docs", "performance.md"));
        foreach (MachinePage page in pages)
        {
            Assert.Contains($"[{page.Title}](machines/{page.Name}.md)", performance, StringComparison.Ordinal);
            // A missing part would leave two consecutive empty lines.
            Assert.DoesNotContain("\n\n\n", page.Text, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void PicturesMatchTheRecords()
    {
        string folder = Repository.File(MachinePages.ImagesFolder);
        Dictionary<string, string> drawn = Pictures.All(MachinePage.ReadAll(Repository.File("docs", "machines")))
            .ToDictionary(picture => picture.File, picture => picture.Text);
        Assert.Equal(drawn.Keys.Order(StringComparer.Ordinal),
            Directory.EnumerateFiles(folder, "*.svg").Select(file => Path.GetFileName(file)!).Order(StringComparer.Ordinal));
        Assert.All(drawn, picture => Assert.Equal(picture.Value, File.ReadAllText(Path.Combine(folder, picture.Key))));
    }

    [Theory]
    [InlineData("layers-light.svg", "uses only layers below it")]
    [InlineData("one-message-light.svg", ">0.20&#215; OpenSSL<")]
    [InlineData("sha256-length-light.svg", ">many at once<")]
    public void PicturesExplainTheirParts(string file, string text) =>
        Assert.Contains(text, File.ReadAllText(Repository.File(MachinePages.ImagesFolder, file)), StringComparison.Ordinal);

    [Fact]
    public void ThePictureOfAHashShowsNoOtherHash() => Assert.DoesNotContain(
        "MD5", File.ReadAllText(Repository.File(MachinePages.ImagesFolder, "sha256-length-light.svg")), StringComparison.Ordinal);

    /// <summary>On a wide page, the text of all pictures is 13 to 15 pixels high.</summary>
    [Fact]
    public void AllPicturesHaveTextOfTheSameHeight()
    {
        foreach (string file in Directory.EnumerateFiles(Repository.File(MachinePages.ImagesFolder), "*.svg"))
        {
            string svg = File.ReadAllText(file);
            double shown = Number(" width=\"", '"'), units = Number(" viewBox=\"0 0 ", ' ');
            Assert.InRange(shown / units * (svg.Contains("class=\"chart\"", StringComparison.Ordinal) ? 13 : 14), 13, 15);
            double Number(string before, char after) =>
                double.Parse(svg.Split(before)[1].Split(after)[0], CultureInfo.InvariantCulture);
        }
    }

    [Fact]
    public void FiguresHaveAColumnForEachMachine()
    {
        using TemporaryFolder folder = new();
        File.WriteAllText(Path.Combine(folder.Path, "a.md"),
            "# A\n\n| job | measured as | Lanewise | target |\n|---|---|---|---|\n| one | x | 1 | 2 |\n");
        File.WriteAllText(Path.Combine(folder.Path, "b.md"),
            "# B\n\n| job | measured as | before | now |\n|---|---|---|---|\n| one | x | 3 | 4 |\n| two | ns | 5 | 6 |\n");
        IReadOnlyList<MachinePage> pages = MachinePage.ReadAll(folder.Path);
        Assert.Equal(
            """
            before <!-- figures -->
            | job | measured as | [A](machines/a.md) | [B](machines/b.md) |
            |---|---|---|---|
            | one | x | 1 | 4 |
            | two | ns |  | 6 |
            <!-- /figures --> after
            """.ReplaceLineEndings("\n"),
            MachinePages.Fill("before <!-- figures -->old<!-- /figures --> after", pages));
        Assert.Throws<FormatException>(() => MachinePages.Fill("no part", pages));
        Assert.Throws<FormatException>(() => MachinePages.Fill("<!-- figures -->", pages));
    }

    /// <summary>Each cell of the table in README contains a factor or a dash.</summary>
    [Fact]
    public void TheTableOfSpeedsHasAFactorInEachCell()
    {
        IReadOnlyList<MachinePage> pages = MachinePage.ReadAll(Repository.File("docs", "machines"));
        string[][] rows =
        [
            .. MachinePages.Fill("<!-- speed --><!-- /speed -->", pages).Split('\n').Where(line => line.StartsWith('|')).Skip(2)
                .Select(line => line.Trim('|', ' ').Split(" | ")),
        ];
        Assert.Equal(Plots.Charted.Count, rows.Length);
        foreach (string[] row in rows)
        {
            Assert.Equal(3, row.Length);
            Assert.All(row.Skip(1).Where(cell => cell != "–"), cell =>
                Assert.True(double.Parse(cell, CultureInfo.InvariantCulture) > 0));
            Assert.NotEqual("–", row[1]);
        }
    }

    /// <summary>A page with a report has the most figures, so tables begin with it.</summary>
    [Fact]
    public void PagesWithAReportComeFirst() =>
        Assert.Equal("zen-5", MachinePage.ReadAll(Repository.File("docs", "machines"))[0].Name);

    [Fact]
    public void OfThePagesWithAReportThoseWithAvx512ComeFirst()
    {
        using TemporaryFolder folder = new();
        foreach ((string name, string text) in new[] { ("a", "AVX2"), ("b", "AVX2 AVX-512F") })
        {
            File.WriteAllText(
                Path.Combine(folder.Path, name + ".md"),
                $"# {name}\n\n- In use: {text}; at most 512 bits.\n\n## Without AVX-512\n");
            File.Copy(Repository.File("docs", "machines", "zen-5.json"), Path.Combine(folder.Path, name + ".json"));
        }

        Assert.Equal(["b AVX-512", "a AVX2"],
            MachinePage.ReadAll(folder.Path).Select(page => $"{page.Name} {page.InstructionSet}"));
    }

    [Fact]
    public void EveryJobInWhichAnotherLibraryIsFasterIsALoss()
    {
        using TemporaryFolder folder = new();
        File.WriteAllText(Path.Combine(folder.Path, "a.md"), """
            # A

            | job | Lanewise | .NET | BouncyCastle | OpenSSL |
            |---|---|---|---|---|
            | slower than both | 2.00x, 100 ns | 4.00x, 50 ns | - | 2.50x, 80.0 ns |
            | within 3 % | 1.00x, 100 ns | 1.02x, 98 ns | - | - |
            | times alone | 20 ns | - | 10 ns | - |

            | job | Lanewise | Lanewise, scalar | BouncyCastle | Botan |
            |---|---|---|---|---|
            | a cipher | 1.00x | 0.10x | 0.50x | 2.00x |
            """);
        string losses = MachinePages.Fill("<!-- losses --><!-- /losses -->", MachinePage.ReadAll(folder.Path));
        Assert.Equal(
            [
                "| slower than both | .NET | 0.50 |", "| slower than both | OpenSSL | 0.80 |",
                "| times alone | BouncyCastle | 0.50 |", "| a cipher | Botan | 0.50 |",
            ],
            losses.Split('\n').Where(line => line.StartsWith('|')).Skip(2));
    }

    [Fact]
    public void EveryRatioInTheSummaryNamesItsBaseline()
    {
        using TemporaryFolder folder = new();
        File.WriteAllText(Path.Combine(folder.Path, "a.md"), """
            # A

            | job | Lanewise | .NET | BouncyCastle | OpenSSL |
            |---|---|---|---|---|
            | MD5 one, 64 KiB | 0.5, 100 ns | 1.0, 200 ns | 1.0, 150 ns | - |
            | MD5 many, 1 KiB x 512 | 10x, 50 ns | 1.0x, 500 ns | - | - |
            | Skein one, 1 MiB | 0.5, 100 ns | - | 3.0, 300 ns | 2.0, 200 ns |

            | algorithm | first HashData | first HashMany |
            |---|---|---|
            | MD5 | 7 ms | 110 ms |
            | Skein | 8 ms | 12 ms |
            """);
        string summary = MachinePages.Fill("<!-- summary --><!-- /summary -->", MachinePage.ReadAll(folder.Path));
        string[] rows = [.. summary.Split('\n').Where(line => line.StartsWith('|')).Skip(2)];
        Assert.Equal(
            [
                "| MD5 | 10 times .NET, 1 KiB | 1.5 times BouncyCastle, 64 KiB | 7 ms; 110 ms |",
                "| Skein | not measured | 2.0 times OpenSSL, 1 MiB | 8 ms; 12 ms |",
            ],
            rows);
    }
}
