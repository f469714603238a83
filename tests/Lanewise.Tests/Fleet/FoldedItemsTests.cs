using Lanewise.Cli.Fleet;
using Lanewise.Fleet;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests how a report on a terminal combines many files.</summary>
public sealed class FoldedItemsTests
{
    [Fact]
    public void FewFilesAreListedOneByOne() => Assert.Equal(
        [.. Names("a", FoldedItems.MostListed)],
        FoldedItems.Of(Files("a", FoldedItems.MostListed, ItemStatus.Missing)).Select(line => line.Item!.Name));

    [Fact]
    public void ManyFilesAreCountedByFolderAndKind()
    {
        ReportLine[] lines =
        [
            .. FoldedItems.Of(
            [
                .. Files("a", 2, ItemStatus.Changed), .. Files("a", 3000, ItemStatus.Missing),
                .. Files("b", 2, ItemStatus.Missing), .. Files("a", 11, ItemStatus.New),
            ]),
        ];

        Assert.Equal(["a/0", "a/1"], lines[..2].Select(line => line.Item!.Name));
        Assert.Equal(new FolderLine("a/", ItemStatus.Missing, 3000), lines[2].Folder);
        Assert.Equal(["b/0", "b/1"], lines[3..5].Select(line => line.Item!.Name));
        Assert.Equal(new FolderLine("a/", ItemStatus.New, 11), lines[5].Folder);
        Assert.Equal(6, lines.Length);
    }

    [Fact]
    public void NoFileIsLost()
    {
        IEnumerable<FleetItem> all = Enumerable.Range(0, 500).SelectMany(i => Files($"x/{i % 40}/{i}", 3, ItemStatus.Changed));
        ReportLine[] lines = [.. FoldedItems.Of(all)];

        Assert.Equal(1500, lines.Sum(line => line.Folder?.Count ?? 1));
        Assert.InRange(lines.Length, 2, 60);
        Assert.Equal(20, lines[^1].Folder!.Others);
    }

    [Fact]
    public void FilesOfARenamedFolderAreOneLine()
    {
        FleetItem[] moved =
        [
            .. Files("new", 30, ItemStatus.Moved).Select(item => item with { MovedFrom = $"old{item.Name[3..]}" }),
        ];
        ReportLine line = Assert.Single(FoldedItems.Of(moved));

        Assert.Equal(("old/", "new/", 30L), (line.Moved!.From, line.Moved.To, line.Moved.Count));
    }

    private static IEnumerable<string> Names(string folder, int count) => Enumerable.Range(0, count).Select(i => $"{folder}/{i}");

    private static IEnumerable<FleetItem> Files(string folder, int count, ItemStatus status) =>
        Names(folder, count).Select(name => new FleetItem(name, status, null, 1, null));
}
