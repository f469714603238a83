using System.Diagnostics;
using System.Globalization;
using Lanewise.Files.Opening;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests that each value of a file's version is read, stored and compared. In a real file, one change modifies several values, so
/// the scripts cannot test each value separately.
/// </summary>
public sealed class FileVersionTests
{
    private const string Text = "5 1700000000.000000001 1700000002.000000003 66 4711 0123456789abcdef";

    [Theory]
    [InlineData("6 1700000000.000000001 1700000002.000000003 66 4711 0123456789abcdef")]
    [InlineData("5 1700000001.000000001 1700000002.000000003 66 4711 0123456789abcdef")]
    [InlineData("5 1700000000.000000002 1700000002.000000003 66 4711 0123456789abcdef")]
    [InlineData("5 1700000000.000000001 1700000003.000000003 66 4711 0123456789abcdef")]
    [InlineData("5 1700000000.000000001 1700000002.000000004 66 4711 0123456789abcdef")]
    [InlineData("5 1700000000.000000001 1700000002.000000003 67 4711 0123456789abcdef")]
    [InlineData("5 1700000000.000000001 1700000002.000000003 66 4712 0123456789abcdef")]
    [InlineData("5 1700000000.000000001 1700000002.000000003 66 4711 0123456789abcdee")]
    public void VersionsThatDifferInOneValueAreNotEqual(string text)
    {
        FileVersion one = FileVersion.Parse(Text)!.Value, other = FileVersion.Parse(text)!.Value;
        Assert.Equal(one, FileVersion.Parse(Text));
        Assert.Equal(text, other.ToString());
        Assert.False(one == other);
        Assert.False(one.Equals(other));
    }

    [Theory]
    [InlineData("")]
    [InlineData("5 1700000000.000000001 1700000002.000000003 66 4711")]
    [InlineData(Text + " 1")]
    [InlineData("5 1700000000.000000001 1700000002 66 4711 0123456789abcdef")]
    [InlineData("5 1700000000.000000001 1700000002.3 66 4711 0123456789abcdef")]
    [InlineData("-5 1700000000.000000001 1700000002.000000003 66 4711 0123456789abcdef")]
    public void OtherTextIsNotAVersion(string text) => Assert.Null(FileVersion.Parse(text));

    [Fact]
    public void EachValueIsReadFromTheFile()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "stat has other options on other systems.");
        using TemporaryFolder folder = new();
        string file = Path.Combine(folder.Path, "file");
        File.WriteAllText(file, "12345");
        File.SetLastWriteTimeUtc(file, DateTime.UnixEpoch.AddSeconds(1_000_000_000));
        using Process stat = Process.Start(
            new ProcessStartInfo("stat", ["-c", "%s %Y %Z %d %i", file]) { RedirectStandardOutput = true })!;
        string[] expected = stat.StandardOutput.ReadToEnd().Trim().Split(' ');
        stat.WaitForExit();
        FileVersion version = FileVersion.Of(file)!.Value;
        object[] values = [version.Bytes, version.Written.Seconds, version.Changed.Seconds, version.Device, version.Inode];
        Assert.Equal(expected, values.Select(value => Convert.ToString(value, CultureInfo.InvariantCulture)));
        Assert.NotEqual(version.Written, version.Changed);

        Directory.CreateDirectory(Path.Combine(folder.Path, "other"));
        string moved = Path.Combine(folder.Path, "other", "file");
        File.Move(file, moved);
        Assert.NotEqual(version.Folder, FileVersion.Of(moved)!.Value.Folder);
        Assert.Null(FileVersion.Of(folder.Path));
    }
}
