using System.Reflection;
using System.Text.RegularExpressions;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Checks the consistency of the repository: pages and comments must refer only to existing files and tests, and there must be
/// no forbidden files.
/// </summary>
public sealed partial class TidyTests
{
    private const int MaxFileBytes = 1_500_000;

    private const int MaxLineLength = 130;

    private static readonly string[] TextExtensions = [".cs", ".csproj", ".props", ".targets", ".slnx", ".md", ".sh", ".json",
        ".txt", ".yml", ""];

    [Fact]
    public void TheSourceContainsNoUnsafeCode()
    {
        foreach (string file in Sources("src/Lanewise/"))
        {
            string code = WithoutComments(File.ReadAllText(Repository.File(file)));
            Assert.False(UnsafeCode().IsMatch(code), $"{file}: {UnsafeCode().Match(code).Value}");
        }
    }

    [Fact]
    public void UnsafeBlocksAreAllowedInTheCInterfaceOnly()
    {
        foreach (string file in Repository.Files()
            .Where(f => f != "src/Lanewise.Native/Lanewise.Native.csproj")
            .Where(f => f.EndsWith(".csproj", StringComparison.Ordinal) || f.EndsWith(".props", StringComparison.Ordinal)))
        {
            Assert.DoesNotMatch(@"<AllowUnsafeBlocks>\s*true", File.ReadAllText(Repository.File(file)));
        }
    }

    [Fact]
    public void EveryAlgorithmHasAPlainReference() =>
        Assert.All(Catalog.Hashes.Concat(Catalog.Macs), row => Assert.NotNull(PlainReferences.For(row.Name)));

    [Fact]
    public void NoFileExceedsTheSizeLimit() =>
        Assert.All(Repository.Files(), file =>
            Assert.True(new FileInfo(Repository.File(file)).Length <= MaxFileBytes,
                $"{file} has more than {MaxFileBytes} bytes."));

    [Fact]
    public void NoSourceLineExceedsTheLengthLimit()
    {
        string[] folders = ["src/", "tests/", "bench/", "samples/", "tools/"];
        string[] files = [.. folders.SelectMany(Sources)];
        Assert.All(folders, folder => Assert.Contains(files, file => file.StartsWith(folder, StringComparison.Ordinal)));
        Assert.Empty(files.Where(file => !file.Contains("/Generated/", StringComparison.Ordinal)).SelectMany(LongLines));
    }

    [Fact]
    public void EveryDocumentationCommentBeginsWithATag()
    {
        foreach (string file in new[] { "src/", "tests/", "bench/", "samples/", "tools/" }.SelectMany(Sources))
        {
            string[] lines = File.ReadAllLines(Repository.File(file));
            for (int i = 0; i < lines.Length; i++)
            {
                bool begins = IsDocumentation(lines[i]) && (i == 0 || !IsDocumentation(lines[i - 1]));
                Assert.True(!begins || TopLevelTag().IsMatch(lines[i]), $"{file}({i + 1}) is in no tag: {lines[i].Trim()}");
            }
        }

        static bool IsDocumentation(string line) => line.AsSpan().TrimStart().StartsWith("///");
    }

    [GeneratedRegex(@"^\s*///\s*<(summary|remarks|content|inheritdoc|include|param|typeparam|returns|exception|value|example)\b")]
    private static partial Regex TopLevelTag();

    private static IEnumerable<string> LongLines(string file)
    {
        bool isText = false;
        int number = 0;
        foreach (string line in File.ReadLines(Repository.File(file)))
        {
            number++;
            bool changes = line.Split("\"\"\"").Length % 2 == 0;
            if (!isText && line.Length > MaxLineLength && !TextAlone().IsMatch(line))
            {
                yield return $"{file}:{number} has {line.Length} characters";
            }

            isText ^= changes;
        }
    }

    [Fact]
    public void NoCommentIsATodo()
    {
        foreach ((string file, string text) in Texts())
        {
            Match match = Unfinished().Match(text);
            Assert.False(match.Success, $"{file} has '{match.Value}'.");
        }
    }

    [Fact]
    public void NoFileContainsAPathOfALocalMachine()
    {
        foreach ((string file, string text) in Texts())
        {
            Match match = MachinePath().Match(text);
            Assert.False(match.Success, $"{file} has '{match.Value}'.");
        }
    }

    [Fact]
    public void TheRowsOfTheCatalogueAreConsistent()
    {
        Assert.Equal(Catalog.Hashes.Count, Catalog.Hashes.Select(row => row.Name).Distinct().Count());
        foreach (HashRow row in Catalog.Hashes)
        {
            Assert.Matches("^[a-z0-9-]+$", row.Name);
            Assert.True(row.MinHashBytes <= row.DefaultHashBytes && row.DefaultHashBytes <= row.MaxHashBytes, row.Name);
            Assert.True(row.WordBits is 32 or 64, row.Name);
            Assert.True(Catalog.TryFind(row.Title, out HashRow? found, out int hashBytes), row.Title);
            Assert.Same(row, found);
            Assert.Equal(row.DefaultHashBytes, hashBytes);
            using LanewiseHash hash = row.Create(default, row.DefaultHashBytes);
            Assert.Equal(row.DefaultHashBytes, hash.HashLengthInBytes);
        }

        Assert.False(Catalog.TryFind("md5-64", out _, out _));
        Assert.False(Catalog.TryFind("blake2b-7", out _, out _));
        Assert.False(Catalog.TryFind("blake2b-520", out _, out _));
        Assert.False(Catalog.TryFind("blake2b-", out _, out _));
        Assert.False(Catalog.TryFind("", out _, out _));
        Assert.True(Catalog.TryFind("BLAKE2B-256", out _, out int bytes));
        Assert.Equal(32, bytes);
    }

    [Fact]
    public void EachHashIsFoundByItsNames()
    {
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs))
        {
            foreach (int hashBytes in new[] { row.MinHashBytes, row.DefaultHashBytes, row.MaxHashBytes })
            {
                using LanewiseHash hash = row.Create(default, hashBytes);
                foreach (string name in new[] { hash.AlgorithmName.Name!, hash.AlgorithmName.Name!.ToLowerInvariant() })
                {
                    Assert.True(Catalog.TryFind(name, out HashRow? found, out int foundBytes), name);
                    Assert.Same(row, found);
                    Assert.Equal(hashBytes, foundBytes);
                }
            }
        }

        Catalog.TryFind("SKEIN-1024-256", out _, out _);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Catalog.TryFind("SKEIN-1024-256", out _, out _);
        Catalog.TryFind("none of these", out _, out _);
        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }

    [Fact]
    public void EveryCompiledProofIsUsedByARow()
    {
        // If a class had no instance in the table, it would never be used.
        Type[] proofs = [.. typeof(HashProof).Assembly.GetTypes().Where(t => t.IsSubclassOf(typeof(HashProof)) && t.IsSealed)];
        Assert.NotEmpty(proofs);
        Assert.All(proofs, type => Assert.Contains(Catalog.Hashes.Concat(Catalog.Macs), row =>
            HashProof.Of(row).GetType() is var found
                && (found.IsGenericType ? found.GetGenericTypeDefinition() : found) == type));
        // If several families share a template, the table lists each family.
        Assert.All(Catalog.Hashes.Where(row => row.Name.StartsWith("blake", StringComparison.Ordinal)
            || row.Name.StartsWith("skein", StringComparison.Ordinal)), row => Assert.NotEqual(typeof(HashProof),
            HashProof.Of(row).GetType()));
    }

    [Fact]
    public void EveryTrapIsATestOrHasAReason()
    {
        Type[] types = typeof(TidyTests).Assembly.GetTypes();
        int tests = 0;
        foreach (Match match in TestName().Matches(File.ReadAllText(Repository.File("tests", "TRAPS.md"))))
        {
            Type? type = types.SingleOrDefault(t => t.Name == match.Groups[1].Value && !t.IsNested);
            Assert.True(type?.GetMethod(match.Groups[2].Value) is not null,
                $"tests/TRAPS.md names {match.Value}, which does not exist.");
            tests++;
        }

        Assert.True(tests > 20, "tests/TRAPS.md names too few tests, so it was not read correctly.");
        string text = File.ReadAllText(Repository.File("tests", "TRAPS.md"));
        foreach (MethodInfo test in typeof(TrapTests)
            .GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly))
        {
            Assert.Contains($"`TrapTests.{test.Name}`", text, StringComparison.Ordinal);
        }
    }

    private static IEnumerable<string> Sources(string folder) =>
        Repository.Files().Where(f =>
            f.StartsWith(folder, StringComparison.Ordinal) && f.EndsWith(".cs", StringComparison.Ordinal));

    private static IEnumerable<(string File, string Text)> Texts() =>
        Repository.Files()
            .Where(file => TextExtensions.Contains(Path.GetExtension(file)))
            .Select(file => (file, File.ReadAllText(Repository.File(file))));

    private static string WithoutComments(string code) => Comment().Replace(code, "");

    // Two kinds of lines may be longer than the limit, because splitting them would not make them more readable: a line that
    // consists of one string, and the expected output of a sample.
    [GeneratedRegex(@"^ *(?:\w+ => |[+:?] )?[$@]*"".*""[\])};,]*$|// prints ")]
    private static partial Regex TextAlone();

    [GeneratedRegex(@"//[^\n]*")]
    private static partial Regex Comment();

    [GeneratedRegex(
        @"\bunsafe\b|\bUnsafe\.|\bMarshal\.|\bfixed\s*\(|\bDllImport\b|\bLibraryImport\b|\bMemoryMarshal\.(?!Cast\b|AsBytes\b)\w+")]
    private static partial Regex UnsafeCode();

    // The words are concatenated so that this file itself does not contain them.
    [GeneratedRegex(@"\bTO" + @"DO\b|\bFIX" + @"ME\b|\bXX" + @"X\b|\bNotImplemented" + @"Exception\b")]
    private static partial Regex Unfinished();

    [GeneratedRegex(@"(?<![\w.\-/$}])/(?:wor" + @"k|hom" + @"e|roo" + @"t|Use" + @"rs|tm" + @"p)/\w|\b[A-Z]:\\\\?(?:Use"
        + @"rs|sr" + @"c)\\")]
    private static partial Regex MachinePath();

    [GeneratedRegex(@"`(\w+Tests)\.(\w+)`")]
    private static partial Regex TestName();
}
