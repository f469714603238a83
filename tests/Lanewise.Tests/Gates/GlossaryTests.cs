using System.Text.RegularExpressions;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Checks that pages, comments, messages, test names and identifiers use standard terms. The lists contain only unambiguous
/// non-standard words, each with its replacement.
/// </summary>
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

    private static readonly string[] Folders = ["src/", "tests/", "bench/", "samples/", "tools/", "bindings/", "site/"];

    // Identifiers need their own list: a word such as "place" is correct in prose, but an identifier must say which place.
    private static readonly Dictionary<string, string> NonStandardNames = new[]
    {
        ("ours theirs", "Lanewise, the name of the tool, expected, actual"),
        ("place places", "position, offset, directory, buffer, path"),
        ("verb verbs", "method, command"),
        ("face faces", "API, methods"),
        ("witness witnesses peer peers", "reference implementation, compared library"),
        ("rung rungs ladder ladders", "step, benchmark series"),
        ("ceiling ceilings", "instruction-set limit, limit"),
        ("turn turns turned", "rotation, round, batch"),
        ("touch touches touched", "prefetch, overlap, read"),
        ("border borders", "pointer checks, boundary"),
        ("mend mends mended", "fix"),
        ("hole holes", "vulnerability, bug"),
        ("stranger strangers", "attacker, untrusted party"),
        ("neighbour neighbours neighbor neighbors", "sibling, adjacent"),
        ("forgotten", "undisposed, dropped"),
        ("truth", "expected value"),
        ("said", "reported, specified, output"),
    }.SelectMany(entry => entry.Item1.Split(' ').Select(word => (word, entry.Item2))).ToDictionary();

    // Math.Ceiling; the environment variable; operations of rows that the recorded machine code contains; an entry of
    // LANEWISE_TUNING; the public property FleetCatalogue.Place and the parameter of FleetCatalogue.Open; the argument of the
    // device kernels.
    private static readonly string[] AllowedNames =
    [
        "Ceiling", "LANEWISE_CEILING", "Turn", "TurnPair", "TurnHalves", "TurnQuarters", "Touches", "Place",
        "src/Lanewise.Fleet/FleetCatalogue.cs: place", "tests/Gpu/kernels.py: places",
    ];

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

    [Fact]
    public void IdentifiersAndFileNamesUseStandardTerms()
    {
        string[] files = [.. Repository.Files().Where(HasIdentifiers)];
        Assert.All(Folders, folder => Assert.Contains(files, file => file.StartsWith(folder, StringComparison.Ordinal)));
        string[] findings =
        [
            .. files.SelectMany(file => NameFindings(file, File.ReadAllText(Repository.File(file)))),
            .. Repository.Files().Where(file => Folders.Any(folder => file.StartsWith(folder, StringComparison.Ordinal)))
                .SelectMany(file => NameFindings(file, [Path.GetFileNameWithoutExtension(file)])),
        ];
        Assert.True(findings.Length == 0, string.Join('\n', findings));
    }

    [Theory]
    [InlineData("turnPair", "turn pair")]
    [InlineData("IOutboardPlaces", "i outboard places")]
    [InlineData("LANEWISE_CEILING", "lanewise ceiling")]
    [InlineData("HTTPVerb2x_said", "http verb 2 x said")]
    [InlineData("Sha512_256", "sha 512 256")]
    public void SplitsIdentifiersIntoWords(string name, string words) =>
        Assert.Equal(words.Split(' '), WordsOf(name));

    [Theory]
    [InlineData("a.cs", "int theirs = 1, Verbs = theirs;", 2)]
    [InlineData("a.cs", "// verb\nCall(\"theirs\", 'v', @\"a\\\"); /* ours */ int border;", 1)]
    [InlineData("a.cs", "string sql = \"\"\"\n    insert into place\n    \"\"\"; bool isInPlace = Math.Ceiling(1.0) > 0;", 0)]
    [InlineData("a.cs", "void AnInPlaceCallFails(int replaced, int placeholder, int replace)", 0)]
    [InlineData("a.cs", "int place;", 1)]
    [InlineData("src/Lanewise.Fleet/FleetCatalogue.cs", "int place;", 0)]
    [InlineData("a.mjs", "const said = `theirs ${1}`, other = 'ours'; // turn", 1)]
    [InlineData("a.py", "def ask(verb):  # place\n    \"\"\"A place.\"\"\"", 1)]
    [InlineData("a.sh", "theirs=$1; verb() { tail said; }\nfor turn in 1 2; do echo ours place; done", 3)]
    public void FindsAWordInIdentifiersAndNotInText(string file, string text, int count) =>
        Assert.Equal(count, NameFindings(file, text).Count());

    private static bool HasIdentifiers(string file) =>
        Folders.Any(folder => file.StartsWith(folder, StringComparison.Ordinal))
        && !file.StartsWith("tests/vectors/", StringComparison.Ordinal)
        && !file.EndsWith(nameof(GlossaryTests) + ".cs", StringComparison.Ordinal)
        && Path.GetExtension(file) is ".cs" or ".sh" or ".inc" or ".mjs" or ".js" or ".py";

    private static IEnumerable<string> NameFindings(string file, string text)
    {
        string code = Path.GetExtension(file) switch
        {
            ".py" => PythonText().Replace(text, " "),
            ".sh" or ".inc" => string.Join(' ', ShellName().Matches(text).Select(match => match.Groups["name"].Value)),
            ".cs" => CSharpText().Replace(text, " "),
            _ => ScriptText().Replace(text, " "),
        };
        return NameFindings(file, Identifier().Matches(code).Select(match => match.Value).Distinct());
    }

    private static IEnumerable<string> NameFindings(string file, IEnumerable<string> names) =>
        from name in names
        where !AllowedNames.Contains(name) && !AllowedNames.Contains($"{file}: {name}")
        let words = WordsOf(name)
        from word in words.Where((word, i) => NonStandardNames.ContainsKey(word) && !(word == "place" && IsIn(words, i)))
        select $"{file}: the name '{name}' has '{word}'; use: {NonStandardNames[word]}";

    // "In place" is the usual term for an operation whose output overwrites its input.
    private static bool IsIn(string[] words, int i) => i > 0 && words[i - 1] == "in";

    private static string[] WordsOf(string name) =>
        [.. NameWord().Matches(name).Select(match => match.Value.ToLowerInvariant())];

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

    [GeneratedRegex(@"[A-Za-z_]\w*")]
    private static partial Regex Identifier();

    [GeneratedRegex("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")]
    private static partial Regex NameWord();

    // Comments, raw strings, verbatim strings, strings and characters.
    [GeneratedRegex("""
        //[^\n]*|/\*.*?\*/|(?<quotes>"{3,}).*?\k<quotes>|(@\$?|\$@)"[^"]*"|"([^"\\\n]|\\.)*"|'([^'\\\n]|\\.)*'
        """, RegexOptions.Singleline | RegexOptions.ExplicitCapture)]
    private static partial Regex CSharpText();

    [GeneratedRegex("""
        (?<![:\\])//[^\n]*|/\*.*?\*/|`[^`]*`|"([^"\\\n]|\\.)*"|'([^'\\\n]|\\.)*'
        """, RegexOptions.Singleline | RegexOptions.ExplicitCapture)]
    private static partial Regex ScriptText();

    [GeneratedRegex("""
        \"\"\".*?\"\"\"|"([^"\\\n]|\\.)*"|'([^'\\\n]|\\.)*'|\#[^\n]*
        """, RegexOptions.Singleline | RegexOptions.ExplicitCapture)]
    private static partial Regex PythonText();

    // The names of functions, of assigned variables, and of loop variables.
    [GeneratedRegex(@"\b(?<name>[A-Za-z_]\w*)(\(\)|=)|\b(for|local) (?<name>[A-Za-z_]\w*)", RegexOptions.ExplicitCapture)]
    private static partial Regex ShellName();
}
