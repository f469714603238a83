using System.Diagnostics;
using System.Text.RegularExpressions;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the documentation: quoted code must compile, and linked files must exist.</summary>
public sealed partial class DocumentationTests
{
    public static TheoryData<string> Pages =>
        [.. Repository.Files().Where(file => file.EndsWith(".md", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Pages))]
    public void QuotedCodeIsInASampleOrInTheSource(string page)
    {
        foreach (string code in CodeBlocks(Read(page)))
        {
            string quoted = WithoutIndentation(code);
            Assert.False(quoted.Length == 0, $"{page} has an empty code block.");
            Assert.True(Sources.Value.Any(source => source.Contains(quoted, StringComparison.Ordinal)),
                $"{page} quotes code that is in no .cs file of samples or src:\n{code}");
        }
    }

    [Theory]
    [MemberData(nameof(Samples))]
    public async Task SamplesPrintTheOutputInTheirComments(string sample)
    {
        string[] documented = [.. SamplePrints(sample)], printed = await Printed(sample);
        Assert.NotEmpty(documented);
        foreach (IGrouping<string, string> line in documented.GroupBy(line => line))
        {
            Assert.True(printed.Count(p => p == line.Key) >= line.Count(),
                $"{sample} says {line.Count()} times that it prints '{line.Key}', and does not.");
        }
    }

    [Fact]
    public async Task ThePasswordHasherPrintsTheOutputInItsComments() =>
        Assert.Equal(SamplePrints(PasswordHasher), await Printed(PasswordHasher));

    [Theory]
    [MemberData(nameof(Pages))]
    public void QuotedOutputComesFromATestedSample(string page)
    {
        // A page quotes code together with the comments that show its output. Each of these comments must also occur in a sample
        // that the tests run.
        HashSet<string> documented = [.. Samples.SelectMany(sample => SamplePrints(sample.Data))];
        foreach (Match match in CodeBlocks(Read(page)).SelectMany(code => Prints().Matches(code)))
        {
            Assert.Contains(match.Groups["line"].Value, documented);
        }
    }

    /// <summary>
    /// The first block of the tutorial must be a complete program, and the program with all blocks must be the sample.
    /// </summary>
    [Fact]
    public void TheBlocksOfTheTutorialAreAProgram()
    {
        string[] blocks = [.. CodeBlocks(Read("docs/tutorials/first-hashes.md"))];
        Assert.Contains("Console.WriteLine(", blocks[0], StringComparison.Ordinal);
        Assert.Equal(Read("samples/FirstHashes/Program.cs"), string.Join('\n', blocks));
    }

    [Fact]
    public void EveryPageThatInstallsAPackageSaysThatItIsNotReleased()
    {
        string[] pages = [.. Pages.Select(page => page.Data)
            .Where(page => page.StartsWith("src/", StringComparison.Ordinal) && InstallsPackage().IsMatch(Read(page)))];
        Assert.True(pages.Length > 6);
        // The comment is above the command, so nobody runs a command that fails.
        Assert.All(pages, page => Assert.Matches(
            "\n# Only after the first release on nuget.org\ndotnet .*\n```\n\nBefore the first release", Read(page)));
    }

    [Fact]
    public void EveryPageOfAnAlgorithmOrPackageQuotesCode()
    {
        string[] pages = [.. Pages.Select(page => page.Data)
            .Where(page => page.StartsWith("docs/algorithms/", StringComparison.Ordinal)
                || (page.StartsWith("src/", StringComparison.Ordinal) && page.Split('/').Length == 3))];
        Assert.True(pages.Length > 12);
        Assert.All(pages, page =>
            Assert.True(CodeBlocks(Read(page)).Any() || Read(page).Contains("```console\n$ ", StringComparison.Ordinal),
                $"{page} has no code."));
    }

    /// <summary>The first example of an algorithm must be on the first screen of its page.</summary>
    [Fact]
    public void ThePageOfAnAlgorithmBeginsWithAnExample()
    {
        const int LastLine = 14;
        string[] pages =
            [.. Pages.Select(page => page.Data).Where(page => page.StartsWith("docs/algorithms/", StringComparison.Ordinal))];
        Assert.True(pages.Length > 10);
        Assert.All(pages, page => Assert.Contains("```csharp", Read(page).Split('\n').Take(LastLine)));
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public void LinksLeadToFilesAndHeadings(string page)
    {
        string folder = Path.GetDirectoryName(Repository.File(page))!;
        foreach (Match match in Link().Matches(Read(page)).Cast<Match>().Concat(ImageSource().Matches(Read(page))))
        {
            string target = match.Groups["target"].Value;
            if (target.Contains("://", StringComparison.Ordinal)) continue;

            string[] parts = target.Split('#');
            string path = parts[0].Length == 0 ? Repository.File(page) : Path.GetFullPath(Path.Combine(folder, parts[0]));
            Assert.True(Path.Exists(path), $"{page} links to {target}, which does not exist.");
            if (parts.Length > 1)
            {
                Assert.True(
                    File.ReadLines(path).Any(line => line.StartsWith('#') && Anchor(line) == parts[1]),
                    $"{page} links to {target}, but the page has no such heading.");
            }
        }
    }

    [Fact]
    public void EveryAlgorithmIsInTheReadMeAndOnThePageOfItsFamily()
    {
        Match[] families = [.. Family().Matches(Read("README.md")).Cast<Match>()];
        Assert.Equal(Catalog.Hashes.Select(row => row.Title).Order(StringComparer.Ordinal),
            families.SelectMany(family => family.Groups["titles"].Value.Split(", ")).Order(StringComparer.Ordinal));
        foreach (Match family in families)
        {
            string page = Read(family.Groups["page"].Value);
            Assert.All(family.Groups["titles"].Value.Split(", "), title =>
                Assert.Contains(title, page, StringComparison.Ordinal));
        }
    }

    [Fact]
    public void CodeOnThePagesOfPackagesFitsANarrowColumn()
    {
        string[] pages = [.. Pages.Select(page => page.Data).Where(page => page == "README.md"
            || (page.StartsWith("src/", StringComparison.Ordinal) && page.Split('/').Length == 3))];
        Assert.True(pages.Length > 7);
        string[] wide =
        [
            .. from page in pages
               from Match block in Fenced().Matches(Read(page))
               from line in block.Value.Split('\n')
               where line.Length > 60
               select $"{page}: {line}",
        ];
        Assert.True(wide.Length == 0, "Lines of code wider than 60 columns:\n" + string.Join('\n', wide));
    }

    [Theory]
    [InlineData("dotnet run -c Release --project src/Lanewise.Cli -- sum README.md")]
    [InlineData("./test")]
    public void TheReadMeNamesTheCommandsThatNeedNoInstallation(string command) =>
        Assert.Contains(command, Read("README.md"), StringComparison.Ordinal);

    [Fact]
    public void TheTestsFindCodeAndLinksInTheReadMe()
    {
        // This test ensures that the patterns match something. Otherwise, the other tests would always pass.
        Assert.Single(CodeBlocks(Read("README.md")));
        Assert.True(Link().Count(Read("README.md")) > 5);
        Assert.True(Sources.Value.Count > 20);
        Assert.DoesNotContain(Sources.Value, source => source.Contains("there is no such code", StringComparison.Ordinal));
    }

    /// <summary>The sample programs that print output when they are run without arguments.</summary>
    public static TheoryData<string> Samples =>
        ["QuickStart", "FirstHashes", "HashFiles", "Audit", "IccEmbed", "Devices", PasswordHasher];

    private const string PasswordHasher = "PasswordHasher";

    private static async Task<string[]> Printed(string sample)
    {
        string program = Path.GetFullPath(
            Path.Combine(AppContext.BaseDirectory, "..", "..", sample,
                Path.GetFileName(AppContext.BaseDirectory.TrimEnd('/', '\\')), sample + ".dll"));
        // A sample hashes the files of the current folder.
        using TemporaryFolder folder = new();
        await File.WriteAllTextAsync(Path.Combine(folder.Path, "abc.txt"), "abc", TestContext.Current.CancellationToken);
        using Process run = Process.Start(new ProcessStartInfo("dotnet", [program])
        {
            RedirectStandardOutput = true,
            WorkingDirectory = folder.Path,
        })!;
        string[] printed = (await run.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken))
            .Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        await run.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(0, run.ExitCode);
        return printed;
    }

    // The lines are in source order.
    private static IEnumerable<string> SamplePrints(string sample) => Repository.Files()
        .Where(file =>
            file.StartsWith($"samples/{sample}/", StringComparison.Ordinal) && file.EndsWith(".cs", StringComparison.Ordinal))
        .SelectMany(file => Prints().Matches(Read(file))).Select(match => match.Groups["line"].Value);

    private static Lazy<List<string>> Sources { get; } = new(() =>
    [
        .. Repository.Files()
            .Where(file => file.EndsWith(".cs", StringComparison.Ordinal)
                && (file.StartsWith("samples/", StringComparison.Ordinal) || file.StartsWith("src/", StringComparison.Ordinal)))
            .Select(file => WithoutIndentation(Read(file))),
    ]);

    private static string Read(string file) =>
        File.ReadAllText(Repository.File(file)).Replace("\r", "", StringComparison.Ordinal);

    private static IEnumerable<string> CodeBlocks(string page) =>
        CodeBlock().Matches(page).Select(match => match.Groups["code"].Value);

    private static string WithoutIndentation(string code) =>
        string.Join('\n', code.Split('\n').Select(line => line.Trim())).Trim('\n');

    // Returns the anchor that GitHub generates for a heading.
    private static string Anchor(string heading) =>
        string.Concat(heading.TrimStart('#').Trim().ToLowerInvariant()
            .Where(c => char.IsLetterOrDigit(c) || c is ' ' or '-' or '_')).Replace(' ', '-');

    [GeneratedRegex(@"^ *```csharp\n(?<code>.*?)^ *```$",
        RegexOptions.Singleline | RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex CodeBlock();

    // The expected output of a code line is in a comment on the same line or on the lines that follow.
    [GeneratedRegex(@"// prints (?<line>.*)$", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Prints();

    [GeneratedRegex("^dotnet (add package|tool install) ", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex InstallsPackage();

    [GeneratedRegex("src(set)?=\"(?<target>[^\"]+)\"", RegexOptions.ExplicitCapture)]
    private static partial Regex ImageSource();

    [GeneratedRegex(@"\]\((?<target>[^)\s]+)\)", RegexOptions.ExplicitCapture)]
    private static partial Regex Link();

    [GeneratedRegex(@"^```.*?^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Fenced();

    // A link in a table row. The link text lists the algorithms on the linked page.
    [GeneratedRegex(@"(?<=^\|.*)\[(?<titles>[^\]]+)\]\((?<page>docs/algorithms/[a-z0-9]+\.md)\)",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Family();
}
