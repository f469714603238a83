using System.Text;
using System.Text.RegularExpressions;
using Lanewise.Files;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Compares file name patterns with equivalent regular expressions.</summary>
public sealed class FileGlobTests
{
    [Theory]
    [InlineData("*.jpg", "a.jpg b/a.jpg .jpg", "a.jpeg a.jpg/b")]
    [InlineData("a?c", "abc x/a\u00e9c a\U0001F480c", "ac abbc a/c")]
    [InlineData("[a-c]x", "ax bx d/cx", "dx x abx")]
    [InlineData("[!a-c]x", "dx \U0001F480x", "ax x")]
    [InlineData("[]x]", "] x", "a")]
    [InlineData("[a-]", "a -", "b")]
    [InlineData("[x", "[x", "x")]
    [InlineData("\\*\\[", "*[", "a[")]
    [InlineData("a\\", "a\\", "a")]
    [InlineData("/a", "a", "b/a")]
    [InlineData("a/*", "a/b", "a/b/c a b/a/b")]
    [InlineData("a/**", "a/b a/b/c", "a b/a/c")]
    [InlineData("**/a", "a b/a b/c/a", "b/aa ba")]
    [InlineData("a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb x/a/b")]
    [InlineData("a**b/c", "ab/c axb/c a/x/b/c", "a/c")]
    [InlineData("**/x*y/**/*.z", "xy/a.z q/x1y/r/s/t.z", "x/y/a.z xy.z")]
    [InlineData("*a*a*a*a*a*a*a*a*b", "aaaaaaaaab", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac")]
    public void APatternMatches(string pattern, string matching, string others)
    {
        FileGlob glob = new(pattern);
        Assert.All(matching.Split(' '), path => Assert.True(glob.Matches(path), path));
        Assert.All(others.Split(' '), path => Assert.False(glob.Matches(path), path));
    }

    [Fact]
    public void AnInvalidByteIsACharacter()
    {
        string name = PathText.FromBytes([(byte)'a', 0x80]), last = PathText.FromBytes([(byte)'*', 0x80]);
        Assert.True(new FileGlob("a?").Matches(name));
        Assert.True(new FileGlob(last).Matches(name));
        // The second UTF-16 code unit of this character equals the code unit that represents the byte 0x80.
        Assert.False(new FileGlob(last).Matches("\U0001F480"));
    }

    [Fact]
    public void ATrailingSlashMatchesFolders()
    {
        Assert.True(new FileGlob("a/").Matches("b/a", isFolder: true));
        Assert.False(new FileGlob("a/").Matches("b/a"));
        Assert.True(new FileGlob("a").Matches("b/a", isFolder: true));
        Assert.False(new FileGlob("/b/a/").Matches("c/b/a", isFolder: true));
    }

    [Theory]
    [InlineData("")]
    [InlineData("/")]
    [InlineData("//")]
    public void PatternsWithoutAMatchAreRejected(string pattern) =>
        Assert.Equal("pattern", Assert.Throws<ArgumentException>(() => new FileGlob(pattern)).ParamName);

    [Fact]
    public void RandomPatternsMatchLikeRegularExpressions()
    {
        Random random = Seed.For(nameof(FileGlobTests));
        for (int i = 0; i < 20_000; i++)
        {
            string pattern = Word(random, "aab/*?", 9), path = Word(random, "aab/", 10);
            if (pattern.Trim('/').Length == 0 || pattern.EndsWith('/')) continue;

            Assert.Equal(Expression(pattern).IsMatch(path.TrimStart('/')), new FileGlob("/" + pattern).Matches(path));
        }
    }

    private static string Word(Random random, string letters, int most) =>
        string.Concat(Enumerable.Range(0, random.Next(1, most)).Select(_ => letters[random.Next(letters.Length)]));

    private static Regex Expression(string pattern)
    {
        pattern = pattern.TrimStart('/');
        StringBuilder text = new(@"\A");
        for (int i = 0; i < pattern.Length;)
        {
            int stars = pattern.AsSpan(i).IndexOfAnyExcept('*') is int n and >= 0 ? n : pattern.Length - i;
            bool isFolders = stars > 1 && (i == 0 || pattern[i - 1] == '/') && i + stars < pattern.Length
                && pattern[i + stars] == '/';
            text.Append(isFolders ? "(?:[^/]*/)*" : stars > 1 ? ".*" : stars == 1 ? "[^/]*" : pattern[i] == '?' ? "[^/]"
                : pattern[i]);
            i += Math.Max(1, stars) + (isFolders ? 1 : 0);
        }

        return new(text.Append(@"\z").ToString(), RegexOptions.Singleline | RegexOptions.CultureInvariant);
    }
}
