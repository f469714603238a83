using Lanewise.Files;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests how the command line processes Windows file names as text. The scripts in tests/Windows use such names for real files.
/// </summary>
public sealed class WindowsNamesTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory().FullName.Replace('\\', '/');

    public WindowsNamesTests()
    {
        foreach (string sub in new[] { "one", "two", "two/deep" }) Directory.CreateDirectory($"{folder}/{sub}");
        foreach (string file in new[] { "b.txt", "A.TXT", "a.bin", "one/x.txt", "two/x.txt", "two/deep/x.txt" })
        {
            File.WriteAllText($"{folder}/{file}", "");
        }
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [InlineData("*.txt", "A.TXT b.txt")]
    [InlineData("?.bin", "a.bin")]
    [InlineData("*", "A.TXT a.bin b.txt one two")]
    [InlineData("*.*", "A.TXT a.bin b.txt one two")]
    [InlineData("*/x.txt", "one/x.txt two/x.txt")]
    [InlineData("t*/*", "two/deep two/x.txt")]
    [InlineData("*/*/x.*", "two/deep/x.txt")]
    [InlineData("two\\*.txt", "two/x.txt")]
    [InlineData("b.txt", "b.txt")]
    [InlineData("two\\deep\\x.txt", "two/deep/x.txt")]
    [InlineData("none*", "none*")]
    [InlineData("*/none.txt", "*/none.txt")]
    [InlineData("nowhere/*.txt", "nowhere/*.txt")]
    [InlineData("b.txt/*", "b.txt/*")]
    public void PatternsAreExpandedInEveryPart(string pattern, string expected) =>
        Assert.Equal(expected.Split(' '), WindowsNames.Expand($"{folder}/{pattern}").Select(name => name[(folder.Length + 1)..]));

    [Theory]
    [InlineData(@"sub\b.txt", "sub/b.txt")]
    [InlineData(@"C:\a\b", "C:/a/b")]
    [InlineData(@"\\server\share\a", "//server/share/a")]
    [InlineData(@"\\?\C:\a\b.", @"\\?\C:\a\b.")]
    [InlineData("-", "-")]
    public void NamesGetTheSeparatorOfLists(string given, string expected)
    {
        Assert.Equal(expected, WindowsNames.WithSlashes(given));
        Assert.Equal([expected], WindowsNames.Expand(given));
    }

    [Theory]
    [InlineData("a.txt.", @"C:\w\a.txt", "drop the dot")]
    [InlineData("a.txt ", @"C:\w\a.txt", "drop the space")]
    [InlineData(@"sub.\a", @"C:\w\sub\a", "drop the dot")]
    [InlineData("sub /a", @"C:\w\sub\a", "drop the space")]
    [InlineData("...", @"C:\w\", "drop the dot")]
    [InlineData("NUL", @"\\.\NUL", "for a device")]
    [InlineData("a/com1", @"\\.\com1", "for a device")]
    [InlineData("*.txt", @"C:\w\*.txt", "No file matches")]
    public void ANameThatWindowsRewritesIsRejected(string path, string fullPath, string because) =>
        Assert.Contains(because, Assert.ThrowsAny<IOException>(() => WindowsNames.Check(path, fullPath)).Message,
            StringComparison.Ordinal);

    [Theory]
    [InlineData("a.txt", @"C:\w\a.txt")]
    [InlineData("./a", @"C:\w\a")]
    [InlineData(@"..\a b.c", @"C:\a b.c")]
    [InlineData(".", @"C:\w")]
    [InlineData(@"\\?\C:\w\a.", @"\\?\C:\w\a.")]
    [InlineData("nul.txt", @"C:\w\nul.txt")]
    public void OtherTextsAreRejected(string path, string fullPath) => WindowsNames.Check(path, fullPath);
}
