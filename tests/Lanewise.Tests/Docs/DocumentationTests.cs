using System.Text.RegularExpressions;
using Xunit;

namespace Lanewise.Tests;

/// <summary>What the documentation says must be there: code that it quotes compiles, files that it links exist.</summary>
[Trait("Category", "Once")]
public sealed partial class DocumentationTests
{
    public static TheoryData<string> Pages => [.. Repository.Files().Where(file => file.EndsWith(".md", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Pages))]
    public void QuotedCodeStandsInASampleOrInTheSource(string page)
    {
        foreach (string code in CodeBlocks(Read(page)))
        {
            string quoted = WithoutIndentation(code);
            Assert.False(quoted.Length == 0, $"{page} has an empty block of code.");
            Assert.True(Sources.Value.Any(source => source.Contains(quoted, StringComparison.Ordinal)), $"{page} quotes code that is in no .cs file of samples or src:\n{code}");
        }
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public void LinksLeadToFilesAndHeadings(string page)
    {
        string folder = Path.GetDirectoryName(Repository.File(page))!;
        foreach (Match match in Link().Matches(Read(page)))
        {
            string target = match.Groups["target"].Value;
            if (target.Contains("://", StringComparison.Ordinal)) continue;

            string[] parts = target.Split('#');
            string path = parts[0].Length == 0 ? Repository.File(page) : Path.GetFullPath(Path.Combine(folder, parts[0]));
            Assert.True(Path.Exists(path), $"{page} links to {target}, which is not there.");
            if (parts.Length > 1)
            {
                Assert.True(
                    File.ReadLines(path).Any(line => line.StartsWith('#') && Anchor(line) == parts[1]),
                    $"{page} links to {target}, but the page has no such heading.");
            }
        }
    }

    [Fact]
    public void EveryAlgorithmHasAPageAndARowInTheReadMe()
    {
        string[] titles = [.. TableRow().Matches(Read("README.md")).Select(match => match.Groups["title"].Value).Where(title => title != "algorithm")];
        Assert.Equal(Catalog.Hashes.Select(row => row.Title), titles);
        Assert.All(Catalog.Hashes, row => Assert.True(File.Exists(Repository.File("docs", "algorithms", row.Name + ".md")), $"docs/algorithms/{row.Name}.md is missing."));
    }

    [Fact]
    public void TheReadMeHasCodeAndLinks()
    {
        // If the patterns above matched nothing, the other tests would pass on anything.
        Assert.Single(CodeBlocks(Read("README.md")));
        Assert.True(Link().Count(Read("README.md")) > 5);
        Assert.True(Sources.Value.Count > 20);
        Assert.DoesNotContain(Sources.Value, source => source.Contains("there is no such code", StringComparison.Ordinal));
    }

    private static Lazy<List<string>> Sources { get; } = new(() =>
    [
        .. Repository.Files()
            .Where(file => file.EndsWith(".cs", StringComparison.Ordinal) && (file.StartsWith("samples/", StringComparison.Ordinal) || file.StartsWith("src/", StringComparison.Ordinal)))
            .Select(file => WithoutIndentation(Read(file))),
    ]);

    private static string Read(string file) => File.ReadAllText(Repository.File(file)).Replace("\r", "", StringComparison.Ordinal);

    private static IEnumerable<string> CodeBlocks(string page) => CodeBlock().Matches(page).Select(match => match.Groups["code"].Value);

    private static string WithoutIndentation(string code) => string.Join('\n', code.Split('\n').Select(line => line.Trim())).Trim('\n');

    // As GitHub makes them.
    private static string Anchor(string heading) =>
        string.Concat(heading.TrimStart('#').Trim().ToLowerInvariant().Where(c => char.IsLetterOrDigit(c) || c is ' ' or '-' or '_')).Replace(' ', '-');

    [GeneratedRegex(@"^ *```csharp\n(?<code>.*?)^ *```$", RegexOptions.Singleline | RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex CodeBlock();

    [GeneratedRegex(@"\]\((?<target>[^)\s]+)\)", RegexOptions.ExplicitCapture)]
    private static partial Regex Link();

    [GeneratedRegex(@"^\| (?<title>[A-Za-z][^|]*?) \|", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex TableRow();
}
