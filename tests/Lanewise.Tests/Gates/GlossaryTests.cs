using System.Text.RegularExpressions;
using Xunit;

namespace Lanewise.Tests;

/// <summary> Checks that pages, comments, messages and test names use standard terms. The list contains only unambiguous
/// non-standard words, each with its replacement. </summary>
public sealed partial class GlossaryTests
{
    private static readonly (Regex Pattern, string Use)[] Words =
    [
        Word(@"base library", ".NET"),
        Word(@"running (hash(es)?|MACs?)", "incremental hash"),
        Word(@"written[- ]out (form|kernels?|rounds?)|rounds that are written out", "unrolled"),
        Word(@"in fixed time", "in constant time"),
        Word(@"exclusive[- ]or(s|ed)?", "XOR"),
        Word(@"(first|second|third) cache", "L1, L2, L3 cache"),
        Word(@"verbs?", "method, command"),
        Word(@"disks? that turns?", "hard disk"),
        Word(@"heard of", "sent a heartbeat"),
        Word(@"mend(s|ed)?", "fix"),
        Word(@"strangers?", "attacker, untrusted party"),
        Word(@"the collector", "the GC"),
        Word(@"makes? of (the )?processors?", "CPU microarchitecture"),
        Word(@"but for", "except"),
        Word(@"rungs?|ladders?", "step, benchmark series"),
        Word(@"witness(es)?", "reference implementation, other implementation"),
        Word(@"ours|theirs", "Lanewise, the name of the tool"),
        Word(@"the first peer|native peers?|peers of the run", "compared library"),
        Word(@"forgotten (instances?|hash(es)?)|(instances?|hash(es)?) (is|are|was|were) forgotten", "undisposed"),
        Word(@"public faces?", "API, public methods"),
        Word(@"(is|stays) the truth", "the source of truth"),
        Word(@"turned (right|left)", "rotated"),
        Word(@"(lies?|stands?) (here|there|behind|beside)", "is"),
        Word(@"report(ing)? a hole", "report a vulnerability"),
        Word(@"what came of", "the result of"),
        Word(@"dealt out", "distributed"),
        Word(@"sharp tools?", "low-level class, low-level method"),
        Word(@"go(es)? on where", "continue where"),
        Word(@"sooner done", "faster"),
        Word(@"whoever asks", "the caller, the user"),
    ];

    // The check ignores published identifiers, keys in file formats, and CSS class names.
    private static readonly string[] Allowed = ["xtea-ladder", "\"ladder\"", "\"witnesses\"", "\"c{line % Colors} ours\""];

    private static readonly string[] Folders = ["src/", "tests/", "bench/", "samples/", "tools/"];

    [Fact]
    public void PagesAndCommentsUseStandardTerms()
    {
        string[] files = [.. Repository.Files().Where(IsChecked)];
        Assert.Contains("README.md", files);
        Assert.All(Folders, folder => Assert.Contains(files, file => file.StartsWith(folder, StringComparison.Ordinal)));
        string[] findings = [.. files.SelectMany(file => Findings(file, File.ReadAllLines(Repository.File(file))))];
        Assert.True(findings.Length == 0, string.Join('\n', findings));
    }

    [Theory]
    [InlineData("a.md", "A running hash of the base library", 2)]
    [InlineData("a.cs", "int verb = 1; // calls a verb", 1)]
    [InlineData("a.cs", "throw new(\"The verb {verb} failed.\");", 1)]
    [InlineData("a.cs", "Call(verb, witness, ours);", 0)]
    [InlineData("a.cs", "    public void EveryVerbThrows()", 1)]
    [InlineData("a.sh", "verb=1  # compared with theirs", 1)]
    [InlineData("a.md", "An incremental hash of .NET, compared in constant time", 0)]
    public void FindsAWordInProseAndNotInCode(string file, string line, int count) =>
        Assert.Equal(count, Findings(file, [line]).Count());

    private static bool IsChecked(string file) =>
        file.EndsWith(".md", StringComparison.Ordinal)
        || (Folders.Any(folder => file.StartsWith(folder, StringComparison.Ordinal))
            && !file.StartsWith("tests/vectors/", StringComparison.Ordinal)
            && !file.EndsWith(nameof(GlossaryTests) + ".cs", StringComparison.Ordinal)
            && Path.GetExtension(file) is ".cs" or ".sh" or ".inc" or ".mjs" or ".cl");

    private static IEnumerable<string> Findings(string file, string[] lines) =>
        from line in lines.Select((text, index) => (Prose: Prose(file, text), Number: index + 1))
        from word in Words
        from match in word.Pattern.Matches(line.Prose).Cast<Match>()
        select $"{file}:{line.Number} has '{match.Value}'; use: {word.Use}";

    // In code, the check reads only comments, strings and names of tests.
    private static string Prose(string file, string line)
    {
        foreach (string allowed in Allowed) line = line.Replace(allowed, "", StringComparison.Ordinal);
        if (file.EndsWith(".md", StringComparison.Ordinal)) return Code().Replace(line, " ");

        bool isCSharp = file.EndsWith(".cs", StringComparison.Ordinal);
        string comment = (isCSharp ? SlashComment() : HashComment()).Match(line).Value;
        string code = line[..(line.Length - comment.Length)];
        string texts = string.Join(' ', isCSharp ? Texts().Matches(code).Select(match => match.Value) : []);
        string name = isCSharp ? TestName().Match(code).Groups["name"].Value : "";
        return string.Join(' ', Reference().Replace(comment, " "), Hole().Replace(texts, " "), WordStart().Replace(name, " $0"));
    }

    private static (Regex, string) Word(string pattern, string use) =>
        (new($@"\b({pattern})\b", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture), use);

    [GeneratedRegex("`[^`]*`|]\\([^)]*\\)|^    .*")]
    private static partial Regex Code();

    [GeneratedRegex("(?<![:\"/])//.*$")]
    private static partial Regex SlashComment();

    [GeneratedRegex(@"((^|\s)#|(?<!:)//).*$")]
    private static partial Regex HashComment();

    [GeneratedRegex("\"([^\"\\\\]|\\\\.)*\"")]
    private static partial Regex Texts();

    [GeneratedRegex(@"\{[^}]*\}?")]
    private static partial Regex Hole();

    [GeneratedRegex("(cref|name|path)=\"[^\"]*\"|<c>[^<]*</c>|\\{\\{[^}]*\\}\\}")]
    private static partial Regex Reference();

    [GeneratedRegex(@"^    public (async )?(void|Task) (?<name>[A-Z]\w+)\(", RegexOptions.ExplicitCapture)]
    private static partial Regex TestName();

    [GeneratedRegex("[A-Z]")]
    private static partial Regex WordStart();
}
